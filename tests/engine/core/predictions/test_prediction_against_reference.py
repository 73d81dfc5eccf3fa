"""Random prediction commands, the engine against the slow reference: each answer, each figure."""

import pytest

from engine.core.exchange import Exchange
from engine.core.generated import messages as m
from tests.engine.core.support.prediction_twin import Twin, genesis
from tests.reference.predictions.commands import PredictionWorld


def run(seed: int, count: int, compare_every: int, restore_every: int) -> Twin:
    twin = Twin()
    world = PredictionWorld(seed, twin.naive)
    for number in range(1, count + 1):
        twin.apply(world())
        if number % compare_every == 0:
            twin.compare()
        if number % restore_every == 0:
            restore(twin)
    twin.compare()
    return twin


def restore(twin: Twin) -> None:
    """Go on with the exchange of a snapshot: same hash, and the same bytes again."""
    snapshot = twin.exchange.snapshot()
    restored = Exchange.restore(snapshot)
    assert restored.state_hash() == twin.exchange.state_hash()
    assert restored.snapshot() == snapshot
    twin.exchange = restored


@pytest.mark.parametrize("seed", range(6))
def test_every_answer_and_figure_agrees(seed):
    twin = run(seed, 1_500, compare_every=7, restore_every=101)
    twin.naive.check()
    again = Exchange()
    genesis(again)
    records = b"".join(m.encode(command) for command in twin.journal)
    again.apply_batch(records)
    assert again.state_hash() == twin.exchange.state_hash()
    assert again.snapshot() == twin.exchange.snapshot()


def test_figures_agree_after_every_single_command():
    run(77, 400, compare_every=1, restore_every=1)
