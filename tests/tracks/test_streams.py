"""What readings change in the stream, said by the readings themselves."""

from dataclasses import replace

import numpy as np
import pytest

from bcisub.model.stream import Stream, end_empty, join, tell
from bcisub.model.track import Reading
from bcisub.tracks import TRACKS


@pytest.mark.parametrize("track", TRACKS.values(), ids=TRACKS)
def test_defaults_leave_the_stream_as_the_track_has_it(track):
    """Without a reading, or with every one at its default: the track's own mask, block by block, nothing added."""
    assert track.stream({}) == track.stream(track.defaults()) == Stream(track.mask, track.blank, options=track.options)


@pytest.mark.parametrize("track", TRACKS.values(), ids=TRACKS)
def test_a_reading_changes_the_stream_by_values_it_has_and_never_by_its_default(track):
    for reading in track.readings:
        assert set(reading.changes) <= set(reading.choices) - {reading.default}
        for value in reading.choices:
            changed = track.stream({reading.name: value}) != track.stream({})
            assert changed == (value in reading.changes)


def test_changes_of_several_readings_add_up():
    """A mask, joined blocks, an empty end and words for the adapter: each reading keeps what the others did."""

    def hide(stream):
        return replace(stream, mask=np.zeros_like)

    chosen = {"a": hide, "b": join, "c": end_empty, "d": tell(first=1), "e": tell(second=2)}
    readings = tuple(Reading(name, {"no": "", "yes": ""}, {"yes": change}) for name, change in chosen.items())
    track = replace(next(iter(TRACKS.values())), readings=readings, options={"own": 0})
    made = track.stream(dict.fromkeys(chosen, "yes"))
    assert made == Stream(np.zeros_like, joined=True, ends_empty=True, options={"own": 0, "first": 1, "second": 2})
    assert track.stream({"e": "yes"}).options == {"own": 0, "second": 2}
    assert [reading.stream for reading in readings] == [True] * 5
