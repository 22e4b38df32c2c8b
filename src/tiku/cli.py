"""The command line: global options, verbs that load when they run, errors and exit statuses."""

from __future__ import annotations

import sys
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from tiku import __version__
from tiku.commands import SECTIONS, VERBS, language, set_language, tr
from tiku.commands.context import Globals, arrange, choose_language
from tiku.commands.loading import load

_BY_NAME = {verb.name: verb for verb in VERBS}


class LazyGroup(TyperGroup):
    """A group whose help list is a table and whose verbs are imported one at a time."""

    def list_commands(self, ctx: Any) -> list[str]:
        """Return the names in the order of the table."""
        return [verb.name for verb in VERBS]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Load one verb."""
        verb = _BY_NAME.get(cmd_name)
        return load(verb) if verb else None

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Find the verb; an unknown one is a usage error with the nearest."""
        if args and args[0] not in _BY_NAME and not ctx.resilient_parsing:
            from tiku.errors import UsageError
            from tiku.text import nearest

            near = nearest(args[0], _BY_NAME)
            raise UsageError(
                f"没有命令 {args[0]!r}",
                f"there is no command {args[0]!r}",
                f"是否指 tiku {near}？" if near else "全部命令: tiku --help",
                f"did you mean tiku {near}?" if near else "see all commands: tiku --help",
            )
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write the help list by section, from the table alone."""
        for section, (zh, en) in SECTIONS.items():
            rows = [(verb.name, tr(verb.zh, verb.en)) for verb in VERBS if verb.section == section]
            if rows:
                with formatter.section(tr(zh, en)):
                    formatter.write_dl(rows)


def _version(value: bool) -> None:
    if value:
        print(f"tiku {__version__}")
        raise typer.Exit


def build() -> Any:
    """Return the root command."""
    app = typer.Typer(
        cls=LazyGroup, add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False,
        invoke_without_command=True, context_settings={"help_option_names": ["--help", "-h"]},
    )  # fmt: skip

    @app.callback(
        help=tr(
            "题库：AI 异构计算面试题，在终端里练到记住。不带命令时说今天该做什么。",
            "Interview questions of AI heterogeneous computing, drilled in the terminal until they stick. "
            "Without a command it tells what is due today.",
        )
    )
    def root(
        ctx: typer.Context,
        bank: Annotated[
            list[str] | None, typer.Option(metavar="DIR", help=tr("另加一个题库，可多次", "add a bank; repeatable"))
        ] = None,
        only_bank: Annotated[
            str | None, typer.Option(metavar="DIR", help=tr("只读这一个题库", "read this bank alone"))
        ] = None,
        data: Annotated[str | None, typer.Option(metavar="DIR", help=tr("数据目录", "the data folder"))] = None,
        lang: Annotated[str | None, typer.Option(metavar="zh|en|both", help=tr("语言", "the language"))] = None,
        now: Annotated[
            str | None, typer.Option(metavar="TIME", help=tr("当作这个时刻", "look at another date or time"))
        ] = None,
        version: Annotated[
            bool, typer.Option("--version", callback=_version, is_eager=True, help=tr("版本", "the version"))
        ] = False,
    ) -> None:
        ctx.obj = Globals(tuple(bank or ()), only_bank, data, lang, now)
        if ctx.invoked_subcommand is None:
            from tiku.commands.today import run

            run(ctx)

    return typer.main.get_command(app)


_CLICK_ERROR: Any = next(kind for kind in typer.BadParameter.__mro__ if kind.__name__ == "ClickException")
"""The base of the parser's own errors, found without importing it: typer may carry its own copy."""


def main(arguments: list[str] | None = None) -> int:
    """Run the command line and return the exit status."""
    from tiku.commands.outcome import report_bug, report_click, report_error, steady_streams
    from tiku.errors import DONE, INTERRUPTED, TikuError

    steady_streams()
    words = arrange(sys.argv[1:] if arguments is None else arguments)
    try:
        set_language(_early_language(words))
        result = build().main(args=words, prog_name="tiku", standalone_mode=False)
    except TikuError as error:
        return report_error(error, language())
    except _CLICK_ERROR as error:
        return report_click(error, language())
    except (KeyboardInterrupt, typer.Abort):
        print(tr("已停止", "stopped"), file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        from tiku.commands.outcome import quiet_pipe

        return quiet_pipe()
    except Exception as error:
        return report_bug(error, language())
    return result if isinstance(result, int) else DONE


def _early_language(words: list[str]) -> str:
    """Return the interface language before the options are parsed, so that help texts come in it."""
    import os

    value: str | None = None
    for at, word in enumerate(words):
        if word == "--":
            break
        if word == "--lang" and at + 1 < len(words):
            value = words[at + 1]
        elif word.startswith("--lang="):
            value = word[7:]
    if not value and not os.environ.get("TIKU_LANG"):
        from tiku.commands.outcome import language_setting

        return choose_language(None, os.environ, language_setting(words, os.environ))[0]
    return choose_language(value, os.environ)[0]
