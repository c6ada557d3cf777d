"""The kinds of effects have the same names wherever they are listed."""

from astrike.model.effect_limits import EFFECT_KINDS
from astrike.rules.effects.effect import EFFECTS
from astrike.rules.effects.effect_settings import SETTINGS
from astrike.web.effects.view import LABELS, TITLES


def test_every_kind_of_effect_is_described_and_has_its_words() -> None:
    assert set(EFFECT_KINDS) == set(EFFECTS) == set(SETTINGS) == set(TITLES)
    assert {name for settings in SETTINGS.values() for name in settings} <= set(LABELS)
