# All commands: `make play` needs no account, and `make run` needs a token in .env.
PYTHON ?= python3
VENV := .venv
MINUTES := 10
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
CODE := games bot cogs localcord tests bench docs tools
COMPILE := $(BIN)/uv pip compile --quiet --universal --generate-hashes --no-strip-extras --no-emit-index-url --no-header pyproject.toml

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help play run doctor backup forget recompute install install-hooks test test-fast coverage nightly check lint types format bench soak messages gallery lock clean

help:  ## lists these commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "make %-13s %s\n", $$1, $$2}' Makefile

# The stand-in forgets its servers and people when it ends, so the bot's database is in memory too. The bot only logs
# warnings, so that the address is the last line.
play: $(VENV)/.run  ## runs the bot and a stand-in for Discord on this machine; prints an address to open
	LOG_LEVEL=WARNING DATABASE_URL=sqlite+aiosqlite:///:memory: $(BIN)/python -m localcord -- $(BIN)/python -m bot

run: $(VENV)/.run  ## runs the bot in Discord, with the token from .env
	$(BIN)/python -m bot

doctor: $(VENV)/.run  ## checks this installation, and says what to do
	$(BIN)/python -m bot doctor

# What is typed as NAME=value is in the environment of a recipe, where the shell reads it as one word.
backup: $(VENV)/.run  ## copies the SQLite database to FILE, while the bot runs or not
	$(BIN)/python -m bot backup -- "$${FILE:?Say where to: make backup FILE=data/backup.sqlite3}"

forget: $(VENV)/.run  ## removes what is stored about the person with the Discord id USER_ID, while the bot is stopped
	$(BIN)/python -m bot forget -- "$${USER_ID:?Say whom: make forget USER_ID=123456789012345678}"

recompute: $(VENV)/.run  ## works out all ratings anew, while the bot is stopped; with CHECK=1 changes nothing
	$(BIN)/python -m bot recompute $(if $(CHECK),--check)

install: $(VENV)/.run  ## installs what the bot needs into .venv

install-hooks:  ## lets git run `make check` and measure the subject at every commit
	git config core.hooksPath hooks

test: $(VENV)/.dev  ## runs the tests
	$(BIN)/python -m pytest -n 2 -m "not thorough"

test-fast: $(VENV)/.dev  ## runs the quick tests: no browser, no killed processes, few whole matches
	$(BIN)/python -m pytest -n 2 --hypothesis-profile=fast -m "not browser and not kills and not slow"

coverage: export PYTEST_ADDOPTS = --cov --cov-report=
coverage: test  ## runs the tests, and checks that they reach nearly every line
	@$(call covers,--include='games/*' --fail-under=100)
	@$(call covers,--omit='games/*' --fail-under=90)

# Silent if enough is covered, so that the last lines are pytest's.
covers = $(COVERAGE) $(1) > /dev/null || $(COVERAGE) $(1)
COVERAGE := $(BIN)/python -m coverage report --skip-covered

nightly:  ## runs everything: also tests with more games, seats and kills, benchmarks, and a longer soak
	.ci/run nightly

check: lint types  ## checks format, lint, imports and types: everything except the tests

lint: $(VENV)/.dev
	$(BIN)/ruff format --check $(CODE)
	$(BIN)/ruff check $(CODE)
	$(BIN)/lint-imports --no-cache --no-logo

types: $(VENV)/.dev
	$(BIN)/mypy

messages: $(VENV)/.dev  ## collects every sentence for players, and compiles the translations
	$(BIN)/python -m docs.messages

format: $(VENV)/.dev  ## formats the code, and fixes what lint can fix
	$(BIN)/ruff format $(CODE)
	$(BIN)/ruff check --fix $(CODE)

bench: $(VENV)/.dev  ## measures how fast the bot is
	$(BIN)/python -m bench

soak: $(VENV)/.dev  ## plays through random faults and attacks for MINUTES (10), and checks every record
	$(BIN)/python -m tests.soak --minutes $(MINUTES) $(if $(SEED),--seed $(SEED)) $(if $(DATABASE),--database $(DATABASE))

gallery: $(VENV)/.dev  ## takes a picture of every screen into gallery/; needs Chromium
	$(BIN)/python -m docs.gallery

lock: | $(BIN)/python  ## pins every dependency with its hashes
	$(PIP) uv
	$(COMPILE) -o requirements.txt
	$(COMPILE) --extra postgresql -c requirements.txt -o requirements-postgresql.txt
	$(COMPILE) --extra dev -c requirements.txt -o requirements-dev.txt

clean:  ## removes everything that make has made; data/ and .env stay
	rm -rf $(VENV) gallery .mypy_cache .pytest_cache .ruff_cache .hypothesis .coverage*

# An upgrade of the system can remove the Python of .venv, and with it all that was installed for it.
$(shell test -x $(BIN)/python || rm -f $(VENV)/.run $(VENV)/.dev)

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2> /dev/null || \
	    { echo "Finte needs Python 3.11 or newer. If one has another name: make PYTHON=python3.12"; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2> /dev/null || \
	    { echo "This Python lacks its venv module. On Debian and Ubuntu: apt install python3-venv"; exit 1; }
	$(PYTHON) -m venv --clear $(VENV)

$(VENV)/.run: requirements.txt | $(BIN)/python
	$(PIP) --require-hashes -r requirements.txt
	@touch $@

$(VENV)/.dev: requirements-dev.txt | $(BIN)/python
	$(PIP) --require-hashes -r requirements-dev.txt
	@touch $@ $(VENV)/.run
