"""Finds the team's class as the server would: the submission's folders on the path, then a plain import."""

import importlib
import importlib.util
import os
import sys
from typing import Any, Dict, Optional


class LoadError(Exception):
    """The submission lacks what the track's interface asks for; the message says what."""


class Provided:
    """Serves the official interface modules to submissions that came without them; asked last."""

    def __init__(self, folder: str) -> None:
        self._folder = folder

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> Optional[Any]:
        """The module of that name below our folder, or nothing."""
        place = os.path.join(self._folder, *name.split("."))
        if os.path.isfile(place + ".py"):
            return importlib.util.spec_from_file_location(name, place + ".py")
        if os.path.isdir(place):
            spec = importlib.util.spec_from_loader(name, None, is_package=True)
            if spec is not None:
                spec.submodule_search_locations = [place]
            return spec
        return None


def load(job: Dict[str, Any]) -> Any:
    """The class named in the job."""
    root = job["root"]
    entries = [os.path.normpath(os.path.join(root, entry)) for entry in job["path_entries"]]
    sys.path[:0] = entries
    sys.path.extend(os.path.normpath(os.path.join(root, entry)) for entry in job.get("appended_entries", ()))
    if job.get("provided"):
        sys.meta_path.append(Provided(job["provided"]))
    os.chdir(root)
    sys.argv = [os.path.join(root, "main.py")]
    module = importlib.import_module(job["module"])
    if not hasattr(module, job["class_name"]):
        classes = [
            name
            for name, thing in vars(module).items()
            if isinstance(thing, type) and thing.__module__ == module.__name__
        ]
        raise LoadError(
            "{} has no class {}; it has {}".format(job["entry"], job["class_name"], ", ".join(classes) or "none")
        )
    return getattr(module, job["class_name"])
