"""What a bundle is refused for before anything runs: each with file, line, reason and what to do."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path, PurePosixPath
from typing import Any

from bcisub.errors import SubmissionError
from bcisub.pack.compile import run_script
from bcisub.pack.scan import SCRIPT
from bcisub.project import Project
from bcisub.start_config import read_config, value_at

_BROUGHT_BY = {
    "cv2": "opencv-python",
    "sklearn": "scikit-learn",
    "skimage": "scikit-image",
    "yaml": "pyyaml",
    "PIL": "pillow",
    "pywt": "PyWavelets",
    "torchvision": "torchvision",
    "Crypto": "pycryptodome",
    "dateutil": "python-dateutil",
    "google": "protobuf",
    "serial": "pyserial",
}
"""Imports whose requirement has another name."""
_GONE = {"imp", "distutils", "asyncore", "asynchat", "smtpd", "cgi", "pipes", "telnetlib", "crypt", "lib2to3"}
"""Modules the target's standard library has and the host's may not."""


def check_config(project: Project) -> None:
    """The start configuration is there, readable, and has its keys."""
    layout = project.layout
    if layout.config is None:
        return
    file = project.root / layout.config
    if not file.is_file():
        raise SubmissionError(
            f"{layout.config} is missing; in the layout {layout.name} the server starts the submission by it.",
            where=file,
            hint=f"It needs the keys {', '.join(layout.config_keys)}. Another layout of the track: --layout NAME.",
            code="config-missing",
        )
    content = read_config(file)
    for key in layout.config_keys:
        value = value_at(content, key)
        if value is None or value in ("", []):
            raise SubmissionError(
                f"{layout.config} lacks the key {key}.",
                where=file,
                hint=f"It needs the keys {', '.join(layout.config_keys)}.",
                code="config-key-missing",
            )
        wanted = layout.config_values.get(key, value)
        if value != wanted:
            raise SubmissionError(
                f"{layout.config} has {key}: {value}, where the contest has {wanted}.",
                where=file,
                hint=f"Set {key} to {wanted}.",
                code="config-value",
            )


def check_names(project: Project, files: Mapping[str, Path]) -> None:
    """No module on the server's path bears the name of one of the standard library."""
    standard = set(sys.stdlib_module_names) | _GONE
    for entry in project.layout.path_entries:
        base = PurePosixPath(entry)
        for name in files:
            path = PurePosixPath(name)
            if not path.is_relative_to(base):
                continue
            top = path.relative_to(base).parts[0]
            module = PurePosixPath(top).stem if path == base / top else top
            python = path.suffix in (".py", ".pyc")
            if python and module in standard:
                raise SubmissionError(
                    f"{module!r} is a module of Python's standard library; here one hides the other.",
                    where=name,
                    hint="Give the file or folder another name.",
                    code="shadows-standard-library",
                )


def check_sources(project: Project, sources: Mapping[str, Path], python: Path, version: str) -> None:
    """Every import can be had in the environment, the class is there, no call loads from a place on this machine."""
    told = run_script(python, SCRIPT, _question(project, sources))
    for name, line, module in told["missing"]:
        requirement = _BROUGHT_BY.get(module, module)
        raise SubmissionError(
            f"Python {version} has no module {module!r} in the submission's environment.",
            where=f"{name}:{line}",
            hint=f"Add a line to requirements.txt: {requirement}",
            code="import-missing",
        )
    for name, line, call, path in told["absolute"]:
        raise SubmissionError(
            f"{call}(…) loads {path!r}, a place on this machine that the server does not have.",
            where=f"{name}:{line}",
            hint="Put the file beside the code and build its path from __file__: "
            'os.path.join(os.path.dirname(__file__), "model.npz")',
            code="absolute-path",
        )
    entry = project.layout.entry
    if entry in told["bound"] and project.layout.class_name not in told["bound"][entry]:
        classes = ", ".join(told["classes"][entry]) or "none"
        raise SubmissionError(
            f"The class {project.layout.class_name} is not there; the file has: {classes}.",
            where=entry,
            hint=f"The server asks for the class by its name: class {project.layout.class_name}(…).",
            code="class-missing",
        )


def _question(project: Project, sources: Mapping[str, Path]) -> dict[str, Any]:
    layout = project.layout
    folders = [str(project.root / entry) for entry in layout.path_entries]
    folders.append(str((project.root / layout.entry).parent))
    if layout.provided:
        provided = Path(__file__).resolve().parent.parent / "worker" / "provided" / layout.provided
        folders.append(str(provided))
    return {"sources": {name: str(file) for name, file in sources.items()}, "folders": folders}
