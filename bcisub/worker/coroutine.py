"""The interface of the 2024 platform: `run` is a coroutine on a real event loop (META-5 to META-8)."""

import asyncio
import gc
import inspect
import re
import warnings
from typing import Any, Dict, List, Optional, Tuple

from .answers import describe
from .channel import Channel
from .loader import LoadError
from .stream import Stream

SOURCE = "eeg_1"
_NEVER_AWAITED = re.compile(r"coroutine '([^']+)' was never awaited")


class UnAwaited(RuntimeError):
    """A coroutine was used as if it were its result."""


class Packet:
    """One packet: the public platform's attributes and the document's (META-6)."""

    def __init__(self, data: Any, start_position: int, block: Dict[str, Any], fs: int, names: List[str]) -> None:
        self.data = data
        self.start_position = start_position
        self.subject_id = str(block.get("subject", block.get("subject_id", "")))
        self.finish_flag = data is None
        self.personID = 0
        self.blockID = int(block.get("index", 0)) + 1
        self.srate = fs
        self.ch_names = names
        self.nchan = len(names)
        self.dimensions: Tuple[int, ...] = () if data is None else tuple(data.shape)


class Device:
    """What recorded the data (META-7)."""

    def __init__(self, channels: List[str], fs: int) -> None:
        self.data_type = "eeg"
        self.channel_number = len(channels)
        self.sample_rate = fs
        self.channel_label = list(channels)
        self.other_information: Dict[str, Any] = {}


class Source:
    """The reader of the one source."""

    def __init__(self, stream: Stream, job: Dict[str, Any]) -> None:
        self._stream = stream
        self._channels = list(job["channels"])
        self._fs = job["fs"]
        self._before = 0
        self._ended = False

    def get_source_label(self) -> str:
        """The source's name."""
        return SOURCE

    async def get_device(self) -> Device:
        """What recorded the data."""
        return Device(self._channels, self._fs)

    async def get_data(self) -> Packet:
        """The next packet; after the last one an object without data, then an error (META-6)."""
        await asyncio.sleep(0)  # as on the platform, other tasks of the team get their turn
        names = [*self._channels, "trigger"]
        stream = self._stream
        if stream.finished and not self._ended:
            self._ended = True
            return Packet(None, self._before, stream.block, self._fs, names)
        data = stream.next().data
        position, self._before = self._before, self._before + data.shape[1]
        return Packet(data, position, stream.block, self._fs, names)


class Proxy:
    """What the team's `self._proxy` is."""

    def __init__(self, channel: Channel, job: Dict[str, Any]) -> None:
        self._channel = channel
        self._stream = Stream(channel, job["rows"], job["packet"], job["fs"])
        self._source = Source(self._stream, job)

    def get_source(self, source_label: str = SOURCE) -> Source:
        """The source of that name."""
        if source_label != SOURCE:
            raise KeyError(f"there is no source {source_label!r}; this track has {SOURCE!r}")
        return self._source

    def get_challenge_config(self) -> Dict[str, Any]:
        """The challenge's settings: none are known."""
        return {}

    async def report(self, algorithm_result_object: Any) -> None:
        """Take one answer; a type the platform cannot send raises as it does there (META-8)."""
        place, entered = self._stream.stamp()
        if not hasattr(algorithm_result_object, "result"):
            raise TypeError(f"report takes an AlgorithmResultObject, not {type(algorithm_result_object).__name__}")
        result = algorithm_result_object.result
        if inspect.iscoroutine(result):
            raise UnAwaited("the result is a coroutine: `await` is missing where it was computed")
        _check_type(result)
        self._channel.send({"event": "report", **place, **describe(result)})
        self._stream.resume(entered)

    def close(self) -> None:
        """Send what is still counted here."""
        self._stream.close()


def _check_type(result: Any) -> None:
    import numpy

    if result is None or isinstance(result, (bool, str, bytes, numpy.ndarray)):
        return
    if not isinstance(result, list):
        raise TypeError(f"result may be a str, bytes, bool, list or ndarray, not {type(result).__name__}")
    if not result:
        raise ValueError("result is an empty list")


def run(algorithm_class: Any, channel: Channel, job: Dict[str, Any]) -> None:
    """Build the algorithm without arguments, hand it the proxy, await its `run` to its own end."""
    algorithm = algorithm_class()
    if not hasattr(algorithm, "set_proxy"):
        raise LoadError("{} has no set_proxy: derive it from AlgorithmInterface".format(job["class_name"]))
    if not inspect.iscoroutinefunction(algorithm.run):
        raise LoadError("{}.run must be a coroutine: write `async def run(self)`".format(job["class_name"]))
    proxy = Proxy(channel, job)
    algorithm.set_proxy(proxy)
    _tell_unawaited(channel)
    channel.send({"event": "begin"})
    try:
        asyncio.run(_main(algorithm, channel))
    except (AttributeError, TypeError) as problem:
        if "coroutine" not in str(problem):
            raise
        raise UnAwaited(f"un-awaited: an `await` is missing ({problem})").with_traceback(
            problem.__traceback__
        ) from problem
    finally:
        proxy.close()


async def _main(algorithm: Any, channel: Channel) -> None:
    """Await the team's `run`; what fails in a task nobody awaits is told to the host as well."""
    loop = asyncio.get_running_loop()

    def tell(loop: Any, context: Dict[str, Any]) -> None:
        problem = context.get("exception")
        if problem is not None:
            channel.send(
                {"event": "note", "code": "task-exception", "text": f"{type(problem).__name__}: {problem}"[:300]}
            )
        loop.default_exception_handler(context)

    loop.set_exception_handler(tell)
    await algorithm.run()
    # Such a task speaks up only when it is collected.
    gc.collect()


def _tell_unawaited(channel: Channel) -> None:
    """Python warns when a coroutine is dropped unused, e.g. a report without `await`: let the host know."""
    warnings.filterwarnings("always", message="coroutine .* was never awaited", category=RuntimeWarning)
    show = warnings.showwarning

    def showwarning(
        message: Any, category: Any, filename: str, lineno: int, file: Any = None, line: Optional[str] = None
    ) -> None:
        found = _NEVER_AWAITED.search(str(message))
        if found:
            channel.send({"event": "note", "code": "un-awaited", "name": found.group(1)})
        show(message, category, filename, lineno, file, line)

    warnings.showwarning = showwarning
