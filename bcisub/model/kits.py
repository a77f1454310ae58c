"""What the public kits of several tracks have in common, and the layouts of kits that fit more than one paradigm."""

from __future__ import annotations

from collections.abc import Mapping

from bcisub.model.track import Layout, Readings

LATER = ("config.toml", "config.json", "requirements.txt")
"""What an upload of the later kits may hold beside its code; none of them fixes it."""


def pull_classes(package: str, task: str | None = None) -> Mapping[str, tuple[str, ...]]:
    """The classes of a kit whose algorithm asks for packets; `package` holds them, `task` is the two calls' own."""
    classes = {"packet": (f"{package}.Model.DataModel:DataModel",)}
    return classes if task is None else {**classes, "task": (f"{package}.{task}:{task}",)}


def onsite_2022(paradigm: str, readings: Readings) -> Layout:
    """The on-site kit of 2022: handle `algo_sys_mng`, packets that may not be there yet, bare answers."""
    folder, name = "AlgorithmSystem/AlgorithmImplement", f"AlgorithmImplement{paradigm}"
    return Layout(
        name="onsite-2022",
        summary=f"{folder}/ with algo_sys_mng, the on-site kit of 2022",
        entry=f"{folder}/{paradigm}/{name}.py",
        class_name=name,
        module=f"AlgorithmSystem.AlgorithmImplement.{paradigm}.{name}",
        packed=(folder,),
        optional=LATER,
        provided="onsite-2022",
        polled=True,
        readings=readings,
        classes=pull_classes("AlgorithmSystem.AlgorithmImplement.Interface"),
    )


def kit_2023(readings: Readings) -> Layout:
    """The kit of 2023: handle `comm_proxy`, packets may not be there yet, bare answers; its names tell no paradigm."""
    return Layout(
        name="algorithm-2023",
        summary="Algorithm/impl/AlgorithmImplement.py with comm_proxy, the kit of 2023",
        entry="Algorithm/impl/AlgorithmImplement.py",
        class_name="AlgorithmImplement",
        module="Algorithm.impl.AlgorithmImplement",
        packed=("Algorithm",),
        optional=LATER,
        provided="kit-2023",
        framework=("Algorithm/AlgorithmInterface.py",),
        polled=True,
        readings=readings,
    )
