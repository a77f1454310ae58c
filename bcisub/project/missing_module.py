"""What to do about a module that is not found, the same words wherever it is met: `check`, `eval` and `pack`."""

from __future__ import annotations

import re
from pathlib import Path, PurePosixPath

from bcisub.model.record import RunEnd
from bcisub.project.contents import present_files
from bcisub.project.project import Project

_BROUGHT_BY = {
    "cv2": "opencv-python",
    "sklearn": "scikit-learn",
    "skimage": "scikit-image",
    "yaml": "pyyaml",
    "PIL": "pillow",
    "pywt": "PyWavelets",
    "Crypto": "pycryptodome",
    "dateutil": "python-dateutil",
    "google": "protobuf",
    "imblearn": "imbalanced-learn",
    "pkg_resources": "setuptools<70",
    "serial": "pyserial",
}
"""Imports whose requirement has another name."""
_NOT_FOUND = re.compile(r"ModuleNotFoundError: No module named '([^']+)'")


def advice(module: str, project: Project) -> str:
    """The requirement that brings the module; never that of a file or folder of the project itself."""
    top = module.split(".")[0]
    own = _own(top, project)
    if own is None:
        version = "" if top == module else f" (a version that has {module})"
        return f"Add a line to requirements.txt: {_BROUGHT_BY.get(top, top)}{version}"
    shown = own.relative_to(project.root).as_posix()
    layout = project.layout
    if not _uploaded(own, project):
        return f"{shown} is yours and is not uploaded: put it into {layout.packed[0]}/, and import it from there."
    name = _server_name(shown, project)
    if name.split(".")[0] == top:
        return f"{shown} is yours, and has no {module} in it: write the name as the file is called."
    return f"{shown} is yours: import it by the name that the server knows it by, {name}."


def advice_on(end: RunEnd, project: Project) -> str | None:
    """The same for a run that ended because a module was not found; None if it ended otherwise."""
    found = _NOT_FOUND.search(end.message)
    return None if found is None else advice(found[1], project)


def _own(top: str, project: Project) -> Path | None:
    """The file or folder of that name that is the project's, beside the submission or anywhere in what is uploaded.

    What else lies deeper are the team's recordings and environments.
    """
    beside = [project.root, *(project.root / entry for entry in project.layout.path_entries)]
    for folder in beside:
        if (folder / f"{top}.py").is_file():
            return folder / f"{top}.py"
        if (folder / top).is_dir():
            return folder / top
    for file in present_files(project.root, project.layout).values():
        if file.suffix in (".py", ".pyc"):
            for place in (file, *file.parents):
                if place.stem == top and place.is_relative_to(project.root):
                    return place
    return None


def _uploaded(own: Path, project: Project) -> bool:
    return any(file.is_relative_to(own) for file in present_files(project.root, project.layout).values())


def _server_name(shown: str, project: Project) -> str:
    """The dotted name under which a file or folder of the upload is imported, from the nearest folder on the path."""
    path = PurePosixPath(shown)
    layout = project.layout
    entries = [PurePosixPath(entry) for entry in (*layout.path_entries, *layout.appended_entries)]
    nearest = max((one for one in entries if path.is_relative_to(one)), key=lambda one: len(one.parts), default=None)
    inside = path if nearest is None else path.relative_to(nearest)
    return ".".join(inside.with_suffix("").parts)
