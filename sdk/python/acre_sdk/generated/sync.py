"""The calls of every group without `await`. Generated from acre_sdk/client.py and its groups by edge/generate; do not edit."""

from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import Any, Literal

from solders.keypair import Keypair

from acre_sdk import client, history, predictions
from acre_sdk.amounts import Amount
from acre_sdk.calls import Page
from acre_sdk.generated import express, main
from acre_sdk.generated import models as m
from acre_sdk.history import Table, Window
from acre_sdk.models import (
    Clock,
    IndexPrice,
    Market,
    Order,
    OrderBook,
    Participation,
    Portfolio,
    Position,
    Trade,
)
from acre_sdk.orders import NewOrder
from acre_sdk.predictions import BatchResult, Status
from acre_sdk.results import (
    Balances,
    Direction,
    FaucetDrop,
    Fill,
    Keep,
    OpenPosition,
    Outcome,
    Placed,
    Quote,
    Rows,
    Withdrawal,
)
from acre_sdk.runner import Runner
from acre_sdk.stream import StreamMessage
from acre_sdk.trading import delegates, keeping, margin, perps


class ClientCalls:
    """One wallet's access to one server; use it as `async with AcreClient(url, key) as client`."""

    def __init__(self, calls: client.AcreClient, runner: Runner) -> None:
        self._calls, self._runner = calls, runner

    def login(self) -> None:
        """Sign in; other calls do it by themselves when they need to."""
        self._runner.run(self._calls.login())

    def messages(self, *channels: str) -> Iterator[StreamMessage]:
        """Yield the messages of channels as they come; `user` is the wallet's own channel."""
        return self._runner.iterate(self._calls.messages(*channels))

    def clock(self) -> Clock:
        """Return the engine's time; times of markets and orders use it."""
        return self._runner.run(self._calls.clock())

    def index_prices(self) -> dict[int, IndexPrice]:
        """Return the index of every area by the `acre_id` of prediction markets."""
        return self._runner.run(self._calls.index_prices())

    def balances(self) -> Balances:
        """Return what the wallet holds on the chain."""
        return self._runner.run(self._calls.balances())

    def faucet(self) -> FaucetDrop:
        """Ask for test money, which only a local exchange gives."""
        return self._runner.run(self._calls.faucet())


class Predictions:
    """The prediction markets and one wallet's orders there."""

    def __init__(self, calls: predictions.Predictions, runner: Runner) -> None:
        self._calls, self._runner = calls, runner

    def orders_ready(self) -> int:
        """Return the number of orders and cancels that can be sent now without waiting."""
        return self._calls.orders_ready()

    def participate(self) -> Participation:
        """Take part in the season, which brings 10,000 points at the first portfolio read."""
        return self._runner.run(self._calls.participate())

    def portfolio(self) -> Portfolio:
        """Return the user's points."""
        return self._runner.run(self._calls.portfolio())

    def positions(self, *, is_resolved: bool | None=None) -> list[Position]:
        """Return the user's positions."""
        return self._runner.run(self._calls.positions(is_resolved=is_resolved))

    def orders_page(self, status: Status='open', market_id: int | None=None, cursor: str | None=None) -> Page[Order]:
        """Return one page of the user's orders, newest first."""
        return self._runner.run(self._calls.orders_page(status, market_id, cursor))

    def trades_page(self, market_id: int | None=None, cursor: str | None=None) -> Page[Trade]:
        """Return one page of the user's fills, newest first."""
        return self._runner.run(self._calls.trades_page(market_id, cursor))

    def orders(self, status: Status='open', market_id: int | None=None) -> Iterator[Order]:
        """Return all the user's orders, newest first, page by page."""
        return self._runner.iterate(self._calls.orders(status, market_id))

    def trades(self, market_id: int | None=None) -> Iterator[Trade]:
        """Return all the user's fills, newest first, page by page."""
        return self._runner.iterate(self._calls.trades(market_id))

    def order_by_client_id(self, client_order_id: str) -> Order:
        """Return the newest order of this client id; raises ORDER_NOT_FOUND."""
        return self._runner.run(self._calls.order_by_client_id(client_order_id))

    def markets_page(self, *, is_resolved: bool | None=None, cursor: str | None=None) -> Page[Market]:
        """Return one page of the prediction markets."""
        return self._runner.run(self._calls.markets_page(is_resolved=is_resolved, cursor=cursor))

    def markets(self, *, is_resolved: bool | None=None) -> Iterator[Market]:
        """Return all prediction markets, page by page."""
        return self._runner.iterate(self._calls.markets(is_resolved=is_resolved))

    def market(self, market_id: int) -> Market:
        """Return one prediction market."""
        return self._runner.run(self._calls.market(market_id))

    def order_book(self, market_id: int) -> OrderBook:
        """Return the order book of a market."""
        return self._runner.run(self._calls.order_book(market_id))

    def place_order(self, order: NewOrder) -> Order:
        """Place an order once, however often the request has to be repeated.

        When the server knows the client order id already, the first order counts: it is returned
        if it is the one asked for here, and DUPLICATE_CLIENT_ORDER_ID is raised if it is another.
        """
        return self._runner.run(self._calls.place_order(order))

    def place_orders(self, orders: Sequence[NewOrder]) -> list[BatchResult]:
        """Place up to 15 orders one after the other; each has its own result."""
        return self._runner.run(self._calls.place_orders(orders))

    def cancel(self, order_id: int) -> str:
        """Cancel an order; returns its status afterwards. Repeating it changes nothing."""
        return self._runner.run(self._calls.cancel(order_id))

    def cancel_all(self, market_id: int | None=None) -> list[int]:
        """Cancel every open order, or those of one market; returns their ids."""
        return self._runner.run(self._calls.cancel_all(market_id))

    def amend(self, order_id: int, *, price: int | None=None, contracts: int | None=None) -> Order:
        """Change the price of an open order, or how many contracts of it remain.

        Fewer contracts at the same price keep the place in the queue. After a lost answer it is
        not repeated, because the order may have traded since: ANSWER_LOST says to look at it.
        """
        return self._runner.run(self._calls.amend(order_id, price=price, contracts=contracts))

    def cancel_after(self, timeout_s: int) -> int | None:
        """Arm the dead-man's switch: in so many seconds every open order is cancelled.

        They are real seconds, 5 to 86,400. Each call begins the time again; 0 disarms. Returns when
        it will happen, in engine time.
        """
        return self._runner.run(self._calls.cancel_after(timeout_s))


class Margin:
    """The margin accounts of one owner; without `account` its lowest open one is meant."""

    def __init__(self, calls: margin.Margin, runner: Runner) -> None:
        self._calls, self._runner = calls, runner

    def accounts(self) -> list[m.MarginAccount]:
        """Return the open accounts, lowest number first."""
        return self._runner.run(self._calls.accounts())

    def create(self, deposit: Amount=0, *, name: str | None=None, account: int | None=None) -> Outcome:
        """Open an account, with a deposit of collateral."""
        return self._runner.run(self._calls.create(deposit, name=name, account=account))

    def deposit(self, amount: Amount, *, account: int | None=None) -> Outcome:
        """Move collateral from the wallet to an account."""
        return self._runner.run(self._calls.deposit(amount, account=account))

    def withdraw(self, amount: Amount, *, tip: Amount=0, account: int | None=None) -> Withdrawal:
        """Ask for collateral back; the exchange pays it after its delay.

        `tip` goes to the keeper that processes the request.
        """
        return self._runner.run(self._calls.withdraw(amount, tip=tip, account=account))

    def close(self, account: int) -> Outcome:
        """Close an empty account."""
        return self._runner.run(self._calls.close(account))


class Perps:
    """The positions of one owner, in its lowest open margin account unless `account` is given."""

    def __init__(self, calls: perps.Perps, runner: Runner) -> None:
        self._calls, self._runner = calls, runner

    def markets(self) -> list[m.Market]:
        """Return the markets as they are now."""
        return self._runner.run(self._calls.markets())

    def quote(self, symbol: str, side: Direction, *, notional: Amount | None=None, size: Amount | None=None, account: int | None=None) -> Quote:
        """Return what an order would do now; exactly one of notional and size is given."""
        return self._runner.run(self._calls.quote(symbol, side, notional=notional, size=size, account=account))

    def open(self, symbol: str, side: Direction, *, notional: Amount | None=None, size: Amount | None=None, leverage: Amount | None=None, slippage: Amount='0.01', worst_price: Amount | None=None, stop: Amount | None=None, target: Amount | None=None, account: int | None=None) -> Fill:
        """Open or change a position now; `stop` and `target` are prices that close it.

        With `leverage` the wallet first deposits what the account lacks to have at most this
        leverage after the trade, and at least the margin that the trade requires; it opens an
        account if there is none. A leverage above the market's maximum raises BAD_LEVERAGE before
        anything moves.
        """
        return self._runner.run(self._calls.open(symbol, side, notional=notional, size=size, leverage=leverage, slippage=slippage, worst_price=worst_price, stop=stop, target=target, account=account))

    def close(self, symbol: str, *, size: Amount | None=None, slippage: Amount='0.01', worst_price: Amount | None=None, account: int | None=None) -> Fill:
        """Close a position, or so much of it."""
        return self._runner.run(self._calls.close(symbol, size=size, slippage=slippage, worst_price=worst_price, account=account))

    def positions(self) -> Rows[OpenPosition]:
        """Return the positions of all accounts, valued at the index; `to_pandas()` frames them."""
        return self._runner.run(self._calls.positions())

    def limit(self, symbol: str, side: Direction, *, price: Amount, notional: Amount | None=None, size: Amount | None=None, reduce_only: bool=False, days: int=30, stop: Amount | None=None, target: Amount | None=None, account: int | None=None) -> Placed:
        """Buy or sell at this price or a better one; a notional is counted at this price."""
        return self._runner.run(self._calls.limit(symbol, side, price=price, notional=notional, size=size, reduce_only=reduce_only, days=days, stop=stop, target=target, account=account))

    def stop(self, symbol: str, *, price: Amount, size: Amount | None=None, days: int=30, account: int | None=None) -> Placed:
        """Close the position, or so much of it, once the index is at this worse price."""
        return self._runner.run(self._calls.stop(symbol, price=price, size=size, days=days, account=account))

    def take_profit(self, symbol: str, *, price: Amount, size: Amount | None=None, days: int=30, account: int | None=None) -> Placed:
        """Close the position, or so much of it, once the index is at this better price."""
        return self._runner.run(self._calls.take_profit(symbol, price=price, size=size, days=days, account=account))

    def trailing_stop(self, symbol: str, *, rate: Amount, size: Amount | None=None, days: int=30, account: int | None=None) -> Placed:
        """Close the position, or so much of it, once the index is this rate off its best."""
        return self._runner.run(self._calls.trailing_stop(symbol, rate=rate, size=size, days=days, account=account))

    def auction(self, symbol: str, side: Direction, *, notional: Amount | None=None, size: Amount | None=None, slippage: Amount='0.01', worst_price: Amount | None=None, days: int=30, account: int | None=None) -> Placed:
        """Trade in the call auction of the next price update, at its index price.

        Without `worst_price` the slippage counts from the index as it is now.
        """
        return self._runner.run(self._calls.auction(symbol, side, notional=notional, size=size, slippage=slippage, worst_price=worst_price, days=days, account=account))

    def orders(self) -> list[m.PerpOrder]:
        """Return the orders that wait, of all accounts."""
        return self._runner.run(self._calls.orders())

    def amend(self, order_id: int, *, price: Amount | None=None, size: Amount | None=None, rate: Amount | None=None, worst_price: Amount | None=None, days: int | None=None, account: int | None=None) -> Placed:
        """Change a waiting order, which keeps its number, its side and its bracket.

        One command replaces all of its terms. Terms that are not given are taken from what the
        server says of the order; give all of them if you do not trust it. `size` is what remains
        to be filled. Only an owner sees its orders: a delegate cancels and places another.
        """
        return self._runner.run(self._calls.amend(order_id, price=price, size=size, rate=rate, worst_price=worst_price, days=days, account=account))

    def cancel(self, order_id: int, *, account: int | None=None) -> Outcome:
        """Cancel a waiting order."""
        return self._runner.run(self._calls.cancel(order_id, account=account))

    def cancel_all(self, symbol: str | None=None, *, account: int | None=None) -> Outcome:
        """Cancel the waiting orders of an account, or those of one market."""
        return self._runner.run(self._calls.cancel_all(symbol, account=account))


class Delegates:
    """The one delegate of a wallet."""

    def __init__(self, calls: delegates.Delegates, runner: Runner) -> None:
        self._calls, self._runner = calls, runner

    def create(self, key: Keypair | None=None, *, days: int=30, notional_per_day: Amount | None=None, markets: Sequence[str]=(), top_up: Amount='0.01') -> Keypair:
        """Let a key trade for this wallet, a new one unless it is given; returns the key.

        `top_up` moves SOL to it, from which it pays the fees of its commands. No markets: all.
        """
        return self._runner.run(self._calls.create(key, days=days, notional_per_day=notional_per_day, markets=markets, top_up=top_up))

    def revoke(self) -> Outcome:
        """End the delegate's rights at once."""
        return self._runner.run(self._calls.revoke())


class Keeper:
    """The permissionless acts; the first to act is paid, all others lose the network fee."""

    def __init__(self, calls: keeping.Keeper, runner: Runner) -> None:
        self._calls, self._runner = calls, runner

    def candidates(self) -> list[m.Candidate]:
        """Return the accounts of others that may be liquidated, worst health first."""
        return self._runner.run(self._calls.candidates())

    def requests(self) -> list[m.SettlementRequest]:
        """Return the mature requests of all wallets, oldest first; at most 2,000."""
        return self._runner.run(self._calls.requests())

    def liquidate(self, owner: str, account: int, *, fee_account: int | None=None) -> Keep:
        """Liquidate an account; the fee goes to the wallet, or to one of its margin accounts."""
        return self._runner.run(self._calls.liquidate(owner, account, fee_account=fee_account))

    def process(self, owner: str, requests: Sequence[int]) -> Keep:
        """Process up to eight mature requests of one owner, whose tips go to this wallet."""
        return self._runner.run(self._calls.process(owner, requests))


class History:
    """Histories of markets, and of one owner."""

    def __init__(self, calls: history.History, runner: Runner) -> None:
        self._calls, self._runner = calls, runner

    def candles(self, symbol: str, *, interval: Literal['1d', '1h', '1w', '4h', '5m']='1d', window: Window='1y', source: Literal['index', 'market']='index') -> Table:
        """Return `open`, `high`, `low` and `close`, USD, and `volume`, traded notional in USD."""
        return self._runner.run(self._calls.candles(symbol, interval=interval, window=window, source=source))

    def index(self, symbol: str, *, window: Window='1y') -> Table:
        """Return the index of a market: `price`, USD for one unit of area."""
        return self._runner.run(self._calls.index(symbol, window=window))

    def funding(self, symbol: str, *, window: Window='1m') -> Table:
        """Return the funding of a market.

        `rate` is a part of the notional per day, above 0 longs pay; `velocity` its change by
        crowding in a day; `per_unit` what one unit of area has paid since the market began, USD.
        """
        return self._runner.run(self._calls.funding(symbol, window=window))

    def trades(self, symbol: str | None=None, *, rows: int=1000) -> Table:
        """Return the newest trades of all wallets, in one market or all.

        Columns are those of a `Fill`: `symbol`, `side`, `kind`, `size`, `notional`, `price`,
        `index_price`, `fee`, `surcharge`, `pnl`, `signature`; and `user`, the wallet.
        """
        return self._runner.run(self._calls.trades(symbol, rows=rows))

    def fills(self, symbol: str | None=None, *, rows: int=1000) -> Table:
        """Return the owner's newest trades, in one market or all; columns as in `trades`."""
        return self._runner.run(self._calls.fills(symbol, rows=rows))


class ExpressApi:
    """The calls of the express base; see `Calls`."""

    def __init__(self, calls: express.ExpressApi, runner: Runner) -> None:
        self._calls, self._runner = calls, runner

    def get_asyncapi_json(self) -> dict[str, Any]:
        """Return the AsyncAPI document of the websocket."""
        return self._runner.run(self._calls.get_asyncapi_json())

    def post_auth_challenge(self, body: m.WalletBody) -> m.Challenge:
        """Return whether the bearer token belongs to the wallet; 401 only when it has expired."""
        return self._runner.run(self._calls.post_auth_challenge(body))

    def post_auth_hardware_wallet_login(self, body: m.HardwareLoginBody) -> m.SessionInfo:
        """Exchange a signed memo transaction, which is never sent, for tokens."""
        return self._runner.run(self._calls.post_auth_hardware_wallet_login(body))

    def get_auth_login(self, *, address: str) -> m.LoginMessageFields:
        """Return the message that a wallet signs to log in, with its fields."""
        return self._runner.run(self._calls.get_auth_login(address=address))

    def post_auth_login(self, body: m.LoginBody) -> m.SessionInfo:
        """Exchange a signed message for tokens."""
        return self._runner.run(self._calls.post_auth_login(body))

    def post_auth_login_hardware_wallet(self, body: m.HardwareLoginBody) -> m.SessionInfo:
        """Exchange a signed memo transaction, which is never sent, for tokens."""
        return self._runner.run(self._calls.post_auth_login_hardware_wallet(body))

    def post_auth_logout(self, body: m.RefreshBody) -> None:
        """End the session of a refresh token."""
        self._runner.run(self._calls.post_auth_logout(body))

    def post_auth_logout_all(self, body: m.LogoutAllBody) -> m.EndedSessions:
        """End all of the wallet's sessions, or all but the one that asks."""
        return self._runner.run(self._calls.post_auth_logout_all(body))

    def post_auth_refresh_token(self, body: m.RefreshBody) -> m.TokenPair:
        """Exchange a refresh token for the next pair."""
        return self._runner.run(self._calls.post_auth_refresh_token(body))

    def get_auth_sessions(self) -> m.SessionList:
        """Return the wallet's active sessions, newest first."""
        return self._runner.run(self._calls.get_auth_sessions())

    def post_auth_sessions_by_session_id_revoke(self, session_id: str) -> None:
        """End one of the wallet's sessions; a repeat changes nothing."""
        self._runner.run(self._calls.post_auth_sessions_by_session_id_revoke(session_id))

    def get_contest(self, *, live: bool | None=None, upcoming: bool | None=None, finished: bool | None=None, joined: bool | None=None, user: str | None=None) -> m.ContestsAnswer:
        """Return contests: those of every kind that is asked for, or all of them."""
        return self._runner.run(self._calls.get_contest(live=live, upcoming=upcoming, finished=finished, joined=joined, user=user))

    def get_contest_filter(self, *, user: str | None=None) -> m.ContestCounts:
        """Return the numbers of live, upcoming, finished and joined contests."""
        return self._runner.run(self._calls.get_contest_filter(user=user))

    def get_contest_ids(self) -> m.ContestIds:
        """Return the ids of all contests."""
        return self._runner.run(self._calls.get_contest_ids())

    def get_contest_by_contest_id(self, contest_id: str, *, user: str | None=None) -> m.ContestView:
        """Return one contest."""
        return self._runner.run(self._calls.get_contest_by_contest_id(contest_id, user=user))

    def post_contest_by_contest_id(self, contest_id: str, body: m.ContestAddressBody, *, idempotency_key: str | None=None) -> m.JoinedContest:
        """Join a contest, before it is over."""
        return self._runner.run(self._calls.post_contest_by_contest_id(contest_id, body, idempotency_key=idempotency_key))

    def get_contest_by_contest_id_leaderboard(self, contest_id: str, *, limit: int | None=None, offset: int | None=None) -> m.ExpressContestLeaderboard:
        """Return a part of the leaderboard of a contest, and whether it is final."""
        return self._runner.run(self._calls.get_contest_by_contest_id_leaderboard(contest_id, limit=limit, offset=offset))

    def get_contest_by_contest_id_leaderboard_by_user(self, contest_id: str, user: str) -> m.RankedContestResult:
        """Return a participant's result and rank."""
        return self._runner.run(self._calls.get_contest_by_contest_id_leaderboard_by_user(contest_id, user))

    def get_contest_by_contest_id_participants_count(self, contest_id: str) -> m.ParticipantsCount:
        """Return the number of participants of a contest."""
        return self._runner.run(self._calls.get_contest_by_contest_id_participants_count(contest_id))

    def get_deal_analysis_by_symbol(self, symbol: str, *, timeframe: Literal['1m', '3m', '6m', '1y', '2y', '3y', '4y', '5y', '6y', '7y', '8y', '9y', '10y'] | None=None, leverage: str | None=None, sqft: int | None=None, notional: str | None=None, side: Literal['long', 'short'] | None=None, down_payment_rate: str | None=None, mortgage_rate: str | None=None, closing_cost_rate: str | None=None, agent_commission_rate: str | None=None, seller_closing_rate: str | None=None, property_tax_rate: str | None=None, insurance_rate: str | None=None, maintenance_rate: str | None=None, rent_yield: str | None=None, vacancy_rate: str | None=None, management_rate: str | None=None) -> m.DealAnalysis:
        """Compare a deal on Acre with the same deal in bricks, on history."""
        return self._runner.run(self._calls.get_deal_analysis_by_symbol(symbol, timeframe=timeframe, leverage=leverage, sqft=sqft, notional=notional, side=side, down_payment_rate=down_payment_rate, mortgage_rate=mortgage_rate, closing_cost_rate=closing_cost_rate, agent_commission_rate=agent_commission_rate, seller_closing_rate=seller_closing_rate, property_tax_rate=property_tax_rate, insurance_rate=insurance_rate, maintenance_rate=maintenance_rate, rent_yield=rent_yield, vacancy_rate=vacancy_rate, management_rate=management_rate))

    def get_deal_analysis_by_symbol_horizons(self, symbol: str, *, timeframe: Literal['1m', '3m', '6m', '1y', '2y', '3y', '4y', '5y', '6y', '7y', '8y', '9y', '10y'] | None=None, leverage: str | None=None, sqft: int | None=None, notional: str | None=None, side: Literal['long', 'short'] | None=None, down_payment_rate: str | None=None, mortgage_rate: str | None=None, closing_cost_rate: str | None=None, agent_commission_rate: str | None=None, seller_closing_rate: str | None=None, property_tax_rate: str | None=None, insurance_rate: str | None=None, maintenance_rate: str | None=None, rent_yield: str | None=None, vacancy_rate: str | None=None, management_rate: str | None=None) -> m.DealHorizons:
        """Return the same deal held for each whole number of years; `timeframe` is not used."""
        return self._runner.run(self._calls.get_deal_analysis_by_symbol_horizons(symbol, timeframe=timeframe, leverage=leverage, sqft=sqft, notional=notional, side=side, down_payment_rate=down_payment_rate, mortgage_rate=mortgage_rate, closing_cost_rate=closing_cost_rate, agent_commission_rate=agent_commission_rate, seller_closing_rate=seller_closing_rate, property_tax_rate=property_tax_rate, insurance_rate=insurance_rate, maintenance_rate=maintenance_rate, rent_yield=rent_yield, vacancy_rate=vacancy_rate, management_rate=management_rate))

    def get_deal_analysis_by_symbol_sensitivity(self, symbol: str, *, timeframe: Literal['1m', '3m', '6m', '1y', '2y', '3y', '4y', '5y', '6y', '7y', '8y', '9y', '10y'] | None=None, leverage: str | None=None, sqft: int | None=None, notional: str | None=None, side: Literal['long', 'short'] | None=None, down_payment_rate: str | None=None, mortgage_rate: str | None=None, closing_cost_rate: str | None=None, agent_commission_rate: str | None=None, seller_closing_rate: str | None=None, property_tax_rate: str | None=None, insurance_rate: str | None=None, maintenance_rate: str | None=None, rent_yield: str | None=None, vacancy_rate: str | None=None, management_rate: str | None=None) -> m.DealSensitivity:
        """Return the same deal at other leverages and exit prices."""
        return self._runner.run(self._calls.get_deal_analysis_by_symbol_sensitivity(symbol, timeframe=timeframe, leverage=leverage, sqft=sqft, notional=notional, side=side, down_payment_rate=down_payment_rate, mortgage_rate=mortgage_rate, closing_cost_rate=closing_cost_rate, agent_commission_rate=agent_commission_rate, seller_closing_rate=seller_closing_rate, property_tax_rate=property_tax_rate, insurance_rate=insurance_rate, maintenance_rate=maintenance_rate, rent_yield=rent_yield, vacancy_rate=vacancy_rate, management_rate=management_rate))

    def post_faucet(self, body: m.WalletBody, *, idempotency_key: str | None=None) -> m.FaucetDrop:
        """Send play money to a wallet; only where the environment is local."""
        return self._runner.run(self._calls.post_faucet(body, idempotency_key=idempotency_key))

    def get_health(self) -> m.Health:
        """Return OK while the service answers."""
        return self._runner.run(self._calls.get_health())

    def get_hoa_staking_by_user(self, user: str) -> m.MembershipBadge:
        """Return the picture of the wallet's membership badge, and how many it holds."""
        return self._runner.run(self._calls.get_hoa_staking_by_user(user))

    def get_liquidations(self, *, limit: int | None=None, cursor: str | None=None, order: Literal['asc', 'desc'] | None=None, from_: int | None=None, to: int | None=None, market_id: int | None=None) -> Page[m.Liquidation]:
        """Return the pieces of positions that liquidations closed, of all wallets."""
        return self._runner.run(self._calls.get_liquidations(limit=limit, cursor=cursor, order=order, from_=from_, to=to, market_id=market_id))

    def get_liquidations_candidates(self) -> m.Candidates:
        """Return the margin accounts that can be liquidated now, worst health first."""
        return self._runner.run(self._calls.get_liquidations_candidates())

    def get_market_time_series_by_market_id(self, market_id: int, *, window: Literal['1d', '1w', '1m', '3m', '6m', 'ytd', '1y', '3y', '5y', 'all'] | None=None) -> m.MarketSeries:
        """Return the state of a market over a window."""
        return self._runner.run(self._calls.get_market_time_series_by_market_id(market_id, window=window))

    def get_market_compare(self, *, symbols: list[str], start: int | None=None) -> m.Comparison:
        """Return up to five indexes from a time on, rebased to 100."""
        return self._runner.run(self._calls.get_market_compare(symbols=symbols, start=start))

    def get_market_correlations(self) -> m.Correlations:
        """Return how the indexes of all markets move together."""
        return self._runner.run(self._calls.get_market_correlations())

    def get_market_market_filter_distribution(self, *, q: str | None=None, tags: list[str] | None=None, state: str | None=None, country: str | None=None, category: str | None=None, tradable: bool | None=None, min_price: str | None=None, max_price: str | None=None) -> m.FilterDistribution:
        """Return the number of filtered markets per value."""
        return self._runner.run(self._calls.get_market_market_filter_distribution(q=q, tags=tags, state=state, country=country, category=category, tradable=tradable, min_price=min_price, max_price=max_price))

    def get_market_search(self, *, q: str | None=None, tags: list[str] | None=None, state: str | None=None, country: str | None=None, category: str | None=None, tradable: bool | None=None, min_price: str | None=None, max_price: str | None=None, limit: int | None=None, cursor: str | None=None, sort: Literal['change1d', 'change1y', 'name', 'openInterest', 'price', 'volume'] | None=None, order: Literal['asc', 'desc'] | None=None) -> m.SearchResult:
        """Find markets by text, tags, place and price."""
        return self._runner.run(self._calls.get_market_search(q=q, tags=tags, state=state, country=country, category=category, tradable=tradable, min_price=min_price, max_price=max_price, limit=limit, cursor=cursor, sort=sort, order=order))

    def get_market_symbols(self, *, symbols: list[str]) -> m.SummaryList:
        """Return markets by symbol, in the order asked."""
        return self._runner.run(self._calls.get_market_symbols(symbols=symbols))

    def get_market_by_symbol(self, symbol: str) -> m.MarketDetail:
        """Return one market."""
        return self._runner.run(self._calls.get_market_by_symbol(symbol))

    def get_market_by_symbol_absorption_rate_history(self, symbol: str, *, window: Literal['1d', '1w', '1m', '3m', '6m', 'ytd', '1y', '3y', '5y', 'all'] | None=None) -> m.AbsorptionHistory:
        """Return the absorption rate by month."""
        return self._runner.run(self._calls.get_market_by_symbol_absorption_rate_history(symbol, window=window))

    def get_market_by_symbol_auction(self, symbol: str) -> m.ComingAuction:
        """Return the market's next auction: its time and, in two digits, its imbalance."""
        return self._runner.run(self._calls.get_market_by_symbol_auction(symbol))

    def get_market_by_symbol_auctions(self, symbol: str, *, limit: int | None=None, cursor: str | None=None, order: Literal['asc', 'desc'] | None=None, from_: int | None=None, to: int | None=None) -> Page[m.Auction]:
        """Return the auctions that the market held."""
        return self._runner.run(self._calls.get_market_by_symbol_auctions(symbol, limit=limit, cursor=cursor, order=order, from_=from_, to=to))

    def get_market_by_symbol_candles(self, symbol: str, *, window: Literal['1d', '1w', '1m', '3m', '6m', 'ytd', '1y', '3y', '5y', 'all'] | None=None, from_: int | None=None, to: int | None=None, interval: Literal['1d', '1h', '1w', '4h', '5m'] | None=None, source: Literal['index', 'market'] | None=None) -> m.Candles:
        """Return candles as columns; the last one may still change."""
        return self._runner.run(self._calls.get_market_by_symbol_candles(symbol, window=window, from_=from_, to=to, interval=interval, source=source))

    def get_market_by_symbol_current_inventory(self, symbol: str) -> m.CurrentInventory:
        """Return the homes for sale."""
        return self._runner.run(self._calls.get_market_by_symbol_current_inventory(symbol))

    def get_market_by_symbol_demographics(self, symbol: str) -> m.Demographics:
        """Return the demographics."""
        return self._runner.run(self._calls.get_market_by_symbol_demographics(symbol))

    def get_market_by_symbol_financials(self, symbol: str) -> m.Financials:
        """Return home prices and rents."""
        return self._runner.run(self._calls.get_market_by_symbol_financials(symbol))

    def get_market_by_symbol_funding_history(self, symbol: str, *, window: Literal['1d', '1w', '1m', '3m', '6m', 'ytd', '1y', '3y', '5y', 'all'] | None=None, from_: int | None=None, to: int | None=None, interval: Literal['1d', '1h'] | None=None) -> m.FundingHistory:
        """Return funding over a window."""
        return self._runner.run(self._calls.get_market_by_symbol_funding_history(symbol, window=window, from_=from_, to=to, interval=interval))

    def get_market_by_symbol_listings_history(self, symbol: str, *, window: Literal['1d', '1w', '1m', '3m', '6m', 'ytd', '1y', '3y', '5y', 'all'] | None=None) -> m.ListingsHistory:
        """Return listings by month."""
        return self._runner.run(self._calls.get_market_by_symbol_listings_history(symbol, window=window))

    def get_market_by_symbol_past(self, symbol: str) -> m.MarketPast:
        """Return what the published prints of an index say about its past."""
        return self._runner.run(self._calls.get_market_by_symbol_past(symbol))

    def get_market_by_symbol_price_feed(self, symbol: str, *, window: Literal['1d', '1w', '1m', '3m', '6m', 'ytd', '1y', '3y', '5y', 'all'] | None=None) -> m.PriceFeed:
        """Return the index over a window."""
        return self._runner.run(self._calls.get_market_by_symbol_price_feed(symbol, window=window))

    def get_market_by_symbol_price_feed_stats(self, symbol: str, *, window: Literal['1d', '1w', '1m', '3m', '6m', 'ytd', '1y', '3y', '5y', 'all'] | None=None) -> m.PriceFeedStats:
        """Return the index change over a window."""
        return self._runner.run(self._calls.get_market_by_symbol_price_feed_stats(symbol, window=window))

    def get_market_by_symbol_sales_history(self, symbol: str, *, window: Literal['1d', '1w', '1m', '3m', '6m', 'ytd', '1y', '3y', '5y', 'all'] | None=None) -> m.SalesHistory:
        """Return closed sales by month."""
        return self._runner.run(self._calls.get_market_by_symbol_sales_history(symbol, window=window))

    def get_market_by_symbol_volumes(self, symbol: str) -> m.Volumes:
        """Return the traded volumes over several spans."""
        return self._runner.run(self._calls.get_market_by_symbol_volumes(symbol))

    def get_openapi_json(self) -> dict[str, Any]:
        """Return this document."""
        return self._runner.run(self._calls.get_openapi_json())

    def get_points_breakdown_by_key(self, key: str) -> m.PointsBreakdown:
        """Return a user's row of season 2 with its last 30 days."""
        return self._runner.run(self._calls.get_points_breakdown_by_key(key))

    def get_points_leaderboard(self, *, limit: int | None=None, offset: int | None=None) -> m.PointsLeaderboard:
        """Return the participants of season 2 by points."""
        return self._runner.run(self._calls.get_points_leaderboard(limit=limit, offset=offset))

    def get_points_leaderboard_by_key(self, key: str) -> m.RankedPointsRow:
        """Return a user's row of season 2."""
        return self._runner.run(self._calls.get_points_leaderboard_by_key(key))

    def post_points_participants(self, body: m.AddressBody | None=None, *, idempotency_key: str | None=None) -> m.Participant:
        """Take part in season 2; once it is over only its participants are answered."""
        return self._runner.run(self._calls.post_points_participants(body, idempotency_key=idempotency_key))

    def get_points_participants_by_key(self, key: str) -> m.Participant:
        """Return whether a user takes part in season 2."""
        return self._runner.run(self._calls.get_points_participants_by_key(key))

    def get_points_ppps1_final(self, *, limit: int | None=None, offset: int | None=None) -> m.FinalPointsLeaderboard:
        """Return the final leaderboard of season 1."""
        return self._runner.run(self._calls.get_points_ppps1_final(limit=limit, offset=offset))

    def get_points_ppps2_final_leaderboard(self, *, limit: int | None=None, offset: int | None=None) -> m.FinalPointsLeaderboard:
        """Return the final leaderboard of season 2."""
        return self._runner.run(self._calls.get_points_ppps2_final_leaderboard(limit=limit, offset=offset))

    def get_points_ppps2_final_leaderboard_by_key(self, key: str) -> m.RankedPointsRow:
        """Return a user's final row of season 2."""
        return self._runner.run(self._calls.get_points_ppps2_final_leaderboard_by_key(key))

    def get_portfolio_by_user(self, user: str) -> m.Portfolio:
        """Return everything a wallet has."""
        return self._runner.run(self._calls.get_portfolio_by_user(user))

    def get_portfolio_by_user_history_liquidation(self, user: str, *, limit: int | None=None, cursor: str | None=None, order: Literal['asc', 'desc'] | None=None, from_: int | None=None, to: int | None=None, margin_account_id: int | None=None, market_id: int | None=None) -> Page[m.Liquidation]:
        """Return the pieces of the wallet's positions that liquidations closed."""
        return self._runner.run(self._calls.get_portfolio_by_user_history_liquidation(user, limit=limit, cursor=cursor, order=order, from_=from_, to=to, margin_account_id=margin_account_id, market_id=market_id))

    def get_portfolio_by_user_history_lp(self, user: str, *, limit: int | None=None, cursor: str | None=None, order: Literal['asc', 'desc'] | None=None, from_: int | None=None, to: int | None=None) -> Page[m.LpEvent]:
        """Return the wallet's deposits into and removals from the pool."""
        return self._runner.run(self._calls.get_portfolio_by_user_history_lp(user, limit=limit, cursor=cursor, order=order, from_=from_, to=to))

    def get_portfolio_by_user_history_margin_transfer(self, user: str, *, limit: int | None=None, cursor: str | None=None, order: Literal['asc', 'desc'] | None=None, from_: int | None=None, to: int | None=None, margin_account_id: int | None=None, market_id: int | None=None) -> Page[m.MarginTransfer]:
        """Return the wallet's margin deposits and withdrawals."""
        return self._runner.run(self._calls.get_portfolio_by_user_history_margin_transfer(user, limit=limit, cursor=cursor, order=order, from_=from_, to=to, margin_account_id=margin_account_id, market_id=market_id))

    def get_portfolio_by_user_history_performance(self, user: str, *, window: Literal['1d', '1w', '1m', '3m', '6m', 'ytd', '1y', '3y', '5y', 'all'] | None=None) -> m.Performance:
        """Return the wallet's P&L and return over a window, and the parts of all its P&L."""
        return self._runner.run(self._calls.get_portfolio_by_user_history_performance(user, window=window))

    def get_portfolio_by_user_history_perp_order(self, user: str, *, limit: int | None=None, cursor: str | None=None, order: Literal['asc', 'desc'] | None=None, from_: int | None=None, to: int | None=None, margin_account_id: int | None=None, market_id: int | None=None) -> Page[m.PerpOrderEvent]:
        """Return what happened to the wallet's waiting orders."""
        return self._runner.run(self._calls.get_portfolio_by_user_history_perp_order(user, limit=limit, cursor=cursor, order=order, from_=from_, to=to, margin_account_id=margin_account_id, market_id=market_id))

    def get_portfolio_by_user_history_trade(self, user: str, *, limit: int | None=None, cursor: str | None=None, order: Literal['asc', 'desc'] | None=None, from_: int | None=None, to: int | None=None, margin_account_id: int | None=None, market_id: int | None=None) -> Page[m.Trade]:
        """Return the wallet's trades."""
        return self._runner.run(self._calls.get_portfolio_by_user_history_trade(user, limit=limit, cursor=cursor, order=order, from_=from_, to=to, margin_account_id=margin_account_id, market_id=market_id))

    def get_portfolio_by_user_history_value(self, user: str, *, window: Literal['1d', '1w', '1m', '3m', '6m', 'ytd', '1y', '3y', '5y', 'all'] | None=None) -> m.ValueHistory:
        """Return the wallet's equity history; the last point is the current value."""
        return self._runner.run(self._calls.get_portfolio_by_user_history_value(user, window=window))

    def get_portfolio_by_user_positions_realized(self, user: str) -> m.RealizedPositions:
        """Return what each open position of a wallet realized since it was opened from flat."""
        return self._runner.run(self._calls.get_portfolio_by_user_positions_realized(user))

    def get_ppps3_breakdown_by_key(self, key: str) -> m.PointsBreakdown:
        """Return a user's row of season 3 with its last 30 days."""
        return self._runner.run(self._calls.get_ppps3_breakdown_by_key(key))

    def get_ppps3_leaderboard(self, *, limit: int | None=None, offset: int | None=None) -> m.PointsLeaderboard:
        """Return the participants of season 3 by points."""
        return self._runner.run(self._calls.get_ppps3_leaderboard(limit=limit, offset=offset))

    def get_ppps3_leaderboard_by_key(self, key: str) -> m.RankedPointsRow:
        """Return a user's row of season 3."""
        return self._runner.run(self._calls.get_ppps3_leaderboard_by_key(key))

    def post_ppps3_participants(self, body: m.AddressBody | None=None, *, idempotency_key: str | None=None) -> m.Participant:
        """Take part in season 3."""
        return self._runner.run(self._calls.post_ppps3_participants(body, idempotency_key=idempotency_key))

    def get_ppps3_participants_by_key(self, key: str) -> m.Participant:
        """Return whether a user takes part in season 3."""
        return self._runner.run(self._calls.get_ppps3_participants_by_key(key))

    def get_predictions_markets(self, *, limit: int | None=None, cursor: str | None=None, market_category_filter: str | None=None, is_resolved_filter: bool | None=None, order: Literal['asc', 'desc'] | None=None) -> Page[m.PredictionMarket]:
        """Return the prediction markets, newest first."""
        return self._runner.run(self._calls.get_predictions_markets(limit=limit, cursor=cursor, market_category_filter=market_category_filter, is_resolved_filter=is_resolved_filter, order=order))

    def get_predictions_markets_by_market_id(self, market_id: int) -> m.MarketAnswer:
        """Return one prediction market."""
        return self._runner.run(self._calls.get_predictions_markets_by_market_id(market_id))

    def get_predictions_markets_by_market_id_history(self, market_id: int, *, window: Literal['1d', '1w', '1m', '3m', '6m', 'ytd', '1y', '3y', '5y', 'all'] | None=None, from_: int | None=None, to: int | None=None, interval: Literal['1d', '1h', '1w', '4h', '5m'] | None=None) -> m.PredictionHistory:
        """Return the probability of YES from a market's trades, as bars."""
        return self._runner.run(self._calls.get_predictions_markets_by_market_id_history(market_id, window=window, from_=from_, to=to, interval=interval))

    def get_predictions_markets_by_market_id_order_book(self, market_id: int, *, depth: int | None=None) -> m.BookAnswer:
        """Return the resting bids of both sides of a market, best first."""
        return self._runner.run(self._calls.get_predictions_markets_by_market_id_order_book(market_id, depth=depth))

    def post_predictions_markets_by_market_id_orders(self, market_id: int, body: m.OrderBody, *, idempotency_key: str | None=None) -> m.OrderAnswer:
        """Place an order."""
        return self._runner.run(self._calls.post_predictions_markets_by_market_id_orders(market_id, body, idempotency_key=idempotency_key))

    def get_predictions_markets_by_market_id_trades(self, market_id: int, *, limit: int | None=None, cursor: str | None=None, order: Literal['asc', 'desc'] | None=None, from_: int | None=None, to: int | None=None) -> Page[m.PredictionMarketTrade]:
        """Return all trades in a market, newest first."""
        return self._runner.run(self._calls.get_predictions_markets_by_market_id_trades(market_id, limit=limit, cursor=cursor, order=order, from_=from_, to=to))

    def get_predictions_orders(self, *, limit: int | None=None, cursor: str | None=None, order_status_filter: Literal['all', 'canceled', 'expired', 'filled', 'open'] | None=None, market_id: int | None=None, order: Literal['asc', 'desc'] | None=None) -> Page[m.PlacedOrder]:
        """Return the wallet's orders, newest first; the open ones unless asked otherwise."""
        return self._runner.run(self._calls.get_predictions_orders(limit=limit, cursor=cursor, order_status_filter=order_status_filter, market_id=market_id, order=order))

    def post_predictions_orders_batch(self, body: m.BatchBody, *, idempotency_key: str | None=None) -> m.BatchAnswer:
        """Place up to fifteen orders one after the other; each is placed or refused on its own."""
        return self._runner.run(self._calls.post_predictions_orders_batch(body, idempotency_key=idempotency_key))

    def get_predictions_orders_by_client_id_by_id(self, id: str) -> m.OrderAnswer:
        """Return the wallet's newest order of a client order id."""
        return self._runner.run(self._calls.get_predictions_orders_by_client_id_by_id(id))

    def post_predictions_orders_cancel_after(self, body: m.CancelAfterBody, *, idempotency_key: str | None=None) -> m.CancelAt:
        """Cancel all open orders after so many seconds unless this is called again; 0: never."""
        return self._runner.run(self._calls.post_predictions_orders_cancel_after(body, idempotency_key=idempotency_key))

    def post_predictions_orders_cancel_all(self, body: m.CancelAllBody | None=None, *, idempotency_key: str | None=None) -> m.Canceled:
        """Cancel the wallet's open orders, of one market or of all."""
        return self._runner.run(self._calls.post_predictions_orders_cancel_all(body, idempotency_key=idempotency_key))

    def post_predictions_orders_by_order_id_amend(self, order_id: int, body: m.AmendBody, *, idempotency_key: str | None=None) -> m.OrderAnswer:
        """Change the price of an open order, or how many contracts of it remain."""
        return self._runner.run(self._calls.post_predictions_orders_by_order_id_amend(order_id, body, idempotency_key=idempotency_key))

    def post_predictions_orders_by_order_id_cancel(self, order_id: int, *, idempotency_key: str | None=None) -> m.StatusAnswer:
        """Cancel an order; its status afterwards, also when there is nothing left to cancel."""
        return self._runner.run(self._calls.post_predictions_orders_by_order_id_cancel(order_id, idempotency_key=idempotency_key))

    def get_predictions_portfolio(self) -> m.PointsAnswer:
        """Return the wallet's points; the first read of a participant grants them."""
        return self._runner.run(self._calls.get_predictions_portfolio())

    def get_predictions_positions(self, *, is_resolved_filter: bool | None=None) -> m.PredictionPositions:
        """Return the wallet's positions; those of paid markets with what they were paid."""
        return self._runner.run(self._calls.get_predictions_positions(is_resolved_filter=is_resolved_filter))

    def get_predictions_trades(self, *, limit: int | None=None, cursor: str | None=None, order: Literal['asc', 'desc'] | None=None, from_: int | None=None, to: int | None=None, market_id: int | None=None) -> Page[m.PredictionTrade]:
        """Return the wallet's fills, newest first."""
        return self._runner.run(self._calls.get_predictions_trades(limit=limit, cursor=cursor, order=order, from_=from_, to=to, market_id=market_id))

    def get_ready(self) -> m.Ready:
        """Return readiness; a 503 names the failed required parts."""
        return self._runner.run(self._calls.get_ready())

    def post_replay_speed(self, body: m.ReplaySpeedBody) -> m.Clock:
        """Set how fast the demo replays history; only where the environment is local."""
        return self._runner.run(self._calls.post_replay_speed(body))

    def get_settlement_requests(self, *, limit: int | None=None, cursor: str | None=None, mature: bool | None=None) -> Page[m.SettlementRequest]:
        """Return the unsettled requests of all wallets, oldest first."""
        return self._runner.run(self._calls.get_settlement_requests(limit=limit, cursor=cursor, mature=mature))

    def get_solvency(self, *, user: str | None=None) -> m.Solvency:
        """Return vault and claims, the last state root on the chain, and a wallet's proofs of it."""
        return self._runner.run(self._calls.get_solvency(user=user))

    def get_staking(self) -> m.StakingTotals:
        """Return the total stake and the epoch."""
        return self._runner.run(self._calls.get_staking())

    def get_staking_epoch_period(self) -> m.EpochPeriod:
        """Return the epoch that runs now."""
        return self._runner.run(self._calls.get_staking_epoch_period())

    def get_staking_locked_epoch_period(self, *, unlocking_epoch: int) -> m.LockedEpochPeriod:
        """Return the time until an unstaked amount can be withdrawn."""
        return self._runner.run(self._calls.get_staking_locked_epoch_period(unlocking_epoch=unlocking_epoch))

    def get_staking_locked_epoch_period_estimate(self, *, add_one_epoch: bool | None=None) -> m.LockedEpochPeriod:
        """Return the time until an amount unstaked now could be withdrawn."""
        return self._runner.run(self._calls.get_staking_locked_epoch_period_estimate(add_one_epoch=add_one_epoch))

    def get_staking_by_user_balance(self, user: str) -> m.Staking:
        """Return the wallet's stake by state."""
        return self._runner.run(self._calls.get_staking_by_user_balance(user))

    def post_staking_by_user_create_account(self, user: str, *, idempotency_key: str | None=None) -> m.Transaction:
        """Build the transaction that opens the wallet's stake account."""
        return self._runner.run(self._calls.post_staking_by_user_create_account(user, idempotency_key=idempotency_key))

    def get_staking_by_user_epoch_period(self, user: str) -> m.EpochPeriod:
        """Return the epoch that runs now."""
        return self._runner.run(self._calls.get_staking_by_user_epoch_period(user))

    def get_staking_by_user_locked_epoch_period(self, user: str, *, unlocking_epoch: int) -> m.LockedEpochPeriod:
        """Return the time until an unstaked amount can be withdrawn."""
        return self._runner.run(self._calls.get_staking_by_user_locked_epoch_period(user, unlocking_epoch=unlocking_epoch))

    def get_staking_by_user_locked_epoch_period_estimate(self, user: str, *, add_one_epoch: bool | None=None) -> m.LockedEpochPeriod:
        """Return the time until an amount unstaked now could be withdrawn."""
        return self._runner.run(self._calls.get_staking_by_user_locked_epoch_period_estimate(user, add_one_epoch=add_one_epoch))

    def post_staking_by_user_stake(self, user: str, body: m.StakeBody, *, idempotency_key: str | None=None) -> m.Transaction:
        """Build the transaction that stakes ACRE tokens."""
        return self._runner.run(self._calls.post_staking_by_user_stake(user, body, idempotency_key=idempotency_key))

    def post_staking_by_user_unstake(self, user: str, body: m.StakeAmountBody, *, idempotency_key: str | None=None) -> m.Transaction:
        """Build the transaction that takes back or starts to unlock an amount of stake."""
        return self._runner.run(self._calls.post_staking_by_user_unstake(user, body, idempotency_key=idempotency_key))

    def post_staking_by_user_withdraw(self, user: str, body: m.StakeAmountBody, *, idempotency_key: str | None=None) -> m.Transaction:
        """Build the transaction that requests unlocked tokens."""
        return self._runner.run(self._calls.post_staking_by_user_withdraw(user, body, idempotency_key=idempotency_key))

    def get_status(self) -> m.Status:
        """Return the platform's health, the progress of each part, and the rate of engine time."""
        return self._runner.run(self._calls.get_status())

    def get_trade_stream(self, *, limit: int | None=None, cursor: str | None=None, order: Literal['asc', 'desc'] | None=None, from_: int | None=None, to: int | None=None, direction: Literal['all', 'long', 'short'] | None=None) -> Page[m.StreamTrade]:
        """Return the trades of all wallets."""
        return self._runner.run(self._calls.get_trade_stream(limit=limit, cursor=cursor, order=order, from_=from_, to=to, direction=direction))

    def get_trade_stream_by_market_id(self, market_id: int, *, limit: int | None=None, cursor: str | None=None, order: Literal['asc', 'desc'] | None=None, from_: int | None=None, to: int | None=None, direction: Literal['all', 'long', 'short'] | None=None) -> Page[m.StreamTrade]:
        """Return the trades of all wallets in one market."""
        return self._runner.run(self._calls.get_trade_stream_by_market_id(market_id, limit=limit, cursor=cursor, order=order, from_=from_, to=to, direction=direction))

    def get_user_by_id_ppps1(self, id: str) -> m.RankedPointsRow:
        """Return a user's final row of season 1."""
        return self._runner.run(self._calls.get_user_by_id_ppps1(id))


class MainApi:
    """The calls of the main base; see `Calls`."""

    def __init__(self, calls: main.MainApi, runner: Runner) -> None:
        self._calls, self._runner = calls, runner

    def get_account_cluster_health(self) -> m.ClusterHealth:
        """Return the health of the chain node."""
        return self._runner.run(self._calls.get_account_cluster_health())

    def get_account_exchange(self, *, exchange_id: int | None=None) -> m.Exchange:
        """Return the exchange."""
        return self._runner.run(self._calls.get_account_exchange(exchange_id=exchange_id))

    def get_account_lp_return(self, *, window: Literal['1d', '1w', '1m', '3m', '6m', 'ytd', '1y', '3y', '5y', 'all'] | None=None, from_: int | None=None, to: int | None=None, exchange_id: int | None=None) -> m.PoolReturn:
        """Return what changed the pool's value over a range of days."""
        return self._runner.run(self._calls.get_account_lp_return(window=window, from_=from_, to=to, exchange_id=exchange_id))

    def get_account_lp_scenarios(self, *, exchange_id: int | None=None) -> m.PoolScenarios:
        """Return the pool's value if every index, or one, stood elsewhere: no forecast."""
        return self._runner.run(self._calls.get_account_lp_scenarios(exchange_id=exchange_id))

    def get_account_market_by_market(self, market: str) -> m.Market:
        """Return one market by id, address or symbol."""
        return self._runner.run(self._calls.get_account_market_by_market(market))

    def get_account_markets(self, *, exchange_id: int | None=None, ids: list[int] | None=None) -> list[m.Market]:
        """Return markets by id."""
        return self._runner.run(self._calls.get_account_markets(exchange_id=exchange_id, ids=ids))

    def get_account_paused(self, *, exchange_id: int | None=None, refresh: bool | None=None) -> m.Paused:
        """Return whether the exchange or a market is paused."""
        return self._runner.run(self._calls.get_account_paused(exchange_id=exchange_id, refresh=refresh))

    def post_auth_challenge(self, body: m.WalletBody) -> m.Challenge:
        """Return whether the bearer token belongs to the wallet; 401 only when it has expired."""
        return self._runner.run(self._calls.post_auth_challenge(body))

    def post_auth_hardware_wallet_login(self, body: m.HardwareLoginBody) -> m.SessionInfo:
        """Exchange a signed memo transaction, which is never sent, for tokens."""
        return self._runner.run(self._calls.post_auth_hardware_wallet_login(body))

    def post_auth_login(self, body: m.LoginBody) -> m.SessionInfo:
        """Exchange a signed message for tokens."""
        return self._runner.run(self._calls.post_auth_login(body))

    def post_auth_login_hardware_wallet(self, body: m.HardwareLoginBody) -> m.SessionInfo:
        """Exchange a signed memo transaction, which is never sent, for tokens."""
        return self._runner.run(self._calls.post_auth_login_hardware_wallet(body))

    def get_auth_login_message(self, *, address: str) -> m.LoginMessage:
        """Return the message that a wallet signs to log in."""
        return self._runner.run(self._calls.get_auth_login_message(address=address))

    def post_auth_logout(self, body: m.SessionBody) -> None:
        """End the session of a refresh token."""
        self._runner.run(self._calls.post_auth_logout(body))

    def post_auth_logout_all(self, body: m.LogoutAllBody) -> m.EndedSessions:
        """End all of the wallet's sessions, or all but the one that asks."""
        return self._runner.run(self._calls.post_auth_logout_all(body))

    def post_auth_refresh_token(self, body: m.SessionBody) -> m.TokenPair:
        """Exchange a refresh token for the next pair."""
        return self._runner.run(self._calls.post_auth_refresh_token(body))

    def get_auth_sessions(self) -> m.SessionList:
        """Return the wallet's active sessions, newest first."""
        return self._runner.run(self._calls.get_auth_sessions())

    def post_auth_sessions_by_session_id_revoke(self, session_id: str) -> None:
        """End one of the wallet's sessions; a repeat changes nothing."""
        self._runner.run(self._calls.post_auth_sessions_by_session_id_revoke(session_id))

    def get_collections_by_collection(self, collection: str) -> m.Collection:
        """Return the metadata of a collection's markets, ranked."""
        return self._runner.run(self._calls.get_collections_by_collection(collection))

    def get_contest_by_contest_name_leaderboard(self, contest_name: str, *, limit: int | None=None, offset: int | None=None) -> m.ContestLeaderboard:
        """Return a part of the leaderboard of a contest."""
        return self._runner.run(self._calls.get_contest_by_contest_name_leaderboard(contest_name, limit=limit, offset=offset))

    def get_contest_by_contest_name_leaderboard_user_by_user(self, contest_name: str, user: str) -> m.RankedContestResult:
        """Return a participant's result and rank."""
        return self._runner.run(self._calls.get_contest_by_contest_name_leaderboard_user_by_user(contest_name, user))

    def get_contest_by_contest_name_participate(self, contest_name: str, *, user: str) -> m.ContestEntry:
        """Return whether a wallet has joined a contest."""
        return self._runner.run(self._calls.get_contest_by_contest_name_participate(contest_name, user=user))

    def post_contest_by_contest_name_participate(self, contest_name: str, body: m.ContestUserBody, *, idempotency_key: str | None=None) -> m.ContestEntry:
        """Join a contest, before it is over."""
        return self._runner.run(self._calls.post_contest_by_contest_name_participate(contest_name, body, idempotency_key=idempotency_key))

    def get_contest_by_contest_name_prizes(self, contest_name: str) -> m.ContestPrizes:
        """Return the prizes of a contest."""
        return self._runner.run(self._calls.get_contest_by_contest_name_prizes(contest_name))

    def get_health(self) -> m.Health:
        """Return OK while the service answers."""
        return self._runner.run(self._calls.get_health())

    def get_metadata_acre(self, *, id: int) -> m.Metadata:
        """Return the metadata of one area."""
        return self._runner.run(self._calls.get_metadata_acre(id=id))

    def get_metadata_acre_ids(self) -> list[int]:
        """Return the ids of every area with metadata."""
        return self._runner.run(self._calls.get_metadata_acre_ids())

    def get_openapi_json(self) -> dict[str, Any]:
        """Return this document."""
        return self._runner.run(self._calls.get_openapi_json())

    def get_perpetual_points_grand_total_points(self) -> m.GrandTotal:
        """Return the points of all participants of the perpetual programme."""
        return self._runner.run(self._calls.get_perpetual_points_grand_total_points())

    def get_perpetual_points_leaderboard(self, *, limit: int | None=None, offset: int | None=None) -> m.PointsLeaderboard:
        """Return the participants of the perpetual programme by points."""
        return self._runner.run(self._calls.get_perpetual_points_leaderboard(limit=limit, offset=offset))

    def get_perpetual_points_leaderboard_user_by_user(self, user: str) -> m.RankedPointsRow:
        """Return a wallet's points in the perpetual programme, and its rank."""
        return self._runner.run(self._calls.get_perpetual_points_leaderboard_user_by_user(user))

    def get_perpetual_points_participate(self, *, user: str) -> m.Participation:
        """Return whether a wallet takes part in the perpetual programme."""
        return self._runner.run(self._calls.get_perpetual_points_participate(user=user))

    def post_perpetual_points_participate(self, body: m.UserBody | None=None, *, idempotency_key: str | None=None) -> m.Participation:
        """Take part in the perpetual programme."""
        return self._runner.run(self._calls.post_perpetual_points_participate(body, idempotency_key=idempotency_key))

    def get_perpetual_points_points_summary(self, *, user: str) -> m.PerpetualSummary:
        """Return a wallet's points in the perpetual programme, and its points per day."""
        return self._runner.run(self._calls.get_perpetual_points_points_summary(user=user))

    def post_perpetual_points_referrals_generate_code(self, body: m.GenerateCodeBody, *, idempotency_key: str | None=None) -> m.ReferralCode:
        """Make the wallet's one referral code."""
        return self._runner.run(self._calls.post_perpetual_points_referrals_generate_code(body, idempotency_key=idempotency_key))

    def post_perpetual_points_referrals_use_code(self, body: m.UseCodeBody, *, idempotency_key: str | None=None) -> m.Referral:
        """Use the referral code of another wallet, once and for all; at most ten failures an hour."""
        return self._runner.run(self._calls.post_perpetual_points_referrals_use_code(body, idempotency_key=idempotency_key))

    def get_perpetual_points_referrals_user_info(self, *, user: str) -> m.ReferralUser:
        """Return the wallet's place among the referrals, and what its referees brought."""
        return self._runner.run(self._calls.get_perpetual_points_referrals_user_info(user=user))

    def get_perpetual_points_referrals_user_referred_by(self, *, user: str) -> m.ReferredBy:
        """Return whose code the wallet used."""
        return self._runner.run(self._calls.get_perpetual_points_referrals_user_referred_by(user=user))

    def get_perpetual_points_user_status(self, *, user: str) -> m.PerpetualStatus:
        """Return whether a wallet takes part in the perpetual programme, and its rank there."""
        return self._runner.run(self._calls.get_perpetual_points_user_status(user=user))

    def get_points_balance(self, *, user: str) -> m.UserPoints:
        """Return a wallet's points over all seasons."""
        return self._runner.run(self._calls.get_points_balance(user=user))

    def get_points_balances(self, *, limit: int | None=None, cursor: str | None=None) -> Page[m.UserPoints]:
        """Return the points of every participant over all seasons, by address."""
        return self._runner.run(self._calls.get_points_balances(limit=limit, cursor=cursor))

    def get_points_leaderboard(self, *, limit: int | None=None, offset: int | None=None) -> m.PointsLeaderboard:
        """Return the participants of all seasons by the sum of their points."""
        return self._runner.run(self._calls.get_points_leaderboard(limit=limit, offset=offset))

    def get_points_leaderboard_user_by_user(self, user: str) -> m.RankedPointsRow:
        """Return a wallet's sum over the seasons, and its rank."""
        return self._runner.run(self._calls.get_points_leaderboard_user_by_user(user))

    def get_points_participate(self, *, user: str, is_for_perpetual_points: bool | None=None) -> m.Participation:
        """Return whether a wallet takes part in the season that runs, or in the perpetual programme."""
        return self._runner.run(self._calls.get_points_participate(user=user, is_for_perpetual_points=is_for_perpetual_points))

    def post_points_participate(self, body: m.ParticipateBody, *, idempotency_key: str | None=None) -> m.Participation:
        """Take part in the season that runs, or in the perpetual programme."""
        return self._runner.run(self._calls.post_points_participate(body, idempotency_key=idempotency_key))

    def post_points_referrals_generate_code(self, body: m.GenerateCodeBody, *, idempotency_key: str | None=None) -> m.ReferralCode:
        """Make the wallet's one referral code."""
        return self._runner.run(self._calls.post_points_referrals_generate_code(body, idempotency_key=idempotency_key))

    def post_points_referrals_use_code(self, body: m.UseCodeBody, *, idempotency_key: str | None=None) -> m.Referral:
        """Use the referral code of another wallet, once and for all; at most ten failures an hour."""
        return self._runner.run(self._calls.post_points_referrals_use_code(body, idempotency_key=idempotency_key))

    def get_points_referrals_user_info(self, *, user: str) -> m.ReferralUser:
        """Return the wallet's place among the referrals, and what its referees brought."""
        return self._runner.run(self._calls.get_points_referrals_user_info(user=user))

    def get_points_referrals_user_referred_by(self, *, user: str) -> m.ReferredBy:
        """Return whose code the wallet used."""
        return self._runner.run(self._calls.get_points_referrals_user_referred_by(user=user))

    def get_quote_add_liquidity(self, *, liquidity: str, user: str) -> m.AddLiquidityQuote:
        """Return the shares a deposit into the pool would mint now. Deprecated since 2026-11-28: use `/user/{user}/quote/add-liquidity`."""
        return self._runner.run(self._calls.get_quote_add_liquidity(liquidity=liquidity, user=user))

    def post_quote_close_position(self, body: m.ClosePositionBody, *, user: str | None=None) -> m.PositionQuote:
        """Return a quote for closing a position. Deprecated since 2026-11-28: use `/user/{user}/quote/close-position`."""
        return self._runner.run(self._calls.post_quote_close_position(body, user=user))

    def post_quote_modify_position(self, body: m.PositionBody, *, user: str | None=None) -> m.PositionQuote:
        """Return a quote for changing a position. Deprecated since 2026-11-28: use `/user/{user}/quote/modify-position`."""
        return self._runner.run(self._calls.post_quote_modify_position(body, user=user))

    def post_quote_modify_positions(self, body: m.BasketBody, *, user: str | None=None) -> m.BasketQuote:
        """Return a quote for changing several positions in one order. Deprecated since 2026-11-28: use `/user/{user}/quote/modify-positions`."""
        return self._runner.run(self._calls.post_quote_modify_positions(body, user=user))

    def post_quote_place_perp_order(self, body: m.PerpOrderBody, *, user: str | None=None) -> m.PerpOrderQuote:
        """Return what a waiting order would do: at its price, now, and what waiting saves. Deprecated since 2026-11-28: use `/user/{user}/quote/place-perp-order`."""
        return self._runner.run(self._calls.post_quote_place_perp_order(body, user=user))

    def post_quote_position_modification_limits(self, body: m.LimitsBody, *, user: str | None=None) -> list[m.ModificationLimits]:
        """Return the largest and smallest modification of each market that executes now. Deprecated since 2026-11-28: use `/user/{user}/quote/position-modification-limits`."""
        return self._runner.run(self._calls.post_quote_position_modification_limits(body, user=user))

    def get_quote_remove_liquidity(self, *, lp_position_id: int, shares: str, user: str) -> m.RemoveLiquidityQuote:
        """Return the current payout of shares of an LP position at the exit price. Deprecated since 2026-11-28: use `/user/{user}/quote/remove-liquidity`."""
        return self._runner.run(self._calls.get_quote_remove_liquidity(lp_position_id=lp_position_id, shares=shares, user=user))

    def get_quote_withdraw_margin(self, *, margin_account_id: int, user: str) -> m.WithdrawMarginQuote:
        """Return the withdrawable amount of a margin account. Deprecated since 2026-11-28: use `/user/{user}/quote/withdraw-margin`."""
        return self._runner.run(self._calls.get_quote_withdraw_margin(margin_account_id=margin_account_id, user=user))

    def get_real_estate_data_acre_ids(self) -> list[int]:
        """Return the ids of every area with data."""
        return self._runner.run(self._calls.get_real_estate_data_acre_ids())

    def get_real_estate_data_acre_info(self, *, id: int) -> m.AcreInfo:
        """Return facts and price of one area."""
        return self._runner.run(self._calls.get_real_estate_data_acre_info(id=id))

    def post_real_estate_data_acre_infos(self, body: m.AcreInfosBody) -> list[m.AcreInfo]:
        """Return facts and prices of up to ten areas, in the order asked."""
        return self._runner.run(self._calls.post_real_estate_data_acre_infos(body))

    def get_real_estate_data_price_feed(self, *, id: int, window: Literal['1d', '1w', '1m', '3m', '6m', 'ytd', '1y', '3y', '5y', 'all'] | None=None) -> list[m.PricePoint]:
        """Return the index of one area over a window."""
        return self._runner.run(self._calls.get_real_estate_data_price_feed(id=id, window=window))

    def get_referral_codes_by_referral_code(self, referral_code: str) -> m.ReferralCode:
        """Return a referral code as it was typed, if it exists; ten unknown codes an hour at most."""
        return self._runner.run(self._calls.get_referral_codes_by_referral_code(referral_code))

    def post_referrals_generate_code(self, body: m.GenerateCodeBody, *, idempotency_key: str | None=None) -> m.ReferralCode:
        """Make the wallet's one referral code."""
        return self._runner.run(self._calls.post_referrals_generate_code(body, idempotency_key=idempotency_key))

    def post_referrals_use_code(self, body: m.UseCodeBody, *, idempotency_key: str | None=None) -> m.Referral:
        """Use the referral code of another wallet, once and for all; at most ten failures an hour."""
        return self._runner.run(self._calls.post_referrals_use_code(body, idempotency_key=idempotency_key))

    def get_referrals_user_info(self, *, user: str) -> m.ReferralUser:
        """Return the wallet's place among the referrals, and what its referees brought."""
        return self._runner.run(self._calls.get_referrals_user_info(user=user))

    def get_referrals_user_referred_by(self, *, user: str) -> m.ReferredBy:
        """Return whose code the wallet used."""
        return self._runner.run(self._calls.get_referrals_user_referred_by(user=user))

    def get_time_series_aggregate_pnl(self, *, window: Literal['1d', '1w', '1m', '3m', '6m', 'ytd', '1y', '3y', '5y', 'all'] | None=None, from_: int | None=None, to: int | None=None, exchange_id: int | None=None, interval: Literal['1d', '1h', '1w'] | None=None) -> list[m.AmountPoint]:
        """Return the profit and loss of all traders, realized and unrealized."""
        return self._runner.run(self._calls.get_time_series_aggregate_pnl(window=window, from_=from_, to=to, exchange_id=exchange_id, interval=interval))

    def get_time_series_cumulative_lp_fee(self, *, window: Literal['1d', '1w', '1m', '3m', '6m', 'ytd', '1y', '3y', '5y', 'all'] | None=None, from_: int | None=None, to: int | None=None, exchange_id: int | None=None, interval: Literal['1d', '1h', '1w'] | None=None) -> list[m.AmountPoint]:
        """Return all fees the pool has earned so far."""
        return self._runner.run(self._calls.get_time_series_cumulative_lp_fee(window=window, from_=from_, to=to, exchange_id=exchange_id, interval=interval))

    def get_time_series_cumulative_notional_volume(self, *, window: Literal['1d', '1w', '1m', '3m', '6m', 'ytd', '1y', '3y', '5y', 'all'] | None=None, from_: int | None=None, to: int | None=None, exchange_id: int | None=None, interval: Literal['1d', '1h', '1w'] | None=None) -> list[m.AmountPoint]:
        """Return all notional traded so far."""
        return self._runner.run(self._calls.get_time_series_cumulative_notional_volume(window=window, from_=from_, to=to, exchange_id=exchange_id, interval=interval))

    def get_time_series_lp_share_price(self, *, window: Literal['1d', '1w', '1m', '3m', '6m', 'ytd', '1y', '3y', '5y', 'all'] | None=None, from_: int | None=None, to: int | None=None, exchange_id: int | None=None, interval: Literal['1d', '1h', '1w'] | None=None) -> list[m.PricePoint]:
        """Return the price of a pool share."""
        return self._runner.run(self._calls.get_time_series_lp_share_price(window=window, from_=from_, to=to, exchange_id=exchange_id, interval=interval))

    def get_user_by_user_collateral_balance(self, user: str) -> m.Balance:
        """Return the wallet's collateral."""
        return self._runner.run(self._calls.get_user_by_user_collateral_balance(user))

    def get_user_by_user_commands(self, user: str, *, limit: int | None=None, cursor: str | None=None, order: Literal['asc', 'desc'] | None=None, from_: int | None=None, to: int | None=None, status: Literal['applied', 'ignored', 'rejected'] | None=None) -> Page[m.CommandRow]:
        """Return the outcomes of the wallet's commands."""
        return self._runner.run(self._calls.get_user_by_user_commands(user, limit=limit, cursor=cursor, order=order, from_=from_, to=to, status=status))

    def get_user_by_user_event_airdrop_claim(self, user: str) -> m.AirdropClaim:
        """Return the wallet's airdrop, and whether it was claimed."""
        return self._runner.run(self._calls.get_user_by_user_event_airdrop_claim(user))

    def get_user_by_user_history_liquidation(self, user: str, *, limit: int | None=None, cursor: str | None=None, order: Literal['asc', 'desc'] | None=None, from_: int | None=None, to: int | None=None, margin_account_id: int | None=None, market_id: int | None=None) -> Page[m.Liquidation]:
        """Return the pieces of the wallet's positions that liquidations closed."""
        return self._runner.run(self._calls.get_user_by_user_history_liquidation(user, limit=limit, cursor=cursor, order=order, from_=from_, to=to, margin_account_id=margin_account_id, market_id=market_id))

    def get_user_by_user_history_lp(self, user: str, *, limit: int | None=None, cursor: str | None=None, order: Literal['asc', 'desc'] | None=None, from_: int | None=None, to: int | None=None) -> Page[m.LpEvent]:
        """Return the wallet's deposits into and removals from the pool."""
        return self._runner.run(self._calls.get_user_by_user_history_lp(user, limit=limit, cursor=cursor, order=order, from_=from_, to=to))

    def get_user_by_user_history_margin_transfer(self, user: str, *, limit: int | None=None, cursor: str | None=None, order: Literal['asc', 'desc'] | None=None, from_: int | None=None, to: int | None=None, margin_account_id: int | None=None, market_id: int | None=None) -> Page[m.MarginTransfer]:
        """Return the wallet's margin deposits and withdrawals."""
        return self._runner.run(self._calls.get_user_by_user_history_margin_transfer(user, limit=limit, cursor=cursor, order=order, from_=from_, to=to, margin_account_id=margin_account_id, market_id=market_id))

    def get_user_by_user_history_perp_order(self, user: str, *, limit: int | None=None, cursor: str | None=None, order: Literal['asc', 'desc'] | None=None, from_: int | None=None, to: int | None=None, margin_account_id: int | None=None, market_id: int | None=None) -> Page[m.PerpOrderEvent]:
        """Return what happened to the wallet's waiting orders."""
        return self._runner.run(self._calls.get_user_by_user_history_perp_order(user, limit=limit, cursor=cursor, order=order, from_=from_, to=to, margin_account_id=margin_account_id, market_id=market_id))

    def get_user_by_user_history_trade(self, user: str, *, limit: int | None=None, cursor: str | None=None, order: Literal['asc', 'desc'] | None=None, from_: int | None=None, to: int | None=None, margin_account_id: int | None=None, market_id: int | None=None) -> Page[m.Trade]:
        """Return the wallet's trades."""
        return self._runner.run(self._calls.get_user_by_user_history_trade(user, limit=limit, cursor=cursor, order=order, from_=from_, to=to, margin_account_id=margin_account_id, market_id=market_id))

    def get_user_by_user_lp_account(self, user: str) -> m.LpAccount | None:
        """Return the legacy LP account; null for whom the operator granted none."""
        return self._runner.run(self._calls.get_user_by_user_lp_account(user))

    def get_user_by_user_lp_position(self, user: str, *, lp_position_id: int) -> m.LpPosition:
        """Return one LP position, closed or not."""
        return self._runner.run(self._calls.get_user_by_user_lp_position(user, lp_position_id=lp_position_id))

    def get_user_by_user_lp_positions(self, user: str, *, limit: int | None=None, cursor: str | None=None, order: Literal['asc', 'desc'] | None=None, include_closed: bool | None=None) -> Page[m.LpPosition]:
        """Return the LP positions by maturity."""
        return self._runner.run(self._calls.get_user_by_user_lp_positions(user, limit=limit, cursor=cursor, order=order, include_closed=include_closed))

    def get_user_by_user_margin_account(self, user: str, *, margin_account_id: int | None=None) -> m.MarginAccount:
        """Return one margin account, the lowest open one without an id."""
        return self._runner.run(self._calls.get_user_by_user_margin_account(user, margin_account_id=margin_account_id))

    def get_user_by_user_margin_accounts(self, user: str, *, ids: list[int] | None=None) -> list[m.MarginAccount]:
        """Return the open margin accounts by id."""
        return self._runner.run(self._calls.get_user_by_user_margin_accounts(user, ids=ids))

    def get_user_by_user_perp_orders(self, user: str, *, margin_account_id: int | None=None, market_id: int | None=None) -> list[m.PerpOrder]:
        """Return the wallet's waiting orders, newest first; without an account of its first 20."""
        return self._runner.run(self._calls.get_user_by_user_perp_orders(user, margin_account_id=margin_account_id, market_id=market_id))

    def get_user_by_user_prcl_balance(self, user: str) -> m.Balance:
        """Return the wallet's ACRE tokens."""
        return self._runner.run(self._calls.get_user_by_user_prcl_balance(user))

    def get_user_by_user_profile_alerts(self, user: str) -> m.Alerts:
        """Return the alerts of the wallet and what they reported, newest first."""
        return self._runner.run(self._calls.get_user_by_user_profile_alerts(user))

    def post_user_by_user_profile_alerts(self, user: str, body: m.AlertBody, *, idempotency_key: str | None=None) -> m.Alerts:
        """Set an alert; one that is set already is active again."""
        return self._runner.run(self._calls.post_user_by_user_profile_alerts(user, body, idempotency_key=idempotency_key))

    def post_user_by_user_profile_alerts_read(self, user: str, body: m.ReadAlertsBody, *, idempotency_key: str | None=None) -> m.Alerts:
        """Mark the events up to this one as read."""
        return self._runner.run(self._calls.post_user_by_user_profile_alerts_read(user, body, idempotency_key=idempotency_key))

    def post_user_by_user_profile_alerts_remove(self, user: str, body: m.RemoveAlertBody, *, idempotency_key: str | None=None) -> m.Alerts:
        """Remove an alert; a repeat changes nothing."""
        return self._runner.run(self._calls.post_user_by_user_profile_alerts_remove(user, body, idempotency_key=idempotency_key))

    def get_user_by_user_profile_communication_methods(self, user: str) -> m.CommunicationMethods:
        """Return the contact details of the wallet's owner."""
        return self._runner.run(self._calls.get_user_by_user_profile_communication_methods(user))

    def put_user_by_user_profile_communication_methods(self, user: str, body: m.CommunicationBody, *, idempotency_key: str | None=None) -> m.CommunicationMethods:
        """Change contact details: absent ones are kept, null removes one."""
        return self._runner.run(self._calls.put_user_by_user_profile_communication_methods(user, body, idempotency_key=idempotency_key))

    def get_user_by_user_profile_margin_account_ids(self, user: str) -> list[int]:
        """Return the margin accounts that are shown."""
        return self._runner.run(self._calls.get_user_by_user_profile_margin_account_ids(user))

    def post_user_by_user_profile_margin_account_ids_remove(self, user: str, body: m.RemoveAccountsBody, *, idempotency_key: str | None=None) -> list[int]:
        """Hide empty margin accounts, and return which are still shown."""
        return self._runner.run(self._calls.post_user_by_user_profile_margin_account_ids_remove(user, body, idempotency_key=idempotency_key))

    def get_user_by_user_profile_onboard(self, user: str) -> m.Onboarding:
        """Return whether the wallet's owner accepted the terms."""
        return self._runner.run(self._calls.get_user_by_user_profile_onboard(user))

    def post_user_by_user_profile_onboard(self, user: str, body: m.OnboardBody, *, idempotency_key: str | None=None) -> m.Onboarding:
        """Accept the terms; a repeat changes nothing."""
        return self._runner.run(self._calls.post_user_by_user_profile_onboard(user, body, idempotency_key=idempotency_key))

    def get_user_by_user_profile_settings(self, user: str) -> m.ProfileSettings:
        """Return the settings of the wallet."""
        return self._runner.run(self._calls.get_user_by_user_profile_settings(user))

    def put_user_by_user_profile_settings(self, user: str, body: m.SettingsBody, *, idempotency_key: str | None=None) -> m.ProfileSettings:
        """Change settings: absent ones are kept, null brings the default back."""
        return self._runner.run(self._calls.put_user_by_user_profile_settings(user, body, idempotency_key=idempotency_key))

    def get_user_by_user_quarantined_deposits(self, user: str) -> list[m.QuarantinedDeposit]:
        """Return tokens that came without an accepted command."""
        return self._runner.run(self._calls.get_user_by_user_quarantined_deposits(user))

    def get_user_by_user_quote_add_liquidity(self, user: str, *, liquidity: str) -> m.AddLiquidityQuote:
        """Return the shares a deposit into the pool would mint now."""
        return self._runner.run(self._calls.get_user_by_user_quote_add_liquidity(user, liquidity=liquidity))

    def post_user_by_user_quote_close_position(self, user: str, body: m.ClosePositionBody) -> m.PositionQuote:
        """Return a quote for closing a position."""
        return self._runner.run(self._calls.post_user_by_user_quote_close_position(user, body))

    def post_user_by_user_quote_modify_position(self, user: str, body: m.PositionBody) -> m.PositionQuote:
        """Return a quote for changing a position."""
        return self._runner.run(self._calls.post_user_by_user_quote_modify_position(user, body))

    def post_user_by_user_quote_modify_positions(self, user: str, body: m.BasketBody) -> m.BasketQuote:
        """Return a quote for changing several positions in one order."""
        return self._runner.run(self._calls.post_user_by_user_quote_modify_positions(user, body))

    def post_user_by_user_quote_place_perp_order(self, user: str, body: m.PerpOrderBody) -> m.PerpOrderQuote:
        """Return what a waiting order would do: at its price, now, and what waiting saves."""
        return self._runner.run(self._calls.post_user_by_user_quote_place_perp_order(user, body))

    def post_user_by_user_quote_position_modification_limits(self, user: str, body: m.LimitsBody) -> list[m.ModificationLimits]:
        """Return the largest and smallest modification of each market that executes now."""
        return self._runner.run(self._calls.post_user_by_user_quote_position_modification_limits(user, body))

    def get_user_by_user_quote_remove_liquidity(self, user: str, *, lp_position_id: int, shares: str) -> m.RemoveLiquidityQuote:
        """Return the current payout of shares of an LP position at the exit price."""
        return self._runner.run(self._calls.get_user_by_user_quote_remove_liquidity(user, lp_position_id=lp_position_id, shares=shares))

    def get_user_by_user_quote_withdraw_margin(self, user: str, *, margin_account_id: int) -> m.WithdrawMarginQuote:
        """Return the withdrawable amount of a margin account."""
        return self._runner.run(self._calls.get_user_by_user_quote_withdraw_margin(user, margin_account_id=margin_account_id))

    def get_user_by_user_risk_screening(self, user: str) -> m.RiskScreening:
        """Return whether the wallet is high risk."""
        return self._runner.run(self._calls.get_user_by_user_risk_screening(user))

    def get_user_by_user_settlement_requests(self, user: str, *, limit: int | None=None, cursor: str | None=None, order: Literal['asc', 'desc'] | None=None, include_settled: bool | None=None) -> Page[m.SettlementRequest]:
        """Return the settlement requests by maturity."""
        return self._runner.run(self._calls.get_user_by_user_settlement_requests(user, limit=limit, cursor=cursor, order=order, include_settled=include_settled))

    def get_user_by_user_sol_balance(self, user: str) -> m.Balance:
        """Return the wallet's SOL."""
        return self._runner.run(self._calls.get_user_by_user_sol_balance(user))

    def get_user_by_user_staking_addresses(self, user: str) -> m.StakingAddresses:
        """Return the addresses of the wallet's stake, which exist before anything is staked."""
        return self._runner.run(self._calls.get_user_by_user_staking_addresses(user))

    def post_user_by_user_transaction_add_liquidity(self, user: str, body: m.AddLiquidityBody, *, idempotency_key: str | None=None) -> m.Transaction:
        """Build the transaction that deposits into the pool."""
        return self._runner.run(self._calls.post_user_by_user_transaction_add_liquidity(user, body, idempotency_key=idempotency_key))

    def post_user_by_user_transaction_amend_perp_order(self, user: str, body: m.AmendPerpOrderBody, *, idempotency_key: str | None=None) -> m.Transaction:
        """Build the transaction that amends a waiting order; what is left out stays as it is."""
        return self._runner.run(self._calls.post_user_by_user_transaction_amend_perp_order(user, body, idempotency_key=idempotency_key))

    def post_user_by_user_transaction_cancel_perp_order(self, user: str, body: m.CancelPerpOrderBody, *, idempotency_key: str | None=None) -> m.Transaction:
        """Build the transaction that cancels a waiting order."""
        return self._runner.run(self._calls.post_user_by_user_transaction_cancel_perp_order(user, body, idempotency_key=idempotency_key))

    def post_user_by_user_transaction_cancel_perp_orders(self, user: str, body: m.CancelPerpOrdersBody, *, idempotency_key: str | None=None) -> m.Transaction:
        """Build the transaction that cancels the waiting orders of an account, or those of one market."""
        return self._runner.run(self._calls.post_user_by_user_transaction_cancel_perp_orders(user, body, idempotency_key=idempotency_key))

    def post_user_by_user_transaction_claim_deposit(self, user: str, body: m.ClaimBody, *, idempotency_key: str | None=None) -> m.Transaction:
        """Build the transaction that claims a quarantined deposit."""
        return self._runner.run(self._calls.post_user_by_user_transaction_claim_deposit(user, body, idempotency_key=idempotency_key))

    def post_user_by_user_transaction_close_lp_position(self, user: str, body: m.LpPositionBody, *, idempotency_key: str | None=None) -> m.Transaction:
        """Build the transaction that closes a drained LP position."""
        return self._runner.run(self._calls.post_user_by_user_transaction_close_lp_position(user, body, idempotency_key=idempotency_key))

    def post_user_by_user_transaction_close_margin_account(self, user: str, body: m.AccountBody, *, idempotency_key: str | None=None) -> m.Transaction:
        """Build the transaction that closes an empty margin account."""
        return self._runner.run(self._calls.post_user_by_user_transaction_close_margin_account(user, body, idempotency_key=idempotency_key))

    def post_user_by_user_transaction_close_position(self, user: str, body: m.CloseTransactionBody, *, idempotency_key: str | None=None) -> m.Transaction:
        """Build the transaction that closes a position."""
        return self._runner.run(self._calls.post_user_by_user_transaction_close_position(user, body, idempotency_key=idempotency_key))

    def post_user_by_user_transaction_create_margin_account(self, user: str, body: m.CreateMarginAccountBody, *, idempotency_key: str | None=None) -> m.Transaction:
        """Build the transaction that opens a margin account."""
        return self._runner.run(self._calls.post_user_by_user_transaction_create_margin_account(user, body, idempotency_key=idempotency_key))

    def post_user_by_user_transaction_deposit_margin(self, user: str, body: m.DepositMarginBody, *, idempotency_key: str | None=None) -> m.Transaction:
        """Build the transaction that deposits margin."""
        return self._runner.run(self._calls.post_user_by_user_transaction_deposit_margin(user, body, idempotency_key=idempotency_key))

    def post_user_by_user_transaction_liquidate(self, user: str, body: m.LiquidateBody, *, idempotency_key: str | None=None) -> m.Transaction:
        """Build the transaction that liquidates another wallet's margin account."""
        return self._runner.run(self._calls.post_user_by_user_transaction_liquidate(user, body, idempotency_key=idempotency_key))

    def post_user_by_user_transaction_modify_position(self, user: str, body: m.ModifyPositionBody, *, idempotency_key: str | None=None) -> m.Transaction:
        """Build the transaction that changes a position."""
        return self._runner.run(self._calls.post_user_by_user_transaction_modify_position(user, body, idempotency_key=idempotency_key))

    def post_user_by_user_transaction_modify_positions(self, user: str, body: m.ModifyPositionsBody, *, idempotency_key: str | None=None) -> m.Transaction:
        """Build the transaction that changes several positions in one order, all or none."""
        return self._runner.run(self._calls.post_user_by_user_transaction_modify_positions(user, body, idempotency_key=idempotency_key))

    def post_user_by_user_transaction_place_perp_order(self, user: str, body: m.PlacePerpOrderBody, *, idempotency_key: str | None=None) -> m.Transaction:
        """Build the transaction that places a waiting order."""
        return self._runner.run(self._calls.post_user_by_user_transaction_place_perp_order(user, body, idempotency_key=idempotency_key))

    def post_user_by_user_transaction_process_settlement_requests(self, user: str, body: m.ProcessBody, *, idempotency_key: str | None=None) -> m.Transaction:
        """Build the transaction that processes mature settlement requests."""
        return self._runner.run(self._calls.post_user_by_user_transaction_process_settlement_requests(user, body, idempotency_key=idempotency_key))

    def post_user_by_user_transaction_remove_liquidity(self, user: str, body: m.RemoveLiquidityBody, *, idempotency_key: str | None=None) -> m.Transaction:
        """Build the transaction that requests the worth of shares of the pool."""
        return self._runner.run(self._calls.post_user_by_user_transaction_remove_liquidity(user, body, idempotency_key=idempotency_key))

    def post_user_by_user_transaction_set_delegate(self, user: str, body: m.DelegateBody, *, idempotency_key: str | None=None) -> m.Transaction:
        """Build the transaction that names, or with null removes, the delegate and its limits."""
        return self._runner.run(self._calls.post_user_by_user_transaction_set_delegate(user, body, idempotency_key=idempotency_key))

    def post_user_by_user_transaction_upgrade_lp_account(self, user: str, *, idempotency_key: str | None=None) -> m.Transaction:
        """Build the transaction that turns the legacy LP account into a position."""
        return self._runner.run(self._calls.post_user_by_user_transaction_upgrade_lp_account(user, idempotency_key=idempotency_key))

    def post_user_by_user_transaction_withdraw_margin(self, user: str, body: m.WithdrawMarginBody, *, idempotency_key: str | None=None) -> m.Transaction:
        """Build the transaction that requests a withdrawal of margin."""
        return self._runner.run(self._calls.post_user_by_user_transaction_withdraw_margin(user, body, idempotency_key=idempotency_key))
