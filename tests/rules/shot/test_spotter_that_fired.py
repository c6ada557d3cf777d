"""A spotter that has made its weapon attack this turn counts as one that attacks, without anybody saying so."""

import pytest

from astrike.formats.table.table_file import parse_document
from astrike.rules.attack.combatants import circumstances
from astrike.rules.shot.spotter_terms import attacks_of
from astrike.rules.table.prepared_table import prepare_table
from tests.builders import document, mech


@pytest.mark.parametrize(
    ("made", "attacks"),
    [({}, "none"), ({"fired": True}, "none"), ({"fired": True, "heat_made": 0}, "weapon")],
    ids=["to come", "no attack", "has fired"],
)
def test_who_has_fired_attacks(made: dict[str, object], attacks: str) -> None:
    table = parse_document(document(mech("S", at=(10, 10), **made), phase="combat"))
    assert attacks_of(table.units[0], circumstances(prepare_table(table))) == attacks
