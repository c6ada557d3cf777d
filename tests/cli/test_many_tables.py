"""Many tables are checked in processes of their own: answers in the order asked, and all problems at once."""

import pytest

from astrike.cli.table_checks import CheckedFile, check_many_tables
from astrike.errors import InputError
from astrike.report.words.texts import untranslated
from tests.builders import Json, box, document, woods

NAMES = ("first", "second")


def many(*tables: Json, worth_it: int) -> tuple[CheckedFile, ...]:
    body = {"tables": list(tables), "profile": "pursuit"}
    return check_many_tables(body, tables_at=NAMES, titles=NAMES, translate=untranslated, worth_it=worth_it)


def small(pieces: int, **head: object) -> Json:
    found = [woods(f"w{k}", box(5 * k + 1, 5, 5 * k + 3, 9)) for k in range(pieces)]
    return document(*found, **{"width": 24, "depth": 24, **head})


def test_in_processes_the_answers_are_the_same_and_in_order() -> None:
    tables = (small(3), small(4))
    apart, together = many(*tables, worth_it=2), many(*tables, worth_it=9)
    assert apart == together
    assert [each.as_json["figures"]["pieces"] for each in apart] == [3, 4]  # type: ignore[index]  # an object
    assert [each.as_text.split(":")[0] for each in apart] == list(NAMES)


def test_what_is_wrong_with_any_of_them_is_said_at_once() -> None:
    with pytest.raises(InputError) as caught:
        many(small(1, width=5), small(1, depth=5), worth_it=2)
    assert [each.at for each in caught.value.problems] == ["first.astrike.width", "second.astrike.depth"]
