#!/bin/sh
# Make sure that there is a Chromium for the browser tests; bring Debian's when that is possible.
set -eu

say() { printf '%s\n' "$*" >&2; }

find_browser() {
  for name in chromium chromium-browser google-chrome; do
    if command -v "$name"; then return; fi
  done
  return 1
}

if find_browser >/dev/null; then exit 0; fi

packages="chromium fonts-dejavu-core"
if ! command -v apt-get >/dev/null 2>&1; then
  say "The tests drive a real browser and found neither chromium, chromium-browser nor google-chrome on the PATH."
  say "Install Chromium with this system's package manager, then run make test again."
  exit 2
fi

as_root=
if [ "$(id -u)" != 0 ]; then
  if ! { command -v sudo && sudo -n true; } >/dev/null 2>&1; then
    say "The tests drive a real browser and found none. This brings it:"
    say "    sudo apt-get install --no-install-recommends $packages"
    exit 2
  fi
  as_root="sudo -n"
fi

say "The tests need Chromium: installing $packages"
$as_root env DEBIAN_FRONTEND=noninteractive sh -c "
  apt-get update -q && apt-get install -q -y --no-install-recommends $packages" </dev/null >&2
if ! find_browser >/dev/null; then
  say "Chromium was installed and is still not on the PATH."
  exit 2
fi
