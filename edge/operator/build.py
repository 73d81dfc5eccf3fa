"""The loops of the operator's lists and alerts."""

from solders.keypair import Keypair

from chain.client.rpc import Rpc
from chain.worker import Loop
from edge.operator.badges import BadgeSampler
from edge.operator.lists import Lists
from edge.operator.risk_keeper import RiskKeeper
from edge.operator.wash_trading_alert import WashTradingAlert
from edge.store.pool import Store
from engine.programmes.programme_state import ProgrammeState
from engine.sequencer import Sequencer


def operator_loops(
    lists: Lists,
    rpc: Rpc,
    store: Store,
    sequencer: Sequencer,
    programmes: ProgrammeState,
    operator: Keypair,
) -> list[Loop]:
    """Return the loops that read the lists, journal what they say, and watch for wash trading."""
    loops = [lists.worker().loop, WashTradingAlert(programmes).worker.loop]
    if lists.badges is not None:
        sampler = BadgeSampler(rpc, store, sequencer, programmes.ledger, lists.badges)
        loops.append(sampler.worker.loop)
    if lists.screen.is_on:
        screen, marked = lists.screen, programmes.high_risk
        loops.append(RiskKeeper(sequencer, screen, marked, operator).loop)
    return loops
