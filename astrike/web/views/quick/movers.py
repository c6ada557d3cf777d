"""What can be tapped about a card on a quick check of its Move: its type, its heat and what has hit it?"""

from astrike.rulebook.schema import Edition
from astrike.web.i18n import _
from astrike.web.views.quick import words as say
from astrike.web.views.quick.asked import FIELDS, MOTIVE_FIELDS, QuickAsked
from astrike.web.views.quick.controls import Choice, Control, numbers


def card_controls(asked: QuickAsked) -> tuple[Control, ...]:
    """Offer what a card says beside its Move, and what has happened to it."""
    card = Control(
        "card",
        _("TMM on the card"),
        tuple(
            Choice(word, word or _("from Move"), is_on=word == asked["card"])
            for word in FIELDS["card"].allowed
        ),
    )
    motive = tuple(
        Control(
            name,
            _("Motive hit %(number)s", number=number),
            tuple(
                Choice(word, say.MOTIVE[word](), is_on=word == asked[name]) for word in FIELDS[name].allowed
            ),
        )
        for number, name in enumerate(MOTIVE_FIELDS, 1)
    )
    hits = (
        (numbers("engine", _("Engine hits"), asked), *motive)
        if asked["type"] == "CV"
        else (numbers("mp", _("MP hits"), asked),)
    )
    return (card, *hits)


def unit_types(asked: QuickAsked) -> Control:
    """Offer the types of units that move in a way of their own."""
    return Control(
        "type",
        _("Type"),
        tuple(
            Choice(word, say.TYPES[word](), is_on=word == asked["type"]) for word in FIELDS["type"].allowed
        ),
    )


def heat_of_mover(asked: QuickAsked, edition: Edition) -> Control | None:
    """Offer heat levels, shutdown among them, to who tracks heat."""
    if not edition.units[asked["type"]].tracks_heat:
        return None
    last = FIELDS["hot"].allowed[-1]
    return Control(
        "hot",
        _("Heat"),
        tuple(
            Choice(
                level,
                "S" if level == last else level,
                _("shutdown") if level == last else "",
                level == asked["hot"],
            )
            for level in FIELDS["hot"].allowed
        ),
    )
