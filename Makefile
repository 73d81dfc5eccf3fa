# Two commands do everything: `make run` and `make test`. They set up what is missing and nothing twice:
# a file in .make/ remembers each finished step, and a step is repeated when its inputs are newer.

.DEFAULT_GOAL := help
.PHONY: help run test mutants nightly check build web bench lock format clean setup
.DELETE_ON_ERROR:

VENV := .venv
PY := $(VENV)/bin/python
STEPS := .make
NPM := npm --prefix web --no-fund --no-audit --no-update-notifier
ENGINE_SOURCES := $(shell find engine \( -name '*.pyx' -o -name '*.pxd' \) 2>/dev/null)
WEB_SOURCES := $(shell find web -maxdepth 1 -type f 2>/dev/null) \
	$(shell find web/src web/public web/scripts web/assets -type f 2>/dev/null)
# The modules with hand-written type stubs: each stub is compared with the built module.
STUBBED_MODULES := $(subst /,.,$(basename $(shell find engine -name '*.pyi' 2>/dev/null)))
PYTHON_FOLDERS := engine chain edge bench tests

help: ## Show this list
	@grep -E '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## (.*)/  make \1\t\2/' | expand -t 16

run: setup ## Set up what is missing, then run the platform (Ctrl-C stops it)
	@exec $(PY) -m edge.cli up --with-parent

test: setup ## Set up what is missing, then run every test: pytest, vitest, browser
	@tests/run_all

nightly: build $(STEPS)/web ## At least 1,000,000 random commands against the slow reference, long runs of the state machine, calls of every route, every look at a page
	@tests/nightly

mutants: build ## Build small wrongs into copies of the engine: the tests must notice each (long)
	@$(PY) -m tests.mutants.run

check: $(STEPS)/python $(STEPS)/engine $(STEPS)/npm ## Formatters, linters, types, import laws, generated files
	$(PY) -m ruff format --check $(PYTHON_FOLDERS)
	$(PY) -m ruff check $(PYTHON_FOLDERS)
	$(PY) -m mypy engine chain edge
	$(PY) -m mypy.stubtest $(STUBBED_MODULES) --concise --ignore-disjoint-bases \
		--allowlist tests/tidy/stubtest-allowlist.txt --ignore-unused-allowlist
	PATH="$(CURDIR)/$(VENV)/bin:$$PATH" cython-lint $(ENGINE_SOURCES)
	$(PY) -m engine.core.generate --check
	$(PY) -m edge.generate --check
	cd web && npx --no-install biome ci .
	cd web && npx --no-install tsc --noEmit
	$(PY) -m pytest tests/tidy

build: $(STEPS)/python $(STEPS)/engine ## Make the virtual environment and compile the engine

web: $(STEPS)/web ## Build the web app

bench: build $(STEPS)/web ## Run the benchmarks: one line of JSON each, then single calls as a table
	@set -e; for file in bench/[a-z]*.py; do $(PY) -m bench.$$(basename $$file .py); done
	@$(PY) -m pytest bench/_calls.py

setup: $(STEPS)/python $(STEPS)/engine $(STEPS)/web

format: $(STEPS)/python $(STEPS)/npm ## Format Python and TypeScript
	$(PY) -m ruff format $(PYTHON_FOLDERS)
	$(PY) -m ruff check --fix-only --quiet $(PYTHON_FOLDERS)
	cd web && npx --no-install biome check --write .

lock: ## Pin the newest versions of what pyproject.toml names
	@tools/need python
	rm -rf $(STEPS)/lock && mkdir -p $(STEPS)
	$$(tools/need python) -m venv $(STEPS)/lock
	tools/lock $(STEPS)/lock > requirements.lock.new
	mv requirements.lock.new requirements.lock
	rm -rf $(STEPS)/lock

clean: ## Remove everything that make made; the state directory .acre stays
	rm -rf $(STEPS) $(VENV) build web/dist web/node_modules .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find engine \( -name '*.so' -o -name '*.c' -o -name '*.html' \) -delete
	find $(PYTHON_FOLDERS) -name __pycache__ -type d -prune -exec rm -rf {} +

$(STEPS)/python: requirements.lock
	@mkdir -p $(STEPS)
	@tools/need python > /dev/null
	@echo "Installing the Python packages into $(VENV) …"
	@$$(tools/need python) -m venv $(VENV) || { \
		echo "acre: Python 3.11 cannot make virtual environments; install its venv module (Debian: python3.11-venv)." >&2; exit 1; }
	@$(PY) -m pip install -qq --disable-pip-version-check --no-input -r requirements.lock
	@tools/link-environment $(VENV)
	@touch $@

$(STEPS)/engine: $(STEPS)/python setup.py $(ENGINE_SOURCES)
	@tools/need compiler > /dev/null
	@echo "Compiling the engine …"
	@$(PY) setup.py --quiet build_ext --inplace -j2
	@touch $@

$(STEPS)/npm: web/package.json web/package-lock.json
	@mkdir -p $(STEPS)
	@tools/need node
	@echo "Installing the web packages …"
	@$(NPM) ci --loglevel=error
	@touch $@

$(STEPS)/web: $(STEPS)/npm $(WEB_SOURCES)
	@echo "Building the web app …"
	@$(NPM) run --silent build
	@touch $@
