"""What does the attacker see of the target: which part of its silhouette is hidden?"""

from collections.abc import Iterable, Mapping
from itertools import pairwise

from astrike.dataclass import dataclass
from astrike.model.attack_answer import AttackAnswer, PairGeometry
from astrike.report.drawing.shapes import Box, DrawnPath, DrawnText, line_path, path, tenth
from astrike.report.units.marks import UnitMark
from astrike.report.words.numbers import percent

_MINI_TEXT = 22.0
_LONG = 5
StripPath = tuple[float, float, float, float, float, float]


@dataclass(frozen=True, slots=True)
class SilhouetteView:
    """An upright rectangle with its hidden part, marks at the thirds and the percentage."""

    width: float
    height: float
    side: str
    rect: tuple[float, float, float, float]
    """x, y, width, height."""
    hidden: tuple[DrawnPath, ...]
    thirds: DrawnPath
    labels: tuple[DrawnText, ...]
    percent: str
    target_id: str
    css: str


def share_hidden(geometry: PairGeometry, answer: AttackAnswer) -> float:
    """Give the hidden share of the geometry's target: of the attack, or of the way back."""
    return answer.sight.hidden if geometry.target.id == answer.target else answer.sight.hidden_back


def strip_paths(
    strips: Iterable[StripPath], *, centre_x: float, foot_y: float, scale: tuple[float, float]
) -> str:
    """Write hidden trapezoids around the middle of a silhouette whose foot is at `foot_y`."""
    across, up = scale
    parts: list[str] = []
    for left, right, low_left, high_left, low_right, high_right in strips:
        corners = ((left, low_left), (left, high_left), (right, high_right), (right, low_right))
        parts.append(path((centre_x + x * across, foot_y - z * up) for x, z in corners))
    return "".join(parts)


def silhouette(
    geometry: PairGeometry, answer: AttackAnswer, *, marks: Mapping[str, UnitMark], is_mini: bool = False
) -> SilhouetteView:
    """Draw the geometry's target as its attacker sees it, large with labels or small with only the percentage."""
    body = geometry.target
    wide, high = max(body.width, 1e-6), max(body.top - body.foot, 1e-6)
    room = (50.0, 80.0) if is_mini else (96.0, 88.0)
    scale = min(room[0] / wide, room[1] / high)
    w, h = wide * scale, high * scale
    left, margin_right = (8.0, 2.0) if is_mini else (30.0, 46.0)
    top, bottom = (2.0, 2.0) if is_mini else (8.0, 10.0)
    x, y = left, top
    side = marks[body.id].side if body.id in marks else "x"
    share = share_hidden(geometry, answer)
    hidden = strip_paths(geometry.strips, centre_x=x + w / 2.0, foot_y=y + h, scale=(scale, scale))
    ticks = [y + h / 3.0, y + 2.0 * h / 3.0]
    reach = (x - 6.0, x + 6.0) if is_mini else (x - 6.0, x + w + 6.0)
    thirds = DrawnPath("third", "".join(line_path((reach[0], tick), (reach[1], tick)) for tick in ticks))
    text = percent(share)
    if is_mini:
        labels = [_mini_label(geometry.strips, text, rect=(x, y, w, h), high=high)]
    else:
        labels = [
            DrawnText("pf-t pf-b", x - 9.0, tenth(tick), third, "end")
            for tick, third in zip(ticks, ("⅔", "⅓"), strict=True)
        ]
        labels.append(DrawnText("pf-t pf-b", tenth(x + w + 9.0), tenth(y + h / 2.0), text, "start"))
    return SilhouetteView(
        tenth(left + w + margin_right), tenth(top + h + bottom), side, (x, y, tenth(w), tenth(h)),
        (DrawnPath("sil-hid", hidden),) if hidden else (), thirds, tuple(labels), text, body.id,
        "mini" if is_mini else "sil-view",
    )  # fmt: skip


def _mini_label(strips: Iterable[StripPath], text: str, *, rect: Box, high: float) -> DrawnText:
    """Write the percentage on the hidden part when it has room for it, else on the part that is seen."""
    x, y, w, h = rect
    column = [
        ((low_left + low_right) / 2.0, (high_left + high_right) / 2.0)
        for left, right, low_left, high_left, low_right, high_right in strips
        if left <= 0.0 <= right
    ]
    edges = sorted({0.0, high, *(min(max(z, 0.0), high) for span in column for z in span)})
    spans = [
        (any(a <= (low + top) / 2.0 <= b for a, b in column), (top - low) / high * h, (low + top) / 2.0)
        for low, top in pairwise(edges)
    ]
    hidden = max((span for span in spans if span[0]), key=lambda span: span[1], default=None)
    seen = max((span for span in spans if not span[0]), key=lambda span: span[1], default=None)
    chosen = hidden if hidden is not None and (hidden[1] >= _MINI_TEXT or seen is None) else seen
    on_hidden, _, middle = chosen or (False, h, high / 2.0)
    css = "sil-t sil-t-hid" if on_hidden else "sil-t"
    if len(text) >= _LONG:
        css += " sil-t-long"
    return DrawnText(css, tenth(x + w / 2), tenth(y + h - middle / high * h), text)
