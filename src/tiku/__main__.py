"""``python -m tiku`` and the console script."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command line and exit with its status."""
    if sys.argv[1:] == ["--version"]:
        # Answered before typer is imported: scripts ask for it often.
        from tiku import __version__

        print(f"tiku {__version__}")
        return
    from tiku.cli import main as run

    sys.exit(run())


if __name__ == "__main__":
    main()
