"""What is said about a reason, a note, an option or a row of the rulebook, in words that a player understands?

Some reasons have sentences of their own; the words behind any other are made of its facts: who is meant, how far, how
many. Names stand for ids, inches for lengths, and a value without words is shown as it is. Words beside rows are texts
of ours, to be translated, and the same in all editions.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from types import MappingProxyType

from astrike.model.explain import Fact, Facts, Reason
from astrike.model.number_text import plain_number
from astrike.report.words.numbers import inches, percent, place_named
from astrike.report.words.pages import page_words
from astrike.report.words.texts import Names, Translate, listed, untranslated
from astrike.report.words.texts import to_translate as _
from astrike.rulebook.loader import DEFAULT_EDITION, load_edition
from astrike.rulebook.row import RulebookRow


def option_words(option: str, value: str, translate: Translate) -> str:
    """Say what a value of an option means; the words of a list each for itself.

    >>> option_words("woods.line-to", "middle", str), option_words("own.option", "per-2", str)
    ('half its height', 'per 2')
    >>> option_words("crippling.causes", "immobile, no-damage", str)
    'immobile, no damage left'
    """
    row = load_edition(DEFAULT_EDITION).options.get(option)
    known = {} if row is None or not row.said else dict(zip(row.values, row.said, strict=True))
    parts = value.split(", ") if known else [value]
    return ", ".join(translate(known.get(part) or part.replace("-", " ")) for part in parts)


def setting_words(value: object, translate: Translate, *, option: str = "") -> str:
    """Say what was assumed, or how an option is set: yes or no, a number, else the words of the option's value."""
    if isinstance(value, bool):
        return translate(_("yes")) if value else translate(_("no"))
    if isinstance(value, int | float):
        return plain_number(value)
    return option_words(option, str(value), translate) if option else translate(str(value))


@cache
def words_of(table: str, field: str = "short") -> Mapping[str, str]:
    """Give a word of each row of a table that has it, by the key that answers carry.

    >>> words_of("modes")["wige"], "jump" in words_of("modes")
    ('Fly low', False)
    """
    return MappingProxyType({key: getattr(row, field) for key, row in _rows(table, field).items()})


@cache
def sentences_of(table: str, field: str) -> Mapping[str, tuple[str, ...]]:
    """Give the sentences of each row of a table that has any, by the key that answers carry.

    >>> sentences_of("reasons", "refusal")["move.wall"]
    ('%(by)s is in the way.', 'A wall is in the way.')
    """
    return MappingProxyType({key: getattr(row, field) for key, row in _rows(table, field).items()})


def _rows(table: str, field: str) -> Mapping[str, RulebookRow]:
    """Give the rows with such a word; of several that are one modifier the first."""
    found: dict[str, RulebookRow] = {}
    for row in getattr(load_edition(DEFAULT_EDITION), table).values():
        if getattr(row, field):
            found.setdefault(getattr(row, "emits", "") or row.key, row)
    return found


REACHES = frozenset(
    {
        "extra.reach",
        "surprise.far",
        "effect.too-far",
        "homing.no-tag",
        "air.off-path",
        "bomb.reach",
        "path.short",
    }
)
"""Reasons whose limit is a length."""

LENGTHS = frozenset({"range", "inches", "height", "missing", "cost", "available", "lent"})

UNIT_FACTS = frozenset({"unit", "units", "by", "to", "lender", "side", "building"})

FACT_WORDS: Mapping[str, str] = MappingProxyType(
    {
        "attacks": _("%(value)s attacks"),
        "available": _("%(value)s there"),
        "bracket": "%(value)s",
        "cost": _("%(value)s needed"),
        "damage": _("%(value)s damage"),
        "height": _("%(value)s up or down"),
        "inches": "%(value)s",
        "limit": _("at most %(value)s"),
        "margin": _("%(value)s more than needed"),
        "members": _("%(value)s members"),
        "missing": _("%(value)s short"),
        "most": _("at most %(value)s"),
        "range": _("%(value)s away"),
        "rolls": _("%(value)s rolls"),
        "turns": _("%(value)s turns"),
    }
)
"""What is said about a single fact where the reason has no phrase."""


def measured_texts(key: str) -> tuple[str, ...]:
    """Give what is said about the facts of a reason, or of what follows a hit; the text that says most first."""
    follows = sentences_of("follow_ups", "measured").get(key, ())
    return sentences_of("reasons", "measured").get(key, follows)


def reason_words(reason: Reason, names: Names, edition: str, translate: Translate) -> str:
    """Say a reason with what was measured and its page."""
    detail = reason_detail(reason, names, translate=translate)
    label = translate(reason.label)
    page = page_words(reason.cite, edition)
    return f"{label}: {detail} ({page})" if detail else f"{label} ({page})"


def note_rows(
    notes: Iterable[Reason], names: Names, edition: str, translate: Translate
) -> Iterator[tuple[str, str]]:
    """List the notes of an answer as rows of a terminal."""
    for number, note in enumerate(notes):
        yield "" if number else translate(_("Also")), reason_words(note, names, edition, translate)


def reason_detail(reason: Reason, names: Names, *, translate: Translate = untranslated) -> str:
    """Say what was measured for a reason; empty when nothing was."""
    measured = reason.facts
    match reason.key:
        case "sight.solid" if "hidden" in measured:
            text = translate(_("%(hidden)s hidden by %(pieces)s"))
            return text % hidden_facts(reason, listed(pieces_named(reason), names))
        case "sight.attacker-hidden" if "hidden" in measured:
            text = translate(_("%(hidden)s of the attacker hidden by %(pieces)s"))
            return text % hidden_facts(reason, listed(pieces_named(reason), names))
        case "sight.woods" if {"inches", "limit"} <= measured.keys():
            text = translate(_("%(inches)s of %(limit)s inches of woods"))
            return text % {"inches": hundredths(measured["inches"]), "limit": plain_fact(measured["limit"])}
        case "sight.woods" if "filled" in measured:
            text = translate(_("several kinds together reach %(filled)s of what blocks"))
            return text % {"filled": percent(float(measured["filled"]))}
        case "sight.max" | "sight.visual" if {"range", "limit"} <= measured.keys():
            text = translate(_("%(range)s away, sight ends at %(limit)s″"))
            return text % {"range": fact_inches(measured["range"]), "limit": plain_fact(measured["limit"])}
        case "range.no-damage" if "bracket" in measured:
            bracket = translate(words_of("brackets").get(str(measured["bracket"]), str(measured["bracket"])))
            return f"{fact_inches(measured['range'])}, {bracket}" if "range" in measured else bracket
        case "range.none" if {"range", "limit"} <= measured.keys():
            text = translate(_("%(range)s away, reach %(limit)s"))
            return text % {key: fact_inches(measured[key]) for key in ("range", "limit")}
        case "range.none" | "range.spotted" if "range" in measured:
            return translate(_("%(range)s away")) % {"range": fact_inches(measured["range"])}
        case "physical.reach" if {"range", "height", "limit"} <= measured.keys():
            text = translate(_("%(range)s away and %(height)s up or down, reach %(limit)s"))
            return text % {key: fact_inches(measured[key]) for key in ("range", "height", "limit")}
        case "charge.contact" if {"missing", "cost", "available"} <= measured.keys():
            text = translate(_("%(missing)s of Move short: the way costs %(cost)s of %(available)s"))
            return text % {key: fact_inches(measured[key]) for key in ("missing", "cost", "available")}
        case "charge.contact" if "height" in measured and not float(measured.get("missing", 1.0)):
            return translate(_("one base is %(height)s higher")) % {"height": fact_inches(measured["height"])}
        case "charge.contact" if {"missing", "height"} <= measured.keys():
            text = translate(_("%(missing)s short, %(height)s up or down"))
            return text % {key: fact_inches(measured[key]) for key in ("missing", "height")}
        case _ if "row" in measured:
            return translate(str(measured["row"]))
        case _:
            return facts_in_words(reason, names, translate)


def facts_in_words(reason: Reason, names: Names, translate: Translate) -> str:
    """Say what was measured for a reason, by its phrase or fact by fact."""
    said = {key: _stated(key, value, names, translate) for key, value in reason.facts.items()}
    in_inches = reason.key in REACHES
    if in_inches and "limit" in reason.facts:
        said["limit"] = inches(float(reason.facts["limit"]))
    for phrase in measured_texts(reason.key):
        try:
            return translate(phrase) % said
        except KeyError:  # other facts than the phrase is about
            continue
    return _in_words(said, translate)


def measured_in_words(known: Facts, names: Names, translate: Translate) -> str:
    """Say what was measured, fact by fact; what has no words is for programs."""
    return _in_words({key: _stated(key, value, names, translate) for key, value in known.items()}, translate)


def _in_words(said: Mapping[str, str], translate: Translate) -> str:
    return ", ".join(
        value if key in UNIT_FACTS else translate(FACT_WORDS[key]) % {"value": value}
        for key, value in said.items()
        if key in UNIT_FACTS or key in FACT_WORDS
    )


def _stated(key: str, value: Fact, names: Names, translate: Translate) -> str:
    if key == "causes":
        return option_words("crippling.causes", str(value), translate)
    if key in UNIT_FACTS:
        return listed([part for part in str(value).split(", ") if part], names)
    if isinstance(value, bool) or not isinstance(value, int | float):
        return str(value)
    return inches(float(value)) if key in LENGTHS else plain_number(value)


def pieces_named(reason: Reason) -> list[str]:
    """List the pieces that a reason names."""
    return [piece for piece in str(reason.facts.get("pieces", "")).split(", ") if piece]


def hidden_facts(reason: Reason, pieces: str) -> dict[str, object]:
    """Give the share that is hidden and what hides it, for the places of a sentence."""
    return {"hidden": percent(float(reason.facts.get("hidden", 0.0))), "pieces": pieces}


def fact_text(value: object) -> str:
    """Write a fact: a point by its coordinates, yes and no as in JSON, a dash for nothing."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return plain_number(value) if isinstance(value, int | float) else place_named(str(value)) or "–"


def hundredths(value: Fact) -> str:
    """Write a fact that is a number with two digits after the point."""
    return f"{float(value):.2f}"


def fact_inches(value: Fact) -> str:
    """Write a fact that is a length."""
    return inches(float(value))


def plain_fact(value: Fact) -> str:
    """Write a fact that is a number without digits that say nothing; any other as it is."""
    return (
        plain_number(value) if isinstance(value, int | float) and not isinstance(value, bool) else str(value)
    )
