"""Which template writes which picture? By the name that tests import its macros under."""

from typing import Final

PICTURES: Final = {
    "board": "table/board",
    "bubbles": "electronics/ecm_overlay",
    "climb": "movement/elevation_profile",
    "heat": "movement/best_positions",
    "pathway": "movement/path",
    "plan": "attack/plan",
    "profile": "attack/side_view",
    "silhouette": "attack/silhouette",
    "templates": "area/templates",
}
