"""The command `bcisub`, and `python -m bcisub`."""

import sys


def main() -> None:
    """Run the command; Ctrl-C ends it quietly also while it is still being imported."""
    try:
        from bcisub.cli.app import main as run

        run()
    except KeyboardInterrupt:
        sys.stderr.write("You stopped it.\n")
        sys.exit(130)


if __name__ == "__main__":
    main()
