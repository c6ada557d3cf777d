"""Which addresses answer questions about classic BattleTech, and what does each need?"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final

from flask import Response, request

from astrike.errors import NotFound
from astrike.model.byte_limits import IMPORT, QUESTION
from astrike.web.battletech.asking import ClassicCard, ask_card
from astrike.web.battletech.cards import card_named
from astrike.web.battletech.critical_card import CRITICAL
from astrike.web.battletech.critical_page import roll_critical, show_critical
from astrike.web.battletech.desk import refuse_unknown_keys
from astrike.web.battletech.hex_card import HEX_CARD
