"""Which cards, pieces and layouts may this request read and use: those of its table, and those that all tables share?

A copy of the demo is anybody's, so its codes open nothing that tables share; what it saves itself it has.
"""

from astrike.errors import Forbidden
from astrike.store.catalog import StoredCatalog
from astrike.store.library import Owner
from astrike.web.database import database
from astrike.web.i18n import _
from astrike.web.rights import right_now


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
