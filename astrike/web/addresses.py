"""Addresses with what is asked behind them."""

from collections.abc import Mapping, Sequence
from urllib.parse import urlencode


def with_query(address: str, asked: Mapping[str, str] | Sequence[tuple[str, str]]) -> str:
    """Put a query behind an address, when there is any.

    >>> with_query("/t/1/tape", {"from": "A"}), with_query("/t/1/tape", {})
    ('/t/1/tape?from=A', '/t/1/tape')
    """
    return f"{address}?{urlencode(asked)}" if asked else address
