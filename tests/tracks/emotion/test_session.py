"""A session of the emotion track: what is visible, where the stream runs, what is refused (EMO-2 to EMO-4)."""

import pytest

from bcisub.model.errors import BcisubError
from bcisub.model.record import BlockTruth
from bcisub.tracks.emotion.seconds import valence
from bcisub.tracks.emotion.session import LABELS, read_session
from bcisub.tracks.emotion.track import TRACK
from tests.tracks.emotion.paper import EVENTS, TRUTH, record, scored


def test_labels_of_the_28_videos_emo_7():
    borders = {1: 0, 3: 0, 4: 1, 6: 1, 7: 2, 9: 2, 10: 3, 12: 3, 13: 4, 16: 4, 17: 5, 19: 5, 20: 6, 22: 6, 23: 7}
    borders |= {25: 7, 26: 8, 28: 8}
    assert {number: LABELS[number - 1] for number in borders} == borders
    assert len(LABELS) == 28
    assert [valence(label) for label in range(9)] == [0, 0, 0, 0, 1, 2, 2, 2, 2]


def test_only_four_triggers_are_visible_emo_3():
    np = pytest.importorskip("numpy")
    row = np.array([250.0, 0, 242, 1, 240, 28, 241, 243, 251, 7])
    assert TRACK.mask(row).tolist() == [250, 0, 242, 0, 0, 0, 0, 243, 251, 0]
    assert row[3] == 1, "the stored row stays as it is"


def test_the_stream_runs_from_250_to_the_packet_that_holds_251_emo_4():
    """251 is stream sample 5100, in packet 102, which ends at 5150: recording 5250."""
    session = read_session(TRUTH)
    assert (session.start, session.stream_end(50, 5400)) == (100, 5250)
    assert session.stream_end(50, 5230) == 5230, "a recording that stops inside the packet gives a short one (C2)"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({100: None}, "no experiment start"),
        ({5200: None}, "no experiment end"),
        ({220: None}, "240.*outside a block.*500"),
        ({475: None}, "without the video's number.*500"),
        ({2380: None}, "number of video 14 inside another video.*2975"),
        ({500: None}, "241.*without its start.*2380"),
        ({5000: None}, "251.*inside a block.*5200"),
        ({2500: 242}, "242.*inside a block.*2500"),
        ({1000: 243}, "243.*inside a video.*1000"),
        ({5100: 243}, "243.*without its start.*5100"),
        ({600: 240}, "240.*inside a video.*600"),
        ({300: 250}, "second experiment start.*300"),
        ({300: 99}, "trigger 99.*300"),
    ],
)
def test_triggers_that_cannot_be_scored_are_refused_with_their_sample_emo_2(change, message):
    events = {**dict(EVENTS), **change}
    kept = tuple(sorted((sample, code) for sample, code in events.items() if code is not None))
    with pytest.raises(BcisubError, match=message) as caught:
        TRACK.check_truth(BlockTruth("sub1", "sub1", 5400, kept))
    assert caught.value.where == "sub1/sub1"


def test_triggers_before_250_and_after_251_do_not_matter_emo_4():
    events = ((5, 243), *EVENTS, (5300, 242))
    assert scored(record(truth=BlockTruth("sub1", "sub1", 5400, events))).score == pytest.approx(0.55)
