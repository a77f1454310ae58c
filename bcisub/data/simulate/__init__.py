"""Generators of the sample sets: one module per track, `eeg` holds what they share.

A generator is a module with one function, named in the recipe by its module::

    def generate(recipe: Mapping[str, Any], folder: Path, progress: Callable[[float], None]) -> None

It writes the whole set below `folder` and calls `progress` with the share done, 0 to 1. Everything random
comes from `eeg.stream(seed, …)`, everything stored passes `eeg.quantise`, so one recipe gives the same
bytes everywhere.
"""
