"""Which fair layout can be generated? Settings and a seed in the address, a picture with figures, and its use."""

import secrets
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Final

from flask import Response, make_response, request, url_for
from markupsafe import Markup

from astrike.dataclass import dataclass
from astrike.editing.layout.generator import generate
from astrike.editing.layout.wishes import (
    HIGHEST_SEED,
    KINDS,
    LIMITS,
    MOST_OF_A_KIND,
    PER_48,
    SYMMETRIES,
    GeneratedLayout,
    LayoutWishes,
    UnmetWish,
    counts_for,
)
from astrike.editing.terrain.saved import how_to_lay
from astrike.editing.terrain.saved import use_layout as laid_out
from astrike.editing.terrain.typed_fields import Default, TypedFields
from astrike.errors import InputError, Problem
from astrike.model.document_change import ChangeLabel
from astrike.model.table import Table
from astrike.rulebook.loader import load_edition
from astrike.web.current.table import ChangedLine, Current, change, form_table, load_current
from astrike.web.http.i18n import _, tr
from astrike.web.http.responses import see_other, show
from astrike.web.jobs.dispatch import run_long_work
from astrike.web.problems import form_again, problems_by_field
from astrike.web.terrain.layout_pictures import LayoutFigure, figures_of, quadrant_words, table_picture

FIELDS: Final = (
    "density",
    "symmetry",
    "seed",
    "gap",
    "edge",
    "zone_gap",
    "least",
    "most",
    "on_hills",
    "how",
    *KINDS,
)
_START: Final[Mapping[str, str]] = {
    "density": "medium",
    "symmetry": "turn",
    "gap": "2",
    "edge": "2",
    "zone_gap": "",
    "least": "",
    "most": "",
    "on_hills": "true",
    "how": "replace",
}


@dataclass(frozen=True, slots=True)
class GeneratorContext:
    """The wishes as typed, and the layout that they give."""

    current: Current
    version: int
    values: Mapping[str, str]
    kinds: tuple[tuple[str, str, str], ...]
    """Key, label, and how many the density gives."""
    another: int
    """The seed of the next layout."""
    is_open: bool
    picture: Markup
    figures: tuple[LayoutFigure, ...]
    unmet: tuple[str, ...]
    problems: Mapping[str, tuple[Problem, ...]]


def show_generator(code: str) -> Response:
    """Show the layout that the wishes in the address give."""
    current = load_current(code)
    values = _values(request.args, again=request.args.get("again", ""))
    try:
        layout = run_long_work("layout", partial(generate, _wishes(current.table, values)))
    except InputError as error:
        return form_again(_page(current, values, error=error), error)
    return make_response(_page(current, values, layout=layout))


def use_generated_layout(code: str) -> Response:
    """Lay the layout out on the table."""
    current = load_current(code)
    values = _values(request.form)
    layout: GeneratedLayout | None = None
    try:
        table = form_table(current)
        layout = run_long_work("layout", partial(generate, _wishes(table, values)))
        edited = laid_out(table, layout.table, how=how_to_lay(values["how"]), zones=False)
        label = ChangeLabel("layout.random", {"seed": values["seed"]})
        mine = _("random table %(seed)s", seed=values["seed"])
        now = _("%(count)s pieces", count=len(current.table.terrain))
        change(current, edited.operations, label=label, lines=[ChangedLine(_("Terrain"), mine, now)])
    except InputError as error:
        return form_again(_page(current, values, layout=layout, error=error), error)
    return see_other(url_for("terrain.show_edit", code=current.code))


def _values(given: Mapping[str, str], *, again: str = "") -> dict[str, str]:
    values = {name: given.get(name, _START.get(name, "")).strip() for name in FIELDS}
    values["seed"] = again or values["seed"] or str(_draw())
    return values


def _draw() -> int:
    return secrets.randbelow(HIGHEST_SEED + 1)


def _wishes(table: Table, values: Mapping[str, str]) -> LayoutWishes:
    typed = TypedFields(values)
    density = typed.word("density", "medium", PER_48)
    counts = counts_for(density, table.width, table.depth)
    for kind in KINDS:
        counts[kind] = typed.whole(kind, counts[kind], low=0, high=MOST_OF_A_KIND)

    def number(name: str, default: Default) -> float | Default:
        low, high = LIMITS[name]
        return typed.number(name, default, low=low, high=high)

    found = LayoutWishes(
        seed=typed.whole("seed", 0, low=0, high=HIGHEST_SEED),
        width=table.width,
        depth=table.depth,
        symmetry=typed.word("symmetry", "turn", SYMMETRIES),
        counts=counts,
        gap=number("gap", 0.0),
        edge=number("edge", 0.0),
        zone_gap=number("zone_gap", None),
        least=number("least", 0.0),
        most=number("most", 100.0),
        on_hills=typed.yes_no("on_hills", False),
        zones=tuple(
            o.exterior for piece in table.terrain if piece.kind == "deployment" for o in piece.outlines
        ),
        edition=table.edition,
    )
    typed.settle()
    return found


def _page(
    current: Current,
    values: Mapping[str, str],
    *,
    layout: GeneratedLayout | None = None,
    error: InputError | None = None,
) -> str:
    table = current.table
    edition = load_edition(table.edition)
    density = values["density"] if values["density"] in PER_48 else "medium"
    usual = counts_for(density, table.width, table.depth)
    problems = {} if error is None else problems_by_field(error)
    folded = ("gap", "edge", "zone_gap", "least", "most", *KINDS)
    context = GeneratorContext(
        current=current,
        version=current.version,
        values=values,
        kinds=tuple((kind, tr(edition.terrain[kind].label), str(usual[kind])) for kind in KINDS),
        another=_draw(),
        is_open=any(name in problems for name in folded) or any(values[kind] for kind in KINDS),
        picture=Markup() if layout is None else table_picture(_shown(table, layout), name="random"),
        figures=() if layout is None else figures_of(layout.table, layout.coverage),
        unmet=() if layout is None else tuple(_stated(each, table) for each in layout.unmet),
        problems=problems,
    )
    return show("terrain/generator.html", context)


def _shown(table: Table, layout: GeneratedLayout) -> Table:
    """Show the zones and marked points of the table on it, which stay."""
    rows = load_edition(table.edition).terrain
    zones = tuple(piece for piece in table.terrain if rows[piece.kind].family == "zone")
    return replace(
        layout.table,
        name=table.name,
        terrain=(*layout.table.terrain, *zones),
        markers=table.markers,
        sides=table.sides,
    )


def _stated(unmet: UnmetWish, table: Table) -> str:
    wished, reached = f"{unmet.wished:.0f}", f"{unmet.reached:.0f}"
    if unmet.key == "least":
        where = quadrant_words(unmet.where)
        return _(
            "%(where)s: %(reached)s %% covered, at least %(wished)s %% wished",
            where=where,
            reached=reached,
            wished=wished,
        )
    if unmet.key == "most":
        where = quadrant_words(unmet.where)
        return _(
            "%(where)s: %(reached)s %% covered, at most %(wished)s %% wished",
            where=where,
            reached=reached,
            wished=wished,
        )
    kind = tr(load_edition(table.edition).terrain[unmet.key].label)
    return _("%(kind)s: %(reached)s of %(wished)s found a place", kind=kind, reached=reached, wished=wished)
