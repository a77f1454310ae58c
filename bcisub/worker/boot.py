"""Entry of the worker process: `python boot.py JOB`. Loads this folder as `bcisub_worker` and starts it.

A name of its own keeps the worker's modules apart from everything the team imports.
"""

import importlib.util
import os
import sys


def _start() -> None:
    here = os.path.dirname(os.path.abspath(__file__))
    sys.path[:] = [entry for entry in sys.path if os.path.abspath(entry or os.curdir) != here]
    spec = importlib.util.spec_from_file_location(
        "bcisub_worker", os.path.join(here, "__init__.py"), submodule_search_locations=[here]
    )
    assert spec is not None
    assert spec.loader is not None
    package = importlib.util.module_from_spec(spec)
    sys.modules["bcisub_worker"] = package
    spec.loader.exec_module(package)
    importlib.import_module("bcisub_worker.session").main(sys.argv[1])


if __name__ == "__main__":
    _start()
