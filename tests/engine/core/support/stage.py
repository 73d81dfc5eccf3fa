"""A world in which every command has something to do: each one's good case, and states against it.

Wallets: 1 trades, 3 and 999 provide liquidity, 4 has a legacy account, 5 is liquidatable,
6 stakes, 7 has a full stake account, 8 withdraws, 9 liquidates, 10 predicts. 2 and 77 have
nothing.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from engine.core.exchange import Exchange
from engine.core.generated import messages as m
from engine.schema.parameters import EXCHANGE_PARAMETERS, MARKET_PARAMETERS
from tests.engine.core.support.world import (
    CLASSICAL,
    DAY_S,
    E6,
    E8,
    E12,
    OPERATOR,
    World,
    wallet,
)

MAIN, LOSING, HELD, FREE, DEAD = 1, 2, 3, 4, 5
POOR = 5  # an account of wallet 1
DELEGATE = wallet(2)  # of wallet 1 in the states of delegates
LOCKED, LOCKING, UNLOCKED = 100 * E6, 50 * E6, 30 * E6
FULL_AMOUNT = 100 * E6  # in 100 stakes of wallet 7
MARKET_PLACE = {p.name: place for place, p in enumerate(MARKET_PARAMETERS, 1)}
EXCHANGE_PLACE = {p.name: place for place, p in enumerate(EXCHANGE_PARAMETERS, 1)}
TOKEN = 2  # the mint
RESTING_ORDER = 1  # of wallet 10
RESTING_PERP_ORDER = 1  # of account 3 of wallet 1: sells at 450, reduce-only


class Stage(World):
    """Five markets, the last without prints for weeks.

    Three days go by, so that a deposit matures and a stake unlocks.
    """

    def __init__(self) -> None:
        super().__init__(min_lp_duration_s=DAY_S, epoch_duration_s=DAY_S)
        self.add_liquidity()
        for number, symbol in enumerate(("MIA", "TX", "HLD", "FREE"), 1):
            window = {"liquidation_capacity_multiplier_e12": 10**6} if number == LOSING else {}
            self.market(400 * E8, symbol, **(CLASSICAL | window))
        ages = {"oracle_max_age_decrease_s": 7 * DAY_S, "published_at_s": self.now_s - 40 * DAY_S}
        self.market(400 * E8, "DEAD", **(CLASSICAL | ages))
        self._traders()
        self._savers()
        self.now_s += DAY_S
        self.good(m.Unstake, wallet(6), amount_e6=UNLOCKED)
        self._payouts()
        self.now_s += 2 * DAY_S
        self._last_day()
        self._questions()
        self.good(
            m.PlacePerpOrder,
            wallet(1),
            kind=3,
            account_id=3,
            market_id=MAIN,
            is_reduce_only=1,
            size_e6=-5 * E6,
            trigger_e8=450 * E8,
            expires_at_s=self.now_s + 80 * DAY_S,
        )

    def good(self, order: type[Any], user: bytes, attached_e6: int = 0, /, **fields: Any) -> None:
        self.chain(order, user, attached_e6, **fields)
        assert not self.rejected, self.code

    def stake(self, user: int, amount_e6: int) -> None:
        fields = {"attached_mint": TOKEN, "is_creating_account": 1}
        self.good(m.Stake, wallet(user), amount_e6, amount_e6=amount_e6, **fields)

    def _traders(self) -> None:
        for account_id in (1, 3):
            self.account(1, account_id)
        self.account(1, 2, 0)
        self.account(1, 4, 0)
        self.good(m.CloseMarginAccount, wallet(1), account_id=4)
        self.account(1, POOR, 100 * E6)
        self.modify(wallet(1), 10 * E6)
        self.account(5, 1, 5_000 * E6)
        self.modify(wallet(5), 100 * E6, LOSING)
        assert not self.rejected, self.code
        self.account(9)
        self.account(8)

    def _savers(self) -> None:
        for _ in range(3):
            self.good(m.AddLiquidity, wallet(3), 1_000 * E6, amount_e6=1_000 * E6)
        for mint in (1, 1, TOKEN):
            self.chain(m.IgnoreTransaction, OPERATOR, 50 * E6, attached_mint=mint)
        self.operate(m.GrantLpAccount, owner=wallet(4), deposit_id=1)
        assert not self.rejected, self.code
        self.stake(6, LOCKED + UNLOCKED)
        for _ in range(100):
            self.stake(7, FULL_AMOUNT // 100)

    def _payouts(self) -> None:
        """Wallet 8: request 1 settled, 2 authorised, 3 payable, 4 mature; 5 comes later."""
        for _ in range(4):
            self.good(m.WithdrawMargin, wallet(8), account_id=1, amount_e6=100 * E6)
        self.now_s += DAY_S
        for number in (1, 2, 3):
            ids = (number, 0, 0, 0, 0, 0, 0, 0)
            self.good(m.ProcessSettlementRequests, wallet(8), request_count=1, request_ids=ids)
        for number in (1, 2):
            request = {"owner": wallet(8), "request_id": number}
            self.send(m.AuthorisePayout(**request, payout_signature=b"s" * 64))
            assert not self.rejected, self.code
        self.send(m.RecordPayout(owner=wallet(8), request_id=1, payout_signature=b"s" * 64))
        self.good(m.WithdrawMargin, wallet(8), account_id=1, amount_e6=100 * E6)

    def _last_day(self) -> None:
        """Wallet 3: LP position 1 full, 2 drained, 3 closed, 4 young; then the price falls."""
        for number in (2, 3):
            self.good(
                m.RemoveLiquidity, wallet(3), lp_position_id=number, shares_e6=self.shares(number)
            )
        self.good(m.CloseLpPosition, wallet(3), lp_position_id=3)
        self.good(m.AddLiquidity, wallet(3), 1_000 * E6, amount_e6=1_000 * E6)
        self.stake(6, LOCKING)
        for _ in range(2):
            self.chain(m.IgnoreTransaction, wallet(1), 50 * E6)
        self.good(m.ClaimDeposit, wallet(1), deposit_id=1)
        self.now_s += 1
        self.post(598 * E8, HELD)
        self.post(366 * E8, LOSING)
        self.good(m.WithdrawMargin, wallet(8), account_id=1, amount_e6=100 * E6)
        assert self.view(wallet(5)).can_liquidate
        assert self.see(HELD).held_print

    def _questions(self) -> None:
        """Prediction market 1 is closed and may be resolved, 2 is open for years.

        Wallet 10 has points, and an order to buy YES that reserves 12 of them.
        """
        for closes_s in (1, 1_000 * DAY_S):
            times = {"opens_at_s": self.now_s, "closes_at_s": self.now_s + closes_s}
            resolves = {"resolves_at_s": self.now_s + closes_s}
            self.operate(m.CreatePrediction, title="Will it?", **times, **resolves)
            assert not self.rejected, self.code
        self.tick()
        for command in (
            m.Participate(user=wallet(10), programme=1),
            m.GrantPoints(user=wallet(10)),
            m.PlaceOrder(user=wallet(10), market_id=2, price=12, contracts=1),
        ):
            self.send(command)
            assert not self.rejected, self.code

    def shares(self, lp_position_id: int, user: int = 3) -> int:
        rows = self.exchange.lp_positions(wallet(user), self.now_s)
        return next(row.shares_e6 for row in rows if row.lp_position_id == lp_position_id)

    def copy(self) -> "Stage":
        """Another world in the same state."""
        other = object.__new__(Stage)
        other.__dict__ = self.__dict__ | {
            "exchange": Exchange.restore(self.exchange.snapshot()),
            "nonces": dict(self.nonces),
            "journal": [],
        }
        return other

    # What can stand against a command.

    def set_market(self, name: str, value: int) -> None:
        for market_id in self.exchange.market_ids():
            fields = {"market_id": market_id, "parameter": MARKET_PLACE[name], "value": value}
            self.operate(m.SetMarketParameter, **fields)
            assert not self.rejected, (name, self.code)

    def set_exchange(self, name: str, value: int) -> None:
        self.operate(m.SetExchangeParameter, parameter=EXCHANGE_PLACE[name], value=value)
        assert not self.rejected, (name, self.code)


def _each_market(stage: Stage, kind: type[Any]) -> None:
    for market_id in stage.exchange.market_ids():
        stage.operate(kind, market_id=market_id)


def _hold(stage: Stage) -> None:
    stage.now_s += 1
    for market_id in stage.exchange.market_ids():
        view = stage.see(market_id)
        if not view.held_print:
            stage.post(view.index_price_e8 * 1_496 // 1_000, market_id)
        assert stage.see(market_id).held_print
    stage.now_s += 1


def _age(seconds: int) -> Callable[[Stage], None]:
    def go(stage: Stage) -> None:
        stage.now_s += seconds

    return go


def _window(stage: Stage) -> None:
    stage.set_market("print_interval_s", DAY_S)
    stage.set_market("entry_window_before_s", DAY_S)


def _flag(stage: Stage) -> None:
    fields = {"owner": wallet(5), "account_id": 1}
    stage.good(m.Liquidate, wallet(9), **fields)
    assert stage.view(wallet(5)).in_liquidation


def _rich(stage: Stage) -> None:
    stage.good(
        m.DepositMargin, wallet(5), 5_000 * E6, owner=wallet(5), account_id=1, amount_e6=5_000 * E6
    )


def _delegate(stage: Stage, **changes: Any) -> None:
    """Give the delegate of wallet 1 one more limit."""
    terms = stage.view(wallet(1)).delegate_terms
    fields: dict[str, Any] = {"day_notional_e6": 0, "market_count": 0, "market_ids": (0,) * 8}
    if terms is not None:
        fields["day_notional_e6"] = terms.day_notional_e6 or 0
        fields["market_count"] = len(terms.market_ids)
        fields["market_ids"] = terms.market_ids + (0,) * (8 - len(terms.market_ids))
    stage.good(m.SetDelegate, wallet(1), delegate=DELEGATE, **(fields | changes))


def _end_delegate(stage: Stage) -> None:
    _delegate(stage, until_s=stage.now_s + 1)
    stage.now_s += 1


STATES: dict[str, Callable[[Stage], None]] = {
    "delegate limit": lambda stage: _delegate(stage, day_notional_e6=1),
    "delegate market": lambda stage: _delegate(stage, market_count=1, market_ids=(DEAD, *(0,) * 7)),
    "delegate ended": _end_delegate,
    "flagged": _flag,
    "held": _hold,
    "window": _window,
    "safe": _rich,
    "one position": lambda stage: stage.set_exchange("max_positions_per_account", 1),
    "one account": lambda stage: stage.set_exchange("max_margin_accounts_per_user", 1),
    "one market": lambda stage: stage.set_exchange("max_markets", 1),
    "full side": lambda stage: stage.set_market("max_side_size_e6", 1),
    "thin": lambda stage: stage.set_market("skew_scale_e6", 1),
    "no exposure": lambda stage: stage.set_exchange("net_exposure_cap_rate_e12", 0),
    "all locked": lambda stage: stage.set_exchange("locked_open_interest_ratio_e12", 10 * E12),
    "stale": _age(8 * DAY_S),
    "very stale": _age(366 * DAY_S),
    "market paused": lambda stage: _each_market(stage, m.PauseMarket),
    "paused": lambda stage: stage.operate(m.PauseExchange) and None,
    "halted": lambda stage: stage.operate(m.Halt) and None,
}  # in the order in which several are put up


class Stages:
    """Stages by the names of their states, each made once."""

    def __init__(self) -> None:
        self.made: dict[frozenset[str], Stage] = {frozenset(): Stage()}

    def get(self, *states: str) -> Stage:
        key = frozenset(states)
        if key not in self.made:
            stage = self.made[frozenset()].copy()
            for name, put_up in STATES.items():
                if name in key:
                    put_up(stage)
            stage.tick(0)
            self.made[key] = stage
        return self.made[key]


def numbered(stage: Stage, command: m.Command, **changes: Any) -> m.Command:
    """The command as the sequencer would hand it over next; the world's own count stays."""
    return replace(command, seq=stage.seq + 1, time_s=stage.now_s, **changes)
