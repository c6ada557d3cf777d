"""'Mech files of one's own: what is read, and what hostile files come to."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from astrike.errors import InputError
from astrike.formats.mtf import read_mtf
from astrike.model.battletech.critical import LONGEST_NAME

WORDS = [
    "Head:",
    "Left Arm:",
    "Mass:50",
    "Mass:x",
    "Engine:300 XL (Clan) Engine",
    "ISPPC",
    "-Empty-",
    "",
    ":",
    "a:b",
]


def test_a_quad_with_a_clan_engine() -> None:
    sheet = read_mtf(
        "chassis:Stag\nmodel:ST-2\nConfig:Quad\nmass:50\nengine:300 XL (Clan) Engine\n\n"
        "Front Left Leg:\nHip\nUpper Leg Actuator\nLower Leg Actuator\nFoot Actuator (ARMORED)\n-Empty-\n-Empty-\n"
    )
    assert sheet.name == "Stag ST-2"
    assert (sheet.sheet.kind, sheet.sheet.engine) == ("quad", "xl-clan")
    ((place, location),) = sheet.sheet.locations
    assert (place, location.slots) == (
        "front-left-leg",
        ("Hip", "Upper Leg Actuator", "Lower Leg Actuator", "Foot Actuator", None, None),
    )
    assert dict(sheet.sheet.items)["Foot Actuator"].armored


def test_everything_wrong_is_named_at_once() -> None:
    with pytest.raises(InputError) as wrong:
        read_mtf("mass:5\n\nHead:\n" + "Sensors\n" * 7)
    assert [each.at for each in wrong.value.problems] == ["head", "mass"]


def test_long_and_unprintable_names_are_cut() -> None:
    sheet = read_mtf(f"mass:50\n\nHead:\n\x1b[2J{'x' * 500}\n").sheet
    ((_, location),) = sheet.locations
    assert location.slots is not None
    (name,) = location.slots
    assert name is not None
    assert len(name) == LONGEST_NAME
    assert name.isprintable()


def test_endless_lines_are_cut() -> None:
    sheet = read_mtf(f"mass:50\nWeapons:1\n{'a, ' * 500_000}\n\nHead:\n{'b' * 1_000_000}\n").sheet
    assert [place for place, _ in sheet.locations] == ["head"]


@given(st.lists(st.sampled_from(WORDS) | st.text(max_size=20), max_size=40))
def test_any_text_is_a_sheet_or_a_refusal(lines: list[str]) -> None:
    text = "\n".join(lines)
    with suppress(InputError):
        assert read_mtf(text).sheet.locations


@pytest.mark.parametrize("config", ["Tripod", "LAM", "QuadVee", "Biped LAM"])
def test_other_kinds_are_refused_by_name(config: str) -> None:
    with pytest.raises(InputError) as wrong:
        read_mtf(f"Config:{config}\nmass:50\n\nHead:\nSensors\n")
    assert [(each.at, each.found) for each in wrong.value.problems] == [("config", repr(config))]


@pytest.mark.parametrize("config", ["Biped", "Quad", "Biped Omnimech", "Quad Omnimech", "biped omnimek"])
def test_bipeds_and_quads_are_read(config: str) -> None:
    sheet = read_mtf(f"Config:{config}\nmass:50\n\nHead:\nSensors\n").sheet
    assert sheet.kind == config.split(maxsplit=1)[0].lower()


def test_numbers_that_cannot_be_are_named() -> None:
    with pytest.raises(InputError) as wrong:
        read_mtf(
            f"mass:50\nwalk mp:{'9' * 5000}\njump mp:-3\nheat sinks:{'1' * 5000} Double\n"
            "LA armor:-4\nRA armor:Ferro-Fibrous(Inner Sphere):900\n\nHead:\nSensors\n"
        )
    assert [each.at for each in wrong.value.problems] == [
        "walk mp", "jump mp", "heat sinks", "la armor", "ra armor",
    ]  # fmt: skip


def test_armor_that_a_file_does_not_state_is_not_known() -> None:
    text = "mass:50\nLA armor:Reactive(Inner Sphere):12\n\nLeft Arm:\nShoulder\n\nRight Arm:\nShoulder\n"
    locations = dict(read_mtf(text).sheet.locations)
    assert (locations["left-arm"].armor, locations["left-arm"].full_armor) == (12, 12)
    assert locations["right-arm"].full_armor is None


def test_a_head_padded_to_twelve_lines_is_read_and_a_full_one_refused() -> None:
    head = ["Life Support", "Sensors", "Cockpit", "-Empty-", "Sensors", "Life Support"]
    padded = "\n".join(["mass:50", "", "Head:", *head, *["-Empty-"] * 6])
    assert len(dict(read_mtf(padded).sheet.locations)["head"].slots) == 6
    with pytest.raises(InputError):
        read_mtf("\n".join(["mass:50", "", "Head:", *head, "Sensors"]))
