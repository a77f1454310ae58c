"""A miniature in the shape of the public platform's own sample; it comes without the interface modules."""
import numpy as np

from Algorithm.method.interface.AlgorithmInterface import AlgorithmInterface
from Algorithm.method.interface.SourceInterface import SourceInterface
from Algorithm.method.interface.SourceReceiverReaderInterface import SourceReceiverReaderInterface
from Algorithm.method.model.AlgorithmObject import (
    AlgorithmContinuousDataObject,
    AlgorithmDataObject,
    AlgorithmDeviceObject,
    AlgorithmResultObject,
)
from NearestAnswer import NearestAnswer


class AlgorithmImplement(AlgorithmInterface):
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.__method = None

    async def run(self):
        source: SourceReceiverReaderInterface = self._proxy.get_source('eeg_1')
        device: AlgorithmDeviceObject = await source.get_device()
        assert (device.channel_number, device.sample_rate) == (5, 250)
        assert isinstance(self._proxy.get_challenge_config(), dict)
        self.__method = NearestAnswer()
        cache = list[np.ndarray]()
        collecting = False
        expected = 0
        while not self._end_flag:
            packet: AlgorithmContinuousDataObject = await source.get_data()
            if packet.finish_flag:
                assert packet.data is None
                break
            assert packet.start_position == expected and packet.subject_id == 'S01'
            assert packet.nchan == 6 and packet.dimensions == packet.data.shape
            expected += packet.data.shape[1]
            if collecting:
                cache.append(packet.data)
                if len(cache) == 3:
                    answer = AlgorithmResultObject()
                    answer.result = self.__method.recognise(cache)
                    await self._proxy.report(answer)
                    collecting = False
            if 240 in packet.data[-1]:
                collecting = True
                cache = list[np.ndarray]()
