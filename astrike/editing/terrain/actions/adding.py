"""How does a piece, drawn or from the palette, or a marked point come onto the table?"""

import math
from collections.abc import Mapping
from typing import Final

from astrike.editing.terrain.actions.properties import MARKER_FIELDS, typed_properties
from astrike.editing.terrain.edit_requests import EditResult, WishReader, new_feature
from astrike.editing.terrain.ground_levels import HillTier, between_levels, stood_up
from astrike.editing.terrain.palette import (
    PalettePart,
    PalettePiece,
    laid,
    laid_across,
    palette,
    part_of_kind,
)
from astrike.editing.terrain.shapes import (
    FEWEST_SIDES,
    LARGEST,
    MOST_SIDES,
    SMALLEST,
    Form,
    FreeForm,
    PointForm,
    RegularForm,
    SizedForm,
    StripForm,
    areas_of,
    centre_of,
    moved_form,
    plain,
    size_of_form,
    sized_form,
)
from astrike.formats.checks import number_or_none
from astrike.formats.table.terrain import MARKERS
from astrike.geometry.components import components
from astrike.model.document_change import AddFeature
from astrike.model.inch_limits import FARTHEST
from astrike.model.number_text import plain_number as figure

FORMS: Final = ("rectangle", "ellipse", "regular", "free", "strip")


def add(asked: WishReader) -> EditResult:
    """Put a piece of the palette, or one that was drawn, onto the table."""
    typed = asked.typed
    item = _item(asked)
    drawn = _drawn(asked)
    at = (
        typed.number("x", asked.table.width / 2, low=-FARTHEST, high=FARTHEST),
        typed.number("y", asked.table.depth / 2, low=-FARTHEST, high=FARTHEST),
    )
    width = typed.number("width", None, low=SMALLEST, high=LARGEST)
    depth = None if drawn is not None else typed.number("depth", None, low=SMALLEST, high=LARGEST)
    turn = typed.number("turn", 0.0, low=-3600, high=3600) % 360.0
    said = typed_properties(asked, without=() if drawn is not None else ("depth",))
    water = typed.number("water_depth", None, low=0, high=60)
    if water is not None:
        said["depth"] = water
    typed.settle()
    assert item is not None
    forms: list[tuple[PalettePart, Form]]
    if drawn is not None:
        forms = [(item.parts[0], drawn)]
    else:
        size = (asked.table.width, asked.table.depth)
        whole = turn == 0.0 and depth is None and item.across
        forms = [
            (
                part,
                laid_across(part.form, whole, at, size)
                if whole and isinstance(part.form, StripForm)
                else laid(part.form, at, turn),
            )
            for part in _sized(_formed(asked, item), width, depth)
        ]
    return _put(asked, item, forms, said=said, turn=0.0 if drawn is not None else turn)


def _item(asked: WishReader) -> PalettePiece | None:
    typed = asked.typed
    if typed.is_given("piece"):
        items = palette(asked.edition.id)
        key = typed.word("piece", None, items)
        return items[key] if key is not None else None
    kind = typed.needed_word("kind", asked.edition.terrain)
    if kind is None:
        return None
    row = asked.edition.terrain[kind]
    return PalettePiece(kind, row.label, "", (part_of_kind(kind, row),))


def _drawn(asked: WishReader) -> Form | None:
    """Give the outline or line that was drawn where it lies; None when there is none."""
    typed = asked.typed
    form = typed.word("form", None, FORMS)
    curved = typed.yes_no("curved", False)
    if typed.is_given("points"):
        points = typed.places("points", fewest=2)
        width = typed.needed_number("width", low=0.01, high=LARGEST)
        made: Form = StripForm(points, width, curved)
        return asked.sound(made, field="points") if points and width else made
    if typed.is_given("corners"):
        made = FreeForm(typed.places("corners", fewest=3), curved, typed.rings("holes"))
        return asked.sound(made, field="corners") if made.corners else made
    if form == "free" and not typed.is_given("piece") and not typed.is_given("kind"):
        typed.report("corners", "a list of places")
    return None


def _formed(asked: WishReader, item: PalettePiece) -> tuple[PalettePart, ...]:
    """Give the parts of an item, in the form that was asked for instead of their own."""
    form = asked.typed.word("form", None, FORMS)
    if form is None or len(item.parts) > 1:
        return item.parts
    (part,) = item.parts
    width, depth = size_of_form(part.form)
    made: Form
    match form:
        case "rectangle":
            made = SizedForm("rectangle", (0.0, 0.0), width, depth)
        case "ellipse":
            made = SizedForm("ellipse", (0.0, 0.0), width, depth)
        case "regular":
            sides = asked.typed.whole("sides", 6, low=FEWEST_SIDES, high=MOST_SIDES)
            asked.typed.settle()
            made = RegularForm((0.0, 0.0), sides, width)
        case "strip":
            wide = width if isinstance(part.form, StripForm) else min(width, depth)
            long = depth if isinstance(part.form, StripForm) else max(width, depth)
            made = StripForm(((0.0, -long / 2), (0.0, long / 2)), wide, asked.typed.yes_no("curved", False))
        case _:
            made = part.form if isinstance(part.form, FreeForm) else plain(areas_of(part.form))
    return (PalettePart(part.kind, made, part.properties),)


def _sized(
    parts: tuple[PalettePart, ...], width: float | None, depth: float | None
) -> tuple[PalettePart, ...]:
    """Give the parts at the size that was asked for, as a whole."""
    first = parts[0]
    whole = _centred(sized_form(first.form, width, depth, about=(0.0, 0.0)))
    if len(parts) == 1:
        return (PalettePart(first.kind, whole, first.properties),)
    (wide, deep), (now_wide, now_deep) = size_of_form(first.form), size_of_form(whole)
    rest = [
        PalettePart(
            part.kind,
            _centred(
                sized_form(
                    part.form,
                    size_of_form(part.form)[0] * now_wide / wide,
                    size_of_form(part.form)[1] * now_deep / deep,
                    about=(0.0, 0.0),
                )
            ),
            part.properties,
        )
        for part in parts[1:]
    ]
    return (PalettePart(first.kind, whole, first.properties), *rest)


def _centred(form: Form) -> Form:
    x, y = centre_of(form)
    return moved_form(form, -x, -y)


def _put(
    asked: WishReader,
    item: PalettePiece,
    forms: list[tuple[PalettePart, Form]],
    *,
    said: Mapping[str, object],
    turn: float,
) -> EditResult:
    group = asked.fresh_group() if len(forms) > 1 else None
    top = max(((number_or_none(part.properties.get("height")) or 0.0) for part, _ in forms), default=0.0)
    placed: list[tuple[str, PalettePart, Form, dict[str, object]]] = []
    hill = _hill_under(
        asked, [form for part, form in forms if asked.edition.terrain[part.kind].family == "ground"]
    )
    for part, form in forms:
        family = asked.edition.terrain[part.kind].family
        about: dict[str, object] = {"kind": part.kind, **part.properties, **said}
        if group is not None:
            about["group"] = group
            about.pop("name", None)
            if "height" in said and top:
                about["height"] = round(
                    (number_or_none(said["height"]) or 0.0)
                    * (number_or_none(part.properties["height"]) or 0.0)
                    / top,
                    6,
                )
        if family == "ramp":
            about.setdefault("toward", _way_of(form, turn))
            _lead(asked, form, about, said)
        name = asked.tier_id(hill) if family == "ground" and hill else asked.fresh_id(part.kind)
        hill = name if family == "ground" and not hill else hill
        placed.append((name, part, form, about))
    if "height" not in said and "base" not in said:
        _stand(asked, placed)
    operations = [new_feature(name, form, about) for name, _, form, about in placed]
    names = [str(said["name"])] if "name" in said else asked.names_of(operations)[:1]
    return asked.answer("terrain.added", operations, names, selected=[name for name, *_ in placed])


def _hill_under(asked: WishReader, forms: list[Form]) -> str:
    """Give the id of the hill that a new one lies on, of which it is a further tier; empty on level ground."""
    hills = [each for each in asked.table.terrain if asked.edition.terrain[each.kind].family == "ground"]
    if not forms or not hills:
        return ""
    (first, *_) = components([areas_of(forms[0]), *(each.areas for each in hills)])
    return hills[first[1] - 1].id if len(first) > 1 else ""


def _way_of(form: Form, turn: float) -> float:
    """Give where a ramp leads: as it is turned; drawn as a line, from its first point to its last."""
    if not isinstance(form, StripForm):
        return turn
    (ax, ay), (bx, by) = form.points[0], form.points[-1]
    return round(math.degrees(math.atan2(bx - ax, by - ay)) % 360.0, 3) % 360.0


def _lead(asked: WishReader, form: Form, about: dict[str, object], said: Mapping[str, object]) -> None:
    """Let a ramp lead from the ground at one end to that at the other, when nobody said otherwise."""
    if "height" in said or "base" in said:
        return
    found = between_levels(asked.table, form, (number_or_none(about["toward"]) or 0.0))
    if found is None:
        return
    base, height = found
    about.update({"height": height} if base == 0.0 else {"base": base, "height": height})
    asked.note("Ramp", f"rises from {figure(base)}″ to {figure(base + height)}″, as the ground at its ends")


def _stand(asked: WishReader, placed: list[tuple[str, PalettePart, Form, dict[str, object]]]) -> None:
    """Put the tiers of a new hill onto the hill that is there already."""
    far = PointForm((10 * FARTHEST, 10 * FARTHEST))
    tiers = [
        HillTier(name, asked.edition.terrain[part.kind].label, "ground", far, form, about, row.height)
        for name, part, form, about in placed
        if (row := asked.edition.terrain[part.kind]).family == "ground"
    ]
    changed, notes = stood_up(asked.table, tiers, moving=())
    for name, _, _, about in placed:
        about.update(changed.get(name, {}))
    if notes:
        asked.notes.append(notes[-1])


def point(asked: WishReader) -> EditResult:
    """Mark a point: an objective, a point of impact or a sensor."""
    typed = asked.typed
    kind = typed.needed_word("kind", MARKERS)
    at = (
        typed.needed_number("x", low=-FARTHEST, high=FARTHEST),
        typed.needed_number("y", low=-FARTHEST, high=FARTHEST),
    )
    said = typed_properties(asked, only=MARKER_FIELDS)
    typed.settle()
    name = asked.fresh_id(str(kind))
    operation: AddFeature = new_feature(name, PointForm(at), {"kind": kind, **said})
    return asked.answer("terrain.added", [operation], asked.names_of([operation]), selected=[name])


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None
