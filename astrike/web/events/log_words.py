"""What is a change of an event called, in words? One sentence for each key that the pages of an event give."""

from collections.abc import Callable, Mapping
from typing import Final

from flask_babel import ngettext

from astrike.model.document_change import ChangeLabel
from astrike.store.events.undo import KEPT, REDONE, UNDONE, label_within
from astrike.web.http.i18n import _

EventNames = Mapping[str, str]

_SENTENCES: Final[Mapping[str, Callable[[EventNames], str]]] = {
    "event.created": lambda names: _("Event made"),
    "event.setup": lambda names: _("Settings changed"),
    "event.restored": lambda names: _("Event brought back"),
    "event.code-reissued": lambda names: _("New code: %(right)s", right=_RIGHTS[names["right"]]()),
    "clock.start": lambda names: _("Round %(round)s started", round=names["round"]),
    "clock.pause": lambda names: _("Round %(round)s paused", round=names["round"]),
    "clock.resume": lambda names: _("Round %(round)s goes on", round=names["round"]),
    "clock.next": lambda names: _("Round %(round)s is next", round=names["round"]),
    "clock.set": lambda names: _("Round %(round)s: %(left)s left", round=names["round"], left=names["left"]),
    "announced": lambda names: _("Announced: %(words)s", words=names["text"]),
    "announcement.removed": lambda names: _("Announcement taken back: %(words)s", words=names["text"]),
    "round.changed": lambda names: _("Round %(round)s: pairings and scores", round=names["round"]),
    "table.changed": lambda names: _(
        "Table %(number)s: %(what)s", number=names["number"], what=names["what"]
    ),
    "table.locked": lambda names: _("Table %(number)s locked", number=names["number"]),
    "table.unlocked": lambda names: _("Table %(number)s unlocked", number=names["number"]),
    "table.laid": lambda names: _(
        "%(name)s put on table %(number)s", name=names["name"], number=names["number"]
    ),
    "tables.added": lambda names: _("Table %(number)s added", number=names["number"]),
    "tables.removed": lambda names: _("Table %(number)s removed", number=names["number"]),
    "tables.laid": lambda names: _("Layouts of round %(round)s put on the tables", round=names["round"]),
    "zones.laid": lambda names: _("%(name)s laid on the tables", name=names["name"]),
    "zones.laid-one": lambda names: _(
        "%(name)s laid on table %(number)s", name=names["name"], number=names["number"]
    ),
    "zones.chosen": lambda names: _(
        "Round %(round)s: %(name)s", round=names["round"], name=names["name"] or _("no deployment zones")
    ),
    "options.laid": lambda names: ngettext(
        "%(num)d table given the options of the event",
        "%(num)d tables given the options of the event",
        int(names["count"]),
    ),
    "score.told": lambda names: _(
        "Table %(number)s reports %(score)s in round %(round)s",
        number=names["number"],
        score=names["score"],
        round=names["round"],
    ),
    "judge.called": lambda names: _of_call(
        _("Table %(number)s called a judge", number=names["number"]), names["about"]
    ),
    "judge.told": lambda names: _of_call(
        _("Table %(number)s says what its call is about", number=names["number"]), names["about"]
    ),
    "judge.coming": lambda names: _("Judge on the way to table %(number)s", number=names["number"]),
    "judge.done": lambda names: _of_call(
        _("Judge call of table %(number)s closed", number=names["number"]), names["outcome"]
    ),
    "judge.taken-back": lambda names: _("Table %(number)s canceled its judge call", number=names["number"]),
    "layouts.same": lambda names: _("%(name)s on every table", name=names["name"]),
    "layouts.opened": lambda names: _("Layouts of round %(round)s shown to players", round=names["round"]),
    "layouts.closed": lambda names: _("Layouts of round %(round)s hidden from players", round=names["round"]),
    "layouts.rotated": lambda names: _("Layouts go round the tables"),
    "layout.added": lambda names: _("Layout %(name)s added", name=names["name"]),
    "layout.renamed": lambda names: _("Layout named %(name)s", name=names["name"]),
    "layout.removed": lambda names: _("Layout %(name)s removed", name=names["name"]),
    "ruling.decided": lambda names: _(
        "Ruling %(number)s decided: %(outcome)s", number=names["number"], outcome=names["outcome"]
    ),
}
_RIGHTS: Final[Mapping[str, Callable[[], str]]] = {
    "view": lambda: _("watch"),
    "play": lambda: _("play"),
    "organise": lambda: _("organize"),
}


def event_sentence(label: ChangeLabel) -> str:
    """Say what changed; a key that this program does not know is shown as it is."""
    known = _SENTENCES.get(label.key)
    try:
        if label.key == UNDONE:
            return _("Undone: %(what)s", what=_within(label))
        if label.key == REDONE:
            return _("Done again: %(what)s", what=_within(label))
        return known(label.names) if known is not None else label.key
    except KeyError:  # written by another version of this program, with other names
        return label.key


def _of_call(sentence: str, what: str) -> str:
    return f"{sentence}: {what}" if what else sentence


def _within(label: ChangeLabel) -> str:
    said = event_sentence(label_within(label))
    if KEPT not in label.names:
        return said
    stay = ngettext(
        "%(num)d table that was changed since stays as it is",
        "%(num)d tables that were changed since stay as they are",
        int(label.names[KEPT]),
    )
    return f"{said}; {stay}"
