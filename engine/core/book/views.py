"""Views of a standalone book."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Depth:
    """Contracts by level, best first, as (tick, contracts); bids and asks in YES terms."""

    sequence: int
    bids: tuple[tuple[int, int], ...]
    asks: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class RestingOrder:
    """An order that rests; `contracts` are those left."""

    order: int
    owner: int
    side: int
    tick: int
    contracts: int
    stp: int
    post_only: bool


@dataclass(frozen=True, slots=True)
class Portfolio:
    """One account: raw points, and its net contracts (above 0 YES, below 0 NO) with their cost."""

    available_e6: int
    reserved_e6: int
    realized_e6: int
    granted_e6: int
    contracts: int
    cost_e6: int
    order_count: int


@dataclass(frozen=True, slots=True)
class Totals:
    """Sums over all accounts; granted = available + reserved + locked + burned."""

    granted_e6: int
    available_e6: int
    reserved_e6: int
    burned_e6: int
    locked_e6: int  # payout of all pairs that are held
    pairs: int
