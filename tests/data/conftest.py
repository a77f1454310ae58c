"""A miniature of the ssvep-async track (two channels), so that sets in these tests stay small."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bcisub.model.track import Track
from bcisub.tracks.ssvep_async.track import TRACK


@pytest.fixture
def track() -> Track:
    return replace(TRACK, channels=("O1", "O2"))


@pytest.fixture(autouse=True)
def own_places(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BCISUB_CACHE", str(tmp_path_factory.mktemp("cache")))
    monkeypatch.delenv("BCISUB_DATA", raising=False)
