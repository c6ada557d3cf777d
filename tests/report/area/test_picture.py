"""Area effects on the map: rings of the right size, the arrow of a scatter, and an outline for everyone caught."""

import re
from collections.abc import Mapping
from xml.etree import ElementTree

import pytest
from jinja2 import Environment

from astrike.model.area_answer import BlastAnswer
from astrike.model.attack_question import TablePoint
from astrike.model.dice import DiceTray
from astrike.report.area.picture import AreaPicture, area_picture
from astrike.report.drawing.shapes import text_width
from astrike.report.table.board import board
from astrike.report.terrain.picture import TerrainPicture, terrain_picture
from astrike.rules.area.blast import blast
from astrike.rules.area.scatter import scatter
from astrike.rules.table.prepared_table import PreparedTable
from tests.builders import box, mech, table, vehicle, wall
from tests.report.attack.test_pictures import STYLES, pages, render
from tests.report.macros import PICTURES

__all__ = ["pages"]


TABLE = table(
    mech("M", (14, 30), side="red", base=1.25),
    mech("S", (15.4, 31.8), side="red", base=1.25),
    vehicle("V", (12.2, 28.5), side="blue", base={"shape": "rect", "width": 1, "length": 2}, facing=40),
    mech("E", (17.68, 30), side="blue", base=1.25),
    mech("F", (30, 30), side="blue"),
    wall("house", box(14.6, 27.0, 17, 28.4), height=2),
    width=48.0,
    depth=48.0,
)


def drawn(prepared: PreparedTable, answer: BlastAnswer) -> tuple[AreaPicture, TerrainPicture]:
    land = terrain_picture(prepared.table, width_px=390.0, edition=prepared.edition)
    return area_picture(prepared.table, answer, prepared.bodies, land=land), land


def circles(view: AreaPicture, css: str) -> list[tuple[float, float, float]]:
    """Centre and radius of each circle of a class."""
    found = []
    for shape in (*view.under, *view.over):
        match = re.match(r"M(-?[\d.]+) ?(-?[\d.]+)a([\d.]+) ", shape.d)
        if match and css in shape.css.split():
            left, y, radius = (float(value) for value in match.groups())
            found.append((left + radius, y, radius))
    return found


def test_both_rings_lie_around_the_point_where_it_lands(prepared: PreparedTable) -> None:
    view, land = drawn(prepared, blast(prepared, TablePoint(14, 30), "ART-LT"))
    x, y = land.frame.at((14, 30))
    outer, inner = circles(view, "blast-ring")
    for ring, inches in ((outer, 3.0), (inner, 1.0)):
        assert ring == pytest.approx((x, y, inches * land.scale), abs=0.15)
    assert (view.inner, view.outer, view.bearing) == ("1″", "3″", "")


def test_one_template_has_one_ring(prepared: PreparedTable) -> None:
    view, _ = drawn(prepared, blast(prepared, TablePoint(14, 30), "ART-S"))
    assert len(circles(view, "blast-ring")) == 1
    assert view.inner == ""


def test_everyone_caught_has_an_outline_and_a_line_in_the_legend(prepared: PreparedTable) -> None:
    answer = blast(prepared, TablePoint(14, 30), "ART-LT")
    view, _ = drawn(prepared, answer)
    assert {row.key: (row.damage, row.ring) for row in view.rows} == {
        "M": ("3", "inner"),
        "S": ("1", "outer"),
        "V": ("1", "outer"),
        "house": ("1", "outer"),
        "E": ("1", "near"),
    }
    assert [each.unit for each in answer.near] == ["E"]
    for ring, count in (("inner", 1), ("outer", 3), ("near", 1)):
        assert sum(f"caught-{ring}" in shape.css for shape in view.over) == count
    assert [row.letter for row in view.rows if row.key == "house"] == [""]
    assert sorted(text.text for text in view.labels) == ["1", "1", "1", "3"]


def test_a_scatter_is_an_arrow_from_where_it_was_aimed(prepared: PreparedTable) -> None:
    answer = scatter(prepared, TablePoint(20, 36), "ART-S", DiceTray([4, 5]))
    view, land = drawn(prepared, answer)
    assert (view.bearing, view.inches) == ("180°", "10″")
    ((x1, y1, x2, y2),) = view.strokes
    assert ((x1, y1), (x2, y2)) == (land.frame.at((20, 36)), land.frame.at((20, 26)))
    assert [text.text for text in view.labels] == ["180° · 10″"]
    assert {"blast-way", "blast-head", "blast-aim"} <= {shape.css for shape in view.under}


def test_what_lands_off_the_map_is_cut_at_its_edge(prepared: PreparedTable) -> None:
    answer = scatter(prepared, TablePoint(20, 46), "ART-S", DiceTray([1, 6]))
    view, _ = drawn(prepared, answer)
    assert view.over == ()
    assert [note.key for note in view.notes] == ["scatter.off-table"]


def test_numbers_overlap_neither_each_other_nor_bases(prepared: PreparedTable) -> None:
    view, land = drawn(prepared, blast(prepared, TablePoint(14, 30), "ART-LT"))
    boxes = [
        (t.x - text_width(t.text, 10) / 2, t.y - 6, t.x + text_width(t.text, 10) / 2, t.y + 6)
        for t in view.labels
    ]
    for k, one in enumerate(boxes):
        for other in boxes[k + 1 :]:
            assert one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]
        for unit in prepared.table.units:
            x, y = land.frame.at(unit.at)
            near = max(one[0] - x, 0, x - one[2], one[1] - y, y - one[3])
            assert near > 0.3 * land.scale


def test_the_picture_is_well_formed_and_every_class_has_a_style(
    pages: Environment, prepared: PreparedTable
) -> None:
    view, land = drawn(prepared, scatter(prepared, TablePoint(20, 36), "ART-LT", DiceTray([5, 4])))
    still, _ = drawn(prepared, blast(prepared, TablePoint(14, 30), "ART-LT"))
    imports = "".join(
        f'{{% import "{PICTURES[name]}.svg.html" as {name} with context %}}'
        for name in ("board", "templates")
    )
    classes: set[str] = set()
    for each in (view, still):
        whole: Mapping[str, object] = {
            "view": board(
                prepared.table, prepared.bodies, land=land, edition=prepared.edition, keep=each.keep
            ),
            "v": each,
            "link": str,
        }
        added = 'below=templates.blast_under(v, "map"), above=templates.blast_over(v, "map")'
        text = (
            pages.from_string(f'{imports}{{{{ board.board(view, "map", link, {added}) }}}}')
            .render(**whole)
            .strip()
        )
        picture = ElementTree.fromstring(text)
        legend = render(pages, "templates.blast_legend(v)", v=each)
        assert len(legend) == max(len(each.rows), 1)
        classes |= {
            name
            for part in (picture, legend)
            for element in part.iter()
            for name in element.get("class", "").split()
            if name.startswith(("blast", "caught"))
        }
    assert {name for name in classes if f".{name}" not in STYLES} == {
        *("blast-over", "blast-legend", "blast-t-outer", "caught-inner"),
    }


@pytest.mark.parametrize(
    ("dice", "said"),
    [
        ([1, 1], "Long Tom goes off, 3″ around. It scattered 2″ towards 0°. 3 are caught."),
        ([3, 6], "Long Tom goes off, 3″ around. It scattered 12″ towards 120°. Nobody is caught."),
    ],
)
def test_the_picture_is_said_in_a_sentence(
    pages: Environment, prepared: PreparedTable, dice: list[int], said: str
) -> None:
    view, _ = drawn(prepared, scatter(prepared, TablePoint(14, 30), "ART-LT", DiceTray(dice)))
    source = (
        '{% import "area/templates.svg.html" as templates with context %}{{ templates.blast_description(v) }}'
    )
    assert " ".join(pages.from_string(source).render(v=view).split()) == said
