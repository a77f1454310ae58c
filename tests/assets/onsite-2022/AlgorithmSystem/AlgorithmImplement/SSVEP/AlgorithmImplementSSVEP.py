from AlgorithmSystem.AlgorithmImplement.Interface.AlgorithmInterface import AlgorithmInterface
from AlgorithmSystem.AlgorithmImplement.Interface.Model.DataModel import DataModel


class AlgorithmImplementSSVEP(AlgorithmInterface):
    """A miniature for the on-site kit of 2022: waits for a packet of the kit's class, reports the bare value."""

    def run(self):
        waited, finished = 0, False
        while not finished:
            packet = self.algo_sys_mng.get_data()
            while not isinstance(packet, DataModel):
                assert packet is None
                waited += 1
                packet = self.algo_sys_mng.get_data()
            if packet.start_pos == 10:
                self.algo_sys_mng.report(waited)
            finished = packet.finish_flag
