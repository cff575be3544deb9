# What one does with Tableside. `make` alone says it; every target sets up what it needs first.
#
#   make run  ARGS="--camera usb:0"      any option of `tableside run`
#   make test ARGS="-k disorder -x"      any option of pytest
#   make test REST=yes                   those that `make floors` leaves
#   make test WORKERS=                   one after the other, in one process (to look at one with --pdb)
#   make setup PYTHON=/path/to/python    another Python (3.11 or newer)

.DEFAULT_GOAL := help
.PHONY: help setup run test floors random fuzz mutants lint train install uninstall hotspot fresh pins pi-in-a-box image image-judge lock renew audit release

BIN := .venv/bin
WORKERS ?= -n auto --dist worksteal
FLOORED := tests/dialog tests/games tests/nights tests/practice tests/referee tests/report tests/rules tests/solvers
export SEED COUNT PYTHON KIOSK DESTDIR WIFI SSID IMAGE SIGNERS
unexport PYTHONDONTWRITEBYTECODE  # tests start the program hundreds of times: it is compiled once

help:  ## say what there is
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1\t\2/p' Makefile | expand -t 22

setup:  ## make the environment .venv, and install system packages that are missing
	@scripts/setup

run: setup  ## start the table on http://127.0.0.1:8080 (hardware that is not there is simulated)
	@$(BIN)/tableside run $(ARGS)

test:  ## set up for tests, and run them all
	@scripts/setup --dev
	$(BIN)/python -m pytest $(WORKERS) $(if $(REST),$(addprefix --ignore=,$(FLOORED))) $(ARGS)

floors:  ## the tests of the rules and of the referee alone, and how much of both they reach
	@scripts/setup --dev
	$(BIN)/python -m pytest $(WORKERS) $(FLOORED) \
	    --cov=companion.games --cov=companion.referee --cov-report=
	$(BIN)/coverage json -q -o - | $(BIN)/python scripts/floors.py

random:  ## property tests on other examples than always; says its seed (again with SEED=...)
	@scripts/setup --dev
	@seed=$${SEED:-$$(od -An -N4 -tu4 /dev/urandom | tr -d ' ')}; \
	echo "The seed is $$seed; the same examples again: make random SEED=$$seed"; \
	$(BIN)/python -m pytest $(WORKERS) -q -m hypothesis --hypothesis-profile=random --hypothesis-seed=$$seed $(ARGS)

fuzz:  ## some thousand bad inputs to a running table, of a new seed (again with SEED=...; COUNT=... of them)
	@scripts/setup --dev
	$(BIN)/python -m benchmarks.fuzz --count $${COUNT:-4000} $${SEED:+--seed $$SEED}

mutants:  ## whether a small mistake in a rulebook would be noticed (GAME=typo); cut off, it goes on where it was
	@scripts/setup --dev
	nice $(BIN)/python -m benchmarks.mutants $(GAME) $(ARGS)

lint:  ## ruff, mypy, import-linter, shellcheck, types of the JavaScript
	@scripts/setup --dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	scripts/shell-files | xargs shellcheck
	tsc --project jsconfig.json

train:  ## train the eyes' networks anew, from drawn cards (hours; ARGS="--only letters")
	@scripts/setup --dev
	@scripts/system-packages train
	@scripts/typefaces
	$(BIN)/python -m pip install --disable-pip-version-check --quiet --no-build-isolation --editable '.[train]'
	$(BIN)/python -m training $(ARGS)

install:  ## install as a service that starts at power-on; again to update or mend (KIOSK=yes|no)
	@scripts/install

uninstall:  ## remove the service and the hotspot, leave the matches
	@scripts/uninstall

hotspot:  ## make the table's own Wi-Fi for the phones (OFF=1 ends it)
	@scripts/hotspot $(if $(OFF),off,on)

fresh:  ## try the two commands on bare Debian 12 and 13 (root, about 10 minutes each)
	@tests/fresh/run

pins:  ## press, look and listen on GPIO lines of a real kernel in an emulated machine (Debian 12, root, about 3 minutes)
	@tests/kernel/run

pi-in-a-box:  ## an emulated Pi with buttons, OLED, camera and screen: installs, looks, pulls the plug (root, hours, docs/pi-in-a-box.md)
	@tests/box/run $(ARGS)

image: setup  ## make a card image for a Pi 3 or 4, in IMAGE=FOLDER (root, an hour; docs/image.md; KEY=... signs it)
	@KEY='$(KEY)' scripts/image/make "$${IMAGE:-/var/tmp/tableside-image}"

image-judge:  ## start an emulated machine from that card: settings, power cut, update, ways back (root, an hour)
	@scripts/setup --dev
	@tests/image/run $(ARGS)

lock:  ## write the locked lists of Python packages anew
	@scripts/lock

renew: lock  ## take the newest packages that pyproject.toml allows, and try everything with them
	@.ci/run

audit:  ## ask which of the locked packages have known weaknesses
	@scripts/audit

release:  ## make a release in dist/, with bill of materials and licences, signed (KEY=~/.ssh/id_ed25519)
	@scripts/setup
	@scripts/release '$(KEY)'
