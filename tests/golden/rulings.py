"""Rulings that were saved when the golden set was begun: they open, say what they said, and are answered alike.

The database in data/rulings was written by the program of that time, over its pages; it is never written anew.
"""

import json
import lzma
import sqlite3
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from tests.golden.door import EDITIONS, Door, opened
from tests.golden.files import DATA
from tests.golden.pages import read
from tests.golden.texts import masked

DATABASE: Final = DATA / "rulings" / "astrike.db.xz"
NAMES: Final = DATA / "rulings" / "names.json"
Asked = tuple[str, str, dict[str, object]]

PLAIN: Final[tuple[Asked, ...]] = (
    ("weapons", "attack", {"attacker": "A", "target": "R"}),
    ("weapons in another way", "attack", {"attacker": "A", "target": "R", "overheat": 1, "secondary": True,
                                          "modifiers": {"dust": 1}, "rolls": [8]}),
    ("weapons refused", "attack", {"attacker": "B", "target": "D"}),
    ("weapons with choices", "attack", {"attacker": "A", "target": "S", "choices": {"munition": "semi-guided"}}),
    ("a special ability", "attack", {"attacker": "A", "target": "S", "special": "LRM"}),
    ("indirect with a spotter", "attack", {"attacker": "B", "target": "T", "kind": "indirect", "spotter": "C"}),
    ("indirect with the best spotter", "attack", {"attacker": "B", "target": "T", "kind": "indirect"}),
    ("artillery at a point", "attack", {"attacker": "D", "target": [30, 20], "kind": "artillery",
                                        "weapon": "ARTLT"}),
    ("artillery at a unit", "attack", {"attacker": "D", "target": "S", "kind": "artillery"}),
    ("artillery off the table", "attack", {"attacker": "D", "target": [42, 31], "kind": "off-table"}),
    ("a homing shell", "attack", {"attacker": "Z", "target": "W", "kind": "homing"}),
    ("a standard physical attack", "attack", {"attacker": "U", "target": "A", "kind": "standard"}),
    ("melee", "attack", {"attacker": "H", "target": "R", "kind": "melee"}),
    ("a charge", "attack", {"attacker": "H", "target": "R", "kind": "charge"}),
    ("death from above", "attack", {"attacker": "J", "target": "S", "kind": "dfa"}),
    ("an anti-'Mech attack", "attack", {"attacker": "G", "target": "S", "kind": "anti-mech"}),
    ("a designator", "attack", {"attacker": "C", "target": "T", "kind": "tag"}),
    ("a beacon", "attack", {"attacker": "C", "target": "T", "kind": "narc"}),
    ("a taser", "attack", {"attacker": "V", "target": "W", "kind": "taser"}),
    ("strafing", "attack", {"attacker": "K", "target": "W", "kind": "strafe"}),
    ("a strike", "attack", {"attacker": "K", "target": "W", "kind": "strike"}),
    ("dive bombing", "attack", {"attacker": "E", "target": "W", "kind": "dive-bomb"}),
    ("altitude bombing", "attack", {"attacker": "L", "target": "W", "kind": "altitude-bomb"}),
    ("a surprise attack", "attack", {"attacker": "X", "target": "W", "kind": "surprise"}),
    ("sight", "sight", {"attacker": "A", "target": "R"}),
    ("sight that is blocked", "sight", {"attacker": "A", "target": "J"}),
    ("a walk", "move", {"unit": "J", "path": [[38, 32], [40, 34]], "mode": "ground", "facing": 45}),
    ("a jump", "move", {"unit": "J", "path": [[26, 26]], "mode": "jump"}),
    ("a move too far", "move", {"unit": "D", "path": [[9, 9], [40, 20]]}),
    ("standing still", "move", {"unit": "J", "mode": "standstill"}),
    ("sprinting", "move", {"unit": "C", "path": [[30, 34]], "mode": "sprint"}),
    ("an area effect", "blast", {"at": [41.5, 31], "weapon": "ART-LT"}),
    ("an area effect of bombs", "blast", {"at": [63, 10], "weapon": "BOMB-HE"}),
    ("a shell that scattered", "scatter", {"at": [41.5, 31], "weapon": "ART-LT", "dice": [2, 3]}),
    ("a whole table", "legal", {"profile": "default"}),
    ("a whole table by another preset", "legal", {"profile": "parameters-example"}),
)  # fmt: skip
"""Asked under the usual edition."""
ELSEWHERE: Final[tuple[tuple[str, Asked], ...]] = (
    ("ce-7", ("weapons in the other printing", "attack", {"attacker": "A", "target": "R"})),
    ("ce-7", ("sight in the other printing", "sight", {"attacker": "A", "target": "R"})),
    ("classic-2.3.1", ("weapons in Alpha Strike 2017", "attack", {"attacker": "A", "target": "R"})),
    (
        "classic-2.3.1",
        ("a move in Alpha Strike 2017", "move", {"unit": "J", "path": [[26, 26]], "mode": "jump"}),
    ),
)


def make() -> None:
    """Save the rulings with the program as it is. Only ever done once, before anything was changed."""
    assert not DATABASE.exists(), "a guard that is written anew guards nothing"
    with tempfile.TemporaryDirectory() as folder, opened() as door:
        names = dict(_saved(door))
        copy = Path(folder) / "copy.db"
        with sqlite3.connect(door.database) as source, sqlite3.connect(copy) as target:
            source.backup(target)
        target.close()
        source.close()
        DATABASE.parent.mkdir(parents=True, exist_ok=True)
        DATABASE.write_bytes(lzma.compress(copy.read_bytes(), preset=9))
    NAMES.write_text(json.dumps(names, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


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


def _saved(door: Door) -> Iterator[tuple[str, str]]:
    """Save all rulings; give the id of each by its name."""
    yield from _saved_at(door, EDITIONS[0], PLAIN)
    for edition, asked in ELSEWHERE:
        yield from _saved_at(door, edition, (asked,))


def _saved_at(door: Door, edition: str, asked: tuple[Asked, ...]) -> Iterator[tuple[str, str]]:
    table = json.loads((DATA / "tables" / "arena.astrike.json").read_text(encoding="utf-8"))
    table["astrike"]["edition"] = edition
    home = door.bring("arena.astrike.json", json.dumps(table).encode())
    for name, kind, question in asked:
        fields = {"kind": kind, "question": json.dumps(question)}
        with door.post(f"{home}/rulings", fields) as response:
            assert response.status_code == 303, (name, response.text)
            yield name, response.headers["Location"].rpartition("/")[2]


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
