"""What the algorithm receives is its own, and truth never enters its process (C7)."""

from __future__ import annotations

import json

import numpy as np

from bcisub.data.sets import open_set
from tests.worker.conftest import ENTRY


def test_c7_writing_into_a_packet_changes_nothing_else(runner, block_of):
    runner.write("""
    def run(self):
        kept = []
        for packet in self.packets():
            data = packet.data
            assert data.flags.owndata and data.flags.writeable and data.flags.c_contiguous and data.base is None
            kept.append(data.copy())
            data[:] = -1
            for earlier in kept:
                assert (earlier != -1).all()
        self.say(json.dumps(np.concatenate(kept, axis=1)[0].tolist()))
""")
    block = block_of(125)
    record = runner.run({"S1": [block, block]})
    assert record.end.complete, record.end.detail
    assert json.loads(record.blocks[1].reports[0].value) == block[0].tolist() * 2


def test_c7_nothing_in_the_process_tells_the_truth(runner, tmp_path, small):
    """Not the arguments, variables, job, path, or any array or mapped file that the collector knows."""
    folder = tmp_path / "secret-set" / "S1"
    folder.mkdir(parents=True)
    block = np.zeros((3, 200))
    block[-1, [0, 55, 100, 150, 199]] = 242, 33, 241, 122, 243
    np.save(folder / "block_1.npy", block)
    runner.write("""
    def run(self):
        import gc, mmap
        self._problemInterface.getData()
        texts = [json.dumps(dict(os.environ)), json.dumps(sys.path), json.dumps(sys.argv)]
        found = set()
        stream = self._problemInterface._stream
        for thing in gc.get_objects() + [vars(stream), stream.block]:
            for value in list(thing.values()) if type(thing) is dict else [thing]:
                if isinstance(value, mmap.mmap):
                    found.update(np.unique(np.frombuffer(value[:], dtype=np.float64)).tolist())
                elif isinstance(value, str):
                    texts.append(value)
        scratch = os.path.dirname(stream.block["path"])
        for name in os.listdir(scratch):
            if name.endswith(".bin"):
                found.update(np.unique(np.fromfile(os.path.join(scratch, name))).tolist())
            else:
                with open(os.path.join(scratch, name), encoding="utf-8") as file:
                    texts.append(file.read())
        self.say(json.dumps([sorted(found), sorted(os.listdir(scratch)), any("secret" + "-set" in t for t in texts)]))
""")
    record = runner.run(open_set(str(tmp_path / "secret-set"), small))
    assert record.end.complete, record.end.detail
    values, files, named = json.loads(record.blocks[0].reports[0].value)
    assert values == [0, 242, 243]
    assert files == ["block-0.bin"]
    assert not named


def test_c7_the_worker_imports_nothing_of_the_host(runner):
    record = runner("""
    def run(self):
        self._problemInterface.getData()
        self.say(json.dumps(sorted(name for name in sys.modules if name.split(".")[0] == "bcisub")))
        list(self.packets())
""")
    assert json.loads(record.blocks[0].reports[0].value) == []


def test_text_is_utf_8_as_on_the_server_whatever_the_hosts_locale(runner, monkeypatch):
    """A bare open() of the team's code, on a host whose locale and own mode say otherwise."""
    for name, value in {"LANG": "zh_CN.GBK", "LC_ALL": "C", "LC_CTYPE": "POSIX", "PYTHONUTF8": "0"}.items():
        monkeypatch.setenv(name, value)
    runner.write("""
    def run(self):
        import locale
        with open(os.path.join(os.path.dirname(__file__), "标签.txt")) as file:
            text = file.read()
        list(self.packets())
        self.say(json.dumps([text, sys.flags.utf8_mode, locale.getpreferredencoding(False), os.environ["LANG"],
                             [name for name in os.environ if name.startswith("LC_")]]))
""")
    (runner.root / ENTRY).with_name("标签.txt").write_text("标签", encoding="utf-8")
    record = runner.run({"S1": [np.zeros((3, 10))]})
    assert record.end.complete, record.end
    text, mode, encoding, language, others = json.loads(record.blocks[0].reports[0].value)
    assert (text, mode, encoding.lower(), language, others) == ("标签", 1, "utf-8", "C.UTF-8", [])
