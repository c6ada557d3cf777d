"""Which rolls has an applied attack or area effect left open? They are part of the address until each is made."""

from collections.abc import Iterable, Iterator, Mapping
from urllib.parse import parse_qsl, quote, unquote, urlencode, urlsplit, urlunsplit

from astrike.dataclass import dataclass
from astrike.model.attack_answer import AttackAnswer
from astrike.model.attack_outcome import FollowUp
from astrike.model.unit import DUE_ROLLS
from astrike.rules.effects.aftermath import Aftermath
from astrike.web.current.units import UnitLabels

EFFECTS_OF: Mapping[str, str] = {
    "critical": "critical",
    "motive": "motive",
    "hull-breach": "hull-breach",
    "collapse": "collapse",
    "crash": "crash",
    "control": "control-roll",
    "vacuum": "hull-breach",
    "heat": "heat",
    "threshold": "critical",
}
"""Which effect is rolled for what follows a hit, by the first word of its key."""


@dataclass(frozen=True, slots=True)
class StillToRoll:
    """A roll that a written attack has left open."""

    kind: str
    unit: str
    name: str

    @property
    def word(self) -> str:
        """Write it as it stands in an address."""
        return in_address([(self.kind, self.unit)])

    @property
    def is_of_a_tap(self) -> bool:
        """Is there nothing to say beside it, so that it can be rolled and written at once?"""
        return self.kind in DUE_ROLLS


def in_address(rolls: Iterable[tuple[str, str]]) -> str:
    """Write rolls that are still to be made as they stand in an address: `critical:T motive:V`."""
    return " ".join(f"{kind}:{quote(unit, safe='')}" for kind, unit in rolls)


def left_to_roll(found: Aftermath, answer: AttackAnswer | None) -> Iterator[tuple[str, str]]:
    """Give the rolls that an attack or area effect leaves to be made: each with its effect and its unit."""
    outcome = answer.outcome if answer is not None else None
    if answer is not None and outcome is not None and answer.blast is None and found.is_hit:
        for each in outcome.follow_ups:
            kind = EFFECTS_OF.get(each.key.split(".")[0])
            if kind is not None and each.dice and _is_due(each):
                rolls = each.facts.get("rolls", 1)
                yield from [(kind, answer.target)] * (int(rolls) if isinstance(rolls, int | float) else 1)
    yield from (("critical", unit) for unit in found.criticals)


def _is_due(each: FollowUp) -> bool:
    """Is it certain to be rolled for? Where a roll of its own finds out, its chance is that of the roll."""
    return each.chance is not None and (each.chance >= 1 or (bool(each.need) and each.chance > 0))


def without_roll(address: str, kind: str, unit: str) -> str:
    """Take a roll that has been made out of the rolls that an address still names."""
    parts = urlsplit(address)
    query = parse_qsl(parts.query, keep_blank_values=True)
    made, found = f"{kind}:{quote(unit, safe='')}", []
    for name, value in query:
        left = value.split()
        if name == "written" and made in left:
            left.remove(made)
            found.append((name, " ".join(left) or "nothing"))
        else:
            found.append((name, value))
    return urlunsplit(parts._replace(query=urlencode(found))) if found != query else address


def rolls_in(text: str, labels: UnitLabels) -> tuple[StillToRoll, ...]:
    """Read the rolls that an address names; what names nobody here is none."""
    found = []
    for word in text.split()[:20]:
        kind, _colon, quoted = word.partition(":")
        unit = unquote(quoted)
        if kind in EFFECTS_OF.values() and unit in labels.names:
            found.append(StillToRoll(kind, unit, labels.names[unit]))
    return tuple(found)
