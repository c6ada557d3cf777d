"""How does it read by how much an answer holds?

Margins in words, for pages and commands alike; as JSON they stand in `margin_json`. What is said here
was measured in `rules`; every function takes what units are called and a translation.
"""

import math
from collections.abc import Iterator, Mapping

from astrike.model.margin import POINT, Margin, Margins, VerdictParts
from astrike.report.words.numbers import height, inches, percent, percent_exactly
from astrike.report.words.texts import Names, Translate, untranslated
from astrike.report.words.texts import to_translate as _

ENDS: Mapping[str, str] = {
    "short": _("Short ends at %(bound)s, measured %(measured)s"),
    "medium": _("Medium ends at %(bound)s, measured %(measured)s"),
    "long": _("Long ends at %(bound)s, measured %(measured)s"),
    "extreme": _("Extreme ends at %(bound)s, measured %(measured)s"),
    "horizon": _("Horizon ends at %(bound)s, measured %(measured)s"),
    "sight": _("Sight ends at %(bound)s, measured %(measured)s"),
}
MARGIN_REASONS: Mapping[str, str] = {
    "range": _("Another range bracket"),
    "minimum": _("Inside minimum range"),
    "woods": _("More or fewer inches of woods"),
    "hidden": _("More or less of it hidden"),
    "arc": _("Another firing arc"),
    "direction": _("Hit from another side"),
    "elevation": _("%(unit)s on different ground"),
    "contact": _("Base contact gained or lost"),
    "template": _("%(unit)s in another ring"),
    "verdict": _("Something else decides"),
}
"""What would be otherwise, where no figures say it."""
ASPECT_NAMES: Mapping[str, str] = {
    "range": _("range"),
    "minimum": _("range"),
    "woods": _("woods"),
    "hidden": _("cover"),
    "arc": _("arc"),
    "direction": _("side hit"),
    "elevation": _("ground"),
    "contact": _("contact"),
    "template": _("ring"),
    "verdict": _("position"),
}
"""What decides, in a word."""
SIDES: Mapping[str, str] = {"front": _("front hit"), "rear": _("rear hit")}
RINGS: Mapping[str | None, str] = {
    "inner": _("inside the inner ring"),
    "outer": _("in the outer ring"),
    None: _("out of it"),
}
NOT_MEASURED: Mapping[str, str] = {
    "hexes": _("Positions are whole hexes: no base can be a little off"),
    "flight": _("%(unit)s follows a flight path at a fixed height: it has no base on the table to be off"),
    "off-table": _("%(unit)s is off the table: it has no base there to be off"),
    "carried": _("%(unit)s is carried: it has no base of its own to be off"),
    "area": _("This area has no rings to be inside or outside of"),
    "corners": _("The terrain has too many corners to ask this kind of attack place by place"),
}
"""Why nothing is measured around a base."""
AT_LEAST = _("Safe by at least %(inches)s")
NO_FARTHER = _("Not checked any further for this kind of attack")
FAR = 2.0
"""Inches: so far is looked as a rule."""
SEEN_WORDS: Mapping[str, str] = {"clear": _("seen"), "partial": _("partial cover"), "blocked": _("not seen")}


# ---- in words


def lead_words(margins: Margins, *, translate: Translate = untranslated) -> str:
    """Say how far the answer holds, or that nobody can call it.

    >>> from astrike.model.margin import VerdictParts
    >>> now = VerdictParts(True, 8, "short", "clear", False, "front", "front")
    >>> lead_words(Margins(now, None, (), (), None, 2.0, 0.1, close=False))
    'Safe by more than 2″'
    """
    if margins.close:
        return translate(_("Too close to call"))
    if not margins.beyond:
        return translate(_("Nothing to measure"))
    if margins.least is not None and margins.least.inches <= margins.beyond:
        return translate(_("Safe by %(inches)s")) % {"inches": within_words(margins.least.inches)}
    if margins.beyond < FAR:
        return translate(AT_LEAST) % {"inches": height(margins.beyond)}
    return translate(_("Safe by more than %(inches)s")) % {"inches": height(margins.beyond)}


def reservations(margins: Margins, names: Names, *, translate: Translate = untranslated) -> Iterator[str]:
    """Say around which bases nothing was measured and why, and where it was not looked as far as usual."""
    for each in margins.unmeasured:
        unit = "" if each.unit is None else names.get(each.unit, each.unit)
        yield translate(NOT_MEASURED[each.why]) % {"unit": unit}
    if margins.least is None and 0.0 < margins.beyond < FAR:
        yield translate(NO_FARTHER)


def within_words(value: float) -> str:
    """Write inches that hold, never more than there are."""
    return inches(int(value * 100 + 1e-6) / 100)


def cause_words(margin: Margin, names: Names, *, translate: Translate = untranslated) -> str:
    """Say what the answer hangs on, with what was measured; without a full stop."""
    known = margin.facts
    if margin.of == "range" and "bound" in known:
        stated = {"bound": inches(_number(known["bound"])), "measured": inches(_number(known["measured"]))}
        return translate(ENDS[str(known.get("bracket", "sight"))]) % stated
    if margin.of == "woods" and "limit" in known and _hangs_on_limit(margin):
        stated = {"inches": inches(_number(known["inches"])), "limit": inches(_number(known["limit"]))}
        return translate(_("Woods %(inches)s of %(limit)s")) % stated
    if margin.of == "hidden" and "hidden" in known:
        share, third = _number(known["hidden"]), _number(known["third"])
        bound, words = (third, "⅓") if abs(share - third) <= abs(share - 2 * third) else (2 * third, "⅔")
        back = _number(known["back"])
        if abs(back - 2 * third) < abs(share - bound):
            return translate(_("%(share)s hidden as the target looks back, limit ⅔")) % {
                "share": _exact(back)
            }
        return translate(_("%(share)s hidden, limit %(bound)s")) % {
            "share": _exact(share),
            "bound": words,
        }
    if margin.of == "template":
        stated = {"measured": inches(_number(known["measured"])), "limit": inches(_number(known["limit"]))}
        return translate(_("%(measured)s away, the ring ends at %(limit)s")) % stated
    return translate(MARGIN_REASONS[margin.of]) % {"unit": names.get(margin.unit, margin.unit)}


def whose_words(margin: Margin, names: Names, *, translate: Translate = untranslated) -> str:
    """Say which base would have to stand elsewhere, how far and where."""
    stated = {
        "unit": translate(_("the point")) if margin.unit == POINT else names.get(margin.unit, margin.unit),
        "inches": inches(math.ceil(margin.inches * 100 - 1e-6) / 100),
        "way": translate(compass(margin.toward)),
    }
    return translate(_("%(unit)s stood %(inches)s farther %(way)s")) % stated


COMPASS = (
    _("north"), _("northeast"), _("east"), _("southeast"), _("south"), _("southwest"), _("west"), _("northwest"),
)  # fmt: skip


def compass(toward: tuple[float, float]) -> str:
    """Name a direction on the table; north is away from the organizer's side.

    >>> compass((0.0, 1.0)), compass((1.0, 0.1)), compass((-1.0, -1.0))
    ('north', 'east', 'southwest')
    """
    x, y = toward
    flat = 0.41421356
    if abs(x) <= flat * abs(y):
        return COMPASS[0] if y > 0 else COMPASS[4]
    if abs(y) <= flat * abs(x):
        return COMPASS[2] if x > 0 else COMPASS[6]
    if x > 0:
        return COMPASS[1] if y > 0 else COMPASS[3]
    return COMPASS[7] if y > 0 else COMPASS[5]


def verdict(outcome: VerdictParts, *, translate: Translate = untranslated) -> str:
    """Say an outcome in a word or two: a number, yes or no, a ring."""
    if outcome.target_number is not None:
        return f"{outcome.target_number}+"
    if not outcome.state and not outcome.direction:
        return translate(RINGS[outcome.ring])
    if not outcome.allowed:
        return translate(_("No"))
    if outcome.cover:
        return translate(_("in cover"))
    return translate(SEEN_WORDS.get(outcome.state, _("Yes")))


def beyond_words(outcome: VerdictParts, *, translate: Translate = untranslated) -> str:
    """Say what the answer is beyond: number and odds, or why not."""
    if outcome.target_number is not None:
        return f"{outcome.target_number}+, {percent_exactly(outcome.probability)}"
    if outcome.reasons:
        why = translate(outcome.reasons[0])
        return translate(_("not allowed (%(why)s)")) % {"why": f"{why[:1].lower()}{why[1:]}"}
    return verdict(outcome, translate=translate)


def distinguished(
    now: VerdictParts, becomes: VerdictParts, *, translate: Translate = untranslated
) -> tuple[str, str]:
    """Say two outcomes so that they differ in what they differ in.

    >>> from dataclasses import replace
    >>> now = VerdictParts(True, 9, "short", "clear", False, "front", "front", damage=3)
    >>> distinguished(now, replace(now, target_number=7)), distinguished(now, replace(now, damage=4))
    (('9+', '7+'), ('9+, 3 damage', '9+, 4 damage'))
    """
    words = (verdict(now, translate=translate), verdict(becomes, translate=translate))
    if words[0] != words[1]:
        return words
    if now.state and now.target_number is None:
        return words
    for say in (_odds, _damage, _heat, _recoil, _side):
        one, other = say(now, translate), say(becomes, translate)
        if one != other:
            return f"{words[0]}, {one}", f"{words[1]}, {other}"
    return words


def _odds(outcome: VerdictParts, translate: Translate) -> str:
    return percent_exactly(outcome.probability)


def _damage(outcome: VerdictParts, translate: Translate) -> str:
    if outcome.damage is None:
        return translate(_("damage unknown"))
    return translate(_("%(points)s damage")) % {"points": outcome.damage}


def _heat(outcome: VerdictParts, translate: Translate) -> str:
    return translate(_("%(points)s heat")) % {"points": outcome.heat}


def _recoil(outcome: VerdictParts, translate: Translate) -> str:
    hit, miss = outcome.recoil
    return translate(_("attacker takes %(hit)s, or %(miss)s if it misses")) % {"hit": hit, "miss": miss}


def _side(outcome: VerdictParts, translate: Translate) -> str:
    return translate(SIDES.get(outcome.direction, ""))


def call_words(margin: Margin, now: VerdictParts, *, translate: Translate = untranslated) -> str:
    """Say in a few words between what an attack is too close to call, and what decides.

    >>> from dataclasses import replace
    >>> now = VerdictParts(True, 9, "short", "clear", False, "front", "front")
    >>> call_words(Margin("range", "A", 0.1, (0.0, 1.0), replace(now, target_number=7)), now)
    '9+ or 7+ (range)'
    """
    one, other = distinguished(now, margin.becomes, translate=translate)
    stated = {"one": one, "other": other, "cause": translate(ASPECT_NAMES[margin.of])}
    return translate(_("%(one)s or %(other)s (%(cause)s)")) % stated


def margin_words(margins: Margins, names: Names, *, translate: Translate = untranslated) -> str:
    """Say in a line how far an answer holds and what is beyond."""
    least = margins.least
    stated = [lead_words(margins, translate=translate)]
    if least is not None:
        words = {
            "beyond": beyond_words(least.becomes, translate=translate),
            "whose": whose_words(least, names, translate=translate),
        }
        stated.append(translate(_("If %(whose)s, it would be %(beyond)s")) % words)
        stated.append(cause_words(least, names, translate=translate))
    return ". ".join([*stated, *reservations(margins, names, translate=translate)])


def margin_rows(margins: Margins | None, names: Names, translate: Translate) -> Iterator[tuple[str, str]]:
    """Give the line about how far an answer holds, where anybody looked."""
    if margins is not None and (margins.beyond or margins.unmeasured):
        yield translate(_("Margin")), margin_words(margins, names, translate=translate)


def ring_rows(margins: Margins | None, names: Names, translate: Translate) -> Iterator[tuple[str, str]]:
    """Give for each unit near an area effect by how much it is caught or missed."""
    for each in margins.units if margins is not None else ():
        stated = {
            "whose": whose_words(each, names, translate=translate),
            "ring": translate(RINGS[each.becomes.ring]),
        }
        yield translate(_("Margin")), translate(_("If %(whose)s, it would be %(ring)s")) % stated
    for note in ring_notes(margins, names, translate) if margins is not None else ():
        yield translate(_("Margin")), note


def ring_notes(margins: Margins, names: Names, translate: Translate) -> Iterator[str]:
    """Say how far the point of an area effect may be off, and why nothing is measured where nothing is."""
    for each in margins.aspects:
        who = str(each.facts["unit"])
        stated = {
            "whose": whose_words(each, names, translate=translate),
            "unit": names.get(who, who),
            "ring": translate(RINGS[each.becomes.ring]),
        }
        yield translate(_("If %(whose)s, %(unit)s would be %(ring)s")) % stated
    yield from reservations(margins, names, translate=translate)


def _hangs_on_limit(margin: Margin) -> bool:
    return not margin.becomes.allowed or _number(margin.facts["inches"]) >= _number(margin.facts["limit"])


def _exact(share: float) -> str:
    """Write a share with a tenth of a percent: near a bound whole ones would say too little."""
    return percent_exactly(share) if 0.0 < share < 1.0 else percent(share)


def _number(value: object) -> float:
    return float(value) if isinstance(value, int | float) else 0.0
