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
