"""Fields and networks on the map: where the rings lie, which are dashed, and that nothing is written over another."""

import math
import re
from collections.abc import Mapping
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from jinja2 import Environment

from astrike.model.electronics_answer import NetworksAnswer
from astrike.report.drawing.shapes import text_width
from astrike.report.electronics.ecm_overlay import EcmOverlay, ecm_overlay
from astrike.report.table.board import board
from astrike.report.terrain.picture import TerrainPicture, terrain_picture
from astrike.rules.electronics.networks import networks
from astrike.rules.table.prepared_table import PreparedTable, prepare_table
from tests.builders import box, mech, table, vehicle, woods
from tests.report.attack.test_pictures import STYLES, pages, render
from tests.report.macros import PICTURES

__all__ = ["pages"]


def field_of(**more: object) -> PreparedTable:
    return prepare_table(
        table(
            mech("M", (14, 30), side="red", specials=["C3M", "ECM"], base=1.0),
            mech("S", (30, 26), side="red", specials=["C3S", "STL", "PRB"]),
            vehicle("V", (40, 40), side="red", specials=["C3S", "TAG"]),
            mech("E", (30, 10), side="blue", specials=["AECM", "BH"]),
            mech("F", (38, 16), side="blue", specials=["WAT"]),
            mech("G", (22, 8), side="blue", specials=["LECM"], base={"shape": "hex", "across": 1.25}),
            mech("H", (44, 8), side="blue", specials=["ECM"], state=["shutdown"]),
            mech("P", (44, 8), side="blue", type="BA", specials=["ECM"], carried_by="H"),
            woods("w", box(18, 14, 26, 20)),
            width=48.0,
            depth=48.0,
            networks=[{"id": "n", "type": "C3", "master": "M", "members": ["S", "V"]}],
            **more,
        )
    )


def drawn(prepared: PreparedTable, **more: object) -> tuple[EcmOverlay, NetworksAnswer, TerrainPicture]:
    answer = networks(prepared)
    land = terrain_picture(prepared.table, width_px=390.0, edition=prepared.edition)
    return ecm_overlay(prepared.table, answer, prepared.bodies, land=land, **more), answer, land


def rings(view: EcmOverlay, css: str) -> list[tuple[float, float]]:
    """Leftmost point of each circle of a class, and its radius."""
    found = []
    for shape in view.under:
        if shape.css.split()[0] == "bubble" and css in shape.css.split():
            match = re.match(r"M([\d.-]+) [\d.-]+a([\d.]+) ", shape.d)
            if match:
                found.append((float(match[1]), float(match[2])))
    return found


def test_a_ring_reaches_so_far_from_the_edge_of_its_base() -> None:
    view, _, land = drawn(field_of())
    red = [radius for _, radius in rings(view, "bubble-n")]
    assert max(red) == pytest.approx((24 + 0.625) * land.scale, abs=0.1)
    assert min(red) == pytest.approx((12 + 0.5) * land.scale, abs=0.1)


def test_under_the_option_it_reaches_from_the_centre() -> None:
    view, _, land = drawn(field_of(options={"ecm.measure": "centre"}), kinds=["ecm"], unit="M")
    ((left, radius),) = rings(view, "bubble-ecm")
    assert radius == pytest.approx(12 * land.scale, abs=0.1)
    assert left + radius == pytest.approx(land.frame.at((14, 30))[0], abs=0.2)


def test_what_is_off_is_dashed_and_fills_nothing() -> None:
    view, answer, _ = drawn(field_of())
    off = [shape for shape in view.under if shape.css.startswith("bubble ") and "bubble-off" in shape.css]
    assert len(off) == sum(not field.on for field in answer.electronic_fields if field.unit != "P") == 2
    areas = [shape for shape in view.under if "bubble-area" in shape.css]
    assert len(areas) == sum(field.on and field.kind == "ecm" for field in answer.electronic_fields) == 4
    assert {row.unit: [reason.key for reason in row.reasons] for row in view.rows if not row.is_on} == {
        "S": ["electronics.stealth", "electronics.jammed"],
        "H": ["electronics.shutdown"],
    }


def test_who_is_carried_has_no_ring() -> None:
    view, answer, _ = drawn(field_of())
    assert "P" in {field.unit for field in answer.electronic_fields}
    assert "P" not in {row.unit for row in view.rows}


def test_members_are_linked_to_their_master_and_dashed_when_off() -> None:
    view, _, land = drawn(field_of())
    links = [shape for shape in view.under if shape.css.split()[0] == "link"]
    assert [("bubble-off" in shape.css) for shape in links] == [True, False]
    x, y = land.frame.at((14, 30))
    assert all(shape.d.startswith(f"M{x:.1f}".rstrip("0").rstrip(".")) for shape in links), (x, y)


def test_labels_overlap_neither_each_other_nor_units() -> None:
    prepared = field_of()
    view, _, land = drawn(prepared)
    assert [text.text for text in view.labels].count("WAT 12″") == 1
    boxes = [
        (
            text.x - text_width(text.text, 10) / 2,
            text.y - 6,
            text.x + text_width(text.text, 10) / 2,
            text.y + 6,
        )
        for text in view.labels
    ]
    assert len(boxes) == 8
    for k, one in enumerate(boxes):
        for other in boxes[k + 1 :]:
            assert one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]
        for unit in prepared.table.units:
            x, y = land.frame.at(unit.at)
            near = math.hypot(max(one[0] - x, 0, x - one[2]), max(one[1] - y, 0, y - one[3]))
            assert near >= 0.5 * land.scale


def test_only_some_kinds_or_one_unit_can_be_asked_for() -> None:
    prepared = field_of()
    assert {row.kind for row in drawn(prepared, kinds=["probe"])[0].rows} == {"probe"}
    assert {row.unit for row in drawn(prepared, unit="E")[0].rows} == {"E"}


def test_larger_rings_lie_below_smaller_ones() -> None:
    view, answer, _ = drawn(field_of(), kinds=["ecm", "probe"])
    radius = {(each.unit, each.kind): each.radius for each in answer.electronic_fields}
    order = [radius[row.unit, row.kind] for row in view.rows]
    assert order != sorted(order, reverse=True), "the legend keeps the order of the file"
    sizes = [found for shape in view.under if (found := _width(shape.d))]
    assert all(one >= other - 8 for one, other in pairwise(sizes))


def _width(d: str) -> float:
    match = re.match(r"M[\d.-]+ [\d.-]+a([\d.]+) ", d)
    return float(match[1]) if match else 0.0


def test_the_picture_is_well_formed_and_every_class_has_a_style(pages: Environment) -> None:
    prepared = field_of()
    view, _, land = drawn(prepared)
    whole: Mapping[str, object] = {
        "view": board(prepared.table, prepared.bodies, land=land, edition=prepared.edition, keep=view.keep),
        "v": view,
        "link": str,
    }
    added = 'below=bubbles.bubbles_under(v, "map"), above=bubbles.bubbles_over(v, "map")'
    with_board = f'board.board(view, "map", link, {added})'
    imports = "".join(
        f'{{% import "{PICTURES[name]}.svg.html" as {name} with context %}}' for name in ("board", "bubbles")
    )
    picture = ElementTree.fromstring(
        pages.from_string(f"{imports}{{{{ {with_board} }}}}").render(**whole).strip()
    )
    assert picture.tag == "svg"
    legend = render(pages, "bubbles.bubbles_legend(v)", v=view)
    assert len(legend) == len(view.rows) == 9
    classes = {
        name
        for part in (picture, legend)
        for element in part.iter()
        for name in element.get("class", "").split()
        if name.startswith(("bubble", "link"))
    }
    assert {name for name in classes if f".{name}" not in STYLES} == {
        *("bubbles", "bubbles-over", "bubble-ecm", "bubble-ecm-area", "bubble-legend"),
    }
