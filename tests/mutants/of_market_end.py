"""Wrongs in the end of a dead market: who may end it, what its positions get, who pays debts."""

from tests.mutants.mutant import Mutant

MARKET_END = "engine/core/perps/market_end.pyx"
ACCOUNTING = "engine/core/perps/accounting.pyx"
LIQUIDATION = "engine/core/perps/liquidation.pyx"
LIQUIDITY = "engine/core/pool/liquidity.pyx"
ORACLE = "engine/core/perps/oracle.pxd"
TRADING = "engine/core/perps/trading.pyx"

MUTANTS = (
    Mutant(
        "settle-at-any-age",
        ORACLE,
        "max64(SETTLE_AFTER_S, rules.oracle_max_age_decrease_s + 1)",
        "rules.oracle_max_age_decrease_s + 1",
        "a dead market may be settled before 30 days",
        ("settle_market",),
    ),
    Mutant(
        "settle-before-dead",
        ORACLE,
        "max64(SETTLE_AFTER_S, rules.oracle_max_age_decrease_s + 1)",
        "SETTLE_AFTER_S",
        "a market that is not dead may be settled",
        ("settle_market",),
    ),
    Mutant(
        "settle-beside-a-young-print",
        MARKET_END,
        "if is_held_young(market, market_rules(st, row), st.now_s):",
        "if 0:",
        "a market whose source speaks may be settled",
        ("settle_market",),
    ),
    Mutant(
        "settle-at-two-prices",
        MARKET_END,
        "if command.price_e8 != market.price_e8:",
        "if 0:",
        "a later command names another price and is applied",
        ("settle_market",),
    ),
    Mutant(
        "winners-settled-first",
        MARKET_END,
        "return -1 if a.has_loss else 1",
        "return 1 if a.has_loss else -1",
        "winners are paid before a debt is known",
        ("settle_market",),
    ),
    Mutant(
        "settle-one-more",
        MARKET_END,
        "if closed == limit:",
        "if closed > limit:",
        "a command closes one position more than its limit",
        ("settle_market",),
    ),
    Mutant(
        "settle-leaves-debt",
        MARKET_END,
        "deficit = uncovered_e6(st, cover_debt(st, account_row))",
        "deficit = 0",
        "a loss that the account cannot pay stays as negative collateral",
        ("settle_market",),
    ),
    Mutant(
        "settle-deleverages-losers",
        MARKET_END,
        "deleverage(st, market_row, done.old.size_e6 < 0, deficit)",
        "deleverage(st, market_row, done.old.size_e6 > 0, deficit)",
        "the side of the loser is deleveraged",
        ("settle_market",),
    ),
    Mutant(
        "funding-after-the-end",
        ACCOUNTING,
        "if pool_of(st).status != STATUS_HALTED and market.settled_at_s == 0:",
        "if pool_of(st).status != STATUS_HALTED:",
        "funding continues in a settled market",
        ("settle_market",),
    ),
    Mutant(
        "trading-after-the-end",
        TRADING,
        "if market.settled_at_s:  # settle-market closes it",
        "if 0:",
        "a position of a settled market is closed for a fee",
        ("settle_market",),
    ),
    Mutant(
        "liquidated-after-the-end",
        LIQUIDATION,
        "    if market.settled_at_s:\n        return 0\n    return not",
        "    return not",
        "a position of a settled market is liquidated for a fee",
        ("settle_market",),
    ),
    Mutant(
        "deposit-at-the-last-price",
        LIQUIDITY,
        "        entry_totals(st, &totals)\n",
        "",
        "a depositor gains from a held print of a dead market",
        ("dead_market",),
    ),
)
