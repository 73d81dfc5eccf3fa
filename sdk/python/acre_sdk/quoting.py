"""Target orders of a maker and the commands that reach them: pure functions.

Probabilities are statistics and may be floats; prices, contracts and points are integers.
"""

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from acre_sdk.models import POINT_E6, OrderBook
from acre_sdk.orders import SIDES, Side

PAYOUT = 100
PRICE_MIN = 1
PRICE_MAX = 99
YEAR_S = 365 * 86_400


@dataclass(frozen=True, slots=True, order=True)
class Quote:
    """A wish: buy so many contracts of a side at a price."""

    side: Side
    price: int
    contracts: int


@dataclass(frozen=True, slots=True)
class Resting:
    """An own open order."""

    order_id: int
    side: Side
    price: int
    contracts: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LadderRules:
    """Quoting settings: `levels` a side, `size` contracts each, 1 point apart.

    `spread` is the distance of the best YES bid and ask in points. For each `size` contracts that
    are held the whole ladder moves by `skew` points away from buying more of them, `skew_max` at
    most.
    """

    levels: int = 3
    size: int = 5
    spread: int = 4
    skew: float = 1.0
    skew_max: float = 10.0


@dataclass(frozen=True, slots=True)
class Cancel:
    """Take an order out."""

    order_id: int


@dataclass(frozen=True, slots=True)
class Amend:
    """Give an order another price, or fewer contracts at the same price (`price` is `None`)."""

    order_id: int
    price: int | None
    contracts: int


@dataclass(frozen=True, slots=True)
class Place:
    """Add an order."""

    quote: Quote


Action = Cancel | Amend | Place


def implied_probability(index: int, strike: int, left_s: int, volatility: float) -> float:
    """Return the probability that the index is at or above the strike after `left_s` seconds.

    The index is taken as lognormal with drift 0 (its expectation stays what it is): N(d) with
    d = (ln(index / strike) - v² / 2) / v and v = `volatility` · sqrt(years).
    """
    deviation = volatility * math.sqrt(max(0, left_s) / YEAR_S)
    if index <= 0 or strike <= 0 or deviation <= 0.0:
        return 1.0 if index >= strike else 0.0
    distance = (math.log(index / strike) - deviation * deviation / 2) / deviation
    return 0.5 * math.erfc(-distance / math.sqrt(2.0))


def fair_price(probability: float) -> float:
    """Return the price of YES in points, inside the prices that the book has."""
    return min(float(PRICE_MAX), max(float(PRICE_MIN), PAYOUT * probability))


def price_limits(book: OrderBook, own: Iterable[Resting]) -> dict[Side, int]:
    """Return for each side the highest bid that takes nothing of what others have in the book."""
    mine: dict[tuple[Side, int], int] = defaultdict(int)
    for order in own:
        mine[order.side, order.price] += order.contracts
    limits: dict[Side, int] = {}
    sides: tuple[tuple[Side, Side], ...] = (("yes", "no"), ("no", "yes"))
    for side, other in sides:
        levels = book.no if other == "no" else book.yes
        theirs = [row.price for row in levels if row.contracts > mine[other, row.price]]
        limits[side] = PAYOUT - 1 - max(theirs, default=0)
    return limits


def ladder(
    fair: float, inventory: int, rules: LadderRules, limits: Mapping[Side, int] | None = None
) -> list[Quote]:
    """Return the wanted quotes, the best of both sides first; they never cross each other.

    `inventory` counts YES contracts as positive, NO as negative. The bid is rounded down and the
    ask up, so the spread is never smaller than asked for.
    """
    shift = rules.skew * inventory / max(1, rules.size)
    centre = fair - max(-rules.skew_max, min(rules.skew_max, shift))
    bid = math.floor(centre - rules.spread / 2)
    ask = math.ceil(centre + rules.spread / 2)
    bid = max(PRICE_MIN, min(PRICE_MAX - 1, bid))
    ask = max(bid + 1, min(PRICE_MAX, ask))
    best: dict[Side, int] = {"yes": bid, "no": PAYOUT - ask}
    if limits is not None:
        best = {side: min(price, limits[side]) for side, price in best.items()}
    return [
        Quote(side, best[side] - level, rules.size)
        for level in range(rules.levels)
        for side in SIDES
        if best[side] - level >= PRICE_MIN
    ]


def within_budget(quotes: Sequence[Quote], inventory: int, free_e6: int) -> list[Quote]:
    """Return as much of the quotes, in their order, as the free points can reserve.

    Contracts that are held of the other side cover orders: a covered contract reserves nothing.
    """
    covered: dict[Side, int] = {"yes": max(0, -inventory), "no": max(0, inventory)}
    left_e6 = max(0, free_e6)
    kept = []
    for quote in quotes:
        price_e6 = quote.price * POINT_E6
        contracts = min(quote.contracts, covered[quote.side] + left_e6 // price_e6)
        uncovered = max(0, contracts - covered[quote.side])
        covered[quote.side] -= contracts - uncovered
        left_e6 -= uncovered * price_e6
        if contracts > 0:
            kept.append(Quote(quote.side, quote.price, contracts))
    return kept


def changes(resting: Sequence[Resting], wanted: Sequence[Quote]) -> list[Action]:
    """Return the fewest actions from what rests to what is wanted.

    What can stay keeps its place in the queue. Any prefix of the actions is safe: nothing is
    raised before what it could cross has been cancelled or lowered.
    """
    removed: list[Action] = []
    lowered: list[Action] = []
    raised: list[Action] = []
    placed: list[Place] = []
    for side in SIDES:
        surplus, missing, reduced = _compare(
            [order for order in resting if order.side == side],
            [quote for quote in wanted if quote.side == side],
        )
        lowered += reduced
        for order, quote in zip(surplus, missing, strict=False):
            moves = raised if quote.price > order.price else lowered
            moves.append(Amend(order.order_id, quote.price, quote.contracts))
        removed += [Cancel(order.order_id) for order in surplus[len(missing) :]]
        placed += [Place(quote) for quote in missing[len(surplus) :]]
    rank = {(quote.side, quote.price): place for place, quote in enumerate(wanted)}
    placed.sort(key=lambda item: rank[item.quote.side, item.quote.price])
    return [*removed, *lowered, *raised, *placed]


def _compare(
    resting: Sequence[Resting], wanted: Sequence[Quote]
) -> tuple[list[Resting], list[Quote], list[Action]]:
    """Return what rests too much, what is missing, and orders to be made smaller; of one side."""
    open_contracts: dict[int, int] = defaultdict(int)
    for quote in wanted:
        open_contracts[quote.price] += quote.contracts
    surplus: list[Resting] = []
    reduced: list[Action] = []
    for order in sorted(resting, key=lambda item: item.order_id):  # the oldest keep their place
        room = open_contracts[order.price]
        if room == 0:
            surplus.append(order)
        elif room < order.contracts:
            reduced.append(Amend(order.order_id, None, room))
        open_contracts[order.price] = max(0, room - order.contracts)
    missing = [
        Quote(wanted[0].side, price, contracts)
        for price, contracts in open_contracts.items()
        if contracts > 0
    ]
    surplus.sort(key=lambda item: item.price, reverse=True)
    missing.sort(key=lambda item: item.price, reverse=True)
    return surplus, missing, reduced
