"""Which properties of a table file do the fields of another tool's card give, and at which Skill does the unit play?

The one place where printed values are read, whatever they are called: numbers that are text, Moves with and without
inch marks, minimal damage, lists of abilities. A Skill that is left out is 4. Everything is checked by the reader of
table files, so that a unit whose card has no problems can be placed.
"""

import re
from collections.abc import Collection, Mapping
from typing import Final

from astrike.dataclass import dataclass
from astrike.errors import Problem, child
from astrike.formats.checks import Fields, one_of
from astrike.formats.json_text import UnreadableNumber, shown
from astrike.formats.table.references import TableReading
from astrike.formats.table.unit import read_unit
from astrike.model.card import DAMAGE_BRACKETS, move_words, parse_damage, parse_move, split_specials
from astrike.model.roster import ASIDE
from astrike.rulebook.card_oddities import CardOddity, card_oddities
from astrike.rulebook.loader import DEFAULT_EDITION, load_edition
from astrike.rulebook.schema import Edition

SPECIALS: Final = "specials"

UNKNOWN: Final = "?"
"""Stands for abilities that nobody knows, where a table has a cell for them."""

MOST_TEXT: Final = 200

MOST_DIGITS: Final = 12

_WHOLES: Final = {
    "size": (1, 6),
    "overheat": (0, 9),
    "armor": (0, 999),
    "structure": (0, 999),
    "threshold": (0, 999),
    "pv": (0, 9999),
}

_TYPES: Final = {
    "BATTLEMECH": "BM",
    "INDUSTRIALMECH": "IM",
    "PROTOMECH": "PM",
    "COMBAT VEHICLE": "CV",
    "SUPPORT VEHICLE": "SV",
    "BATTLE ARMOR": "BA",
    "CONVENTIONAL INFANTRY": "CI",
    "AEROSPACE FIGHTER": "AF",
    "CONVENTIONAL FIGHTER": "CF",
}
"""Types that some write out; what infantry is, is not said by that word."""

_NUMBER: Final = re.compile(r"([+-]?[0-9]{1,12})(?:[.,]0{1,12})?")

_BLANK: Final = ("", "-", "–", "—")

_YES: Final = (
    "true", "yes", "y", "1", "1.0", "x", "on", "ja", "oui", "sí", "si", "sim", "tak", "да", "evet", "wahr",
    "vrai", "verdadero", "verdadeiro", "vero", "waar", "sant", "sann", "sand", "tosi", "prawda", "pravda",
    "igaz", "doğru", "adevărat", "истина", "真",
)  # fmt: skip

_NO: Final = (
    "false", "no", "n", "0", "0.0", "off", "nein", "non", "não", "nie", "нет", "hayır", "falsch", "faux",
    "falso", "onwaar", "falskt", "usann", "falsk", "epätosi", "fałsz", "nepravda", "hamis", "yanlış",
    "fals", "ложь", "假",
)  # fmt: skip
"""Spreadsheets write what is true in the language of whoever saved them."""


def is_blank(value: object) -> bool:
    """Does this say nothing?"""
    return value is None or (isinstance(value, str) and value.strip() in _BLANK)


@dataclass(frozen=True, slots=True)
class RosterCard:
    """What became of the fields of one card."""

    values: Mapping[str, object]
    """Properties of the table file; what could not be read stands there as it was found, and among the problems."""
    unknown: tuple[str, ...]
    """What the source had to say and did not."""
    problems: tuple[Problem, ...]
    aside: tuple[Problem, ...]
    """Special abilities that cannot be read, each with its place; the card is whole without them."""
    is_unmarked: bool
    """Has its Move no inch mark?"""
    oddities: tuple[CardOddity, ...]
    """What on it no unit of its type has."""
    is_blank: bool
    """No type, no Move, and nothing but zeros: the unit has no Alpha Strike values."""


def card_of(record: Mapping[str, object], fields: Mapping[str, str], *, at: str) -> RosterCard:
    """Read a card from a record, whose fields are named like `fields` says.

    Keys of `fields`: type, size, move, tmm, short, medium, long, extreme, each with `_min`, overheat, armor,
    structure, threshold, specials, pv. What the record has not at all is not said; what is blank is none.

    >>> card_of({"MV": "8/6j", "S": "0*", "M": 2}, {"move": "MV", "short": "S", "medium": "M"}, at="row 2").values
    {'move': '8"/6"j', 'tmm': 1, 'damage': '0*/2'}
    """
    return _Reader(record, fields, at).card()


def card_remarks(card: RosterCard) -> tuple[str, ...]:
    """Say what had better be checked by people on a card that can be read.

    >>> fields = {"type": "TP", "move": "MV", "specials": "specials"}
    >>> for words in card_remarks(card_of({"TP": "BM", "MV": "200", "specials": "MEC"}, fields, at="row 2")):
    ...     print(words)
    Move 200" has no inch mark there; read as inches
    type BM with MEC, which only BA has; is the type right?
    """
    move = str(card.values.get("move", ""))
    unmarked = (f"Move {move} has no inch mark there; read as inches",) if card.is_unmarked else ()
    kind = card.values.get("type")
    odd = tuple(
        f"type {kind} with {each.found}, which only {' or '.join(each.types)} has; is the type right?"
        for each in card.oddities
    )
    return (*unmarked, *odd)


def whole_of(value: object) -> int | None:
    """Read a whole number that may be text, or None where there is none.

    >>> whole_of("3"), whole_of(3.0), whole_of("3.0"), whole_of("x"), whole_of(True)
    (3, 3, 3, None, None)
    """
    if isinstance(value, bool):
        return None
    if isinstance(value, float):
        return int(value) if value.is_integer() else None
    if isinstance(value, int):
        return value
    if isinstance(value, str):
        if len(value) <= MOST_DIGITS and value.isascii() and value.isdecimal():
            return int(value)
        number = _NUMBER.fullmatch(value.strip())
        return int(number.group(1)) if number else None
    return None


def is_yes(value: object) -> bool:
    """Is this a yes, also where it is text or a number?

    >>> is_yes("WAHR"), is_yes(1.0), is_yes(True), is_yes(""), is_yes("maybe")
    (True, True, True, False, False)
    """
    return str(value).strip().lower() in _YES


def is_no(value: object) -> bool:
    """Is this a no, also where it is text or a number?

    >>> is_no("FALSCH"), is_no(0), is_no(False), is_no(""), is_no("maybe")
    (True, True, True, False, False)
    """
    return str(value).strip().lower() in _NO


def text_of(value: object) -> str:
    """Give a short text on one line, whatever it was; nothing for nothing.

    >>> text_of("  Alder \\n ALD-2 "), text_of(None), text_of(7)
    ('Alder ALD-2', '', '7')
    """
    if value is None or isinstance(value, bool | list | dict | UnreadableNumber):
        return ""
    words = " ".join(str(value)[: 2 * MOST_TEXT].split())
    if not words.isprintable():
        words = "".join(character for character in words if character.isprintable())
    return words[:MOST_TEXT]


class _Reader:
    """One card being read."""

    def __init__(self, record: Mapping[str, object], fields: Mapping[str, str], at: str) -> None:
        self.record = record
        self.fields = fields
        self.at = at
        self.edition: Edition = load_edition(DEFAULT_EDITION)
        self.values: dict[str, object] = {}
        self.problems: list[Problem] = []
        self.aside: list[Problem] = []
        self.wrong: set[str] = set()
        self.oddities: list[CardOddity] = []
        self.is_unmarked = False

    def card(self) -> RosterCard:
        self._type()
        self._whole("size")
        self._move()
        self._damage()
        for key in ("overheat", "armor", "structure", "threshold", "pv"):
            self._whole(key)
        unknown = self._specials()
        blank = self._is_blank()
        if not blank:
            self._check()
        return RosterCard(
            self.values,
            unknown,
            tuple(self.problems),
            tuple(self.aside),
            self.is_unmarked,
            tuple(self.oddities),
            blank,
        )

    def given(self, key: str) -> object:
        """Give what the record says, None where it says nothing."""
        return self.record.get(self.fields.get(key, ""))

    def report(self, key: str, expected: str) -> None:
        value = self.given(key)
        self.problems.append(Problem(child(self.at, self.fields.get(key, key)), shown(value), expected))
        self.wrong.add(key)
        if key not in DAMAGE_BRACKETS:
            self.values[key] = text_of(value)

    def _is_blank(self) -> bool:
        numbers = ("armor", "structure", "pv", *DAMAGE_BRACKETS)
        return not any(
            self.given(key) if not isinstance(self.given(key), str) else str(self.given(key)).strip(" -0")
            for key in ("move", *numbers, *(f"{bracket}_min" for bracket in DAMAGE_BRACKETS))
        )

    def _type(self) -> None:
        value = self.given("type")
        word = value.strip().upper() if isinstance(value, str) else ""
        word = _TYPES.get(word, word)
        if word in self.edition.units:
            self.values["type"] = word
        elif "type" in self.fields:
            self.report("type", one_of(self.edition.units))

    def _whole(self, key: str) -> None:
        value = self.given(key)
        if is_blank(value):
            return
        number = whole_of(value)
        low, high = _WHOLES[key]
        if number is None or not low <= number <= high:
            self.report(key, f"a whole number from {low} to {high}")
        else:
            self.values[key] = number

    def _move(self) -> None:
        value = self.given("move")
        if is_blank(value):
            return
        words = str(value) if isinstance(value, int) and not isinstance(value, bool) else value
        if not isinstance(words, str) or len(words) > MOST_TEXT:
            self.report("move", 'a Move as cards print it, such as 8"/6"j')
            return
        try:
            move = parse_move(words)
        except ValueError as error:
            self.report("move", str(error).partition("expected ")[2])
            return
        self.values["move"] = move_words(move)
        self.is_unmarked = words.isascii() and not any(mark in words for mark in ('"', "'", "in"))
        self.is_unmarked = self.is_unmarked and not move.is_thrust
        printed = whole_of(self.given("tmm"))
        if printed or (printed is not None and move.is_thrust):
            self.values["tmm"] = printed
        elif not move.is_thrust:
            self.values["tmm"] = self.edition.tmm_of(move.ground)

    def _damage(self) -> None:
        found = [self._bracket(bracket) for bracket in DAMAGE_BRACKETS]
        while found and found[-1] in ("", "0", "-") and len(found) > 3:
            found.pop()
        while found and not found[-1]:
            found.pop()
        if self.wrong & set(DAMAGE_BRACKETS):
            self.wrong.add("damage")
            found = [text_of(self.given(bracket)) for bracket in DAMAGE_BRACKETS[:3]]
        if found:
            self.values["damage"] = "/".join(word or "-" for word in found)

    def _bracket(self, bracket: str) -> str:
        value = self.given(bracket)
        if value is None:
            return ""
        number = whole_of(value)
        word = str(value).strip() if isinstance(value, str) else ""
        word = word if number is None else str(number)
        if is_yes(self.given(f"{bracket}_min")) and word in ("0", ""):
            word = "0*"
        if not word and isinstance(value, str):
            return ""
        try:
            (found,) = parse_damage(word if len(word) <= MOST_TEXT else "?").values
        except ValueError:
            self.report(bracket, "a number, 0* or -")
            return ""
        return "-" if word in _BLANK else str(found)

    def _specials(self) -> tuple[str, ...]:
        name = self.fields.get(SPECIALS)
        if name is None or name not in self.record:
            return (SPECIALS,)
        value = self.record[name]
        if value == UNKNOWN:
            return (SPECIALS,)
        if value is None:
            self.values[SPECIALS] = []
        elif isinstance(value, str):
            self.values[SPECIALS] = list(split_specials(value))
        elif isinstance(value, list):
            parts = (split_specials(item) if isinstance(item, str) else (item,) for item in value)
            self.values[SPECIALS] = [part for found in parts for part in found]
        else:
            self.report(SPECIALS, "special abilities as the card prints them")
        return ()

    def _check(self) -> None:
        """Let the reader of table files check everything that was read."""
        found: list[Problem] = []
        unread: list[int] = []
        sound = {key: value for key, value in self.values.items() if key not in self.wrong}
        place = Fields({"geometry": {"type": "Point", "coordinates": [0, 0]}}, "", found)
        card = Fields(sound, "", found)
        unit = read_unit(TableReading(self.edition, None, None, found), place, card, unit_id="unit")
        if unit is not None and "type" not in self.wrong:
            self.oddities += card_oddities(self.edition, unit.type, unit.specials, unit.move)
        for problem in found:
            key, _, rest = problem.at.partition("[")
            name = self.fields.get(key, self.fields.get("short", key) if key == "damage" else key)
            where = child(self.at, name) + (f"[{rest}" if rest else "")
            named = Problem(where, problem.found, problem.expected)
            (self.aside if key == SPECIALS and rest else self.problems).append(named)
            if key == SPECIALS and rest:
                unread.append(int(rest.partition("]")[0]))
        if unread:
            self._put_aside(unread)

    def _put_aside(self, unread: Collection[int]) -> None:
        """Keep the abilities at these places where no rule looks."""
        listed = self.values[SPECIALS]
        assert isinstance(listed, list)
        self.values[SPECIALS] = [each for place, each in enumerate(listed) if place not in unread]
        texts = (
            each if isinstance(each, str) else shown(each) for each in (listed[place] for place in unread)
        )
        self.values[ASIDE] = [text[:MOST_TEXT] for text in texts]


REGULAR = 4

BEST, WORST = 0, 8


def skill_of(value: object, *, at: str, zero_is_none: bool = False) -> tuple[int, tuple[Problem, ...]]:
    """Read a skill.

    >>> skill_of("3", at="row 2")
    (3, ())
    >>> skill_of(9, at="row 2")[1][0].sentence
    'row 2: found 9, expected a skill from 0 to 8'
    """
    if is_blank(value) or value == "undefined":
        return REGULAR, ()
    number = whole_of(value)
    if number == 0 and zero_is_none:
        return REGULAR, ()
    if number is None or not BEST <= number <= WORST:
        return REGULAR, (Problem(at, shown(value), f"a skill from {BEST} to {WORST}"),)
    return number, ()
