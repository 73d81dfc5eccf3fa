"""Wrongs in the limits of a delegate: end, markets, notional of a day."""

from tests.mutants.mutant import Mutant

ACCOUNTS = "engine/core/state/accounts.pyx"
CHECKS = "engine/core/state/checks.pyx"
DELEGATE = "engine/core/perps/delegate.pxd"
TRADING = "engine/core/perps/trading.pyx"
TERMS = ("delegate_terms", "delegate_sums")

MUTANTS = (
    Mutant(
        "delegate-ends-late",
        DELEGATE,
        "now_s >= owner.delegate_until_s",
        "now_s > owner.delegate_until_s",
        "a delegate trades in the second of its end",
        TERMS,
    ),
    Mutant(
        "delegate-never-ends",
        TRADING,
        "if has_ended(user_at(st, owner), st.now_s):",
        "if 0:",
        "the end of a delegation is not checked",
        TERMS,
    ),
    Mutant(
        "delegate-any-market",
        TRADING,
        "if not is_market_allowed(user_at(st, trade.delegator), trade.market_id):",
        "if 0:",
        "the markets of a delegation are not checked",
        TERMS,
    ),
    Mutant(
        "delegate-last-market",
        DELEGATE,
        "for place in range(owner.delegate_market_count):",
        "for place in range(1, owner.delegate_market_count):",
        "the first market of the list is not allowed",
        TERMS,
    ),
    Mutant(
        "delegate-limit-exclusive",
        TRADING,
        "if added > room_today_e6(owner, st.now_s):",
        "if added >= room_today_e6(owner, st.now_s):",
        "an order of exactly the rest is refused",
        TERMS,
    ),
    Mutant(
        "delegate-rounds-down",
        DELEGATE,
        "* index_e8 + E8 - 1) // E8)",
        "* index_e8) // E8)",
        "the notional that counts is rounded down",
        TERMS,
    ),
    Mutant(
        "delegate-counts-one-order",
        DELEGATE,
        "owner.delegate_used_e6 = used_today_e6(owner, now_s) + added_e6",
        "owner.delegate_used_e6 = added_e6",
        "split orders do not add up",
        TERMS,
    ),
    Mutant(
        "delegate-without-a-day",
        DELEGATE,
        "return owner.delegate_used_e6 if owner.delegate_day == now_s // DAY_S else 0",
        "return owner.delegate_used_e6",
        "the limit is not renewed at midnight",
        TERMS,
    ),
    Mutant(
        "delegate-counts-tomorrow",
        DELEGATE,
        "owner.delegate_day = <uint32_t> (now_s // DAY_S)",
        "owner.delegate_day = <uint32_t> (now_s // DAY_S) + 1",
        "the use is counted for another day",
        TERMS,
    ),
    Mutant(
        "delegate-decreases-count",
        TRADING,
        "if trade.delegator != NO_ROW and adds_exposure(trade) and trade.part <= PART_CHECK:",
        "if trade.delegator != NO_ROW and trade.part <= PART_CHECK:",
        "a decrease counts, so that a delegate cannot close",
        TERMS,
    ),
    Mutant(
        "delegate-owner-counts",
        TRADING,
        "    trade.delegator = NO_ROW\n    if memcmp(trade.actor, trade.owner, 32) != 0:",
        "    trade.delegator = owner\n    if memcmp(trade.actor, trade.owner, 32) != 0:",
        "orders of the owner are under the limits of the delegate",
        TERMS,
    ),
    Mutant(
        "delegate-keeps-its-use",
        ACCOUNTS,
        "    owner.delegate_used_e6 = 0\n",
        "",
        "new terms begin with the use of the old ones",
        ("delegate_snapshots",),
    ),
    Mutant(
        "delegate-of-two-years",
        ACCOUNTS,
        "DELEGATE_LIFE_MAX_S = 31_536_000",
        "DELEGATE_LIFE_MAX_S = 63_072_000",
        "a delegation lasts two years",
        ("every_field", *TERMS),
    ),
    Mutant(
        "delegate-market-twice",
        ACCOUNTS,
        "if command.market_ids[other] == command.market_ids[place]:",
        "if 0:",
        "a market is named twice",
        ("every_field", *TERMS),
    ),
    Mutant(
        "limits-of-no-delegate",
        ACCOUNTS,
        "command.day_notional_e6 or until or command.market_count\n",
        "command.day_notional_e6 or until\n",
        "markets of no delegate are kept",
        ("every_field", *TERMS),
    ),
    Mutant(
        "snapshot-of-a-used-limit",
        CHECKS,
        "0 <= user.delegate_used_e6 <= user.delegate_limit_e6",
        "0 <= user.delegate_used_e6",
        "a snapshot with more used than allowed is taken",
        ("delegate_snapshots",),
    ),
)
