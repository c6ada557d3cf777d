"""What does an address look like as a picture that phones can read?"""

import io
from collections.abc import Iterable
from itertools import groupby

import segno
from markupsafe import Markup

_QUIET_MODULES = 2
_MOST_LETTERS = 1_000
"""With more the squares of a code on paper are too small for a phone."""


def fits_qr_code(address: str) -> bool:
    """Can a phone read this address as a QR code?"""
    return len(address.encode()) <= _MOST_LETTERS


def qr_svg(address: str, *, label: str) -> Markup:
    """Draw a QR code as inline SVG: classes only, sized by the style sheet."""
    code = segno.make(address, error="m", micro=False)
    size = code.symbol_size(border=_QUIET_MODULES)[0]
    rows = enumerate(code.matrix_iter(border=_QUIET_MODULES))
    path = "".join(_bars(y, row) for y, row in rows)
    return Markup(
        '<svg class="qr-code" viewBox="0 0 {size} {size}" role="img" aria-label="{label}">'
        '<path d="{path}"/></svg>'
    ).format(size=size, label=label, path=path)


def _bars(y: int, row: Iterable[int]) -> str:
    bars: list[str] = []
    x = 0
    for is_dark, run in groupby(row):
        width = len(list(run))
        if is_dark:
            bars.append(f"M{x} {y}h{width}v1h-{width}z")
        x += width
    return "".join(bars)


def qr_text(address: str) -> str:
    """Draw a QR code with block letters for a terminal."""
    out = io.StringIO()
    segno.make(address, error="l", micro=False).terminal(out, compact=True, border=2)
    return out.getvalue()
