"""Posts the daily prints of the catalogue as engine time passes them."""

import asyncio
import logging
from dataclasses import dataclass

import numpy as np

from chain.catalogue.facts import Catalogue
from engine.core.generated.messages import CommandRejected, PostPrint
from engine.programmes.index_series import DailyPrints
from engine.sequencer.applied import Applied
from engine.sequencer.errors import SequencerOverloadedError
from engine.sequencer.sequencer import Sequencer

log = logging.getLogger(__name__)

DAYS_PER_TURN_MAX = 31  # posted before other work of the loop gets its turn
PAUSE_S = 0.01  # at least, between two turns
IDLE_S = 1.0  # how long a new market or a jump of the clock may wait to be noticed
NO_CONFIDENCE_E8 = 0  # a replayed figure has no spread


@dataclass(frozen=True, slots=True)
class OracleStatus:
    """What /status says of the oracle; times are engine seconds, None: there is none."""

    last_print_at_s: int | None
    next_print_at_s: int | None
    has_ended: bool  # every market's history is played to its end


@dataclass(slots=True)
class _Feed:
    """One market's prints and how many of them are behind it."""

    market_id: int
    prints: DailyPrints
    position: int
    max_age_s: int  # the exchange refuses an older print

    @property
    def next_at_s(self) -> int | None:
        if self.position >= len(self.prints.published_at_s):
            return None
        return int(self.prints.published_at_s[self.position])

    @property
    def last_at_s(self) -> int | None:
        return int(self.prints.published_at_s[self.position - 1]) if self.position else None

    def skip_too_old(self, now_s: int) -> None:
        next_at_s, oldest_s = self.next_at_s, now_s - self.max_age_s
        if next_at_s is None or next_at_s >= oldest_s:
            return
        position = int(np.searchsorted(self.prints.published_at_s, oldest_s))
        skipped = position - self.position
        log.warning("prints_skipped", extra={"market_id": self.market_id, "count": skipped})
        self.position = position

    def command(self) -> PostPrint:
        return PostPrint(
            market_id=self.market_id,
            price_e8=int(self.prints.price_e8[self.position]),
            confidence_e8=NO_CONFIDENCE_E8,
            published_at_s=int(self.prints.published_at_s[self.position]),
        )


class ReplayOracle:
    """The oracle of a replay: history as if it were published now, one print a day and market.

    Where it stands is read from the exchange (the last accepted or held print of a market), so a
    restart neither repeats nor skips a print. Only after a pause so long that the exchange would
    refuse a print as too old is it left out.
    """

    def __init__(self, catalogue: Catalogue, sequencer: Sequencer) -> None:
        self._catalogue = catalogue
        self._sequencer = sequencer
        self._acre_ids = frozenset(market.acre_id for market in catalogue.markets)
        self._feeds: dict[int, _Feed] = {}
        self._without_history: set[int] = set()

    async def run(self) -> None:
        """Post prints as they fall due, until cancelled."""
        while True:
            await self.post_due()
            next_at_s = self._next_at_s()
            wait_s = IDLE_S
            if next_at_s is not None:
                wait_s = min(IDLE_S, self._sequencer.clock.real_seconds_until(next_at_s))
            await asyncio.sleep(max(PAUSE_S, wait_s))

    async def post_due(self) -> int:
        """Post what is due, day by day, at most DAYS_PER_TURN_MAX days; return how many prints.

        The prints of a day go out together and share one flush of the journal.
        """
        self._find_markets()
        posted = 0
        for _ in range(DAYS_PER_TURN_MAX):
            now_s = max(self._sequencer.clock.now_s(), self._sequencer.exchange.now_s)
            for feed in self._feeds.values():
                feed.skip_too_old(now_s)
            next_at_s = self._next_at_s()
            if next_at_s is None or next_at_s > now_s:
                break
            due = [feed for feed in self._feeds.values() if feed.next_at_s == next_at_s]
            done = await self._post(due)
            posted += done
            if done < len(due):
                break  # the sequencer is full: the next turn goes on here
        return posted

    def status(self) -> OracleStatus:
        """Return where the replay stands."""
        last = [at for feed in self._feeds.values() if (at := feed.last_at_s) is not None]
        next_at_s = self._next_at_s()
        return OracleStatus(
            last_print_at_s=max(last, default=None),
            next_print_at_s=next_at_s,
            has_ended=bool(self._feeds) and next_at_s is None,
        )

    def _next_at_s(self) -> int | None:
        waiting = [at for feed in self._feeds.values() if (at := feed.next_at_s) is not None]
        return min(waiting, default=None)

    def _find_markets(self) -> None:
        """Take up markets that the exchange has and the catalogue knows."""
        exchange = self._sequencer.exchange
        for market_id in exchange.market_ids():
            if market_id in self._feeds or market_id in self._without_history:
                continue
            market = exchange.market_view(market_id, exchange.now_s)
            if market.acre_id not in self._acre_ids:
                self._without_history.add(market_id)
                log.warning("market_without_history", extra={"market_id": market_id})
                continue
            last_at_s = market.index_price_at_s
            if market.held_print is not None:
                last_at_s = max(last_at_s, market.held_print.published_at_s)
            prints = self._catalogue.prints(market.acre_id)
            position = int(np.searchsorted(prints.published_at_s, last_at_s, side="right"))
            max_age_s = market.parameters["oracle_max_age_s"]
            self._feeds[market_id] = _Feed(market_id, prints, position, max_age_s)

    async def _post(self, due: list[_Feed]) -> int:
        """Submit the next print of each feed; return how many the sequencer took."""
        outcomes = await asyncio.gather(
            *(self._sequencer.submit(feed.command()) for feed in due), return_exceptions=True
        )
        done = 0
        for feed, outcome in zip(due, outcomes, strict=True):
            if isinstance(outcome, SequencerOverloadedError):
                continue
            if isinstance(outcome, BaseException):
                raise outcome
            _log_refusal(feed.market_id, outcome)
            feed.position += 1
            done += 1
        return done


def _log_refusal(market_id: int, applied: Applied) -> None:
    for event in applied.events:
        if isinstance(event, CommandRejected):
            log.warning(
                "print_refused",
                extra={"market_id": market_id, "seq": applied.command.seq, "code": event.code},
            )
