#!/bin/sh
# Make .venv with the pinned versions: `environment.sh run` for the app alone, `environment.sh test` for everything.
set -eu
purpose=$1
oldest="3, 11"

say() { printf '%s\n' "$*" >&2; }

is_new_enough() { "$1" -c "import sys; sys.exit(sys.version_info < ($oldest))" 2>/dev/null; }

find_python() {
  # A python3 that is too old may stand beside a newer one; PYTHON=... decides when it is given.
  for candidate in ${PYTHON:-python3 python3.14 python3.13 python3.12 python3.11}; do
    if command -v "$candidate" >/dev/null 2>&1 && is_new_enough "$candidate"; then
      command -v "$candidate"
      return
    fi
  done
  say "astrike needs Python 3.11 or newer${PYTHON:+, and $PYTHON is not}. On Debian or Ubuntu this brings it:"
  say "    sudo apt-get install python3 python3-venv"
  exit 2
}

if ! { [ -x .venv/bin/python ] && is_new_enough .venv/bin/python && .venv/bin/python -m pip --version >/dev/null 2>&1; }
then
  python=$(find_python)
  if ! "$python" -c 'import ensurepip, venv' 2>/dev/null; then
    package=$("$python" -c 'import sys; print("python%d.%d-venv" % sys.version_info[:2])')
    say "$python cannot make virtual environments. On Debian or Ubuntu this brings what is missing:"
    say "    sudo apt-get install $package"
    exit 2
  fi
  rm -rf .venv
  "$python" -m venv .venv
fi

say "Setting up .venv; the first time this takes a minute or two."
# Only files whose hashes stand in requirements.txt are installed; astrike itself comes last, from here, with nothing else.
export PIP_DISABLE_PIP_VERSION_CHECK=1
pins=requirements.txt
case $purpose in
  run) pins=.venv/what-runs.txt && sed '/^# What tests it/,$d' requirements.txt > "$pins" ;;
  test) ;;
  *) say "environment.sh run|test"; exit 2 ;;
esac
.venv/bin/python -m pip install --quiet --require-hashes --requirement "$pins"
.venv/bin/python -m pip install --quiet --no-deps --no-build-isolation --editable .
touch ".venv/ready-to-$purpose"
