"""Commands answer on standard output, say everything that is wrong on standard error, and never show a traceback."""

import json
import os
import re
import subprocess
import sys
import urllib.request
from collections.abc import Sequence
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from hypothesis import given, settings
from hypothesis import strategies as st

from astrike.cli.main import DEMOS, main
from astrike.formats.json_text import MAX_BYTES
from astrike.model.attack_question import KINDS
from astrike.rules.solver.attack_solver import ATTACK_KINDS
from astrike.web.home.demo import FILES, demo_text
from tests import strategies
from tests.builders import Json, box, building, document, mech, woods
from tests.soak import examples

ROOT = Path(__file__).resolve().parents[2]
DIAGRAM = str(ROOT / "astrike" / "demo" / FILES["diagram"])
BIG = str(ROOT / "astrike" / "demo" / FILES["big"])


def run(*words: str, given: bytes | str | None = None) -> Result:
    """Run a command; anything but our exit codes is raised."""
    return CliRunner().invoke(main, list(words), input=given, catch_exceptions=False)


def answer(*words: str, given: bytes | str | None = None) -> Json:
    done = run(*words, "--json", given=given)
    assert (done.exit_code, done.stderr) == (0, "")
    found: Json = json.loads(done.stdout)
    assert done.stdout.count("\n") == 1
    return found


def errors(*words: str, given: bytes | str | None = None) -> dict[str, str]:
    """Give place and finding of every error, and check that they are told to people as well."""
    done = run(*words, "--json", given=given)
    assert (done.exit_code, done.stdout) == (2, "")
    found = json.loads(done.stderr)
    assert list(found) == ["errors"]
    assert all(list(each) == ["at", "found", "expected"] for each in found["errors"])
    reported = run(*words, given=given)
    assert (reported.exit_code, reported.stdout) == (2, "")
    for each in found["errors"]:
        assert each["at"] in reported.stderr or each["at"] == "command line"
    return {each["at"]: each["found"] for each in found["errors"]}


def program(*words: str, **more: object) -> subprocess.CompletedProcess[bytes]:
    """Run the real program."""
    command = [sys.executable, "-m", "astrike", *words]
    return subprocess.run(command, cwd=ROOT, capture_output=True, check=False, **more)  # type: ignore[call-overload, no-any-return]  # what a test needs


def file_of(folder: Path, *features: Json, **head: object) -> str:
    path = folder / "table.astrike.json"
    path.write_text(json.dumps(document(*features, **head)), encoding="utf-8")
    return str(path)


# ---- answers


@pytest.mark.parametrize(
    ("edition", "needs"),
    [("ce-5.01", {"C": 6, "D": 9, "E": 6, "G": 7}), ("classic-2.3.1", {"C": 7, "D": 10, "E": 9, "G": 8})],
)
def test_the_worked_example(edition: str, needs: dict[str, int]) -> None:
    found = {target: answer("attack", DIAGRAM, "A", target, "--edition", edition) for target in "BCDEFG"}
    assert {target: each["target_number"] for target, each in found.items() if each["allowed"]} == needs
    refused = {target: [why["key"] for why in found[target]["refusals"]] for target in "BF"}  # type: ignore[attr-defined]  # a list
    assert refused == {"B": ["water.submerged"], "F": ["arc.outside"]}


def test_text_and_json_say_the_same() -> None:
    text = run("attack", DIAGRAM, "A", "C").stdout
    found = answer("attack", DIAGRAM, "A", "C")
    assert f"on {found['target_number']} or more" in text
    assert "16.00″" in text


def test_standard_input_is_a_dash() -> None:
    assert answer("attack", "-", "A", "C", given=demo_text("diagram"))["target_number"] == 6


def test_settings_are_laid_over_those_of_the_file() -> None:
    found = answer("attack", DIAGRAM, "A", "C", "--option", "woods.attacker-occupied=text")
    assert found["target_number"] == 5
    night = answer("sight", DIAGRAM, "A", "C", "--environment", "night", "--option", "sight.max=30")
    assert night["sight"]["state"] == "blocked"  # type: ignore[index]  # an object
    assert [each["key"] for each in night["reasons"]] == ["sight.visual"]  # type: ignore[attr-defined]  # a list


def test_a_list_of_words_is_an_option_too(tmp_path: Path) -> None:
    hurt = mech("A", (10, 10), damage="3/3/2", hits={"weapon": 3}, structure_left=1)
    file = file_of(tmp_path, hurt)

    def asked(*words: str) -> list[str]:
        found = answer("unit", file, "A", *words)["crippled"]
        return [each["key"] for each in found]  # type: ignore[attr-defined]  # a list

    assert asked() == ["crippled.no-damage", "crippled.half-structure"]
    assert asked("--option", "crippling.causes=half-structure,immobile") == ["crippled.half-structure"]
    assert asked("--option", "crippling=false") == []
    text = run("unit", file, "A").stdout
    assert "Crippled? No damage is left to it (no page known)" in " ".join(text.split())
    wrong = run("unit", file, "A", "--option", "crippling.causes=rust")
    assert wrong.exit_code == 2
    assert "a list of one or more of immobile, no-damage, half-structure" in wrong.stderr


def test_named_modifiers_count_under_their_names() -> None:
    found = answer(
        "attack", DIAGRAM, "A", "C", "--modifier", "Night=fight=2", "--modifier", "luck=-1", "--overheat", "1"
    )
    keys = {each["key"]: each["value"] for each in found["modifiers"]}  # type: ignore[attr-defined]  # a list
    assert (keys["user.Night=fight"], keys["user.luck"]) == (2, -1)
    assert found["target_number"] == 7
    assert found["damage"]["target"] == 4  # type: ignore[index]  # an object


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_answers_or_says_why_not(kind: str) -> None:
    assert kind in ATTACK_KINDS
    found = answer("attack", DIAGRAM, "A", "C", "--kind", kind)
    assert found["kind"] == kind
    assert found["allowed"] is not bool(found["refusals"])


def test_a_weapon_and_a_spotter_that_an_attack_does_not_take_are_refused() -> None:
    found = answer(
        *("attack", DIAGRAM, "A", "C", "--kind", "strafe", "--weapon", "LT", "--spotter", "30,2"),
        *("--path", "1,2", "3.5,-4", "--rolls", "12,8"),
    )
    assert found["allowed"] is False
    keys = [each["key"] for each in found["refusals"]]  # type: ignore[attr-defined]  # a list
    assert {"air.attacker", "weapon.unused", "spotter.unused"} <= set(keys)
    assert found["range"] == 16.0


def test_points_are_targets_of_the_kinds_that_aim_at_points() -> None:
    found = answer("attack", DIAGRAM, "A", "30,20,1", "--kind", "artillery")
    assert found["target"] == "30,20,1"
    assert [each["key"] for each in found["refusals"]] == ["attacker.no-weapon"]  # type: ignore[attr-defined]  # a list
    assert found["range"] == answer("attack", DIAGRAM, "A", "30,20")["range"]


def test_a_unit_called_like_a_point_is_the_unit(tmp_path: Path) -> None:
    path = file_of(tmp_path, mech("A", at=(5, 5), facing=90), mech("9,9", at=(15, 5), facing=270))
    assert answer("attack", path, "A", "9,9")["allowed"] is True


def test_sight_and_matrix() -> None:
    assert answer("sight", DIAGRAM, "A", "C")["sight"]["state"] == "clear"  # type: ignore[index]  # an object
    pairs = answer("matrix", DIAGRAM, "--side", "red")["pairs"]
    assert [(each["attacker"], each["target"]) for each in pairs] == [("A", target) for target in "BCDEFG"]  # type: ignore[attr-defined]  # a list
    assert len(answer("matrix", BIG)["pairs"]) == 288  # type: ignore[arg-type]  # a list
    alone = answer("attack", DIAGRAM, "A", "C")
    only_alone = ("outcome", "spotters", "blast", "choices", "tables", "margin")
    assert {**pairs[1], **dict.fromkeys(only_alone)} == alone | dict.fromkeys(only_alone)  # type: ignore[index]  # a list
    assert "River" not in run("matrix", BIG).stderr


def test_a_move() -> None:
    found = answer("move", DIAGRAM, "A", "9,9", "10.5,9", "--facing", "90", "--mode", "ground")
    assert (found["unit"], found["mode"], found["facing"]) == ("A", "ground", 90.0)
    assert [leg["to"][:2] for leg in found["legs"]] == [[9, 9], [10.5, 9]]  # type: ignore[attr-defined]  # a list
    text = run("move", DIAGRAM, "A", "9,9", "10.5,9", "--facing", "90", "--mode", "ground").stdout
    assert text.startswith("Yes" if found["allowed"] else "No")
    assert "facing 90°" in text
    assert f"{found['cost']:.2f}" in text


def test_a_move_off_the_table_and_by_words() -> None:
    done = run("move", DIAGRAM, "A", "--json", "--", "-1,3")
    assert done.exit_code == 0
    assert "move.off-table" in {each["key"] for each in json.loads(done.stdout)["refusals"]}
    assert answer("move", DIAGRAM, "A", "9,9,0", "20,28.5,inside")["inside"] == "house"
    assert answer("move", BIG, "E", "42,6,surface")["end"]["z"] == 0  # type: ignore[index]  # an object
    assert answer("move", BIG, "D", "41,9,under")["end"]["z"] < 0  # type: ignore[index]  # an object
    assert errors("move", DIAGRAM, "A", "9,9", "8,8,roof") == {"X,Y 2": "roof"}
    assert answer("move", DIAGRAM, "A", "--mode", "standstill")["length"] == 0
    assert answer("move", DIAGRAM, "C", "25,8", "--mount", "D")["allowed"] is False
    asked = ("move", DIAGRAM, "C", "25,8", "--mount", "D", "--take-off", "--land")
    assert errors(*asked) == {"--land": "yes", "--take-off": "yes"}


def test_reach_and_unit() -> None:
    found = answer("reach", DIAGRAM, "A", "--to", "10,9")
    assert found["type"] == "FeatureCollection"
    assert found["features"]
    assert found["route"]["answer"]["allowed"] is True  # type: ignore[index]  # an object
    text = run("reach", DIAGRAM, "A", "--to", "10,9", "--mode", "jump").stdout
    assert "An illustration" in text
    assert "Cheapest way found to 10,9" in text
    unit = answer("unit", DIAGRAM, "A", "--edition", "ce-7")
    assert {"ground", "jump"} <= {each["mode"] for each in unit["modes"]}  # type: ignore[attr-defined]  # a list
    assert run("unit", DIAGRAM, "A").stdout.startswith("Alder now: ")


def test_list(tmp_path: Path) -> None:
    lists = answer("list", DIAGRAM, "--profile", "alpha-strike-350-v3.2")["files"]
    assert [each["file"] for each in lists] == [f"{DIAGRAM} (Red)", f"{DIAGRAM} (Blue)"]  # type: ignore[attr-defined]  # a list
    text = run("list", DIAGRAM, "--profile", "alpha-strike-350-v3.2").stdout
    assert "Alpha Strike 350" in text
    assert "Units: Alder" in text
    code = tmp_path / "ids.txt"
    code.write_text("{{11,4},{12,3}}")
    assert set(errors("list", str(code), "--profile", "spring-open")) == {
        "--profile",
        f"{code} MUL 11",
        f"{code} MUL 12",
    }
    assert "nowhere" in errors("list", DIAGRAM, "--cards", "nowhere")


def test_legal(tmp_path: Path) -> None:
    assert answer("legal", DIAGRAM)["ok"] is True
    crowded = file_of(tmp_path, mech("A", at=(5, 5)), mech("B", at=(5.5, 5)))
    found = answer("legal", crowded)
    assert found["ok"] is False
    files = answer("legal", DIAGRAM, crowded)["files"]
    assert [(each["file"], each["ok"]) for each in files] == [(DIAGRAM, True), (crowded, False)]  # type: ignore[attr-defined]  # a list
    text = run("legal", DIAGRAM, crowded).stdout
    assert f"{DIAGRAM}: In order" in text.replace("\n", " ")
    assert "Skipped" in text


def test_a_check_that_fails_ends_with_its_own_exit_code(tmp_path: Path) -> None:
    crowded = file_of(tmp_path, mech("A", at=(5, 5)), mech("B", at=(5.5, 5)))
    for words in (("legal", DIAGRAM, crowded), ("legal", crowded, "--json")):
        assert run(*words).exit_code == 0
        checked = run(*words, "--check")
        assert (checked.exit_code, checked.stdout) == (1, run(*words).stdout), "the answer is the same"
    assert run("legal", DIAGRAM, "--check").exit_code == 0
    assert run("legal", "nowhere", "--check").exit_code == 2


def test_a_list_check_names_each_chassis_with_its_units(tmp_path: Path) -> None:
    units = [
        mech(letter, at=(5, 5 + 3 * number), name=name, side="red", pv=30, skill=4)
        for number, (letter, name) in enumerate(
            [(f"A{n}", f"Alder ALD-{n}") for n in range(4)] + [(f"B{n}", f"Birch BIR-{n}") for n in range(3)]
        )
    ]
    roster = file_of(tmp_path, *units)
    words = ("list", roster, "--profile", "alpha-strike-350-v3.2")
    assert run(*words).exit_code == 0
    checked = run(*words, "--check")
    assert checked.exit_code == 1
    text = " ".join(checked.stdout.replace("350 3.2", "").split())
    assert "Alder ALD-0, Alder ALD-1, Alder ALD-2, Alder ALD-3" in text
    assert "Birch BIR-0, Birch BIR-1, Birch BIR-2" in text
    assert "4, at most 2; 2 too many" in text
    assert "3, at most 2; 1 too many" in text
    one = json.loads(run(*words, "--check", "--json").stdout)
    chassis = [each for each in one["findings"] if each["key"] == "list.chassis"]
    assert [(len(each["by"]), each["value"], each["facts"]["over"]) for each in chassis] == [
        (4, 4, 2),
        (3, 3, 1),
    ]
    kept = file_of(tmp_path, *units[:2])
    assert run("list", kept, "--profile", "alpha-strike-350-v3.2", "--check").exit_code == 0


def test_editions() -> None:
    assert [each["id"] for each in answer("editions")["editions"]] == ["ce-5.01", "classic-2.3.1", "ce-7"]  # type: ignore[attr-defined]  # a list
    rows = answer("editions", "ce-5.01", "ce-7")["rows"]
    assert {"woods.attacker-occupied"} <= {each["key"] for each in rows}  # type: ignore[attr-defined]  # a list
    assert "woods.attacker-occupied" in run("editions", "ce-5.01", "ce-7").stdout
    assert "(the default)" in run("editions").stdout


def test_editions_of_classic_battletech_are_listed_apart() -> None:
    classic = answer("editions")["classic"]
    assert [(each["id"], each["default"]) for each in classic] == [("bmm-7.01", True), ("tw-4.4", False)]  # type: ignore[attr-defined]  # a list
    listed = run("editions").stdout
    assert listed.index("ce-7") < listed.index("classic BattleTech") < listed.index("bmm-7.01")
    assert listed.count("(the default)") == 2


def test_editions_of_classic_battletech_are_compared_with_all_rulings_to_look_up() -> None:
    found = answer("editions", "tw-4.4", "bmm-7.01")
    rows = {each["key"]: each for each in found["rows"]}  # type: ignore[attr-defined]  # a list
    assert rows["tw-018"]["ref"] == "TW p.60 / not printed in this edition"
    assert rows["bmm-050"]["a"].startswith("unknown: ")
    assert "crit-001" not in rows
    reference = found["reference"]
    assert len(reference) == 78  # type: ignore[arg-type]  # a list
    assert {"key": "tw-017", "ref": "TW p.60", "page_of": "tw-4.4", "editions": ["tw-4.4"]}.items() <= next(
        each
        for each in reference
        if each["key"] == "tw-017"  # type: ignore[attr-defined]  # a list
    ).items()
    text = run("editions", "tw-4.4", "bmm-7.01").stdout
    assert "Gyro roll at once  (BMM p.48; bmm-7.01)" in text
    assert "tw-4.4: see crit-047" in text
    assert text.index("Rulings that are only looked up") < text.index("Piloting table note 8 gone")
    assert max(map(len, text.splitlines())) <= 79


@pytest.mark.parametrize("pair", [("ce-7", "tw-4.4"), ("bmm-7.01", "ce-5.01")])
def test_editions_of_two_games_are_not_compared(pair: tuple[str, str]) -> None:
    assert list(errors("editions", *pair)) == ["B"]
    told = run("editions", *pair).stderr
    for each in ("ce-5.01", "classic-2.3.1", "ce-7", "bmm-7.01", "tw-4.4"):
        assert each in told


def test_version_and_help() -> None:
    assert re.fullmatch(r"astrike \d+\.\d+\.\d+\n", run("--version").stdout)
    listed = run("--help").stdout
    assert [
        name
        for name in ("serve", "attack", "sight", "matrix", "move", "reach", "unit", "legal", "editions")
        if name not in listed
    ] == []
    for command in main.commands:
        assert run(command, "--help").exit_code == 0


def test_the_demos_have_the_names_that_the_server_knows() -> None:
    assert set(DEMOS) == set(FILES)


# ---- what is wrong


def test_everything_wrong_with_a_question_is_said_at_once() -> None:
    found = errors(
        *("attack", DIAGRAM, "Z", "9;9", "--kind", "kick", "--overheat", "many", "--modifier", "luck"),
        *("--option", "sight.max=far", "--option", "sight.mux=1", "--edition", "ce-9", "--spotter", "Y"),
    )
    assert set(found) == {
        "A",
        "B",
        "--kind",
        "--overheat",
        "--modifier luck",
        "--option sight.max",
        "--option sight.mux",
        "--edition",
        "--spotter",
    }
    assert found["A"] == "'Z'"


def test_a_file_that_cannot_be_read_hides_nothing_else() -> None:
    assert set(errors("attack", "nowhere", "A", "C", "--kind", "q", "--edition", "x")) == {
        "nowhere", "--kind", "--edition",
    }  # fmt: skip
    assert set(errors("legal", "nowhere", "--profile", "zz", "--tolerance", "x", "--pack", "neither")) == {
        "nowhere",
        "--profile",
        "--tolerance",
        "neither",
    }
    assert set(errors("legal", DIAGRAM, "--profile", "no.toml", "--base", "x")) == {"no.toml", "--base"}


def test_a_name_twice_hides_nothing_else() -> None:
    twice = ("--modifier", "a=1", "--modifier", "a=2", "--choice", "b", "--choice", "b=3")
    assert errors("attack", DIAGRAM, "A", "Z", "--kind", "kick", *twice) == {
        "B": "'Z'",
        "--kind": "'kick'",
        "--modifier a": "the key 'a' twice",
        "--choice b": "the key 'b' twice",
    }
    assert "--kind g" in errors(
        "convert", DIAGRAM, "-", "--to", "svg", "--kind", "g=hill", "--kind", "g=woods"
    )


@pytest.mark.parametrize(
    ("words", "at"),
    [
        (("effect", DIAGRAM, "critical", "Z"), "A"),
        (("effect", DIAGRAM, "support", "9999,5", "--set", "support=mines"), "A"),
        (("order", DIAGRAM, "red", "red"), "LOST 2"),
        (("reach", DIAGRAM, "A", "--to", "1,2,roof"), "--to z"),
        (("blast", DIAGRAM, "1001,0", "--weapon", "ART-LT"), "X,Y"),
        (("attack", DIAGRAM, "A", "C", "--choice", "a b"), "--choice a b"),
    ],
)
def test_a_problem_is_at_what_was_typed(words: Sequence[str], at: str) -> None:
    assert set(errors(*words)) == {at}


@pytest.mark.parametrize("value", ["1.0", "−1", "+1", "1,0", " 1"])
def test_a_number_is_read_as_on_pages(value: str) -> None:
    assert run("attack", DIAGRAM, "A", "C", "--modifier", f"a={value}").exit_code == 0


@pytest.mark.parametrize(
    ("value", "found"), [("yes", "true"), ("True", "true"), ("ON", "true"), ("1_0", "'1_0'"), ("２", "'２'")]
)
def test_a_choice_is_read_as_on_pages(value: str, found: str) -> None:
    asked = ("attack", DIAGRAM, "A", "C", "--choice", f"two-targets={value}")
    assert errors(*asked) == {"--choice two-targets": found}
    assert run("attack", DIAGRAM, "A", "C", "--choice", "two-targets=No").exit_code == 0


def test_everything_wrong_with_a_table_is_said_at_once(tmp_path: Path) -> None:
    path = file_of(tmp_path, mech("A", facing="north", skill=99), woods("A", box(1, 1, 2, 2)), width=5)
    found = errors("sight", path, "A", "B")
    assert {"astrike.width", "features[0].properties.facing", "features[0].properties.skill"} <= set(found)


def test_known_units_are_named() -> None:
    done = run("attack", DIAGRAM, "A", "Z")
    assert "one of A, B, C, D, E, F, G" in done.stderr


def test_more_modifiers_than_there_may_be_are_counted() -> None:
    many = [word for number in range(21) for word in ("--modifier", f"n{number}=1")]
    assert errors("attack", DIAGRAM, "A", "C", *many) == {"--modifier": "21 modifiers"}


def test_a_path_belongs_to_other_kinds() -> None:
    assert set(errors("attack", DIAGRAM, "A", "C", "--path", "1,2", "3,4", "--rolls", "7")) == {"--path"}
    assert "--rolls[1]" not in errors(
        "attack", DIAGRAM, "A", "C", "--kind", "strafe", "--path", "1,2,3", "--rolls", "7,13"
    )


def roofed(folder: Path) -> str:
    """Put a target on a roof, and who will charge it before the house."""
    return file_of(
        folder,
        building("house", box(11, 15, 20, 25), height=2),
        mech("A", at=(8, 20), side="red", move='20"/20"j'),
        mech("B", at=(15, 20), side="blue", done=True, elevation="roof"),
    )


@pytest.mark.parametrize("kind", ["charge", "dfa"])
def test_charges_and_death_from_above_take_heights_on_their_path(tmp_path: Path, kind: str) -> None:
    file = roofed(tmp_path)
    found = answer("attack", file, "A", "B", "--kind", kind, "--path", "13.75,20,roof")
    assert (found["allowed"], found["refusals"]) == (True, [])
    words = ("attack", file, "A", "B", "--kind", kind, "--path", "9,20", "13.75,20,attic")
    assert set(errors(*words)) == {"--path [1]"}


def test_a_charge_over_a_roof_that_is_not_there_is_a_wrong_question(tmp_path: Path) -> None:
    path = ("--path", "9,20,roof", "13.75,20,roof")
    assert set(errors("attack", roofed(tmp_path), "A", "B", "--kind", "charge", *path)) == {"--path [0].z"}


@pytest.mark.parametrize("kind", ["strafe", "standard", "altitude-bomb"])
def test_only_moves_have_heights_on_their_path(tmp_path: Path, kind: str) -> None:
    words = ("attack", roofed(tmp_path), "A", "B", "--kind", kind, "--path", "13.75,20,roof")
    assert set(errors(*words)) == {"--path [0]"}


@pytest.mark.parametrize(
    ("words", "at"),
    [
        (("attack", DIAGRAM, "A"), "command line"),
        (("attack", DIAGRAM, "A", "-1,3"), "command line"),
        (("attack", DIAGRAM, "A", "C", "--colour", "red"), "command line"),
        (("attack", DIAGRAM, "A", "99,3"), "B"),
        (("attack", DIAGRAM, "A", "C", "--modifier", "a=1", "--modifier", "a=2"), "--modifier a"),
        (("attack", DIAGRAM, "A", "C", "--modifier", "=1"), "--modifier"),
        (("attack", DIAGRAM, "A", "C", "--modifier", f"{'a' * 41}=1"), f"--modifier {'a' * 41}"),
        (("attack", DIAGRAM, "A", "C", "--modifier", "a=1.5"), "--modifier a"),
        (("attack", DIAGRAM, "A", "C", "--special", " "), "--special"),
        (("attack", DIAGRAM, "A", "C", "--environment", "dim"), "--environment"),
        (("matrix", DIAGRAM, "--side", "green"), "--side"),
        (("editions", "ce-5.01"), "command line"),
        (("editions", "ce-5.01", "x"), "B"),
        (("dance",), "command line"),
        (("sight", "no-such-file", "A", "B"), "no-such-file"),
        (("sight", str(ROOT), "A", "B"), str(ROOT)),
    ],
)
def test_a_wrong_question_ends_with_two(words: Sequence[str], at: str) -> None:
    assert at in errors(*words)


@pytest.mark.parametrize(
    ("words", "at"),
    [
        (("move", DIAGRAM, "A"), "X,Y"),
        (("move", DIAGRAM, "Z", "9,9"), "A"),
        (("move", DIAGRAM, "A", "9"), "X,Y 1"),
        (("move", DIAGRAM, "A", "9,9", "9,9,9,9"), "X,Y 2"),
        (("move", DIAGRAM, "A", "9,nine"), "X,Y 1"),
        (("move", DIAGRAM, "A", "nan,9"), "X,Y 1"),
        (("move", DIAGRAM, "A", "inf,9"), "X,Y 1"),
        (("move", DIAGRAM, "A", "9,1e400"), "X,Y 1"),
        (("move", DIAGRAM, "A", "9,1001"), "X,Y 1"),
        (("move", DIAGRAM, "A", f"9,{'9' * 400}"), "X,Y 1"),
        (("move", DIAGRAM, "A", "9,9,attic"), "X,Y 1"),
        (("move", DIAGRAM, "A", *["9,9"] * 201), "X,Y"),
        (("move", DIAGRAM, "A", "9,9", "--mode", "fly"), "--mode"),
        (("move", DIAGRAM, "A", "9,9", "--facing", "north"), "--facing"),
        (("move", DIAGRAM, "A", "9,9", "--facing", "721"), "--facing"),
        (("move", DIAGRAM, "A", "9,9", "--mount", "A"), "--mount"),
        (("move", DIAGRAM, "A", "9,9", "--dismount", "Z"), "--dismount"),
        (("move", DIAGRAM, "A", "9,9", "--option", "move.slope=steep"), "--option move.slope"),
        (("reach", DIAGRAM), "command line"),
        (("reach", DIAGRAM, "Z"), "A"),
        (("reach", DIAGRAM, "A", "--mode", "fly"), "--mode"),
        (("reach", DIAGRAM, "A", "--to", "here"), "--to"),
        (("unit", DIAGRAM, "\x1b[2J"), "A"),
        (("unit", DIAGRAM, "A", "B"), "command line"),
        (("legal",), "command line"),
        (("legal", "nowhere"), "nowhere"),
        (("legal", DIAGRAM, "--profile", "spring-open"), "--profile"),
        (("legal", *[DIAGRAM] * 101), "FILE"),
        (("legal", DIAGRAM, DIAGRAM, "--edition", "ce-9"), "--edition"),
    ],
)
def test_a_wrong_question_about_movement_ends_with_two(words: Sequence[str], at: str) -> None:
    # An id with signs that steer a terminal is shown without them.
    assert at in errors(*words)


def test_everything_wrong_with_a_move_is_said_at_once() -> None:
    found = errors(
        *("move", DIAGRAM, "Z", "1,x", "2,3", "4", "--mode", "fly", "--facing", "-", "--mount", "Y"),
        *("--option", "sight.max=far", "--edition", "ce-9"),
    )
    assert set(found) == {
        "A", "X,Y 1", "X,Y 3", "--mode", "--facing", "--mount", "--option sight.max", "--edition",
    }  # fmt: skip


def test_files_that_are_wrong_are_named_by_their_names(tmp_path: Path) -> None:
    wrong = file_of(tmp_path, mech("A", skill=99), width=5)
    found = errors("legal", DIAGRAM, wrong)
    assert set(found) == {f"{wrong}.astrike.width", f"{wrong}.features[0].properties.skill"}
    assert set(errors("legal", wrong)) == {"astrike.width", "features[0].properties.skill"}
    assert set(errors("legal", "nowhere", str(ROOT), wrong)) == {"nowhere", str(ROOT), *found}
    assert set(errors("legal", "-", DIAGRAM, "-")) == {"-"}


def test_a_table_is_held_against_an_own_preset_and_a_pack(tmp_path: Path) -> None:
    own = tmp_path / "club.toml"
    own.write_text(
        'id = "club"\ntitle = "Club night"\nversion = "3"\nsource = "ours"\nconfidence = "high"\n'
        '[[layout.limits]]\nkey = "count.all"\nat_most = 1\nref = "line 4"\n',
        encoding="utf-8",
    )
    file = file_of(tmp_path, woods("w", box(5, 5, 9, 9)), woods("v", box(15, 5, 19, 9)))
    found = answer("legal", file, "--profile", str(own), "--pack", file, "--tolerance", "0.2", "--base", "2")
    assert found["preset"] == {"id": "club", "title": "Club night, version 3", "confidence": "high"}
    assert [(each["key"], each["value"], each["ref"]) for each in found["findings"]] == [  # type: ignore[attr-defined]  # a list
        ("layout.count.all", 2.0, "line 4")
    ]
    assert found["tolerance"] == 0.2
    assert found["figures"]["corridors"]["base"] == 2.0  # type: ignore[index]  # an object
    assert answer("legal", file, "--profile", "torchlight")["preset"]["id"] == "torchlight"  # type: ignore[index]  # an object


def test_everything_wrong_about_a_check_is_said_at_once(tmp_path: Path) -> None:
    own = tmp_path / "club.json"
    own.write_text('{"id": "club", "title": "Club", "version": "1", "base": "wide"}', encoding="utf-8")
    found = errors("legal", DIAGRAM, "--profile", str(own), "--tolerance", "much", "--base", "40")
    assert set(found) == {
        "--profile source",
        "--profile confidence",
        "--profile base",
        "--tolerance",
        "--base",
    }
    assert set(errors("legal", DIAGRAM, "--profile", "nowhere.toml")) == {"nowhere.toml"}
    wrong = file_of(tmp_path, width=5)
    assert set(errors("legal", DIAGRAM, "--pack", wrong)) == {"--pack astrike.width"}


def test_negative_numbers_follow_two_dashes() -> None:
    assert "B" in errors_after_dashes("attack", DIAGRAM, "--json", "--", "A", "-1,3")
    assert "X,Y 2" in errors_after_dashes("move", DIAGRAM, "--json", "--", "A", "-1,3", "x")


def errors_after_dashes(*words: str) -> dict[str, str]:
    done = run(*words)
    assert done.exit_code == 2
    return {each["at"]: each["found"] for each in json.loads(done.stderr)["errors"]}


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\x00\xff\xfe\x80",
        b"[]",
        b"null",
        b"{}",
        b'{"type": "FeatureCollection", "astrike": {"format": 1, "width": NaN, "depth": 1e999}, "features": [7]}',
        b"[" * 100_000,
        b" " * (MAX_BYTES + 1),
        b'{"a": 1, "a": 2}',
    ],
    ids=["empty", "binary", "list", "null", "object", "nan", "nested", "large", "doubled"],
)
def test_rubbish_is_named(data: bytes) -> None:
    for command in (
        *(("attack", "-", "A", "B"), ("sight", "-", "A", "B"), ("matrix", "-"), ("move", "-", "A", "9,9")),
        *(("reach", "-", "A"), ("unit", "-", "A"), ("legal", "-")),
    ):
        assert errors(*command, given=data)


def test_keys_that_stand_twice_are_found_under_other_settings_too() -> None:
    head = b'{"format": 1, "width": 24, "width": 36, "depth": 24}'
    data = b'{"type": "FeatureCollection", "astrike": ' + head + b', "features": []}'
    assert errors("matrix", "-", "--edition", "ce-7", given=data) == {
        "astrike.width": "the key 'width' twice"
    }


def test_names_cannot_steer_the_terminal(tmp_path: Path) -> None:
    path = file_of(
        tmp_path,
        mech("A", at=(5, 5), name="\x1b[2Jred", side="red", facing=90),
        mech("B", at=(15, 5), side="blue", facing=270),
    )
    for words in (
        ("attack", path, "A", "B"),
        ("attack", path, "A", "\x1b[2J"),
        ("matrix", path),
        ("move", path, "A", "15,5"),
        ("move", path, "A", "\x1b[2J"),
        ("reach", path, "A", "--to", "15,5"),
        ("unit", path, "A"),
        ("legal", path),
        ("list", path),
    ):
        done = run(*words)
        assert "\x1b" not in done.stdout + done.stderr


# ---- the program and its surroundings


def test_a_reader_who_leaves_is_no_error() -> None:
    read, write = os.pipe()
    os.close(read)
    try:
        done = subprocess.run(
            [sys.executable, "-m", "astrike", "matrix", BIG],
            cwd=ROOT,
            stdout=write,
            stderr=subprocess.PIPE,
            check=False,
        )
    finally:
        os.close(write)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize("words", [["editions"], ["--help"], ["--version"], ["attack", "--help"]], ids=str)
def test_a_full_disk_is_said(words: list[str]) -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "astrike", *words],
            cwd=ROOT,
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert done.returncode == 1
    assert done.stderr.startswith(b"astrike: the answer cannot be written")
    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize("command", ["attack", "move", "scatter", "effect", "legal", "convert"])
def test_help_comes_without_what_answers(command: str) -> None:
    """Engine, server and rulebook stay away, and so do the modules that only answers are made of."""
    unneeded = (
        "flask", "numpy", "scipy", "shapely", "tomllib", "astrike.geometry", "astrike.model.attack_outcome",
        "astrike.model.legality", "astrike.model.table", "astrike.model.terrain", "astrike.model.unit",
        "astrike.presets", "astrike.report.words.names", "astrike.rulebook", "astrike.store",
    )  # fmt: skip
    loaded = f"[name for name in {unneeded} if name in sys.modules]"
    words = "from astrike.cli.main import main; main()"
    seen = f"import atexit, sys; atexit.register(lambda: print({loaded})); {words}"
    done = subprocess.run(
        [sys.executable, "-c", seen, command, "--help"],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0
    assert done.stdout.splitlines()[0].startswith(f"Usage: astrike {command}")
    assert done.stdout.splitlines()[-1] == "[]"


@pytest.mark.parametrize("redirection", ["2>/dev/full", "2>&-", "2>/dev/full >&-"])
@pytest.mark.parametrize("words", ["matrix nowhere", "attack", "nonsense --json"])
def test_what_cannot_even_be_complained_about_is_told_by_the_exit_code(words: str, redirection: str) -> None:
    command = f'"{sys.executable}" -m astrike {words} {redirection}'
    done = subprocess.run(["sh", "-c", command], cwd=ROOT, capture_output=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (2, b"", b"")


def test_no_name_of_a_file_is_said() -> None:
    assert errors("matrix", "") == {"FILE": "nothing"}


def armies(red: int, blue: int) -> str:
    army = [mech(f"r{n}", at=(n % 40, n // 40), side="red") for n in range(red)]
    army += [mech(f"b{n}", at=(n % 40, 20 + n // 40), side="blue") for n in range(blue)]
    return json.dumps(document(*army))


def test_more_attacks_than_anybody_reads_are_refused_but_not_one_side_s(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert errors("matrix", "-", given=armies(110, 50)) == {"--side": "11,000 attacks"}
    monkeypatch.setattr("astrike.web.attack.questions.MOST_PAIRS", 100)
    table = armies(11, 5)
    assert errors("matrix", "-", given=table) == {"--side": "110 attacks"}
    assert len(answer("matrix", "-", "--side", "blue", given=table)["pairs"]) == 55  # type: ignore[arg-type]


def test_a_terminal_with_few_letters_gets_an_answer() -> None:
    surroundings = {**os.environ, "PYTHONIOENCODING": "ascii"}
    done = program("attack", DIAGRAM, "A", "C", env=surroundings)
    assert (done.returncode, done.stderr) == (0, b"")
    as_json = program("attack", DIAGRAM, "A", "C", "--json", "--modifier", "Nähe=1", env=surroundings)
    assert "user.Nähe" in as_json.stdout.decode("ascii").encode().decode("unicode_escape")


def test_words_that_are_no_text_are_named() -> None:
    command = [
        sys.executable.encode(),
        b"-m",
        b"astrike",
        b"attack",
        DIAGRAM.encode(),
        b"A",
        b"\xff",
        b"--modifier",
        b"\xfe=1",
    ]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, check=False)
    assert done.returncode == 2
    assert b"Traceback" not in done.stderr
    assert b"astrike: B: " in done.stderr


def test_closed_streams_are_no_traceback() -> None:
    command = f'"{sys.executable}" -m astrike matrix - <&-'
    done = subprocess.run(["sh", "-c", command], cwd=ROOT, capture_output=True, check=False)
    assert done.returncode == 2
    assert b"standard input" in done.stderr
    assert b"Traceback" not in done.stderr


def test_the_server_starts_and_says_where(tmp_path: Path) -> None:
    command = [
        sys.executable,
        "-m",
        "astrike",
        "serve",
        "--port",
        "0",
        "--demo",
        "--db",
        str(tmp_path / "a.db"),
    ]
    with subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as server:
        assert server.stdout is not None
        try:
            address = next(
                found[0] for line in server.stdout if (found := re.search(r"http://127\.0\.0\.1:\d+/", line))
            )
            with urllib.request.urlopen(address, timeout=30) as page:
                assert page.status == 200
        finally:
            server.terminate()
            server.communicate(timeout=30)


def test_a_taken_port_is_said(tmp_path: Path) -> None:
    done = run("serve", "--host", "203.0.113.7", "--db", str(tmp_path / "a.db"))
    assert done.exit_code == 2
    assert "--host, --port" in done.stderr


# ---- any table, any words


@settings(max_examples=30, deadline=None)
@given(broken=strategies.mutated(strategies.documents(most_pieces=3, most_units=3, fewest_units=2)))
def test_a_broken_table_is_answered_or_explained(broken: Json) -> None:
    data = builders_text(broken)
    for words in (
        ("attack", "-", "unit-0", "unit-1"),
        ("matrix", "-", "--edition", "classic-2.3.1"),
        ("move", "-", "unit-0", "12,12", "15,9"),
        ("unit", "-", "unit-0"),
        ("legal", "-"),
    ):
        done = run(*words, "--json", given=data)
        assert done.exit_code in (0, 2)
        assert json.loads(done.stdout or done.stderr)


def builders_text(value: object) -> bytes:
    return json.dumps(value).encode("utf-8", "surrogatepass")


@settings(max_examples=examples(25, soaked=60), deadline=None)
@given(words=st.lists(st.text(st.characters(exclude_characters="\x00"), max_size=8), max_size=6))
def test_any_words_are_answered_or_refused(words: list[str]) -> None:
    for command in ("attack", "sight", "matrix", "move", "unit", "legal", "editions"):
        done = run(command, DIAGRAM, *words, given=b"") if command != "editions" else run(command, *words)
        assert done.exit_code in (0, 2)
        assert "Traceback" not in done.stderr


def test_of_several_files_the_one_that_is_no_json_is_named(tmp_path: Path) -> None:
    broken, empty = tmp_path / "broken.json", tmp_path / "empty.json"
    broken.write_text("{")
    empty.write_text("")
    found = run("legal", DIAGRAM, str(broken), str(empty), "--json")
    assert found.exit_code == 2
    places = [each["at"] for each in json.loads(found.stderr)["errors"]]
    assert [place.split(",")[0] for place in places] == [str(broken), str(empty)]
