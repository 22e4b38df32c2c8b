"""``tiku posting``: the postings of the banks."""

from __future__ import annotations

from typing import Annotated

import typer

from tiku.commands import tr
from tiku.commands.output import JSON, document, table
from tiku.commands.workbench import workspace

PostingId = Annotated[str, typer.Argument(metavar="ID", help=tr("岗位的 id", "the id of the posting"))]


def build(app: typer.Typer) -> None:
    """Put the sub-verbs together."""
    app.callback(help=tr("岗位：列出，查看。", "The postings: list, show."))(_root)
    app.command("list", help=tr("列出岗位", "list the postings"))(list_postings)
    app.command("show", help=tr("查看一个岗位", "show a posting whole"))(show_posting)
    app.command("add", help=tr("从文本、网页或 JSON-LD 添加岗位", "add a posting from text, a page or JSON-LD"))(
        add_posting
    )
    app.command("drop", help=tr("删除自己的岗位", "remove a posting of your own"))(drop_posting)


def _root() -> None:
    """Hold the sub-verbs."""


def list_postings(ctx: typer.Context, json: JSON = False) -> None:
    """List the postings."""
    with workspace(ctx) as work:
        postings = work.postings()
        if json:
            document(
                {
                    "postings": [
                        {
                            "id": one.id, "title": {"zh": one.title.zh, "en": one.title.en},
                            "company": {"zh": one.company.zh, "en": one.company.en},
                            "questions": work.questions_of(one.id),
                        }
                        for one in postings
                    ]
                }
            )  # fmt: skip
            return
        rows = [[one.id, one.company.pick(work.lang), one.title.pick(work.lang)] for one in postings]
        table([[*row, str(len(work.questions_of(row[0])))] for row in rows], flexible=2)


def show_posting(ctx: typer.Context, ident: PostingId, json: JSON = False) -> None:
    """Show one posting."""
    from tiku.commands.look import look_of
    from tiku.ui.page import posting_page
    from tiku.ui.terminal import print_lines
    from tiku.workspace.report import posting_json, skill_name

    with workspace(ctx) as work:
        posting = work.posting(ident)
        if json:
            document({"posting": posting_json(posting, work)})
            return
        questions = [(one, work.question(one).question) for one in work.questions_of(posting.id)]
        by_skill = work.skill_questions(skill.id for skill in posting.skills)
        print_lines(posting_page(posting, look_of(work), lambda one: skill_name(work, one), questions, by_skill))


def add_posting(
    ctx: typer.Context,
    file: Annotated[str, typer.Argument(metavar="FILE|-", help=tr("文件，- 为标准输入", "the file, - for stdin"))],
    ident: Annotated[str | None, typer.Option("--id", metavar="ID", help=tr("岗位的 id", "the id it gets"))] = None,
) -> None:
    """Read a posting into the user's own bank; with an id that is there already it is revised and the diff shown."""
    import difflib

    from tiku.bank.emit import posting_to_yaml
    from tiku.commands.gap import read_input
    from tiku.jobs.posting import build as build_posting
    from tiku.jobs.readers import read_posting
    from tiku.jobs.skills import Matcher
    from tiku.store.device import write_whole
    from tiku.text import say, visible
    from tiku.workspace.authoring import check_ident

    if ident is not None:
        check_ident(ident)
    with workspace(ctx, writes=True) as work:
        made = build_posting(read_posting(read_input(file), file), Matcher(work.skills.values()), ident)
        path = work.places.own_bank / "postings" / f"{made.id}.yaml"
        before = next((one for one in work.postings() if one.id == made.id), None) if path.exists() else None
        if before is not None and before.text == made.text:
            print(say(work.ui, f"{made.id}: 已有，没有变化", f"{made.id}: there already, unchanged"))
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, posting_to_yaml(made))
        if before is not None:
            for line in difflib.unified_diff(before.text.split("\n"), made.text.split("\n"), lineterm="", n=0):
                print(visible(line))
        print(say(work.ui, f"{made.id}: {len(made.skills)} 项技能", f"{made.id}: {len(made.skills)} skills"))


def drop_posting(ctx: typer.Context, ident: PostingId) -> None:
    """Remove a posting of the user's own bank."""
    from tiku.errors import UsageError
    from tiku.text import say

    with workspace(ctx, writes=True) as work:
        posting = work.posting(ident)
        path = work.places.own_bank / "postings" / f"{posting.id}.yaml"
        if not path.exists():
            raise UsageError(
                f"{posting.id} 不在自己的题库里", f"{posting.id} is not in your own bank",
                "只能删除自己添加的岗位", "only postings you added can be removed",
            )  # fmt: skip
        path.unlink()
        print(say(work.ui, f"已删除 {posting.id}", f"removed {posting.id}"))
