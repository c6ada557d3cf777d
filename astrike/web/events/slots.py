"""What do events add to pages of other subjects? They fill the slots of `astrike.web.slots`."""

from typing import Final

from flask import Flask

from astrike.store.events.judge_calls import LONGEST_ABOUT
from astrike.store.events.rulings import ruling_written
from astrike.web.events.banner import banner_at_table, init_banner, news_of_table
from astrike.web.events.codes import open_code, players_page_of_code, restore_by
from astrike.web.events.current import init_current_event, wifi_at_table
from astrike.web.events.presets import preset_at_table
from astrike.web.events.routes import blueprint
from astrike.web.slots import Slots


def _prepare(app: Flask) -> None:
    init_current_event(app)
    init_banner(app)
    app.add_template_global(LONGEST_ABOUT, "longest_about")  # type: ignore[arg-type]  # any value will do


FILLED: Final = Slots(
    blueprints=(blueprint,),
    prepare=_prepare,
    banner=banner_at_table,
    result_button="events/result_button.html",
    front_page="events/front_page.html",
    code_hint="events/code_hint.html",
    open_code=open_code,
    back_from=players_page_of_code,
    restore=restore_by,
    preset_at=preset_at_table,
    wifi_at=wifi_at_table,
    news_at=news_of_table,
    ruling_written=ruling_written,
)
