"""What is the state of a call for a judge, in words: at the table, on the desk, in the status for programs?"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from astrike.dataclass import dataclass
from astrike.formats.events.event_file import as_number
from astrike.store.events.judge_calls import JudgeCall
from astrike.store.rulings.rulings import RulingLine
from astrike.web.http.i18n import _
from astrike.web.http.times import clock
from astrike.web.settings import settings

SHOWN_AFTER: Final = timedelta(minutes=10)
"""How long a table still reads how its call ended."""


@dataclass(frozen=True, slots=True)
class JudgeMark:
    """What stands on the pages of a table about its call; empty while nobody has called."""

    state: str = ""
    """`called`, `coming`, or `done`."""
    words: str = ""

    @property
    def is_open(self) -> bool:
        """Does the table wait for a judge?"""
        return self.state in ("called", "coming")


@dataclass(frozen=True, slots=True)
class WaitingTable:
    """A table that waits for a judge: by a call, by a ruling, or by both."""

    table_id: int | None
    since: datetime
    call: JudgeCall | None
    line: RulingLine | None

    @property
    def is_coming(self) -> bool:
        """Is a judge on the way?"""
        return self.call is not None and self.call.coming is not None


NO_MARK: Final = JudgeMark()


def judge_mark(call: JudgeCall | None, began: datetime | None) -> JudgeMark:
    """State the newest call of a table; none that was withdrawn, is long over or of an earlier round."""
    if call is None or call.state == "taken-back":
        return NO_MARK
    if call.ended is None:
        return JudgeMark(call.state, call_words(call))
    if settings().now() - call.ended > SHOWN_AFTER or (began is not None and call.ended < began):
        return NO_MARK
    return JudgeMark("done", call_words(call))


def call_words(call: JudgeCall) -> str:
    """Say how a call stands."""
    match call.state:
        case "called":
            return _("Judge called at %(time)s", time=clock(call.called))
        case "coming":
            return _("Judge on the way")
        case "decided":
            return _("Judge decided: %(outcome)s", outcome=call.outcome)
        case "done":
            return _("Judge call closed")
        case _:
            return _("Call canceled")


def waits_of(calls: Sequence[JudgeCall], rulings: Sequence[RulingLine]) -> tuple[WaitingTable, ...]:
    """Join open calls with the rulings that wait, who waits longest first; a ruling of a call stands with it."""
    lines = {line.id: line for line in rulings}
    found = [
        WaitingTable(each.table_id, each.called, each, lines.pop(each.ruling_id or "", None))
        for each in calls
    ]
    found += [
        WaitingTable(line.table_id, line.called, None, line)
        for line in lines.values()
        if line.called is not None
    ]
    return tuple(sorted(found, key=lambda each: each.since))


def waits_json(waits: WaitingTable | None) -> dict[str, object] | None:
    """Give the state of a call for programs; what it is about stays between the table and the desk."""
    if waits is None:
        return None
    state = "coming" if waits.is_coming else "called"
    return {"state": state, "since": as_number(waits.since.timestamp())}
