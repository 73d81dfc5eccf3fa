"""`PredictionKeeper`: asks the questions of the schedule, with the operator's signed commands."""

import logging
from typing import Final

from solders.keypair import Keypair

from chain.catalogue import Catalogue
from chain.schedule.questions import DAY_S, IndexFacts, Slot, due_questions
from chain.schedule.rounds import ScheduleKeeper
from engine.core.generated.messages import CreatePrediction
from engine.sequencer import Sequencer

log = logging.getLogger(__name__)

QUESTIONS_PER_ROUND_MAX: Final = 32
# The exchange keeps every question it ever had, 4,096 of them: the last are for the operator.
QUESTIONS_MAX: Final = 3_584


class PredictionKeeper(ScheduleKeeper):
    """Keeps questions about the first indexes of the catalogue open, one command at a time.

    What was asked is read from the exchange, so that a restart asks nothing twice: a question of
    the same index with the same time of resolution counts as asked.
    """

    NAME = "prediction_keeper"

    def __init__(
        self, sequencer: Sequencer, catalogue: Catalogue, operator: Keypair, count: int
    ) -> None:
        super().__init__(sequencer, operator)
        self._catalogue = catalogue
        self._markets = catalogue.markets[:count]
        self._taken: set[Slot] = set()
        self._refused: dict[Slot, int] = {}  # engine time from which each may be tried again
        self._seen_count = 0

    async def round(self) -> int:
        """Ask what is due; return how many questions were taken."""
        self._look()
        now_s = self.now_s()
        refused = {slot for slot, until_s in self._refused.items() if until_s > now_s}
        due = due_questions(now_s, self._indexes(now_s), self._taken | refused)
        room = max(0, QUESTIONS_MAX - self._seen_count)
        asked = 0
        for command in due[: min(room, QUESTIONS_PER_ROUND_MAX)]:
            asked += await self._ask(command)
        return asked

    def _look(self) -> None:
        """Note the questions that came since the last look; ids are given one after the other."""
        exchange = self._sequencer.exchange
        ids = exchange.prediction_market_ids()
        for market_id in ids[self._seen_count :]:
            market = exchange.prediction_market(market_id)
            if market.acre_id is not None:
                self._taken.add(Slot(market.acre_id, market.resolves_at_s))
        self._seen_count = len(ids)

    def _indexes(self, now_s: int) -> list[IndexFacts | None]:
        return [self._index(market.acre_id, market.symbol, now_s) for market in self._markets]

    def _index(self, acre_id: int, symbol: str, now_s: int) -> IndexFacts | None:
        """Return the index if it is listed, prints, and is not paused."""
        exchange = self._sequencer.exchange
        market_id = exchange.market_id_of(symbol)
        if market_id is None:
            return None
        market = exchange.market_view(market_id, now_s)
        age_max_s = market.parameters["oracle_max_age_decrease_s"]
        if market.is_paused or now_s - market.index_price_at_s > age_max_s:
            return None
        published_at_s = self._catalogue.prints(acre_id).published_at_s
        return IndexFacts(
            acre_id=acre_id,
            name=market.name,
            metric=market.metric,
            price_e8=market.index_price_e8,
            last_print_at_s=int(published_at_s[-1]) if len(published_at_s) else None,
        )

    async def _ask(self, command: CreatePrediction) -> bool:
        """Submit the signed command; what is refused waits for a day of engine time."""
        applied, code = await self.submit(command)
        slot = Slot(command.acre_id, command.resolves_at_s)
        if code is not None:
            log.warning("prediction_refused", extra={"title": command.title, "code": code.name})
            self._refused[slot] = applied.command.time_s + DAY_S
            return False
        self._refused.pop(slot, None)
        log.info("prediction_asked", extra={"title": command.title})
        return True
