"""How does an answer about movement look as JSON? The keys of the contract and their order.

For commands, pages and programs alike; inches are rounded to four places as in every other answer.
"""

from collections.abc import Iterable, Sequence

from astrike.model.movement import (
    Check,
    Contour,
    DerivedMove,
    Ground,
    Leg,
    MoveAnswer,
    MoveMargin,
    MoveOffer,
    MoveReason,
    MoveTerm,
    Prospect,
    ProspectAnswer,
    ReachAnswer,
    Rise,
    Route,
    UnitAnswer,
    UnitMode,
    Waypoint,
)
from astrike.report.areas import areas_of
from astrike.report.combat_json import bubble_json
from astrike.report.json_parts import (
    Json,
    assumed_json,
    cited,
    options_json,
    reasons_json,
    rounded,
    with_facts,
)

ILLUSTRATION = "An illustration from the judge's prices; only a path that is asked about is judged exactly."


def move_json(answer: MoveAnswer) -> Json:
    """Give one move: verdict, sum and legs, where it ends, why not, and how everything came about."""
    return {
        "unit": answer.unit,
        "mode": answer.mode,
        "edition": answer.edition,
        "allowed": answer.allowed,
        "cost": rounded(answer.cost),
        "available": rounded(answer.available),
        "length": rounded(answer.length),
        "legs": [_leg(leg) for leg in answer.legs],
        "end": dict(zip("xyz", _place(answer.end), strict=True)),
        "on": answer.on,
        "inside": answer.inside,
        "facing": None if answer.facing is None else rounded(answer.facing),
        "cf_lost": dict(answer.cf_lost),
        "derived": _derived(answer.derived),
        "terms": _terms(answer.terms),
        "refusals": _reasons(answer.refusals),
        **({"offers": [_offer(offer) for offer in answer.offers]} if answer.offers else {}),
        "checks": [_check(check) for check in answer.checks],
        "profile": [_rise(rise) for rise in answer.profile],
        "ground": [_ground(ground) for ground in answer.ground],
        "margin": _margin(answer.margin),
        **({"unmeasured": list(answer.unmeasured)} if answer.unmeasured else {}),
        "assumed": assumed_json(answer.assumed),
        "options_used": options_json(answer.options_used),
    }


def _offer(offer: MoveOffer) -> Json:
    return {
        "way": offer.way,
        "by": list(offer.by),
        "cost": rounded(offer.cost),
        "path": [_waypoint(point) for point in offer.path],
    }


def route_json(route: Route | None) -> Json | None:
    """Give the cheapest path found, and the judge's answer to it; nothing where there is none."""
    if route is None:
        return None
    return {
        "path": [_waypoint(point) for point in route.path],
        **({"beside": route.beside} if route.beside is not None else {}),
        "answer": move_json(route.answer),
    }


def reach_json(answer: ReachAnswer, *, route: Route | None = None) -> Json:
    """Give where a unit can end as GeoJSON, and the way to one point; it says that it is an illustration."""
    return {
        "type": "FeatureCollection",
        "unit": answer.unit,
        "mode": answer.mode,
        "edition": answer.edition,
        "available": rounded(answer.available),
        "illustration": ILLUSTRATION,
        "features": [_contour(contour, mode=answer.mode) for contour in answer.contours],
        "sampled": answer.sampled,
        "refused": [_place(place) for place in answer.refused],
        "refusals": _reasons(answer.refusals),
        "assumed": assumed_json(answer.assumed),
        "options_used": options_json(answer.options_used),
        "route": route_json(route),
    }


def prospects_json(answer: ProspectAnswer) -> Json:
    """Give the chances at every place within reach."""
    return {
        "unit": answer.unit,
        "mode": answer.mode,
        "edition": answer.edition,
        "target": answer.target,
        "threats": list(answer.threats),
        "step": rounded(answer.step),
        "best": None if answer.best is None else _prospect(answer.best),
        "safest": None if answer.safest is None else _prospect(answer.safest),
        "places": [_prospect(place) for place in answer.places],
    }


def unit_json(answer: UnitAnswer) -> Json:
    """Give what a unit is right now."""
    return {
        "unit": answer.unit,
        "edition": answer.edition,
        "kind": answer.kind,
        "manner": answer.manner,
        "modes": [_mode(mode) for mode in answer.modes],
        "arcs": [{"arc": arc, "degrees": rounded(degrees)} for arc, degrees in answer.arcs],
        "modifiers": {"attacker": _terms(answer.attacker), "target": _terms(answer.target)},
        "not_applied": list(answer.not_applied),
        "assumed": assumed_json(answer.assumed),
        "options_used": options_json(answer.options_used),
        "fields": [bubble_json(each) for each in answer.fields],
        "crippled": reasons_json(answer.crippled),
    }


def files_json(answers: Sequence[Json], files: Sequence[str]) -> Json:
    """Give the answer about one file as it is, those about several with the names of their files."""
    if len(answers) == 1:
        return answers[0]
    return {"files": [{"file": file, **answer} for file, answer in zip(files, answers, strict=True)]}


# ---- parts of an answer


def _leg(leg: Leg) -> Json:
    return {
        "from": _place(leg.start),
        "to": _place(leg.end),
        "length": rounded(leg.length),
        "cost": rounded(leg.cost),
        "terrain": list(leg.terrain),
        "climb": rounded(leg.climb),
    }


def _derived(derived: DerivedMove) -> Json:
    return {
        "move": rounded(derived.move),
        "tmm": derived.tmm,
        "motion": derived.motion,
        "manner": derived.manner,
        "terms": _terms(derived.terms),
    }


def _terms(terms: Iterable[MoveTerm]) -> list[Json]:
    return [
        with_facts(
            {"key": term.key, "value": rounded(term.value), "label": term.label, **cited(term.cite)},
            term.facts,
        )
        for term in terms
    ]


def _reasons(reasons: Iterable[MoveReason]) -> list[Json]:
    return [
        with_facts(
            {
                "key": reason.key,
                "label": reason.label,
                **cited(reason.cite),
                "at": rounded(reason.at),
                "until": rounded(reason.until),
                "place": _place(reason.place),
                "leg": reason.leg,
                "by": reason.by,
            },
            reason.facts,
        )
        for reason in reasons
    ]


def _check(check: Check) -> Json:
    found: Json = {
        "key": check.key,
        "label": check.label,
        **cited(check.cite),
        "at": rounded(check.at),
        "place": _place(check.place),
        "need": check.need,
        "by": check.by,
    }
    return with_facts(found, check.facts)


def _rise(rise: Rise) -> Json:
    return {
        "from": rounded(rise.start),
        "to": rounded(rise.end),
        "z_from": rounded(rise.z_start),
        "z_to": rounded(rise.z_end),
    }


def _ground(ground: Ground) -> Json:
    return {
        "from": rounded(ground.start),
        "to": rounded(ground.end),
        "piece": ground.piece,
        "kind": ground.kind,
        "surcharge": rounded(ground.surcharge),
        "barred": ground.is_barred,
    }


def _margin(margin: MoveMargin | None) -> Json | None:
    if margin is None:
        return None
    return {"inches": rounded(margin.inches), "of": margin.of, "by": margin.by, "close": margin.close}


def _waypoint(point: Waypoint) -> list[object]:
    height = rounded(point.z) if isinstance(point.z, int | float) else point.z
    flat: list[object] = _place((point.x, point.y))
    return flat if height is None else [*flat, height]


def _contour(contour: Contour, *, mode: str) -> Json:
    areas = [[_ring(ring) for ring in area] for area in areas_of(contour)]
    geometry: Json = {"type": "MultiPolygon", "coordinates": areas}
    if len(areas) == 1:
        geometry = {"type": "Polygon", "coordinates": areas[0]}
    return {
        "type": "Feature",
        "geometry": geometry,
        "properties": {"mode": mode, "cost": rounded(contour.cost), "proven": contour.is_proven},
    }


def _ring(ring: Sequence[tuple[float, float]]) -> list[list[object]]:
    closed = ring if not ring or ring[0] == ring[-1] else (*ring, ring[0])
    return [_place(place) for place in closed]


def _prospect(place: Prospect) -> Json:
    return {
        "at": _place((place.x, place.y, place.z)),
        "cost": rounded(place.cost),
        "hit": rounded(place.hit),
        "target_number": place.target_number,
        "risks": [rounded(risk) for risk in place.risks],
        "risk": rounded(place.risk),
    }


def _mode(mode: UnitMode) -> Json:
    return {
        "mode": mode.mode,
        "code": mode.code,
        "available": rounded(mode.available),
        "tmm": mode.tmm,
        "terms": _terms(mode.terms),
        "tmm_terms": _terms(mode.tmm_terms),
        "refusals": _reasons(mode.refusals),
    }


def _place(place: Sequence[float]) -> list[object]:
    return [rounded(value) for value in place]
