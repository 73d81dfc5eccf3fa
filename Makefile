# Two commands do everything: `make run` and `make test`. They set up what is missing and nothing twice:
# a file in .make/ remembers each finished step, and a step is repeated when its inputs are newer.
# `make run` installs what running needs; the other commands add what tests, linters and benchmarks need.

.DEFAULT_GOAL := help
.PHONY: help run test quick mutants nightly check build web docs sdk bench bench-peers bench-report lock format clean setup
.DELETE_ON_ERROR:

VENV := .venv
PY := $(VENV)/bin/python
STEPS := .make
PIP := $(PY) -m pip install -qq --disable-pip-version-check --no-input --no-compile --require-hashes
NPM := npm --prefix web --no-fund --no-audit --no-update-notifier
WEB_TOOLS := $(CURDIR)/web/node_modules/.bin
DEV := $(STEPS)/npm-dev $(STEPS)/dev
TWO_AT_ONCE := $(MAKE) --no-print-directory -j2
ENGINE_SOURCES := $(shell find engine \( -name '*.pyx' -o -name '*.pxd' \) 2>/dev/null)
ENGINE_HEADERS := $(shell find engine -name '*.h' 2>/dev/null)
WEB_SOURCES := $(shell find web -maxdepth 1 -type f 2>/dev/null) \
	$(shell find web/src web/public web/scripts web/assets sdk/typescript/src -type f 2>/dev/null)
DOCS_SOURCES := $(shell find docs -type f -not -name "*.pyc" 2>/dev/null) $(wildcard sdk/*/README.md) CHANGELOG.md
# The modules with hand-written type stubs: each stub is compared with the built module.
STUBBED_MODULES := $(subst /,.,$(basename $(shell find engine -name '*.pyi' 2>/dev/null)))
PYTHON_FOLDERS := engine chain edge sdk bench tests examples docs/conf.py

help: ## Show this list
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## (.*)/  make \1\t\2/' | expand -t 21

run: ## Set up what is missing, then run the platform (Ctrl-C stops it)
	@$(TWO_AT_ONCE) setup
	@# Not $(MAKE): with -n that line would be run.
	@nice $(MAKE_COMMAND) --no-print-directory docs >$(STEPS)/docs.log 2>&1 & exec $(PY) -m edge.cli up --with-parent

test: ## Set up what is missing, then run every test: pytest, vitest, browser
	@$(TWO_AT_ONCE) $(DEV) setup
	@$(MAKE) --no-print-directory docs
	@tests/run_all

quick: $(DEV) setup ## What a change needs, in about two minutes: checks, tests of the touched folders, two browser flows
	@$(PY) -m tests.quick

nightly: $(DEV) build $(STEPS)/web ## At least 1,000,000 random commands against the slow reference, long runs of the state machine, calls of every route, every look at a page
	@tests/nightly

mutants: $(STEPS)/dev build ## Build small wrongs into copies of the engine: the tests must notice each (long)
	@$(PY) -m tests.mutants.run

check: $(DEV) $(STEPS)/engine ## Formatters, linters, types, dead names, import laws, generated files
	$(PY) -m ruff format --check $(PYTHON_FOLDERS)
	$(PY) -m ruff check $(PYTHON_FOLDERS)
	@# Newer Pythons: not their newer spellings (UP, B912), but what is no syntax or no module there any more.
	for version in py312 py313 py314; do \
		$(PY) -m ruff check $(PYTHON_FOLDERS) --target-version $$version --ignore UP,B912 || exit 1; done
	$(PY) -m vulture
	$(PY) -m mypy engine chain edge sdk/python/acre_sdk
	$(PY) -m mypy --explicit-package-bases examples
	$(PY) -m mypy.stubtest $(STUBBED_MODULES) --concise --ignore-disjoint-bases \
		--allowlist tests/tidy/stubtest-allowlist.txt --ignore-unused-allowlist
	PATH="$(CURDIR)/$(VENV)/bin:$$PATH" cython-lint $(ENGINE_SOURCES)
	$(PY) -m engine.schema.generate --check
	$(PY) -m edge.generate --check
	cd web && npx --no-install biome ci .
	cd web && npx --no-install tsc --noEmit
	cd web && npx --no-install knip --no-progress
	@# The TypeScript package, by the tools of the web app.
	cd sdk/typescript && $(WEB_TOOLS)/biome ci . ../../examples
	cd sdk/typescript && $(WEB_TOOLS)/tsc
	cd sdk/typescript && $(WEB_TOOLS)/knip --no-progress
	$(PY) -m pytest tests/tidy

build: $(STEPS)/python $(STEPS)/engine ## Make the virtual environment and compile the engine

web: $(STEPS)/web ## Build the web app

docs: $(STEPS)/docs ## Build the site of the documentation, which the platform serves at /docs

sdk: $(STEPS)/python $(STEPS)/npm-dev ## Build the packages for those who build on it into build/sdk: a wheel, and one for npm
	@rm -rf build/sdk
	@tools/build-sdk build/sdk

bench: $(STEPS)/dev build $(STEPS)/web ## Run the benchmarks against the bars of bench/budgets.toml, then single calls as a table
	@status=0; $(PY) -m bench._harness || status=$$?; $(PY) -m pytest bench/_calls.py || status=$$?; exit $$status

bench-report: $(STEPS)/dev ## Write the kept results of `make bench` as one page with plots, .benchmarks/report.html
	@$(PY) -m bench._report

bench-peers: $(STEPS)/dev ## Install the published packages that the benchmarks compare ours with, into environments of their own
	@$(PY) -m bench._peers.environment

setup: $(STEPS)/python $(STEPS)/engine $(STEPS)/web

format: $(DEV) ## Format Python and TypeScript
	$(PY) -m ruff format $(PYTHON_FOLDERS)
	$(PY) -m ruff check --fix-only --quiet $(PYTHON_FOLDERS)
	cd web && npx --no-install biome check --write .
	cd sdk/typescript && $(WEB_TOOLS)/biome check --write . ../../examples

lock: ## Pin the newest versions of what pyproject.toml names, for every supported Python and platform
	@tools/lock --upgrade

clean: ## Remove everything that make made; the state directory .acre stays
	rm -rf $(STEPS) $(VENV) build web/dist web/node_modules .benchmarks/peers .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find engine \( -name '*.so' -o -name '*.c' -o -name '*.html' \) -delete
	find $(PYTHON_FOLDERS) -name __pycache__ -type d -prune -exec rm -rf {} +

$(STEPS)/python: requirements.lock tools/link-environment
	@mkdir -p $(STEPS)
	@tools/make-environment $(VENV)
	@echo "Installing the Python packages into $(VENV) …"
	@$(PIP) -r requirements.lock
	@tools/link-environment $(VENV)
	@touch $@

$(STEPS)/dev: $(STEPS)/python requirements-dev.lock
	@echo "Installing the Python packages of tests and linters into $(VENV) …"
	@$(PIP) -r requirements-dev.lock
	@touch $@

$(STEPS)/engine: $(STEPS)/python setup.py $(ENGINE_SOURCES) $(ENGINE_HEADERS)
	@tools/need compiler $(PY)
	@echo "Compiling the engine …"
	@$(PY) setup.py --quiet build_ext --inplace -j2
	@rm -rf build/lib.* build/temp.*
	@touch $@

# A second `npm ci` would begin anew: where the tools will be needed, too, the first one installs them.
NPM_SCOPE := run
$(STEPS)/npm-dev: NPM_SCOPE := all

$(STEPS)/npm: web/package.json web/package-lock.json
	@mkdir -p $(STEPS)
	@tools/need node
	@tools/web-packages $(NPM_SCOPE)
	@touch $@

$(STEPS)/npm-dev: $(STEPS)/npm
	@tools/web-packages all
	@touch $@

$(STEPS)/web: $(STEPS)/npm $(WEB_SOURCES)
	@echo "Building the web app …"
	@$(NPM) run --silent build
	@touch $@

# The build of the web app empties its folder, so the site follows it.
$(STEPS)/docs: $(STEPS)/python $(STEPS)/web requirements-docs.lock $(DOCS_SOURCES)
	@echo "Building the documentation …"
	@$(PIP) -r requirements-docs.lock
	@rm -rf $(STEPS)/docs-site
	@$(PY) -m sphinx -E -q -W --keep-going -d $(STEPS)/docs-pages docs $(STEPS)/docs-site
	@rm -rf web/dist/docs && cp -R $(STEPS)/docs-site web/dist/docs
	@touch $@
