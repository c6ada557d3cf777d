"""How many tables may whoever asks make today? For everything that is made without an organiser's code."""

from flask import request

from astrike.store.made_tables import Allowance
from astrike.web.network import address_group
from astrike.web.settings import settings


def allowance() -> Allowance:
    """Give what the address of this request may make."""
    limits = settings().limits
    return Allowance(
        address_group(request.remote_addr or ""), each=limits.tables_a_day_each, in_all=limits.tables_a_day
    )
