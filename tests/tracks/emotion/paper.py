"""The miniature recording worked on paper, and runs over it through the scorer, in a line or two.

The miniature (samples of the recording, 250 Hz, packets of 50):

    250 at 100    242 at 220    video 1 (anger): 240 at 500, 241 at 2380
                                video 14 (neutral): 240 at 3000, 241 at 4510    243 at 5000    251 at 5200

The stream starts at 100. 242 is its sample 120, in packet 2. Counting starts with packet 3, so the fifth is
packet 7, which ends at stream sample 400 = recording 500; a judgement follows every 250 samples:
500, 750, 1000, … Video 1 is kept from 750 to 2130: the seconds that end at 1000, 1250, 1500, 1750, 2000 lie inside,
five samples; the one that ends at 2250 overlaps by 130 of 250. Video 14 is kept from 3250 to 4260: the seconds
that end at 3500, 3750, 4000, 4250 lie inside, four samples. It is scored under `edges=inside` unless a test says
otherwise, so that 9 samples count.
"""

from bcisub.model.record import BlockRecord, BlockTruth, Report, RunEnd, RunRecord
from bcisub.tracks.emotion.session import judgement_ends, read_session
from bcisub.tracks.emotion.track import TRACK

EVENTS = (
    *((100, 250), (220, 242), (475, 1), (500, 240), (2380, 241)),
    *((2975, 14), (3000, 240), (4510, 241), (5000, 243), (5200, 251)),
)
TRUTH = BlockTruth("sub1", "sub1", 5400, EVENTS)
ON_PAPER = {1000: 0, 1250: 0, 1500: 1, 1750: 0, 2000: 8, 2250: 0, 3500: 4, 3750: 4, 4000: 5, 4250: 0}
"""Answer to the second that ends at that sample of the recording; 7 at all others. 3 of 5 and 2 of 4 are right."""

FINISHED = RunEnd("finished")
INSIDE = {**TRACK.defaults(), "edges": "inside"}


def report(p, value, kind=None, compute=0.001, fed=0.0, equals=None):
    kind = kind or type(value).__name__
    plain = value if isinstance(value, int | float | str | bool | list | None) else None
    return Report(
        p=p, packet=p // 50, value=plain, type=kind, text=repr(value), compute=compute, fed=fed, equals=equals
    )


def record(answers=ON_PAPER, truth=TRUTH, count_from="after", **changed):
    """All judgements of the miniature; `changed` maps `at<end>` to a report of another kind."""
    found = BlockRecord(truth, packet=50, packets=103, delivered=truth.samples - 100)
    session = read_session(truth)
    for p in judgement_ends(session, 50, count_from):
        end = session.start + p
        found.reports.append(changed.get(f"at{end}") or report(p, answers.get(end, 7)))
    return found


def scored(*records, stage="preliminary", end=FINISHED, unread=(), **readings):
    run = RunRecord(list(records), end, unread=list(unread), options={"stage": stage})
    return TRACK.score(run, {**INSIDE, **readings})
