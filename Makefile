# Needs Python ≥ 3.10, git, make and a POSIX shell (on Windows: Git Bash). Everything else is fetched.

# A Python of one's own choice: make PYTHON=/path/to/python3.12 test
PYTHON ?=
CANDIDATES := python3 python python3.12 python3.11 python3.13 python3.10 python3.14 "py -3"
# `venv` and `ensurepip` are missing from some systems' Python; a pyenv shim may not start at all.
SUITABLE := import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 10))

VENV := .venv
# What goes into it: `locked` (the versions of .ci/locks), `newest`, or `lowest` (those pyproject.toml still allows).
VERSIONS := locked

ifeq ($(OS),Windows_NT)
BIN := $(VENV)/Scripts
else
BIN := $(VENV)/bin
endif
READY := $(VENV)/ready
RUN := $(BIN)/python

export PIP_DISABLE_PIP_VERSION_CHECK := 1

.PHONY: help setup lock targets demo test quick coverage check newest lowest suite fuzz bench dist clean

help:  ## show this list
	@awk -F ':.*## ' '/^[a-z ]+:.*## / {printf "  make %-13s %s\n", $$1, $$2}' Makefile

setup: $(READY)  ## make .venv with bcisub and the development tools

$(READY): pyproject.toml Makefile bcisub/model/version.py $(wildcard .ci/locks/*.txt)
	@for python in $(if $(PYTHON),"$(PYTHON)",$(CANDIDATES)); do \
	  if $$python -c '$(SUITABLE)' >/dev/null 2>&1; then found=$$python; break; fi; \
	done; \
	if [ -z "$$found" ]; then \
	  echo "error: no Python 3.10 or newer with venv was found (tried: $(if $(PYTHON),$(PYTHON),$(CANDIDATES)))."; \
	  echo "to do: install one from python.org (Debian, Ubuntu: apt install python3-venv), or: make PYTHON=/path/to/python"; \
	  exit 1; \
	fi; \
	echo "Making $(VENV) with $$($$found --version) …"; \
	rm -rf $(VENV) && $$found -m venv $(VENV)
	$(RUN) .ci/install.py $(VERSIONS)
	@echo done > $(READY)

lock: $(READY)  ## renew the exact versions everything is tested with
	$(RUN) .ci/lock.py

targets: $(READY)  ## the contest's interpreters and their environments, fetched where they are missing
	$(RUN) .ci/targets.py

demo: $(READY)  ## new, eval and pack on ssvep-async, each command shown
	$(RUN) docs/demo.py build/demo

check: $(READY)  ## lint and types
	$(RUN) -m ruff check .
	$(RUN) -m ruff format --check .
	$(BIN)/lint-imports --no-cache
	$(RUN) .ci/judge_types.py
	$(RUN) .ci/lock.py --check

test: check suite  ## lint, types, all tests

newest lowest:  ## the tests with the newest, or the lowest allowed, version of everything (lowest: Python 3.10 or 3.11)
	$(MAKE) VENV=.venv-$@ VERSIONS=$@ suite

quick: $(READY)  ## the tests that take no longer than about 5 s each
	$(RUN) -m pytest -n 2 -m "not slow"

coverage: targets  ## all tests, and which lines of the package none of them ran
	rm -rf build/coverage && mkdir -p build/coverage
	$(RUN) -m coverage run -m pytest -n 2 $(if $(CI),--strict-targets)
	$(RUN) -m coverage combine --quiet
	$(RUN) -m coverage report

suite: targets
	$(RUN) -m pytest -n 2 $(if $(CI),--strict-targets)

fuzz: $(READY)  ## mutate all that bcisub reads: make fuzz MINUTES=5 SEED=1
	$(RUN) -m fuzz.run --minutes $(or $(MINUTES),5) --seed $(or $(SEED),1)

bench: targets  ## speed and memory, as ratios within one run
	$(RUN) benchmarks/run.py

dist: $(READY)  ## wheel and sdist in dist/
	rm -rf dist
	$(RUN) -m build

clean:  ## remove everything that was made here
	rm -rf .venv .venv-newest .venv-lowest build dist demo .bcisub .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
