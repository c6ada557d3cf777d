"""How does an answer look as JSON? The keys of the contract and their order, for commands, pages and programs.

Inches and shares are rounded to four places here and nowhere else. `margin` is null: how close an answer was
to another one is worked out by a later version.
"""

from collections.abc import Iterable, Mapping, Sequence

from astrike.editions.schema import Difference, Edition
from astrike.model.answer import AttackAnswer, Damage, SightAnswer, SightReport
from astrike.model.explain import Assumed, Facts, Modifier, OptionUsed, Reason

Json = dict[str, object]
PLACES = 4


def attack_json(answer: AttackAnswer) -> Json:
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
        "damage": _damage(answer.damage),
        "modifiers": [_modifier(modifier) for modifier in answer.tally.modifiers] if allowed else [],
        "refusals": _reasons(answer.refusals),
        "assumed": assumed_json(answer.assumed),
        "options_used": options_json(answer.options_used),
        "margin": None,
    }


def matrix_json(answers: Iterable[AttackAnswer]) -> Json:
    """Give many attacks, in their order."""
    return {"pairs": [attack_json(answer) for answer in answers]}


def sight_json(report: SightReport) -> Json:
    """Give line of sight from one unit to another; `reasons` says why it is blocked."""
    return {
        "attacker": report.attacker,
        "target": report.target,
        "range": rounded(report.range),
        "sight": _sight(report.sight),
        "reasons": _reasons(report.sight.reasons),
        "assumed": assumed_json(report.assumed),
        "options_used": options_json(report.options_used),
    }


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
                "ref": row.ref,
                "table": row.table,
                "label": row.label,
            }
            for row in rows
        ]
    }


def rounded(value: float) -> float:
    """Round what was measured; there is no minus zero.

    >>> rounded(15.128339), rounded(-0.0)
    (15.1283, 0.0)
    """
    return round(float(value), PLACES) + 0.0


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
    }


def _damage(damage: Damage) -> Json:
    found: Json = {
        "target": damage.target,
        "attacker_on_hit": damage.attacker_on_hit,
        "attacker_on_miss": damage.attacker_on_miss,
        "terms": [
            {"key": term.key, "value": term.value, "label": term.label, "ref": term.ref}
            for term in damage.terms
        ],
    }
    return found if damage.heat is None else {**found, "heat": damage.heat}


def _modifier(modifier: Modifier) -> Json:
    found: Json = {
        "key": modifier.key,
        "part": modifier.part,
        "value": modifier.value,
        "label": modifier.label,
        "ref": modifier.ref,
    }
    return with_facts(found, modifier.facts)


def _reasons(reasons: Iterable[Reason]) -> list[Json]:
    return [
        with_facts({"key": reason.key, "label": reason.label, "ref": reason.ref}, reason.facts)
        for reason in reasons
    ]


def with_facts(found: Json, facts: Facts) -> Json:
    """Add what was measured, when anything was."""
    return {**found, "facts": _rounded_facts(facts)} if facts else found


def _rounded_facts(facts: Facts) -> Mapping[str, object]:
    return {key: rounded(value) if isinstance(value, float) else value for key, value in facts.items()}


def assumed_json(notes: Iterable[Assumed]) -> list[Json]:
    """Give the defaults that an answer used."""
    return [{"at": note.at, "value": note.value, "label": note.label} for note in notes]


def options_json(used: Iterable[OptionUsed]) -> list[Json]:
    """Give the options that decided something."""
    return [{"id": option.id, "value": option.value} for option in used]
