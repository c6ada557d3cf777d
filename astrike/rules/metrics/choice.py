"""Which metric does a table have? The one place where that is chosen."""

from collections.abc import Callable, Mapping
from typing import Final

from astrike.model.table import MetricName, Table
from astrike.rulebook.schema import Edition
from astrike.rules.hexes.board import board_of
from astrike.rules.lie import Lie
from astrike.rules.metrics.hexes import HexMetric
from astrike.rules.metrics.inches import InchMetric
from astrike.rules.metrics.metric import Metric
from astrike.rules.options import Options


def metric_of(table: Table, *, lie: Lie, edition: Edition, options: Options) -> Metric:
    """Give the metric of a table on prepared terrain."""
    return _METRICS[table.metric](table, lie, edition, options)


def _in_inches(table: Table, lie: Lie, edition: Edition, options: Options) -> Metric:
    return InchMetric(lie, edition, options)


def _on_hexes(table: Table, lie: Lie, edition: Edition, options: Options) -> Metric:
    return HexMetric(lie, edition, options, board_of(lie, table=table, edition=edition))


_METRICS: Final[Mapping[MetricName, Callable[[Table, Lie, Edition, Options], Metric]]] = {
    "inches": _in_inches,
    "hexes": _on_hexes,
}
