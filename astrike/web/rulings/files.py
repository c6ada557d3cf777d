"""How is a ruling exported as a picture? The whole card as SVG for light and dark, and as PNG."""

import re
from datetime import datetime
from typing import Final

from markupsafe import Markup
from resvg_py import svg_to_bytes

from astrike.model.ruling import RulingPicture, RulingRecord, StatedFact
from astrike.report.rulings.card import ruling_card
from astrike.report.words.pages import page_words, printing_note
from astrike.store.rulings.rulings import Ruling, RulingLine
from astrike.web.http.i18n import _, tr
from astrike.web.http.responses import draw_svg
from astrike.web.rulings.picture_styles import flattened
from astrike.web.rulings.pictures import drawing

_STYLE: Final = re.compile(r"<style>(.*?)</style>", re.DOTALL)
_INSIDE: Final = re.compile(r"\A<svg\b[^>]*>(?:<style>.*?</style>)?(.*)</svg>\s*\Z", re.DOTALL)
_PNG_ZOOM: Final = 3.0
MOST_PIXELS: Final = 12_000
"""The greatest height of a PNG, in pixels."""


def ruling_svg(ruling: Ruling, address: str) -> str:
    """Draw a ruling as one picture that carries its colors for light and dark."""
    record = ruling.record
    card = ruling_card(
        record.shown,
        title=_("%(number)s · %(table)s", number=ruling.line.name, table=ruling.line.table_name),
        when=moment(ruling.line.created),
        alternative=_("or"),
        strips=strips_of(ruling.line, record),
        edition=record.edition,
        known_by=known_by(ruling, address),
    )
    insides = [Markup(_inside(placed.drawing)) for placed in card.drawings]
    label = f"{record.shown.question} {record.shown.verdict} {record.shown.sentence}"
    whole = drawing("card", draw_svg("rulings/card", "ruling", card, insides, label))
    return _with_own_styles(whole.svg, [placed.drawing for placed in card.drawings])


def png_of(svg: str) -> bytes:
    """Make a PNG of such a picture, in light."""
    style = "".join(_STYLE.findall(svg))
    plain = _STYLE.sub("", svg).replace(">", f"><style>{flattened(style)}</style>", 1)
    height = float(re.findall(r'\bheight="([0-9.]+)"', plain)[0])
    return bytes(svg_to_bytes(svg_string=plain, zoom=min(_PNG_ZOOM, MOST_PIXELS / height), dpi=96.0))


def moment(time: datetime) -> str:
    """Write a moment with its date, since a picture is viewed on other days too."""
    return time.astimezone().strftime("%Y-%m-%d %H:%M")


def strips_of(line: RulingLine, record: RulingRecord) -> tuple[StatedFact, ...]:
    """Say what became of a ruling, and who stood elsewhere when it was asked."""
    found: list[StatedFact] = []
    if line.decision is not None:
        who, when = line.decision.by, moment(line.decision.time)
        if line.decision.how == "agreed":
            name = _("Agreed: %(outcome)s", outcome=line.decision.outcome)
            found.append(
                StatedFact(name, _("Both players, written down by %(who)s at %(when)s.", who=who, when=when))
            )
        else:
            name = _("The judge decided: %(outcome)s", outcome=line.decision.outcome)
            found.append(StatedFact(name, _("%(who)s at %(when)s.", who=who, when=when)))
    elif line.called is not None:
        found.append(StatedFact(_("A judge is called"), _("Since %(when)s.", when=moment(line.called))))
    if line.brought is not None:
        when = moment(line.brought)
        found.append(
            StatedFact(_("From an archive"), _("Brought here at %(when)s as it was kept.", when=when))
        )
    if record.tried:
        found.append(
            StatedFact(_("What if"), _("%(unit)s was tried out elsewhere than it stood.", unit=record.tried))
        )
    return tuple(found)


def known_by(ruling: Ruling, address: str) -> tuple[str, ...]:
    """Say by what a ruling can be checked."""
    record = ruling.record
    tolerance = _("tolerance %(inches)s″", inches=f"{record.tolerance:g}")
    cites = (*(line.cite for line in record.shown.ledger), *(cause.cite for cause in record.shown.reasons))
    pages = [page_words(cite, record.edition) for cite in cites]
    return (
        *(f"{mark} {words}" for mark, words in printing_note(pages, tr)),
        f"{record.edition} · {tolerance} · {record.environment}",
        _("astrike %(version)s · inputs %(digest)s", version=record.engine, digest=record.digest[:8]),
        address,
    )


def _inside(picture: RulingPicture) -> str:
    found = _INSIDE.match(picture.svg)
    assert found is not None, "a drawing is one SVG element"
    return found[1]


def _with_own_styles(svg: str, drawings: list[RulingPicture]) -> str:
    """Put the colors that the drawings brought with them behind those of the card: the last one counts."""
    own = dict.fromkeys(style for each in drawings for style in _STYLE.findall(each.svg))
    return svg.replace("</style>", f"\n{chr(10).join(own)}</style>", 1)
