"""The interface of the 2024 platform: `run` is a coroutine on a real event loop (META-5 to META-8)."""

import asyncio
import bisect
import gc
import inspect
from typing import Any, Dict, List, Tuple

from .answers import describe
from .channel import Channel
from .classes import joined
from .loader import LoadError
from .stream import Stream
from .unawaited import Dropped, UnAwaited, note

SOURCE = "eeg_1"


class Packet:
    """One packet: the public platform's attributes and the document's (META-6)."""

    def __init__(self, place: Tuple[Any, Any, int], data: Any, fs: int, names: List[str]) -> None:
        self.start_position, self.subject_id, self.blockID = place
        self.data = data
        self.finish_flag = data is None
        self.personID = 0
        self.srate = fs
        self.ch_names = names
        self.nchan = len(names)
        self.dimensions: Tuple[int, ...] = () if data is None else tuple(data.shape)


class Device:
    """What recorded the data (META-7)."""

    def __init__(self, channels: List[str], fs: int) -> None:
        self.data_type = "EEG"
        self.channel_number = len(channels)
        self.sample_rate = float(fs)
        self.channel_label = list(channels)
        self.other_information: Dict[str, Any] = {}


class Source:
    """The reader of the one source."""

    def __init__(self, stream: Stream, job: Dict[str, Any]) -> None:
        self._stream = stream
        self._channels = list(job["channels"])
        self._fs = job["fs"]
        self._packet, self._device = joined(Packet, job, "packet"), joined(Device, job, "device")
        self._before = 0
        self._ended = False

    def get_source_label(self) -> str:
        """The source's name."""
        return SOURCE

    async def get_device(self) -> Any:
        """What recorded the data."""
        return self._device(self._channels, self._fs)

    async def get_data(self) -> Any:
        """The next packet; after the last one an object without data, then an error (META-6)."""
        await asyncio.sleep(0)  # as on the platform, other tasks of the team get their turn
        names = [*self._channels, "trigger"]
        stream = self._stream
        if stream.finished and not self._ended:
            self._ended = True
            _, number = self._place(self._before - 1)
            return self._packet((None, None, number), None, self._fs, names)
        data = stream.next().data
        position, self._before = self._before, self._before + data.shape[1]
        return self._packet((position, *self._place(self._before - 1)), data, self._fs, names)

    def _place(self, last: int) -> Tuple[str, int]:
        """Subject and number, from 1, of the block a packet ends in; blocks joined to one run tell their starts."""
        block = self._stream.block
        joined_blocks = block.get("joined")
        if not joined_blocks:
            return str(block["subject"]), int(block["index"]) + 1
        number = bisect.bisect_right([first for _, _, first in joined_blocks], last)
        return str(joined_blocks[number - 1][0]), number


class Proxy:
    """What the team's `self._proxy` is."""

    def __init__(self, channel: Channel, job: Dict[str, Any]) -> None:
        self._channel = channel
        self._stream = Stream(channel, job["rows"], job["packet"], job["fs"])
        self._source: Source = joined(Source, job, "source")(self._stream, job)

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
            name = result.__name__
            result.close()
            self._channel.send(note(name))
            raise UnAwaited(f"un-awaited: the result is a coroutine, `await` is missing before {name}(…)")
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
    if not any(all(isinstance(entry, kind) for entry in result) for kind in (int, float, str)):
        names = ", ".join(sorted({type(entry).__name__ for entry in result}))
        raise TypeError(f"a list of results holds int, float or str, all of one kind, not {names}")


def run(algorithm_class: Any, channel: Channel, job: Dict[str, Any]) -> None:
    """Build the algorithm without arguments, hand it the proxy, await its `run` to its own end."""
    algorithm = algorithm_class()
    if not hasattr(algorithm, "set_proxy"):
        raise LoadError("{} has no set_proxy: derive it from AlgorithmInterface".format(job["class_name"]))
    if not inspect.iscoroutinefunction(algorithm.run):
        raise LoadError("{}.run must be a coroutine: write `async def run(self)`".format(job["class_name"]))
    proxy = joined(Proxy, job, "proxy")(channel, job)
    algorithm.set_proxy(proxy)
    dropped = Dropped(channel, job["root"])
    channel.send({"event": "begin"})
    try:
        asyncio.run(_main(algorithm, channel))
    except (AttributeError, TypeError) as problem:
        if "coroutine" not in str(problem):
            raise
        name = dropped.used(problem)
        raise UnAwaited(f"un-awaited: `await` is missing before {name}(…): {problem}").with_traceback(
            problem.__traceback__
        ) from problem
    finally:
        dropped.close()
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
