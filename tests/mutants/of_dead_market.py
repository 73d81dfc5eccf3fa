"""Wrongs in markets without prints: who leaves, at which price, what refuses first."""

from tests.mutants.mutant import Mutant

ACCOUNTING = "engine/core/perps/accounting.pyx"
LIQUIDATION = "engine/core/perps/liquidation.pyx"
LIQUIDITY = "engine/core/pool/liquidity.pyx"
MARKET_END = "engine/core/perps/market_end.pyx"
OPERATIONS = "engine/core/operations.pyx"
ORACLE = "engine/core/perps/oracle.pxd"
PREDICTIONS = "engine/core/predictions/state.pyx"
PRINTS = "engine/core/perps/prints.pyx"

MUTANTS = (
    Mutant(
        "dead-keeps-liquidity",
        ACCOUNTING,
        "        if is_dead(market, rules, st.now_s):\n            continue\n",
        "",
        "a dead market keeps the pool's providers for ever",
        ("dead_market",),
    ),
    Mutant(
        "dead-keeps-margin",
        ACCOUNTING,
        "if is_late(market_at(st, row), market_rules(st, row), st.now_s):",
        "if is_stale(market_at(st, row), market_rules(st, row).oracle_max_age_s, st.now_s):",
        "an account in a dead market withdraws nothing for ever",
        ("dead_market",),
    ),
    Mutant(
        "dead-never-liquidated",
        LIQUIDATION,
        "and not is_late(market, rules, st.now_s)",
        "and st.now_s - market.published_at_s <= rules.oracle_max_age_s",
        "a dead market is never closed by a liquidation",
        ("dead_market",),
    ),
    Mutant(
        "old-held-print-bars-liquidation",
        LIQUIDATION,
        "return not is_held_young(market, rules, st.now_s) and",
        "return market.held_published_at_s == 0 and",
        "an old held print keeps a dead market from liquidations for ever",
        ("dead_market",),
    ),
    Mutant(
        "piece-at-the-last-price",
        LIQUIDATION,
        "price = exit_price_e8(market, leg.is_long)",
        "price = market.price_e8",
        "a liquidation of a dead market closes at the better of two prices",
        ("dead_market",),
    ),
    Mutant(
        "rest-at-the-held-print",
        LIQUIDATION,
        "<i128> held.size_e6 * (price_e8 - held.entry_price_e8)",
        "<i128> held.size_e6 * (exit_e8 - held.entry_price_e8)",
        "what a piece leaves open is marked at an old held print",
        ("dead_market",),
    ),
    Mutant(
        "target-at-the-last-price",
        LIQUIDATION,
        "    if outcome.exit_price_e8 != outcome.price_e8:",
        "    if 0:",
        "a liquidation at an old held print closes too little",
        ("dead_market",),
    ),
    Mutant(
        "dead-at-its-age",
        ORACLE,
        "is_stale(market, rules.oracle_max_age_decrease_s, now_s)",
        "is_stale(market, rules.oracle_max_age_decrease_s - 1, now_s)",
        "a market is dead a second early",
        ("dead_market",),
    ),
    Mutant(
        "dead-and-deaf",
        ACCOUNTING,
        "        if is_held_young(market, rules, st.now_s):\n            blocks.held = row\n"
        "        if is_dead(market, rules, st.now_s):\n            continue\n",
        "        if is_dead(market, rules, st.now_s):\n            continue\n"
        "        if is_held_young(market, rules, st.now_s):\n            blocks.held = row\n",
        "the pool is left at the old price while a print of a minute ago is held",
        ("dead_market",),
    ),
    Mutant(
        "dead-pays-the-held-print",
        ACCOUNTING,
        "        if more > 0:\n",
        "        if True:\n",
        "a leaver of the pool is paid an old held print that is better",
        ("dead_market",),
    ),
    Mutant(
        "dead-locks-at-the-last-price",
        ACCOUNTING,
        "both * max64(0, market.held_price_e8 - market.price_e8)",
        "0",
        "the locked part of the pool ignores a dearer held print",
        ("dead_market",),
    ),
    Mutant(
        "dead-sells-at-the-dearer",
        ACCOUNTING,
        "        if more < 0:\n",
        "        if more > 0:\n",
        "a depositor gets the cheaper of two prices",
        ("dead_market",),
    ),
    Mutant(
        "settled-waits-for-a-print",
        ORACLE,
        "market.settled_at_s != 0 or is_stale(",
        "is_stale(",
        "a longer age makes a settled market wait for a print that can never come",
        ("settle_market",),
    ),
    Mutant(
        "held-before-stale",
        LIQUIDITY,
        "    if blocks.stale:\n        _refuse(st, reasons, ERR_STALE_PRICE, 0)\n"
        "    if blocks.held:\n        _refuse(st, reasons, ERR_PRICE_BAND, blocks.held)\n",
        "    if blocks.held:\n        _refuse(st, reasons, ERR_PRICE_BAND, blocks.held)\n"
        "    if blocks.stale:\n        _refuse(st, reasons, ERR_STALE_PRICE, 0)\n",
        "PRICE_BAND refuses liquidity before STALE_PRICE",
        ("order_of_refusals", "dead_market"),
    ),
    Mutant(
        "window-before-held",
        LIQUIDITY,
        "    if blocks.held:\n        _refuse(st, reasons, ERR_PRICE_BAND, blocks.held)\n"
        "    if blocks.window:\n        _refuse(st, reasons, ERR_ENTRY_WINDOW, 0)\n",
        "    if blocks.window:\n        _refuse(st, reasons, ERR_ENTRY_WINDOW, 0)\n"
        "    if blocks.held:\n        _refuse(st, reasons, ERR_PRICE_BAND, blocks.held)\n",
        "ENTRY_WINDOW refuses liquidity before PRICE_BAND",
        ("order_of_refusals", "dead_market"),
    ),
    Mutant(
        "removal-in-the-window",
        ACCOUNTING,
        "            blocks.window = row",
        "            blocks.window = 0",
        "a removal is paid while a scheduled print is due",
        ("dead_market",),
    ),
    Mutant(
        "worthless-shares-leave",
        LIQUIDITY,
        "room < 0 or value == 0",
        "room < 0",
        "shares are removable at an exit price of 0",
        ("removal",),
    ),
    Mutant(
        "granted-in-a-halt",
        LIQUIDITY,
        "    if pool_of(st).status == STATUS_HALTED:\n        return ERR_EXCHANGE_HALTED\n"
        "    if row == NO_ROW:",
        "    if row == NO_ROW:",
        "in a halt a grant says that its deposit is missing",
        ("legacy_lp", "order_of_refusals"),
    ),
    Mutant(
        "value-after-resolves-at",
        PREDICTIONS,
        "market.resolves_at_s <= published_at_s",
        "market.resolves_at_s < published_at_s",
        "a print of exactly resolvesAt does not decide",
        ("prediction_payouts", "prediction_life"),
    ),
    Mutant(
        "value-of-closed-books",
        PREDICTIONS,
        "market.status <= PREDICTION_CLOSED\n            and market.first_published_at_s == 0",
        "market.status == PREDICTION_CLOSED\n            and market.first_published_at_s == 0",
        "a question that a halt keeps open forgets the first print",
        ("prediction_payouts", "prediction_life"),
    ),
    Mutant(
        "near-a-held-print-within-any-band",
        PRINTS,
        "    if not is_within_band(price, market.price_e8, rules.print_band_pause_e12):",
        "    if market.held == HELD_NONE and not is_within_band(\n"
        "        price, market.price_e8, rules.print_band_pause_e12\n"
        "    ):",
        "a second print beyond the outer band needs no operator",
        ("prints",),
    ),
    Mutant(
        "print-after-the-end",
        PRINTS,
        "    if market.settled_at_s:\n        return _reject(st, PRINT_SETTLED)\n",
        "",
        "a print moves the price of a settlement",
        ("settle_market",),
    ),
    Mutant(
        "unpaused-after-the-end",
        OPERATIONS,
        "    if market_at(st, market_id - 1).settled_at_s:\n"
        "        return ERR_MARKET_PAUSED  # for good\n",
        "",
        "a settled market is opened again",
        ("settle_market",),
    ),
    Mutant(
        "held-after-the-end",
        MARKET_END,
        "    market.held = HELD_NONE\n",
        "",
        "a held print of a settled market can be confirmed",
        ("settle_market",),
    ),
)
