#!/bin/sh
# Write requirements.txt: exact versions of everything, with the hashes of all files of each release, for every system.
# `pins.sh` takes the newest versions that fit together; `pins.sh keep` leaves what is pinned and adds what is new.
set -eu
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
"${PYTHON:-python3}" -m venv "$place/venv"
"$place/venv/bin/python" -m pip install --quiet uv
backend=$(sed -n 's/^requires = \["\(.*\)"\]$/\1/p' pyproject.toml)
printf '%s\neditables\n' "$backend" > "$place/backend.in"

pins() {
  # No address of an index and no path stands in what is written; pip itself is there before anything is installed.
  "$place/venv/bin/uv" pip compile --quiet --universal --generate-hashes --no-header --no-annotate \
    --no-emit-index-url --no-emit-find-links --no-emit-package pip --python-version 3.11 --no-cache \
    --constraint "$place/kept" "$@"
}

if [ "${1:-}" = keep ]; then
  sed -n 's/^\([A-Za-z0-9._-]*==[^ ;\\]*\).*/\1/p' requirements.txt > "$place/kept"
else
  : > "$place/kept"
fi
pins pyproject.toml "$place/backend.in" --output-file "$place/run" > /dev/null
sed -n 's/^\([A-Za-z0-9._-]*==[^ ;\\]*\).*/\1/p' "$place/run" >> "$place/kept"
sed -n 's/^\([A-Za-z0-9._-]*\)==.*/\1/p' "$place/run" > "$place/names"
pins pyproject.toml "$place/backend.in" --extra dev --output-file "$place/all" \
  $(sed 's/^/--no-emit-package /' "$place/names") > /dev/null
{
  echo "# What runs and builds astrike: exact versions, with the hashes of all their files. Written by make pins."
  cat "$place/run"
  echo
  echo "# What tests it."
  cat "$place/all"
} > requirements.txt
