"""Rulings that were saved when the golden set was begun: they open, say what they said, and are answered alike.

The database in data/rulings was written by the program of that time, over its pages; it is never written anew.
"""

import json
import lzma
from typing import Final

from tests.golden.door import Door, opened
from tests.golden.files import DATA
from tests.golden.pages import read
from tests.golden.texts import masked

DATABASE: Final = DATA / "rulings" / "astrike.db.xz"
NAMES: Final = DATA / "rulings" / "names.json"


def topics() -> list[str]:
    """There is one file of them."""
    return ["rulings"]


def answers(topic: str, *, is_all: bool) -> dict[str, object]:
    """Open every ruling and ask it again; ask the API its question anew, too, of one in four or of all."""
    assert topic in topics()
    ids: dict[str, str] = json.loads(NAMES.read_text(encoding="utf-8"))
    found: dict[str, object] = {}
    with opened(lzma.decompress(DATABASE.read_bytes())) as door:
        for number, (name, ruling) in enumerate(ids.items()):
            page = read(door, f"/r/{ruling}")
            kept = read(door, f"/r/{ruling}.json")
            assert isinstance(kept, dict), ruling
            found[f"{name} / page"] = masked(page, [ruling])
            found[f"{name} / picture"] = masked(read(door, f"/r/{ruling}.svg"), [ruling])
            found[f"{name} / kept"] = kept
            found[f"{name} / asked again"] = _without_digest_of_now(read(door, f"/r/{ruling}/again"))
            if is_all or number % 4 == 0:
                found[f"{name} / asked anew"] = _asked_anew(door, kept["json"])
    return found


def _asked_anew(door: Door, kept: object) -> object:
    """Ask the API what the ruling was asked."""
    assert isinstance(kept, dict)
    table = {"tables": [kept["table"]]} if kept["kind"] == "legal" else {"table": kept["table"]}
    return door.ask(kept["kind"], {**table, **kept["question"]})


def _without_digest_of_now(page: object) -> object:
    """Take out how today's edition is fingerprinted: that changes with its files, whatever they say."""
    assert isinstance(page, dict)
    lines = list(page.get("lines", []))
    for place, line in enumerate(lines[:-1]):
        if line == "Now" and lines[place + 1].startswith("astrike "):
            lines[place + 1] = lines[place + 1].rpartition(" ")[0]
    return {**page, "lines": lines}
