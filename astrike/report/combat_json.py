"""How do spotters, area effects, networks, outcomes and effects look as JSON?"""

from collections.abc import Iterable

from astrike.model.combat import (
    BlastAnswer,
    Bubble,
    Caught,
    Change,
    Choice,
    EffectAnswer,
    FollowUp,
    MemberAnswer,
    NetworkAnswer,
    NetworksAnswer,
    Odds,
    Outcome,
    Place,
    SpotterAnswer,
)
from astrike.model.dice import Die
from astrike.model.margin import Margins
from astrike.report.json_parts import (
    Json,
    assumed_json,
    cited,
    modifier_json,
    options_json,
    reasons_json,
    rounded,
    with_facts,
)
from astrike.report.margin_json import margin_json


def spotter_json(spotter: SpotterAnswer) -> Json:
    """Give who could spot, what the attack then needs, or why not."""
    return {
        "unit": spotter.unit,
        "allowed": not spotter.refusals,
        "chosen": spotter.chosen,
        "target_number": spotter.target_number,
        "range": rounded(spotter.range),
        "sight": spotter.sight,
        "tag": spotter.tag or None,
        "modifiers": [modifier_json(each) for each in spotter.modifiers],
        "refusals": reasons_json(spotter.refusals),
    }


def choice_json(choice: Choice) -> Json:
    """Give what players decide, with what may be chosen."""
    found: Json = {"key": choice.key, "value": choice.value, "label": choice.label, **cited(choice.cite)}
    if choice.values:
        found["values"] = list(choice.values)
    if choice.low or choice.high:
        found |= {"low": choice.low, "high": choice.high}
    return found | {"unit": choice.whose or None}


def outcome_json(outcome: Outcome) -> Json:
    """Give what an attack does in the end, with everything that may follow."""
    return {
        "on_hit": odds_json(outcome.on_hit),
        "overall": odds_json(outcome.overall),
        "expected": rounded(outcome.expected),
        "rolls": outcome.rolls,
        "hits": outcome.hits,
        "dealt": outcome.dealt,
        "follow_ups": [_follow_up(each) for each in outcome.follow_ups],
    }


def odds_json(odds: Iterable[Odds]) -> list[Json]:
    """Give how likely each number of points is."""
    return [{"points": each.points, "share": rounded(each.share)} for each in odds]


def _follow_up(each: FollowUp) -> Json:
    found: Json = {
        "key": each.key,
        "label": each.label,
        **cited(each.cite),
        "chance": None if each.chance is None else rounded(each.chance),
        "need": each.need or None,
        "dice": each.dice,
        "modifier": each.modifier,
        "table": each.table or None,
    }
    return with_facts(found, each.facts)


def blast_json(answer: BlastAnswer, margins: Margins | None = None) -> Json:
    """Give who is caught by an area effect, and how it came there; of a strip its corners, of a series every bomb."""
    found: Json = {
        "weapon": answer.weapon,
        "edition": answer.edition,
        "poi": _place(answer.poi),
        "final": _place(answer.final),
        "bearing": None if answer.bearing is None else rounded(answer.bearing),
        "inches": rounded(answer.inches),
        "inner": rounded(answer.inner),
        "outer": rounded(answer.outer),
        "dice": dice_json(answer.dice),
        "hits": [_caught(each) for each in answer.caught],
        "near": [_caught(each) for each in answer.near],
        "notes": reasons_json(answer.notes),
        "label": answer.label,
        **cited(answer.cite),
        "assumed": assumed_json(answer.assumed),
        "options_used": options_json(answer.options_used),
    }
    if margins is not None:
        found["margin"] = margin_json(margins)
    if answer.outline:
        found["outline"] = [[rounded(x), rounded(y)] for x, y in answer.outline]
    if answer.more:
        found["more"] = [blast_json(each) for each in answer.more]
    return found


def dice_json(dice: Iterable[Die]) -> list[Json]:
    """Give what fell, for what, and whether it was typed in."""
    return [
        {
            "key": die.key,
            "label": die.label,
            "count": die.count,
            "sides": die.sides,
            "fell": die.fell,
            "typed": die.typed,
        }
        for die in dice
    ]


def _place(place: Place) -> list[float]:
    return [rounded(value) for value in place]


def _caught(each: Caught) -> Json:
    found: Json = {
        "unit": each.unit,
        "distance": rounded(each.distance),
        "damage": each.damage,
        "ring": each.ring,
        "close": each.close,
        "is_piece": each.is_piece,
        "terms": [modifier_json(term) for term in each.terms],
    }
    if each.target_number is not None:
        found["target_number"] = each.target_number
    return found


def networks_json(answer: NetworksAnswer) -> Json:
    """Give every network with its members, and every electronic field."""
    return {
        "edition": answer.edition,
        "networks": [_network(each) for each in answer.networks],
        "bubbles": [bubble_json(each) for each in answer.bubbles],
        "options_used": options_json(answer.options_used),
    }


def _network(each: NetworkAnswer) -> Json:
    return {
        "id": each.id,
        "type": each.type,
        "label": each.label,
        **cited(each.cite),
        "on": each.on,
        "members": [_member(member) for member in each.members],
        "findings": reasons_json(each.findings),
    }


def _member(each: MemberAnswer) -> Json:
    return {
        "unit": each.unit,
        "role": each.role,
        "on": each.on,
        "reasons": reasons_json(each.reasons),
    }


def bubble_json(each: Bubble) -> Json:
    """Give an electronic field: how far it reaches, and whether it is on."""
    return {
        "unit": each.unit,
        "code": each.code,
        "kind": each.kind,
        "label": each.label,
        **cited(each.cite),
        "radius": rounded(each.radius),
        "measured_from": each.measured_from,
        "count": each.count,
        "hidden": rounded(each.hidden),
        "side": each.side,
        "on": each.on,
        "reasons": reasons_json(each.reasons),
    }


def effect_json(answer: EffectAnswer) -> Json:
    """Give what comes of a roll on a table, a fall or a collapse."""
    found: Json = {
        "kind": answer.kind,
        "unit": answer.unit,
        "edition": answer.edition,
        "allowed": not answer.refusals,
        "result": answer.result,
        "label": answer.label,
        **cited(answer.cite),
        "total": answer.total,
        "success": answer.success,
        "damage": answer.damage,
        "terms": [modifier_json(term) for term in answer.terms],
        "dice": dice_json(answer.dice),
        "changes": [_change(each) for each in answer.changes],
        "hits": [_caught(each) for each in answer.caught],
        "notes": reasons_json(answer.notes),
        "refusals": reasons_json(answer.refusals),
        "tables": list(answer.tables),
        "assumed": assumed_json(answer.assumed),
        "options_used": options_json(answer.options_used),
    }
    return with_facts(found, answer.facts)


def _change(each: Change) -> Json:
    return {
        "unit": each.unit,
        "at": each.at,
        "before": each.before,
        "after": each.after,
        "label": each.label,
    }
