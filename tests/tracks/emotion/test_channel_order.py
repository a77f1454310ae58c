"""EMO-8: the first batch's rows are put in the second batch's order, electrode by electrode."""

import numpy as np
import pytest

from bcisub.model.channel_order import row_order
from bcisub.tracks.emotion.track import CHANNELS, FIRST_BATCH, RENAMED

ORDER = row_order(FIRST_BATCH, CHANNELS, RENAMED)


@pytest.mark.parametrize(("row", "name"), list(enumerate(CHANNELS)))
def test_every_channel_of_the_first_batch_lands_in_its_row_emo_8(row, name):
    stored = np.arange(33.0)[:, None] * np.ones(4)
    old = {new: old for old, new in RENAMED.items()}.get(name, name)
    assert stored[list(ORDER)][row, 0] == FIRST_BATCH.index(old)


def test_the_table_of_the_document_emo_8():
    """Rows counted on paper: T3/T4 stay, A1/A2 go last with A2 first, the fourteen between move up by two."""
    assert (*range(16), *range(18, 32), 17, 16, 32) == ORDER


def test_orders_of_other_electrodes_are_refused():
    with pytest.raises(ValueError, match="Oz"):
        row_order(("Cz", "Oz"), ("Cz", "Pz"), {})
