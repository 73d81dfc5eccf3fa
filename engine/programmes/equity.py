"""Equity and positions of margin accounts, for contest samples (API 7.5)."""

from collections.abc import Iterable, Set
from dataclasses import dataclass

import numpy as np

from engine.core.exchange import Exchange

E8 = 10**8


@dataclass(slots=True)
class Worth:
    """All margin accounts of one wallet at one moment, at the last accepted prices.

    An account is worth 0 or more: what it owes beyond is never asked of the wallet, so that a
    liquidation which forgives it is no gain.
    """

    equity_e6: int = 0  # of each account collateral, profit and loss and funding, or 0
    collateral_e6: int = 0
    open_interest_e6: int = 0  # |size| x index price of each position, rounded down
    position_count: int = 0


def worth_of(exchange: Exchange, user: bytes, now_s: int) -> Worth:
    """Return what one wallet's accounts are worth; its cost is that of the wallet's accounts."""
    worth = Worth()
    for account_id in exchange.user_view(user).margin_account_ids:
        account = exchange.margin_account_view(user, account_id, now_s)
        worth.equity_e6 += max(0, account.collateral_e6 + account.pnl.total_e6)
        worth.collateral_e6 += account.collateral_e6
        worth.open_interest_e6 += sum(position.notional_e6 for position in account.positions)
        worth.position_count += len(account.positions)
    return worth


class WorthReader:
    """Values many wallets at once, by one scan of all accounts.

    Rows of accounts and users stay as long as the exchange, so whose they are is asked once.
    """

    def __init__(self) -> None:
        self._owners: dict[int, bytes] = {}  # by row of the user

    def read(self, exchange: Exchange, users: Set[bytes], now_s: int) -> dict[bytes, Worth]:
        """Return what each of the wallets has; nothing for one without accounts."""
        worths = {user: Worth() for user in users}
        scan = exchange.account_scan(now_s)
        known = {
            row: worths[owner]
            for row, owner in self._owners_of(exchange, scan).items()
            if owner in worths
        }
        chosen = scan[np.isin(scan["user"], np.fromiter(known, np.uint32, len(known)))]
        by_account: dict[int, Worth] = {}
        for row in chosen:
            worth = by_account[int(row["account"])] = known[int(row["user"])]
            collateral_e6 = int(row["collateral_e6"])
            worth.collateral_e6 += collateral_e6
            pnl_e6 = int(row["price_pnl_e6"]) + int(row["funding_pnl_e6"])
            worth.equity_e6 += max(0, collateral_e6 + pnl_e6)
            worth.position_count += int(row["position_count"])
        _add_open_interest(exchange, by_account, now_s)
        return worths

    def _owners_of(self, exchange: Exchange, scan: np.ndarray) -> dict[int, bytes]:
        rows, first = np.unique(scan["user"], return_index=True)
        for user_row, place in zip(rows.tolist(), first.tolist(), strict=True):
            if user_row not in self._owners:
                self._owners[user_row] = exchange.scan_owner(int(scan["account"][place]))[0]
        return self._owners


def _add_open_interest(exchange: Exchange, by_account: dict[int, Worth], now_s: int) -> None:
    rows = exchange.position_rows()
    accounts = np.fromiter(by_account, np.uint32, len(by_account))
    held = rows[np.isin(rows["account"], accounts)]
    prices_e8 = _prices_e8(exchange, np.unique(held["market_id"]).tolist(), now_s)
    for row in held:
        price_e8 = prices_e8[int(row["market_id"])]
        by_account[int(row["account"])].open_interest_e6 += (
            abs(int(row["size_e6"])) * price_e8 // E8
        )


def _prices_e8(exchange: Exchange, market_ids: Iterable[int], now_s: int) -> dict[int, int]:
    return {
        market_id: exchange.market_view(market_id, now_s).index_price_e8 for market_id in market_ids
    }
