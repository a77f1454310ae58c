"""What the generators of the sample sets share; each track has its own in its folder.

A generator is `generator.py` in the folder of its track, with one function::

    def generate(recipe: Mapping[str, Any], folder: Path, progress: Callable[[float], None]) -> None

It writes the whole set below `folder` and calls `progress` with the share done, 0 to 1. Everything random
comes from `eeg.stream(seed, …)`, everything stored passes `eeg.quantise`, so one recipe gives the same
bytes everywhere.
"""
