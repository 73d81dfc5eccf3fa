"""What the contract says of every field of every command: ranges of values and their refusals.

Written from API 4.9, 5.6, 7.10 and 9, rules/numbers.md and rules 1-55; figures of the stage
that follow from many commands (a vault, a share's worth) are read from its views.
"""

from collections.abc import Callable

from tests.engine.core.support.edge_expectations import edge_rows
from tests.engine.core.support.operator_expectations import (
    operator_rows,
    other_rows,
    prediction_rows,
    programme_rows,
)
from tests.engine.core.support.order_expectations import order_rows
from tests.engine.core.support.ranges import Row
from tests.engine.core.support.stage import Stage
from tests.engine.core.support.user_expectations import (
    margin_rows,
    pool_rows,
    staking_rows,
    trade_rows,
)

MAKERS: tuple[Callable[[Stage], dict[str, Row]], ...] = (
    operator_rows,
    other_rows,
    prediction_rows,
    programme_rows,
    margin_rows,
    trade_rows,
    order_rows,
    pool_rows,
    staking_rows,
    edge_rows,
)


def rows_of(stage: Stage) -> dict[str, Row]:
    """The row of every command, by name."""
    rows: dict[str, Row] = {}
    for make in MAKERS:
        rows |= make(stage)
    return rows
