"""What can be tapped on a quick check? Every control with its words, and what it is worth in this edition.

Worth is read from the rows that the engine itself uses; a row that no source prints is worth a question mark.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from types import MappingProxyType
from typing import Final

from astrike.editions.loader import IDS
from astrike.editions.schema import Edition
from astrike.report.figures import height, plain, signed
from astrike.rules.motion import is_looked_up
from astrike.rules.quick.said import ARMORS, OTHERS, SHOOTERS, STATES, TARGETS
from astrike.web.i18n import _, tr
from astrike.web.views.quick_asked import FIELDS, MOTIVE_FIELDS, QuickAsked

FIRST_OTHERS: Final = ("woods", "cover")
"""What stands in the first row of O; everything else is among the rest."""
FIRST_BRACKETS: Final = ("short", "medium", "long")


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing to tap: its word, and below it what it is worth."""

    value: str
    label: str
    small: str = ""
    is_on: bool = False


@dataclass(frozen=True, slots=True)
class Control:
    """Several things of which one is chosen."""

    name: str
    label: str
    choices: tuple[Choice, ...]

    @property
    def is_usual(self) -> bool:
        """Is it as it is when nothing is said?"""
        return any(each.is_on and each.value == FIELDS[self.name].usual for each in self.choices)


@dataclass(frozen=True, slots=True)
class Rest:
    """The controls of O that are folded away."""

    chips: tuple[Choice, ...]
    fire_control: Control
    picks: tuple[Control, ...]
    agreed: Control
    ranges: tuple[Choice, ...]

    @property
    def count(self) -> int:
        """How many there are,"""
        return len(self.chips) + len(self.picks) + len(self.ranges) + 2

    @property
    def used(self) -> int:
        """and how many of them say something."""
        picked = (*self.picks, self.fire_control, self.agreed)
        return sum(each.is_on for each in (*self.chips, *self.ranges)) + sum(
            not each.is_usual for each in picked
        )


Words = Callable[[], str]

_WORDS: Final[Mapping[str, Words]] = MappingProxyType(
    {
        "standstill": lambda: _("Stood"),
        "ground": lambda: _("Walked"),
        "jump": lambda: _("Jumped"),
        "infantry": lambda: _("Infantry"),
        "immobile": lambda: _("Immobile"),
        "woods": lambda: _("Woods"),
        "cover": lambda: _("Cover"),
        "jungle": lambda: _("Jungle"),
        "industrial": lambda: _("Industrial"),
        "fields": lambda: _("Fields"),
        "smoke": lambda: _("Light smoke"),
        "smoke-heavy": lambda: _("Heavy smoke"),
        "underwater": lambda: _("Under water"),
        "secondary": lambda: _("Second target"),
        "rear-weapon": lambda: _("Rear weapon"),
        "spotting": lambda: _("Also spots"),
        "shield": lambda: _("Shield"),
        "emi": lambda: _("EMI"),
    }
)
_SHOOTERS: Final[Mapping[str, Words]] = MappingProxyType(
    {
        "": lambda: _("'Mech or vehicle"),
        "industrial": lambda: _("IndustrialMech"),
        "support": lambda: _("Support vehicle"),
        "support-basic": lambda: _("Support vehicle, BFC"),
        "drone": lambda: _("Drone"),
        "dropship": lambda: _("DropShip, grounded"),
    }
)
_TARGETS: Final[Mapping[str, Words]] = MappingProxyType(
    {
        "": lambda: _("'Mech"),
        "vehicle": lambda: _("Vehicle"),
        "infantry": lambda: _("Infantry"),
        "battle-armor": lambda: _("Battle armor"),
        "protomech": lambda: _("ProtoMech"),
        "large": lambda: _("Large unit"),
        "flying": lambda: _("VTOL or WiGE in flight"),
    }
)
_STATES: Final[Mapping[str, Words]] = MappingProxyType(
    {
        "": lambda: _("Nothing special"),
        "minimum": lambda: _("Minimum movement"),
        "hull-down": lambda: _("Hull down"),
        "bogged": lambda: _("Bogged down"),
        "dug-in": lambda: _("Dug in"),
        "on-the-deck": lambda: _("On the deck"),
        "dismounted": lambda: _("Just dismounted"),
        "dropped": lambda: _("Being dropped"),
    }
)
_ARMORS: Final[Mapping[str, Words]] = MappingProxyType(
    {
        "": lambda: _("Ordinary"),
        "stealth": lambda: _("Stealth"),
        "mimetic": lambda: _("Mimetic (MAS)"),
        "mimetic-light": lambda: _("Light mimetic (LMAS)"),
    }
)
_TYPES: Final[Mapping[str, Words]] = MappingProxyType(
    {
        "BM": lambda: _("'Mech"),
        "CV": lambda: _("Vehicle"),
        "CI": lambda: _("Infantry"),
        "BA": lambda: _("Battle armor"),
        "PM": lambda: _("ProtoMech"),
    }
)
_MOTIVE: Final[Mapping[str, Words]] = MappingProxyType(
    {
        "": lambda: "–",
        "-2": lambda: _("−2″, TMM −1"),
        "half": lambda: _("half"),
        "immobile": lambda: _("immobile"),
    }
)


def word_of(word: str) -> str:
    """Give the word on a button."""
    for words in (_WORDS, _SHOOTERS, _TARGETS, _STATES, _ARMORS):
        if word in words:
            return words[word]()
    return word


def worth(edition: Edition, row: str) -> str:
    """Give what a row of the modifiers table adds, as it stands on a button."""
    found = edition.modifiers[row]
    return "?" if found.unknown else signed(found.value)


def editions(asked: QuickAsked) -> Control:
    """Offer the editions."""
    return Control(
        "edition", _("Edition"), tuple(Choice(each, each, is_on=each == asked.edition) for each in IDS)
    )


def skills(asked: QuickAsked) -> Control:
    """S."""
    return _plain_numbers("skill", _("Skill"), asked)


def attacker_did(asked: QuickAsked, edition: Edition) -> Control:
    """A: what the attacker did."""
    return Control(
        "did",
        _("What the attacker did"),
        tuple(
            Choice(word, word_of(word), worth(edition, f"attacker.{word}"), word == asked["did"])
            for word in FIELDS["did"].allowed
        ),
    )


def target_tmm(asked: QuickAsked, edition: Edition) -> Control:
    """T: the TMM, under classic with the Move that it is looked up from."""
    small = dict(_inches_of_tmm(edition)) if is_looked_up(edition) else {}
    choices = tuple(
        Choice(number, number, small.get(number, ""), number == asked["tmm"])
        for number in FIELDS["tmm"].allowed
    )
    return Control("tmm", _("TMM"), choices)


def _inches_of_tmm(edition: Edition) -> list[tuple[str, str]]:
    rows = sorted(edition.tmm.values(), key=lambda row: row.upto)
    found = [(plain(rows[0].tmm), _("to %(inches)s", inches=height(rows[0].upto)))]
    for before, row in pairwise(rows):
        low = plain(before.upto + 1)
        found.append((plain(row.tmm), f"{low}–{height(row.upto)}" if row is not rows[-1] else f"{low}″+"))
    return found


def target_did(asked: QuickAsked, edition: Edition) -> Control:
    """T: what the target did."""
    jump = edition.modifiers["target.jump"].value
    small = {
        "ground": _("TMM"),
        "jump": _("TMM + %(points)s", points=jump),
        "standstill": worth(edition, "target.standstill"),
        "immobile": worth(edition, "target.immobile"),
    }
    choices = tuple(
        Choice(word, word_of(word), small[word], word == asked["moved"]) for word in FIELDS["moved"].allowed
    )
    return Control("moved", _("What the target did"), choices)


def first_others(asked: QuickAsked, edition: Edition) -> tuple[Choice, ...]:
    """O: what is said most often."""
    return tuple(_other(word, asked, edition) for word in FIRST_OTHERS)


def rest_of(asked: QuickAsked, edition: Edition) -> Rest:
    """O: everything else."""
    return Rest(
        chips=tuple(_other(word, asked, edition) for word in OTHERS if word not in FIRST_OTHERS),
        fire_control=_fire_control(asked, edition),
        picks=_picks(asked, edition),
        agreed=_agreed(asked),
        ranges=ranges(asked, edition)[1],
    )


def _other(word: str, asked: QuickAsked, edition: Edition) -> Choice:
    return Choice(word, word_of(word), worth(edition, OTHERS[word]), word in asked.others)


def heat(asked: QuickAsked, edition: Edition) -> Control:
    """O: the attacker's heat level."""
    each = edition.modifiers["attacker.heat"].value
    return Control(
        "heat",
        _("Heat"),
        tuple(
            Choice(
                level, level, signed(int(level) * each) if int(level) else _("heat"), level == asked["heat"]
            )
            for level in FIELDS["heat"].allowed
        ),
    )


def _fire_control(asked: QuickAsked, edition: Edition) -> Control:
    """O: fire control hits."""
    each = edition.modifiers["attacker.fire-control"].value
    return Control(
        "fc",
        _("Fire control hits"),
        tuple(
            Choice(hits, hits, signed(int(hits) * each), hits == asked["fc"]) for hits in FIELDS["fc"].allowed
        ),
    )


def _agreed(asked: QuickAsked) -> Control:
    """O: whatever else the players agree on."""
    return Control(
        "agreed",
        _("Anything else"),
        tuple(
            Choice(points, signed(int(points)), is_on=points == asked["agreed"])
            for points in FIELDS["agreed"].allowed
        ),
    )


def _picks(asked: QuickAsked, edition: Edition) -> tuple[Control, ...]:
    """O: what attacker and target are, and the weather: one of many each."""
    return (
        _pick("shooter", _("Attacker is"), _SHOOTERS, SHOOTERS, asked, edition),
        _pick("target", _("Target is"), _TARGETS, TARGETS, asked, edition),
        _pick("state", _("Target's state"), _STATES, STATES, asked, edition),
        _pick("armor", _("Target's armor"), _ARMORS, ARMORS, asked, edition),
        _condition("light", _("Light"), _("Daylight"), asked, edition),
        _condition("weather", _("Weather"), _("Fair"), asked, edition),
        _condition("wind", _("Wind"), _("Calm"), asked, edition),
    )


def _pick(
    name: str,
    label: str,
    words: Mapping[str, Words],
    rows: Mapping[str, str],
    asked: QuickAsked,
    edition: Edition,
) -> Control:
    return Control(
        name,
        label,
        tuple(
            Choice(word, words[word](), worth(edition, rows[word]) if rows[word] else "", word == asked[name])
            for word in FIELDS[name].allowed
        ),
    )


def _condition(name: str, label: str, usual: str, asked: QuickAsked, edition: Edition) -> Control:
    found = [Choice("", usual, is_on=not asked[name])]
    for word in FIELDS[name].allowed[1:]:
        row = edition.conditions[f"wind-{word}" if name == "wind" else word]
        found.append(Choice(word, tr(row.label), worth(edition, row.modifier), word == asked[name]))
    return Control(name, label, tuple(found))


def ranges(asked: QuickAsked, edition: Edition) -> tuple[tuple[Choice, ...], tuple[Choice, ...]]:
    """R: the brackets of every table, and those of an option."""
    is_wet = "underwater" in asked.others
    found: list[Choice] = []
    for row in edition.brackets.values():
        upto = row.underwater if is_wet else row.upto
        until = (
            _("to %(inches)s", inches=height(upto))
            if row.upto < max(each.upto for each in edition.brackets.values())
            else _("beyond")
        )
        small = f"{worth(edition, row.modifier)} · {until}"
        found.append(Choice(row.key, tr(row.label), small, row.key == asked["range"]))
    first = tuple(each for each in found if each.value in FIRST_BRACKETS)
    return first, tuple(each for each in found if each.value not in FIRST_BRACKETS)


# ---- move


def card_controls(asked: QuickAsked) -> tuple[Control, ...]:
    """Offer what a card says beside its Move, and what has happened to it."""
    card = Control(
        "card",
        _("TMM on the card"),
        tuple(
            Choice(word, word or _("from Move"), is_on=word == asked["card"])
            for word in FIELDS["card"].allowed
        ),
    )
    motive = tuple(
        Control(
            name,
            _("Motive hit %(number)s", number=number),
            tuple(Choice(word, _MOTIVE[word](), is_on=word == asked[name]) for word in FIELDS[name].allowed),
        )
        for number, name in enumerate(MOTIVE_FIELDS, 1)
    )
    hits = (
        (_plain_numbers("engine", _("Engine hits"), asked), *motive)
        if asked["type"] == "CV"
        else (_plain_numbers("mp", _("MP hits"), asked),)
    )
    return (card, *hits)


def unit_types(asked: QuickAsked) -> Control:
    """Offer the types of units that move in a way of their own."""
    return Control(
        "type",
        _("Type"),
        tuple(Choice(word, _TYPES[word](), is_on=word == asked["type"]) for word in FIELDS["type"].allowed),
    )


def heat_of_mover(asked: QuickAsked) -> Control:
    """Offer heat levels, shutdown among them."""
    last = FIELDS["hot"].allowed[-1]
    return Control(
        "hot",
        _("Heat"),
        tuple(
            Choice(
                level,
                "S" if level == last else level,
                _("shutdown") if level == last else "",
                level == asked["hot"],
            )
            for level in FIELDS["hot"].allowed
        ),
    )


def _plain_numbers(name: str, label: str, asked: QuickAsked) -> Control:
    return Control(
        name,
        label,
        tuple(Choice(number, number, is_on=number == asked[name]) for number in FIELDS[name].allowed),
    )
