"""What do the printed strings of a unit card say: Move, damage and special abilities?

Parsing only; what a value does is a rule. Every parser raises `ValueError` with words that name what is allowed.
"""

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from astrike.dataclass import dataclass

_MOVE_PART = re.compile(r"^(\d+(?:\.\d+)?)\s*(?:\"|[″”“]|''|in)?\s*([a-z]{0,2})(\([bm]\))?$")
_THRUST = re.compile(r"^(\d+)([ap])$")
THRUST_CODES = frozenset("ap")
"""Motive codes of an aerospace unit, whose Move is Thrust."""
MOVE_CODES = ("", "j", "f", "m", "t", "w", "h", "v", "g", "n", "s", "r", "qt", "qw", "a", "p", "i", "k")


@dataclass(frozen=True, slots=True)
class MovePart:
    """One way to move: inches (or Thrust for `a`, `p`) and the motive code printed behind them."""

    inches: float
    code: str
    variant: str = ""


@dataclass(frozen=True, slots=True)
class PrintedMove:
    """Move as printed, e.g. ``8"/6"j``; a single ``10"j`` means ground and jump alike."""

    printed: str
    parts: tuple[MovePart, ...]

    @property
    def ground(self) -> float:
        """Inches of the first mode that is not a jump; a lone jump value serves for the ground too."""
        for part in self.parts:
            if part.code != "j":
                return part.inches
        return self.parts[0].inches

    @property
    def jump(self) -> float | None:
        """Inches of the jump, None for units that cannot."""
        for part in self.parts:
            if part.code == "j":
                return part.inches
        return None

    @property
    def codes(self) -> frozenset[str]:
        """All motive codes printed."""
        return frozenset(part.code for part in self.parts)

    @property
    def is_thrust(self) -> bool:
        """Is it an aerospace unit's Thrust?"""
        return not self.codes.isdisjoint(THRUST_CODES)

    def inches_of(self, code: str) -> float | None:
        """Inches of one motive code, None when it is not printed."""
        for part in self.parts:
            if part.code == code:
                return part.inches
        return None


def parse_move(text: str) -> PrintedMove:
    """Read a Move string.

    >>> parse_move('8"/6"j').jump
    6.0
    >>> parse_move('14"w(b)').parts[0].variant
    'b'
    >>> sorted(parse_move('6"w/4"s').codes)
    ['s', 'w']
    """
    parts: list[MovePart] = []
    for piece in re.split(r"[/,]", text.strip()):
        word = piece.strip().lower()
        match = _THRUST.match(word) or _MOVE_PART.match(word)
        if match is None or match.group(2) not in MOVE_CODES:
            raise ValueError(
                f'cannot read Move {text!r}: expected inches with a motive code, such as 8"/6"j, 14"w(b), 12"h or 5a'
            )
        variant = (match.group(3) or "").strip("()") if match.re is _MOVE_PART else ""
        parts.append(MovePart(float(match.group(1)), match.group(2), variant))
    return PrintedMove(text, tuple(parts))


def move_words(move: PrintedMove) -> str:
    """Write a Move as cards print it, inches with their mark and Thrust without.

    >>> move_words(parse_move("8/6J")), move_words(parse_move("5a"))
    ('8"/6"j', '5a')
    """
    return "/".join(map(_part_words, move.parts))


def _part_words(part: MovePart) -> str:
    if part.code in THRUST_CODES:
        return f"{part.inches:g}{part.code}"
    return f'{part.inches:g}"{part.code}' + (f"({part.variant})" if part.variant else "")


@dataclass(frozen=True, slots=True)
class DamageValue:
    """One printed damage value: whole points, or minimal (``0*``: a die decides), or none (``-``)."""

    points: int
    minimal: bool = False

    @property
    def is_none(self) -> bool:
        """Is there nothing to attack with at this bracket?"""
        return self.points == 0 and not self.minimal

    def __str__(self) -> str:
        """Give the value as cards print it."""
        return "0*" if self.minimal else str(self.points)


DAMAGE_BRACKETS: Final = ("short", "medium", "long", "extreme")
"""The brackets for which cards print damage, in the order in which they print it."""


def bracket_on_card(bracket: str) -> str:
    """Give the bracket whose printed damage counts at a range bracket: its own, else Long.

    >>> bracket_on_card("medium"), bracket_on_card("horizon")
    ('medium', 'long')
    """
    return bracket if bracket in DAMAGE_BRACKETS else "long"


@dataclass(frozen=True, slots=True)
class DamageRow:
    """Damage by bracket: Short, Medium, Long, Extreme; brackets not printed are none."""

    printed: str
    values: tuple[DamageValue, ...]

    @property
    def is_any(self) -> bool:
        """Does it do damage in any bracket?"""
        return any(value != DamageValue(0) for value in self.values)

    def at(self, bracket: str) -> DamageValue:
        """Give the value at a bracket: short, medium, long or extreme."""
        index = DAMAGE_BRACKETS.index(bracket)
        return self.values[index] if index < len(self.values) else DamageValue(0)


def parse_damage(text: str) -> DamageRow:
    """Read a damage row.

    >>> parse_damage('3/3/0*').at('long').minimal
    True
    """
    values: list[DamageValue] = []
    for word in (part.strip() for part in text.strip().split("/")):
        if word in ("-", "–", "—"):
            values.append(DamageValue(0))
        elif word == "0*":
            values.append(DamageValue(0, minimal=True))
        elif re.fullmatch(r"\d{1,3}", word):
            values.append(DamageValue(int(word)))
        else:
            values.clear()
            break
    if not 1 <= len(values) <= 4:
        raise ValueError(f"cannot read damage {text!r}: expected S/M/L or S/M/L/E of numbers, 0* or -")
    return DamageRow(text, tuple(values))


@dataclass(frozen=True, slots=True)
class Special:
    """One special ability of the card: code, number, values by bracket, and what stands inside TUR(...)."""

    printed: str
    code: str
    number: int | None = None
    values: DamageRow | None = None
    inside: tuple["Special", ...] = ()
    move: PrintedMove | None = None
    """LAM and BIM: how it moves in its other modes."""

    @property
    def amount(self) -> float:
        """The number behind the code with its decimals, such as tons of infantry carried; 0 where none is printed.

        >>> parse_special("IT12.5").amount
        12.5
        """
        match = _AMOUNT.search(self.printed)
        return float(match.group(1)) if match else 0.0


_SPECIAL = re.compile(
    r"^([A-Z][A-Z0-9-]*?)(?:(\d+(?:/(?:\d+\*?|-|–|—))+|0\*(?:/(?:\d+\*?|-|–|—))*)|(\d+)(\*?))?$"
)
_OTHER = re.compile(r"^([A-Z][A-Z-]*)(?:\([^()]{1,40}\)|[\d.*/D–—-]{1,40})$")
"""Forms that name a code and something this program does not use: CK12.5D2."""
_AMOUNT = re.compile(r"(\d+(?:\.\d+)?)$")
OTHER_MODES = ("LAM", "BIM")
"""Special abilities that print a Move for each further form of the unit."""
_OTHER_MODES = re.compile(rf"^({'|'.join(OTHER_MODES)})\((.*)\)$", re.DOTALL)
_FIXED = frozenset(
    [
        "C3M",
        "C3S",
        "C3I",
        "C3BSM",
        "C3BSS",
        "C3EM",
        "C3RS",
        "NC3",
        "BHJ2",
        "BHJ3",
        "CASEII",
        "CASEP",
        "I-TSM",
        "SDS-C",
        "SDS-CM",
        "SDS-SC",
    ]
)


def parse_special(text: str) -> Special:
    """Read one special ability.

    >>> parse_special('IF2').number
    2
    >>> [inner.code for inner in parse_special('TUR(2/2/2,IF1)').inside]
    ['IF']
    """
    word = text.strip()
    turret = re.fullmatch(r"(TUR)\((.*)\)", word, re.IGNORECASE | re.DOTALL)
    if turret:
        values: DamageRow | None = None
        inside: list[Special] = []
        for part in map(str.strip, turret.group(2).split(",")):
            if part and (part[0].isdigit() or part[0] in "-–—"):
                values = parse_damage(part)
            elif part:
                inside.append(parse_special(part))
        return Special(word, "TUR", None, values, tuple(inside))
    upper = word.upper()
    other_modes = _OTHER_MODES.match(upper)
    if other_modes:
        return Special(word, other_modes.group(1), move=parse_move(other_modes.group(2)))
    if upper in _FIXED or re.fullmatch(r"ART[A-Z0-9-]*-\d+", upper):
        return _artillery(word, upper) if upper.startswith("ART") else Special(word, upper)
    match = _SPECIAL.match(upper)
    if match is None and (other := _OTHER.match(upper)):
        return Special(word, other.group(1))
    if match is None:
        raise ValueError(
            f"cannot read special ability {text!r}: expected a code such as ECM, IF2, AC2/2/0 or TUR(2/2/2)"
        )
    code, row, number, star = match.groups()
    if row is not None:
        return Special(word, code, None, parse_damage(row))
    return Special(word, code, int(number) if number is not None and not star else None)


def _artillery(word: str, upper: str) -> Special:
    code, _, count = upper.rpartition("-")
    return Special(word, code, int(count))


def specials_by_code(specials: tuple[Special, ...]) -> Mapping[str, Special]:
    """Index special abilities by code; the first of a code wins."""
    found: dict[str, Special] = {}
    for special in specials:
        found.setdefault(special.code, special)
    return MappingProxyType(found)


def split_specials(text: str) -> tuple[str, ...]:
    """Split printed special abilities on the commas that stand outside brackets; a dash alone is none.

    >>> split_specials("ECM, TUR(2/2/-,SRM1/1) ,IF1")
    ('ECM', 'TUR(2/2/-,SRM1/1)', 'IF1')
    """
    found, depth = [""], 0
    for character in text:
        depth += (character == "(") - (character == ")")
        if character == "," and depth <= 0:
            found.append("")
        else:
            found[-1] += character
    words = tuple(filter(None, map(str.strip, found)))
    return () if words and set(words) <= set("-–—") else words


def pv_at(pv: int, skill: int) -> int:
    """Give the point value at another skill than the 4 of the card.

    >>> pv_at(15, 3), pv_at(15, 4), pv_at(15, 5)
    (18, 15, 13)
    """
    if skill > 4:
        step = 1 if pv <= 14 else -(-(pv - 14) // 10) + 1
        return max(1, pv - step * (skill - 4))
    step = 1 if pv <= 7 else -(-(pv - 7) // 5) + 1
    return pv + step * (4 - skill)
