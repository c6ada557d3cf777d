"""What is shared so that others may take part? Each code with its address, as a QR code, and what it is for."""

from collections.abc import Mapping
from typing import Final

from flask import url_for
from markupsafe import Markup

from astrike.dataclass import dataclass
from astrike.model.wifi import Wifi
from astrike.store.table.codes import Right, code_for_people
from astrike.web.current.table import Current
from astrike.web.http.i18n import _
from astrike.web.http.qr_codes import qr_svg
from astrike.web.http.server_addresses import is_for_this_machine
from astrike.web.settings import settings

RIGHTS: Final = {right.name.lower(): right for right in Right}
"""Rights, as addresses and forms write them."""


@dataclass(frozen=True, slots=True)
class ShareCode:
    """One code to pass on: what it is for, how it is typed, and as a picture."""

    right: Right
    label: str
    code: str
    address: str
    picture: Markup


def share_codes_of(
    codes: Mapping[Right, str], words: Mapping[Right, str], *, server: str, endpoint: str
) -> tuple[ShareCode, ...]:
    """Prepare each code to be passed on, in the order of the words; codes lead to an endpoint of a server."""
    return tuple(
        _share_code(right, label, codes[right], f"{server}{url_for(endpoint, code=codes[right])}")
        for right, label in words.items()
        if right in codes
    )


def _share_code(right: Right, label: str, code: str, address: str) -> ShareCode:
    picture = qr_svg(address, label=_("QR code: %(what)s", what=label))
    return ShareCode(right, label, code_for_people(code), address, picture)


def server_warning(server: str) -> str:
    """Say on paper why a card is of no use to others; empty where it is."""
    if not is_for_this_machine(server):
        return ""
    return _("Do not hand out: this code works only on the computer that printed it.")


def wifi_words(wifi: Wifi) -> str:
    """Say what the wifi is, in lines."""
    if not wifi.name:
        return ""
    name = _("Wifi: %(name)s", name=wifi.name)
    return "\n".join((name, _("Password: %(password)s", password=wifi.password))) if wifi.password else name


def passed_on(current: Current) -> Mapping[Right, str]:
    """Give the codes of a table that the holder of this one may pass on."""
    # Without checks of rights every code does everything, so there is no reason to show more than one.
    return current.stored.codes.up_to(current.right) if settings().rights else {Right.PLAY: current.code}


def rights_of_table() -> Mapping[Right, str]:
    """Say what a code of a table is for; what is passed on most comes first."""
    return {
        Right.PLAY: _("Play: move and edit units, undo"),
        Right.VIEW: _("Watch: change nothing"),
        Right.ORGANISE: _("Organize: settings, terrain, codes, delete"),
    }
