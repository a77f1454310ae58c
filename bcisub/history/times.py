"""How much a run computed: packets, reports, and the time on a packet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any


class Times:
    """Notes the events of a run as they pass, so that its log is read only once.

    A block's packets are those up to the furthest that is known: not every one leaves a time, and a forked process
    may leave a second. Where nothing is streamed the answers carry the times: each frame was a packet.
    """

    def __init__(self) -> None:
        self._ticks: list[float] = []
        self._answered: list[float] = []
        self._planned: dict[int, int] = {}
        self._reached: dict[int, int] = {}

    def noting(self, events: Iterable[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
        """The same events, each noted on its way."""
        for event in events:
            self._note(event)
            yield event

    def figures(self) -> dict[str, Any]:
        """Packets, reports, and how long the algorithm computed on a packet: median, 99 % and the longest."""
        times = sorted(self._ticks or self._answered)

        def at(share: float) -> float:
            return times[min(len(times) - 1, int(share * len(times)))] / 1000 if times else 0.0

        return {
            "packets": sum(min(packet, self._planned[block]) for block, packet in self._reached.items()),
            "reports": len(self._answered),
            "compute": {"p50_ms": at(0.5), "p99_ms": at(0.99), "max_ms": at(1.0), "total_s": sum(times) / 1e6},
        }

    def _note(self, event: Mapping[str, Any]) -> None:
        if event["event"] == "block":
            self._planned[event["index"]] = event["packets"]
        elif event["event"] == "tick":
            self._ticks += event["compute_us"]
        elif event["event"] == "report":
            self._answered.append(1e6 * event.get("compute", 0.0))
        if event["event"] in ("tick", "report") and event["block"] in self._planned:
            self._reached[event["block"]] = max(self._reached.get(event["block"], 0), event["packet"])
