"""The random streams of waiting orders reach every outcome of rules/orders.md."""

from collections import Counter
from dataclasses import replace

import pytest

from engine.core.generated import messages as m
from engine.schema.enums import PerpOrderEnd as End
from engine.schema.enums import PerpOrderKind as Kind
from engine.schema.errors import ErrorCode as E
from tests.engine.core.test_against_reference import is_absurd, order_commands
from tests.reference.exchange import Reference
from tests.reference.orders.auction import Bid, Held

SEEDS = range(36)
REFUSALS = {
    "PlacePerpOrder": "NONE VALIDATION AMOUNT_OUT_OF_RANGE NOT_OWNER DELEGATE_EXPIRED"
    " MARGIN_ACCOUNT_NOT_FOUND MARKET_NOT_FOUND DELEGATE_MARKET IN_LIQUIDATION HIGH_RISK_USER"
    " NO_POSITION BAD_EXPIRY TRIGGER_PASSED TOO_MANY_OPEN_ORDERS INSUFFICIENT_MARGIN"
    " EXCHANGE_HALTED MARKET_PAUSED",
    "AmendPerpOrder": "NONE VALIDATION AMOUNT_OUT_OF_RANGE NOT_OWNER ORDER_NOT_FOUND ORDER_LOCKED"
    " BAD_EXPIRY TRIGGER_PASSED HIGH_RISK_USER DELEGATE_MARKET",
    "CancelPerpOrder": "NONE NOT_OWNER ORDER_NOT_FOUND ORDER_LOCKED",
    "CancelPerpOrders": "NONE NOT_OWNER MARKET_NOT_FOUND",
    "ModifyPosition": "NO_POSITION TRIGGER_PASSED",
}
# Pauses and a held price are met only by turns that a thousand others leave to a later command.
DEFERRALS = "SLIPPAGE_EXCEEDED MAX_SIDE_SIZE NET_EXPOSURE_CAP POOL_CAPACITY STALE_PRICE"
DEFERRALS += " ENTRY_WINDOW IN_LIQUIDATION SELF_MATCH"
REJECTIONS = "NOT_OWNER DELEGATE_EXPIRED DELEGATE_MARKET DELEGATE_LIMIT HIGH_RISK_USER"
REJECTIONS += " INSUFFICIENT_MARGIN POSITION_TOO_SMALL TOO_MANY_POSITIONS"
OUTCOMES = [
    *(f"{name} {code}" for name, codes in REFUSALS.items() for code in codes.split()),
    *(f"deferred {code}" for code in DEFERRALS.split()),
    *(f"rejected {code}" for code in REJECTIONS.split()),
    *(f"ended {end.name}" for end in End),
    *(f"filled {kind.name}" for kind in Kind),
    *("matched", "pool's part", "matched and pool", "filled in part", "filled later"),
    *("match bound by a cap", "pool bound by a cap", "auction of one side", "flip in an auction"),
    *("reduced in an auction", "several orders of an account", "bracket by a fill"),
    *("bracket by a trade", "turns left over", "filled at a confirmed price", "trail moved"),
    *(
        "locked before a print",
        "run by a delegate",
        "market price",
        "amended",
    ),
]


class Watched(Reference):
    """Counts what lies between two events."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: Counter[str] = Counter()

    def clear(self, held: Held) -> None:
        sizes = {x.order.id: x.start for x in held.taking_part()}
        accounts = Counter((x.order.owner, x.order.account_id) for x in held.taking_part())
        wanted = min(held.buy, held.sell)
        super().clear(held)
        self.seen["match bound by a cap"] += 0 < held.matched < wanted
        rest = abs(held.buy - held.sell)
        self.seen["pool bound by a cap"] += held.cap is not None and 0 < held.taken < rest
        self.seen["auction of one side"] += bool(sizes) and wanted == 0
        self.seen["several orders of an account"] += any(n > 1 for n in accounts.values())
        for bid in held.taking_part():
            side = 1 if bid.buy else -1
            done = bid.matched + bid.taken
            is_against = bid.start * side < 0
            self.seen["flip in an auction"] += is_against and done > abs(bid.start)
            self.seen["reduced in an auction"] += is_against and 0 < done <= abs(bid.start)

    def trade_all(self, held: Held) -> tuple[bool, tuple[Bid, E] | None]:
        fits, refused = super().trade_all(held)
        self.seen["part refused after its trial"] += refused is not None
        return fits, refused


def note(seen: Counter[str], reference: Reference, command: m.Command, code: E) -> None:
    seen[f"{type(command).__name__} {code.name}"] += 1
    rows = {x.id: x for x in reference.orders}
    seen["turns left over"] += any(x.rank for x in reference.orders)
    seen["locked before a print"] += any(reference.is_cut_off(x) for x in reference.orders)
    for name, *place in reference.order_events:
        if name == "PerpOrderDeferred":
            seen[f"deferred {E(int(str(place[4]))).name}"] += 1
        if name == "PerpOrderEnded":
            seen[f"ended {End(int(str(place[4]))).name}"] += 1
            seen[f"rejected {E(int(str(place[5]))).name}"] += place[4] == End.REJECTED
        if name == "PerpOrderAmended":
            seen["amended"] += 1
        if name == "PerpOrderPlaced":
            by_trade = isinstance(command, m.ModifyPosition) and place[14] == 0
            seen["bracket by a fill"] += place[-1] != 0
            seen["bracket by a trade"] += by_trade
        if name == "PerpOrderFilled":
            size, matched, left = int(str(place[4])), int(str(place[5])), int(str(place[9]))
            seen["matched"] += matched != 0
            seen["pool's part"] += matched != size
            seen["matched and pool"] += 0 != matched != size
            seen["filled in part"] += left != 0
            seen["filled later"] += left != 0 and place[3] in rows
            seen["filled at a confirmed price"] += isinstance(command, m.ConfirmPrint)


def outcomes() -> Counter[str]:
    total: Counter[str] = Counter()
    for seed in SEEDS:
        reference = Watched()
        for raw in order_commands(seed, reference):
            if is_absurd(raw):
                continue
            command = replace(raw, operator=b"o" * 32) if hasattr(raw, "operator") else raw
            kinds = {x.id: (x.kind, x.source, x.placer != x.owner) for x in reference.orders}
            bests = {x.id: x.best for x in reference.orders}
            code = reference.apply(command)
            note(reference.seen, reference, command, code)
            for event in reference.order_events:
                if event[0] == "PerpOrderFilled" and event[4] in kinds:
                    kind, source, by_delegate = kinds[int(str(event[4]))]
                    reference.seen[f"filled {Kind(kind).name}"] += 1
                    reference.seen["market price"] += source
                    reference.seen["run by a delegate"] += by_delegate
            moved = [x for x in reference.orders if 0 < bests.get(x.id, 0) != x.best]
            reference.seen["trail moved"] += bool(moved)
        total += reference.seen
    return total


@pytest.mark.timeout(400)
def test_the_streams_of_orders_reach_every_outcome() -> None:
    seen = outcomes()
    rare = {outcome: seen[outcome] for outcome in OUTCOMES if not seen[outcome]}
    assert not rare
    assert not seen["part refused after its trial"]
