"""Whatever is broken in a map of a virtual tabletop or in a drawing: a table comes of it, or a sentence."""

import json
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from astrike.errors import InputError
from astrike.formats.maps.foundry.reading import read_foundry
from astrike.formats.maps.placing import place
from astrike.formats.maps.reading import read_map
from astrike.formats.table.table_file import parse_document
from astrike.model.imported_map import ImportChoices
from tests.formats.maps.tabletops import Json, around, portal, scene, uvtt, wall, walls_of
from tests.soak import examples
from tests.strategies import mutated

TABLETOP = uvtt(
    around(2, 2, 9, 9), [(3, 3), (5, 5)], portals=[portal((1, 1), (2, 2), closed=True)], image="a.png"
)
PAINTED = {
    "polygon": [{"x": 300, "y": 300}, {"x": 500, "y": 300}, {"x": 500, "y": 500}],
    "height": 2,
    "elevation": 0,
}
SCENE = scene(
    walls=[*walls_of(around(1, 1, 4, 4)), wall((5, 5), (6, 6), door=1)],
    regions=[
        {
            "name": "Pond",
            "shapes": [{"type": "rectangle", "x": 300, "y": 300, "width": 200, "height": 99, "rotation": 5}],
            "elevation": {"bottom": 0, "top": 5},
        }
    ],
    drawings=[{"x": 9, "y": 9, "shape": {"type": "p", "points": [0, 0, 50, 0, 50, 50]}, "strokeWidth": 4}],
    flags={"terrain-height-tools": {"heightData": {"v": 1, "data": {"3|4": [PAINTED]}}, "more": [PAINTED]}},
)
DRAWING = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 36"><style>.a{fill:red}</style>'
    '<g id="woods" transform="rotate(5 1 1)" style="stroke:#333">'
    '<rect class="a" x="1" y="2" width="9" height="8" rx="1"/>'
    '<path d="M 1 1 C 2 2 3 9 9 9 A 3 3 0 0 1 20 20 Z M 2 2 h 3 v 3 z" fill-rule="evenodd"/></g>'
    '<use href="#x"/><circle id="x" r="3" cx="9" cy="9"/><polyline points="1,1 2,2" fill="none" stroke="blue"/></svg>'
)


ANSWERS = ("placed", "refused")


def try_map(data: bytes) -> str:
    """Read and place a map; what comes out is a table that can be read, or an error with sentences."""
    began = time.perf_counter()
    try:
        placed = place(read_map(data, name="map"), ImportChoices())
    except InputError as error:
        return "refused" if error.problems else "without a word"
    finally:
        assert time.perf_counter() - began < 20
    parse_document(json.loads(json.dumps(placed.document, allow_nan=False)))
    return "placed"


@settings(max_examples=examples(20, soaked=40), deadline=None)
@given(mutated(st.sampled_from([TABLETOP, SCENE])))
def test_broken_tabletops(document: Json) -> None:
    assert try_map(json.dumps(document).encode()) in ANSWERS


@settings(max_examples=examples(25, soaked=60), deadline=None)
@given(st.data())
def test_broken_drawings(data: st.DataObject) -> None:
    text = DRAWING
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(text)))
        end = data.draw(st.integers(start, min(len(text), start + 12)))
        put = data.draw(
            st.sampled_from(["", "0", "-", "1e308", "nan", '"', "<", "</g>", "url(#x)", "\ufffd", " ", "9e9"])
        )
        text = text[:start] + put + text[end:]
    assert try_map(text.encode()) in ANSWERS


@pytest.mark.parametrize(
    "whole", [json.dumps(TABLETOP), json.dumps(SCENE), DRAWING], ids=["uvtt", "foundry", "svg"]
)
def test_files_that_were_cut_off(whole: str) -> None:
    data = whole.encode()
    assert try_map(data) == "placed"
    for end in range(1, len(data), len(data) // 12):
        assert try_map(data[:end]) == "refused"


@pytest.mark.parametrize("document", [TABLETOP, SCENE], ids=["uvtt", "foundry"])
def test_a_picture_of_many_megabytes_is_cut_out(document: Json) -> None:
    assert try_map(json.dumps({**document, "image": "A" * 8_000_000}).encode()) == "placed"


NESTED = [
    b'{"line_of_sight": ' + b"[" * 100_000,
    b'{"line_of_sight": ' + b"[" * 60 + b"]" * 60 + b"}",
    b'{"grid": 50, "width": 9, "walls": [' + b'{"c": ' * 5_000 + b"}" * 5_000 + b"]}",
]


@pytest.mark.parametrize("data", NESTED, ids=["open", "in a list", "in objects"])
def test_nested_files(data: bytes) -> None:
    assert try_map(data) == "refused"


@pytest.mark.parametrize(
    "document",
    [
        uvtt(*([(n % 90, n / 90), (n % 90 + 0.5, n / 90)] for n in range(3_000))),
        scene(walls=[wall((n % 90, n / 900), (n % 90 + 0.5, n / 900)) for n in range(3_000)]),
        uvtt([(n % 7, n % 11) for n in range(30_000)]),
    ],
    ids=["many lines", "many walls", "one long line"],
)
def test_large_maps_are_answered(document: Json) -> None:
    assert try_map(json.dumps(document).encode()) in ANSWERS


def ellipses(count: int, across: float, *, holes: bool = False) -> list[dict[str, object]]:
    """Shapes of a region all over the map of a scene."""
    return [
        {
            "type": "ellipse", "x": 300 + 53 * number % 1100, "y": 300 + 97 * number % 900, "radiusX": across,
            "radiusY": across / 3, "rotation": 17 * number, "hole": holes and number % 2 == 1,
        }
        for number in range(count)
    ]  # fmt: skip


@pytest.mark.parametrize(
    "regions",
    [
        [{"name": "Hill", "shapes": ellipses(900, 400)}],
        [{"name": "Hill", "shapes": ellipses(40, 60, holes=True)} for _ in range(100)],
        [{"name": "Hill", "shapes": ellipses(20, 1e7)} for _ in range(40)],
    ],
    ids=["one knot", "layers without end", "endless ellipses"],
)
def test_regions_laid_over_each_other_without_end_are_left_out(regions: list[object]) -> None:
    drawing = read_foundry(scene(regions=regions))
    words = "shapes that lie over each other too often: a region was left out"
    assert any(note.words == words for note in drawing.notes)


def test_cells_are_put_together_along_their_rows() -> None:
    def of(cells: list[tuple[int, int]]) -> Json:
        data = [
            {"position": [row, column], "terrainTypeId": "hill", "height": 5, "elevation": 0}
            for row, column in cells
        ]
        return scene(flags={"terrain-height-tools": {"heightData": {"v": 1, "data": data}}})

    full = read_foundry(of([(row, column) for row in range(100) for column in range(100)]))
    (shape,) = full.shapes
    assert len(shape.outlines[0].exterior) == 4
    with pytest.raises(InputError) as caught:
        read_foundry(of([(row, column) for row in range(100) for column in range(row % 2, 200, 2)]))
    assert caught.value.problems[0].expected == "at most 4,000 stretches of cells of one sort"


@pytest.mark.parametrize(
    "drawn",
    [
        "<svg viewBox='0 0 9 9'>" + "<circle class='woods' r='1e6'/>" * 1_100 + "</svg>",
        "<svg viewBox='0 0 9 9'><path class='woods' d='M0 0" + " C 9e4 0 0 9e4 1 1" * 1_100 + "z'/></svg>",
    ],
    ids=["circles", "one path"],
)
def test_curves_without_end_are_refused(drawn: str) -> None:
    with pytest.raises(InputError) as caught:
        read_map(drawn.encode())
    assert "more than 400,000 places" in caught.value.problems[0].found
