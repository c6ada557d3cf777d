"""Where does everything stand on the picture of a ruling card: the dice, the hexes, the slots that were hit?

All three pictures are read in black and white too: what counts is filled, struck out or written, never colored alone.
Lengths are pixels; a picture is as wide as a phone.
"""

from collections.abc import Iterator, Mapping, Sequence
from math import ceil
from types import MappingProxyType
from typing import Final

from astrike.dataclass import dataclass
from astrike.model.battletech.answers import DueRoll
from astrike.model.battletech.critical import UPPER
from astrike.model.battletech.critical_answer import Blast
from astrike.model.battletech.impact import ImpactAnswer, ImpactHit, ImpactQuestion, SkidHex
from astrike.report.battletech.critical_text import place_labels, slot_words, step_words
from astrike.report.battletech.impact_text import PART_WORDS, grouped, who_words
from astrike.report.battletech.roll_text import automatic_words, ways_words
from astrike.report.drawing.shapes import text_width
from astrike.report.words.numbers import percent_exactly
from astrike.report.words.texts import Translate
from astrike.report.words.texts import to_translate as _

WIDTH: Final = 390.0
FACES: Final = range(1, 7)
MOST_HEXES: Final = 16
"""So many hexes are drawn; of more it is said how many."""
_EDGE: Final = 12.0
_SMALL: Final = 13.0
_CELL: Final = 34.0
_HEX: Final = 46.0
_IN_A_ROW: Final = 8
_ROW: Final = 98.0
_SLOT: Final = 27.0


@dataclass(frozen=True, slots=True)
class PictureOutline:
    """A closed or open line through points; its class says whether it is filled."""

    css: str
    points: tuple[tuple[float, float], ...]
    is_open: bool = False

    @property
    def d(self) -> str:
        """Write it as a path."""
        return "M" + "L".join(f"{x:g} {y:g}" for x, y in self.points) + ("" if self.is_open else "z")


@dataclass(frozen=True, slots=True)
class PictureLetters:
    """A line of text by the middle of its height."""

    css: str
    x: float
    y: float
    text: str
    anchor: str = "start"


@dataclass(frozen=True, slots=True)
class ClassicPicture:
    """A picture, and what it says to those who do not see it."""

    height: float
    said: str
    outlines: tuple[PictureOutline, ...]
    letters: tuple[PictureLetters, ...]
    width: float = WIDTH


@dataclass(frozen=True, slots=True)
class PictureSlot:
    """A slot of a location as it is drawn."""

    number: int
    """Counted from 1 in each half."""
    name: str
    is_hit: bool
    pin: str = ""
    """Which hit of this phase struck it."""


class _Sheet:
    """Collects what is drawn."""

    def __init__(self) -> None:
        self.outlines: list[PictureOutline] = []
        self.letters: list[PictureLetters] = []

    def box(self, css: str, x: float, y: float, width: float, height: float) -> None:
        corners = ((x, y), (x + width, y), (x + width, y + height), (x, y + height))
        self.outlines.append(PictureOutline(css, corners))

    def line(self, css: str, *points: tuple[float, float]) -> None:
        self.outlines.append(PictureOutline(css, points, is_open=True))

    def text(self, css: str, x: float, y: float, text: object, anchor: str = "start") -> None:
        self.letters.append(PictureLetters(css, x, y, str(text), anchor))

    def arrow(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        """Draw an arrow that runs right or down."""
        (x, y), is_down = end, start[0] == end[0]
        self.line("cp-way", start, end)
        head = ((x - 5, y - 8), (x + 5, y - 8), end) if is_down else ((x - 8, y - 5), (x - 8, y + 5), end)
        self.outlines.append(PictureOutline("cp-head", head))

    def finished(self, height: float, said: str) -> ClassicPicture:
        return ClassicPicture(height, said, tuple(self.outlines), tuple(self.letters))


# ---- two dice


def roll_picture(roll: DueRoll | None, rolled: int | None, translate: Translate) -> ClassicPicture:
    """Draw the 36 rolls of two dice; those that succeed are filled, those with the sum that fell are framed."""
    sheet = _Sheet()
    for first in FACES:
        middle = _EDGE + 24 + (first - 0.5) * _CELL
        sheet.text("cp-s", middle, 14, first, "middle")
        sheet.text("cp-s", _EDGE + 10, 24 + (first - 0.5) * _CELL, first, "middle")
    for first in FACES:
        for second in FACES:
            _die_cell(sheet, first, second, is_success=_succeeds(roll, first + second))
    for first in FACES:
        for second in FACES:
            if first + second == rolled:
                x, y = _corner(first, second)
                for css in ("cp-under", "cp-ring"):
                    sheet.box(css, x + 3, y + 3, _CELL - 6, _CELL - 6)
    words = list(_beside(roll, rolled, translate))
    left = _EDGE + 24 + 6 * _CELL + 18
    for number, (css, text) in enumerate(words):
        sheet.text(css, left, 66 + 34 * number + (14 if number else 0), text)
    return sheet.finished(24 + 6 * _CELL + 12, ", ".join(text for _css, text in words))


def _succeeds(roll: DueRoll | None, total: int) -> bool:
    if roll is None or roll.automatic in ("fails", "none"):
        return False
    return roll.automatic == "succeeds" or (roll.target is not None and total >= roll.target)


def _corner(first: int, second: int) -> tuple[float, float]:
    return _EDGE + 24 + (second - 1) * _CELL, 24 + (first - 1) * _CELL


def _die_cell(sheet: _Sheet, first: int, second: int, *, is_success: bool) -> None:
    x, y = _corner(first, second)
    sheet.box("cp-yes" if is_success else "cp-no", x, y, _CELL, _CELL)
    css = "cp-on" if is_success else "cp-off"
    sheet.text(css, x + _CELL / 2, y + _CELL / 2, first + second, "middle")


def _beside(roll: DueRoll | None, rolled: int | None, translate: Translate) -> Iterator[tuple[str, str]]:
    if roll is None:
        yield "cp-b", translate(_("No roll"))
        return
    if roll.automatic is not None or roll.target is None or roll.odds is None:
        yield "cp-b", automatic_words(roll.automatic or "none", translate)
        return
    yield "cp-big", f"{roll.target}+"
    yield "cp-b", percent_exactly(roll.odds)
    yield "cp-s", ways_words(roll.odds, translate)
    if rolled is not None:
        yield "cp-b", translate(_("rolled %(sum)s")) % {"sum": rolled}


# ---- hexes, and where damage lands


@dataclass(frozen=True, slots=True)
class _Hex:
    inside: str
    below: str = ""
    is_filled: bool = False


_OBSTACLES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "nothing": "",
        "unit": _("unit"),
        "building": _("building"),
        "rise": _("rise"),
        "drop": _("drop"),
        "water": _("water"),
        "edge": _("map edge"),
    }
)
_INTO: Final[Mapping[str, str]] = MappingProxyType({"building": _("building"), "hill": _("hill")})
_BOXES: Final[Mapping[str, tuple[float, float, float, float]]] = MappingProxyType(
    {
        "head": (68, 0, 44, 32),
        "left-torso": (40, 34, 32, 54),
        "center-torso": (74, 34, 32, 54),
        "right-torso": (108, 34, 32, 54),
        "left-arm": (4, 40, 34, 60),
        "right-arm": (142, 40, 34, 60),
        "left-leg": (46, 90, 40, 54),
        "right-leg": (94, 90, 40, 54),
    }
)
_QUAD_BOXES: Final[Mapping[str, tuple[float, float, float, float]]] = MappingProxyType(
    {
        **{key: box for key, box in _BOXES.items() if "arm" not in key and key[-3:] != "leg"},
        "front-left-leg": (4, 34, 34, 54),
        "front-right-leg": (142, 34, 34, 54),
        "rear-left-leg": (40, 90, 40, 54),
        "rear-right-leg": (100, 90, 40, 54),
    }
)


def impact_picture(
    question: ImpactQuestion, answer: ImpactAnswer, length: int, translate: Translate
) -> ClassicPicture:
    """Draw the hexes of an impact with what is in the way, and where its damage lands."""
    sheet = _Sheet()
    way = list(_way(question, length, translate))
    bottom = _strip(sheet, way, translate)
    said = [f"{each.inside} {each.below}".strip() for each in way]
    hurt = dict.fromkeys(lot.to for lot in answer.damage)
    mechs = [to for to in hurt if any(lot.to == to and _is_mech(lot.unit_kind) for lot in answer.damage)]
    for number, to in enumerate(mechs):
        row, column = divmod(number, 2)
        said += _doll(sheet, answer, to, (_EDGE + column * 186, bottom + row * 204), translate)
    bottom += 204 * ceil(len(mechs) / 2)
    for lot in answer.damage:
        if lot.to not in mechs:
            text = f"{who_words(lot.to, answer.kind, translate)}: {lot.total}"
            groups = f" ({grouped(lot.groups)})" if len(lot.groups) > 1 and lot.to != "building" else ""
            sheet.text("cp-b", _EDGE, bottom + 12, text + groups)
            said.append(text)
            bottom += 26
    return sheet.finished(bottom + 6, ". ".join(filter(None, said)))


def _is_mech(kind: str) -> bool:
    return kind in ("biped", "quad")


def _way(question: ImpactQuestion, length: int, translate: Translate) -> Iterator[_Hex]:
    """Give the hexes from the unit on."""
    tons = f"{question.attacker.tons} t"
    levels = translate(_("%(levels)s levels")) % {"levels": question.levels}
    match question.kind:
        case "skid":
            yield _Hex(tons, translate(_("it skids")), is_filled=True)
            hexes = max(length, len(question.path))
            for number in range(hexes):
                there = question.path[number] if number < len(question.path) else SkidHex()
                yield _Hex(_obstacle(there), translate(_OBSTACLES[there.what]))
        case "charge" | "dfa" | "push":
            yield _Hex(tons, who_words("attacker", question.kind, translate), is_filled=True)
            yield from (_Hex(str(number)) for number in range(1, question.hexes))
            if question.into != "unit":
                yield _Hex(
                    f"CF {question.cf}" if question.into == "building" else "",
                    translate(_INTO[question.into]),
                )
            else:
                target = "" if question.target is None else f"{question.target.tons} t"
                yield _Hex(target, who_words("target", question.kind, translate), is_filled=True)
        case "collapse" | "enter" | "basement":
            yield _Hex(tons, f"CF {question.cf}", is_filled=True)
            if question.levels:
                yield _Hex(levels.split()[0], levels)
        case _:
            yield _Hex(
                tons,
                "" if question.target is None else who_words("attacker", question.kind, translate),
                is_filled=True,
            )
            below = (
                levels if not question.water else translate(_("water %(depth)s")) % {"depth": question.water}
            )
            if question.target is not None:
                yield _Hex(
                    f"{question.target.tons} t", who_words("target", question.kind, translate), is_filled=True
                )
            elif question.levels or question.water:
                yield _Hex(f"−{question.levels}", below)


def _obstacle(there: SkidHex) -> str:
    """Say in a few letters what is in a hex.

    >>> _obstacle(SkidHex("building", cf=40)), _obstacle(SkidHex("drop", levels=2)), _obstacle(SkidHex())
    ('CF 40', '−2', '')
    """
    match there.what:
        case "building":
            return f"CF {there.cf}"
        case "drop" | "water":
            return f"−{there.levels or there.depth}"
        case "unit":
            return "?" if there.unit is None else f"{there.unit.tons} t"
        case "rise":
            return "+"
        case _:
            return ""


def _strip(sheet: _Sheet, way: Sequence[_Hex], translate: Translate) -> float:
    """Draw hexes in a row, in rows where they are many; give where the next thing may begin."""
    shown = way[:MOST_HEXES]
    for number, each in enumerate(shown):
        row, column = divmod(number, _IN_A_ROW)
        x, y = _EDGE + column * _HEX, 6 + row * _ROW
        middle, high = x + _HEX / 2, _HEX * 0.577
        corners = (
            (middle, y), (x + _HEX, y + high / 2), (x + _HEX, y + high * 1.5),
            (middle, y + high * 2), (x, y + high * 1.5), (x, y + high / 2),
        )  # fmt: skip
        sheet.outlines.append(PictureOutline("cp-hex-on" if each.is_filled else "cp-hex", corners))
        css = "cp-hex-word-on" if each.is_filled else "cp-hex-word"
        sheet.text(css, middle, y + high, _fitting(each.inside, _HEX - 4, _SMALL), "middle")
        words = _fitting(each.below, _HEX * 1.9, _SMALL)
        lower = 14 if column % 2 else 0  # words of neighbors do not touch
        at = "start" if column == 0 else "middle"
        sheet.text("cp-s", x + 2 if column == 0 else middle, y + high * 2 + 11 + lower, words, at)
    rows = ceil(len(shown) / _IN_A_ROW)
    if len(way) > len(shown):
        more = translate(_("and %(number)s more hexes")) % {"number": len(way) - len(shown)}
        sheet.text("cp-s", _EDGE, rows * _ROW + 10, more)
        return rows * _ROW + 26
    return rows * _ROW + 8


def _doll(
    sheet: _Sheet, answer: ImpactAnswer, to: str, at: tuple[float, float], translate: Translate
) -> Iterator[str]:
    """Draw a 'Mech with the points that land on each location; say the same in words."""
    x, y = at
    lots = [lot for lot in answer.damage if lot.to == to]
    hits = [hit for lot in lots for hit in lot.hits]
    boxes = _QUAD_BOXES if lots[0].unit_kind == "quad" else _BOXES
    total = sum(lot.total for lot in lots)
    title = f"{who_words(to, answer.kind, translate)}: {total}"
    sheet.text("cp-b", x, y + 8, title)
    words = [title]
    for part, (left, top, width, height) in boxes.items():
        there = [hit for hit in hits if hit.location == part]
        sheet.box("cp-part-hit" if there else "cp-part", x + left, y + 24 + top, width, height)
        if there:
            middle = x + left + width / 2, y + 24 + top + height / 2
            _points(sheet, there, middle, translate)
            words.append(f"{translate(PART_WORDS[part])} {sum(hit.points for hit in there)}")
    open_ = tuple(hit.points for hit in hits if hit.location is None)
    if open_:
        left_over = translate(_("to place: %(groups)s")) % {"groups": grouped(open_)}
        sheet.text("cp-s", x, y + 182, _fitting(left_over, 178, _SMALL))
        words.append(left_over)
    return iter(words)


def _points(
    sheet: _Sheet, hits: Sequence[ImpactHit], middle: tuple[float, float], translate: Translate
) -> None:
    x, y = middle
    front = sum(hit.points for hit in hits if not hit.is_rear)
    rear = sum(hit.points for hit in hits if hit.is_rear)
    if front:
        sheet.text("cp-b", x, y - (9 if rear else 0), front, "middle")
    if rear:
        sheet.text("cp-b", x, y + (3 if front else -8), rear, "middle")
        sheet.text("cp-s", x, y + (18 if front else 9), translate(_("rear")), "middle")


# ---- slots, and the way of an explosion


def critical_picture(
    place: str, halves: Sequence[Sequence[PictureSlot]], blasts: Sequence[Blast], translate: Translate
) -> ClassicPicture:
    """Draw the slots of a location with their hits, and the way of each explosion."""
    sheet = _Sheet()
    sheet.text("cp-b", _EDGE, 14, place)
    width = (WIDTH - 2 * _EDGE - 8 * (len(halves) - 1)) / max(1, len(halves))
    for column, half in enumerate(halves):
        for row, slot in enumerate(half):
            _slot(sheet, slot, _EDGE + column * (width + 8), 30 + row * _SLOT, width)
    bottom = 30 + max((len(half) for half in halves), default=0) * _SLOT + 10
    said = [place, *_slots_said(halves, translate)]
    for blast in blasts:
        bottom, words = _blast(sheet, blast, bottom, translate)
        said += words
    return sheet.finished(bottom, ". ".join(said))


def _slot(sheet: _Sheet, slot: PictureSlot, x: float, y: float, width: float) -> None:
    sheet.box("cp-part-hit" if slot.is_hit else "cp-part", x, y, width, _SLOT)
    middle = y + _SLOT / 2
    sheet.text("cp-s", x + 16, middle, slot.number, "end")
    name = _fitting(slot.name, width - 52, _SMALL)
    sheet.text("cp-s", x + 22, middle, name)
    if not slot.is_hit:
        return
    sheet.line("cp-strike", (x + 21, middle), (x + 23 + text_width(name, _SMALL), middle))
    if slot.pin:
        sheet.box("cp-yes", x + width - 24, y + 4, 19, 19)
        sheet.text("cp-on", x + width - 14.5, middle, slot.pin, "middle")
    else:
        for rise in (-6, 6):
            sheet.line("cp-way", (x + width - 21, middle - rise), (x + width - 9, middle + rise))


def _slots_said(halves: Sequence[Sequence[PictureSlot]], translate: Translate) -> Iterator[str]:
    slots = sum(map(len, halves))
    for above, half in enumerate(halves):
        for slot in half:
            if slot.is_hit:
                number = slot_words(slot.number + UPPER * above, slots, translate)
                named = {"item": slot.name, "number": number}
                yield translate(_("%(item)s (slot %(number)s): hit")) % named


def _blast(sheet: _Sheet, blast: Blast, top: float, translate: Translate) -> tuple[float, list[str]]:
    title = translate(_("%(item)s: %(points)s points")) % {"item": blast.item, "points": blast.points}
    sheet.text("cp-b", _EDGE, top + 12, _fitting(title, WIDTH - 2 * _EDGE, 16))
    top += 28
    words = [title]
    for number, step in enumerate(blast.path):
        said = step_words(step, translate)
        words.append(said)
        place, lost = translate(place_labels()[step.location]), said.partition(": ")[2]
        if number:
            sheet.arrow((_EDGE + 24, top), (_EDGE + 24, top + 20))
            sheet.text("cp-s", _EDGE + 38, top + 9, step.points)
            top += 20
        sheet.box("cp-part-hit" if step.destroyed else "cp-part", _EDGE, top, WIDTH - 2 * _EDGE, 44)
        sheet.text("cp-b", _EDGE + 8, top + 14, place)
        sheet.text("cp-s", _EDGE + 8, top + 32, _fitting(lost, WIDTH - 2 * _EDGE - 16, _SMALL))
        top += 44
    return top + 12, words


def _fitting(text: str, width: float, size: float) -> str:
    """Cut a text to a width.

    >>> _fitting("Ammo", 60, 13), _fitting("Large pulse laser of the assembly line", 80, 13)[-1]
    ('Ammo', '…')
    """
    if text_width(text, size) <= width:
        return text
    while text and text_width(f"{text}…", size) > width:
        text = text[:-1]
    return f"{text.rstrip()}…" if text else ""
