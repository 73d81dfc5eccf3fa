"""The channels of the prediction markets: `orderBook:{id}` and `predictions` (API 5.8)."""

from edge.api.context import Context
from edge.api.predictions import encode
from edge.api.predictions.schemas import Level, MarketStatus
from edge.http.schema.base import Entity
from engine.core.views import PredictionBookView, PredictionMarketView

PREDICTIONS = "predictions"
Data = dict[str, object]
Levels = tuple[tuple[int, int], ...]
DEPTH = encode.PAYOUT - 1  # prices of a book


class MarketInShort(Entity):
    """A prediction market of the stream."""

    market_id: int
    status: MarketStatus
    last_yes_price: int | None
    best_yes_bid: int | None
    best_yes_ask: int | None
    volume_contracts: int
    open_interest_contracts: int


def market_in_short(view: PredictionMarketView) -> MarketInShort:
    """Encode a market for the stream."""
    no_bid = view.best_no_bid
    return MarketInShort(
        market_id=view.market_id,
        status=encode.MARKET_STATUSES[view.status],
        last_yes_price=view.last_yes_price,
        best_yes_bid=view.best_yes_bid,
        best_yes_ask=None if no_bid is None else encode.PAYOUT - no_bid,
        volume_contracts=view.volume_contracts,
        open_interest_contracts=view.open_interest_contracts,
    )


class BookChannel:
    """The book of one market.

    A delta compares the last sent book with the current one, however many commands came between:
    every level has its total, so errors cannot add up.
    """

    def __init__(self, context: Context, market_id: int) -> None:
        self._context = context
        self.market_id = market_id
        self._sent: PredictionBookView | None = None

    def _book(self) -> PredictionBookView:
        return self._context.exchange.prediction_book(self.market_id, DEPTH)

    def snapshot(self) -> Data:
        """Return the book as all subscribers know it."""
        if self._sent is None:
            self._sent = self._book()
        return {"orderBook": encode.order_book(self._sent)}

    def delta(self) -> Data | None:
        """Return the levels that changed; a change that was taken back changes the number only."""
        book = self._book()
        sent, self._sent = self._sent, book
        if book == sent:
            return None
        before = (sent.yes, sent.no) if sent is not None else ((), ())
        whole = encode.order_book(book)
        return {
            "sequence": book.sequence,
            "yes": _changed(before[0], book.yes),
            "no": _changed(before[1], book.no),
            "bestYesBid": whole.best_yes_bid,
            "bestYesAsk": whole.best_yes_ask,
            "bestNoBid": whole.best_no_bid,
            "bestNoAsk": whole.best_no_ask,
        }


def _changed(before: Levels, now: Levels) -> list[Level]:
    totals = dict.fromkeys((price for price, _ in before), 0)
    totals.update(now)
    changed = sorted(totals.items() - set(before), reverse=True)
    return [Level(price=price, contracts=contracts) for price, contracts in changed]


class PredictionsChannel:
    """Every prediction market in short."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._rows: dict[int, MarketInShort] = {}
        self._is_loaded = False
        self.changed: set[int] = set()

    def _row(self, market_id: int) -> MarketInShort:
        return market_in_short(self._context.exchange.prediction_market(market_id))

    def snapshot(self) -> Data:
        """Return every market as all subscribers know it."""
        if not self._is_loaded:
            ids = self._context.exchange.prediction_market_ids()
            self._rows = {market_id: self._row(market_id) for market_id in ids}
            self._is_loaded = True
        return {"markets": list(self._rows.values())}

    def delta(self) -> Data | None:
        """Return the markets that changed, each whole."""
        changed, self.changed = self.changed, set()
        rows = []
        for market_id in sorted(changed):
            row = self._row(market_id)
            if self._rows.get(market_id) != row:
                self._rows[market_id] = row
                rows.append(row)
        return {"markets": rows} if rows else None
