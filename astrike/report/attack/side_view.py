"""How does one attack look from the side: ground, solids and trees under the line, the eye and what it sees?

The cut runs along the line from centre to centre, with the plan's horizontal scale. Heights are true to scale unless
they would be too small to see or too high for a phone; then they are stretched, and the picture says by how much.
"""

from collections.abc import Mapping, Sequence

from astrike.dataclass import dataclass
from astrike.model.attack_answer import AttackAnswer, PairGeometry, StandingUnit
from astrike.model.piece_names import piece_names
from astrike.model.table import Table
from astrike.model.terrain import Point
from astrike.report.attack.sight_rays import SightRays, sight_rays
from astrike.report.attack.silhouette import share_hidden, strip_paths
from astrike.report.drawing.labels import LabelWish, place_labels
from astrike.report.drawing.pair_scale import PairScale, pair_scale
from astrike.report.drawing.shapes import DrawnPath, DrawnText, line_path, tenth, text_width
from astrike.report.table.sight_lines import deciding
from astrike.report.terrain.cross_section import (
    CrossSection,
    SectionPart,
    WoodsClearance,
    lowest_of,
    make_cross_section,
    top_of,
    woods_clearance,
)
from astrike.report.terrain.ground import PieceTops
from astrike.report.terrain.labels import short
from astrike.report.terrain.side_view import (
    SideFrame,
    grid_shapes,
    ground_shapes,
    solid_shapes,
    tree_shapes,
    water_shapes,
)
from astrike.report.terrain.symbols import TerrainLayer, label_height
from astrike.report.units.marks import OTHERS, UnitMark, marks
from astrike.report.words.numbers import elevation, height, inches, percent
from astrike.rulebook.schema import Edition

_STRETCHES = (1.0, 1.5, 2.0, 3.0, 4.0, 6.0)
_SQUEEZES = (0.1, 0.25, 0.5)
_LEAST_FIGURE = 12.0
_TALLEST = 200.0
_ABOVE = 27.0
_SOIL = 7.0
_BELOW = 19.0
_ROW = 9.0
_TEXT = 11.0
_LINE = 12.0
_MARGIN = 3.0
_THIRDS_FROM = 7.5

_UNNAMED = (TerrainLayer.GROUND, TerrainLayer.ICE, TerrainLayer.ROAD, TerrainLayer.AREA)

Rect = tuple[float, float, float, float]
"""x, y, width, height."""


@dataclass(frozen=True, slots=True)
class ProfileView:
    """A side view to draw, bottom to top: `back`, the two figures, `hidden`, `front`, labels."""

    width: float
    height: float
    stretch: float
    """Heights are drawn so many times larger than lengths."""
    back: tuple[DrawnPath, ...]
    attacker: Rect
    target: Rect
    attacker_side: str
    target_side: str
    hidden: tuple[DrawnPath, ...]
    front: tuple[DrawnPath, ...]
    labels: tuple[DrawnText, ...]
    hidden_text: str
    """The hidden share of the target, as the answer says it; empty when all of it is seen."""
    hider_names: tuple[str, ...]
    attacker_name: str
    target_name: str
    clearance: str
    """Inches between treetops and the line, empty when there are none; and the piece."""
    clearance_over: str
    scale: PairScale


@dataclass(frozen=True, slots=True)
class SideViewLayout:
    """How large a side view is, and what it has to show, before it is drawn."""

    frame: SideFrame
    cut: CrossSection
    lowest: float
    highest: float
    stretch: float
    bottom: float
    """The pixel below the ground."""

    @property
    def width(self) -> float:
        """The width in pixels."""
        return self.frame.scale.width

    @property
    def height(self) -> float:
        """The height in pixels."""
        return tenth(self.bottom + _BELOW)


def side_view_layout(
    table: Table,
    geometry: PairGeometry,
    *,
    tops: PieceTops,
    width_px: float = 390.0,
    edition: Edition | None = None,
) -> SideViewLayout:
    """Choose scale and size of a side view. `tops` gives z of underside and top of each piece."""
    scale = pair_scale(table, geometry, width_px=width_px)
    start, end = scale.inches_at(-_MARGIN), scale.inches_at(width_px + _MARGIN)
    cut = make_cross_section(table, scale, start=start, end=end, tops=tops, edition=edition)
    attacker, target = geometry.attacker, geometry.target
    lowest = min(0.0, attacker.foot, target.foot, *(lowest_of(part, cut) for part in cut.parts))
    highest = max(1.0, attacker.top, target.top, *(top_of(part, cut) for part in cut.parts))
    figure = min(attacker.top - attacker.foot, target.top - target.foot)
    stretch = _stretch(figure * scale.scale, (highest - lowest) * scale.scale)
    up = scale.scale * stretch
    frame = SideFrame(scale, up, tenth(_ABOVE + highest * up))
    return SideViewLayout(frame, cut, lowest, highest, stretch, frame.zero - lowest * up + _SOIL)


def profile(
    table: Table,
    geometry: PairGeometry,
    *,
    answer: AttackAnswer,
    tops: PieceTops,
    width_px: float = 390.0,
    edition: Edition | None = None,
    known: Mapping[str, UnitMark] | None = None,
) -> ProfileView:
    """Draw the side view of an attack. `tops` gives z of underside and top of each piece."""
    laid = side_view_layout(table, geometry, tops=tops, width_px=width_px, edition=edition)
    frame, cut, bottom, scale = laid.frame, laid.cut, laid.bottom, laid.frame.scale
    attacker, target = geometry.attacker, geometry.target
    rects = _rect(frame, attacker, 0.0), _rect(frame, target, scale.distance)
    rays = sight_rays(frame, cut, geometry, answer=answer)
    clear = woods_clearance(cut, geometry, scale.distance)
    words = piece_names(table)
    texts, dims = _labels(_Labels(frame, geometry, answer, cut, rects, rays, clear, words, bottom))
    known = known or marks(table)
    names = {unit.id: unit.name for unit in table.units}
    share = share_hidden(geometry, answer)
    return ProfileView(
        width=width_px,
        height=laid.height,
        stretch=laid.stretch,
        back=(
            *grid_shapes(frame, lowest=laid.lowest, highest=laid.highest),
            *rays.behind(),
            *ground_shapes(frame, cut, bottom=bottom),
            *water_shapes(frame, cut),
            *solid_shapes(frame, cut),
            *tree_shapes(frame, cut),
        ),
        attacker=rects[0],
        target=rects[1],
        attacker_side=known[attacker.id].side if attacker.id in known else OTHERS,
        target_side=known[target.id].side if target.id in known else OTHERS,
        hidden=_hidden(frame, geometry),
        front=(*rays.over(), _thirds(rects[1]), *dims, *rays.points()),
        labels=texts,
        hidden_text=percent(share) if share > 0.0 else "",
        hider_names=tuple(words[piece] for piece in deciding(answer) if piece in words and share > 0.0),
        attacker_name=names.get(attacker.id, ""),
        target_name=names.get(target.id, ""),
        clearance=inches(clear.room) if clear is not None else "",
        clearance_over=words[clear.part.piece.id] if clear is not None else "",
        scale=scale,
    )


def _stretch(figure: float, whole: float) -> float:
    """Choose by how much heights are stretched: not at all unless a figure is too small or the whole too tall."""
    wanted = next((times for times in _STRETCHES if figure * times >= _LEAST_FIGURE), _STRETCHES[-1])
    fitting = [times for times in (*_SQUEEZES, *_STRETCHES) if whole * times <= _TALLEST]
    return min(wanted, max(fitting, default=_SQUEEZES[0]))


def _rect(frame: SideFrame, body: StandingUnit, along: float) -> Rect:
    x, top = frame.at(along, body.top)
    foot = frame.at(along, body.foot)[1]
    wide = max(body.width * frame.scale.scale, 3.0)
    return tenth(x - wide / 2.0), tenth(top), tenth(wide), tenth(max(foot - top, 2.0))


def _hidden(frame: SideFrame, geometry: PairGeometry) -> tuple[DrawnPath, ...]:
    """Fill the hidden part of the target; its silhouette is turned to the reader here."""
    x, foot = frame.at(frame.scale.distance, geometry.target.foot)
    d = strip_paths(geometry.strips, centre_x=x, foot_y=foot, scale=(frame.scale.scale, frame.up))
    return (DrawnPath("sil-hid", d),) if d else ()


def _thirds(rect: Rect) -> DrawnPath:
    x, y, wide, high = rect
    ticks = (y + high / 3.0, y + 2.0 * high / 3.0)
    return DrawnPath("third", "".join(line_path((x - 5.0, tick), (x + wide + 3.0, tick)) for tick in ticks))


# ---- labels


@dataclass(frozen=True, slots=True)
class _Labels:
    """What the labels of a side view need to know."""

    frame: SideFrame
    geometry: PairGeometry
    answer: AttackAnswer
    cut: CrossSection
    rects: tuple[Rect, Rect]
    rays: SightRays
    clear: WoodsClearance | None
    words: Mapping[str, str]
    bottom: float

    def ask(
        self, key: str, text: str, css: str, slots: Sequence[Point], *, word: str = "", must: bool = True
    ) -> tuple[LabelWish, DrawnText]:
        """Ask a place for a text that stays inside the picture."""
        wide = self.frame.scale.width
        size = text_width(f"{word} {text}" if word else text, _TEXT) + 4.0
        least, most = size / 2.0 + 3.0, wide - size / 2.0 - 3.0
        kept = tuple((round(min(max(x, least), most), 2), round(y, 2)) for x, y in slots)
        wish = LabelWish(key, size, _LINE, kept[0], slots=kept, around=False, must=must, leader=False)
        return wish, DrawnText(css, 0.0, 0.0, text, word=word)


def _labels(known: _Labels) -> tuple[tuple[DrawnText, ...], list[DrawnPath]]:
    """Place the labels; the clearance above trees comes with its dimension line."""
    asked = [*_figure_labels(known), *_clearance_label(known), *_piece_names(known)]
    found = place_labels(
        [wish for wish, _ in asked],
        area=(1.0, 0.0, known.frame.scale.width - 1.0, known.bottom + _BELOW),
        boxes=[(x, y, x + wide, y + high) for x, y, wide, high in known.rects],
    )
    by_key = {one.key: one for one in found}
    texts = tuple(
        DrawnText(text.css, tenth(by_key[wish.key].x), tenth(by_key[wish.key].y), text.text, word=text.word)
        for wish, text in asked
        if wish.key in by_key
    )
    if known.clear is None or "clear" not in by_key:
        return texts, []
    x, high = known.frame.at(known.clear.at, known.clear.z)
    low = known.frame.at(known.clear.at, known.clear.z - known.clear.room)[1]
    label = by_key["clear"].y + 4.0
    dims = [DrawnPath("dim", line_path((x - 4.0, low), (x + 4.0, low)) + line_path((x, low), (x, high)))]
    if label < high:
        dims.append(DrawnPath("leader", line_path((x, high), (x, label))))
    return texts, dims


def _figure_labels(known: _Labels) -> list[tuple[LabelWish, DrawnText]]:
    """Name the eye's height, the hidden share, the thirds and what both units stand on."""
    (ax, _, aw, _), (tx, ty, tw, th) = known.rects
    ex, ey = known.rays.eye
    eye = height(known.geometry.attacker.eye)
    half = text_width(f"eye {eye}", _TEXT) / 2.0
    places = [(ex + half + 10.0, ey - 8.0), (ex, ey - 14.0), (ex + half, ey + 12.0)]
    asked = [known.ask("eye", eye, "pf-t pf-b pf-h", places, word="eye")]
    share = share_hidden(known.geometry, known.answer)
    if share > 0.0:
        x = tx + tw / 2.0 - 14.0
        places = [(x, ty - 9.0), (x, ty - 20.0), (tx - 46.0, ty + th / 2.0)]
        asked.append(known.ask("hidden", percent(share), "pf-t pf-b pf-h", places, word="hidden"))
    row = known.bottom + _ROW
    asked.append(known.ask("a", elevation(known.geometry.attacker.foot), "pf-t", [(ax + aw / 2.0, row)]))
    asked.append(known.ask("t", elevation(known.geometry.target.foot), "pf-t", [(tx + tw / 2.0, row)]))
    if th / 3.0 >= _THIRDS_FROM:
        for text, y in (("⅔", ty + th / 3.0), ("⅓", ty + 2.0 * th / 3.0)):
            asked.append(known.ask(text, text, "pf-t pf-b pf-h", [(tx + tw + 10.0, y)]))
    return asked


def _clearance_label(known: _Labels) -> list[tuple[LabelWish, DrawnText]]:
    if known.clear is None:
        return []
    x, high = known.frame.at(known.clear.at, known.clear.z)
    text = inches(known.clear.room)
    half = text_width(f"{text} above the trees", _TEXT) / 2.0 + 7.0
    y = max(8.0, min(high - 16.0, known.rays.eye[1] - 8.0))
    places = [(x + half, y), (x - half, y), (x + half, y + 12.0)]
    return [known.ask("clear", text, "pf-t pf-h", places, word="above the trees", must=False)]


def _piece_names(known: _Labels) -> list[tuple[LabelWish, DrawnText]]:
    """Name the pieces between the two units below the ground, those that decide first."""
    weighty = deciding(known.answer)
    counted = {part.piece for part in known.geometry.stretches}
    scale = known.frame.scale
    rows: list[tuple[int, tuple[LabelWish, DrawnText]]] = []
    seen: set[str] = set()
    for part in known.cut.parts:
        is_between = part.end > 0.0 and part.start < scale.distance
        if part.piece.id in seen or not is_between or part.layer in _UNNAMED:
            continue
        seen.add(part.piece.id)
        if any(_is_deeper(other, part) for other in known.cut.parts):
            continue
        if part.piece.id in weighty:
            rank = weighty.index(part.piece.id) - len(weighty)
        elif part.piece.id in counted or part.is_see_through:
            rank = 1
        else:
            rank = 3 if part.layer == TerrainLayer.HILL else 2
        centre = (max(scale.x_at(part.start), 0.0) + min(scale.x_at(part.end), scale.width)) / 2.0
        row = known.bottom + _ROW
        places = [(centre + by, row) for by in (0.0, -12.0, 12.0, -24.0, 24.0, -36.0, 36.0, -48.0, 48.0)]
        css = "pf-t pf-b" if rank < 0 else "pf-t"
        text = _name(part, short(known.words[part.piece.id], 16))
        rows.append((rank, known.ask(f"name:{part.piece.id}", text, css, places, must=False)))
    return [asked for _, asked in sorted(rows, key=lambda row: row[0])]


def _name(part: SectionPart, title: str) -> str:
    """Write a piece's name with its height, or the depth of water."""
    tall = label_height(part.piece, part.known)
    if part.layer == TerrainLayer.WATER:
        return f"{title} · {height(tall)}" if part.piece.name else height(tall)
    return f"{title} · {height(tall)}" if tall > 0.0 else title


def _is_deeper(other: SectionPart, part: SectionPart) -> bool:
    """Is it a deeper water over the same stretch?"""
    both = part.layer == TerrainLayer.WATER == other.layer
    return both and other.start < part.end and part.start < other.end and other.depth > part.depth
