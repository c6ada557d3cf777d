"""Between what is the tape held? Ends that are units or points, as they stand in an address."""

import re
from dataclasses import dataclass

from astrike.errors import InputError, Problem
from astrike.model.table import Table
from astrike.report.figures import height, inches
from astrike.rules.measure import Measurement, Place
from astrike.rules.situation import Point
from astrike.web.forms import number_or_text
from astrike.web.i18n import _

_POINT = re.compile(r"\s*(?P<x>[^,;\s]+)\s*[,;]\s*(?P<y>[^,;\s]+)\s*")


@dataclass(frozen=True, slots=True)
class TapeEnd:
    """One end as it was typed, what it means, and what is wrong with it."""

    text: str
    place: Place | None
    problem: Problem | None = None


def read_end(table: Table, name: str, text: str) -> TapeEnd:
    """Read an end: the id of a unit, or x and y with a comma between them."""
    typed = text.strip()
    if not typed:
        return TapeEnd("", None)
    if table.unit(typed) is not None:
        return TapeEnd(typed, typed)
    found = _POINT.fullmatch(typed)
    x, y = (number_or_text(found["x"]), number_or_text(found["y"])) if found is not None else ("", "")
    if isinstance(x, str) or isinstance(y, str):
        expected = _("a unit of this table, or x, y in inches")
        return TapeEnd(typed[:60], None, Problem(at=name, found=repr(typed[:40]), expected=expected))
    if not (-1000 <= x <= 1000 and -1000 <= y <= 1000):
        expected = _("x and y on the table")
        return TapeEnd(typed[:60], None, Problem(at=name, found=repr(typed[:40]), expected=expected))
    return TapeEnd(typed, (float(x), float(y)))


def point_named(table: Table, name: str, text: str) -> Point:
    """Read a point of the table; raise `InputError` where none, or a unit, is named."""
    end = read_end(table, name, text)
    if not isinstance(end.place, tuple):
        expected = _("x, y in inches")
        raise InputError([end.problem or Problem(at=name, found=repr(end.text[:20]), expected=expected)])
    return Point(*end.place)


def measured_facts(found: Measurement, bracket: str) -> tuple[tuple[str, str], ...]:
    """Give every figure of a measurement with its name."""
    rise = found.rise
    return (
        (_("Range bracket"), bracket or _("out of range")),
        (_("Centre to centre"), inches(found.centres)),
        (_("Height at the first end"), height(found.start.z)),
        (_("Height at the second end"), height(found.end.z)),
        (_("Rise"), height(rise) if rise <= 0 else f"+{height(rise)}"),
        (_("Through the air"), inches(found.slant)),
    )
