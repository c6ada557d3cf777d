"""How does an answer about a move sound? Verdict, reasons, lines of the ledger and rolls, as a player says them.

The same words on the page and on the command line. What stands here was decided in `rules`. Where a key has several
sentences, the first whose facts were all measured is used; the last needs none. Functions take the table, or what
everything on it is called.
"""

from collections.abc import Iterator, Mapping

from astrike.dataclass import dataclass
from astrike.model.explain import Fact, Facts
from astrike.model.legality import Finding
from astrike.model.movement import MoveAnswer, MoveCheck, MoveMargin, MoveReason, MoveSuggestion, MoveTerm
from astrike.model.number_text import plain_number
from astrike.model.table import Table
from astrike.report.words.names import names_of
from astrike.report.words.numbers import height, inches
from astrike.report.words.reasons import sentences_of, words_of
from astrike.report.words.texts import Names, Translate, first_sentence, inside_sentence, listed, untranslated
from astrike.report.words.texts import to_translate as _
from astrike.rulebook.loader import load_edition

MARGINS: Mapping[str, str] = {
    "move": _("of Move"),
    "clearance": _("between base and %(by)s"),
    "travel": _("of travel between two climbs"),
    "height": _("of height"),
    "end": _("from an end with another answer"),
    "road": _("to the side before it leaves the road"),
}
"""What a margin is measured of."""

NOT_MEASURED: Mapping[str, str] = {
    "reasons": _("Ends a little beside were not tried: too many reasons against this move"),
}
"""Why the margin of the end of a move is not known."""

HITS: Mapping[str, str] = {
    "mp": _("MP hit"),
    "engine": _("engine hit"),
    "motive": _("motive hit"),
}

LOSSES: Mapping[str, str] = {"half": _("half"), "immobile": _("immobile")}

FACTS: Mapping[str, str] = {
    "skill": _("Skill"),
    "tmm": _("TMM"),
    "move": _("of Move"),
    "load": _("load"),
    "capacity": _("capacity"),
    "damage": _("damage"),
    "modifier": _("modifier"),
    "size": _("Size"),
    "count": _("count"),
    "height": _("height"),
    "depth": _("depth"),
    "gravity": _("gravity"),
}
"""What measured facts are called, where no sentence holds them."""

LENGTHS = frozenset(
    {"base", "clearance", "cost", "counts", "gap", "inches", "left", "length", "missing", "over"}
    | {"runs_out"}
)
"""Facts measured along the table: two places. Heights and figures of the rules are as short as they are exact."""

HEIGHTS = frozenset(
    {"available", "bottom", "ceiling", "depth", "distance", "headroom", "height", "high", "limit", "low"}
    | {"price", "rise", "top", "window", "z"}
)

LABELS = frozenset({"ability", "kind", "mover", "row"})
"""Facts that are labels of an edition."""

IDS = frozenset({"by", "building", "enemy", "leaving", "piece", "pieces", "transport", "unit", "units"})

_LEAST = 0.01
"""Inches: as little as is said of a length."""

Called = Table | Names
"""A table, or the names made of it once for many sentences."""


@dataclass(frozen=True, slots=True)
class VerdictWords:
    """A verdict in pieces that can be set large and small."""

    word: str
    """Yes or No."""
    cost: str
    """Such as 19.89″."""
    available: str
    """Such as "of 20″"."""
    note: str
    """What stands behind: what is left, what is missing, or in a few words why not."""


@dataclass(frozen=True, slots=True)
class TitleAndDetail:
    """What something is, and what was measured; the second may be empty."""

    what: str
    detail: str = ""


def verdict_words(answer: MoveAnswer, *, translate: Translate = untranslated) -> VerdictWords:
    """Say yes or no, the sum, and what stands behind it."""
    return VerdictWords(
        word=translate(_("Yes") if answer.allowed else _("No")),
        cost=inches(answer.cost),
        available=translate(_("of %(available)s")) % {"available": height(answer.available)},
        note=_note(answer, translate),
    )


def offer_words(offer: MoveSuggestion, called: Called, *, translate: Translate = untranslated) -> str:
    """Say what makes a refused path an allowed one, and what that costs."""
    names = _names(called)
    said = {"by": listed(offer.by, names), "cost": inches(offer.cost)}
    text = _("Climb over %(by)s for %(cost)s") if offer.way == "over" else _("Go through %(by)s for %(cost)s")
    return translate(text) % said


def margin_words(answer: MoveAnswer, *, translate: Translate = untranslated) -> str:
    """Say that a verdict hangs on less than anybody measures; empty when it does not."""
    if answer.margin is None or not answer.margin.close:
        return ""
    return translate(_("too close to call: %(inches)s")) % {
        "inches": margin_inches(answer.margin, translate=translate)
    }


def margin_inches(margin: MoveMargin, *, translate: Translate = untranslated) -> str:
    """Say how many inches a verdict hangs on; hardly any are not said to be none."""
    if abs(margin.inches) < _LEAST / 2.0:
        return translate(_("less than %(inches)s")) % {"inches": inches(_LEAST)}
    return inches(abs(margin.inches))


def margin_of_words(margin: MoveMargin, called: Called, *, translate: Translate = untranslated) -> str:
    """Say what a verdict hangs on, as it stands behind the inches."""
    names = _names(called)
    if margin.of == "height" and margin.by is not None:
        return translate(_("of height at %(by)s")) % {"by": names.get(margin.by, margin.by)}
    by = names.get(margin.by, margin.by) if margin.by is not None else translate(_("what is in the way"))
    return translate(MARGINS.get(margin.of, margin.of)) % {"by": by}


def sum_words(answer: MoveAnswer, *, translate: Translate = untranslated) -> str:
    """Say what is left or missing, or in a few words why not, however close it is."""
    return _behind(answer, translate)


def reason_title(reason: MoveReason, called: Called, *, translate: Translate = untranslated) -> str:
    """Say a reason why not in one sentence."""
    said = _measured(reason, _names(called))
    if "row" in said:
        what = translate(str(reason.facts["row"]))
        return translate(_("%(what)s: no figure in this edition.")) % {"what": what}
    return first_sentence(
        sentences_of("reasons", "refusal").get(reason.key, ()), said, translate
    ) or _as_sentence(translate(reason.label))


def reason_detail(reason: MoveReason, called: Called, *, translate: Translate = untranslated) -> str:
    """Say the rule behind a reason, which piece or unit it is about, and at which inch of the way."""
    names = _names(called)
    said = _measured(reason, names)
    # A row that the sources do not print says why in its label.
    why = _as_sentence(translate(reason.label)) if "row" in said else ""
    rule = why or first_sentence(sentences_of("reasons", "rule").get(reason.key, ()), said, translate)
    title = reason_title(reason, names, translate=translate)
    who = said.get("by", "")
    parts = [] if not who or who in title else [who]
    if "runs_out" not in said:
        parts += _along_the_path(reason, translate)
    place = _as_sentence(", ".join(parts)) if parts else ""
    return " ".join(each for each in (rule, place) if each)


def _along_the_path(reason: MoveReason, translate: Translate) -> Iterator[str]:
    if reason.until > reason.at:
        where = translate(_("%(at)s to %(until)s along the path"))
        yield where % {"at": inches(reason.at), "until": inches(reason.until)}
    elif reason.at > 0:
        yield translate(_("at %(at)s along the path")) % {"at": inches(reason.at)}


def term_words(term: MoveTerm, called: Called, *, translate: Translate = untranslated) -> TitleAndDetail:
    """Name a line of the ledger and what was measured for it."""
    said = _stated(term.facts, None, _names(called))
    label = translate(term.label)
    rate = term.facts.get("rate", 1.0)
    if term.key == "path":
        legs = term.facts.get("legs", 1)
        if legs != 1 and "inches" in said:
            return TitleAndDetail(label, translate(_("%(inches)s in %(legs)s legs")) % said)
        return TitleAndDetail(label, translate(_("%(inches)s at %(rate)s each")) % said if rate != 1 else "")
    if term.key.startswith("terrain.") and "inches" in said:
        what = said.get("pieces") or label
        if isinstance(rate, int | float):
            said["rate"] = f"{'+' if rate >= 0 else ''}{plain_number(rate)}"
        return TitleAndDetail(what, translate(_("%(inches)s at %(rate)s")) % said)
    if {"height", "rate"} <= said.keys():
        return TitleAndDetail(label, translate(_("%(height)s at %(rate)s each")) % said)
    return TitleAndDetail(label, ", ".join(_rest(term.facts, said, translate)))


def check_words(check: MoveCheck, called: Called, *, translate: Translate = untranslated) -> TitleAndDetail:
    """Name a roll or damage that the move brings about, and what it needs."""
    said = _stated(check.facts, check.by, _names(called))
    found = [translate(_("2D6: %(need)s or more")) % {"need": check.need}] if check.need is not None else []
    if who := said.get("by"):
        found.append(who)
    texts = sentences_of("hazards", "measured").get(check.key, ())
    if check.key == "bog":
        kind = 0 if check.facts.get("escape") else 1 if check.facts.get("stuck") else 2
        texts = texts[kind : kind + 1]
    if measured := first_sentence(texts, said, translate):
        found.append(measured)
    else:
        found += _rest(check.facts, said, translate)
    if check.at > 0:
        found.append(translate(_("at %(at)s along the path")) % {"at": inches(check.at)})
    return TitleAndDetail(translate(check.label), ", ".join(found))


def finding_words(finding: Finding, called: Called, *, translate: Translate = untranslated) -> TitleAndDetail:
    """Say what is wrong on a table: who is concerned, what was measured, what is allowed."""
    names = _names(called)
    said = _stated(finding.facts, None, names)
    for key, value in (("value", finding.value), ("limit", finding.limit)):
        if value is not None:
            said[key] = height(value)
    parts = [listed(finding.by, names)] if finding.by else []
    texts = _measured_texts(finding.key)
    if texts is not None:
        parts += filter(None, [first_sentence(texts, said, translate)])
    else:
        parts += _rest(finding.facts, said, translate)
        if finding.value is not None and finding.limit is not None:
            parts.append(translate(_("%(value)s, at most %(limit)s")) % said)
    return TitleAndDetail(translate(finding.label), ", ".join(parts))


def _measured_texts(key: str) -> tuple[str, ...] | None:
    """Give what is said of a finding; one about a hazard says what the hazard does."""
    room, _, hazard = key.partition(".")
    about_hazard = sentences_of("hazards", "measured").get(hazard) if room == "standing" else None
    return sentences_of("reasons", "finding").get(key, about_hazard)


# ---- words of facts


def _names(called: Called) -> Names:
    return names_of(called) if isinstance(called, Table) else called


def _note(answer: MoveAnswer, translate: Translate) -> str:
    return margin_words(answer, translate=translate) or _behind(answer, translate)


def _behind(answer: MoveAnswer, translate: Translate) -> str:
    left = answer.available - answer.cost
    if answer.allowed:
        if answer.mode in load_edition(answer.edition).tagged("few-inches"):
            return translate(words_of("modes", "phrase")[answer.mode])
        return translate(_("%(left)s left")) % {"left": inches(max(0.0, left))}
    if any(reason.key == "move.too-far" for reason in answer.refusals):
        return translate(_("%(missing)s too much")) % {"missing": inches(max(0.0, -left))}
    first = answer.refusals[0]
    words = words_of("reasons", "because")
    short = next((each for each in answer.refusals if each.key in words), first)
    why = translate(words[short.key]) if short.key in words else inside_sentence(translate(short.label))
    if "row" in short.facts:
        why = translate(_("no figure in this edition"))
    if left >= 0 and answer.cost > 0:
        return translate(_("enough Move, %(why)s")) % {"why": why}
    return why


def _measured(reason: MoveReason, names: Names) -> dict[str, str]:
    """Give what was measured for a reason; a rise at one place has no length of travel, a single step no window."""
    facts = {key: value for key, value in reason.facts.items() if value or key not in ("inches", "window")}
    cost, available = facts.get("cost"), facts.get("available")
    if isinstance(cost, int | float) and isinstance(available, int | float):
        facts["missing"] = cost - available
        facts["runs_out"] = reason.at
    return _stated(facts, reason.by, names)


def _stated(facts: Facts, by: str | None, names: Names) -> dict[str, str]:
    found = {key: _fact(key, value, names) for key, value in facts.items()}
    if by is not None:
        found["by"] = _fact("by", by, names)
    return found


def _fact(key: str, value: Fact, names: Names) -> str:
    if isinstance(value, bool):
        return str(value)
    if isinstance(value, str):
        return ", ".join(names.get(each, each) for each in value.split(", ")) if key in IDS else value
    if key in LENGTHS:
        return inches(value)
    return height(value) if key in HEIGHTS or key == "rate" else plain_number(value)


def _rest(facts: Facts, said: Mapping[str, str], translate: Translate) -> Iterator[str]:
    """List what was measured and stands in no sentence."""
    for key, value in facts.items():
        match key:
            case "by" | "loss" | "going":
                continue
            case "hit":
                loss = str(facts.get("loss", ""))
                hit, lost = translate(HITS.get(str(value), str(value))), translate(LOSSES.get(loss, ""))
                yield f"{hit}: {lost}" if lost else hit
            case "factor":
                yield f"× {said[key]}"
            case "heat":
                yield translate(_("level %(heat)s")) % said
            case _ if key in FACTS:
                yield f"{translate(FACTS[key])} {said[key]}"
            case "condition":
                yield str(value).replace(".", " ")
            case _ if key in LABELS:
                yield translate(str(value))
            case _ if (key in IDS and isinstance(value, str)) or key == "code":
                yield said[key]
            case _ if isinstance(value, bool):
                continue
            case _:
                yield f"{key} {said[key]}"


def _as_sentence(text: str) -> str:
    """Let a label begin and end as a sentence does.

    >>> _as_sentence("farther than its Move")
    'Farther than its Move.'
    """
    return f"{text[:1].upper()}{text[1:]}{'' if text.endswith('.') else '.'}"
