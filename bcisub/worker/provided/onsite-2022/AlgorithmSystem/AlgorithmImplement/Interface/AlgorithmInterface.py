"""What the on-site kit of 2022 expects of a submission; handed to uploads that came without it."""

from abc import ABC, abstractmethod
from typing import Any


class AlgorithmInterface(ABC):
    """Base of every algorithm: the system's manager is handed in before `run` is called."""

    def __init__(self) -> None:
        self.algo_sys_mng: Any = None

    def set_algorithm_system_manager(self, algo_sys_mng: Any) -> None:
        """Called by the server; it offers `get_data()`, which may give None, and `report(value)`."""
        self.algo_sys_mng = algo_sys_mng

    @abstractmethod
    def run(self) -> None:
        """Read packets and report until a packet carries the finish flag, then return."""
