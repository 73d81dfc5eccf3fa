"""Wrongs in the crowding of small skews and in the holding charge (rules 32 and 68)."""

from tests.mutants.mutant import Mutant

FUNDING = "engine/core/perps/funding.pxd"
POOL = "engine/core/pool/pool.pxd"
POSITIONS = "engine/core/perps/positions.pyx"
TRADING = "engine/core/perps/trading.pyx"
QUOTES = "engine/core/perps/quotes.pyx"
ACCOUNTING = "engine/core/perps/accounting.pxd"
SCAN = "engine/core/scan.pyx"

MUTANTS = (
    Mutant(
        "push-without-clamp",
        FUNDING,
        "cdef int64_t size = min64(abs64(skew_e6), k)",
        "cdef int64_t size = abs64(skew_e6)",
        "a skew beyond the scale pushes more than the velocity",
        ("funding_figures", "funding"),
    ),
    Mutant(
        "knee-linear",
        FUNDING,
        "if size < knee:",
        "if size < knee - 1:",
        "one unit below the knee the skew crowds in full",
        ("funding_figures",),
    ),
    Mutant(
        "knee-up",
        FUNDING,
        "size = quotient(<i128> size * size, knee)",
        "size = quotient(<i128> size * size + knee - 1, knee)",
        "a skew below the knee is rounded away from zero",
        ("funding_figures",),
    ),
    Mutant(
        "knee-without-sign",
        FUNDING,
        "return size if skew_e6 > 0 else -size",
        "return size",
        "shorts below the knee crowd like longs",
        ("funding_figures",),
    ),
    Mutant(
        "kink-inclusive",
        FUNDING,
        "    if above <= 0:\n        return 0\n",
        "",
        "below the kink traders are paid for holding",
        ("holding",),
    ),
    Mutant(
        "hold-rate-floor",
        FUNDING,
        "above, <i128> lp_balance_e6 * (E12 - kink_e12), CEIL",
        "above, <i128> lp_balance_e6 * (E12 - kink_e12), FLOOR",
        "the charge of a day is rounded down",
        ("holding",),
    ),
    Mutant(
        "hold-rate-of-all",
        FUNDING,
        "<i128> lp_balance_e6 * (E12 - kink_e12), CEIL",
        "<i128> lp_balance_e6 * E12, CEIL",
        "the charge grows from the kink as if to all of the pool and the kink",
        ("holding",),
    ),
    Mutant(
        "charge-floor",
        FUNDING,
        "market.price_e8, <i128> DAY_S * E8, CEIL",
        "market.price_e8, <i128> DAY_S * E8, FLOOR",
        "G is rounded down",
        ("holding",),
    ),
    Mutant(
        "charge-while-stale",
        FUNDING,
        "holding_e18[0] = holding_after_e18(market, crowding_seconds)",
        "holding_e18[0] = holding_after_e18(market, seconds)",
        "the charge goes on while the price is stale",
        ("holding",),
    ),
    Mutant(
        "side-index-of-one-side",
        FUNDING,
        "return funding_e18 - holding_e18 if is_long else funding_e18 + holding_e18",
        "return funding_e18 - holding_e18",
        "shorts are paid for holding",
        ("holding",),
    ),
    Mutant(
        "hour-without-charge",
        FUNDING,
        "rate += parts.holding_e18 if size_e6 > 0 else -parts.holding_e18",
        "rate += parts.holding_e18",
        "an hour's estimate adds the charge to what a short gets",
        ("holding",),
    ),
    Mutant(
        "pool-owes-the-charge",
        POOL,
        "acre_add_128(paid_e24, -held_e24, &paid_e24)",
        "acre_add_128(paid_e24, held_e24, &paid_e24)",
        "the charge counts against the pool",
        ("holding",),
    ),
    Mutant(
        "charge-of-the-skew",
        POOL,
        "<i128> sides.long_e6 + sides.short_e6, holding_e18, &held_e24",
        "<i128> sides.long_e6 - sides.short_e6, holding_e18, &held_e24",
        "only the skew is charged",
        ("holding",),
    ),
    Mutant(
        "position-begins-at-f",
        POSITIONS,
        "    held.entry_funding_e18 = side_index_e18(\n"
        "        market.funding_e18, market.holding_e18, size_e6 > 0\n    )\n",
        "    held.entry_funding_e18 = market.funding_e18\n",
        "a new position pays the charge of all time",
        ("holding",),
    ),
    Mutant(
        "turned-by-the-new-side",
        TRADING,
        "side_index_e18(now.funding_e18, now.holding_e18, old.size_e6 > 0),",
        "side_index_e18(now.funding_e18, now.holding_e18, old.size_e6 < 0),",
        "a position that turns is settled by the index of its new side",
        ("holding",),
    ),
    Mutant(
        "stored-without-charge",
        ACCOUNTING,
        "    market.holding_e18 = now.holding_e18\n",
        "",
        "a touch forgets the charge until then",
        ("holding",),
    ),
    Mutant(
        "cost-of-the-order",
        QUOTES,
        "cdef i128 more = abs64(trade.new_size_e6) - abs64(trade.old_size_e6)",
        "cdef i128 more = abs64(trade.delta_e6)",
        "closing is quoted as if it added to what is charged",
        ("holding",),
    ),
    Mutant(
        "scan-of-longs",
        SCAN,
        "market.funding_e18[1] = index_now_e18(st, row, -1)",
        "market.funding_e18[1] = index_now_e18(st, row, 1)",
        "the scan values shorts by the index of longs",
        ("scan",),
    ),
)
