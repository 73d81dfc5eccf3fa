"""Commands and their events into database rows: pure, in journal order."""

from collections.abc import Mapping

from edge.projector.rows import accounts, orders, pool, predictions, trades
from edge.projector.rows.batch import Batch, Collector
from edge.projector.rows.orders import order_of_trades
from engine.core.generated.messages import CreateExchange
from engine.sequencer import Applied

_SUBJECTS = (trades, orders, accounts, pool, predictions)
COLLECTORS: Mapping[type, Collector] = {
    kind: collector for subject in _SUBJECTS for kind, collector in subject.COLLECTORS.items()
}
# Events without a row: reads ask the engine for what they changed, or another event's row has it.
NOT_PROJECTED: frozenset[type] = frozenset().union(*(one.NOT_PROJECTED for one in _SUBJECTS))


def collect(batch: Batch, applied: Applied) -> None:
    """Add the rows of one command."""
    command = applied.command
    if isinstance(command, CreateExchange):
        batch.exchange = command.exchange
    batch.order_of = order_of_trades(command, applied.events)
    for index, event in enumerate(applied.events):
        collector = COLLECTORS.get(type(event))
        if collector is not None:
            collector(batch, command, event, index)
