"""How does a whole question fit into an address? As JSON, deflated, in letters that addresses take.

What cannot be read is a problem at `q`, with what was found. Between a phone and its server an address may be long, so
that every tap goes on; what is sent to others is short, or goes from device to device as a file.
"""

import base64
import binascii
import json
import zlib
from collections.abc import Mapping
from typing import Final

from astrike.errors import InputError, Problem
from astrike.formats.json_text import load_json, shown

LONGEST_LINK: Final = 6_000
"""Bytes of a question in an address that others are sent."""
LONGEST_READ: Final = 24_000
"""Bytes of a question in an address that is read: a request also names the address that it comes from."""
MOST_JSON: Final = 200_000
"""Bytes of the JSON in it."""
AT: Final = "q"
_WINDOW: Final = -15
"""Deflated without a head, which every reader knows anyway."""
_EXPECTED: Final = "a question as this page writes it into its address"


def encoded(question: Mapping[str, object]) -> str:
    """Write a question for an address; the same question always gives the same text.

    >>> decoded(encoded({"unit": {"tons": 65}}))
    {'unit': {'tons': 65}}
    """
    text = json.dumps(question, separators=(",", ":"), sort_keys=True, ensure_ascii=False)
    packer = zlib.compressobj(9, zlib.DEFLATED, _WINDOW)
    packed = packer.compress(text.encode()) + packer.flush()
    return base64.urlsafe_b64encode(packed).decode().rstrip("=")


def fits_into_link(question: Mapping[str, object]) -> bool:
    """Is the question short enough for an address to send?"""
    return len(encoded(question)) <= LONGEST_LINK


def fits_into_address(question: Mapping[str, object]) -> bool:
    """Is the question short enough to go on with on this device?"""
    return len(encoded(question)) <= LONGEST_READ


def file_text(card: str, question: Mapping[str, object]) -> str:
    """Write a question as a file that `/classic` opens."""
    return json.dumps({"card": card, "question": question}, indent=1, ensure_ascii=False)


def decoded(text: str) -> dict[str, object]:
    """Read a question out of an address; raise `InputError` for anything else."""
    if len(text) > LONGEST_READ:
        raise InputError([Problem(AT, f"{len(text):,} bytes", f"at most {LONGEST_READ:,} bytes")])
    try:
        packed = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
        unpacker = zlib.decompressobj(_WINDOW)
        raw = unpacker.decompress(packed, MOST_JSON + 1)
    except (binascii.Error, ValueError, zlib.error) as error:
        raise InputError([Problem(AT, shown(text), _EXPECTED)]) from error
    if len(raw) > MOST_JSON or not unpacker.eof:
        raise InputError([Problem(AT, shown(text), _EXPECTED)])
    try:
        found = load_json(raw, most_bytes=MOST_JSON)
    except InputError as error:
        raise InputError([Problem(AT, each.found, each.expected) for each in error.problems]) from error
    if not isinstance(found, dict):
        raise InputError([Problem(AT, shown(found), "an object")])
    return found
