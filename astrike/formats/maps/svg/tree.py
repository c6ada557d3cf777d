"""Which things does an SVG file paint, with what style, where and in which layer?

Follows groups, nested drawings, `use` and simple style sheets inside the file. Nothing is fetched, no entity is
resolved, no script runs. What paints no outline is counted.
"""

import math
import re
from collections.abc import Iterator, Mapping
from typing import Final
from xml.etree.ElementTree import Element, ParseError

from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import fromstring

from astrike.dataclass import dataclass
from astrike.errors import InputError, Problem
from astrike.formats.json_text import FILE, shown
from astrike.formats.maps.drawing_builder import DrawingBuilder
from astrike.formats.maps.large_json import as_text
from astrike.formats.maps.svg.numbers import (
    FARTHEST,
    LENGTH,
    PIXELS,
    Matrix,
    length_of,
    numbers_in,
    times,
    transform_of,
)
from astrike.formats.maps.svg.style import opacity, style_sheet, styled, tag_of

MOST_TAGS: Final = 400_000
MOST_PAINTED: Final = 10_000
MOST_STEPS: Final = 40_000
"""Elements visited, those that `use` repeats among them."""
DEEPEST: Final = 100
_LOOKED_AT: Final = 20_000
"""Bytes at the start of a file in which a document type stands."""
_DECLARED: Final = rb'<!ENTITY\s+[\w.-]{1,60}\s+"https?://[^"&%<>]{1,200}"\s*>\s*'
_NAMES: Final = re.compile(rb"<!DOCTYPE[^\[>]{0,400}(\[\s*(?:" + _DECLARED + rb"){1,40}\])\s*>")
_NAME: Final = re.compile(rb"<!ENTITY\s+([\w.-]{1,60})")
_REFERENCE: Final = re.compile(rb"&([\w.-]{1,60});")
LABEL: Final = "{http://www.inkscape.org/namespaces/inkscape}label"
_LINK: Final = "{http://www.w3.org/1999/xlink}href"

OUTLINES: Final = frozenset({"rect", "circle", "ellipse", "line", "polyline", "polygon", "path"})
_GROUPS: Final = frozenset({"svg", "g", "a", "switch"})
DECORATION: Final = "data-decoration"
"""With this our writer marks what is there to be looked at, not read."""
_SILENT: Final = frozenset(
    {
        "title", "desc", "metadata", "style", "namedview", "filter", "linearGradient", "radialGradient", "solidColor",
        "defs", "symbol", "clipPath", "mask", "marker", "pattern", "view", "cursor", "color-profile", "font",
    }
)  # fmt: skip
_SAID: Final[Mapping[str, str]] = {
    "text": "a text is no terrain",
    "image": "an embedded picture was left out",
    "script": "a script was not run",
    "foreignObject": "something that is no SVG was left out",
    "animate": "a movement was left out",
    "animateTransform": "a movement was left out",
    "animateMotion": "a movement was left out",
    "set": "a movement was left out",
}
_PAPER: Final = ("in", "mm", "cm", "pt", "pc", "q")
_HAIR: Final = 0.005
"""Part of a length that is taken for rounding."""
_SHARES: Final = {"Min": 0.0, "Mid": 0.5, "Max": 1.0}


_MOST_AROUND: Final = 16
"""Groups around a group whose names are read."""


@dataclass(frozen=True, slots=True)
class SvgLayer:
    """The innermost group with a name."""

    label: str = ""
    """What its author calls it, or nothing."""
    name: str = ""
    """Its class or id."""
    around: tuple[str, ...] = ()
    """What the groups around it are called, the outermost first."""


@dataclass(frozen=True, slots=True)
class PaintedElement:
    """One element that paints an outline."""

    tag: str
    element: Element
    matrix: Matrix
    style: Mapping[str, str]
    layer: SvgLayer
    is_referred: bool
    """Painted by `use`: its id may come up again."""


@dataclass(frozen=True, slots=True)
class SvgPage:
    """The root's own coordinates: what its box is, and how many inches one unit is meant to be on paper."""

    box: tuple[float, float, float, float] | None
    """x, y, width and height."""
    inches: float | None
    view: tuple[float, float]
    """Width and depth that percents are of."""
    stretch: float = 1.0
    """How much taller than wide a unit is, where the file says that its box is stretched."""


def _without_names(data: bytes) -> bytes:
    """Take away the short names that Illustrator declares for its own namespaces: they mean nothing here.

    Only a list of nothing but such names is taken away, and no name is replaced by what it stands for.

    >>> _without_names(b'<!DOCTYPE svg [<!ENTITY ns_svg "http://www.w3.org/2000/svg">]><svg xmlns:x="&ns_svg;"/>')
    b'<!DOCTYPE svg ><svg xmlns:x="ns_svg"/>'
    """
    listed = _NAMES.search(data, 0, _LOOKED_AT)
    if listed is None:
        return data
    names = frozenset(_NAME.findall(listed.group(1)))
    rest = data[: listed.start(1)] + data[listed.end(1) :]
    return _REFERENCE.sub(lambda found: found[1] if found[1] in names else found[0], rest)


def parse_svg(data: bytes) -> Element:
    """Parse a file; entities, references to elsewhere and endless nesting are refused.

    >>> parse_svg(b"<svg xmlns='http://www.w3.org/2000/svg'/>").tag
    '{http://www.w3.org/2000/svg}svg'
    """
    tags = data.count(b"<")
    if tags > MOST_TAGS:
        raise InputError([Problem(FILE, f"{tags:,} tags", f"at most {MOST_TAGS:,}")])
    try:
        # A DOCTYPE alone does no harm: nothing it names is fetched, and any entity it defines is refused.
        root: Element = fromstring(
            _without_names(data), forbid_dtd=False, forbid_entities=True, forbid_external=True
        )
    except DefusedXmlException as error:
        raise InputError(
            [Problem(FILE, "XML with entities or references to elsewhere", "SVG without them")]
        ) from error
    except ParseError as error:
        line, column = error.position
        place = f"line {line}, column {column + 1}"
        raise InputError([Problem(place, "text that is not XML", "an SVG drawing")]) from error
    except (LookupError, ValueError) as error:
        raise InputError([Problem(FILE, "text in an unknown encoding", "SVG in UTF-8")]) from error
    if tag_of(root) != "svg":
        raise InputError([Problem(FILE, f"XML that begins with <{as_text(tag_of(root), most=40)}>", "SVG")])
    level, deep = [root], 0
    while level:
        level = [child for element in level for child in element]
        deep += 1
        if deep > DEEPEST:
            raise InputError(
                [Problem(FILE, "elements nested too deeply", f"at most {DEEPEST} inside each other")]
            )
    return root


def read_page(root: Element) -> SvgPage:
    """Read the box of the root and its size on paper."""
    sizes = [LENGTH.fullmatch(root.get(key, "")) for key in ("width", "height")]
    across, down = (_pixels(size) for size in sizes)
    box = view_box(root)
    if box is None:
        if across is None or down is None:
            return SvgPage(None, None, (100.0, 100.0))
        box = (0.0, 0.0, across, down)
    view = box[2:]
    on_paper = any(size is not None and (size[2] or "").lower() in _PAPER for size in sizes)
    on_paper = on_paper and 12 <= max(across or 0.0, down or 0.0) / 96 <= 144
    if across is None or down is None:
        inches = across / 96 / box[2] if across else (down or 0.0) / 96 / box[3]
        return SvgPage(box, inches if on_paper else None, view)
    fit = _Fit.of(root, box, across, down)
    stretch = fit.down / fit.across
    if abs(stretch - 1) > _HAIR:
        box = (box[0], box[1] * stretch, box[2], box[3] * stretch)
    scale = fit.across
    bare = abs(across - scale * box[2]) + abs(down - scale * box[3])
    if on_paper and abs(stretch - 1) <= _HAIR and bare > _HAIR * max(across, down):
        # The paper has another shape than the box, which lies somewhere on it.
        box = (box[0] - fit.left / scale, box[1] - fit.top / scale, across / scale, down / scale)
    # Paper smaller than any table is printed to some scale that the file does not say.
    return SvgPage(box, scale / 96 if on_paper else None, view, stretch)


def _pixels(size: re.Match[str] | None) -> float | None:
    """Give a length in pixels, where it is one."""
    if size is None or size[2] == "%":
        return None
    found = float(size[1]) * PIXELS[(size[2] or "").lower()]
    return found if 0 < found <= FARTHEST else None


@dataclass(frozen=True, slots=True)
class _Fit:
    """How a box is brought to its place: by which factors, and how far from the place's corner."""

    across: float
    down: float
    left: float
    top: float

    @classmethod
    def of(
        cls, element: Element, box: tuple[float, float, float, float], across: float, down: float
    ) -> "_Fit":
        """Do what `preserveAspectRatio` says, which is the whole box in the middle unless it says otherwise."""
        words = element.get("preserveAspectRatio", "").split()
        wide, tall = across / box[2], down / box[3]
        if "none" in words:
            return cls(wide, tall, 0.0, 0.0)
        scale = max(wide, tall) if "slice" in words else min(wide, tall)
        place = next((word for word in words if word.startswith("x")), "xMidYMid")
        left, top = (_SHARES.get(part, 0.5) for part in (place[1:4], place[5:8]))
        return cls(scale, scale, left * (across - scale * box[2]), top * (down - scale * box[3]))


def view_box(element: Element) -> tuple[float, float, float, float] | None:
    """Read a viewBox; a senseless one is none."""
    found = numbers_in(element.get("viewBox", ""))
    if len(found) != 4 or not all(abs(each) <= FARTHEST for each in found) or min(found[2:]) <= 0:
        return None
    return (found[0], found[1], found[2], found[3])


# ---- walking


@dataclass(frozen=True, slots=True)
class _Step:
    element: Element
    matrix: Matrix
    style: Mapping[str, str]
    layer: SvgLayer
    uses: tuple[str, ...]
    view: tuple[float, float]
    """Width and depth that percents are of."""


def painted(
    root: Element, page: SvgPage, found: DrawingBuilder
) -> Iterator[tuple[PaintedElement, tuple[float, float]]]:
    """Go through everything that paints an outline, in the order of painting."""
    sheet = style_sheet(root, found)
    known = {element.get("id", ""): element for element in reversed(list(root.iter())) if element.get("id")}
    waiting = [_Step(root, (1.0, 0.0, 0.0, page.stretch, 0.0, 0.0), {}, SvgLayer(), (), page.view)]
    steps = count = 0
    while waiting:
        step = waiting.pop()
        steps += 1
        if steps > MOST_STEPS:
            raise InputError([Problem(FILE, f"more than {MOST_STEPS:,} elements", f"at most {MOST_STEPS:,}")])
        tag = tag_of(step.element)
        if tag not in OUTLINES and tag not in _GROUPS and tag != "use":
            if tag in _SAID:
                found.note(tag, _SAID[tag])
            elif tag and tag not in _SILENT:
                found.note(as_text(tag, most=40), "an element that is not known here was left out")
            continue
        if DECORATION in step.element.attrib:
            if step.element.get(DECORATION) == "units" and len(step.element):
                found.note("units", "a base is only drawn here and was left out", len(step.element))
            continue
        style = styled(step.element, step.style, sheet)
        hidden = _hidden(style)
        if hidden:
            found.note("", hidden)
            continue
        own = transform_of(step.element.get("transform", ""))
        if own is None:
            text = as_text(step.element.get("transform", ""), most=60)
            raise InputError([Problem("transform", shown(text), "a transform of finite numbers")])
        matrix = times(step.matrix, own)
        if not all(math.isfinite(each) for each in matrix):
            raise InputError([Problem("transform", "transforms without end", "finite numbers")])
        for key in ("clip-path", "mask"):
            if style.get(key, "none") != "none":
                found.note(key, "was not applied: the outline is there as a whole")
        if tag in OUTLINES:
            count += 1
            if count > MOST_PAINTED:
                raise InputError(
                    [Problem(FILE, f"more than {MOST_PAINTED:,} outlines", f"at most {MOST_PAINTED:,}")]
                )
            yield PaintedElement(tag, step.element, matrix, style, step.layer, bool(step.uses)), step.view
        elif tag == "use":
            waiting.extend(_used(step, matrix, style, known, found))
        else:
            waiting.extend(_inside(step, matrix, style, is_root=step.element is root))


def _hidden(style: Mapping[str, str]) -> str:
    if style.get("display") == "none":
        return "a hidden element or layer was left out"
    if style.get("visibility") in ("hidden", "collapse") or opacity(style, "opacity") == 0:
        return "an invisible element or layer was left out"
    return ""


def _inside(step: _Step, matrix: Matrix, style: Mapping[str, str], *, is_root: bool) -> Iterator[_Step]:
    layer, view = step.layer, step.view
    if not is_root:
        label, name = _names(step.element)
        if label or name:
            layer = SvgLayer(label, name, (*layer.around, layer.label or layer.name)[-_MOST_AROUND:])
        if tag_of(step.element) == "svg":
            fitted, view = _fitted(step.element, view)
            matrix = times(matrix, fitted)
    for child in reversed(step.element):
        yield _Step(child, matrix, style, layer, step.uses, view)


def _names(element: Element) -> tuple[str, str]:
    label = as_text(element.get(LABEL) or element.get("data-name") or element.get("aria-label"), most=60)
    return label, as_text(element.get("class") or element.get("id"), most=60)


def _fitted(
    element: Element, view: tuple[float, float], *, width: str | None = None, height: str | None = None
) -> tuple[Matrix, tuple[float, float]]:
    """Give the matrix that fits a drawing inside a drawing into its place."""
    x, y = length_of(element.get("x"), view[0]), length_of(element.get("y"), view[1])
    across = length_of(width or element.get("width"), view[0], view[0])
    down = length_of(height or element.get("height"), view[1], view[1])
    box = view_box(element)
    if box is None:
        return (1.0, 0.0, 0.0, 1.0, x, y), (across, down)
    fit = _Fit.of(element, box, across, down)
    moved = (x + fit.left - fit.across * box[0], y + fit.top - fit.down * box[1])
    return (fit.across, 0.0, 0.0, fit.down, *moved), box[2:]


def _used(
    step: _Step, matrix: Matrix, style: Mapping[str, str], known: Mapping[str, Element], found: DrawingBuilder
) -> Iterator[_Step]:
    link = (step.element.get("href") or step.element.get(_LINK) or "").strip()
    target = known.get(link[1:]) if link.startswith("#") else None
    if target is None:
        found.note("use", "what it refers to is not in the file and was not fetched")
        return
    if link in step.uses or len(step.uses) >= 16:
        found.note("use", "something that refers to itself was left out")
        return
    x, y = (length_of(step.element.get(key), whole) for key, whole in zip("xy", step.view, strict=True))
    moved = times(matrix, (1.0, 0.0, 0.0, 1.0, x, y))
    uses = (*step.uses, link)
    if tag_of(target) != "symbol":
        yield _Step(target, moved, style, step.layer, uses, step.view)
        return
    fitted, view = _fitted(
        target, step.view, width=step.element.get("width"), height=step.element.get("height")
    )
    for child in reversed(target):
        yield _Step(child, times(moved, fitted), style, step.layer, uses, view)
