"""Two phones play three turns of 8 against 8 by touch alone, and what they come to is what the engine says by command.

Taps and typed digits are counted for each phone and turn, and how soon each tap is answered or acknowledged.
"""

import json
import re
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import Any, Final

import pytest
from click.testing import CliRunner
from playwright.sync_api import Error, Locator, expect

from astrike.cli.main import main
from astrike.formats.table.table_file import parse_document
from astrike.model.document_change import Document
from astrike.model.table import Table
from astrike.model.unit import Unit
from astrike.rules.movement.contact import units_touched
from astrike.rules.table.prepared_table import prepare_table
from astrike.rules.turn.standing import turn_standing
from astrike.store.database.connection import connect
from astrike.store.table.changes import document_at
from astrike.store.table.codes import Codes, lookup
from astrike.store.table.log import whole_history
from astrike.store.table.tables import StoredTable, load_table
from tests.browser.movement.conftest import MovePage
from tests.browser.table.conftest import Fingers, Hall, PhoneMaker, hall, new_phone
from tests.builders import Json, document, mech

__all__ = ["hall", "new_phone"]

pytestmark = pytest.mark.browser

MOST_BY_ONE: Final = 90
MOST_BY_BOTH: Final = 170
"""Taps and digits of a turn with 8 moves, 6 attacks and half an End Phase."""
SOON_MS: Final = 500
"""How soon a tap is answered or acknowledged: ten times as long as the slowest on a machine that others use too."""
ATTACKERS: Final = 6
MOST_PAGES: Final = 5
MEASURE: Final = """
addEventListener('touchend', (event) => {
  window.astrikeTapped = performance.now();
  window.astrikeTappedOn = event.target.closest('a, button, summary, label')?.textContent.trim() ?? 'the map';
}, { capture: true, passive: true });
const note = () => {
  if (window.astrikeTapped === undefined) return;
  const all = JSON.parse(sessionStorage.getItem('astrike-taps') || '[]');
  all.push([Math.round(performance.now() - window.astrikeTapped), window.astrikeTappedOn]);
  sessionStorage.setItem('astrike-taps', JSON.stringify(all));
  window.astrikeTapped = undefined;
};
addEventListener('pagehide', note);
new MutationObserver(note).observe(document, { subtree: true, childList: true, attributes: true });
"""
"""Notes how many milliseconds pass between a tap and the first change of the page, or its leaving."""


def column(number: int) -> float:
    return 4.0 + 5.5 * number


def army(letter: str, side: str, y: float, facing: float) -> Iterator[Json]:
    for n in range(8):
        more: Json = {"overheat": 4} if n == 1 else {}
        if n == 2 and letter == "R":
            more = {"specials": ["ARTT-1"]}
        name = f"{'Alder' if letter == 'R' else 'Birch'} {n}"
        yield mech(
            f"{letter}{n}",
            at=(column(n), y),
            side=side,
            name=name,
            facing=facing,
            motion="unmoved",
            armor=9,
            **more,
        )


GAME: Final = document(
    *army("R", "red", 4.7, 0), *army("B", "blue", 30, 180), width=48, depth=36, phase="initiative"
)


class Player:
    """One phone, which plays a side and counts what its thumb does."""

    def __init__(self, fingers: Fingers, hall: Hall, codes: Codes, side: str) -> None:
        self.fingers, self.page, self.side = fingers, fingers.page, side
        self.home = hall.url(code=codes.play)
        self.move_page = MovePage(fingers)
        self.done: Counter[int] = Counter()
        self.turn = 1
        self.page.context.add_init_script(MEASURE)
        fingers.open(self.home)
        self.tap(self.page.get_by_role("button", name=side, exact=True))
        self.done.clear()

    def tap(self, what: Locator | str) -> None:
        """Tap something, and wait until the page has settled."""
        locator = self.page.locator(what) if isinstance(what, str) else what
        expect(locator).to_be_visible()
        locator.tap()
        self.done[self.turn] += 1
        self.rests()

    def hold_fire(self) -> None:
        """Say that no unit attacks any more, and once more where several could."""
        if self.page.locator("#hold-fire-of").count():
            self.tap("#hold-fire-of")
        self.tap("#hold-fire")

    def rests(self) -> None:
        """Wait until the page has settled; a tap may have led on to another one in the middle of it."""
        for _page in range(MOST_PAGES):
            try:
                self.fingers.settle()
            except Error:  # the page was left
                continue
            return

    def tap_place(self, x: float, y: float) -> None:
        self.move_page.tap(x, y)
        self.done[self.turn] += 1

    def waits_for(self, words: str) -> None:
        """Wait until the bar says whose step it is."""
        expect(self.page.locator("#turn b").first).to_contain_text(words)
        self.rests()

    def soonest(self) -> list[tuple[int, str]]:
        """How long each tap of this phone went without an answer, and what was tapped."""
        found = self.page.evaluate("JSON.parse(sessionStorage.getItem('astrike-taps') || '[]')")
        return [(int(took), " ".join(what.split())) for took, what in found]

    # ---- what a player does

    def moves(self, name: str, to: tuple[float, float] | None) -> None:
        """Move a unit that is due: the button, a place or an enemy, Move; or let it stand still."""
        self.waits_for(f"{self.side} moves")
        if to is None:
            if "/move" in self.page.url:
                self.tap("header.bar a.icon >> nth=0")
            expect(self.page.locator("#next-step")).to_contain_text(f"Move {self.letter(name)}")
            self.tap("#still")
            return
        if "/move" not in self.page.url:
            self.tap("#next-step")
        expect(self.page).to_have_url(re.compile(rf"/unit/{name}/move"))
        self.tap_place(*to)
        self.tap("#commit")

    def letter(self, name: str) -> str:
        """The letter that a unit has on the table: units of a side are named in their order."""
        return ("KLMNPQRS" if self.side == "Red" else "ABCDEFGH")[int(name[1])]

    def attacks(
        self, target: str, dice: str, *, kind: Sequence[str] = (), before: Sequence[str] = ()
    ) -> None:
        """Attack with the unit that is chosen: kind, enemy, what else is tapped before, the key of the dice, Apply."""
        for each in kind:
            self.tap(each)
        self.tap(f'[data-enemy="{target}"]')
        for each in before:
            self.tap(each)
        self.tap(self.page.locator(".keys .key", has_text=re.compile(rf"^{dice}$")))
        expect(self.page.locator("#rolled, #split").first).to_be_visible()
        if self.page.locator("#split").count():
            self.tap(".decide-ruling button >> nth=0")
            expect(self.page.locator("#agreed")).to_contain_text("Agreed by both")
        self.tap("#write")
        expect(self.page.locator("#written")).to_be_visible()
        self.rests()

    def holds_fire(self) -> None:
        """Make no more attacks."""
        self.tap("header.bar a.icon >> nth=0")
        self.tap("#leave")
        self.hold_fire()


def stored(hall: Hall, codes: Codes) -> Table:
    return parse_document(newest(hall, codes).document)


def newest(hall: Hall, codes: Codes) -> StoredTable:
    with connect(hall.server.db) as db:
        return load_table(db, lookup(db, codes.play).table_id)


def changed(hall: Hall, codes: Codes, version: int) -> None:
    """Wait until a tap has come to the database; phones say that they rest before it has."""
    until = time.monotonic() + 20
    while newest(hall, codes).version == version:
        assert time.monotonic() < until, "nothing was written"
        time.sleep(0.02)


def unit(table: Table, name: str) -> Unit:
    found = table.unit(name)
    assert found is not None
    return found


@pytest.fixture
def game(hall: Hall) -> Codes:
    return hall.keep(GAME)


def everybody_moves(
    hall: Hall, codes: Codes, players: Mapping[str, Player], plan: Mapping[str, tuple[float, float]]
) -> None:
    """Move whoever is due, as planned; who has no plan stands still."""
    while (standing := turn_standing(prepare_table(stored(hall, codes)))).act == "move":
        assert standing.share is not None
        name, version = standing.due[0], newest(hall, codes).version
        players[standing.share.side].moves(name, plan.get(name))
        changed(hall, codes, version)


def test_three_turns_on_two_phones(hall: Hall, game: Codes, new_phone: PhoneMaker, tmp_path: Path) -> None:
    red, blue = (Player(new_phone(), hall, game, side) for side in ("Red", "Blue"))
    players = {"red": red, "blue": blue}

    # Turn 1: Red lost initiative. Everybody walks, but for two that are 24.05 in apart.
    lose(red, "Red")
    red.waits_for("Red moves")
    plan = {f"R{n}": (column(n), 9.0) for n in range(8) if n != 3}
    plan |= {f"B{n}": (column(n), 27.0) for n in range(8) if n != 3}
    everybody_moves(hall, game, players, plan)
    assert len({each.at for each in stored(hall, game).units}) == 16
    red.waits_for("Movement")
    red.tap("#next-step")
    red.waits_for("Red: 8 still to attack")
    red.tap("#next-step")
    red.attacks("B0", "2")
    assert unit(stored(hall, game), "B0").armor_left is None, "a miss"
    red.tap("#next-up")
    red.attacks("B1", "9", before=['#overheat a:has-text("4")'])
    red.tap("#next-up")
    red.attacks("B2", "12", kind=["#more-kinds summary", '[data-kind="artillery"]'])
    red.tap("#next-up")  # artillery is beside its one attack
    red.attacks("B2", "3")
    red.tap("#next-up")
    close = red.page.locator('[data-enemy="B3"]')
    expect(close).to_contain_text("too close")
    red.attacks("B3", "7")
    red.tap("#next-up")
    red.attacks("B4", "9")
    red.tap("#next-up")
    red.attacks("B5", "9")
    red.holds_fire()
    blue.waits_for("Blue: 8 still to attack")
    blue.tap("#next-step")
    for n in range(ATTACKERS):
        blue.attacks(f"R{n}", "8")
        if n < ATTACKERS - 1:
            blue.tap("#next-up")
    blue.holds_fire()
    table = stored(hall, game)
    assert (unit(table, "B2").armor_left, unit(table, "R1").heat_made) == (8, 4)
    end_the_turn(blue, red)
    shut_down = unit(stored(hall, game), "R1")
    assert (shut_down.heat, "shutdown" in shut_down.state) == (4, True)

    # Turn 2: Blue lost. A few close in; two attacks a side.
    lose(red, "Blue")
    red.waits_for("Blue moves")
    plan = {f"R{n}": (column(n), 15.0) for n in (0, 2)} | {f"B{n}": (column(n), 21.0) for n in (0, 2)}
    everybody_moves(hall, game, players, plan)
    to_combat(blue)
    fight(blue, {"B0": "R0", "B1": "R2"}, "8")
    fight(red, {"R0": "B0", "R2": "B2"}, "9")
    end_the_turn(red, blue)
    assert (unit(stored(hall, game), "R1").heat, unit(stored(hall, game), "R1").state) == (0, set())

    # Turn 3: one of each side goes into contact, and hits with fists.
    lose(blue, "Red")
    blue.waits_for("Red moves")
    everybody_moves(hall, game, players, {"R0": unit(stored(hall, game), "B0").at, "B2": (column(2), 15.0)})
    prepared = prepare_table(stored(hall, game))
    assert units_touched(prepared, "R0", ["B0"]) == ("B0",)
    assert units_touched(prepared, "B2", ["R2"]) == ("R2",)
    to_combat(red)
    fight(red, {"R0": "B0"}, "8", kind=['[data-kind="standard"]'])
    blue.waits_for("Blue: ")
    blue.hold_fire()
    end_the_turn(blue, red)
    assert stored(hall, game).turn == 4

    for turn in (1, 2, 3):
        sys.stdout.write(f"turn {turn}: taps and digits: Red {red.done[turn]}, Blue {blue.done[turn]}\n")
    soon = sorted(red.soonest() + blue.soonest())
    usual = median(took for took, _what in soon)
    sys.stdout.write(
        f"{len(soon)} taps answered or acknowledged after {usual:.0f} ms; the slowest: {soon[-3:]}\n"
    )
    assert max(red.done[1], blue.done[1]) <= MOST_BY_ONE
    assert red.done[1] + blue.done[1] <= MOST_BY_BOTH
    assert [each for each in soon if each[0] > SOON_MS] == []
    assert answers_by_command(hall, game, tmp_path) == Counter(move=47, attack=18)


def lose(player: Player, side: str) -> None:
    """Say who has lost initiative."""
    player.waits_for("Initiative")
    player.tap("#next-step")
    player.tap(player.page.get_by_role("button", name=side, exact=True))


def to_combat(player: Player) -> None:
    """Go on to combat once everybody has moved."""
    player.waits_for("Movement")
    player.tap("#next-step")


def fight(player: Player, attacks: Mapping[str, str], dice: str, *, kind: Sequence[str] = ()) -> None:
    """Attack with some units of a side, and hold the fire of the others."""
    player.waits_for("still to attack")
    for name, target in attacks.items():
        offered = player.page.locator("#next-step, #next-up")
        expect(offered).to_have_attribute("href", re.compile(rf"unit={name}$"))
        player.tap(offered)
        player.attacks(target, dice, kind=kind)
    player.holds_fire()


def end_the_turn(ender: Player, other: Player) -> None:
    """Go on to the End Phase, make the rolls that are due, and start the next turn."""
    ender.waits_for("Combat")
    ender.tap("#next-step")
    expect(ender.page.locator("h1")).to_contain_text("End Phase")
    if ender.page.locator("#roll-all").count():
        ender.tap("#roll-all")
    for _row in range(ender.page.locator("#rolls [data-event]").count()):
        ender.tap(ender.page.locator("#rolls [data-event] .end-acts > .btn").first)
    ender.tap("#finish")
    for each in (ender, other):
        each.turn += 1
    other.waits_for(f"Turn {ender.turn} · Initiative")


def answers_by_command(hall: Hall, codes: Codes, folder: Path) -> Counter[str]:
    """Ask the command about everything that was played, on the table as it was before, and compare what came of it."""
    found: Counter[str] = Counter()
    with connect(hall.server.db) as db:
        table_id = lookup(db, codes.play).table_id
        for row in whole_history(db, table_id):
            if row.play is None:
                continue
            before, after = (document_at(db, table_id, row.version - 1 + step) for step in (0, 1))
            compare(row.play, before, parse_document(after), folder / "table.json")
            found[str(row.play["act"])] += 1
    return found


def compare(play: Mapping[str, Any], before: Document, after: Table, file: Path) -> None:
    file.write_text(json.dumps(before), encoding="utf-8")
    if play["act"] == "move":
        answer = command(
            "move",
            file,
            play["unit"],
            *(",".join(map(str, point)) for point in play["path"]),
            "--mode",
            play["mode"],
        )
        assert answer["cost"] == pytest.approx(play["cost"], abs=0.001)
        assert unit(after, play["unit"]).at == pytest.approx(play["to"][:2], abs=0.001)
        assert [answer["end"]["x"], answer["end"]["y"]] == pytest.approx(play["to"][:2], abs=0.001)
        return
    dice = ",".join(str(die["fell"]) for die in play["dice"])
    asked = ["--kind", play["kind"], "--overheat", str(play["overheat"] or 0), "--rolls", dice]
    answer = command("attack", file, play["attacker"], play["target"], *asked)
    hurt, was = unit(after, play["target"]), unit(parse_document(before), play["target"])
    lost = sum(left(was)) - sum(left(hurt))
    assert play["damage"] in (None, lost), "None: it is dealt to whoever is in an area"
    if "ruling" not in play:
        assert answer["target_number"] == play["target_number"]
        assert answer["outcome"]["dealt"] == lost


def left(of: Unit) -> tuple[int, int]:
    armor = of.armor if of.armor_left is None else of.armor_left
    return armor, of.structure if of.structure_left is None else of.structure_left


def command(*words: object) -> dict[str, Any]:
    done = CliRunner().invoke(main, [str(word) for word in (*words, "--json")])
    assert done.exit_code in (0, 1), done.output
    found: dict[str, Any] = json.loads(done.output)
    return found
