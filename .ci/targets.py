"""Makes the contest's interpreters and their environments ready, fetching with uv what is missing.

The tests use what is there and skip what is not, so a machine where an interpreter cannot be had goes on.
"""

from __future__ import annotations

from bcisub.model.errors import BcisubError
from bcisub.model.resources import folder
from bcisub.targets import environments, interpreters
from bcisub.tracks import TRACKS


def main() -> None:
    """Every target Python, then the environment of every template."""
    for track in TRACKS.values():
        try:
            interpreter = interpreters.choose(track.python, track.python, install=True).interpreter
            root = folder("templates") / track.name
            python = environments.for_submission(interpreter, root, track, track.python, print)
        except BcisubError as problem:
            print(f"{track.name}: {problem.what}\n  to do: {problem.hint}\n  tests that need it are skipped")
        else:
            print(f"{track.name}: Python {interpreter.version} ({interpreter.found_by}), {python}")


if __name__ == "__main__":
    main()
