"""Which address does the page of a move have for each declared move and each overlay shown beside it?

`declared_move` reads the move from such an address, and `overlays` reads what is shown beside it.
"""

from collections.abc import Mapping
from dataclasses import replace
from urllib.parse import urlencode

from flask import url_for

from astrike.dataclass import dataclass
from astrike.model.movement import CheapestRoute, MoveQuestion, MoveSuggestion, Waypoint
from astrike.model.unit import Unit
from astrike.report.movement.path import letter_of
from astrike.web.current.place_fields import values_of
from astrike.web.current.table import Current
from astrike.web.http.responses import with_query
from astrike.web.movement.card import MovementModeRow
from astrike.web.movement.contact import ContactCard, MissedContact
from astrike.web.movement.declared_move import DeclaredMove, LevelChoices
from astrike.web.movement.overlays import MoveOverlayAsked
from astrike.web.questions.waypoints import shown_point, written_point

_LISTED = 12
"""Points that are listed: each costs two addresses, and each address names every point."""


@dataclass(frozen=True, slots=True)
class PointRow:
    """A point of the path, to choose or remove."""

    index: int
    letter: str
    text: str
    choose: str
    remove: str
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class MoveAddresses:
    """The addresses around one declared move."""

    current: Current
    unit: Unit
    declared: DeclaredMove
    look: MoveOverlayAsked
    version: int
    """The version that the move was begun from."""
    declare: str = ""
    """The enemy whose charge is declared with the move; empty: none."""

    @property
    def here(self) -> str:
        """The address of the declared move, shown as it is now."""
        return self._of(self.declared, self.look)

    @property
    def table(self) -> str:
        """Where the page goes back to: the unit on its table; while a game is moving, the choice of who moves."""
        table = self.current.table
        unit = None if table.is_played and table.phase == "movement" else self.unit.id
        return url_for("table.show_table", code=self.current.code, unit=unit)

    @property
    def ring(self) -> str:
        """The address of the outline of how far the unit gets."""
        mode = self.declared.question.mode
        address = url_for("movement.show_move", code=self.current.code, unit_id=self.unit.id)
        return with_query(address, {"part": "ring", **({} if mode is None else {"mode": mode})})

    def with_news(self, moved: Mapping[str, str] | None, missed: str) -> str:
        """Give the address with what the page says about the move before, and about an enemy out of reach."""
        more = {**(moved or {}), **({"contact": missed} if missed else {})}
        return self._of(self.declared, self.look, **more)

    def by_name(
        self,
        *,
        modes: tuple[MovementModeRow, ...],
        levels: LevelChoices | None,
        short: CheapestRoute | None,
        near: CheapestRoute | None,
        offers: tuple[MoveSuggestion, ...],
        beside: tuple[Waypoint, ...],
        contact: ContactCard | None,
        missed: MissedContact | None,
    ) -> Mapping[str, str]:
        """Give the addresses of everything that the page leads to."""
        declared, look, question, end = self.declared, self.look, self.declared.question, self.declared.end
        plain = MoveOverlayAsked()
        found = {
            "here": url_for("movement.show_move", code=self.current.code, unit_id=self.unit.id),
            "plain": self._of(declared, plain),
            "reach": self._of(declared, replace(look, show="reach")),
            "best": self._of(declared, replace(look, show="best", spot=None)),
            "what": self._of(declared, MoveOverlayAsked(show="what")),
            "hit": self._of(declared, replace(look, heat="hit")),
            "risk": self._of(declared, replace(look, heat="risk")),
            "renew": self._of(declared, look, version=str(self.current.version)),
            "start-over": self._along((), plain),
            "undo": self._along(question.path[:-1], look),
            "free": self._free(),
            "table": self.table,
        }
        for row in modes:
            # Another way of moving takes off and lands by itself, or not at all.
            other = replace(question, mode=row.mode, land=False, take_off=False)
            changed = replace(declared, question=question if row.mode == question.mode else other)
            found[f"mode-{row.mode}"] = self._of(changed, replace(look, spot=None))
        for level in levels.rows if levels is not None else ():
            found[f"level-{level.key}"] = self._of(level.changed, look)
        if beside:
            found["beside"] = self._along(beside, plain)
        if (before := self._left_out()) is not None:
            found["before"] = self._along(question.path, look, point=before)
        if end is not None:
            found["way-round"] = self._to((end.x, end.y), plain)
        for offer in offers:
            found[f"offer-{offer.way}"] = self._along(offer.path, plain)
        if short is not None:
            found["short"] = self._along(short.path, plain)
        if near is not None:
            found["near"] = self._along(near.path, plain)
        plainly = replace(self, declare="")
        found["contact"] = plainly._of(declared, plain)
        found["turned"] = self._of(replace(declared, question=replace(question, facing=None)), look)
        for each in contact.attacks if contact is not None else ():
            if each.is_with_move:
                whom = "" if each.target == self.declare else each.target
                found[f"declare-{each.target}"] = replace(self, declare=whom)._of(declared, look)
        if contact is not None and contact.short is not None:
            found["short-of-contact"] = plainly._along(contact.short.path, plain)
        if missed is not None and missed.path:
            found["nearest"] = plainly._along(missed.path, plain)
        if look.place is not None:
            found["go-there"] = self._to((look.place.x, look.place.y), look)
        return found

    def points(self) -> tuple[PointRow, ...]:
        """List the last points of the path and the chosen one, each with the addresses that choose and remove it."""
        path = self.declared.question.path
        return tuple(
            PointRow(
                index=index,
                letter=letter_of(index),
                text=shown_point(path[index]),
                choose=self._along(path, self.look, point=index),
                remove=self._along((*path[:index], *path[index + 1 :]), self.look),
                is_chosen=index == self.declared.point,
            )
            for index in self._listed()
        )

    def _listed(self) -> list[int]:
        count = len(self.declared.question.path)
        last = range(max(count - _LISTED, 0), count)
        return sorted({*last, self.declared.point} - {-1})

    def _left_out(self) -> int | None:
        """Give the nearest point before those that are listed, or before the chosen one; None when there is none."""
        last = len(self.declared.question.path) - _LISTED
        before = min(self.declared.point, last) - 1
        return before if last > 0 and before >= 0 else None

    def _of(self, declared: DeclaredMove, look: MoveOverlayAsked, **more: str) -> str:
        query = [*declared.query, *look.query]
        if declared.question.path and declared.point != len(declared.question.path) - 1:
            query.append(("point", str(declared.point)))
        if declared.question.path:
            query.append(("version", more.pop("version", "") or str(self.version)))
            query += [("declare", self.declare)] if self.declare else []
        query += more.items()
        address = url_for("movement.show_move", code=self.current.code, unit_id=self.unit.id)
        return with_query(address, query)

    def _along(self, path: tuple[Waypoint, ...], look: MoveOverlayAsked, *, point: int | None = None) -> str:
        """Lead along another way, its last point chosen unless another is."""
        question: MoveQuestion = replace(self.declared.question, path=path)
        chosen = len(path) - 1 if point is None else point
        return self._of(replace(self.declared, question=question, point=chosen), look)

    def _to(self, place: tuple[float, float], look: MoveOverlayAsked) -> str:
        """Ask for the way to a place; the declared one stays where there is none."""
        return self._of(self.declared, look, to=written_point(Waypoint(*place)))

    def _free(self) -> str:
        """Place the unit without any rules, from where it is tried out."""
        question, end = self.declared.question, self.declared.end
        kept = ("x", "y", "facing")
        values = {name: value for name, value in values_of(self.unit).items() if value or name in kept}
        if end is not None:
            values |= {"x": f"{end.x:g}", "y": f"{end.y:g}"}
        if question.facing is not None:
            values["facing"] = f"{question.facing:g}"
        table = url_for("table.show_table", code=self.current.code)
        return f"{table}?{urlencode({'unit': self.unit.id, **values})}"
