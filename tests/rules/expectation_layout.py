"""Is a table found to be as the case expects? Every difference is named, not only the first."""

from collections.abc import Iterator, Mapping

from astrike.model.legality import Legality
from tests.builders import Json

_KNOWN = ("errors", "close", "passed", "values", "order", "corridors")


def legal_differences(expected: Json, answer: Legality) -> Iterator[str]:
    """Say in which ways the answer is another one."""
    if not expected:
        yield "nothing is expected for this edition"
    if unknown := set(expected) - set(_KNOWN):
        yield f"{', '.join(sorted(unknown))} cannot be expected; {', '.join(_KNOWN)} can"
    for word, severity in (("errors", "error"), ("close", "close")):
        found = sorted(_keys(answer, severity))
        if found != sorted(expected.get(word, [])):
            yield f"{word}: expected {sorted(expected.get(word, []))}, found {found}"
    if missing := set(expected.get("passed", [])) - _keys(answer, "pass"):
        yield f"passed: {', '.join(sorted(missing))} did not"
    values = {each.key.removeprefix("layout."): each.value for each in answer.findings}
    for key, value in expected.get("values", {}).items():
        if values.get(key) != value:
            yield f"{key}: expected {value}, found {values.get(key)}"
    order = "".join(side[0].upper() for side in _figure(answer, "quadrants").get("order", []))
    if "order" in expected and order != expected["order"]:
        yield f"order: expected {expected['order']}, found {order}"
    count = _figure(answer, "corridors").get("count")
    if "corridors" in expected and count != expected["corridors"]:
        yield f"corridors: expected {expected['corridors']}, found {count}"
    for each in answer.findings:
        if not each.cite.page:
            yield f"{each.key} says neither page nor preset"


def _keys(answer: Legality, severity: str) -> set[str]:
    return {
        each.key.removeprefix("layout.")
        for each in answer.findings
        if each.severity == severity and each.key.startswith("layout.")
    }


def _figure(answer: Legality, name: str) -> Mapping[str, list[str] | int]:
    found = answer.figures.get(name, {})
    assert isinstance(found, Mapping)
    return found
