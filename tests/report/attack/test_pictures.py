"""The pictures as they reach a page: well-formed, without styles or scripts, named for those who cannot see them."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from astrike.report.attack.plan import plan
from astrike.report.attack.side_view import profile
from astrike.report.attack.silhouette import silhouette
from astrike.report.table.board import TriedUnit, board
from astrike.report.table.sight_lines import sight_line
from astrike.report.terrain.picture import terrain_picture
from astrike.report.units.marks import marks
from astrike.rules.table.prepared_table import PreparedTable
from tests.asking import attacks_from
from tests.report.macros import PICTURES
from tests.report.scenes import asked, behind_a_hill, everything

ROOT = Path(__file__).resolve().parents[3]
BOARD, CHOSEN = (
    "".join((ROOT / "static" / "css" / name).read_text(encoding="utf-8") for name in names)
    for names in (("map.css", "pictures.css"), ("chosen.css",))
)
STYLES = BOARD + CHOSEN
TOKENS = (ROOT / "static" / "css" / "tokens.css").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def pages() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(ROOT / "templates"),
        undefined=StrictUndefined,
        autoescape=True,
        extensions=["jinja2.ext.i18n"],
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.install_null_translations(newstyle=True)  # type: ignore[attr-defined]
    return environment


TABLE = everything()


def render(pages: Environment, call: str, **given: Any) -> ElementTree.Element:
    name = call.split(".", maxsplit=1)[0]
    source = f'{{% import "{PICTURES[name]}.svg.html" as {name} with context %}}{{{{ {call} }}}}'
    return ElementTree.fromstring(pages.from_string(source).render(**given).strip())


def map_of(pages: Environment, prepared: PreparedTable, chosen: str | None = "A1") -> ElementTree.Element:
    lines = [
        sight_line(answer, prepared.bodies, table=prepared.table)
        for answer in (attacks_from(prepared, chosen) if chosen else ())
    ]
    view = board(
        prepared.table,
        prepared.bodies,
        chosen=chosen,
        sightlines=lines,
        ghost=TriedUnit("A1", (30.0, 20.0), 0.0),
        tops=prepared.heights,
        edition=prepared.edition,
    )
    return render(pages, 'board.board(view, "map", link)', view=view, link=lambda unit: f"/t/x?unit={unit}")


def all_pictures(pages: Environment, prepared: PreparedTable) -> Iterator[ElementTree.Element]:
    yield map_of(pages, prepared)
    yield map_of(pages, prepared, None)
    for scene, attacker, target in (
        (prepared, "A1", "K1"),
        (behind_a_hill(), "A1", "K1"),
        (behind_a_hill(far=90), "A1", "K1"),
    ):
        geometry, answer = asked(scene, attacker, target)
        given = {"answer": answer, "tops": scene.heights, "edition": scene.edition}
        yield render(pages, 'plan.plan(view, "plan")', view=plan(scene.table, geometry, **given))
        yield render(pages, 'profile.profile(view, "side")', view=profile(scene.table, geometry, **given))
        for is_mini in (True, False):
            view = silhouette(geometry, answer, marks=marks(scene.table), is_mini=is_mini)
            yield render(pages, 'silhouette.silhouette(view, "sil", "Kea", "Alder")', view=view)


def test_pictures_have_no_style_no_script_and_no_number_that_is_none(
    pages: Environment, prepared: PreparedTable
) -> None:
    for picture in all_pictures(pages, prepared):
        for node in picture.iter():
            assert node.tag not in ("script", "style")
            for name, value in node.attrib.items():
                assert name != "style"
                assert not name.startswith("on")
                assert "None" not in value
                assert "nan" not in value.split()


def test_every_class_of_a_picture_has_its_style(pages: Environment, prepared: PreparedTable) -> None:
    styled = set(re.findall(r"\.([a-z][\w-]*)", STYLES))
    used = {
        name
        for picture in all_pictures(pages, prepared)
        for node in picture.iter()
        for name in node.get("class", "").split()
    }
    meant_for_scripts = {
        "board",
        "units",
        "unit",
        "tags",
        "tag",
        "furniture",
        "is-gone",
        "plan",
        "profile",
        "sil-view",
        "spot-none",
        "water",
        "pf-fill",
    }
    assert used - styled - meant_for_scripts == set()


def test_every_picture_is_named(pages: Environment, prepared: PreparedTable) -> None:
    for picture in all_pictures(pages, prepared):
        assert picture.get("role") in ("img", "group")
        assert len(picture.get("aria-label", "")) > 20


def test_names_of_patterns_exist_and_are_used_once(pages: Environment, prepared: PreparedTable) -> None:
    for picture in all_pictures(pages, prepared):
        named = [node.get("id") for node in picture.iter() if node.get("id")]
        assert len(named) == len(set(named))
        for node in picture.iter():
            for name in ("fill", "clip-path"):
                if (used := re.fullmatch(r"url\(#(.+)\)", node.get(name, ""))) is not None:
                    assert used.group(1) in named


def test_each_unit_is_a_link_with_its_place(pages: Environment, prepared: PreparedTable) -> None:
    links = {
        node.get("data-unit"): node for node in map_of(pages, prepared).iter("a") if node.get("data-unit")
    }
    assert set(links) == {unit.id for unit in prepared.table.units}
    kea = links["K1"]
    assert kea.get("href") == "/t/x?unit=K1"
    assert kea.get("aria-label") == "K Kea, Red, at 38.0 by 30.0"
    assert (kea.get("data-x"), kea.get("data-y"), kea.get("data-facing")) == ("38", "30", "200")
    assert kea.find("path") is not None
    assert links["A1"].get("aria-current") == "true"
    assert links["C1"].get("aria-label") == "C Cedar, Blue, at 24.0 by 14.0, destroyed"


def test_the_map_tells_scripts_its_scale(pages: Environment, prepared: PreparedTable) -> None:
    picture = map_of(pages, prepared)
    land = terrain_picture(prepared.table)
    scale, x0, y0 = (float(picture.get(name, "nan")) for name in ("data-scale", "data-x0", "data-y0"))
    assert (x0 + scale * 38, y0 - scale * 30) == pytest.approx(land.frame.at((38, 30)), abs=0.1)


def test_the_map_says_what_is_chosen(pages: Environment, prepared: PreparedTable) -> None:
    stated = map_of(pages, prepared).get("aria-label", "")
    assert stated == "Table 48 by 36 inches. Alder is chosen. Lines of sight run to 3 units."
    assert map_of(pages, prepared, None).get("aria-label") == "Table 48 by 36 inches."


def test_words_are_escaped(pages: Environment) -> None:
    scene = behind_a_hill()
    geometry, answer = asked(scene, "A1", "K1")
    table = scene.table
    sly = type(table.terrain[0])(**{**_fields(table.terrain[0]), "name": "<b>&"})
    view = plan(type(table)(**{**_fields(table), "terrain": (sly,)}), geometry, answer=answer)
    picture = render(pages, 'plan.plan(view, "plan")', view=view)
    assert any((node.text or "").startswith("<b>&") for node in picture.iter("text"))


def _fields(value: Any) -> dict[str, Any]:
    return {name: getattr(value, name) for name in value.__dataclass_fields__}


def test_kept_terrain_takes_the_place_of_new(pages: Environment, prepared: PreparedTable) -> None:
    view = board(prepared.table, prepared.bodies)
    picture = render(pages, 'board.board(view, "map", link, kept)', view=view, link=str, kept="KEPT")
    assert "KEPT" in "".join(picture.itertext())
    assert not [node for node in picture.iter("g") if node.get("class") == "terrain"]


def test_the_side_view_says_what_hides_and_how_heights_are_drawn(pages: Environment) -> None:
    scene = behind_a_hill()
    geometry, answer = asked(scene, "A1", "K1")
    view = profile(scene.table, geometry, answer=answer, tops=scene.heights)
    stated = render(pages, 'profile.profile(view, "side")', view=view).get("aria-label", "")
    assert stated.startswith("Side view, heights true to scale. Hill 1 hides ")
    assert "of Kea." in stated
    far = behind_a_hill(far=90)
    geometry, answer = asked(far, "A1", "K1")
    view = profile(far.table, geometry, answer=answer, tops=far.heights)
    assert (
        render(pages, 'profile.profile(view, "side")', view=view)
        .get("aria-label", "")
        .startswith(f"Side view, heights × {view.stretch:g}.")
    )


# ---- colors


def _block(start: str) -> dict[str, str]:
    found = TOKENS[TOKENS.index(start) :]
    return dict(re.findall(r"(--[\w-]+):\s*(#[0-9a-f]{6})", found[: found.index("}")]))


LIGHT = _block("/* light:")
DARK = _block(':root:not([data-theme="light"])')


def _luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def test_both_dark_blocks_are_alike() -> None:
    assert _block(':root[data-theme="dark"]') == DARK
    assert set(DARK) == set(LIGHT)


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_letters_and_numbers_on_pictures_have_contrast(theme: dict[str, str]) -> None:
    for side in "snewx":
        assert contrast(theme[f"--on-side-{side}"], theme[f"--side-{side}"]) >= 7, side
        for ground in ("--map-ground", "--map-h2"):
            assert contrast(theme[f"--side-{side}"], theme[ground]) >= 3, (side, ground)
    assert contrast(theme["--map-text"], theme["--map-halo"]) >= 7
    assert contrast(theme["--map-water-text"], theme["--map-halo"]) >= 7
    assert contrast(theme["--on-hidden"], theme["--hidden"]) >= 7
    assert contrast(theme["--ink"], theme["--surface"]) >= 7
    assert contrast(theme["--map-contour"], theme["--map-h2"]) >= 3
    assert contrast(theme["--hit"], theme["--map-ground"]) >= 4.5


def test_the_style_sheet_names_no_colour_of_its_own() -> None:
    assert not re.search(r"#[0-9a-f]{3,6}\b|rgb|hsl", BOARD)
    used = set(re.findall(r"var\((--[\w-]+)\)", BOARD))
    own = {"--side", "--on-side", "--font"}
    assert used - set(LIGHT) - own == set()
