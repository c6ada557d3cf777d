"""Is this move, or what is said of this unit, what the case expects? Every difference is named.

What holds of every answer is checked beside what a case names: the ledger adds up, every term and reason has its
page, legs and profile cover the path.
"""

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

from astrike.model.movement import MoveAnswer, MoveCheck, MoveReason, MoveTerm
from astrike.model.unit_answer import UnitAnswer
from tests.builders import Json
from tests.rules.expectation import PAGE, or_none, same

EXACT = 1e-6
CLOSE = 0.0005
Place = Callable[[Sequence[float]], tuple[float, float]]
"""Where a point of the case lies on the table."""
Bearing = Callable[[float], float]
T = TypeVar("T")


def move_differences(expected: Json, answer: MoveAnswer, *, place: Place, bearing: Bearing) -> Iterator[str]:
    """Say in which ways a move is judged otherwise."""
    wanted = dict(expected)
    if "end" in wanted:
        end = _numbers(wanted["end"])
        wanted["end"] = [*place(end), *end[2:]]
    if "facing" in wanted:
        wanted["facing"] = bearing(wanted["facing"])
    if "refusals" not in wanted and answer.refusals and wanted.get("allowed", True):
        yield f"refused: {_keys(answer.refusals)}"
    yield from _compared(wanted, MOVE_CHECKS, answer)
    yield from _always(answer)


def unit_differences(expected: Json, answer: UnitAnswer) -> Iterator[str]:
    """Say in which ways a unit is described otherwise."""
    yield from _compared(expected, UNIT_CHECKS, answer)
    for mode in answer.modes:
        yield from _sum(mode.terms, mode.available, f"Move of {mode.mode}")
        yield from _sum(mode.tmm_terms, mode.tmm, f"TMM of {mode.mode}")
        yield from _pages([*mode.terms, *mode.tmm_terms, *mode.refusals])
    yield from _pages([*answer.attacker, *answer.target])


def _compared(expected: Json, checks: Mapping[str, Callable[[object, T], str]], answer: T) -> Iterator[str]:
    if not expected:
        yield "nothing is expected for this edition"
    for key, value in expected.items():
        check = checks.get(key)
        if check is None:
            yield f"{key} is nothing that can be expected; {', '.join(checks)} are"
        elif problem := check(value, answer):
            yield f"{key}: {problem}"


# ---- what holds of every answer


def _always(answer: MoveAnswer) -> Iterator[str]:
    yield from _sum(answer.terms, answer.cost, "cost")
    yield from _sum(answer.derived.terms, answer.available, "Move available")
    yield from _pages([*answer.terms, *answer.derived.terms, *answer.refusals, *answer.checks])
    if answer.allowed == bool(answer.refusals):
        yield f"allowed is {answer.allowed} with the refusals {_keys(answer.refusals)}"
    if answer.allowed and answer.mode != "minimum" and answer.cost > answer.available + EXACT:
        yield f"allowed at {answer.cost:g} of {answer.available:g}"
    if not math.isclose(sum(leg.length for leg in answer.legs), answer.length, abs_tol=EXACT):
        yield "the legs are not as long as the path"
    if sum(leg.cost for leg in answer.legs) > answer.cost + EXACT:
        yield "the legs cost more than the move"
    if list(answer.refusals) != sorted(answer.refusals, key=lambda reason: reason.at):
        yield "refusals are not in the order of the path"
    for reason in answer.refusals:
        if not -EXACT <= reason.at <= reason.until + EXACT or reason.until > answer.length + EXACT:
            yield f"{reason.key} lies from {reason.at} to {reason.until} of {answer.length}"
    for before, after in zip(answer.profile, answer.profile[1:], strict=False):
        if abs(before.end - after.start) > EXACT:
            yield f"the profile has a gap at {before.end}"
    if answer.margin is not None and answer.margin.inches < 0:
        yield "the margin is below nothing"


def _sum(terms: Iterable[MoveTerm], total: float, what: str) -> Iterator[str]:
    found = sum(term.value for term in terms)
    if not math.isclose(found, total, abs_tol=EXACT):
        yield f"{what} is {total:g}, its terms add up to {found:g}"


def _pages(named: Iterable[MoveTerm | MoveReason | MoveCheck]) -> Iterator[str]:
    for each in named:
        if not PAGE.fullmatch(each.cite.page):
            yield f"{each.key} has no page but {each.cite.page!r}"
        if not each.label.strip():
            yield f"{each.key} has no label"


# ---- one check for each thing that can be expected


def _keys(reasons: Iterable[MoveReason]) -> str:
    return ", ".join(f"{reason.key} at {reason.at:.4g}" for reason in reasons) or "none"


def _near(value: object, found: float | None, *, within: float = CLOSE) -> str:
    if isinstance(value, list):
        value, within = value
    assert isinstance(value, int | float)
    if found is None:
        return f"expected {value}, found nothing"
    return "" if abs(value - found) <= within else f"expected {value}, found {found:.6g}"


def _all_near(value: object, found: Mapping[str, float]) -> str:
    wanted = _table(value)
    is_same = wanted.keys() == found.keys() and not any(_near(wanted[key], found[key]) for key in wanted)
    return "" if is_same else f"expected {wanted}, found { {key: round(n, 4) for key, n in found.items()} }"


def _some_near(value: object, found: Mapping[str, float]) -> str:
    wanted = _table(value)
    return _all_near(value, {key: found[key] for key in wanted if key in found})


def _added(terms: Iterable[MoveTerm]) -> dict[str, float]:
    sums: dict[str, float] = {}
    for term in terms:
        sums[term.key] = sums.get(term.key, 0.0) + term.value
    return {key: inches for key, inches in sums.items() if abs(inches) > EXACT}


def _cost(value: object, answer: MoveAnswer) -> str:
    problem = _near(value, answer.cost)
    return f"{problem}: {_ledger(answer)}" if problem else ""


def _ledger(answer: MoveAnswer) -> str:
    return " ".join(f"{key}={inches:.4g}" for key, inches in _added(answer.terms).items()) or "no terms"


def _end(value: object, answer: MoveAnswer) -> str:
    wanted = _numbers(value)
    near = all(abs(a - b) <= CLOSE for a, b in zip(wanted, answer.end, strict=False))
    return "" if near else f"expected {wanted}, found {answer.end}"


def _refusals(value: object, answer: MoveAnswer) -> str:
    problem = same(sorted(_words(value)), sorted({reason.key for reason in answer.refusals}))
    return f"{problem}: {_keys(answer.refusals)}; {_ledger(answer)}" if problem else ""


def _checks(value: object, answer: MoveAnswer) -> str:
    found = {check.key: check.need for check in answer.checks}
    if isinstance(value, list):
        return same(sorted(_words(value)), sorted(found))
    return same(_table(value), found)


def _at(value: object, answer: MoveAnswer) -> str:
    first: dict[str, float] = {}
    for reason in (*answer.refusals, *answer.checks):
        first.setdefault(reason.key, reason.at)
    return _some_near(value, first)


def _until(value: object, answer: MoveAnswer) -> str:
    return _some_near(value, {reason.key: reason.until for reason in answer.refusals})


def _by(value: object, answer: MoveAnswer) -> str:
    found = {reason.key: reason.by for reason in (*answer.refusals, *answer.checks)}
    wanted = _table(value)
    return same(wanted, {key: found.get(key) for key in wanted})


def _facts(value: object, answer: MoveAnswer) -> str:
    """Some facts of a refusal, a check or a term: `KEY.FACT = value`."""
    found: dict[str, object] = {}
    for each in (*answer.refusals, *answer.checks, *answer.terms):
        for name, stated in each.facts.items():
            found.setdefault(f"{each.key}/{name}", stated)
    for key, wanted in _table(value).items():
        stated = found.get(key)
        if isinstance(stated, int | float) and isinstance(wanted, int | float):
            if problem := _near(wanted, stated):
                return f"{key} {problem}"
        elif stated != wanted:
            return f"{key}: expected {wanted!r}, found {stated!r} among {', '.join(sorted(found))}"
    return ""


def _some(value: object, found: Iterable[str]) -> str:
    known = set(found)
    missing = set(_words(value)) - known
    return f"{', '.join(sorted(missing))} not among {', '.join(sorted(known)) or 'none'}" if missing else ""


def _none_of(value: object, found: Iterable[str]) -> str:
    named = set(_words(value)) & set(found)
    return f"named without having decided anything: {', '.join(sorted(named))}" if named else ""


def _margin(value: object, answer: MoveAnswer) -> str:
    if value == "none":
        return same(None, answer.margin)
    if answer.margin is None:
        return "there is none"
    return _near(value, answer.margin.inches)


def _facing(value: object, answer: MoveAnswer) -> str:
    assert isinstance(value, int | float)
    if answer.facing is None:
        return "there is none"
    off = abs(value - answer.facing) % 360
    return "" if min(off, 360 - off) <= CLOSE else f"expected {value}, found {answer.facing}"


def _words(value: object) -> list[str]:
    assert isinstance(value, list), value
    return [str(word) for word in value]


def _numbers(value: object) -> list[float]:
    assert isinstance(value, list), value
    return [float(number) for number in value]


def _table(value: object) -> Json:
    assert isinstance(value, dict), value
    return value


MOVE_CHECKS: Mapping[str, Callable[[object, MoveAnswer], str]] = {
    "allowed": lambda value, answer: (
        f"{same(value, answer.allowed)}: {_keys(answer.refusals)}; {_ledger(answer)} of {answer.available:g}"
        if value != answer.allowed
        else ""
    ),
    "cost": _cost,
    "available": lambda value, answer: _near(value, answer.available),
    "length": lambda value, answer: _near(value, answer.length),
    "climb": lambda value, answer: _near(value, sum(leg.climb for leg in answer.legs)),
    "legs": lambda value, answer: same(
        [round(n, 4) for n in _numbers(value)], [round(leg.cost, 4) for leg in answer.legs]
    ),
    "end": _end,
    "on": lambda value, answer: same(or_none(value), answer.on),
    "inside": lambda value, answer: same(or_none(value), answer.inside),
    "facing": _facing,
    "cf_lost": lambda value, answer: same(value, dict(answer.cf_lost)),
    "mode": lambda value, answer: same(value, answer.mode),
    "move": lambda value, answer: _near(value, answer.derived.move),
    "tmm": lambda value, answer: same(value, answer.derived.tmm),
    "motion": lambda value, answer: same(value, answer.derived.motion),
    "manner": lambda value, answer: same(value, answer.derived.manner),
    "move_terms": lambda value, answer: _all_near(value, _added(answer.derived.terms)),
    "terms": lambda value, answer: _all_near(value, _added(answer.terms)),
    "refusals": _refusals,
    "checks": _checks,
    "at": _at,
    "until": _until,
    "by": _by,
    "facts": _facts,
    "terrain": lambda value, answer: same(
        sorted(_words(value)), sorted({name for leg in answer.legs for name in leg.terrain})
    ),
    "options": lambda value, answer: _some(value, (used.id for used in answer.options_used)),
    "options_not": lambda value, answer: _none_of(value, (used.id for used in answer.options_used)),
    "assumed": lambda value, answer: _some(value, (note.at for note in answer.assumed)),
    "margin": _margin,
    "margin_of": lambda value, answer: same(or_none(value), answer.margin and answer.margin.of),
    "close": lambda value, answer: same(value, answer.margin is not None and answer.margin.close),
}


def _modes(value: object, answer: UnitAnswer) -> str:
    return _some_near(value, {mode.mode: mode.available for mode in answer.modes})


def _mode_terms(value: object, answer: UnitAnswer) -> str:
    found = {mode.mode: _added(mode.terms) for mode in answer.modes}
    return _first(_all_near(terms, found.get(name, {})) for name, terms in _table(value).items())


def _tmm_terms(value: object, answer: UnitAnswer) -> str:
    found = {mode.mode: _added(mode.tmm_terms) for mode in answer.modes}
    return _first(_all_near(terms, found.get(name, {})) for name, terms in _table(value).items())


def _closed(value: object, answer: UnitAnswer) -> str:
    found = {mode.mode: sorted({reason.key for reason in mode.refusals}) for mode in answer.modes}
    return _first(same(sorted(_words(keys)), found.get(name)) for name, keys in _table(value).items())


def _first(problems: Iterable[str]) -> str:
    return next((problem for problem in problems if problem), "")


UNIT_CHECKS: Mapping[str, Callable[[object, UnitAnswer], str]] = {
    "is": lambda value, answer: same(value, answer.kind),
    "modes": _modes,
    "only_modes": lambda value, answer: same(
        sorted(_words(value)), sorted(mode.mode for mode in answer.modes)
    ),
    "tmm": lambda value, answer: _some_near(value, {mode.mode: mode.tmm for mode in answer.modes}),
    "move_terms": _mode_terms,
    "tmm_terms": _tmm_terms,
    "closed": _closed,
    "arcs": lambda value, answer: same(value, dict(answer.arcs)),
    "crippled": lambda value, answer: same(sorted(_words(value)), sorted(why.key for why in answer.crippled)),
    "attacker": lambda value, answer: _all_near(value, _added(answer.attacker)),
    "target": lambda value, answer: _all_near(value, _added(answer.target)),
    "manner": lambda value, answer: same(value, answer.manner),
    "not_applied": lambda value, answer: same(sorted(_words(value)), sorted(answer.not_applied)),
    "options": lambda value, answer: _some(value, (used.id for used in answer.options_used)),
    "options_not": lambda value, answer: _none_of(value, (used.id for used in answer.options_used)),
    "assumed": lambda value, answer: _some(value, (note.at for note in answer.assumed)),
}
