"""A table on which every kind of attack can be asked: artillery, indirect fire, designators, blows and jumps."""

from collections.abc import Mapping

Feature = dict[str, object]


def _unit(name: str, x: float, y: float, side: str, title: str, **card: object) -> Feature:
    return {
        "type": "Feature",
        "id": name,
        "geometry": {"type": "Point", "coordinates": [x, y]},
        "properties": {"kind": "unit", "side": side, "name": title, **card},
    }


def _block(ident: str, west: float, south: float, east: float, north: float, **piece: object) -> Feature:
    ring = [[west, south], [east, south], [east, north], [west, north], [west, south]]
    return {
        "type": "Feature",
        "id": ident,
        "geometry": {"type": "Polygon", "coordinates": [ring]},
        "properties": piece,
    }


def arena(**head: object) -> Mapping[str, object]:
    """Make the document; `head` is put into its `astrike` member."""
    south, north = "south", "north"
    features = [
        _block("h1", 20, 20, 28, 28, kind="hill", height=3, name="Hill 1"),
        _block("b1", 40, 24, 44, 28, kind="building", height=3, name="Depot", **{"class": "medium"}),
        _unit("A", 10, 12, south, "Atlas", size=4, move='6"', damage="5/5/2", skill=3, overheat=1, armor=10,
              structure=8, specials=["LRM1/1/1", "C3M"], pilot=["sniper"], facing=0),
        _unit("B", 14, 14, south, "Archer", size=3, move='8"', damage="2/3/3", armor=7, structure=6,
              specials=["IF2", "C3S"], facing=30),
        _unit("C", 22, 34, south, "Raven", size=1, move='12"', damage="2/2/-", armor=3, structure=3,
              specials=["ECM", "PRB", "SNARC", "TAG", "C3S"], facing=60, motion="ground", moved=6),
        _unit("D", 5, 6, south, "Long Tom", type="CV", size=4, move='4"t', damage="0/0/0", armor=5, structure=4,
              specials=["ARTLT-1"], facing=45),
        _unit("G", 41.2, 39.9, south, "Foot", type="CI", size=1, move='2"f', damage="1/1/-", armor=1,
              structure=1, specials=["AM"]),
        _unit("H", 41, 20.2, south, "Hatchet", size=2, move='8"/8"j', damage="3/2/-", armor=4, structure=4,
              specials=["MEL"], facing=90),
        _unit("J", 36, 30, south, "Grass", size=3, move='10"/10"j', damage="3/3/1", armor=6, structure=6,
              facing=60),
        _unit("R", 44, 20.5, north, "Rifle", size=3, move='8"', damage="3/3/3", armor=1, structure=5,
              motion="ground", moved=8, specials=["ECM"], facing=270),
        _unit("S", 41.5, 31, north, "Shadow", size=2, move='10"/10"j', damage="3/3/-", armor=4, structure=4,
              motion="jump", moved=10, tmm=2, facing=200),
        _unit("T", 41.9, 39, north, "Tiger", size=4, move='6"', damage="5/5/4", armor=9, structure=8,
              done=True, facing=180),
    ]  # fmt: skip
    stated = {
        "format": 1,
        "name": "Arena",
        "width": 72,
        "depth": 48,
        "edition": "ce-5.01",
        "turn": 2,
        "networks": [{"id": "net-1", "type": "C3", "master": "A", "members": ["A", "B", "C"]}],
        "sides": [{"id": south, "name": "South"}, {"id": north, "name": "North"}],
        **head,
    }
    return {"type": "FeatureCollection", "astrike": stated, "features": features}


def every_kind() -> Mapping[str, object]:
    """Make the arena with somebody more for each kind of attack that nobody there can make."""
    south, north = "south", "north"
    there = arena(marks=[{"kind": "tag", "by": "C", "target": "W", "success": True}])
    features = there["features"]
    assert isinstance(features, list)
    more = [
        _unit("U", 10, 13.25, north, "Fist", size=2, move='8"', damage="2/2/-", motion="ground", moved=8,
              facing=180),
        _unit("V", 60, 10, south, "Elemental", type="BA", size=1, move='4"f', damage="1/1/-",
              specials=["MTAS1"]),
        _unit("W", 63, 10, north, "Wasp", size=1, move='10"', tmm=2, damage="1/1/-", motion="ground", moved=10,
              facing=270, armor=2, structure=2),
        _unit("X", 62, 8.2, south, "Ambush", size=1, move='8"', damage="2/2/-", facing=45),
        _unit("Y", 60, 16, south, "Gun", type="CV", size=2, move='6"t', damage="1/1/-", specials=["ARTS-1"],
              facing=150),
        _unit("Z", 58, 16, south, "Arrow", type="CV", size=2, move='6"t', damage="1/1/-",
              specials=["ARTAIS-1"], facing=150),
        *(
            _unit(name, x, 0.5, south, title, type="AF", move="6a", damage=damage, specials=["BOMB2"],
                  motion="flight", flight={"from": [over, 0], "to": [over, 48], "altitude": altitude})
            for name, x, title, damage, over, altitude in (
                ("E", 60, "Middle", "3/3/2", 63, "middle"),
                ("K", 56, "Low", "4/4/2", 63.3, "low"),
                ("L", 52, "High", "3/3/2", 62, "high"),
            )
        ),
    ]  # fmt: skip
    return {**there, "features": [*features, *more]}
