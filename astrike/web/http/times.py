"""How is a moment written? As people at a table say it, in the server's own time zone."""

from datetime import datetime

from flask import Flask

from astrike.web.http.i18n import _
from astrike.web.settings import settings


def init_times(app: Flask) -> None:
    """Give templates the filters `clock` and `ago`."""
    app.add_template_filter(clock)
    app.add_template_filter(ago)


def clock(moment: datetime) -> str:
    """Give the time of day, with the date unless it is today."""
    local, today = moment.astimezone(), settings().now().astimezone()
    return local.strftime("%H:%M" if local.date() == today.date() else "%Y-%m-%d %H:%M")


def ago(moment: datetime) -> str:
    """Say how long ago something was; from an hour on, when it was."""
    seconds = max(0, round((settings().now() - moment).total_seconds()))
    if seconds < 3:
        return _("just now")
    if seconds < 60:
        return _("%(count)s s ago", count=seconds)
    if seconds < 3600:
        return _("%(count)s min ago", count=seconds // 60)
    return _("at %(time)s", time=clock(moment))
