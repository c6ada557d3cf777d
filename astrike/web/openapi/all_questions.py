"""Which questions have an address under /api/v1, each by its name?"""

from dataclasses import fields
from typing import Final

from astrike.web.area import requests as area
from astrike.web.attack import requests as attack
from astrike.web.effects import requests as effects
from astrike.web.electronics import requests as electronics
from astrike.web.layout import requests as layout
from astrike.web.movement import requests as movement
from astrike.web.questions.shared_fields import Request

SUBJECTS: Final = (
    attack.REQUESTS,
    movement.REQUESTS,
    electronics.REQUESTS,
    area.REQUESTS,
    effects.REQUESTS,
    layout.REQUESTS,
)
_ORDER: Final = (
    "attack", "sight", "matrix", "move", "reach", "prospects", "unit", "networks", "order", "blast", "scatter",
    "effect", "legal", "list",
)  # fmt: skip
"""How the description has always listed them, one subject among another; what is new comes after these."""


def all_questions() -> dict[str, type[Request]]:
    """Give the question behind each address, by the name that addresses and commands call it."""
    found: dict[str, type[Request]] = {
        spec.name: getattr(subject, spec.name) for subject in SUBJECTS for spec in fields(subject)
    }
    return {name: found.pop(name) for name in _ORDER} | found
