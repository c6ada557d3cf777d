"""How many tables may this asker still make today, and which shared cards, pieces and layouts may a request use?

Anyone may make a few tables without an organizer's code. A request can use what its own table has saved and what all
tables of the installation share. A copy of the demo is open to anyone, so its codes give access to nothing shared.
"""

from flask import request

from astrike.errors import Forbidden
from astrike.store.table.tables import Allowance
from astrike.store.terrain.library import Owner
from astrike.store.units.catalog import StoredCatalog
from astrike.web.access.rights import right_now
from astrike.web.database import database
from astrike.web.http.i18n import _
from astrike.web.network import address_group
from astrike.web.settings import settings


def may_share() -> bool:
    """Tell whether the table of this request has a part in what all tables share."""
    return not right_now().is_demo


def owner_now() -> int:
    """Give whom belongs what is saved at the table of this request."""
    return right_now().table_id


def readable_owners() -> tuple[Owner, ...]:
    """Give those whose pieces and layouts may be used at the table of this request."""
    return (owner_now(), None) if may_share() else (owner_now(),)


def catalog_now() -> StoredCatalog:
    """Give the cards that the table of this request finds: its own first."""
    return StoredCatalog(database(), table_id=owner_now(), shared=may_share())


def refuse_demo() -> None:
    """Refuse to let a copy of the demo write what all tables share."""
    if not may_share():
        raise Forbidden(
            _("This is a copy of the demo. What it saves stays here; make a table of your own to share.")
        )


def allowance() -> Allowance:
    """Give what the address of this request may make."""
    limits = settings().limits
    return Allowance(
        address_group(request.remote_addr or ""), each=limits.tables_a_day_each, in_all=limits.tables_a_day
    )
