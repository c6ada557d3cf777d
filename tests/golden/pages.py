"""What the pages of tables, of an event and of the rules say, and what stands on their prints."""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from itertools import product
from types import MappingProxyType
from typing import Final
from urllib.parse import urlencode

from tests.golden.door import EDITIONS, Door, opened
from tests.golden.files import DATA, ROOT
from tests.golden.texts import CODE, lines_of, masked, pages_of_pdf

USUAL: Final = EDITIONS[0]
SHEETS: Final = (
    "modifiers", "brackets", "odds", "tmm", "criticals", "critical_effects", "motive", "heat", "artillery", "support",
    "air_cover", "minefields", "buildings", "hazards", "electronics", "nets", "visual",
)  # fmt: skip
EFFECTS: Final = (
    "collapse", "crash", "motive", "critical", "hull-breach", "skid", "bog", "support", "air-cover", "heat",
    "threshold", "drop", "harjel", "strain", "intimidation", "booby-trap", "mine-dispenser", "hyperpulse", "jam",
    "control-roll",
)  # fmt: skip
OF_THE_ARENA: Final = (
    "", "/more", "/settings", "/units", "/units/A", "/units/D", "/unit/A", "/unit/C", "/unit/E", "/new-unit",
    "/electronics", "/electronics?kind=ecm", "/order", "/check", "/legal", "/legal?preset=default&tolerance=0.3",
    "/attack/A/R", "/attack/A/R?rolls=9", "/attack/A/R/margin", "/attack/B/D", "/attack/B/T",
    "/attack/A/R?overheat=1&secondary=1&name=dust&value=%2B1&rolls=8", "/attack/R/A?x=30&y=14&facing=90&motion=jump",
    "/attack/B/T?kind=indirect", "/attack/B/T?kind=indirect&spotter=C", "/attack/H/R?kind=melee",
    "/attack/H/R?kind=charge", "/attack/J/S?kind=dfa", "/attack/J/S?kind=dfa&rolls=3", "/attack/G/S?kind=anti-mech",
    "/attack/C/T?kind=tag", "/attack/C/T?kind=narc", "/attack/V/W?kind=taser", "/attack/U/A?kind=standard",
    "/attack/X/W?kind=surprise", "/attack/Z/W?kind=homing", "/attack/K/W?kind=strafe", "/attack/K/W?kind=strike",
    "/attack/E/W?kind=dive-bomb", "/attack/L/W?kind=altitude-bomb", "/attack/D/at?to=30,30&kind=artillery",
    "/attack/D/at?to=30,20&kind=artillery&weapon=ARTLT&rolls=3", "/attack/D/at?kind=off-table&to=42,31&rolls=4",
    "/attack/Y/at?to=40,20&kind=artillery", "/area/?at=42,31", "/area/?at=S&weapon=ART-LT",
    "/area/?at=41.5,31&weapon=ART-LT&dice=2+3", "/tape?from=A&to=R", "/tape?from=3,4&to=B", "/sight/A/R/margin",
    "/unit/J/move?via=38,32&via=40,34&mode=ground&facing=45", "/unit/J/move?via=24,24&mode=jump",
    "/unit/D/move?via=9,9&via=40,20", "/unit/A/move?mode=standstill", "/effect/critical/R?asked=1&dice=7",
    "/effect/motive/D?asked=1&dice=9", "/effect/heat/A?asked=1&overheat=1", "/effect/for/A", "/effect/for/D",
)  # fmt: skip
IN_ALL_EDITIONS: Final = (
    "/attack/A/R",
    "/attack/B",
    "/attack/D",
    "/attack/H",
    "/attack/J",
    "/area",
    "/unit/A",
)
"""Beginnings of the addresses of the arena that are looked at under every edition."""
OF_A_DEMO: Final = (
    "", "/more", "/settings", "/units", "/units/A", "/unit/A", "/unit/B", "/unit/A/move?via=10,9&via=12,12&facing=30",
    "/unit/A/move?show=reach", "/unit/A/move?show=best&hit=C&threat=C", "/unit/A/move?mode=sprint&via=7,12&show=what",
    "/attack/A/C", "/attack/C/A", "/attack/A/C?overheat=1&secondary=1", "/attack/A/at?to=21,8", "/attack/A/C/margin",
    "/tape?from=A&to=C", "/tape?from=A&to=21,8", "/order", "/electronics", "/check", "/legal",
    "/legal?preset=parameters-example", "/legal/fix?preset=parameters-example", "/legal.json", "/edit",
    "/edit?tool=hill", "/edit?tool=zone", "/edit/random?seed=42", "/edit/measure", "/edit/library", "/deployments",
    "/export", "/export/geojson", "/export/svg", "/paper", "/history", "/rulings", "/dice", "/roster", "/upload",
    "/sides/codes?side=red", "/sides/codes?side=north", "/sides/units.csv?side=red", "/sides/units.csv?side=north",
)  # fmt: skip
SOON_ENOUGH_ELSEWHERE: Final = (
    "/unit/A/move",
    "/legal/fix",
    "/edit/random",
    "/attack/A/C/margin",
    "/edit/measure",
)
"""What takes long on the larger demo and says there what it says on the other."""
PRINTS: Final = (
    "/paper/setup", "/paper/setup?paper=letter&tape=decimal", "/paper/codes", "/paper/codes?cards=4", "/legal.pdf",
    "/legal.pdf?preset=parameters-example",
)  # fmt: skip
OF_AN_EVENT: Final = (
    "", "/hall", "/layouts", "/layouts/check", "/layouts/1", "/layouts/1/legal.json", "/layouts/1/reset", "/lists",
    "/log", "/more", "/rounds/1", "/rounds/2", "/rulings", "/settings", "/sheets", "/status.json", "/tables/1",
    "/tables/2/remove", "/tables/new",
)  # fmt: skip
PRINTS_OF_AN_EVENT: Final = (
    "/sheets/setup.pdf", "/sheets/codes.pdf", "/layouts/1/setup.pdf", "/layouts/1/legal.pdf",
)  # fmt: skip
QUICK: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "weapon": (
            "", "skill=3&did=jump&tmm=2&o=woods&range=medium", "skill=2&did=standstill&o=woods&o=cover&heat=1",
            "did=ground&moved=jump&tmm=3&range=long&more=1", "state=hull-down", "state=minimum&armor=stealth",
            "o=indirect&spotter=jump", "o=woods&o=smoke-heavy&o=cover&target=vehicle", "shooter=support&fc=1&heat=2",
            "target=protomech&o=jungle&light=night&weather=rain&wind=3&more=1&agreed=-2", "range=extreme&o=secondary",
            "target=battle-armor&state=bogged", "skill=0&tmm=0&range=short",
        ),
        "physical": (
            "", "blow=charge&who=CV&size=4&own=3&weight=3&tmm=2", "blow=dfa&skill=3&size=3&tmm=1&jets=JMPS2",
            "blow=anti-mech&who=CI", "blow=standard&myomer=TSM&hot=2&short=2&behind=1", "blow=melee&size=4&skill=2",
        ),
        "artillery": (
            "", "gun=ART-LT&way=indirect&tag=TAG&d1=2&d2=5&by=3", "gun=ART-AIS&d1=1&d2=1&by=2",
            "gun=ART-S&way=indirect",
        ),
        "move": (
            "", "type=CV&card=3&hot=2&mp=1&engine=1&motive1=half&move=10%22t", "type=BM&move=8%22%2F6%22j&hot=2&tsm=1",
            "type=BM&move=10%22&paved=1&inches=10&x=12&y=8.5",
        ),
    }
)  # fmt: skip
ELSEWHERE: Final = (
    "/", "/new", "/upload", "/editions", "/presets", "/licenses", "/device", "/events/new", "/events/bring",
    "/nothing", "/r/0000000000", "/t/0000000000", "/api/v1/openapi.json",
)  # fmt: skip


def topics() -> list[str]:
    """Name all that is looked at together."""
    return sorted(_MADE)


def answers(topic: str, *, is_all: bool) -> dict[str, object]:
    """Look at all pages of a topic; `is_all` changes nothing: none takes long."""
    with opened() as door:
        return dict(_MADE[topic](door))


# ---- what is looked at


def _arena(edition: str) -> Callable[[Door], Iterator[tuple[str, object]]]:
    def look(door: Door) -> Iterator[tuple[str, object]]:
        table = json.loads((DATA / "tables" / "arena.astrike.json").read_text(encoding="utf-8"))
        table["astrike"]["edition"] = edition
        home = door.bring("arena.astrike.json", json.dumps(table).encode())
        some = tuple(each for each in OF_THE_ARENA if edition == USUAL or each.startswith(IN_ALL_EDITIONS))
        yield from _pages(door, home, some, of=f" [{edition}]")
        effects = tuple(f"/effect/{kind}/{unit}" for kind, unit in product(EFFECTS, "AD"))
        yield from _pages(door, home, effects, of=f" [{edition}]")

    return look


def _demo(name: str) -> Callable[[Door], Iterator[tuple[str, object]]]:
    def look(door: Door) -> Iterator[tuple[str, object]]:
        data = (ROOT / "astrike" / "demo" / f"{name}.astrike.json").read_bytes()
        home = door.bring(f"{name}.astrike.json", data)
        addresses = (*OF_A_DEMO, *PRINTS)
        if name == "big":
            addresses = tuple(
                each for each in addresses if each.partition("?")[0] not in SOON_ENOUGH_ELSEWHERE
            )
        yield from _pages(door, home, addresses, of=f" [{USUAL}]")

    return look


def _event(door: Door) -> Iterator[tuple[str, object]]:
    fields = {
        "name": "Autumn Open", "preset": "default", "edition": USUAL, "rounds": "3", "minutes": "90", "tables": "3",
        "layout": ["open-hills", "small-town"],
    }  # fmt: skip
    with door.post("/events/new", fields) as response:
        assert response.status_code == 303, response.text
        home = response.headers["Location"]
    yield from _pages(door, home, (*OF_AN_EVENT, *PRINTS_OF_AN_EVENT), of=f" [{USUAL}]")


def _rules(door: Door) -> Iterator[tuple[str, object]]:
    for edition in EDITIONS:
        addresses = tuple(f"/rules/{edition}/{sheet}" for sheet in ("", *SHEETS))
        yield from _pages(door, "", addresses, of=f" [{edition}]")
        others = tuple(f"/editions/{edition}/{other}" for other in EDITIONS if other != edition)
        yield from _pages(door, "", others, of=f" [{edition}]")
    presets = sorted(path.stem for path in (ROOT / "astrike" / "presets" / "data").glob("*.toml"))
    yield from _pages(door, "", tuple(f"/presets/{preset}" for preset in presets))
    yield from _pages(door, "", ELSEWHERE)


def _quick(door: Door) -> Iterator[tuple[str, object]]:
    for edition in EDITIONS:
        for tab, queries in QUICK.items():
            head = urlencode({"edition": edition, "tab": tab})
            addresses = tuple(f"/quick?{head}{'&' if query else ''}{query}" for query in queries)
            yield from _pages(door, "", addresses, of=f" [{edition}]")


# ---- what one says


def _pages(
    door: Door, home: str, addresses: tuple[str, ...], *, of: str = ""
) -> Iterator[tuple[str, object]]:
    codes = codes_at(door, home) if home else set()
    for address in addresses:
        stated = masked(read(door, f"{home}{address}"), codes)
        yield f"{address or 'the first page'}{of}", stated


def read(door: Door, address: str) -> object:
    """Give what an address says: lines of a page, pages of a print, JSON, or text."""
    status, media, data = door.get(address)
    if media == "application/pdf":
        return {"status": status, **pages_of_pdf(data)}
    if media in ("application/json", "application/geo+json"):
        return {"status": status, "json": json.loads(data)}
    text = data.decode()
    lines = lines_of(text) if media == "text/html" else _lines_of_text(text, media)
    return {"status": status, "type": media, "lines": lines}


def _lines_of_text(text: str, media: str) -> list[str]:
    return lines_of(text.partition("?>")[2] or text) if media == "image/svg+xml" else text.splitlines()


def codes_at(door: Door, home: str) -> set[str]:
    """Give all codes that a table or an event shows, with and without their dash."""
    found = {home.rpartition("/")[2]}
    _status, _media, data = door.get(f"{home}/codes")
    found |= {code.replace("-", "") for line in lines_of(data.decode()) for code in CODE.findall(line)}
    if home.startswith("/e/"):
        for row in _links_to_tables(door, home):
            found |= codes_at(door, row)
    return found | {f"{code[:5]}-{code[5:]}" for code in found}


def _links_to_tables(door: Door, home: str) -> list[str]:
    _status, _media, data = door.get(home)
    return sorted(set(re.findall(r"/t/[0-9A-Z]{10}(?=[\"/])", data.decode())))


_MADE: Final[Mapping[str, Callable[[Door], Iterator[tuple[str, object]]]]] = MappingProxyType(
    {
        **{f"arena-{edition}": _arena(edition) for edition in EDITIONS},
        "demo-diagram": _demo("target-number-diagram"),
        "demo-big": _demo("big"),
        "event": _event,
        "rules": _rules,
        "quick": _quick,
    }
)
