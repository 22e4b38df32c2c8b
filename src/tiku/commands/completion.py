"""``tiku completion``: scripts for bash, zsh and fish, made from the table of verbs.

The scripts are static, so that a press of the tab key starts no Python; only ids of questions are asked for.
"""

from __future__ import annotations

from typing import Annotated, Any

import typer

from tiku.commands import tr
from tiku.commands.commands_ import describe
from tiku.errors import UsageError

ZH = "例如: tiku completion bash > ~/.local/share/bash-completion/completions/tiku"
EN = "For example: tiku completion bash > ~/.local/share/bash-completion/completions/tiku"

FIELDS = ("topic:", "subtopic:", "level:", "skill:", "posting:", "kind:", "is:", "id:")
GLOBAL = ("--bank", "--only-bank", "--data", "--lang", "--now", "--version", "--help")
IDENTS = ("show", "edit", "grade", "record")


def run(shell: Annotated[str, typer.Argument(metavar="bash|zsh|fish", help=tr("哪种 shell", "the shell"))]) -> None:
    """Print the script."""
    makers = {"bash": _bash, "zsh": _zsh, "fish": _fish}
    if shell not in makers:
        raise UsageError(
            f"不支持 {shell}", f"{shell} is not supported", "可取: bash, zsh, fish", "choose bash, zsh or fish"
        )
    print(makers[shell](describe()))


def _options(verb: dict[str, Any]) -> list[str]:
    return [name for option in verb["options"] for name in option["names"]]


def _words(verb: dict[str, Any]) -> list[str]:
    children = [child["name"].split()[-1] for child in verb.get("commands", [])]
    takes_query = any(argument["name"] == "query" for argument in verb["arguments"])
    return [*_options(verb), *children, *(FIELDS if takes_query else ())]


def _bash(verbs: list[dict[str, Any]]) -> str:
    cases = "\n".join(f"        {verb['name']}) words={_quoted(_words(verb))} ;;" for verb in verbs)
    names = " ".join(verb["name"] for verb in verbs)
    return f"""_tiku() {{
    local current="${{COMP_WORDS[COMP_CWORD]}}" verb="" word words
    for word in "${{COMP_WORDS[@]:1:COMP_CWORD-1}}"; do
        case "$word" in -*) ;; *) verb="$word"; break ;; esac
    done
    case "$verb" in
        "") words="{names} {" ".join(GLOBAL)}" ;;
{cases}
        *) words="" ;;
    esac
    case "$verb" in
        {"|".join(IDENTS)}) [[ "$current" == -* ]] || words="$(tiku list 2>/dev/null | cut -f1)" ;;
    esac
    [[ "$words" == *: && "$current" != *:* ]] && compopt -o nospace 2>/dev/null
    COMPREPLY=($(compgen -W "$words" -- "$current"))
    [[ "${{COMPREPLY[*]}}" == *: ]] && compopt -o nospace 2>/dev/null
    return 0
}}
complete -o default -F _tiku tiku"""


def _quoted(words: list[str]) -> str:
    return "'" + " ".join(words) + "'"


def _zsh(verbs: list[dict[str, Any]]) -> str:
    listed = "\n".join(f"        '{verb['name']}:{_plain(verb['help'])}'" for verb in verbs)
    cases = "\n".join(f"        {verb['name']}) compadd -- {' '.join(_words(verb))} ;;" for verb in verbs)
    return f"""#compdef tiku
_tiku() {{
    local verb="" word
    local -a verbs
    verbs=(
{listed}
    )
    for word in ${{words[2,CURRENT-1]}}; do
        [[ $word == -* ]] || {{ verb=$word; break }}
    done
    if [[ -z $verb ]]; then
        _describe command verbs
        compadd -- {" ".join(GLOBAL)}
        return
    fi
    case $verb in
        {"|".join(IDENTS)}) [[ $PREFIX == -* ]] || compadd -- $(tiku list 2>/dev/null | cut -f1) ;;
    esac
    case $verb in
{cases}
    esac
}}
if [[ $funcstack[1] == _tiku ]]; then _tiku "$@"; else compdef _tiku tiku; fi"""


def _plain(text: str) -> str:
    return text.replace("'", "’").replace(":", " ")


def _fish(verbs: list[dict[str, Any]]) -> str:
    lines = ["complete -c tiku -f"]
    lines.extend(f"complete -c tiku -n __fish_use_subcommand -l {name[2:]}" for name in GLOBAL)
    for verb in verbs:
        lines.append(f"complete -c tiku -n __fish_use_subcommand -a {verb['name']} -d '{_plain(verb['help'])}'")
        here = f"-n '__fish_seen_subcommand_from {verb['name']}'"
        for option in verb["options"]:
            for name in option["names"]:
                kind = "-l" if name.startswith("--") else "-s"
                lines.append(f"complete -c tiku {here} {kind} {name.lstrip('-')} -d '{_plain(option['help'])}'")
        extra = [word for word in _words(verb) if not word.startswith("-")]
        if extra:
            lines.append(f"complete -c tiku {here} -a '{' '.join(extra)}'")
        if verb["name"] in IDENTS:
            lines.append(f"complete -c tiku {here} -a '(tiku list 2>/dev/null | cut -f1)'")
    return "\n".join(lines)
