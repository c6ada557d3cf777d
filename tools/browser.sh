#!/bin/sh
# Make sure that there is a Chromium for the browser tests; bring Debian's when that is possible. Of two, the one
# without windows comes: it needs less than half of the processor time.
set -eu

say() { printf '%s\n' "$*" >&2; }

find_browser() {
  for name in chromium-headless-shell chromium chromium-browser google-chrome; do
    if command -v "$name"; then return; fi
  done
  return 1
}

if find_browser >/dev/null; then exit 0; fi

fonts=fonts-dejavu-core
if ! command -v apt-get >/dev/null 2>&1; then
  say "The tests drive a real browser and found neither chromium-headless-shell, chromium, chromium-browser nor"
  say "google-chrome on the PATH. Install Chromium with this system's package manager, then run make test again."
  exit 2
fi

as_root=
if [ "$(id -u)" != 0 ]; then
  if ! { command -v sudo && sudo -n true; } >/dev/null 2>&1; then
    say "The tests drive a real browser and found none. This brings it:"
    say "    sudo apt-get install --no-install-recommends chromium-headless-shell $fonts"
    exit 2
  fi
  as_root="sudo -n"
fi

install() {
  say "The tests need Chromium: installing $*"
  $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends "$@" </dev/null >&2
}

$as_root apt-get update -q </dev/null >&2
install chromium-headless-shell $fonts || install chromium $fonts
if ! find_browser >/dev/null; then
  say "Chromium was installed and is still not on the PATH."
  exit 2
fi
