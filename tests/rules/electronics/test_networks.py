"""What is wrong with networks is found when a whole table is checked."""

import pytest

from astrike.formats.table.table_file import parse_document
from astrike.model.table import Table
from astrike.rules.electronics.networks import network_faults, networks
from astrike.rules.table.prepared_table import prepare_table
from astrike.web.layout.questions import ask_legal
from tests import builders
from tests.builders import Json, mech


def document(**network: object) -> Json:
    units = [mech("M", (5, 5), side="red", specials=["C3M"])]
    units += [mech(name, (5, 8 + 3 * k), side="red", specials=["C3S"]) for k, name in enumerate("ABCD")]
    return builders.document(*units, networks=[{"id": "net", "type": "C3", **network}])


def table_of(**network: object) -> Table:
    return parse_document(document(**network))


@pytest.mark.parametrize(
    ("network", "keys"),
    [
        pytest.param({"master": "M", "members": ["A", "B", "C"]}, [], id="a sound one"),
        pytest.param(
            {"master": "M", "members": ["A", "B", "C", "D"]}, ["network.too-many"], id="one too many"
        ),
        pytest.param({"members": ["A", "B"]}, ["network.no-master"], id="no master"),
        pytest.param({"master": "A", "members": ["B"]}, ["network.no-system"], id="no system for the place"),
        pytest.param({"members": []}, ["network.no-master"], id="nobody at all"),
    ],
)
def test_each_fault_is_a_finding_at_the_network(network: Json, keys: list[str]) -> None:
    prepared = prepare_table(table_of(**network))
    answer = networks(prepared)
    assert [reason.key for each in answer.networks for reason in each.findings] == keys
    found = network_faults(prepared)
    if network["members"]:
        assert [finding.key for finding in found] == keys
    for finding in found:
        assert finding.where == prepared.unit_of(finding.by[0]).at
        assert set(finding.by) <= {"M", "A", "B", "C", "D"}
        assert finding.severity == "error"


def test_the_check_of_a_table_tells_of_them() -> None:
    (checked,) = ask_legal({"tables": [document(master="M", members=["A", "B", "C", "D"])]})
    assert "network.too-many" in {finding.key for finding in checked.findings}
