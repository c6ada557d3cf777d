"""What can be tapped on a quick check? Every control with its words, and its modifier in this edition.

Modifiers are read from the rows that the rules use; a row that no source prints shows a question mark.
"""

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Final

from astrike.dataclass import dataclass
from astrike.model.number_text import plain_number
from astrike.report.words.numbers import height, signed
from astrike.rulebook.loader import IDS
from astrike.rulebook.schema import Edition
from astrike.rules.quick.question import ARMORS, OTHERS, SHOOTERS, SPOTTERS, STATES, TAGS, TARGETS
from astrike.rules.quick.scatter import quick_area
from astrike.rules.shot.area_weapons import AreaWeapon
from astrike.rules.units.move_and_tmm import is_looked_up
from astrike.web.http.i18n import _, tr
from astrike.web.quick import words as say
from astrike.web.quick.questions import FIELDS, FIRST, REST, QuickAsked, striker_of

SHORT: Final = 4
"""The most choices that leave room for the control's name beside them."""
FIRST_BRACKETS: Final = ("short", "medium", "long")


@dataclass(frozen=True, slots=True)
class QuickChoice:
    """One thing to tap: its word, and below it what it is worth."""

    value: str
    label: str
    small: str = ""
    is_on: bool = False


@dataclass(frozen=True, slots=True)
class QuickControl:
    """Several things of which one is chosen."""

    name: str
    label: str
    choices: tuple[QuickChoice, ...]

    @property
    def is_usual(self) -> bool:
        """Does it have its default value?"""
        return any(each.is_on and each.value == FIELDS[self.name].usual for each in self.choices)

    @property
    def is_long(self) -> bool:
        """Does it need the whole width?"""
        return len(self.choices) > SHORT


@dataclass(frozen=True, slots=True)
class FoldedControls:
    """The controls of O that are folded away."""

    chips: tuple[QuickChoice, ...]
    fire_control: QuickControl | None
    picks: tuple[QuickControl, ...]
    agreed: QuickControl
    ranges: tuple[QuickChoice, ...]

    @property
    def count(self) -> int:
        """How many controls are folded away."""
        return len(self.chips) + len(self.ranges) + len(self.controls)

    @property
    def used(self) -> int:
        """How many of the folded controls are set to something."""
        chips = sum(each.is_on for each in (*self.chips, *self.ranges))
        return chips + sum(not each.is_usual for each in self.controls)

    @property
    def controls(self) -> tuple[QuickControl, ...]:
        """The folded controls in which one of several things is chosen."""
        return tuple(each for each in (*self.picks, self.fire_control, self.agreed) if each is not None)


def modifier_text(edition: Edition, row: str) -> str:
    """Give what a row of the modifiers table adds, as it stands on a button."""
    found = edition.modifiers[row]
    return "?" if found.unknown else signed(found.value)


def number_control(name: str, label: str, asked: QuickAsked) -> QuickControl:
    """Offer numbers as they are."""
    return QuickControl(
        name,
        label,
        tuple(QuickChoice(number, number, is_on=number == asked[name]) for number in FIELDS[name].allowed),
    )


def word_control(name: str, label: str, words: Mapping[str, say.Words], asked: QuickAsked) -> QuickControl:
    """Offer words."""
    return QuickControl(
        name,
        label,
        tuple(QuickChoice(word, words[word](), is_on=word == asked[name]) for word in FIELDS[name].allowed),
    )


def editions(asked: QuickAsked) -> QuickControl:
    """Offer the editions."""
    return QuickControl(
        "edition", _("Edition"), tuple(QuickChoice(each, each, is_on=each == asked.edition) for each in IDS)
    )


def skills(asked: QuickAsked) -> QuickControl:
    """S: the Skill of the attacker."""
    return number_control("skill", _("Skill"), asked)


def attacker_did(asked: QuickAsked, edition: Edition) -> QuickControl | None:
    """A: what the attacker did, where that counts: closing in brings its own movement, and infantry has none."""
    words = FIELDS["did"].allowed
    if asked["tab"] == "physical":
        if edition.kinds[asked["blow"]].mode or edition.units[striker_of(asked)].infantry:
            return None
        words = [word for word in words if word != "infantry"]
    chosen = asked["did"] if asked["did"] in words else FIELDS["did"].usual
    return QuickControl(
        "did",
        _("What the attacker did"),
        tuple(
            QuickChoice(word, say.word_of(word), modifier_text(edition, f"attacker.{word}"), word == chosen)
            for word in words
        ),
    )


def target_tmm(asked: QuickAsked, edition: Edition) -> QuickControl:
    """T: the TMM, under classic with the Move that it is looked up from."""
    small = dict(_inches_of_tmm(edition)) if is_looked_up(edition) else {}
    choices = tuple(
        QuickChoice(number, number, small.get(number, ""), number == asked["tmm"])
        for number in FIELDS["tmm"].allowed
    )
    return QuickControl("tmm", _("TMM"), choices)


def _inches_of_tmm(edition: Edition) -> list[tuple[str, str]]:
    rows = sorted(edition.tmm.values(), key=lambda row: row.upto)
    found = [(plain_number(rows[0].tmm), _("to %(inches)s", inches=height(rows[0].upto)))]
    for before, row in pairwise(rows):
        low = plain_number(before.upto + 1)
        found.append(
            (plain_number(row.tmm), f"{low}–{height(row.upto)}" if row is not rows[-1] else f"{low}″+")
        )
    return found


def target_did(asked: QuickAsked, edition: Edition) -> QuickControl:
    """T: what the target did."""
    jump = edition.modifiers["target.jump"].value
    small = {
        "ground": _("TMM"),
        "jump": _("TMM + %(points)s", points=jump),
        "standstill": modifier_text(edition, "target.standstill"),
        "immobile": modifier_text(edition, "target.immobile"),
    }
    choices = tuple(
        QuickChoice(word, say.word_of(word), small[word], word == asked["moved"])
        for word in FIELDS["moved"].allowed
    )
    return QuickControl("moved", _("What the target did"), choices)


def first_others(asked: QuickAsked, edition: Edition) -> tuple[QuickChoice, ...]:
    """O: what is stated most often on this tab."""
    return tuple(_other(word, asked, edition) for word in _wanted(FIRST[asked["tab"]], asked))


def rest_of(asked: QuickAsked, edition: Edition) -> FoldedControls:
    """O: everything else that counts on this tab."""
    is_blow = asked["tab"] == "physical"
    return FoldedControls(
        chips=tuple(_other(word, asked, edition) for word in _wanted(REST[asked["tab"]], asked)),
        fire_control=None if is_blow else _fire_control(asked, edition),
        picks=tuple(_picks(asked, edition)),
        agreed=_agreed(asked),
        ranges=ranges(asked, edition)[1] if asked["tab"] == "weapon" else (),
    )


def _wanted(words: tuple[str, ...], asked: QuickAsked) -> Iterator[str]:
    """Leave out what cannot be true of the kind of attack that is chosen."""
    for word in words:
        if word == "carrier" and asked["blow"] != "anti-mech":
            continue
        if word == "cover" and asked["tab"] == "artillery" and asked["way"] != "unit":
            continue
        if (
            word in ("spotter-attacks", "remote")
            and asked["tab"] == "artillery"
            and asked["way"] != "indirect"
        ):
            continue
        yield word


def _other(word: str, asked: QuickAsked, edition: Edition) -> QuickChoice:
    return QuickChoice(word, say.word_of(word), modifier_text(edition, OTHERS[word]), word in asked.others)


def heat(asked: QuickAsked, edition: Edition) -> QuickControl:
    """O: the attacker's heat level."""
    each = edition.modifiers["attacker.heat"].value
    return QuickControl(
        "heat",
        _("Heat"),
        tuple(
            QuickChoice(
                level, level, signed(int(level) * each) if int(level) else _("heat"), level == asked["heat"]
            )
            for level in FIELDS["heat"].allowed
        ),
    )


def _fire_control(asked: QuickAsked, edition: Edition) -> QuickControl:
    """O: fire control hits."""
    each = edition.modifiers["attacker.fire-control"].value
    return QuickControl(
        "fc",
        _("Fire control hits"),
        tuple(
            QuickChoice(hits, hits, signed(int(hits) * each), hits == asked["fc"])
            for hits in FIELDS["fc"].allowed
        ),
    )


def _agreed(asked: QuickAsked) -> QuickControl:
    """O: whatever else the players agree on."""
    return QuickControl(
        "agreed",
        _("Anything else"),
        tuple(
            QuickChoice(points, signed(int(points)), is_on=points == asked["agreed"])
            for points in FIELDS["agreed"].allowed
        ),
    )


def _picks(asked: QuickAsked, edition: Edition) -> Iterator[QuickControl]:
    """O: what attacker and target are, and the weather: one of many each."""
    tab = asked["tab"]
    has_target = tab != "artillery" or asked["way"] == "unit"
    if tab != "physical":
        yield _pick("shooter", _("Attacker is"), say.SHOOTERS, SHOOTERS, asked, edition)
    if has_target:
        yield _pick("target", _("Target is"), say.TARGETS, TARGETS, asked, edition)
        yield _pick("state", _("Target's state"), say.STATES, STATES, asked, edition)
    if tab == "physical":
        return
    if has_target:
        yield _pick("armor", _("Target's armor"), say.ARMORS, ARMORS, asked, edition)
    if tab == "weapon" or asked["way"] == "indirect":
        yield _pick("spotter", _("The spotter"), say.BUTTONS, SPOTTERS, asked, edition)
    if tab == "artillery" and asked["way"] == "indirect":
        yield _pick(
            "tag",
            _("The spotter's TAG"),
            say.TAGS,
            {word: "attack.tag" if word else "" for word in TAGS},
            asked,
            edition,
        )
    yield _condition("light", _("Light"), _("Daylight"), asked, edition)
    yield _condition("weather", _("Weather"), _("Fair"), asked, edition)
    yield _condition("wind", _("Wind"), _("Calm"), asked, edition)


def _pick(
    name: str,
    label: str,
    words: Mapping[str, say.Words],
    rows: Mapping[str, str],
    asked: QuickAsked,
    edition: Edition,
) -> QuickControl:
    return QuickControl(
        name,
        label,
        tuple(
            QuickChoice(
                word,
                words[word](),
                modifier_text(edition, rows[word]) if rows[word] else "",
                word == asked[name],
            )
            for word in FIELDS[name].allowed
        ),
    )


def _condition(name: str, label: str, usual: str, asked: QuickAsked, edition: Edition) -> QuickControl:
    found = [QuickChoice("", usual, is_on=not asked[name])]
    for word in FIELDS[name].allowed[1:]:
        row = edition.conditions[f"wind-{word}" if name == "wind" else word]
        found.append(
            QuickChoice(word, tr(row.label), modifier_text(edition, row.modifier), word == asked[name])
        )
    return QuickControl(name, label, tuple(found))


def ranges(asked: QuickAsked, edition: Edition) -> tuple[tuple[QuickChoice, ...], tuple[QuickChoice, ...]]:
    """R: the brackets of every table, and those of an option."""
    is_wet = "underwater" in asked.others
    found: list[QuickChoice] = []
    for row in edition.brackets.values():
        upto = row.underwater if is_wet else row.upto
        until = (
            _("to %(inches)s", inches=height(upto))
            if row.upto < max(each.upto for each in edition.brackets.values())
            else _("beyond")
        )
        small = f"{modifier_text(edition, row.modifier)} · {until}"
        found.append(QuickChoice(row.key, tr(row.label), small, row.key == asked["range"]))
    first = tuple(each for each in found if each.value in FIRST_BRACKETS)
    return first, tuple(each for each in found if each.value not in FIRST_BRACKETS)


# ---- artillery


def guns(asked: QuickAsked, edition: Edition) -> QuickControl:
    """Offer the artillery of the edition with its damage."""
    choices = tuple(
        QuickChoice(
            key,
            tr(edition.artillery[key].label),
            area_damage(quick_area(edition.id, key)),
            key == asked["gun"],
        )
        for key in FIELDS["gun"].allowed
        if key in edition.artillery
    )
    return QuickControl("gun", _("Weapon"), choices)


def area_damage(area: AreaWeapon) -> str:
    """Write the damage of both rings as cards do."""
    return f"{area.first}/{area.second}" if area.has_rings else str(area.first)


def ways(asked: QuickAsked) -> QuickControl:
    """Offer what it is aimed at, and who sees that."""
    return word_control("way", _("Aimed"), say.WAYS, asked)


def gun_ranges(asked: QuickAsked, edition: Edition) -> tuple[QuickChoice, ...]:
    """R: the brackets of a cannon as far as it fires; nothing for artillery that counts the same everywhere."""
    row = edition.artillery[asked["gun"]]
    first = ranges(asked, edition)[0]
    if not row.cannon:
        return ()
    far = next(number for number, each in enumerate(first) if each.value == row.reach)
    return first[: far + 1]


def faces(name: str, label: str, asked: QuickAsked) -> QuickControl:
    """Offer the faces of a die that fell, or by how much a roll missed."""
    found = tuple(QuickChoice(face, face, is_on=face == asked[name]) for face in FIELDS[name].allowed if face)
    return QuickControl(name, label, found)
