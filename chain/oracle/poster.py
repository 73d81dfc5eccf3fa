"""`OraclePoster`: one print a market and schedule, from as many sources as must agree on it."""

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Final

from chain.oracle.quorum import Agreed, Lack, QuorumRule, combine
from chain.oracle.source import FeedMarket, Observation, PriceSource, SourceStatus
from chain.worker import Loop, Worker
from engine.core.generated.messages import PostPrint
from engine.core.views import MarketView
from engine.sequencer.applied import Applied
from engine.sequencer.errors import SequencerOverloadedError
from engine.sequencer.sequencer import Sequencer

log = logging.getLogger(__name__)

SCHEDULES_PER_TURN_MAX: Final = 31  # posted before other work of the loop gets its turn
PAUSE_S: Final = 0.01  # real seconds, at least, between two turns
IDLE_S: Final = 1.0  # how long a new market, a late print or a jump of the clock may wait
GRACE_S: Final = 300  # engine seconds for all sources to speak, where fewer would do
REFUSED_PAUSE_S: Final = 300  # engine seconds until a market whose print was refused is tried again
CRASH_PAUSE_S: Final = 5.0  # real seconds until a source that broke down runs again
LATE_S: Final = 3_600  # real seconds past its schedule, after which a missing print is an alarm


@dataclass(frozen=True, slots=True)
class OracleStatus:
    """Oracle status for /status; times are engine seconds or None."""

    last_print_at_s: int | None
    next_print_at_s: int | None
    has_ended: bool  # every market's history is played to its end
    sources: tuple[SourceStatus, ...] = ()
    markets_late: int = 0  # not paused, and long without the print that is due
    markets_disputed: int = 0  # their sources disagree on the print that is due
    markets_without_quorum: int = 0  # some sources can know them, and too few

    @property
    def is_healthy(self) -> bool:
        return (
            all(source.state.is_healthy for source in self.sources)
            and not self.markets_late
            and not self.markets_disputed
            and not self.markets_without_quorum
        )


@dataclass(slots=True)
class _Market:
    """A market with its sources, and what was already said of it in the log."""

    facts: FeedMarket
    sources: list[PriceSource]
    ends_at_s: int | None
    refused: PostPrint | None = None
    rests_until_s: int = 0
    disputed_s: int | None = None  # the schedule on whose print the sources disagree
    late_s: int | None = None  # the schedule whose print is late


@dataclass(frozen=True, slots=True)
class _Due:
    """The next print of a market: the start of its schedule, and the command."""

    market: _Market
    schedule_s: int
    command: PostPrint


@dataclass(slots=True)
class _Turn:
    """The result of one pass over all markets."""

    due: list[_Due] = field(default_factory=list)
    next_at_s: int | None = None  # the earliest schedule that has no print yet


class OraclePoster:
    """Posts the first print of each schedule that the quorum agrees on; all else is the exchange's.

    A schedule is the time from one multiple of the market's printInterval to the next: a day from
    00:00 UTC by default. Prices that a source brings later in it are passed over, because the
    exchange's averages count prints. The state of a market is read from the exchange (its last
    accepted or held print), so that a restart neither repeats nor skips one. Only what it would
    refuse as too old, in the future or not rising is never sent; confidence and bands it judges
    itself, and a refused print is journaled once.
    """

    def __init__(
        self, sequencer: Sequencer, sources: Sequence[PriceSource], rule: QuorumRule
    ) -> None:
        assert len(sources) == rule.sources
        self._sequencer = sequencer
        self._sources = tuple(sources)
        self._rule = rule
        self._markets: dict[int, _Market] = {}
        self._known: set[int] = set()  # market ids that were looked at
        self._without_quorum = 0
        self.worker = Worker("oracle", self.post_due, self._pause_s)

    @property
    def loop(self) -> Loop:
        """The oracle as one of the loops of the core."""
        return Loop("oracle", self.run, self.worker)

    async def run(self) -> None:
        """Fetch from all sources and post prints as they fall due, until cancelled."""
        fetching = [asyncio.create_task(_keep_fetching(source)) for source in self._sources]
        try:
            await self.worker.run()
        finally:
            for task in fetching:
                task.cancel()
            await asyncio.gather(*fetching, return_exceptions=True)

    def _pause_s(self) -> float:
        """Return the real seconds until the next print falls due."""
        next_at_s = self._look().next_at_s
        now_s = self._sequencer.now_s()
        wait_s = IDLE_S
        if next_at_s is not None and next_at_s > now_s:
            wait_s = min(IDLE_S, self._sequencer.clock.real_seconds_until(next_at_s))
        return max(PAUSE_S, wait_s)

    async def post_due(self) -> int:
        """Post what is due, schedule by schedule; return how many prints the sequencer took.

        The prints of one schedule go out together and share one flush of the journal. There is
        never more than one of a market under way.
        """
        self._find_markets()
        posted = 0
        for _ in range(SCHEDULES_PER_TURN_MAX):
            due = self._look().due
            if not due:
                break
            first_s = min(one.schedule_s for one in due)
            batch = [one for one in due if one.schedule_s == first_s]
            done = await self._post(batch)
            posted += done
            if done < len(batch):
                break  # the sequencer is full: the next turn continues here
        return posted

    def status(self) -> OracleStatus:
        """Return the oracle's status."""
        now_s = self._sequencer.now_s()
        markets = self._markets.values()
        views = [self._view(market, now_s) for market in markets]
        waiting = [
            _next_schedule_s(view)
            for market, view in zip(markets, views, strict=True)
            if not _has_ended(market, view)
        ]
        return OracleStatus(
            last_print_at_s=max(map(_last_at_s, views), default=None),
            next_print_at_s=min(waiting, default=None),
            has_ended=bool(views) and not waiting,
            sources=tuple(source.status() for source in self._sources),
            markets_late=sum(market.late_s is not None for market in markets),
            markets_disputed=sum(market.disputed_s is not None for market in markets),
            markets_without_quorum=self._without_quorum,
        )

    def _view(self, market: _Market, now_s: int) -> MarketView:
        return self._sequencer.exchange.market_view(market.facts.market_id, now_s)

    def _find_markets(self) -> None:
        """Take up markets that are new, and tell each source which of them it has to follow."""
        exchange = self._sequencer.exchange
        new = [one for one in exchange.market_ids() if one not in self._known]
        if not new:
            return
        for market_id in new:
            self._known.add(market_id)
            view = exchange.market_view(market_id, exchange.now_s)
            facts = FeedMarket(market_id, view.symbol, view.acre_id, view.price_feed)
            serving = [source for source in self._sources if source.serves(facts)]
            if len(serving) < self._rule.quorum:
                self._note_unserved(market_id, serving)
                continue
            ends = [at_s for one in serving if (at_s := one.ends_at_s(facts)) is not None]
            self._markets[market_id] = _Market(facts, serving, min(ends, default=None))
        for source in self._sources:
            markets = self._markets.values()
            source.follow([one.facts for one in markets if source in one.sources])

    def _note_unserved(self, market_id: int, serving: Sequence[PriceSource]) -> None:
        """A market unknown to every source is posted elsewhere; too few sources raise an alarm."""
        if not serving:
            log.warning("market_without_feed", extra={"market_id": market_id})
            return
        self._without_quorum += 1
        names = [one.name for one in serving]
        log.error("market_without_quorum", extra={"market_id": market_id, "sources": names})

    def _look(self) -> _Turn:
        """Return the next print of each market that has one, and note what is missing."""
        now_s = self._sequencer.now_s()
        turn = _Turn()
        for market in self._markets.values():
            view = self._view(market, now_s)
            if _has_ended(market, view):
                continue
            next_s = _next_schedule_s(view)
            turn.next_at_s = min(next_s, turn.next_at_s or next_s)
            if next_s > now_s:
                market.disputed_s = market.late_s = None
                continue
            due = self._due(market, view, now_s)
            if due is not None:
                turn.due.append(due)
            else:
                is_late = now_s - next_s > LATE_S * self._sequencer.clock.rate
                self._note_late(market, next_s, is_late=is_late and not view.is_paused)
        return turn

    def _due(self, market: _Market, view: MarketView, now_s: int) -> _Due | None:
        """Return the print of the earliest schedule on which enough sources agree."""
        if now_s < market.rests_until_s:
            return None
        interval_s = view.parameters["print_interval_s"]
        from_s = max(_next_schedule_s(view), now_s - view.parameters["oracle_max_age_s"])
        disputed: dict[int, list[Observation]] = {}
        for schedule_s, spoken in self._spoken(market, interval_s, from_s, now_s).items():
            if len(spoken) < len(market.sources) and now_s < schedule_s + GRACE_S:
                continue
            found = combine(spoken, self._rule)
            if found is Lack.DISAGREE:
                disputed = {schedule_s: spoken}
            elif isinstance(found, Agreed):
                command = PostPrint(
                    market_id=market.facts.market_id,
                    price_e8=found.price_e8,
                    confidence_e8=found.confidence_e8,
                    published_at_s=found.published_at_s,
                )
                if command != market.refused:
                    return _Due(market, schedule_s, command)
        self._note_dispute(market, disputed)
        return None

    @staticmethod
    def _spoken(
        market: _Market, interval_s: int, from_s: int, to_s: int
    ) -> dict[int, list[Observation]]:
        """Return the newest word of each source in each schedule, ascending by schedule."""
        newest: dict[int, dict[str, Observation]] = {}
        said = (source.observations(market.facts, from_s, to_s) for source in market.sources)
        for one in chain.from_iterable(said):
            schedule_s = one.published_at_s // interval_s * interval_s
            newest.setdefault(schedule_s, {})[one.source] = one
        return {schedule_s: list(newest[schedule_s].values()) for schedule_s in sorted(newest)}

    async def _post(self, batch: list[_Due]) -> int:
        """Submit the prints; return how many the sequencer took."""
        outcomes = await asyncio.gather(
            *(self._sequencer.submit(one.command) for one in batch), return_exceptions=True
        )
        done = 0
        for one, outcome in zip(batch, outcomes, strict=True):
            if isinstance(outcome, SequencerOverloadedError):
                continue
            if isinstance(outcome, BaseException):
                raise outcome
            self._note_outcome(one.market, outcome)
            done += 1
        return done

    def _note_outcome(self, market: _Market, applied: Applied) -> None:
        """Let a market whose print was refused rest; the same print is not sent again."""
        rejection = applied.rejection
        if rejection is None:
            market.disputed_s = market.late_s = None
            return
        command = applied.command
        assert isinstance(command, PostPrint)
        market.refused = PostPrint(
            market_id=command.market_id,
            price_e8=command.price_e8,
            confidence_e8=command.confidence_e8,
            published_at_s=command.published_at_s,
        )
        market.rests_until_s = command.time_s + REFUSED_PAUSE_S
        log.warning(
            "print_refused",
            extra={"market_id": command.market_id, "seq": command.seq, "code": rejection.code},
        )

    @staticmethod
    def _note_dispute(market: _Market, disputed: dict[int, list[Observation]]) -> None:
        """Raise the alarm once for each schedule; `disputed` holds the last one, or none."""
        before_s, market.disputed_s = market.disputed_s, max(disputed, default=None)
        for schedule_s, spoken in disputed.items():
            if schedule_s != before_s:
                log.error(
                    "oracle_sources_disagree",
                    extra={
                        "market_id": market.facts.market_id,
                        "schedule_s": schedule_s,
                        "prices_e8": {one.source: one.price_e8 for one in spoken},
                    },
                )

    @staticmethod
    def _note_late(market: _Market, schedule_s: int, *, is_late: bool) -> None:
        """Raise the alarm once for each schedule."""
        if is_late and market.late_s != schedule_s:
            log.error(
                "print_late",
                extra={"market_id": market.facts.market_id, "schedule_s": schedule_s},
            )
        market.late_s = schedule_s if is_late else None


async def _keep_fetching(source: PriceSource) -> None:
    """Run a source; its unexpected errors must not end the others."""
    while True:
        try:
            await source.run()
        except Exception:
            log.exception("oracle_source_trouble", extra={"source": source.name})
        await asyncio.sleep(CRASH_PAUSE_S)


def _last_at_s(view: MarketView) -> int:
    """Return the publish time of the last print, accepted or held."""
    held = view.held_print
    return max(view.index_price_at_s, held.published_at_s if held is not None else 0)


def _next_schedule_s(view: MarketView) -> int:
    """Return the start of the first schedule after the last print's."""
    interval_s = view.parameters["print_interval_s"]
    return (_last_at_s(view) // interval_s + 1) * interval_s


def _has_ended(market: _Market, view: MarketView) -> bool:
    return market.ends_at_s is not None and _last_at_s(view) >= market.ends_at_s
