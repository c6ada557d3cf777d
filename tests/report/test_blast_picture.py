"""Area effects on the map: rings of the right size, the arrow of a scatter, and an outline for everyone caught."""

import re
from collections.abc import Mapping
from xml.etree import ElementTree

import pytest
from jinja2 import Environment

from astrike.model.attack import Point
from astrike.model.combat import BlastAnswer
from astrike.model.dice import Tray
from astrike.report.blast_picture import BlastView, blast_view
from astrike.report.board import board
from astrike.report.landscape import Landscape, landscape
from astrike.report.letters import text_width
from astrike.rules.areas.blast import blast
from astrike.rules.areas.scatter import scatter
from astrike.rules.battlefield import Field
from tests.builders import box, mech, table, vehicle, wall
from tests.report.test_pictures import STYLES, pages, render

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


def drawn(field: Field, answer: BlastAnswer) -> tuple[BlastView, Landscape]:
    land = landscape(field.table, width_px=390.0, edition=field.edition)
    return blast_view(field.table, answer, field.bodies, land=land), land


def circles(view: BlastView, css: str) -> list[tuple[float, float, float]]:
    """Centre and radius of each circle of a class."""
    found = []
    for shape in (*view.under, *view.over):
        match = re.match(r"M(-?[\d.]+) ?(-?[\d.]+)a([\d.]+) ", shape.d)
        if match and css in shape.css.split():
            left, y, radius = (float(value) for value in match.groups())
            found.append((left + radius, y, radius))
    return found


def test_both_rings_lie_around_the_point_where_it_lands(field: Field) -> None:
    view, land = drawn(field, blast(field, Point(14, 30), "ART-LT"))
    x, y = land.frame.at((14, 30))
    outer, inner = circles(view, "blast-ring")
    for ring, inches in ((outer, 3.0), (inner, 1.0)):
        assert ring == pytest.approx((x, y, inches * land.scale), abs=0.15)
    assert (view.inner, view.outer, view.bearing) == ("1″", "3″", "")


def test_one_template_has_one_ring(field: Field) -> None:
    view, _ = drawn(field, blast(field, Point(14, 30), "ART-S"))
    assert len(circles(view, "blast-ring")) == 1
    assert view.inner == ""


def test_everyone_caught_has_an_outline_and_a_line_in_the_legend(field: Field) -> None:
    answer = blast(field, Point(14, 30), "ART-LT")
    view, _ = drawn(field, answer)
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


def test_a_scatter_is_an_arrow_from_where_it_was_aimed(field: Field) -> None:
    answer = scatter(field, Point(20, 36), "ART-S", Tray([4, 5]))
    view, land = drawn(field, answer)
    assert (view.bearing, view.inches) == ("180°", "10″")
    ((x1, y1, x2, y2),) = view.strokes
    assert ((x1, y1), (x2, y2)) == (land.frame.at((20, 36)), land.frame.at((20, 26)))
    assert [text.text for text in view.labels] == ["180° · 10″"]
    assert {"blast-way", "blast-head", "blast-aim"} <= {shape.css for shape in view.under}


def test_what_lands_off_the_map_is_cut_at_its_edge(field: Field) -> None:
    answer = scatter(field, Point(20, 46), "ART-S", Tray([1, 6]))
    view, _ = drawn(field, answer)
    assert view.over == ()
    assert [note.key for note in view.notes] == ["scatter.off-table"]


def test_numbers_overlap_neither_each_other_nor_bases(field: Field) -> None:
    view, land = drawn(field, blast(field, Point(14, 30), "ART-LT"))
    boxes = [
        (t.x - text_width(t.text, 10) / 2, t.y - 6, t.x + text_width(t.text, 10) / 2, t.y + 6)
        for t in view.labels
    ]
    for k, one in enumerate(boxes):
        for other in boxes[k + 1 :]:
            assert one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]
        for unit in field.table.units:
            x, y = land.frame.at(unit.at)
            near = max(one[0] - x, 0, x - one[2], one[1] - y, y - one[3])
            assert near > 0.3 * land.scale


def test_the_picture_is_well_formed_and_every_class_has_a_style(pages: Environment, field: Field) -> None:
    view, land = drawn(field, scatter(field, Point(20, 36), "ART-LT", Tray([5, 4])))
    still, _ = drawn(field, blast(field, Point(14, 30), "ART-LT"))
    imports = "".join(
        f'{{% import "svg/{name}.html" as {name} with context %}}' for name in ("board", "templates")
    )
    classes: set[str] = set()
    for each in (view, still):
        whole: Mapping[str, object] = {
            "view": board(field.table, field.bodies, land=land, edition=field.edition, keep=each.keep),
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
    pages: Environment, field: Field, dice: list[int], said: str
) -> None:
    view, _ = drawn(field, scatter(field, Point(14, 30), "ART-LT", Tray(dice)))
    source = '{% import "svg/templates.html" as templates with context %}{{ templates.blast_said(v) }}'
    assert " ".join(pages.from_string(source).render(v=view).split()) == said
