"""Random emotion sessions, and EMO-4 to EMO-12 once more, packet by packet and second by second."""

from hypothesis import strategies as st

LABEL = {1: 0, 5: 1, 9: 2, 10: 3, 16: 4, 18: 5, 20: 6, 25: 7, 28: 8}


@st.composite
def recordings(draw):
    """A random session: gaps of any length, so that triggers fall anywhere in their packets."""
    now = draw(st.integers(0, 120))
    events = [(now, 250)]

    def later(least, most):
        nonlocal now
        now += draw(st.integers(least, most))
        return now

    for _ in range(draw(st.integers(1, 3))):
        events.append((later(50, 400), 242))  # never in the packet of the 243 before
        for _ in range(draw(st.integers(1, 3))):
            events.append((later(1, 300), draw(st.sampled_from(sorted(LABEL)))))
            events += [(later(25, 25), 240), (later(760, 2500), 241)]
        events.append((later(1, 300), 243))
    events.append((later(1, 300), 251))
    return tuple(events), now + draw(st.integers(1, 100))


def naive(events, samples, answers, edges, count_from, final):
    """Correct and all seconds of every video, and the share; `answers` gives value, type and seconds in turn."""
    start = events[0][0]
    codes = dict(events)
    video = label = None
    spans = []
    for sample, code in events:
        if code in LABEL:
            label = LABEL[code]
        if code == 240:
            video = sample
        if code == 241:
            spans.append((video + 250, sample - 250, label))
    right, total = [0] * len(spans), [0] * len(spans)
    counting, count = False, 0
    for low in range(start, samples, 50):
        high = low + 50
        held = [codes[at] for at in range(low, min(high, samples)) if at in codes]
        if 242 in held and count_from == "with" and not counting:
            counting, count = True, 0
        if counting:
            count += 1
            if count == 5:
                count = 0
                value, kind, compute = next(answers)
                for at, (begin, end, truth) in enumerate(spans):
                    inside = sum(begin <= sample < end for sample in range(high - 250, high))
                    if inside == 250 or (edges == "overlap" and inside > 125):
                        total[at] += 1
                        right[at] += kind == "int" and value == truth and not (final and compute > 0.5)
        if 243 in held:
            counting = False
        if 242 in held and count_from == "after":
            counting, count = True, 0
        if 251 in held:
            break
    shares = [found / of for found, of in zip(right, total, strict=True) if of]
    return list(zip(right, total, strict=True)), sum(shares) / len(shares) if shares else None
