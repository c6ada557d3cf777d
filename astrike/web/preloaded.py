"""Which modules does every process that works for the server need? Loaded once beforehand, and shared by all."""

from astrike.presets.loader import IDS as PRESETS
from astrike.presets.loader import load_preset
from astrike.rulebook.loader import IDS, load_edition
from astrike.web import app

for _edition in IDS:
    load_edition(_edition)
for _preset in PRESETS:
    load_preset(_preset)
CREATE = app.create_app
"""The application's modules, which hold the questions; none is made here."""
