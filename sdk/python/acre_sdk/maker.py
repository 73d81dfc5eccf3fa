"""A market maker: quotes both sides of every market around what the index implies."""

import asyncio
import logging
import math
from collections import Counter
from collections.abc import Coroutine, Sequence
from dataclasses import replace

from acre_sdk.client import AcreClient
from acre_sdk.deadline import TimedOut, timeout
from acre_sdk.errors import AcreError
from acre_sdk.models import POINT_E6, Market, OrderBook
from acre_sdk.orders import BATCH_MAX, NewOrder, Side
from acre_sdk.outlook import MakerOptions, Outlook, fair, is_closing, look, wanted_quotes
from acre_sdk.pacing import Backoff, Timer
from acre_sdk.quoting import Action, Amend, Cancel, Place, Quote, changes
from acre_sdk.stream import Stream

log = logging.getLogger("acre.maker")

TOKENS_KEPT = 2  # for the heartbeat and for taking everything out
STOP_MAX_S = 5.0
WITHDRAWALS_MAX = 3
RETRY_FIRST_S = 0.5
RETRY_MAX_S = 30.0
OUTCOMES_MAX = 64  # that are counted apart
BOOKS_MAX = 60  # that the stream keeps; more are read one by one
GRANT_E6 = 10_000 * POINT_E6


class Maker:
    """Runs until it is cancelled; then it takes its quotes out of every book."""

    def __init__(
        self, client: AcreClient, options: MakerOptions, timer: Timer | None = None
    ) -> None:
        self._client = client
        self._options = options
        self._timer = timer if timer is not None else Timer()
        self._wake = asyncio.Event()
        self._has_begun = False
        self._is_stopping = False
        self._beat_due_s = -math.inf
        self._pause_max_s = options.cycle_s
        self._turn = 0
        self._books: set[int] = set()  # that the stream keeps
        self.acts: Counter[str] = Counter()  # by outcome
        self.rounds: Counter[str] = Counter()  # ok, failed
        self.market_count = 0
        self.points_e6 = 0

    async def run(self) -> None:
        """Quote until cancelled; every way out of here withdraws the quotes."""
        async with self._client.stream() as stream:
            listener = asyncio.create_task(self._listen(stream))
            try:
                await self._work(stream)
            finally:
                listener.cancel()
                await asyncio.wait({listener})
                await self._withdraw()

    async def preview(self) -> list[str]:
        """Return a line for each market with what would be quoted; changes nothing."""
        outlook = await look(self._client, self._options)
        if outlook.points_e6 == 0:
            outlook = replace(outlook, points_e6=GRANT_E6)
        return [await self._preview_of(market, outlook) for market in outlook.markets]

    # the loop

    async def _work(self, stream: Stream) -> None:
        backoff = Backoff(RETRY_FIRST_S, RETRY_MAX_S)
        while True:
            self._wake.clear()
            try:
                await self._finish(self._round(stream))
            except AcreError as error:
                self.rounds["failed"] += 1
                log.warning("maker_waits", extra={"code": error.code, "reason": error.message})
                await self._timer.sleep(backoff.next_s())
                continue
            self.rounds["ok"] += 1
            backoff.reset()
            await self._timer.sleep(self._options.pause_min_s)
            wait_s = max(0.0, self._pause_max_s - self._options.pause_min_s)
            try:
                async with timeout(wait_s):
                    await self._wake.wait()
            except TimedOut:
                pass

    async def _finish(self, work: Coroutine[object, object, None]) -> None:
        """Run a round to its end even when cancelled, so that no request is left half-way."""
        task = asyncio.create_task(work)
        try:
            await asyncio.shield(task)
        except asyncio.CancelledError:
            self._is_stopping = True
            await asyncio.wait({task}, timeout=STOP_MAX_S)
            task.cancel()
            await asyncio.wait({task})
            if not task.cancelled():
                task.exception()
            raise

    async def _listen(self, stream: Stream) -> None:
        await stream.subscribe("markets", "predictions", f"user:{self._client.address}")
        try:
            async for message in stream:
                if message.kind == "disconnected":
                    log.info("maker_stream_lost", extra=dict(message.data))
                elif message.kind == "error":
                    log.warning("maker_channel_lost", extra={"channel": message.channel})
                self._wake.set()
        except Exception:
            log.exception("maker_stream_ended")  # the rounds continue by the clock alone

    async def _round(self, stream: Stream) -> None:
        if not self._has_begun:
            await self._begin()
        outlook = await look(self._client, self._options)
        await self._beat(outlook)
        await self._follow_books(stream, outlook)
        self.market_count = count = len(outlook.markets)
        self.points_e6 = outlook.points_e6
        self._turn += 1  # each market is the first to use up the rate now and then
        for place in range(count):
            if self._is_stopping:
                return
            market = outlook.markets[(place + self._turn) % count]
            try:
                await self._quote(stream, market, outlook)
            except AcreError as error:
                if _is_for_all(error):
                    raise
                extra = {"market": market.market_id, "code": error.code}
                log.warning("maker_skips", extra=extra)

    async def _begin(self) -> None:
        try:
            await self._client.predictions.participate()
        except AcreError as error:
            if _is_for_all(error):
                raise
            log.info("maker_not_in_the_season", extra={"code": error.code})
        self._has_begun = True
        log.info("maker_begins", extra={"address": self._client.address})

    async def _beat(self, outlook: Outlook) -> None:
        """Arm the dead-man's switch again when a third of its time has passed."""
        began_s = self._timer.now_s()
        if began_s < self._beat_due_s:
            return
        cancel_at_s = await self._client.predictions.cancel_after(
            math.ceil(self._options.dead_man_s)
        )
        left_s = ((cancel_at_s or 0) - outlook.now_s) / max(1, outlook.rate)
        third_s = max(0.0, left_s / 3)
        self._pause_max_s = min(self._options.cycle_s, third_s)
        self._beat_due_s = began_s + third_s - self._pause_max_s / 2

    async def _follow_books(self, stream: Stream, outlook: Outlook) -> None:
        wanted = {market.market_id for market in outlook.markets[:BOOKS_MAX]}
        await stream.unsubscribe(*(f"orderBook:{old}" for old in self._books - wanted))
        for market_id in wanted - self._books:
            await stream.subscribe_book(market_id)
        self._books = wanted

    # one market

    async def _quote(self, stream: Stream, market: Market, outlook: Outlook) -> None:
        price = fair(market, outlook, self._options.volatility)
        wanted: list[Quote] = []
        if price is not None and not is_closing(market, outlook, self._options):
            book = await self._book(stream, market.market_id)
            wanted = wanted_quotes(market, outlook, self._options, book, price)
        resting = outlook.resting(market.market_id)
        if resting and not wanted:
            canceled = await self._client.predictions.cancel_all(market.market_id)
            self._say(market, outlook, price, Counter(canceled=len(canceled)))
            return
        needed = changes(resting, wanted)
        actions = needed[: max(0, self._client.predictions.orders_ready() - TOKENS_KEPT)]
        if len(actions) < len(needed):
            self._wake.set()  # the rest continues as soon as the rate allows
        if actions:
            self._say(market, outlook, price, await self._execute(market.market_id, actions))

    async def _book(self, stream: Stream, market_id: int) -> OrderBook:
        if market_id in self._books:
            replica = await stream.subscribe_book(market_id)
            if replica.is_current:
                return replica.book()
        return await self._client.predictions.order_book(market_id)

    async def _execute(self, market_id: int, actions: Sequence[Action]) -> Counter[str]:
        done: Counter[str] = Counter()
        orders = []
        for action in actions:
            if isinstance(action, Place):
                orders.append(_order(market_id, action.quote))
            elif not self._is_stopping:
                done[await self._change(action)] += 1
        for start in range(0, len(orders), BATCH_MAX):
            if self._is_stopping:
                break
            for result in await self._client.predictions.place_orders(
                orders[start : start + BATCH_MAX]
            ):
                done["placed" if result.error is None else result.error.code] += 1
        for outcome, number in done.items():
            is_known = outcome in self.acts or len(self.acts) < OUTCOMES_MAX
            self.acts[outcome if is_known else "other"] += number
        return done

    async def _change(self, action: Cancel | Amend) -> str:
        """Cancel or amend an order; returns what happened. A refusal shows in the next round."""
        try:
            if isinstance(action, Cancel):
                return await self._client.predictions.cancel(action.order_id)
            await self._client.predictions.amend(
                action.order_id, price=action.price, contracts=action.contracts
            )
        except AcreError as error:
            if _is_for_all(error):
                raise
            return error.code
        return "amended"

    def _say(
        self, market: Market, outlook: Outlook, price: float | None, done: Counter[str]
    ) -> None:
        extra: dict[str, object] = {
            "market": market.market_id,
            "fair": None if price is None else round(price, 2),
            "inventory": outlook.inventory(market.market_id),
        }
        log.info("maker_quotes", extra={**extra, **done})

    # the end

    async def _withdraw(self) -> None:
        if not self._has_begun:
            return
        for _ in range(WITHDRAWALS_MAX):
            try:
                async with timeout(STOP_MAX_S):
                    count = await self._cancel_everything()
            except (AcreError, TimedOut) as error:
                log.warning("maker_cannot_withdraw", extra={"reason": str(error) or "too slow"})
                continue
            log.info("maker_withdrew", extra={"canceled": count})
            return
        log.error("maker_left_orders", extra={"advice": "the dead-man's switch cancels them"})

    async def _cancel_everything(self) -> int:
        count = 0
        while open_in := await self._markets_with_orders():
            if self._options.markets is None:
                count += len(await self._client.predictions.cancel_all())
            else:
                for market_id in sorted(open_in):
                    count += len(await self._client.predictions.cancel_all(market_id))
        return count

    async def _markets_with_orders(self) -> set[int]:
        ids = {order.market_id async for order in self._client.predictions.orders()}
        return ids if self._options.markets is None else ids & self._options.markets

    async def _preview_of(self, market: Market, outlook: Outlook) -> str:
        head = f"{market.market_id} {market.title}"
        price = fair(market, outlook, self._options.volatility)
        if price is None:
            return f"{head}: no quotes, its index is unknown"
        if is_closing(market, outlook, self._options):
            return f"{head}: no quotes, it closes"
        book = await self._client.predictions.order_book(market.market_id)
        quotes = wanted_quotes(market, outlook, self._options, book, price)
        return f"{head}: fair {price:.2f}, {_text(quotes, 'yes')}, {_text(quotes, 'no')}"


def _is_for_all(error: AcreError) -> bool:
    """Return whether the next call would fail as well, whatever it asks."""
    return error.is_passing or error.status == 401


def _text(quotes: Sequence[Quote], side: Side) -> str:
    levels = [f"{quote.contracts}@{quote.price}" for quote in quotes if quote.side == side]
    return " ".join((side.upper(), *levels))


def _order(market_id: int, quote: Quote) -> NewOrder:
    return NewOrder(
        market_id=market_id,
        side=quote.side,
        contracts=quote.contracts,
        price=quote.price,
        post_only=True,
    )
