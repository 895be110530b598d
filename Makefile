# Everything a person types: `make play` needs no account, `make run` needs a token in .env.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
CODE := games bot cogs localcord tests bench

.PHONY: play run test check format lint types bench lock messages clean

play: $(VENV)/.run  ## a bot and a stand-in for Discord on this machine; prints an address to open
	$(BIN)/python -m localcord -- $(BIN)/python -m bot

run: $(VENV)/.run  ## the bot, in Discord, with the token from .env
	$(BIN)/python -m bot

test: $(VENV)/.dev
	$(BIN)/python -m pytest -n 2 --cov --cov-report=term:skip-covered

check: lint types

format: $(VENV)/.dev
	$(BIN)/ruff format $(CODE)
	$(BIN)/ruff check --fix $(CODE)

lint: $(VENV)/.dev
	$(BIN)/ruff format --check $(CODE)
	$(BIN)/ruff check $(CODE)

types: $(VENV)/.dev
	$(BIN)/mypy

messages: $(VENV)/.dev  ## collects every sentence for players, for the translators
	$(BIN)/pybabel -q extract -F pyproject.toml --omit-header --add-location=file --sort-by-file -o bot/locale/finte.pot games bot cogs

bench: $(VENV)/.dev
	$(BIN)/python -m bench

lock:  ## pins every dependency with its hashes
	$(BIN)/uv pip compile -q --universal --generate-hashes --no-emit-index-url --no-header pyproject.toml -o requirements.txt
	$(BIN)/uv pip compile -q --universal --generate-hashes --no-emit-index-url --no-header --extra dev pyproject.toml -c requirements.txt -o requirements-dev.txt

clean:
	rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache .hypothesis .coverage*

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Finte needs Python 3.11 or newer (set PYTHON=...)"; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/.run: requirements.txt | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.txt
	@touch $@

$(VENV)/.dev: requirements-dev.txt | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.txt
	@touch $@ $(VENV)/.run
