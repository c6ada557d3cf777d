"""SVG: fills and strokes, layers and holes, and what is only there to be looked at."""

import math

import pytest

from astrike.errors import InputError
from astrike.formats.maps.reading import read_map
from astrike.formats.maps.svg.reading import read_svg
from astrike.formats.maps.walls import length
from astrike.model.imported_map import DrawnMap
from tests.formats.maps.drawings import area, group, kinds, only, stated

HEAD = (
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
    ' xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"'
)


def svg(body: str, head: str = 'viewBox="0 0 480 360"') -> DrawnMap:
    return read_svg(f"{HEAD} {head}>{body}</svg>".encode())


# ---- the page


def test_the_corner_of_the_box_is_taken_off() -> None:
    drawing = svg('<rect x="-180" y="-90" width="20" height="10"/>', 'viewBox="-200 -100 400 300"')
    assert drawing.box == (0, 0, 400, 300)
    assert set(only(drawing).outlines[0].exterior) == {(20, 10), (40, 10), (40, 20), (20, 20)}
    assert drawing.scale is None


@pytest.mark.parametrize(
    ("head", "scale"),
    [
        ('width="48in" height="36in" viewBox="0 0 480 360"', 0.1),
        ('width="1219.2mm" viewBox="0 0 48 36"', 1),
        ('height="36in" viewBox="0 0 480 360"', 0.1),
        ('width="210mm" height="297mm" viewBox="0 0 210 297"', None),
        ('width="480px" height="360px"', None),
        ('width="100%" viewBox="0 0 48 36"', None),
    ],
    ids=["inches", "millimeters", "a height alone", "a sheet of paper", "pixels", "percent"],
)
def test_a_size_on_paper_is_the_scale_where_a_table_can_have_it(head: str, scale: float | None) -> None:
    drawing = svg("", head)
    assert drawing.scale == (None if scale is None else pytest.approx(scale))
    assert drawing.guess > 0


@pytest.mark.parametrize(
    ("aspect", "corners"),
    [
        ("", (12, 0, 22, 10)),
        ("xMaxYMin meet", (24, 0, 34, 10)),
        ("xMinYMax slice", (0, -36, 20, -16)),
        ("none", (0, 0, 20, 10)),
    ],
)
def test_a_box_of_another_shape_than_its_paper_lies_on_it_as_the_file_says(
    aspect: str, corners: tuple[int, int, int, int]
) -> None:
    head = f'width="48in" height="36in" viewBox="0 0 24 36" preserveAspectRatio="{aspect}"'
    drawing = svg('<rect width="10" height="10"/>', head)
    assert drawing.scale is not None
    west, north, east, south = drawing.box
    assert ((east - west) * drawing.scale, (south - north) * drawing.scale) == pytest.approx((48, 36))
    ring = only(drawing).outlines[0].exterior
    ends = (min(ring), max(ring))
    assert [
        round((x - at) * drawing.scale, 6) for end in ends for x, at in zip(end, (west, north), strict=True)
    ] == [*corners]


def test_a_drawing_inside_a_drawing_is_fitted_as_it_says() -> None:
    inner = '<svg width="240" height="120" viewBox="0 0 10 10" preserveAspectRatio="{}">'
    body = inner + '<rect width="5" height="5"/></svg>'
    assert area(only(svg(body.format("none")))) == pytest.approx(120 * 60)
    assert area(only(svg(body.format("xMidYMid")))) == pytest.approx(60 * 60)


def test_without_a_box_the_map_is_as_large_as_what_it_draws() -> None:
    drawing = svg('<rect x="10" y="20" width="30" height="40" class="woods"/>', "")
    assert drawing.box == (10, 20, 40, 60)
    assert "viewBox" in stated(drawing)


# ---- shapes

SHAPES = [
    ('<rect width="40" height="20"/>', 800),
    ('<rect width="40" height="20" rx="10"/>', 800 - (4 - math.pi) * 100),
    ('<rect width="40" height="20" rx="99" ry="5"/>', 800 - (4 - math.pi) * 100),
    ('<circle cx="50" cy="50" r="30"/>', 900 * math.pi),
    ('<ellipse cx="50" cy="50" rx="30" ry="10"/>', 300 * math.pi),
    ('<polygon points="0,0 40,0 40,30"/>', 600),
    ('<polyline points="0,0 40,0 40,30"/>', 600),
    ('<path d="M 0 0 h 40 v 30 z"/>', 600),
    ('<path d="M 20 50 A 30 30 0 1 1 80 50 A 30 30 0 1 1 20 50 Z"/>', 900 * math.pi),
    ('<path d="M 0 30 Q 30 -30 60 30 Z"/>', 2 / 3 * 60 * 30),
    ('<path d="M 0 0 C 0 40 60 40 60 0 Z"/>', 0.6 * 60 * 40),
    ('<path d="M 0 0 c 0 40 60 40 60 0 s 60 40 60 0" fill="#000"/>', 1440),
    ('<rect width="10%" height="10%"/>', 48 * 36),
]


@pytest.mark.parametrize(("body", "size"), SHAPES, ids=[body[1:40] for body, _ in SHAPES])
def test_fills_are_areas(body: str, size: float) -> None:
    assert area(only(svg(body))) == pytest.approx(size, rel=0.006)


def test_a_figure_eight_is_an_area_though_its_halves_cancel() -> None:
    shape = only(svg('<path d="M 0 0 L 40 30 L 40 0 L 0 30 Z"/>'))
    assert len(shape.outlines[0].exterior) == 4


def test_curves_stay_within_a_hundredth_of_an_inch_where_the_scale_is_known() -> None:
    drawing = svg('<circle cx="240" cy="180" r="150"/>', 'width="48in" height="36in" viewBox="0 0 480 360"')
    ring = only(drawing).outlines[0].exterior
    middles = [
        math.dist((240, 180), ((x0 + x1) / 2, (y0 + y1) / 2))
        for (x0, y0), (x1, y1) in zip(ring, (*ring[1:], ring[0]), strict=True)
    ]
    assert 0.1 * (150 - min(middles)) < 0.01
    assert len(ring) < 200


@pytest.mark.parametrize(("rule", "size"), [("evenodd", 75), ("nonzero", 100)])
def test_the_fill_rule_makes_holes(rule: str, size: float) -> None:
    path = f'<path fill-rule="{rule}" d="M 0 0 h 10 v 10 h -10 z M 2 2 h 5 v 5 h -5 z"/>'
    assert area(only(svg(path))) == pytest.approx(size)


def test_a_hole_that_runs_the_other_way_is_one_under_either_rule() -> None:
    drawing = svg(
        '<path d="M 0 0 h 10 v 10 h -10 z M 2 2 v 5 h 5 v -5 z M 3 3 h 1 v 1 h -1 z M 50 50 h 4 v 4 h -4 z"/>'
    )
    shape = only(drawing)
    assert area(shape) == pytest.approx(75 + 1 + 16)
    assert sorted(len(outline.holes) for outline in shape.outlines) == [0, 0, 1]


def test_strokes_without_a_fill_are_lines_of_their_width() -> None:
    drawing = svg(
        '<g transform="scale(2)" stroke="#333" fill="none" stroke-width="3"><path d="M 0 0 H 9 M 0 5 H 9 V 7"/></g>'
    )
    assert [shape.path for shape in drawing.shapes] == [((0, 0), (18, 0)), ((0, 10), (18, 10), (18, 14))]
    assert {shape.width for shape in drawing.shapes} == {6}
    assert list(kinds(drawing).values()) == ["wall"]


def test_a_closed_stroke_is_a_line_around() -> None:
    shape = only(svg('<rect width="40" height="20" fill="none" stroke="black"/>'))
    assert shape.path[0] == shape.path[-1]
    assert length(shape.path) == pytest.approx(120)


@pytest.mark.parametrize(
    ("transform", "corner"),
    [
        ("translate(5)", (5, 0)),
        ("translate(5,7) scale(2)", (5, 7)),
        ("rotate(90 10 10)", (20, 0)),
        ("matrix(1 0 0 1 3 4)", (3, 4)),
        ("scale(-1 1) translate(-20)", (20, 0)),
        ("skewX(45) translate(0 5)", (5, 5)),
    ],
)
def test_transforms_nest(transform: str, corner: tuple[float, float]) -> None:
    plain = svg(
        f'<g transform="translate(30 40)"><polygon transform="{transform}" points="0,0 10,0 0,10"/></g>'
    )
    first = only(plain).outlines[0].exterior[0]
    assert first == pytest.approx((corner[0] + 30, corner[1] + 40))


def test_use_repeats_what_defs_hold() -> None:
    drawing = svg(
        '<defs><rect id="hut" width="4" height="3"/><symbol id="yard" viewBox="0 0 10 10">'
        '<rect width="10" height="5"/></symbol></defs>'
        '<use href="#hut" x="10" y="20"/><use xlink:href="#hut" transform="translate(50 50)"/>'
        '<use href="#yard" x="100" y="100" width="20" height="20"/>'
    )
    assert [shape.outlines[0].exterior[0] for shape in drawing.shapes] == [(10, 20), (50, 50), (100, 100)]
    assert [area(shape) for shape in drawing.shapes] == [12, 12, 200]
    assert all(shape.id is None for shape in drawing.shapes)


def test_a_drawing_inside_a_drawing_is_fitted() -> None:
    inner = '<svg x="100" y="50" width="200" height="100" viewBox="0 0 10 10"><rect width="10" height="10"/></svg>'
    assert set(only(svg(inner)).outlines[0].exterior) == {(150, 50), (250, 50), (250, 150), (150, 150)}


# ---- groups


def test_our_own_words_say_kind_and_heights() -> None:
    drawing = svg(
        '<path id="b1" data-kind="building" data-height="2.5" data-class="heavy" data-floors="2" data-name="Mill"'
        ' data-toward="north" fill="none" d="M 0 0 h 9 v 9 z"/>'
    )
    shape = only(drawing)
    assert kinds(drawing) == {"building": "building"}
    assert dict(shape.properties) == {"height": 2.5, "class": "heavy", "floors": 2}
    assert (shape.id, shape.name) == ("b1", "Mill")
    assert "data-toward: is no number" in stated(drawing)


@pytest.mark.parametrize(
    ("body", "key", "kind"),
    [
        ('<rect class="woods" {}/>', "woods", "woods"),
        ('<g inkscape:label="Light woods" id="layer1"><rect {}/></g>', "Light woods", "woods"),
        ('<g id="buildings"><g><rect {}/></g></g>', "buildings", "building"),
        ('<g id="layer2"><rect {}/></g>', "layer2, #000000", ""),
        ('<rect id="river" {}/>', "water", "water"),
        ('<rect id="rect1234" {} fill="#336699"/>', "#336699 areas", ""),
        ('<rect {} fill="#4a9a4a"/>', "#4a9a4a areas", "woods"),
        ('<rect {} style="fill:rgb(200,180,120);stroke:red"/>', "#c8b478 areas", "hill"),
        (
            '<style>.st0{{fill:#336699}} .st1, .st2 {{stroke:none}}</style><g><rect style="" {} class="st0"/></g>',
            "st0, #336699",
            "",
        ),
        ('<g id="Grid"><rect {} fill="none" stroke="#aaa"/></g>', "Grid", ""),
    ],
)
def test_groups_have_the_names_that_the_drawing_gives(body: str, key: str, kind: str) -> None:
    drawing = svg(body.format('width="40" height="30"'))
    assert kinds(drawing) == {key: kind}


def test_a_layer_that_says_walls_needs_no_paint() -> None:
    drawing = svg(
        '<g inkscape:label="walls"><line x1="1" x2="9"/><path d="m 9 0 v 20" class="st1"/></g><line x2="9"/>'
    )
    assert kinds(drawing) == {"walls lines": "wall"}
    assert [(shape.path, shape.width) for shape in drawing.shapes] == [
        (((1, 0), (9, 0)), None),
        (((9, 0), (9, 20)), None),
    ]
    assert "shows nothing" in stated(drawing)


def test_style_sheets_inside_are_heard() -> None:
    drawing = svg(
        '<style>.x{fill:none;stroke:#123456} rect{stroke-width:4}</style><rect class="x" width="9" height="9"/>'
    )
    assert only(drawing).width == 4


def test_what_covers_the_whole_map_is_background() -> None:
    drawing = svg(
        '<rect width="480" height="360" fill="#fff"/><rect width="480" height="360" fill="url(#p)"/>'
        '<pattern id="p"><path d="M 0 0 h 9"/></pattern>'
        '<rect width="40" height="30" class="woods"/><rect data-kind="hill" width="480" height="360"/>'
    )
    assert kinds(drawing) == {"background": "", "woods": "woods", "hill": "hill"}
    assert group(drawing, "background").count == 2
    assert "as large as the whole map" in group(drawing, "background").why


@pytest.mark.parametrize(
    "name", ["editor", "Editor layer", "guides", "helper-lines", "annotations 2", "construction", "Rulers"]
)
@pytest.mark.parametrize(
    "inside", ["{}", "<g>{}</g>", '<g id="layer7">{}</g>', '<g class="st0">{}</g>', '<g id="walls">{}</g>']
)
def test_layers_that_somebody_drew_with_are_no_terrain(name: str, inside: str) -> None:
    drawn = '<path d="M 1 1 H 90" stroke="#000" class="st1"/><rect width="40" height="30" fill="#336699"/>'
    drawing = svg(
        f'<g inkscape:label="{name}">{inside.format(drawn)}</g><rect class="woods" width="9" height="9"/>'
    )
    assert kinds(drawing) == {name: "", "woods": "woods"}
    assert "no terrain" in group(drawing, name).why


@pytest.mark.parametrize(
    ("first", "second", "width"),
    [
        ('d="M 9 9 H 90" stroke="#000" stroke-width="6"', 'd="M 9 9 H 90" stroke="#fff" stroke-width="3"', 6),
        ('d="M 9 9 H 90" stroke="#fff" stroke-width="3"', 'd="M 90 9 H 9" stroke="#000" stroke-width="6"', 6),
        ('d="M 9 9 H 90" stroke="#000" stroke-width="6"', 'd="M 9 9 H 90" stroke="#fff" stroke-width="6"', 6),
        ('d="M 9 9 H 90 V 50 Z" stroke="#000"', 'd="M 90 50 L 9 9 H 90 Z" stroke="#fff"', 1),
        (
            'd="M 9 9 H 90" stroke="#000" stroke-width="4"',
            'd="M 9 9 H 90" stroke="#fff" stroke-dasharray="4"',
            4,
        ),
    ],
    ids=["black and white", "the other way round", "as wide", "closed", "dashes on a line"],
)
@pytest.mark.parametrize(
    "ground", ["", '<rect width="480" height="360" fill="#fff"/>'], ids=["bare", "on white"]
)
def test_a_line_drawn_twice_is_one(first: str, second: str, width: float, ground: str) -> None:
    drawing = svg(f'{ground}<path fill="none" {first}/><path fill="none" {second}/>')
    (line,) = (shape for shape in drawing.shapes if shape.path)
    assert line.width == width
    assert not [each for each in drawing.groups if "openings" in each.key]
    assert "was taken once" in stated(drawing)


def test_an_outline_drawn_again_around_its_area_is_no_wall() -> None:
    drawn = (
        '<path class="hill" d="M 9 9 H 90 V 50 Z"/><path d="M 9 9 H 90 V 50 Z" fill="none" stroke="#000"/>'
    )
    assert kinds(svg(drawn)) == {"hill": "hill"}


def test_lines_that_only_cross_or_share_a_stretch_stay_two() -> None:
    drawing = svg('<g stroke="#000"><path d="M 0 5 H 90"/><path d="M 0 5 H 60"/><path d="M 5 0 V 90"/></g>')
    assert len(drawing.shapes) == 3


@pytest.mark.parametrize("paint", ["lightblue", "#336699", "rgb(0,120,255)", "steelblue"])
def test_a_color_alone_makes_no_water(paint: str) -> None:
    drawing = svg(f'<rect width="40" height="30" fill="{paint}"/>')
    (found,) = drawing.groups
    assert (found.kind, "choose water" in found.why) == ("", True)
    assert kinds(svg(f'<rect class="pond" width="40" height="30" fill="{paint}"/>')) == {"pond": "water"}


DOORS = (
    '<rect width="480" height="360" fill="#1e1e1e"/>'
    '<g stroke="#555" stroke-width="4" fill="none"><path d="M 100 100 H 300"/></g>'
    '<g stroke="#1e1e1e" stroke-width="8" fill="none"><path d="M 150 100 H 190"/></g>'
    '<g stroke="#666" stroke-width="1" fill="none"><path d="M 150 100 A 40 40 0 0 1 190 140"/>'
    '<path stroke-dasharray="4,4" d="M 0 0 L 40 40"/></g>'
)


def test_doorways_painted_over_walls_can_be_cut_out() -> None:
    drawing = svg(DOORS)
    assert kinds(drawing) == {
        "background": "",
        "#555555 lines, 4 wide": "wall",
        "painted in the background color": "",
        "#666666 thin arcs": "",
        "#666666 dashed": "",
        "#555555 lines, 4 wide, openings cut out": "",
    }
    cut = [shape for shape in drawing.shapes if "cut out" in shape.group]
    assert sorted(map(area, cut)) == pytest.approx([4 * 50, 4 * 110])
    assert "openings cut out" in stated(drawing)


def test_what_paints_no_terrain_is_said() -> None:
    drawing = svg(
        '<text x="1" y="1">Kitchen</text><image href="map.png" width="9" height="9"/><script>alert(1)</script>'
        '<rect width="9" height="9" display="none"/><g visibility="hidden"><rect width="9" height="9"/></g>'
        '<g opacity="0"><rect width="9" height="9"/></g><rect width="9" height="9" fill="none"/>'
        '<rect width="9" height="9" clip-path="url(#c)"/><clipPath id="c"><rect width="9" height="9"/></clipPath>'
        '<foreignObject/><animate/><path d="M 0 0 L"/><blob/>'
    )
    words = stated(drawing)
    assert len(drawing.shapes) == 1
    for part in (
        "a text is no terrain",
        "picture was left out",
        "script was not run",
        "a hidden element",
        "an invisible element or layer was left out (2 times)",
        "without fill or stroke",
        "clip-path: was not applied",
        "no SVG was left out",
        "a movement was left out",
        "an outline that cannot be read",
        "blob: ",
    ):
        assert part in words


# ---- hostile files

ENTITIES = "".join(f'<!ENTITY e{n + 1} "{f"&e{n};" * 10}">' for n in range(9))
BOMB = f'<!DOCTYPE svg [<!ENTITY e0 "lol">{ENTITIES}]>'
OUTLINE = '<path d="M0 0h9v9"/>'
USES = [f'<use href="#g{n}"/>' * 10 for n in range(9)]
LINKS = "".join(f'<g id="g{n + 1}">{uses}</g>' for n, uses in enumerate(USES))  # a billion rectangles
REFUSED = {
    "an entity bomb": BOMB + f"{HEAD}><text>&e9;</text></svg>",
    "an entity from a file": f'<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>{HEAD}><text>&x;</text></svg>',
    "a parameter entity": f'<!DOCTYPE svg [<!ENTITY % x SYSTEM "http://localhost:1/x"> %x;]>{HEAD}/>',
    "a billion uses": f'{HEAD}><defs><rect id="g0" width="9" height="9"/>{LINKS}</defs><use href="#g9"/></svg>',
    "endless nesting": f"{HEAD}>{'<g>' * 5_000}{'</g>' * 5_000}</svg>",
    "too many tags": f"{HEAD}>{'<g/>' * 400_001}</svg>",
    "too many outlines": f"{HEAD}>{OUTLINE * 10_001}</svg>",
    "a path without end": f'{HEAD}><path d="M 0 0 {"L 1 1 " * 700_000}"/></svg>',
    "a place without end": f'{HEAD} viewBox="0 0 9 9"><path d="M 0 0 L 1e308 1e308 L 5 9 Z"/></svg>',
    "a radius without end": f'{HEAD}><path d="M 0 0 A 1e308 1e308 0 0 1 5 5"/></svg>',
    "a scale without end": f'{HEAD}><g transform="scale(1e308) scale(1e308)"><rect width="9" height="9"/></g></svg>',
    "a transform that is none": f'{HEAD}><g transform="wobble(3)"><rect width="9" height="9"/></g></svg>',
    "broken off": f'{HEAD}><g><rect width="9" ',
    "rubbish": "<svg \x00\x01\x02",
    "another kind of XML": "<html><svg/></html>",
    "an unknown encoding": f'<?xml version="1.0" encoding="klingon"?>{HEAD}/>',
}


@pytest.mark.parametrize("text", REFUSED.values(), ids=REFUSED.keys())
def test_hostile_files_are_refused(text: str) -> None:
    with pytest.raises(InputError) as caught:
        read_svg(text.encode())
    assert all(len(problem.sentence) < 400 for problem in caught.value.problems)


def test_nothing_is_fetched() -> None:
    drawing = svg(
        '<use xlink:href="file:///etc/passwd#x"/><use href="http://localhost:1/a.svg#b"/>'
        '<image xlink:href="file:///etc/passwd" width="9" height="9"/>'
        '<style>@import url("http://localhost:1/x.css"); rect{fill:url(file:///etc/passwd)}</style>'
        '<rect width="40" height="30"/>'
    )
    assert "use: what it refers to is not in the file and was not fetched (2 times)" in stated(drawing)
    assert "a style sheet elsewhere was not fetched" in stated(drawing)
    assert len(drawing.shapes) == 1


def test_names_that_a_drawing_program_gives_its_namespaces_do_no_harm() -> None:
    names = '<!ENTITY ns_svg "http://www.w3.org/2000/svg">\n<!ENTITY ns_ai "http://ns.adobe.com/AI/10.0/">'
    text = f'<!DOCTYPE svg [\n{names}\n]>{HEAD} xmlns:i="&ns_ai;"><rect width="40" height="30"/></svg>'
    assert len(read_map(text.encode()).shapes) == 1


def test_a_plain_doctype_does_no_harm() -> None:
    head = (
        '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">'
    )
    drawing = read_map(
        f'<?xml version="1.0"?>{head}<!-- made by hand -->{HEAD}><rect width="40" height="30"/></svg>'.encode()
    )
    assert drawing.format == "svg"
    assert area(only(drawing)) == 1200


@pytest.mark.parametrize(
    "value", ["nan", "inf", "1e400", "-5", "", "9 9", "1e999999999", "0x10", "١٢"], ids=repr
)
def test_odd_lengths_are_no_lengths(value: str) -> None:
    drawing = svg(
        f'<rect width="{value}" height="9"/><circle r="{value}"/><g transform=""><line x2="{value}"/></g>'
    )
    assert not drawing.shapes


def test_a_thing_that_uses_itself_ends() -> None:
    drawing = svg('<g id="a"><rect width="9" height="9"/><use href="#b"/></g><g id="b"><use href="#a"/></g>')
    assert "refers to itself" in stated(drawing)
    assert 1 <= len(drawing.shapes) < 10


def test_a_picture_of_many_megabytes_is_passed_over() -> None:
    drawing = svg(f'<image href="data:image/png;base64,{"A" * 5_000_000}"/><rect width="40" height="30"/>')
    assert len(drawing.shapes) == 1
