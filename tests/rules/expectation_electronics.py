"""Are these the networks and fields that the case expects? Every difference is named, not only the first."""

from collections.abc import Callable, Iterator, Mapping

from astrike.model.electronics_answer import ElectronicField, NetworksAnswer
from astrike.model.explain import Reason
from tests.builders import Json
from tests.rules.expectation import PAGE


def electronics_differences(expected: Json, answer: NetworksAnswer) -> Iterator[str]:
    """Say in which ways the answer is another one."""
    if not expected:
        yield "nothing is expected for this edition"
    for key, value in expected.items():
        check = CHECKS.get(key)
        if check is None:
            yield f"{key} is nothing that can be expected; {', '.join(CHECKS)} are"
        elif key not in ("options_not", "facts") and (found := check(answer)) != _plain(value):
            yield f"{key}: expected {_plain(value)!r}, found {found!r}"
    for name in _words(expected.get("options_not", [])):
        if name in {used.id for used in answer.options_used}:
            yield f"named without having decided anything: {name}"
    for name, value in _table(expected.get("facts", {})).items():
        if (found := _facts(answer).get(name)) != value:
            yield f"facts: {name}: expected {value!r}, found {found!r}"
    for reason in _reasons(answer):
        if not PAGE.fullmatch(reason.cite.page):
            yield f"{reason.key} has no page but {reason.cite.page!r}"


def _plain(value: object) -> object:
    """Lists of keys compare as sets do, tables key by key."""
    if isinstance(value, dict):
        return {key: _plain(one) for key, one in value.items()}
    return sorted(value) if isinstance(value, list) else value


def _words(value: object) -> list[str]:
    assert isinstance(value, list)
    return value


def _table(value: object) -> Json:
    assert isinstance(value, dict)
    return value


def _facts(answer: NetworksAnswer) -> Json:
    """What was measured for the reasons of members: by unit, key and fact."""
    return {
        f"{member.unit} {reason.key}/{name}": value
        for each in answer.networks
        for member in each.members
        for reason in member.reasons
        for name, value in reason.facts.items()
    }


def _keys(reasons: tuple[Reason, ...]) -> list[str]:
    return sorted(reason.key for reason in reasons)


def _reasons(answer: NetworksAnswer) -> Iterator[Reason]:
    for network in answer.networks:
        yield from network.findings
        for member in network.members:
            yield from member.reasons
    for field in answer.electronic_fields:
        yield from field.reasons


def _name(field: ElectronicField) -> str:
    return f"{field.unit} {field.code} {field.kind}"


CHECKS: Mapping[str, Callable[[NetworksAnswer], object]] = {
    "on": lambda answer: {each.id: each.on for each in answer.networks},
    "members": lambda answer: {member.unit: member.on for each in answer.networks for member in each.members},
    "roles": lambda answer: {member.unit: member.role for each in answer.networks for member in each.members},
    "why": lambda answer: {
        member.unit: _keys(member.reasons)
        for each in answer.networks
        for member in each.members
        if member.reasons
    },
    "findings": lambda answer: sorted({reason.key for each in answer.networks for reason in each.findings}),
    "bubbles": lambda answer: {_name(each): each.radius for each in answer.electronic_fields if each.on},
    "off": lambda answer: {
        _name(each): _keys(each.reasons) for each in answer.electronic_fields if not each.on
    },
    "counts": lambda answer: {
        _name(each): each.count for each in answer.electronic_fields if each.count != 1
    },
    "hidden": lambda answer: {
        _name(each): each.hidden for each in answer.electronic_fields if each.on and each.hidden
    },
    "reasons": lambda answer: sorted({reason.key for reason in _reasons(answer)}),
    "options": lambda answer: sorted(used.id for used in answer.options_used),
    "options_not": lambda answer: [],
    "facts": lambda answer: {},
}
