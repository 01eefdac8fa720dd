# Everything starts here; `make` alone lists the targets.
#
# Settings: PYTHON=python3.12  PYTEST_ARGS="-k dedupe"  CARGO_TEST_ARGS=sort_query  FUZZ_SECONDS=60
#           BENCH_SMOKE=1  BENCH_ARGS=--write  URLKEY_SHARED=dir (corpora and WPT data, where you have them)

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.SUFFIXES:

PYTHON ?= python3
PYTEST_ARGS ?=
CARGO_TEST_ARGS ?=
FUZZ_SECONDS ?= 60
BENCH_SMOKE ?=
BENCH_ARGS ?=

VENV := .venv
BIN := $(VENV)/bin
PY := $(BIN)/python
STAMPS := $(VENV)/stamps

# One place for everything cargo builds, so that each thing is built once.
export CARGO_TARGET_DIR := $(CURDIR)/target
# Large inputs that are not part of the repository. Tests that need them skip, and say so, where
# the folder is absent.
export URLKEY_SHARED ?= $(abspath ../shared)
# The environment under test is .venv and nothing else.
unexport PYTHONPATH PYTHONHOME VIRTUAL_ENV
export PIP_DISABLE_PIP_VERSION_CHECK := 1

# On CI the lock file is the truth; at a desk a new dependency may still change it.
LOCKED := $(if $(CI),--locked)
# Optimized, because the tests read whole corpora, with overflow checks and assertions, and
# without the release build's link-time optimization for each test binary.
CARGO_TEST := cargo test $(LOCKED) --profile ci --package urlkey-core

RUST_SOURCES := $(shell find crates -not -name '.*' -not -name '*.py[co]' 2>/dev/null) \
	$(wildcard Cargo.toml Cargo.lock)

.PHONY: help
help: ## List the targets
	@echo "make TARGET, where TARGET is one of"
	@awk -F ':.*## ' '/^[a-z][a-z-]*:.*## / { printf "  %-14s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

# ---------------------------------------------------------------- environment

.PHONY: setup
setup: $(STAMPS)/build ## Make .venv with the release build and the test tools (quick when nothing changed)
	@:

# The folder is written into the stamp: a copied or moved clone makes its own environment.
ifneq ($(shell cat $(STAMPS)/venv 2>/dev/null),$(CURDIR))
.PHONY: $(STAMPS)/venv
endif
$(STAMPS)/venv:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
	  echo "urlkey needs Python 3.11 or newer, and '$(PYTHON)' is $$($(PYTHON) --version 2>&1 || true)." >&2; \
	  echo "Name another one: make PYTHON=python3.12 $(or $(MAKECMDGOALS),setup)" >&2; exit 1; }
	@command -v cargo >/dev/null || { echo "urlkey needs cargo: install Rust from rustup.rs or your distribution." >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
	  echo "'$(PYTHON)' cannot make virtual environments: install its venv package (Debian: python3-venv)." >&2; exit 1; }
	rm -rf $(VENV)
	$(PYTHON) -m venv $(VENV)
	$(PY) -m pip install --quiet --upgrade 'pip>=25.1'
	@mkdir -p $(STAMPS) && printf '%s\n' "$(CURDIR)" > $@

# Pip does nothing for what is there already, so a change of pyproject.toml costs a second or two.
$(STAMPS)/group-%: $(STAMPS)/venv pyproject.toml
	$(PY) -m pip install --quiet --group $*
	@touch $@

$(STAMPS)/maturin: $(STAMPS)/venv pyproject.toml
	$(PY) -m pip install --quiet 'maturin>=1.16,<2'
	@touch $@

# Editable: a change in python/ needs no build; a change in crates/ is built by the next target.
$(STAMPS)/build: $(STAMPS)/maturin $(STAMPS)/group-test pyproject.toml $(RUST_SOURCES)
	VIRTUAL_ENV="$(CURDIR)/$(VENV)" $(BIN)/maturin develop --release $(LOCKED)
	@touch $@

# ---------------------------------------------------------------- the main job

.PHONY: demo
demo: setup ## Build, then take examples/links.txt from a messy list to each page once, with reasons
	@echo; echo "=== A messy list: each page once, and which spellings fell together ==="
	@echo '$$ urlkey dedupe examples/links.txt --groups'
	@$(BIN)/urlkey dedupe examples/links.txt --groups
	@echo; echo "=== What else would merge, without doing it ==="
	@echo '$$ urlkey dedupe examples/links.txt --what-if trailing-slash,scheme,path-case -o /dev/null'
	@$(BIN)/urlkey dedupe examples/links.txt --what-if trailing-slash,scheme,path-case -o /dev/null
	@echo; echo "=== One URL, rung by rung ==="
	@echo "\$$ urlkey explain '$(DEMO_EXPLAIN)'"
	@$(BIN)/urlkey explain '$(DEMO_EXPLAIN)'
	@echo; echo "=== Two spellings of one page, and two pages that only look alike ==="
	@for other in '$(DEMO_SAME)' '$(DEMO_OTHER)'; do \
	  echo "\$$ urlkey compare '$(DEMO_URL)' '$$other'"; \
	  $(BIN)/urlkey compare '$(DEMO_URL)' "$$other" || [ $$? -eq 1 ]; echo; done

# In make a '#' must be escaped.
DEMO_EXPLAIN := HTTP://News.Example.com:80/a/./b/../story?utm_source=x&id=7\#top
DEMO_URL := https://example.com/Blog?a=1&b=2
DEMO_SAME := HTTPS://Example.com:443/Blog?utm_source=newsletter&b=2&a=1
DEMO_OTHER := https://example.com/Blog/?a=1&b=2

# ---------------------------------------------------------------- checks

.PHONY: test test-rust test-python
test: test-rust test-python ## Run the tests of the core (cargo) and of the package (pytest)

test-rust: setup
	$(CARGO_TEST) $(CARGO_TEST_ARGS)

test-python: setup
	$(PY) -m pytest -m 'not slow' $(PYTEST_ARGS)

.PHONY: conformance
conformance: setup ## Run the outside suites (WPT, UTS 46) and whole corpora, against both oracles (ada, rust-url)
	@[ -d "$(URLKEY_SHARED)/wpt" ] || echo "no $(URLKEY_SHARED)/wpt: using the suites inside the published url and idna crates"
	$(CARGO_TEST) --tests -- --include-ignored --show-output
	$(if $(wildcard tests/conformance/test_*.py),$(PY) -m pytest tests/conformance $(PYTEST_ARGS))
	$(PY) -m pytest -m slow --ignore tests/conformance $(PYTEST_ARGS) || [ $$? -eq 5 ] # 5: none is marked slow

.PHONY: test-engines
test-engines: conformance wheel-check ## Run the slow checks: both oracles, and a wheel built from the sdist in an empty environment
	@echo "test-engines: no integration engines exist yet (DuckDB, Polars, pandas, Spark), so none were tested;"
	@echo "test-engines: the core was tested against its two oracles, and the wheel outside the repository."

.PHONY: wheel-check
wheel-check: setup
	$(PY) tests/packaging/check_wheel.py

.PHONY: lint lint-rust lint-python lint-docs
lint: lint-rust lint-python lint-docs ## Check format, lints, types, layers, stubs, tables and generated docs

lint-rust:
	cargo fmt --all --check
	cargo clippy $(LOCKED) --profile ci --workspace --all-targets -- -D warnings
	@tree="$$(cargo tree $(LOCKED) --package urlkey-core --edges normal --prefix none)"; \
	if grep -E '^(pyo3|arrow|numpy|tokio)' <<<"$$tree"; then \
	  echo "urlkey-core knows neither Python nor Arrow nor I/O: the crates above do not belong in it" >&2; exit 1; fi

lint-python: setup $(STAMPS)/group-lint
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(PY) -m mypy
	$(BIN)/lint-imports
	MYPYPATH=python $(PY) -m mypy.stubtest urlkey._core
	$(PY) bench/coverage.py --lint

lint-docs: setup
	$(PY) docs/generate.py --check

.PHONY: format
format: setup $(STAMPS)/group-lint ## Rewrite Rust and Python sources in the project's format
	cargo fmt --all
	$(PY) -m ruff check --fix .
	$(PY) -m ruff format .

.PHONY: bench
bench: setup $(STAMPS)/group-bench ## Time urlkey and its peers side by side (BENCH_SMOKE=1: only see that it runs)
	$(PY) -m bench.compare $(if $(BENCH_SMOKE),--smoke) $(BENCH_ARGS)

.PHONY: features
features: setup $(STAMPS)/group-bench ## Ask urlkey and its peers what each does, and write the table into the README
	$(PY) -m bench.features --write

.PHONY: bench-hostile
bench-hostile: ## See whether twice the input takes twice the time, for input made to be slow
	cargo bench $(LOCKED) --quiet --package urlkey-core --bench peers -- --hostile $(BENCH_ARGS)

.PHONY: bench-dedupe
bench-dedupe: setup ## Take 10 million lines through urlkey dedupe: lines a second, memory, the exact count
	$(PY) -m bench.dedupe $(BENCH_ARGS)

.PHONY: fuzz
fuzz: ## Fuzz the lanes against each other and against ada for FUZZ_SECONDS (60)
	FUZZ_SECONDS=$(FUZZ_SECONDS) bash fuzz/run.sh

# ---------------------------------------------------------------- products

.PHONY: docs
docs: setup $(STAMPS)/group-docs ## Rewrite the generated tables in docs/ from the definitions
	$(PY) docs/generate.py --write

.PHONY: wheel
wheel: setup ## Build the sdist and, from it, the wheel, into dist/
	rm -rf dist
	$(BIN)/maturin sdist --out dist
	$(PY) -m pip wheel --quiet --no-deps --wheel-dir dist dist/*.tar.gz
	@ls -l dist

.PHONY: clean
clean: ## Remove everything that was built, .venv too
	rm -rf target dist $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	rm -f python/urlkey/_core*.so python/urlkey/_core*.pyd
	find python tests bench docs -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true
