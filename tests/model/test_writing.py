"""Recordings are written so that every interpreter of the contest reads them."""

import pickle
import pickletools

import numpy as np
import pytest

from bcisub.model.whole_files import write_whole
from bcisub.model.writing import pickled, write_block


def test_a_pickle_names_numpy_as_numpy_1_does():
    content = pickled({"data": np.zeros((2, 3), dtype=np.float32), "srate": 250})
    names = {arg for _, arg, _ in pickletools.genops(content) if isinstance(arg, str)}
    assert "numpy.core.multiarray" in names
    assert not any(name.startswith("numpy._core") for name in names)


def test_a_block_is_read_back_as_it_was(tmp_path):
    data = np.arange(12, dtype=np.float32).reshape(3, 4)
    path = write_block(tmp_path, "S01", "block_1", data, channels=("Cz", "Pz"), person=1, number=1)
    stored = pickle.loads(path.read_bytes())
    assert stored["ch_names"] == ["Cz", "Pz", "trigger"]
    assert stored["data"].flags.writeable
    np.testing.assert_array_equal(stored["data"], data)


def test_a_full_disk_is_told_with_the_file_it_met(tmp_path):
    def pieces():
        yield b"begun"
        raise OSError(28, "No space left on device")

    with pytest.raises(OSError, match="No space") as told:
        write_whole(tmp_path / "set.pkl", pieces())
    assert told.value.filename == str(tmp_path / "set.pkl")
    assert not list(tmp_path.iterdir())
