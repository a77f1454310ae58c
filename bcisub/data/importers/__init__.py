"""Public data sets of the field as contest streams, one small file each. For `bcisub data import`."""

from __future__ import annotations

from bcisub.data.importers import eegmmidb, faced, platform, tsinghua
from bcisub.data.importers.base import Importer
from bcisub.model.errors import BcisubError

IMPORTERS: dict[str, Importer] = {
    importer.name: importer
    for importer in (tsinghua.BENCHMARK, tsinghua.BETA, eegmmidb.IMPORTER, faced.IMPORTER, platform.IMPORTER)
}


def get(name: str) -> Importer:
    """The importer of that name, or an error that lists the names."""
    if name not in IMPORTERS:
        raise BcisubError(f"There is no importer {name!r}.", hint=f"There are: {', '.join(IMPORTERS)}.")
    return IMPORTERS[name]
