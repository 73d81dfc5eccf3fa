"""The loops of the schedule: raffles, and with play money questions and contests of their own."""

from dataclasses import dataclass

from chain.catalogue.facts import Catalogue
from chain.client.facts import ChainFacts
from chain.client.rpc import Rpc
from chain.client.wallet import address_of
from chain.genesis import Keys
from chain.schedule.contest_keeper import ContestKeeper
from chain.schedule.keeper import PredictionKeeper
from chain.schedule.raffle_keeper import RaffleKeeper
from chain.worker import Loop
from engine.programmes.programme_state import ProgrammeState
from engine.sequencer import Sequencer


@dataclass(frozen=True, slots=True, kw_only=True)
class ScheduleSettings:
    """Automatically opened contests and questions, and the keys for them."""

    keys: Keys
    prediction_indexes: int  # of so many indexes questions are asked; 0: none
    has_contests: bool


def schedule_loops(
    settings: ScheduleSettings,
    rpc: Rpc,
    sequencer: Sequencer,
    programmes: ProgrammeState,
    catalogue: Catalogue,
    facts: ChainFacts,
) -> list[Loop]:
    """Return the loops that draw raffles and open questions and contests."""
    keys = settings.keys
    signer = address_of(keys.settler_fee_payer)  # of the state roots
    raffles = RaffleKeeper(rpc, sequencer, programmes.contests, facts, signer)
    loops = [raffles.worker.loop]
    if settings.prediction_indexes:
        count = settings.prediction_indexes
        loops.append(PredictionKeeper(sequencer, catalogue, keys.operator, count).loop)
    if settings.has_contests:
        contests, start_s = programmes.contests, catalogue.start_s
        loops.append(ContestKeeper(sequencer, contests, keys.operator, start_s).loop)
    return loops
