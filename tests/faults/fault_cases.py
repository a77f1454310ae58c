"""What strangers' code may do, and what bcisub must say to it. `docs/faults.md` is made from this."""

from __future__ import annotations

from dataclasses import dataclass, field

PULL, COROUTINE, PUSH = ("ssvep-async", "turing"), ("metaverse",), ("emotion",)
ALL = (*PULL, *COROUTINE, *PUSH)


@dataclass(frozen=True)
class Fault:
    """One fault: what the code does, and what the user is told."""

    name: str
    does: str
    code: str
    """Text of the module `fault`, or of the whole main file where `whole` is set."""
    says: str
    """Code of the diagnostic; empty where there is nothing to say."""
    exit: int
    tracks: tuple[str, ...] = ALL
    whole: bool = False
    options: tuple[str, ...] = ()
    sentence: str = ""
    """Part of the sentence on the screen."""
    other: dict[str, tuple[str, int]] = field(default_factory=dict)
    """Code and exit where a track's own rules ask for something else."""

    def expected(self, track: str) -> tuple[str, int]:
        """Code and exit on a track."""
        return self.other.get(track, (self.says, self.exit))


def at_packet(*lines: str, k: int = 3) -> str:
    """Do something with the k-th packet."""
    body = "\n".join(f"        {line}" for line in lines)
    return f"import os, sys, threading, time\n\n\ndef packet(k, data, report):\n    if k == {k}:\n{body}\n"


SHORT = ("--time-limit", "3")

FAULTS = (
    Fault(
        "raises-in-constructor",
        "raises an exception in its constructor",
        'def init():\n    raise ValueError("broken")\n',
        "run-exception",
        1,
        sentence="ValueError: broken",
    ),
    Fault(
        "raises-in-run",
        "raises an exception while it reads",
        at_packet('raise ValueError("broken")'),
        "run-exception",
        1,
        sentence="ValueError: broken",
    ),
    Fault(
        "raises-at-end",
        "raises an exception after the last report",
        'def end(report):\n    report(GOOD)\n    raise KeyError("late")\n',
        "run-exception",
        1,
        sentence="KeyError: 'late'",
    ),
    Fault(
        "wrong-syntax",
        "has a syntax error",
        "def packet(k, data, report)\n    pass\n",
        "run-exception",
        1,
        sentence="SyntaxError",
    ),
    Fault("busy-loop", "never returns: busy", at_packet("while True: pass"), "run-time-limit", 1, options=SHORT),
    Fault("sleeps", "never returns: asleep", at_packet("time.sleep(1000)"), "run-time-limit", 1, options=SHORT),
    Fault(
        "deadlock",
        "never returns: a deadlocked thread",
        at_packet("lock = threading.Lock()", "lock.acquire()", "lock.acquire()"),
        "run-time-limit",
        1,
        options=SHORT,
    ),
    Fault(
        "ignores-sigterm",
        "never returns and ignores SIGTERM",
        at_packet("import signal", "signal.signal(signal.SIGTERM, signal.SIG_IGN)", "time.sleep(1000)"),
        "run-time-limit",
        1,
        options=SHORT,
    ),
    Fault("sys-exit", "calls sys.exit(0)", at_packet("sys.exit(0)"), "run-exit", 1, sentence="sys.exit(0)"),
    Fault("os-exit", "calls os._exit(3)", at_packet("os._exit(3)"), "run-exit", 1, sentence="exit code 3"),
    Fault("os-exit-0", "calls os._exit(0)", at_packet("os._exit(0)"), "run-exit", 1, sentence="exit code 0"),
    Fault(
        "segfault",
        "reads address 0",
        at_packet("import ctypes", "ctypes.string_at(0)"),
        "run-signal",
        1,
        sentence="signal 11",
    ),
    Fault(
        "killed",
        "is killed by the system",
        at_packet("os.kill(os.getpid(), 9)"),
        "run-signal",
        1,
        sentence="signal 9",
    ),
    Fault(
        "recursion",
        "recurses to the limit",
        "def packet(k, data, report):\n    packet(k, data, report)\n",
        "run-exception",
        1,
        sentence="RecursionError",
    ),
    Fault(
        "memory",
        "takes memory without end",
        at_packet("kept = []", "while True:", "    kept.append(bytearray(20_000_000))", "    time.sleep(0.02)"),
        "run-memory-limit",
        1,
        options=("--memory-limit", "400"),
        sentence="400 MB",
    ),
    Fault(
        "thread-stays",
        "leaves a thread behind",
        at_packet("threading.Thread(target=time.sleep, args=(1000,)).start()"),
        "",
        0,
    ),
    Fault(
        "child-stays",
        "leaves child processes behind, one in a session of its own",
        at_packet(
            "import subprocess",
            "sleep = [sys.executable, '-c', 'import time; time.sleep(1000)']",
            "subprocess.Popen(sleep)",
            "subprocess.Popen(sleep, start_new_session=True)",
        ),
        "",
        0,
    ),
    Fault(
        "child-stays-after-exit",
        "leaves a child process behind and is gone itself",
        at_packet(
            "import subprocess",
            "subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(1000)'], start_new_session=True)",
            "os._exit(1)",
        ),
        "run-exit",
        1,
    ),
    Fault(
        "closes-streams",
        "closes sys.stdin, sys.stdout and sys.stderr",
        at_packet("sys.stdin.close()", "sys.stdout.close()", "sys.stderr.close()"),
        "",
        0,
    ),
    Fault(
        "closes-descriptors",
        "closes every descriptor, the framework's too",
        at_packet("os.closerange(0, 256)", "time.sleep(1000)"),
        "run-lost",
        1,
        options=("--time-limit", "20"),
        sentence="closed the connection",
    ),
    Fault(
        "writes-into-the-line",
        "writes an end of its own to every descriptor",
        at_packet(
            "for descriptor in range(3, 64):",
            "    try:",
            '        os.write(descriptor, b\'{"event": "end", "how": "finished"}\\n\')',
            "    except OSError:",
            "        pass",
        ),
        "run-lost",
        1,
        sentence="wrote into the line",
    ),
    Fault(
        "steers-the-terminal",
        "raises an exception whose text clears the screen",
        at_packet("raise ValueError('\\x1b[2J\\x9b2J')"),
        "run-exception",
        1,
        sentence=r"\x1b[2J\x9b2J",
    ),
    Fault("replaces-stdout", "sets sys.stdout to None", at_packet("sys.stdout = None", "print('x')"), "", 0),
    Fault(
        "prints-a-gigabyte",
        "prints 1 GB",
        at_packet("line = 'x' * 1_000_000", "for _ in range(1000): print(line)"),
        "log-rotated",
        0,
        options=("--time-limit", "300"),
    ),
    Fault("prints-bytes", "prints what is not UTF-8", at_packet(r"os.write(1, b'\xff\xfe\n' * 100)"), "", 0),
    Fault("changes-directory", "changes the working directory", at_packet("os.chdir('/')"), "", 0),
    Fault(
        "monkeypatches",
        "replaces functions of numpy, time, random, json and os",
        at_packet(
            "import json, random, numpy",
            "broken = lambda *a, **k: 1 / 0",
            "for module, names in ((numpy, ('frombuffer', 'array', 'cumsum', 'arange', 'rint', 'empty')),",
            "                      (time, ('perf_counter', 'time', 'sleep')), (random, ('random',)),",
            "                      (json, ('dumps', 'loads')), (os, ('write', 'read'))):",
            "    for name in names: setattr(module, name, broken)",
        ),
        "",
        0,
    ),
    Fault(
        "reports-much",
        "reports 20 000 times on one packet",
        at_packet("for _ in range(20_000): report(GOOD)", k=20),
        "second-report",
        0,
        tracks=PULL,
    ),
    Fault(
        "reports-a-million",
        "reports 1 000 000 times on one packet",
        at_packet("for _ in range(1_000_000): report(GOOD)", k=20),
        "second-report",
        0,
        tracks=PULL[:1],
        options=("--time-limit", "600"),
    ),
    Fault(
        "reports-huge",
        "reports a text of 10 MB",
        at_packet("report('1' * 10_000_000)", k=20),
        "report-too-large",
        0,
    ),
    Fault(
        "reports-objects",
        "reports recursive, unpicklable, NaN and hostile values",
        at_packet(
            "loop = []",
            "loop.append(loop)",
            "class Hostile:",
            "    def __repr__(self): raise SystemExit",
            "    def __getattr__(self, name): raise RuntimeError(name)",
            "for value in (loop, lambda: 0, float('nan'), float('inf'), Hostile(), 10 ** 5000, object, ...):",
            "    report(value)",
            k=20,
        ),
        "invalid-report",
        0,
        other={"metaverse": ("run-exception", 1), "emotion": ("invalid-return", 0)},
    ),
    Fault(
        "reports-odd-text",
        "reports texts with newlines and half characters",
        at_packet(r"report('1\n{\"event\": \"end\"}\n')", r"report('\ud800\x00')", k=20),
        "invalid-report",
        0,
        other={"emotion": ("invalid-return", 0)},
    ),
    Fault(
        "keeps-packets",
        "writes into every packet and keeps it",
        "kept = []\n\n\ndef packet(k, data, report):\n    data[:] = 0\n    kept.append(data)\n",
        "",
        0,
    ),
    Fault(
        "two-readers",
        "reads from two threads at once",
        "import threading\n\n\nclass {name}:\n    def run(self):\n"
        "        def read():\n            try:\n                while not self.task.get_data().finish_flag:\n"
        "                    pass\n            except IndexError:\n                pass\n"
        "        threads = [threading.Thread(target=read) for _ in range(2)]\n"
        "        for thread in threads: thread.start()\n        for thread in threads: thread.join()\n",
        "read-after-finish",
        0,
        tracks=PULL,
        whole=True,
    ),
    Fault(
        "reads-on",
        "reads on after the finish flag",
        "class {name}:\n    def run(self):\n        while True:\n            self.task.get_data()\n",
        "read-after-finish",
        1,
        tracks=PULL,
        whole=True,
    ),
    Fault(
        "returns-at-once",
        "returns without reading",
        "class {name}:\n    def run(self):\n        pass\n",
        "stopped-early",
        0,
        tracks=PULL,
        whole=True,
    ),
    Fault(
        "forgets-await",
        "forgets an await",
        "from Algorithm.method.interface.AlgorithmInterface import AlgorithmInterface\n\n\n"
        "class {name}(AlgorithmInterface):\n    async def run(self):\n"
        "        packet = self._proxy.get_source('eeg_1').get_data()\n        packet.data\n",
        "run-exception",
        1,
        tracks=COROUTINE,
        whole=True,
        sentence="un-awaited",
    ),
    Fault(
        "task-fails",
        "raises in a task it never awaits",
        "import asyncio\nfrom Algorithm.method.interface.AlgorithmInterface import AlgorithmInterface\n\n\n"
        "async def fail():\n    raise ValueError('unseen')\n\n\n"
        "class {name}(AlgorithmInterface):\n    async def run(self):\n        asyncio.ensure_future(fail())\n"
        "        source = self._proxy.get_source('eeg_1')\n"
        "        while not (await source.get_data()).finish_flag:\n            pass\n",
        "task-exception",
        0,
        tracks=COROUTINE,
        whole=True,
    ),
)
