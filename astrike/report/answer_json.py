"""How does an answer look as JSON? The keys of the contract and their order, for commands, pages and programs.

`margin` is null where nobody looked how close an answer is to another one; in lists it says no more than whether it
is too close to call.
"""

from collections.abc import Iterable, Sequence

from astrike.model.answer import AttackAnswer, DamageTerm, SightAnswer, SightReport
from astrike.model.combat import Instead
from astrike.model.margin import Margin, Margins
from astrike.report.combat_json import blast_json, choice_json, outcome_json, spotter_json
from astrike.report.json_parts import (
    Json,
    assumed_json,
    cited,
    modifier_json,
    options_json,
    reasons_json,
    rounded,
)
from astrike.report.margin_json import call_json, margin_json
from astrike.rulebook.schema import Difference, Edition


def attack_json(answer: AttackAnswer, margins: Margins | None = None) -> Json:
    """Give one attack; a refused one has no Target Number and so no modifiers."""
    allowed = answer.allowed
    return {
        "attacker": answer.attacker,
        "target": answer.target,
        "kind": answer.kind,
        "edition": answer.edition,
        "allowed": allowed,
        "target_number": answer.target_number,
        "probability": rounded(answer.probability),
        "automatic": answer.automatic,
        "range": rounded(answer.range),
        "bracket": answer.bracket,
        "sight": _sight(answer.sight),
        "arc": answer.arc,
        "direction": answer.direction,
        "damage": _damage(answer),
        "modifiers": [modifier_json(modifier) for modifier in answer.tally.modifiers] if allowed else [],
        "refusals": reasons_json(answer.refusals),
        "instead": [_instead(each) for each in answer.instead],
        "assumed": assumed_json(answer.assumed),
        "options_used": options_json(answer.options_used),
        "margin": margin_json(margins),
        "not_applied": list(answer.not_applied),
        "outcome": None if answer.outcome is None else outcome_json(answer.outcome),
        "spotters": [spotter_json(spotter) for spotter in answer.spotters],
        "blast": None if answer.blast is None else blast_json(answer.blast),
        "choices": [choice_json(choice) for choice in answer.choices],
        "tables": list(answer.tables),
        "notes": reasons_json(answer.notes),
    }


def matrix_json(answers: Iterable[AttackAnswer], calls: Iterable[Margin | None], *, tolerance: float) -> Json:
    """Give many attacks, in their order, and which of them are too close to call."""
    return {
        "pairs": [
            {**attack_json(answer), "margin": call_json(call, tolerance=tolerance)}
            for answer, call in zip(answers, calls, strict=True)
        ]
    }


def sight_json(report: SightReport, margins: Margins | None = None) -> Json:
    """Give line of sight from one unit to another; `reasons` says why it is blocked; `margin` where anybody looked."""
    found: Json = {
        "attacker": report.attacker,
        "target": report.target,
        "range": rounded(report.range),
        "sight": _sight(report.sight),
        "reasons": reasons_json(report.sight.reasons),
        "assumed": assumed_json(report.assumed),
        "options_used": options_json(report.options_used),
    }
    return found if margins is None else {**found, "margin": margin_json(margins)}


def editions_json(editions: Sequence[Edition], *, default: str) -> Json:
    """Give the editions there are."""
    return {
        "editions": [
            {
                "id": edition.id,
                "name": edition.name,
                "book": edition.book,
                "default": edition.id == default,
                "digest": edition.digest,
            }
            for edition in editions
        ]
    }


def differences_json(rows: Iterable[Difference]) -> Json:
    """Give the rows in which two editions differ."""
    return {
        "rows": [
            {
                "key": row.key,
                "a": row.a,
                "b": row.b,
                **_both_pages(row),
                "table": row.table,
                "label": row.label,
            }
            for row in rows
        ]
    }


def _both_pages(row: Difference) -> Json:
    """Give both pages in one text, their printing where they share one, and each by itself."""
    printings = {cite.page_of for cite in row.cites}
    return {
        "ref": " / ".join(dict.fromkeys(cite.page for cite in row.cites)) or "—",
        "page_of": printings.pop() if len(printings) == 1 else None,
        "pages": {
            side: None if cite is None else cited(cite)
            for side, cite in (("a", row.a_cite), ("b", row.b_cite))
        },
    }


def _sight(sight: SightAnswer) -> Json:
    parts = sight.woods_parts
    return {
        "state": sight.state,
        "hidden": rounded(sight.hidden),
        "cover": sight.cover,
        "woods": rounded(sight.woods),
        "woods_parts": {
            "attacker": rounded(parts.attacker),
            "between": rounded(parts.between),
            "target": rounded(parts.target),
        },
        "by": list(sight.by),
        **({"hexes": list(sight.hexes)} if sight.hexes else {}),
    }


def _instead(each: Instead) -> Json:
    return {
        "kind": each.kind,
        "special": each.special,
        "weapon": each.weapon,
        "target_number": each.target_number,
        "probability": rounded(each.probability),
        "damage": each.damage,
        "heat": each.heat,
    }


def _damage(answer: AttackAnswer) -> Json:
    damage = answer.damage
    found: Json = {
        "target": damage.target,
        "attacker_on_hit": damage.attacker_on_hit,
        "attacker_on_miss": damage.attacker_on_miss,
        "terms": _terms(damage.terms),
    }
    beside = {
        "heat": damage.heat,
        "inner": damage.inner,
        "outer": damage.outer,
        "rolls": answer.outcome.rolls if answer.outcome is not None and answer.outcome.rolls > 1 else None,
        "recoil_on_hit": _terms(damage.recoil_on_hit) or None,
        "recoil_on_miss": _terms(damage.recoil_on_miss) or None,
    }
    return {**found, **{key: value for key, value in beside.items() if value is not None}}


def _terms(terms: Iterable[DamageTerm]) -> list[Json]:
    return [{"key": term.key, "value": term.value, "label": term.label, **cited(term.cite)} for term in terms]
