#!/bin/sh
# Write requirements.txt: what pip chooses today for astrike and its development, in an environment of its own.
set -eu
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
"${PYTHON:-python3}" -m venv "$place/venv"
pip="$place/venv/bin/python -m pip"
backend=$(sed -n 's/^requires = \["\(.*\)"\]$/\1/p' pyproject.toml)
$pip install --quiet --editable '.[dev]' "$backend" editables
{
  echo "# Everything that runs, tests and builds astrike, exactly. Written by make pins."
  $pip freeze --exclude-editable --exclude pip --exclude setuptools
} > requirements.txt
