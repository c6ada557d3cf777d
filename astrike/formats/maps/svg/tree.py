"""Which things does an SVG file paint, with what style, where and in which layer?

Follows groups, nested drawings, `use` and simple style sheets inside the file. Nothing is fetched, no entity is
resolved, no script runs. What paints no outline is counted.
"""

import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final
from xml.etree.ElementTree import Element, ParseError

from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import fromstring

from astrike.errors import InputError, Problem
from astrike.formats.jsontext import FILE, shown
from astrike.formats.maps.bigjson import as_text
from astrike.formats.maps.gathering import Gathering

Matrix = tuple[float, float, float, float, float, float]
"""a, b, c, d, e, f as SVG has them."""
PLAIN: Final[Matrix] = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
MOST_TAGS: Final = 400_000
MOST_PAINTED: Final = 10_000
MOST_STEPS: Final = 40_000
"""Elements looked at, those that `use` repeats among them."""
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
_INHERITED: Final = (
    "fill", "stroke", "stroke-width", "stroke-dasharray", "fill-rule", "visibility", "fill-opacity",
    "stroke-opacity", "color",
)  # fmt: skip
_OWN: Final = ("display", "opacity", "clip-path", "mask")
_CSS_RULE: Final = re.compile(r"([^{}]{1,2000})\{([^{}]{0,4000})\}")
_CSS_COMMENT: Final = re.compile(r"/\*.*?\*/", re.DOTALL)
_TRANSFORM: Final = re.compile(r"\s*,?\s*([A-Za-z]+)\s*\(([^()]*)\)\s*,?")
_NUMBER: Final = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
_LENGTH: Final = re.compile(
    r"\s*([+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)\s*(px|in|mm|cm|pt|pc|q|em|rem|ex|%)?\s*",
    re.I,
)
_PX: Final[Mapping[str, float]] = {
    "": 1.0, "px": 1.0, "in": 96.0, "mm": 96 / 25.4, "cm": 96 / 2.54, "pt": 96 / 72, "pc": 16.0, "q": 96 / 101.6,
    "em": 16.0, "rem": 16.0, "ex": 8.0,
}  # fmt: skip
_PAPER: Final = ("in", "mm", "cm", "pt", "pc", "q")
_FARTHEST: Final = 1e7
_HAIR: Final = 0.005
"""Part of a length that is taken for rounding."""
_SHARES: Final = {"Min": 0.0, "Mid": 0.5, "Max": 1.0}


_MOST_AROUND: Final = 16
"""Groups around a group whose names are looked at."""


@dataclass(frozen=True, slots=True)
class Layer:
    """The innermost group with a name."""

    label: str = ""
    """What its author calls it, or nothing."""
    name: str = ""
    """Its class or id."""
    around: tuple[str, ...] = ()
    """What the groups around it are called, the outermost first."""


@dataclass(frozen=True, slots=True)
class Painted:
    """One element that paints an outline."""

    tag: str
    element: Element
    matrix: Matrix
    style: Mapping[str, str]
    layer: Layer
    is_referred: bool
    """Painted by `use`: its id may come up again."""


@dataclass(frozen=True, slots=True)
class Page:
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
    if _tag(root) != "svg":
        raise InputError([Problem(FILE, f"XML that begins with <{as_text(_tag(root), most=40)}>", "SVG")])
    level, deep = [root], 0
    while level:
        level = [child for element in level for child in element]
        deep += 1
        if deep > DEEPEST:
            raise InputError(
                [Problem(FILE, "elements nested too deeply", f"at most {DEEPEST} inside each other")]
            )
    return root


def _tag(element: Element) -> str:
    # Comments and instructions have a function for a tag.
    return element.tag.rpartition("}")[2] if isinstance(element.tag, str) else ""


def read_page(root: Element) -> Page:
    """Read the box of the root and its size on paper."""
    sizes = [_LENGTH.fullmatch(root.get(key, "")) for key in ("width", "height")]
    across, down = (_pixels(size) for size in sizes)
    box = view_box(root)
    if box is None:
        if across is None or down is None:
            return Page(None, None, (100.0, 100.0))
        box = (0.0, 0.0, across, down)
    view = box[2:]
    on_paper = any(size is not None and (size[2] or "").lower() in _PAPER for size in sizes)
    on_paper = on_paper and 12 <= max(across or 0.0, down or 0.0) / 96 <= 144
    if across is None or down is None:
        inches = across / 96 / box[2] if across else (down or 0.0) / 96 / box[3]
        return Page(box, inches if on_paper else None, view)
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
    return Page(box, scale / 96 if on_paper else None, view, stretch)


def _pixels(size: re.Match[str] | None) -> float | None:
    """Give a length in pixels, where it is one."""
    if size is None or size[2] == "%":
        return None
    found = float(size[1]) * _PX[(size[2] or "").lower()]
    return found if 0 < found <= _FARTHEST else None


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
    if len(found) != 4 or not all(abs(each) <= _FARTHEST for each in found) or min(found[2:]) <= 0:
        return None
    return (found[0], found[1], found[2], found[3])


def numbers_in(text: str) -> list[float]:
    """Give the numbers of a list such as SVG has them.

    >>> numbers_in("0,0 1.5-2 .5.5"), numbers_in("none")
    ([0.0, 0.0, 1.5, -2.0, 0.5, 0.5], [])
    """
    return [float(each) for each in _NUMBER.findall(text)]


def length_of(text: str | None, whole: float, default: float = 0.0) -> float:
    """Read a length in user units; percents are of `whole`, what is no length is the default.

    >>> length_of("50%", 40), length_of("1in", 0), length_of("wide", 0, 7)
    (20.0, 96.0, 7)
    """
    found = _LENGTH.fullmatch(text) if text else None
    if not found:
        return default
    unit = (found[2] or "").lower()
    size = float(found[1]) * (whole / 100 if unit == "%" else _PX[unit])
    return size if math.isfinite(size) and abs(size) <= _FARTHEST else default


# ---- transforms


def times(one: Matrix, other: Matrix) -> Matrix:
    """Give the matrix that applies the other first."""
    a, b, c, d, e, f = one
    g, h, i, j, k, m = other
    return (a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * m + e, b * k + d * m + f)


def growth(matrix: Matrix) -> float:
    """Give by how much a matrix lengthens, on average."""
    return math.sqrt(abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]))


def transform_of(text: str) -> Matrix | None:
    """Read a transform; None where it is none.

    >>> transform_of("translate(3) scale(2)"), transform_of("wobble(3)")
    ((2.0, 0.0, 0.0, 2.0, 3.0, 0.0), None)
    """
    matrix, at = PLAIN, 0
    text = text.strip()
    if text in ("", "none"):
        return matrix
    while at < len(text):
        found = _TRANSFORM.match(text, at)
        step = _step(found[1], numbers_in(found[2])) if found else None
        if found is None or step is None:
            return None
        matrix, at = times(matrix, step), found.end()
    return matrix if all(math.isfinite(each) and abs(each) <= _FARTHEST for each in matrix) else None


def _step(name: str, given: list[float]) -> Matrix | None:
    count = len(given)
    if name == "matrix" and count == 6:
        a, b, c, d, e, f = given
        return (a, b, c, d, e, f)
    if name == "translate" and count in (1, 2):
        return (1.0, 0.0, 0.0, 1.0, given[0], given[1] if count == 2 else 0.0)
    if name == "scale" and count in (1, 2):
        return (given[0], 0.0, 0.0, given[-1], 0.0, 0.0)
    if name == "rotate" and count in (1, 3):
        sine, cosine = math.sin(math.radians(given[0])), math.cos(math.radians(given[0]))
        if given[0] % 90 == 0:
            sine, cosine = round(sine), round(cosine)
        x, y = given[1:] if count == 3 else (0.0, 0.0)
        return (cosine, sine, -sine, cosine, x - cosine * x + sine * y, y - sine * x - cosine * y)
    if name in ("skewX", "skewY") and count == 1 and given[0] % 180 != 90:
        slant = math.tan(math.radians(given[0]))
        return (1.0, 0.0, slant, 1.0, 0.0, 0.0) if name == "skewX" else (1.0, slant, 0.0, 1.0, 0.0, 0.0)
    return None


# ---- style


@dataclass(frozen=True, slots=True)
class _Sheet:
    """Rules of style elements for a tag, a class or an id, later ones winning."""

    rules: Mapping[str, Mapping[str, str]]

    def of(self, element: Element) -> dict[str, str]:
        found: dict[str, str] = dict(self.rules.get(_tag(element), {}))
        for name in element.get("class", "").split():
            found.update(self.rules.get(f".{name}", {}))
        found.update(self.rules.get(f"#{element.get('id')}", {}))
        return found


def _sheet(root: Element, found: Gathering) -> _Sheet:
    rules: dict[str, dict[str, str]] = {}
    for element in root.iter():
        if _tag(element) != "style":
            continue
        text = _CSS_COMMENT.sub("", element.text or "")[:200_000]
        if "@import" in text:
            found.note("style", "a style sheet elsewhere was not fetched")
        for selectors, body in _CSS_RULE.findall(text):
            declared = _declared(body)
            for selector in selectors.split(","):
                plain = selector.strip()
                if re.fullmatch(r"[.#]?[\w-]+", plain):
                    rules.setdefault(plain, {}).update(declared)
                elif not plain.startswith("@"):
                    found.note("style", "a rule for more than a class, an id or an element was not applied")
    return _Sheet(rules)


def _declared(text: str) -> dict[str, str]:
    pairs = (part.partition(":") for part in text[:4_000].split(";"))
    return {
        key.strip().lower(): value.replace("!important", "").strip() for key, mark, value in pairs if mark
    }


def _styled(element: Element, above: Mapping[str, str], sheet: _Sheet) -> dict[str, str]:
    style = {key: above[key] for key in _INHERITED if key in above}
    given = {key: element.get(key, "") for key in (*_INHERITED, *_OWN) if element.get(key)}
    given.update(sheet.of(element))
    given.update(_declared(element.get("style", "")))
    for key in (*_INHERITED, *_OWN):
        value = given.get(key, "").strip()
        if value and value != "inherit":
            style[key] = value
    # How visible a group is goes for everything in it, though the property is not inherited.
    if opacity(above, "opacity") == 0:
        style["opacity"] = "0"
    return style


def opacity(style: Mapping[str, str], key: str) -> float:
    """Give an opacity; what is none is 1.

    >>> opacity({"opacity": "0.0"}, "opacity"), opacity({"opacity": "50%"}, "opacity"), opacity({}, "opacity")
    (0.0, 0.5, 1.0)
    """
    text = style.get(key, "1").strip()
    found = _NUMBER.match(text)
    if not found:
        return 1.0
    return float(found[0]) / (100 if text.endswith("%") else 1)


# ---- walking


@dataclass(frozen=True, slots=True)
class _Step:
    element: Element
    matrix: Matrix
    style: Mapping[str, str]
    layer: Layer
    uses: tuple[str, ...]
    view: tuple[float, float]
    """Width and depth that percents are of."""


def painted(root: Element, page: Page, found: Gathering) -> Iterator[tuple[Painted, tuple[float, float]]]:
    """Go through everything that paints an outline, in the order of painting."""
    sheet = _sheet(root, found)
    known = {element.get("id", ""): element for element in reversed(list(root.iter())) if element.get("id")}
    waiting = [_Step(root, (1.0, 0.0, 0.0, page.stretch, 0.0, 0.0), {}, Layer(), (), page.view)]
    steps = count = 0
    while waiting:
        step = waiting.pop()
        steps += 1
        if steps > MOST_STEPS:
            raise InputError([Problem(FILE, f"more than {MOST_STEPS:,} elements", f"at most {MOST_STEPS:,}")])
        tag = _tag(step.element)
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
        style = _styled(step.element, step.style, sheet)
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
            yield Painted(tag, step.element, matrix, style, step.layer, bool(step.uses)), step.view
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
            layer = Layer(label, name, (*layer.around, layer.label or layer.name)[-_MOST_AROUND:])
        if _tag(step.element) == "svg":
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
    step: _Step, matrix: Matrix, style: Mapping[str, str], known: Mapping[str, Element], found: Gathering
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
    if _tag(target) != "symbol":
        yield _Step(target, moved, style, step.layer, uses, step.view)
        return
    fitted, view = _fitted(
        target, step.view, width=step.element.get("width"), height=step.element.get("height")
    )
    for child in reversed(target):
        yield _Step(child, times(moved, fitted), style, step.layer, uses, view)
