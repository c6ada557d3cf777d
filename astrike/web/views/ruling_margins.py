"""How far does a verdict hold, and between what is to be decided where it is too close to call?

Read from the answer itself, so that a ruling says what its JSON says.
"""

from collections.abc import Mapping

from astrike.model.ruling import Json, Told
from astrike.report.figures import inches, plain
from astrike.web.i18n import _
from astrike.web.views.units import Cast

_OF = {
    "range": lambda: _("range"),
    "minimum": lambda: _("the least range"),
    "woods": lambda: _("woods"),
    "hidden": lambda: _("what is hidden"),
    "arc": lambda: _("the arc"),
    "direction": lambda: _("where it strikes"),
    "elevation": lambda: _("the ground it stands on"),
    "contact": lambda: _("base contact"),
    "template": lambda: _("the template"),
}


def sight_word(state: str, *, is_cover: bool) -> str:
    """Say in one word whether somebody is seen."""
    if state == "blocked":
        return _("Blocked")
    return _("Cover") if is_cover else _("Sees")


def margin_told(kind: str, answer: Json, cast: Cast) -> Told | None:
    """Say how far a base may be off before the verdict is another one; nothing where nobody measured it."""
    margin = answer.get("margin")
    if not isinstance(margin, Mapping) or not isinstance(margin.get("inches"), int | float):
        return None
    name = (
        _("Too close to call")
        if margin.get("close")
        else _("Holds within %(inches)s", inches=_length(margin))
    )
    return Told(name, " ".join(_margin_parts(kind, margin, cast)), str(margin.get("of", "")))


def close_outcome(kind: str, answer: Json) -> str:
    """Name the other outcome of a verdict that is too close to call; empty where there is none."""
    margin = answer.get("margin")
    if not isinstance(margin, Mapping) or not margin.get("close"):
        return ""
    return _becomes(kind, margin)


def _margin_parts(kind: str, margin: Mapping[str, object], cast: Cast) -> list[str]:
    said = {
        "unit": cast.names.get(str(margin.get("unit")), str(margin.get("unit"))),
        "inches": _length(margin),
        "of": _OF.get(str(margin.get("of")), lambda: _("the verdict"))(),
    }
    parts = [_("%(unit)s %(inches)s off changes %(of)s.", **said)]
    if becomes := _becomes(kind, margin):
        parts.append(_("Beyond: %(outcome)s.", outcome=becomes))
    return parts


def _becomes(kind: str, margin: Mapping[str, object]) -> str:
    becomes = margin.get("becomes")
    if not isinstance(becomes, Mapping):
        return ""
    if kind == "sight":
        return sight_word(str(becomes.get("state")), is_cover=bool(becomes.get("cover")))
    number = becomes.get("target_number")
    return f"{plain(float(number))}+" if isinstance(number, int | float) else _("No")


def _length(margin: Mapping[str, object]) -> str:
    value = margin["inches"]
    assert isinstance(value, int | float)
    return inches(abs(float(value)))
