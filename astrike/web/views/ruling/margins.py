"""How far does a verdict hold, and between what is to be decided where it is too close to call?"""

from astrike.model.answer import SightAnswer
from astrike.model.margin import Margins
from astrike.model.ruling import Told
from astrike.report.figures import inches
from astrike.report.margins import beyond, cause, distinguished, lead, reservations, whose
from astrike.web.i18n import _, tr
from astrike.web.views.units import Cast


def sight_word(state: str, *, is_cover: bool) -> str:
    """Say in one word whether somebody is seen."""
    if state == "blocked":
        return _("Blocked")
    return _("Cover") if is_cover else _("Sees")


def sight_said(sight: SightAnswer) -> str:
    """Say the verdict about a line of sight."""
    return sight_word(sight.state, is_cover=sight.cover)


def margin_told(margins: Margins | None, cast: Cast) -> Told | None:
    """Say how far a base may be off before the verdict is another one; nothing where nobody measured it."""
    if margins is None or not (margins.beyond or margins.unmeasured):
        return None
    name, least = lead(margins, translate=tr), margins.least
    more = " ".join(f"{each}." for each in reservations(margins, cast.names, translate=tr))
    if least is None:
        return Told(name, more)
    text = _(
        "%(cause)s. Beyond: %(beyond)s (%(whose)s)",
        cause=cause(least, cast.names, translate=tr),
        beyond=beyond(least.becomes, translate=tr),
        whose=whose(least, cast.names, translate=tr),
    )
    if margins.close:
        text += _(", tolerance %(inches)s", inches=inches(margins.tolerance))
    return Told(name, f"{text}. {more}".rstrip(), least.of)


def close_attack(margins: Margins | None, said: str) -> tuple[str, str]:
    """Name both outcomes of an attack that is too close to call; else what is said, and nothing beside it."""
    if margins is None or margins.least is None or not margins.close:
        return said, ""
    return distinguished(margins.now, margins.least.becomes, translate=tr)


def close_sight(margins: Margins | None, said: str) -> str:
    """Name the other outcome of a line of sight that is too close to call."""
    if margins is None or margins.least is None or not margins.close:
        return ""
    becomes = margins.least.becomes
    other = sight_word(becomes.state, is_cover=becomes.cover)
    return other if other != said else ""
