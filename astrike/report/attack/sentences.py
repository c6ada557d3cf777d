"""How does an answer sound in one sentence, in the few words of a row in a list, and where another attack may be used?

The same words on the page and on the command line. Everything said here was decided in `rules`; functions take what
the pieces are called (`names_of`) and a translation.
"""

from collections.abc import Iterator, Mapping, Sequence

from astrike.model.attack_answer import AttackAnswer, SightAnswer, SightReport
from astrike.model.attack_outcome import Alternative
from astrike.model.explain import Modifier, Reason
from astrike.model.number_text import plain_number
from astrike.report.words.numbers import inches, percent, percent_exactly, place_named, signed
from astrike.report.words.reasons import (
    fact_inches,
    hidden_facts,
    hundredths,
    measured_in_words,
    pieces_named,
    plain_fact,
    words_of,
)
from astrike.report.words.texts import Names, Translate, inside_sentence, listed, untranslated
from astrike.report.words.texts import to_translate as _
from astrike.rulebook.loader import DEFAULT_EDITION, load_edition

SAME_SORT: Mapping[str, str] = {
    "sight.attacker-hidden": "sight.solid",
    "sight.visual": "sight.max",
    "range.none": "sight.max",
    "range.no-damage": "sight.max",
    "range.spotted": "sight.max",
}
"""Reasons that say nothing new in a sentence beside the other."""

PLAIN = "weapon"

_A_THIRD = 1 / 3

_NEXT_TO_NOTHING = 0.005


def _is_see_through(modifier: Modifier, answer: AttackAnswer) -> bool:
    return modifier.key in load_edition(answer.edition).tagged("see-through")


def kind_label(kind: str) -> str:
    """Name a kind of attack; the plain weapon attack, and what is no kind of attack, need no name."""
    row = load_edition(DEFAULT_EDITION).kinds.get(kind)
    return "" if row is None or kind == PLAIN else row.label


def headline(
    answer: AttackAnswer, names: Names, *, translate: Translate = untranslated, odds: bool = False
) -> str:
    """Say the whole answer in one sentence; with `odds` the chance stands in it."""
    lead = f"{translate(kind)}: " if (kind := kind_label(answer.kind)) else ""
    return lead + translate(_headline(answer)) % {
        **pair_names(answer, names),
        "number": answer.target_number,
        "odds": f" ({chance_words(answer.probability)})" if odds else "",
        "why": ", ".join(circumstances(answer, names, translate=translate))
        if answer.allowed
        else "; ".join(_short_reasons(answer.refusals, names, translate)),
    }


def _headline(answer: AttackAnswer) -> str:
    if not answer.allowed:
        return _("%(attacker)s may not attack %(target)s: %(why)s.")
    is_bare = not circumstances(answer, {})
    match answer.automatic:
        case "hit" if is_bare:
            return _("%(attacker)s hits %(target)s without a roll%(odds)s.")
        case "hit":
            return _("%(attacker)s hits %(target)s without a roll%(odds)s: %(why)s.")
        case "miss" if is_bare:
            return _("%(attacker)s cannot hit %(target)s, it would take %(number)s.")
        case "miss":
            return _("%(attacker)s cannot hit %(target)s, it would take %(number)s: %(why)s.")
        case _ if is_bare:
            return _("%(attacker)s hits %(target)s on %(number)s or more%(odds)s.")
        case _:
            return _("%(attacker)s hits %(target)s on %(number)s or more%(odds)s: %(why)s.")


def sight_headline(report: SightReport, names: Names, *, translate: Translate = untranslated) -> str:
    """Say in one sentence whether one unit sees another."""
    said: dict[str, object] = pair_names(report, names)
    sight = report.sight
    if sight.reasons:
        said["why"] = "; ".join(_short_reasons(sight.reasons, names, translate))
        return translate(_("%(attacker)s does not see %(target)s: %(why)s.")) % said
    found = [_cover_words(sight, names, translate)] if sight.hidden > 0 or sight.cover else []
    if sight.woods > 0:
        woods = translate(_("%(inches)s of woods and the like between them"))
        found.append(woods % {"inches": inches(sight.woods)})
    said["why"] = ", ".join(found)
    text = _("%(attacker)s sees %(target)s: %(why)s.") if found else _("%(attacker)s sees all of %(target)s.")
    return translate(text) % said


def circumstances(
    answer: AttackAnswer, names: Names, *, translate: Translate = untranslated
) -> tuple[str, ...]:
    """Name what makes an allowed attack harder or easier than the bare skills, the range first."""
    found = [translate(words_of("brackets")[answer.bracket])] if answer.bracket is not None else []
    for modifier in answer.tally.modifiers:
        if modifier.part == "R" or not modifier.value:
            continue
        if modifier.key == "terrain.cover":
            found.append(_cover_words(answer.sight, names, translate))
        elif _is_see_through(modifier, answer):
            found.append(_woods_words(modifier, answer, names, translate))
        elif modifier.key in words_of("modifiers"):
            found.append(translate(words_of("modifiers")[modifier.key]))
        elif modifier.part == "O" and modifier.label.lower() != kind_label(answer.kind).lower():
            found.append(inside_sentence(translate(modifier.label)))
    return tuple(found)


def chip(answer: AttackAnswer, names: Names, *, translate: Translate = untranslated) -> str:
    """Say in a few words what lies between attacker and target: for a row of a list."""
    if answer.refusals:
        return reason_chip(answer.refusals[0], names, translate=translate)
    found: list[str] = []
    for modifier in answer.tally.modifiers:
        if modifier.key == "terrain.cover":
            words = _hiding_words(answer.sight, names, translate)
        elif _is_see_through(modifier, answer):
            words = _woods_words(modifier, answer, names, translate)
        elif modifier.key == "terrain.underwater":
            words = translate(words_of("modifiers")[modifier.key])
        else:
            continue
        found.append(f"{words} {signed(modifier.value)}")
    if not answer.sight.cover and answer.sight.state == "partial":
        found.append(_hiding_words(answer.sight, names, translate))
    return ", ".join(found) or translate(_("clear"))


def reason_chip(reason: Reason, names: Names, *, translate: Translate = untranslated) -> str:
    """Say one reason why not in as few words as possible."""
    measured = reason.facts
    if reason.key in ("sight.solid", "sight.attacker-hidden"):
        if reason.key == "sight.attacker-hidden":
            text = _("%(pieces)s: attacker %(hidden)s hidden")
        elif len(pieces_named(reason)) > 1:
            text = _("%(pieces)s hide %(hidden)s")
        else:
            text = _("%(pieces)s hides %(hidden)s")
        return translate(text) % hidden_facts(reason, _few(pieces_named(reason), names, translate))
    if reason.key == "sight.woods" and {"inches", "limit"} <= measured.keys():
        text = translate(_("woods %(inches)s of %(limit)s inches"))
        return text % {"inches": hundredths(measured["inches"]), "limit": plain_fact(measured["limit"])}
    if reason.key == "sight.woods" and "filled" in measured:
        return translate(_("woods and the like block"))
    if reason.key in ("sight.max", "sight.visual") and "limit" in measured:
        return translate(_("beyond %(limit)s″")) % {"limit": plain_fact(measured["limit"])}
    if reason.key in words_of("reasons"):
        return translate(words_of("reasons")[reason.key])
    if "row" in measured:
        what = inside_sentence(translate(str(measured["row"])))
        return translate(_("%(what)s: no figure in this edition")) % {"what": what}
    return inside_sentence(translate(reason.label))


def modifier_detail(
    modifier: Modifier, answer: AttackAnswer, names: Names, *, translate: Translate = untranslated
) -> str:
    """Say what was measured for a term of the ledger; empty when the label says it all."""
    if modifier.key == "skill":
        return names.get(answer.attacker, answer.attacker)
    if modifier.key == "target.tmm":
        return _movement_detail(modifier, translate)
    if modifier.key == "terrain.cover":
        return _cover_pieces(answer.sight, names, translate)
    if _is_see_through(modifier, answer):
        return ", ".join(_woods_pieces(answer, names, translate))
    if "lender" in modifier.facts:
        lender = str(modifier.facts["lender"])
        words = {"range": fact_inches(modifier.facts["lent"]), "own": inches(answer.range)}
        text = translate(_("%(range)s of %(name)s by network, own %(own)s"))
        return text % {**words, "name": names.get(lender, lender)}
    if modifier.part == "R":
        return inches(answer.range)
    return measured_in_words(modifier.facts, names, translate)


def _movement_detail(modifier: Modifier, translate: Translate) -> str:
    """Say where the target's movement comes from, so that it can be checked against the card."""
    measured = modifier.facts
    if "move" in measured:
        text = _("TMM %(value)s for %(inches)s of Move")
        return translate(text) % {"value": modifier.value, "inches": f"{plain_fact(measured['move'])}″"}
    if "card" not in measured:
        return translate(_("TMM %(value)s")) % {"value": modifier.value}
    if not measured["heat"]:
        text = _("TMM %(value)s, %(card)s before hits")
    elif not measured["hits"]:
        text = _("TMM %(value)s, %(card)s before heat")
    else:
        text = _("TMM %(value)s, %(card)s before hits and heat")
    return translate(text) % {"value": modifier.value, "card": measured["card"]}


def chance_words(probability: float) -> str:
    """Write a chance as people compare it.

    >>> chance_words(0.7222), chance_words(1.0), chance_words(0.0278)
    ('72.2 %', '100 %', '2.8 %')
    """
    return f"{plain_number(round(probability * 100, 1))} %"


# ---- what hides


def pair_names(answer: AttackAnswer | SightReport, names: Names) -> dict[str, object]:
    """Give what both are called, for the places of a sentence."""
    return {
        "attacker": names.get(answer.attacker, answer.attacker),
        "target": names.get(answer.target, place_named(answer.target)),
    }


def _short_reasons(reasons: Sequence[Reason], names: Names, translate: Translate) -> Iterator[str]:
    """Say one reason of each sort, at most three: the list under the sentence has all of them."""
    sorts: dict[str, Reason] = {}
    for reason in reasons:
        sorts.setdefault(SAME_SORT.get(reason.key, reason.key), reason)
    for reason in list(sorts.values())[:3]:
        yield reason_chip(reason, names, translate=translate)


def _few(pieces: Sequence[str], names: Names, translate: Translate) -> str:
    """Name two pieces, or the weightiest of more."""
    if len(pieces) <= 2:
        return listed(pieces, names) or translate(_("terrain"))
    said = {"piece": listed(pieces[:1], names), "count": len(pieces) - 1}
    return translate(_("%(piece)s and %(count)s more")) % said


def covering_water(sight: SightAnswer) -> str | None:
    """Give the water that covers the target, named after the solids; None when solids alone give the cover."""
    rest = sight.by[len(sight.hiders) :]
    return rest[0] if sight.cover and sight.hidden < _A_THIRD and rest else None


def _cover_words(sight: SightAnswer, names: Names, translate: Translate) -> str:
    water = covering_water(sight)
    if water is not None:
        return translate(_("in %(piece)s")) % {"piece": listed([water], names)}
    text = translate(_("%(hidden)s behind %(pieces)s"))
    return text % {"hidden": percent(sight.hidden), "pieces": _few(_solids(sight), names, translate)}


def _hiding_words(sight: SightAnswer, names: Names, translate: Translate) -> str:
    water = covering_water(sight)
    if water is not None or (not sight.hiders and sight.by):
        return translate(_("in %(piece)s")) % {"piece": listed([water or sight.by[0]], names)}
    text = _("%(pieces)s hide %(hidden)s") if len(_solids(sight)) > 1 else _("%(pieces)s hides %(hidden)s")
    return translate(text) % {
        "hidden": percent(sight.hidden),
        "pieces": _few(_solids(sight), names, translate),
    }


def _cover_pieces(sight: SightAnswer, names: Names, translate: Translate) -> str:
    water = covering_water(sight)
    if water is not None:
        return translate(_("in %(piece)s")) % {"piece": listed([water], names)}
    return f"{listed(_solids(sight), names)}, {percent(sight.hidden)}"


def _solids(sight: SightAnswer) -> list[str]:
    """Name the solids that hide, those aside that hide next to nothing beside others."""
    return [hider.piece for hider in sight.hiders if hider.share >= _NEXT_TO_NOTHING] or [
        hider.piece for hider in sight.hiders
    ]


def _see_through(sight: SightAnswer) -> list[str]:
    solid = {hider.piece for hider in sight.hiders} | {covering_water(sight)}
    return [piece for piece in sight.by if piece not in solid]


def _has_several_kinds(answer: AttackAnswer) -> bool:
    """Are the inches between those of several kinds of see-through terrain?"""
    return any(option.id == "woods.mixed" for option in answer.options_used)


def _woods_words(modifier: Modifier, answer: AttackAnswer, names: Names, translate: Translate) -> str:
    """Say where the see-through terrain lies; the piece by name when it can only be one."""
    sight = answer.sight
    kind = translate(words_of("modifiers")[modifier.key])
    if sight.woods_parts.between > 0:
        length = inches(sight.woods_parts.between)
        mixed = _has_several_kinds(answer)
        text = _("%(inches)s of %(kind)s and the like") if mixed else _("%(inches)s of %(kind)s")
        return translate(text) % {"inches": length, "kind": kind}
    around_target = _see_through(sight)
    pieces = around_target or sight.own_woods
    where = listed(pieces, names) if len(pieces) == 1 else kind
    text = _("in %(where)s") if around_target else _("from %(where)s")
    return translate(text) % {"where": where}


def _woods_pieces(answer: AttackAnswer, names: Names, translate: Translate) -> Iterator[str]:
    sight, parts = answer.sight, answer.sight.woods_parts
    between = _("%(inches)s of all kinds between") if _has_several_kinds(answer) else _("%(inches)s between")
    for length, text in (
        (parts.attacker, _("%(inches)s around the attacker")),
        (parts.between, between),
        (parts.target, _("%(inches)s around the target")),
    ):
        if length > 0:
            yield translate(text) % {"inches": inches(length)}
    if pieces := [*sight.own_woods, *_see_through(sight)]:
        yield listed(pieces, names)


def instead_name(each: Alternative, *, translate: Translate = untranslated) -> str:
    """Name another attack in a word or two.

    >>> heat = Alternative("weapon", "HT", None, 8, 0.4167, 0)
    >>> instead_name(heat), instead_name(Alternative("tag", None, None, 8, 0.4167, None))
    ('HT', 'TAG')
    """
    if each.special is not None:
        row = load_edition(DEFAULT_EDITION).abilities.get(each.special)
        has_name = row is not None and "called-by-label" in row.tags
        return translate(row.label) if row is not None and has_name else each.special
    name = translate(kind_label(each.kind) or _("Weapons"))
    return f"{name} {each.weapon}" if each.weapon is not None else name


def instead_words(instead: Sequence[Alternative], translate: Translate = untranslated) -> str:
    """Name what may be used where an attack is refused, each with what it needs."""
    return ", ".join(
        f"{instead_name(each, translate=translate)} {each.target_number}+ ({percent_exactly(each.probability)})"
        for each in instead
    )
