"""Is this the answer the case expects? Every difference is named, not only the first.

Attacks and lines of sight are compared here, moves and units in `expectation_move`.
"""

import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from astrike.errors import InputError
from astrike.model.attack_answer import AttackAnswer, SightReport
from astrike.model.attack_outcome import AttackOutcome, PointsChance
from astrike.model.explain import Reason
from tests.builders import Json

Answer = AttackAnswer | SightReport
"""What is compared here."""
BY_EDITION = ("all", "ce", "ce-5", "ce-7", "classic")
PAGE = re.compile(
    r"(CE7?|AS) pp?\.\d+(-\d+)?(, \d+)*|no page known|not printed in this edition|named at the table"
)


def expected_for(expect: Mapping[str, object], *, edition: str) -> Json:
    """Pick what is expected under one edition (`ce-5`, `ce-7` or `classic`): common things first, then its own."""
    if not set(expect) & set(BY_EDITION):
        return dict(expect)
    if odd := set(expect) - set(BY_EDITION):
        raise ValueError(f"expectations by edition stand beside {', '.join(sorted(odd))}")
    found: Json = {}
    for key in ("all", "classic") if edition == "classic" else ("all", "ce", edition):
        part = expect.get(key, {})
        assert isinstance(part, dict)
        found |= part
    return found


def differences(expected: Json, answer: Answer) -> Iterator[str]:
    """Say in which ways the answer is another one."""
    if not expected:
        yield "nothing is expected for this edition"
    for key, value in expected.items():
        check = CHECKS.get(key)
        if check is None:
            yield f"{key} is nothing that can be expected; {', '.join(CHECKS)} are"
        elif problem := check(value, answer):
            yield f"{key}: {problem}"
    if isinstance(answer, AttackAnswer):
        if "target_number" in expected and "refusals" not in expected and answer.refusals:
            yield f"refused: {_keys(answer)}"
        yield from _pages(answer)


def wrong_places(error: InputError, document: Json) -> set[str]:
    """Name the places of an input error by the ids of their features: `A.heat`."""
    features = document["features"]
    assert isinstance(features, list)
    named = set()
    for problem in error.problems:
        match = re.match(r"features\[(\d+)\]\.properties\.(.*)", problem.at)
        named.add(f"{features[int(match[1])]['id']}.{match[2]}" if match else problem.at)
    return named


def _keys(answer: AttackAnswer) -> str:
    return ", ".join(reason.key for reason in answer.refusals)


def _pages(answer: AttackAnswer) -> Iterator[str]:
    """Everything that made the answer has its page."""
    named = [(m.key, m.cite.page) for m in (*answer.tally.modifiers, *answer.considered)]
    named += [(r.key, r.cite.page) for r in (*answer.refusals, *answer.sight.reasons)]
    named += [(t.key, t.cite.page) for t in answer.damage.terms]
    named += [(n.key, n.cite.page) for n in answer.notes]
    for key, ref in named:
        if not PAGE.fullmatch(ref):
            yield f"{key} has no page but {ref!r}"
    if answer.tally.total != sum(m.value for m in answer.tally.modifiers):
        yield "the sum is not the sum of its terms"


# ---- one check for each thing that can be expected


def same(value: object, found: object) -> str:
    return "" if value == found else f"expected {value!r}, found {found!r}"


def _near(value: object, found: float, *, within: float) -> str:
    if isinstance(value, list):
        value, within = value
    assert isinstance(value, int | float)
    return "" if abs(value - found) <= within else f"expected {value} within {within}, found {found:.6g}"


def _whole(answer: Answer) -> AttackAnswer:
    assert isinstance(answer, AttackAnswer), "that belongs to an attack, not to a line of sight"
    return answer


def _target_number(value: object, answer: Answer) -> str:
    found = _whole(answer)
    if problem := same(value, found.target_number):
        return f"{problem}: {_ledger(found)}{f'; refused: {_keys(found)}' if found.refusals else ''}"
    return ""


def _ledger(answer: AttackAnswer) -> str:
    return " ".join(f"{m.key}={m.value:+d}" for m in answer.tally.modifiers)


def _modifiers(value: object, answer: Answer) -> str:
    sums: dict[str, int] = {}
    for modifier in _whole(answer).tally.modifiers:
        sums[modifier.key] = sums.get(modifier.key, 0) + modifier.value
    return same(value, {key: points for key, points in sums.items() if points})


def _considered(value: object, answer: Answer) -> str:
    found = {m.key for m in (*_whole(answer).considered, *_whole(answer).tally.modifiers) if not m.value}
    missing = set(words(value)) - found
    return f"{', '.join(sorted(missing))} not among {', '.join(sorted(found))}" if missing else ""


def _refusals(value: object, answer: Answer) -> str:
    return same(sorted(words(value)), sorted({reason.key for reason in _whole(answer).refusals}))


def _reasons(value: object, answer: Answer) -> str:
    return same(sorted(words(value)), sorted(reason.key for reason in answer.sight.reasons))


def _by(value: object, answer: Answer) -> str:
    return same(sorted(words(value)), sorted(answer.sight.by))


def _options(value: object, answer: Answer) -> str:
    found = {used.id for used in answer.options_used}
    missing = set(words(value)) - found
    return f"{', '.join(sorted(missing))} not among {', '.join(sorted(found)) or 'none'}" if missing else ""


def _options_not(value: object, answer: Answer) -> str:
    named = set(words(value)) & {used.id for used in answer.options_used}
    return f"named without having decided anything: {', '.join(sorted(named))}" if named else ""


def _assumed(value: object, answer: Answer) -> str:
    found = {note.at for note in answer.assumed}
    missing = set(words(value)) - found
    return f"{', '.join(sorted(missing))} not among {', '.join(sorted(found)) or 'none'}" if missing else ""


def _not_applied(value: object, answer: Answer) -> str:
    return same(sorted(words(value)), sorted(_whole(answer).not_applied))


def _terms(value: object, answer: Answer) -> str:
    return same(value, {term.key: term.value for term in _whole(answer).damage.terms})


def _remarks(value: object, answer: Answer) -> str:
    return same(sorted(words(value)), sorted(note.key for note in _whole(answer).notes))


def _remarked(value: object, answer: Answer) -> str:
    """Compare facts of what else is to be known, by `KEY/FACT`: a list where several notes have it."""
    assert isinstance(value, dict)
    found: dict[str, object] = {}
    for key in value:
        name, _, fact = key.rpartition("/")
        facts = [note.facts[fact] for note in _whole(answer).notes if note.key == name and fact in note.facts]
        found[key] = facts[0] if len(facts) == 1 else facts
    return same(value, found)


def _spotter(value: object, answer: Answer) -> str:
    return same(value, next((each.unit for each in _whole(answer).spotters if each.chosen), "none"))


def _spotters(value: object, answer: Answer) -> str:
    """Compare everybody who could spot: the number needed, or the reasons why not."""
    assert isinstance(value, dict)
    found = {
        each.unit: sorted(reason.key for reason in each.refusals) if each.refusals else each.target_number
        for each in _whole(answer).spotters
    }
    return same({key: sorted(one) if isinstance(one, list) else one for key, one in value.items()}, found)


def _spotting(value: object, answer: Answer) -> str:
    """Compare what each of them adds."""
    found = {
        each.unit: {modifier.key: modifier.value for modifier in each.modifiers}
        for each in _whole(answer).spotters
    }
    return same(value, found)


def _first_spotters(value: object, answer: Answer) -> str:
    return same(value, [each.unit for each in _whole(answer).spotters])


def _tags(value: object, answer: Answer) -> str:
    return same(value, {each.unit: each.tag for each in _whole(answer).spotters if each.tag})


def _follow_ups(value: object, answer: Answer) -> str:
    """Compare what follows a hit: the chance, and the modifier of its roll when there is one."""
    outcome = _whole(answer).outcome
    found = {
        each.key: [each.chance, each.modifier] if each.dice else each.chance
        for each in (() if outcome is None else outcome.follow_ups)
    }
    return same(value, found)


def _heat(value: object, answer: Answer) -> str:
    return same(or_none(value), _whole(answer).damage.heat)


def _recoil(value: object, answer: Answer) -> str:
    damage = _whole(answer).damage
    return same(value, [damage.attacker_on_hit, damage.attacker_on_miss])


def _facts(value: object, answer: Answer) -> str:
    """Compare what was measured for some of the refusals: `"KEY/FACT" = value`."""
    assert isinstance(value, dict)
    reasons = _whole(answer).refusals
    found = {f"{reason.key}/{name}": fact for reason in reasons for name, fact in reason.facts.items()}
    problems = [
        f"{name}: {problem}"
        for name, wanted in value.items()
        if (problem := _near(wanted, float(found.get(name, math.nan)), within=0.0005))
    ]
    return "; ".join(problems)


def _woods_parts(value: object, answer: Answer) -> str:
    parts = answer.sight.woods_parts
    found = (parts.attacker, parts.between, parts.target)
    near = all(abs(a - b) <= 0.005 for a, b in zip(numbers(value), found, strict=True))
    return "" if near else f"expected {value}, found {found}"


def _caught(value: object, answer: Answer) -> str:
    """Who takes what when it hits."""
    gone = _whole(answer).blast
    return same(or_none(value), None if gone is None else {each.unit: each.damage for each in gone.caught})


def _caught_numbers(value: object, answer: Answer) -> str:
    """What is needed against everybody in the strip."""
    gone = _whole(answer).blast
    return same(
        or_none(value), None if gone is None else {each.unit: each.target_number for each in gone.caught}
    )


def _series(value: object, answer: Answer) -> str:
    """Who takes what from each bomb of a series."""
    gone = _whole(answer).blast
    assert gone is not None, "nothing falls"
    return same(value, [{each.unit: each.damage for each in one.caught} for one in (gone, *gone.more)])


def _notes(answer: Answer) -> tuple[Reason, ...]:
    gone = _whole(answer).blast
    return () if gone is None else gone.notes


def _outcome(answer: Answer) -> AttackOutcome:
    found = _whole(answer).outcome
    assert found is not None, "nothing is said about what comes of it"
    return found


def _spread(value: object, found: Sequence[PointsChance]) -> str:
    """Compare how likely which points are, to three places."""
    assert isinstance(value, dict)
    shares = {str(odds.points): odds.share for odds in found}
    near = value.keys() == shares.keys() and all(abs(shares[key] - value[key]) <= 0.0005 for key in value)
    return "" if near else f"expected {value}, found {shares}"


def _chances(value: object, answer: Answer) -> str:
    """Compare how likely some follow-ups are, to three places."""
    assert isinstance(value, dict)
    found = {each.key: each.chance for each in _outcome(answer).follow_ups}
    wrong = [key for key in value if not _is_near(or_none(value[key]), found.get(key, -1.0))]
    return f"expected {value}, found {found}" if wrong else ""


def _is_near(expected: object, found: float | None) -> bool:
    if not isinstance(expected, int | float) or found is None:
        return expected is found
    return abs(expected - found) <= 0.0005


def _only_follow_ups(value: object, answer: Answer) -> str:
    return same(sorted(words(value)), sorted(each.key for each in _outcome(answer).follow_ups))


def words(value: object) -> list[str]:
    assert isinstance(value, list)
    return [str(word) for word in value]


def numbers(value: object) -> list[float]:
    assert isinstance(value, list)
    return [float(number) for number in value]


def or_none(value: object) -> object:
    return None if value == "none" else value


def _offers(value: object, answer: Answer) -> str:
    """Some of the choices, each with its words, its most, or true for a yes or no."""
    assert isinstance(value, dict)
    given = {each.key: list(each.values) or each.high or True for each in _whole(answer).choices}
    return same(value, {key: given.get(key) for key in value})


CHECKS: Mapping[str, Callable[[object, Answer], str]] = {
    "target_number": _target_number,
    "modifiers": _modifiers,
    "considered": _considered,
    "refusals": _refusals,
    "state": lambda value, answer: same(value, answer.sight.state),
    "cover": lambda value, answer: same(value, answer.sight.cover),
    "contact": lambda value, answer: same(value, answer.sight.contact),
    "underwater": lambda value, answer: same(value, answer.sight.underwater),
    "reasons": _reasons,
    "by": _by,
    "hidden": lambda value, answer: _near(value, answer.sight.hidden, within=0.005),
    "hidden_back": lambda value, answer: _near(value, answer.sight.hidden_back, within=0.005),
    "woods": lambda value, answer: _near(value, answer.sight.woods, within=0.005),
    "woods_parts": _woods_parts,
    "hexes": lambda value, answer: same(value, len(answer.sight.hexes)),
    "caught_numbers": _caught_numbers,
    "series": _series,
    "range": lambda value, answer: _near(value, answer.range, within=0.0005),
    "bracket": lambda value, answer: same(or_none(value), _whole(answer).bracket),
    "arc": lambda value, answer: same(or_none(value), _whole(answer).arc),
    "direction": lambda value, answer: same(value, _whole(answer).direction),
    "damage": lambda value, answer: same(or_none(value), _whole(answer).damage.target),
    "damage_terms": _terms,
    "heat": _heat,
    "recoil": _recoil,
    "facts": _facts,
    "spotter": _spotter,
    "spotters": _spotters,
    "spotting": _spotting,
    "ranked": _first_spotters,
    "tags": _tags,
    "follow_ups": _follow_ups,
    "probability": lambda value, answer: _near(value, _whole(answer).probability, within=0.0001),
    "automatic": lambda value, answer: same(or_none(value), _whole(answer).automatic),
    "inner": lambda value, answer: same(value, _whole(answer).damage.inner),
    "outer": lambda value, answer: same(or_none(value), _whole(answer).damage.outer),
    "caught": _caught,
    "remarks": _remarks,
    "remarked": _remarked,
    "notes": lambda value, answer: same(sorted(words(value)), sorted(note.key for note in _notes(answer))),
    "flight": lambda value, answer: same(
        [value], [n.facts["turns"] for n in _notes(answer) if "turns" in n.facts]
    ),
    "kind": lambda value, answer: same(value, _whole(answer).kind),
    "chances": _chances,
    "only_follow_ups": _only_follow_ups,
    "rolls": lambda value, answer: same(value, _outcome(answer).rolls),
    "hits": lambda value, answer: same(or_none(value), _outcome(answer).hits),
    "dealt": lambda value, answer: same(or_none(value), _outcome(answer).dealt),
    "points": lambda value, answer: _near(value, _outcome(answer).expected, within=0.0005),
    "on_hit": lambda value, answer: _spread(value, _outcome(answer).on_hit),
    "overall": lambda value, answer: _spread(value, _outcome(answer).overall),
    "offers": _offers,
    "offers_not": lambda value, answer: same(
        [], sorted({*words(value)} & {each.key for each in _whole(answer).choices})
    ),
    "options": _options,
    "options_not": _options_not,
    "assumed": _assumed,
    "not_applied": _not_applied,
}
