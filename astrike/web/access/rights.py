"""What must the code in an address open, and what may its holder do?"""

from dataclasses import replace
from typing import Final

from astrike.dataclass import dataclass
from astrike.errors import Forbidden, Locked
from astrike.store.table.codes import Access, InstallationAccess, Right
from astrike.web.access.codes import look_up, look_up_installation
from astrike.web.http.i18n import _
from astrike.web.http.page_routes import holder_now, route_now
from astrike.web.settings import settings


@dataclass(frozen=True, slots=True)
class TableHolder:
    """The holder of a code of a table."""

    access: Access

    @property
    def asker(self) -> str:
        """The table, which takes turns with others at work."""
        return f"table {self.access.table_id}"

    def may(self, right: Right) -> bool:
        """Tell whether the code allows this much now: at a locked table only the organizer writes."""
        if self.access.right < right:
            return False
        return right is Right.VIEW or not is_kept_out(self.access)


@dataclass(frozen=True, slots=True)
class OfTable:
    """A right to a table: the code in the address is one of that table's."""

    right: Right
    is_deleted: bool = False
    """Whether the table was deleted and can still be restored."""

    def admit(self, code: str) -> TableHolder:
        """Say who holds the code of a table."""
        access = look_up(code, deleted=self.is_deleted)
        if not settings().rights:
            access = replace(access, right=Right.ORGANISE)
        if access.right < self.right:
            raise Forbidden(_too_little(self.right))
        route = route_now()
        is_beside_the_table = route is not None and route.also_when_locked
        # Whoever may only look writes nothing of the table's, such as a copy of their own. A page that is only there to
        # be filled in and sent is refused before anybody has filled it in.
        if self.right is Right.PLAY and not is_beside_the_table and is_kept_out(access):
            raise Locked(_("The organizer has locked this table. Nothing on it can be changed now."))
        return TableHolder(access)


VIEW: Final = OfTable(Right.VIEW)
PLAY: Final = OfTable(Right.PLAY)
ORGANISE: Final = OfTable(Right.ORGANISE)


@dataclass(frozen=True, slots=True)
class InstallationHolder:
    """The holder of the installation's code, which gives every right to what all tables share."""

    access: InstallationAccess

    @property
    def asker(self) -> None:
        """None, as for people without a code: the sender's address takes turns with others."""
        return None

    def may(self, _right: Right) -> bool:
        """Tell that the code allows everything."""
        return True


@dataclass(frozen=True, slots=True)
class OfInstallation:
    """The right to change what all tables share."""

    def admit(self, code: str) -> InstallationHolder:
        """Say who holds the installation's code."""
        return InstallationHolder(look_up_installation(code))


INSTALLATION: Final = OfInstallation()


def right_now() -> Access:
    """Give what the code in the address opens; only for routes that need a right to a table."""
    holder = holder_now()
    assert isinstance(holder, TableHolder)
    return holder.access


def installation_now() -> InstallationAccess:
    """Give what the installation's code in the address opens; only for routes of the installation."""
    holder = holder_now()
    assert isinstance(holder, InstallationHolder)
    return holder.access


def may_rule() -> bool:
    """Tell whether the code in the address allows to save a ruling and to call a judge, also at a locked table."""
    holder = holder_now()
    return isinstance(holder, TableHolder) and holder.access.right >= Right.PLAY


def may(right: Right) -> bool:
    """Tell whether the code in the address allows this much (for templates: show the button or not)."""
    holder = holder_now()
    return holder is not None and holder.may(right)


def is_kept_out(access: Access) -> bool:
    """Is the table locked for the holder of this code?"""
    return access.is_locked and access.right is not Right.ORGANISE


def _too_little(right: Right) -> str:
    if right is Right.PLAY:
        return _("This code is for watching. Moving units and undoing need the code to play.")
    return _("This needs the organizer's code.")
