"""`HermesSource`: prices of Pyth from a Hermes server, streamed or, without a stream, polled."""

import asyncio
import logging
import random
from bisect import bisect_left, bisect_right
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import aclosing
from operator import attrgetter
from typing import Final

from chain.oracle.event_stream import MESSAGE, ServerEvent
from chain.oracle.hermes_answers import Answer, FeedPrice, feed_id_of, read_answer
from chain.oracle.hermes_client import HermesClient, HermesError, HermesTimes, UnknownFeedsError
from chain.oracle.source import (
    OBSERVATIONS_MAX,
    FeedMarket,
    Observation,
    SourceState,
    SourceStatus,
)

log = logging.getLogger(__name__)

FEEDS_MAX: Final = 100  # of one request
_published_at_s: Final = attrgetter("published_at_s")


class HermesSource:
    """Keeps the last prices of the followed feeds; `now_s` is UTC as the exchange counts it."""

    name: Final = "hermes"

    def __init__(
        self, url: str, key: str | None, now_s: Callable[[], int], times: HermesTimes | None = None
    ) -> None:
        self._url = url
        self._key = key
        self._now_s = now_s
        self._times = times or HermesTimes()
        self._recent: dict[str, deque[FeedPrice]] = {}  # by followed feed, ascending
        self._unknown: set[str] = set()  # followed feeds that the server refused to know
        self._unknown_until_s = 0.0  # loop time
        self._named: set[str] = set()  # feeds whose absence is in the log
        self._absent: set[str] = set()  # followed feeds that its last answer left out
        self._has_streamed = False  # in this round
        self._told: set[str] = set()  # why prices were refused in this round
        self._changed = asyncio.Event()
        self._state = SourceState.STARTING
        self._detail = ""

    # what the poster asks

    def serves(self, market: FeedMarket) -> bool:
        """Return whether the market's feed is `pyth:` with an id."""
        return feed_id_of(market.price_feed) is not None

    def follow(self, markets: Sequence[FeedMarket]) -> None:
        """Ask for the feeds of these markets from now on."""
        wanted = sorted({feed_id_of(market.price_feed) or "" for market in markets})
        if len(wanted) > FEEDS_MAX:
            log.error("hermes_feeds_left_out", extra={"count": len(wanted) - FEEDS_MAX})
        wanted = wanted[:FEEDS_MAX]
        if set(wanted) == self._recent.keys():
            return
        known = self._recent
        self._recent = {
            feed_id: known.get(feed_id, deque(maxlen=OBSERVATIONS_MAX)) for feed_id in wanted
        }
        self._unknown.clear()
        self._absent.clear()
        self._named.clear()
        self._changed.set()

    def observations(self, market: FeedMarket, from_s: int, to_s: int) -> list[Observation]:
        """Return the latest prices; older ones are not kept."""
        recent = list(self._recent.get(feed_id_of(market.price_feed) or "", ()))
        start = bisect_left(recent, from_s, key=_published_at_s)
        end = bisect_right(recent, to_s, key=_published_at_s)
        return [
            Observation(market.market_id, price_e8, confidence_e8, published_at_s, self.name)
            for _, price_e8, confidence_e8, published_at_s in recent[start:end]
        ]

    def ends_at_s(self, market: FeedMarket) -> int | None:
        """Return None: prices continue."""
        return None

    def status(self) -> SourceStatus:
        """Return the connection's health."""
        last = [recent[-1].published_at_s for recent in self._recent.values() if recent]
        state, detail = self._state, self._detail
        lost = sorted(self._unknown | self._absent)
        if state.is_healthy and lost:
            state, detail = SourceState.FAILED, f"The server does not know {', '.join(lost)}."
        return SourceStatus(self.name, state, detail, max(last, default=None))

    # fetching

    async def run(self) -> None:
        """Ask once, then follow the stream; whatever ends it begins this again after a pause."""
        client = HermesClient(self._url, self._key, self._times)
        try:
            while True:
                if not self._recent:
                    await self._changed.wait()
                self._changed.clear()
                await self._until_changed(client)
        finally:
            await client.close()

    async def _until_changed(self, client: HermesClient) -> None:
        """Fetch until other feeds are followed."""
        fetching = asyncio.create_task(self._fetch(client))
        changed = asyncio.create_task(self._changed.wait())
        try:
            await asyncio.wait({fetching, changed}, return_when=asyncio.FIRST_COMPLETED)
            if fetching.done():
                fetching.result()  # an unexpected error
        finally:
            fetching.cancel()
            changed.cancel()
            await asyncio.gather(fetching, changed, return_exceptions=True)

    async def _fetch(self, client: HermesClient) -> None:
        times, pause_s = self._times, 0.0
        while self._recent:
            least_s = await self._round(client)
            pause_s = 0.0 if self._has_streamed else pause_s
            pause_s = min(max(2 * pause_s, times.pause_s), times.pause_max_s)
            spread = random.uniform(0.5, 1.0)  # noqa: S311 - only spreads clients in time
            await asyncio.sleep(max(pause_s * spread, least_s))

    async def _round(self, client: HermesClient) -> float:
        """Ask and stream until something fails; return how long to wait at least."""
        self._has_streamed = False
        self._told.clear()
        has_answer, is_newer = False, False
        try:
            asked = self._asked()
            is_newer = await self._poll(client, asked)
            has_answer = True
            await self._stream(client, asked)
        except UnknownFeedsError as error:
            self._unknown |= error.feed_ids
            self._unknown_until_s = self._loop_s() + self._times.unknown_s
            if new := error.feed_ids - self._named:
                self._named |= new
                log.error("hermes_feeds_unknown", extra={"feeds": sorted(new)})
        except HermesError as error:
            if self._has_streamed or is_newer:
                self._enter(SourceState.POLLING, str(error))
            elif isinstance(error, _StaleError):
                self._enter(SourceState.STALE, str(error))
            elif has_answer:
                self._enter(SourceState.POLLING, str(error))
            else:
                self._enter(SourceState.FAILED, str(error))
            return error.pause_s
        return 0.0

    def _asked(self) -> list[str]:
        """Return the feeds to ask for; those that the server did not know wait for a while."""
        if self._unknown and self._loop_s() >= self._unknown_until_s:
            self._unknown.clear()
        asked = [feed_id for feed_id in self._recent if feed_id not in self._unknown]
        if not asked:
            raise HermesError("The server knows none of the feeds.", self._times.unknown_s)
        return asked

    async def _poll(self, client: HermesClient, asked: Sequence[str]) -> bool:
        """Ask for the latest prices; return whether one is newer than what is known."""
        answer = read_answer(await client.latest(asked), self._now_s())
        if answer is None:
            raise HermesError("The answer is no price update.")
        self._absent = set(asked) - answer.named
        is_newer = self._take(answer)
        if is_newer or self._state in (SourceState.STARTING, SourceState.FAILED):
            self._enter(SourceState.POLLING)
        return is_newer

    async def _stream(self, client: HermesClient, asked: Sequence[str]) -> None:
        """Take prices until the stream ends or brings none; raise HermesError then."""
        stale_s = self._times.stale_s
        try:
            async with (
                asyncio.timeout(stale_s) as deadline,
                aclosing(client.stream(asked)) as events,
            ):
                async for event in events:
                    if self._take_event(event):
                        deadline.reschedule(self._loop_s() + stale_s)
                    if self._unknown and self._loop_s() >= self._unknown_until_s:
                        return  # begin again, with all feeds
        except TimeoutError:
            raise _StaleError(f"The stream brought no price for {stale_s:g} s.") from None
        raise HermesError("The stream has ended.")

    def _take_event(self, event: ServerEvent) -> bool:
        """Return whether the event has a price of a followed feed."""
        if event.type != MESSAGE:
            raise HermesError("The server ended the stream with an error.")
        answer = read_answer(event.data, self._now_s())
        if answer is None:
            self._tell({"an event that is no price update"})
            return False
        self._take(answer)
        if not any(price.feed_id in self._recent for price in answer.prices):
            return False
        self._has_streamed = True
        self._enter(SourceState.CONNECTED)
        return True

    def _take(self, answer: Answer) -> bool:
        """Keep newer prices; return whether there was one."""
        self._tell(set(answer.refused))
        is_newer = False
        for price in answer.prices:
            recent = self._recent.get(price.feed_id)
            if recent is None or (recent and price.published_at_s <= recent[-1].published_at_s):
                continue
            recent.append(price)
            is_newer = True
        return is_newer

    def _tell(self, reasons: set[str]) -> None:
        """Log why something was refused, each reason once a round."""
        if new := reasons - self._told:
            self._told |= new
            log.warning("hermes_prices_refused", extra={"reasons": sorted(new)})

    def _enter(self, state: SourceState, detail: str = "") -> None:
        if (state, detail) == (self._state, self._detail):
            return
        self._state, self._detail = state, detail
        level = logging.INFO if state.is_healthy else logging.ERROR
        extra = {"source": self.name, "state": state.value, "reason": detail}
        log.log(level, "oracle_source", extra=extra)

    @staticmethod
    def _loop_s() -> float:
        return asyncio.get_running_loop().time()


class _StaleError(HermesError):
    """The server answers and brings nothing new."""
