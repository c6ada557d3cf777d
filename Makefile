# make run     the web app with the demo table, for this machine and the phones on its network
# make test    all tests; make lint: style, types, who may import whom
# make help    the rest

PYTHON ?=
PORT ?= 8765
ARGS ?= --demo --lan
WORKERS ?= 3
LATE ?= 700
SIZE ?=
PYTEST_ARGS ?=

export PYTHON
export OPENBLAS_NUM_THREADS = 1

BIN := .venv/bin
PINS := requirements.txt pyproject.toml tools/environment.sh
PYTEST := $(BIN)/python -m pytest $(PYTEST_ARGS)

.PHONY: help run test late golden lint format wheel bench convention mutants samples messages pins clean

help:
	@sed -n 's/^## //p' $(MAKEFILE_LIST)

## make run [PORT=8765] [ARGS="--demo --lan"]   serve the demo table and print its addresses
run: .venv/ready-to-run
	$(BIN)/astrike serve --port $(PORT) $(ARGS)

## make test                                    all tests, and before that everything they need
# What compares running times gets the machine for itself. Three workers keep two cores busy: browsers wait a lot.
# Every program that a test starts would compile astrike again, where Python is told to keep nothing.
test: export PYTHONDONTWRITEBYTECODE =
test: .venv/ready-to-test
	@sh tools/browser.sh
	$(PYTEST) -m "not timing" -n $(WORKERS) --dist worksteal
	$(PYTEST) -m timing $$(grep -rl --include="test_*.py" "mark\.timing" tests)

## make late [LATE=700]                         browser tests whose scripts arrive late: does each wait for what it uses?
late: export ASTRIKE_TESTS_LATE_MS = $(LATE)
late: .venv/ready-to-test
	@sh tools/browser.sh
	$(PYTEST) tests/browser -n $(WORKERS) --dist worksteal

## make golden [ALL=1] [KEEP=1]                 compare with what was answered before, ALL of it or the usual part; KEEP it anew
golden: .venv/ready-to-test
	$(BIN)/python -m tests.golden $(if $(ALL),--all) $(if $(KEEP),--keep)

## make lint                                    style, types, import contracts
lint: .venv/ready-to-test
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy --strict astrike tools
	$(BIN)/lint-imports --no-cache

## make format                                  mend style where a tool can
format: .venv/ready-to-test
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

## make wheel                                   build the package and try it from an empty directory
wheel: .venv/ready-to-test
	$(BIN)/python -m tools.check_wheel

## make bench                                   speed, as ratios against plain Shapely, written into astrike/docs/speed.md
bench: .venv/ready-to-test
	$(BIN)/python -m tests.bench --write

## make convention [SIZE="--processes 2"]       48 phones on twelve tables: how long does each wait? -h says more
convention: .venv/ready-to-test
	$(BIN)/python -m tests.bench.convention $(SIZE)

## make mutants [ALL=1] [SHORT=1]               change one value in every edition table, or every one: a test must turn red
mutants: .venv/ready-to-test
	$(BIN)/python -m tests.mutants

## make samples DIR=folder                      import real files of other tools and compare their numbers
samples: .venv/ready-to-test
	$(BIN)/python -m tools.samples "$(DIR)"

## make messages                                collect the texts that can be translated
messages: .venv/ready-to-test
	$(BIN)/pybabel -q extract -F babel.cfg --omit-header --sort-output --add-location=file \
	  --add-comments=Translators: --strip-comments -o astrike/web/locales/astrike.pot .

## make pins [KEEP=1]                           newest versions with hashes into requirements.txt, or only what is new
pins:
	sh tools/pins.sh $(if $(KEEP),keep)

## make clean                                   remove what the tools made, .venv too
clean:
	rm -rf .venv build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find astrike tests tools -name __pycache__ -type d -prune -exec rm -rf {} +

.venv/ready-to-run: $(PINS)
	sh tools/environment.sh run

.venv/ready-to-test: $(PINS)
	sh tools/environment.sh test
