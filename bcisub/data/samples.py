"""The sample sets: recipes shipped with the tool, generated on first use into a cache."""

from __future__ import annotations

import hashlib
import importlib.util
import warnings
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any

from bcisub.data.making import DESCRIPTION, whole_set, write_description
from bcisub.data.manifest import damage, write_manifest
from bcisub.model.cache import cache_folder
from bcisub.model.errors import BcisubError, BcisubWarning
from bcisub.model.resources import folder as resource_folder
from bcisub.model.scratch import discard
from bcisub.model.track import Track

Progress = Callable[[float], None]


def names(track: str) -> list[str]:
    """Sample sets of a track for which there is a recipe."""
    return sorted((path.stem for path in (resource_folder("sample_data") / track).glob("*.toml")), key=_order)


def _order(name: str) -> tuple[str, bool, str]:
    stage, _, rest = name.partition("_")
    return stage, rest != "train", rest


def recipe(track: str, name: str) -> dict[str, Any]:
    """The recipe of a sample set."""
    import tomlkit

    return tomlkit.parse(_recipe_path(track, name).read_text(encoding="utf-8")).unwrap()


def cached(track: str, name: str) -> Path | None:
    """The generated set, if it is in the cache."""
    place = _place(track, name)
    return place if (place / DESCRIPTION).is_file() else None


def ensure(track: Track, name: str, progress: Progress | None = None) -> Path:
    """The folder of a sample set, generated if it is not there yet, and again if it is damaged."""
    place = _place(track.name, name)
    if (place / DESCRIPTION).is_file() and (wrong := damage(place)) is not None:
        warnings.warn(f"The sample set {name} was damaged ({wrong}) and is made again.", BcisubWarning, stacklevel=2)
        _remove(place)
    if not (place / DESCRIPTION).is_file():
        make(track, name, place, progress, kept=True)
    return place


def _remove(place: Path) -> None:
    try:
        discard(place)
    except OSError as error:
        raise BcisubError(
            f"The damaged set cannot be replaced: {error.strerror or error}.",
            where=place,
            hint="End other runs that use it, and delete the folder.",
            code="damaged-set",
        ) from None


def make(track: Track, name: str, target: Path, progress: Progress | None = None, *, kept: bool = False) -> None:
    """Generate a sample set at `target`: whole, or not at all. Two that generate at once do not disturb each other.

    One that is `kept` in the cache carries a list of its files.
    """
    how = recipe(track.name, name)
    generator = importlib.import_module(_generator(track.name))
    with whole_set(target) as work:
        generator.generate(how, work, progress or (lambda share: None))
        write_description(
            work,
            {
                "track": track.name,
                "name": name,
                "origin": "simulated",
                "summary": str(how.get("summary", "")),
                "licence": "MIT, with bcisub",
                "made": f"bcisub data make {name} --track {track.name}",
                "seed": how["seed"],
                "numpy": _numpy_version(),
            },
        )
        if kept:
            write_manifest(work)


def _place(track: str, name: str) -> Path:
    """The set's folder in the cache; another recipe, generator or numpy is another set."""
    digest = hashlib.sha256(_recipe_path(track, name).read_bytes())
    for package in ("bcisub.simulate", _generator(track)):
        spec = importlib.util.find_spec(package)
        source = Path(str(spec and spec.origin))
        # Generators lean on the shared modules, so all of those count; other tracks' generators do not.
        for file in sorted(source.parent.glob("*.py")) if source.name == "__init__.py" else (source,):
            digest.update(file.read_bytes())
    digest.update(_numpy_version().encode())
    return cache_folder() / "sets" / track / f"{name}-{digest.hexdigest()[:12]}"


def _generator(track: str) -> str:
    """The module or package with the track's `generate`."""
    return f"bcisub.tracks.{track.replace('-', '_')}.generator"


def _numpy_version() -> str:
    return version("numpy")


def _recipe_path(track: str, name: str) -> Path:
    path = resource_folder("sample_data") / track / f"{name}.toml"
    if name not in names(track):
        raise BcisubError(f"{track} has no sample set {name!r}.", hint=f"There are: {', '.join(names(track))}.")
    return path
