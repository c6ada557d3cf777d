"""Under which licenses does this server run what it runs on? All of it by name, each with its text."""

from dataclasses import dataclass

from astrike.errors import NotFound
from astrike.web.i18n import _
from astrike.web.licenses import Licensed, licensed
from astrike.web.respond import show


@dataclass(frozen=True, slots=True)
class LicensesContext:
    """Everything that has a license of its own."""

    licensed: tuple[Licensed, ...]


@dataclass(frozen=True, slots=True)
class LicenseContext:
    """One of them with its texts."""

    one: Licensed


def show_licenses() -> str:
    """List what astrike runs on."""
    return show("licenses/licenses.html", LicensesContext(licensed()))


def show_license(key: str) -> str:
    """Show the license of one of them."""
    found = next((each for each in licensed() if each.key == key), None)
    if found is None:
        raise NotFound(_("There is no page at this address."))
    return show("licenses/license.html", LicenseContext(found))
