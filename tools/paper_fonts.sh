#!/bin/sh
# Cuts the two weights of DejaVu Sans Condensed 2.37 down to what set-up sheets may need: Latin, Greek, Cyrillic,
# Armenian, Georgian and a few signs. Usage: tools/paper_fonts.sh FOLDER, where FOLDER holds the released .ttf files.
set -eu
from="$1"
to="$(dirname "$0")/../astrike/report/paper/fonts"
letters="U+0020-007E,U+00A0-024F,U+0259,U+02B0-02FF,U+0370-03FF,U+0400-052F,U+0531-058F,U+10A0-10FF,U+1E00-1EFF"
signs="U+2010-2044,U+2070-209F,U+20A0-20BF,U+2116,U+2122,U+2150-215F,U+2190-2199,U+2212,U+2248,U+2260,U+2264,U+2265"
shapes="U+25A0-25A1,U+25CB,U+25CF,U+2610,U+FFFD"
cut() {
    "$(dirname "$0")/../.venv/bin/pyftsubset" "$from/$1.ttf" --output-file="$to/$2.ttf" \
        --unicodes="$letters,$signs,$shapes" --no-hinting --layout-features= \
        --drop-tables+=FFTM,GDEF,GPOS,GSUB,kern
}
cut DejaVuSansCondensed dejavu-sans-condensed-2.37
cut DejaVuSansCondensed-Bold dejavu-sans-condensed-bold-2.37
cd "$to"
sha256sum ./*.ttf ./*.txt | sed 's| \./| |' >SHA256SUMS
