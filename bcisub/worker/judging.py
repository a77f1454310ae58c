"""When a pushed algorithm is asked for a judgement, and which names it must have (EMO-5, EMO-13)."""

from typing import Any, List

BLOCK_START, BLOCK_END = 242, 243
PACKETS_A_JUDGEMENT = 5
METHODS = ("get_data", "algorithm")


class JudgementClock:
    """Counts packets between 242 and 243 and says after which of them `algorithm()` is due."""

    def __init__(self, count_from: str = "after") -> None:
        self._first = 0 if count_from == "after" else 1
        self._count = 0
        self._in_block = False

    def passed(self, triggers: Any) -> bool:
        """Take the trigger row of the packet just handed over; True if a judgement is due now."""
        due = False
        if self._in_block:
            self._count += 1
            due = self._count % PACKETS_A_JUDGEMENT == 0
        for code in triggers[triggers.nonzero()]:
            if code == BLOCK_START:
                self._in_block, self._count = True, self._first
            elif code == BLOCK_END:
                self._in_block = False
        return due


def missing_names(module: Any, class_name: str = "MyAlgorithm") -> List[str]:
    """What the contest's framework would look for in `module` and not find."""
    found = getattr(module, class_name, None)
    if not isinstance(found, type):
        return ["class " + class_name]
    return [f"{class_name}.{method}" for method in METHODS if not callable(getattr(found, method, None))]
