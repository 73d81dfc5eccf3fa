"""Main base, reads of a wallet (API 4.9)."""

from chain.client import addresses
from chain.client.balances import sol_balance, token_balance
from edge.api.accounts import encode
from edge.api.accounts.reads import (
    all_requests,
    lp_position,
    lp_positions,
    margin_accounts,
    open_requests,
)
from edge.api.accounts.requests import (
    AccountHistoryQuery,
    CommandsQuery,
    LpPositionQuery,
    LpPositionsQuery,
    MarginAccountQuery,
    MarginAccountsQuery,
    SettlementQuery,
)
from edge.api.accounts.schemas import (
    Balance,
    LpAccount,
    LpPosition,
    MarginAccount,
    QuarantinedDeposit,
    RiskScreening,
    SettlementRequest,
    StakingAddresses,
)
from edge.api.context import Call
from edge.api.history import encode as history
from edge.api.history.schemas import CommandRow, Liquidation, LpEvent, MarginTransfer, Trade
from edge.api.pages import History, history_page
from edge.api.profile.schemas import AirdropClaim
from edge.http import costs
from edge.http.addresses import address_text
from edge.http.errors import ApiError
from edge.http.limits import OPERATOR_FILE_PERIOD_S
from edge.http.route import Answer, AnyHandler, Base, Collect, Page, route
from edge.http.schema.base import Nothing
from edge.http.schema.inputs import HistoryQuery
from edge.store.tables import (
    LiquidationRow,
    LpEventRow,
    MarginTransferRow,
    QuarantinedDepositRow,
    TradeRow,
    UserCommandRow,
)

USER = "/user/{user}"
DEPOSITS_MAX = 1_000
NODE = ("NODE_UNAVAILABLE",)
COMMANDS = History("commands_of_user", UserCommandRow, history.command_row)
TRADES = History("trades_of_user", TradeRow, history.trade)
TRANSFERS = History("transfers_of_user", MarginTransferRow, history.margin_transfer)
LP_EVENTS = History("lp_events_of_user", LpEventRow, history.lp_event)
LIQUIDATIONS = History("liquidations_of_user", LiquidationRow, history.liquidation)


@route(Base.MAIN, "GET", f"{USER}/risk-screening", returns=RiskScreening, cache="accounts")
async def get_risk_screening(call: Call[Nothing, Nothing]) -> RiskScreening:
    """Return whether the wallet is high risk."""
    return RiskScreening(is_high_risk=call.context.is_high_risk(call.user))


@route(Base.MAIN, "GET", f"{USER}/sol-balance", returns=Balance, cache="accounts", codes=NODE)
async def get_sol_balance(call: Call[Nothing, Nothing]) -> Balance:
    """Return the wallet's SOL."""
    return Balance(balance=str(await sol_balance(call.context.rpc, call.user)))


@route(
    Base.MAIN, "GET", f"{USER}/collateral-balance", returns=Balance, cache="accounts", codes=NODE
)
async def get_collateral_balance(call: Call[Nothing, Nothing]) -> Balance:
    """Return the wallet's collateral."""
    mint = call.context.facts.collateral_mint
    return Balance(balance=str(await token_balance(call.context.rpc, call.user, mint) or 0))


@route(Base.MAIN, "GET", f"{USER}/prcl-balance", returns=Balance, cache="accounts", codes=NODE)
async def get_token_balance(call: Call[Nothing, Nothing]) -> Balance:
    """Return the wallet's ACRE tokens."""
    mint = call.context.facts.token_mint
    return Balance(balance=str(await token_balance(call.context.rpc, call.user, mint) or 0))


@route(
    Base.MAIN,
    "GET",
    f"{USER}/margin-account",
    query=MarginAccountQuery,
    returns=MarginAccount,
    cache="accounts",
    codes=("MARGIN_ACCOUNT_NOT_FOUND",),
)
async def get_margin_account(call: Call[MarginAccountQuery, Nothing]) -> MarginAccount:
    """Return one margin account, the lowest open one without an id."""
    exchange, user = call.context.exchange, call.user
    account_id = call.query.margin_account_id
    if account_id is None:
        ids = exchange.user_view(user).margin_account_ids
        if not ids:
            raise ApiError("MARGIN_ACCOUNT_NOT_FOUND")
        account_id = min(ids)
    view = exchange.margin_account_view(user, account_id, call.now_s)
    return encode.margin_account(view, call.context.facts.exchange)


@route(
    Base.MAIN,
    "GET",
    f"{USER}/margin-accounts",
    query=MarginAccountsQuery,
    returns=list[MarginAccount],
    cache="accounts",
    cost=costs.LIST,
)
async def get_margin_accounts(call: Call[MarginAccountsQuery, Nothing]) -> list[MarginAccount]:
    """Return the open margin accounts by id."""
    rows = margin_accounts(call.context, call.user, call.now_s)
    wanted = call.query.ids
    return rows if wanted is None else [row for row in rows if row.id in set(wanted)]


@route(
    Base.MAIN,
    "GET",
    f"{USER}/lp-positions",
    query=LpPositionsQuery,
    returns=list[LpPosition],
    is_page=True,
    cache="accounts",
    cost=costs.LIST,
)
async def get_lp_positions(call: Call[LpPositionsQuery, Nothing]) -> Page:
    """Return the LP positions by maturity."""
    return lp_positions(call.context, call.user, call.query, call.now_s)


@route(
    Base.MAIN,
    "GET",
    f"{USER}/lp-position",
    query=LpPositionQuery,
    returns=LpPosition,
    cache="accounts",
    codes=("LP_POSITION_NOT_FOUND",),
)
async def get_lp_position(call: Call[LpPositionQuery, Nothing]) -> LpPosition:
    """Return one LP position, closed or not."""
    context, position_id = call.context, call.query.lp_position_id
    view = context.exchange.lp_position(call.user, position_id, call.now_s)
    if view is None:
        raise ApiError("LP_POSITION_NOT_FOUND")
    return lp_position(context, view, call.now_s)


@route(Base.MAIN, "GET", f"{USER}/lp-account", returns=LpAccount | None, cache="accounts")
async def get_lp_account(call: Call[Nothing, Nothing]) -> LpAccount | None:
    """Return the legacy LP account; null for whom the operator granted none."""
    view = call.context.exchange.lp_account(call.user, call.now_s)
    return None if view is None else encode.lp_account(view, call.context.facts.exchange)


@route(Base.MAIN, "GET", f"{USER}/staking-addresses", returns=StakingAddresses, cache="accounts")
async def get_staking_addresses(call: Call[Nothing, Nothing]) -> StakingAddresses:
    """Return the addresses of the wallet's stake, which exist before anything is staked."""
    facts, owner = call.context.facts, call.user
    positions = addresses.derive(facts.exchange, b"stake_positions", owner)
    return StakingAddresses(
        stake_account=address_text(addresses.stake(facts.exchange, owner)),
        custody=address_text(facts.token_vault),
        positions_account=address_text(positions),
        mint=address_text(facts.token_mint),
    )


@route(Base.MAIN, "GET", f"{USER}/event/airdrop_claim", returns=AirdropClaim, cache="accounts")
async def get_airdrop_claim(call: Call[Nothing, Nothing]) -> AirdropClaim:
    """Return the wallet's airdrop, and whether it was claimed."""
    user, table = call.user, call.context.lists.airdrop
    if table is not None and table.value is None:
        wait = {"Retry-After": str(int(OPERATOR_FILE_PERIOD_S))}  # until it is read again
        raise ApiError("MAINTENANCE", "The table of the airdrop cannot be read", headers=wait)
    claim = table.value.get(user) if table is not None and table.value is not None else None
    at_s = claim.claimed_at_s if claim is not None else None
    return AirdropClaim(
        is_eligible=claim is not None,
        amount=str(claim.amount_e6 if claim is not None else 0),
        claimed=at_s is not None,
        claimed_at=at_s,
        signature=claim.signature if claim is not None else None,
    )


@route(
    Base.MAIN,
    "GET",
    f"{USER}/settlement-requests",
    query=SettlementQuery,
    returns=list[SettlementRequest],
    is_page=True,
    cache="accounts",
    cost=costs.LIST,
)
async def get_settlement_requests(call: Call[SettlementQuery, Nothing]) -> Page:
    """Return the settlement requests by maturity."""
    context, user, query = call.context, call.user, call.query
    if query.include_settled:
        return await all_requests(context, user, query, call.now_s)
    return open_requests(context, user, query, call.now_s)


@route(
    Base.MAIN,
    "GET",
    f"{USER}/commands",
    query=CommandsQuery,
    returns=list[CommandRow],
    is_page=True,
    cache="accounts",
    cost=costs.HISTORY,
)
async def get_commands(call: Call[CommandsQuery, Nothing]) -> Page:
    """Return the outcomes of the wallet's commands."""
    filters = (call.query.status,)
    return await history_page(call.context, call.query, COMMANDS, (call.user,), filters)


@route(
    Base.MAIN,
    "GET",
    f"{USER}/quarantined-deposits",
    returns=list[QuarantinedDeposit],
    cache="accounts",
    cost=costs.LIST,
)
async def get_quarantined_deposits(call: Call[Nothing, Nothing]) -> list[QuarantinedDeposit]:
    """Return tokens that came without an accepted command."""
    context = call.context
    rows = await context.store.select(
        QuarantinedDepositRow, "history.quarantined_deposits", call.user, DEPOSITS_MAX
    )
    return [encode.quarantined_deposit(row, context.facts) for row in rows]


def _history(name: str, query: type[HistoryQuery], row: type) -> Collect:
    """Register a history of a wallet on both bases."""

    def collect(handler: AnyHandler) -> AnyHandler:
        main, express = f"{USER}/history/{name}", f"/portfolio/{{user}}/history/{name}"
        pages: Answer = list[row]  # type: ignore[valid-type]
        paged: Collect = route(
            Base.MAIN,
            "GET",
            main,
            query=query,
            returns=pages,
            is_page=True,
            cache="accounts",
            cost=costs.HISTORY,
        )
        listed: Collect = route(
            Base.EXPRESS,
            "GET",
            express,
            query=query,
            returns=pages,
            rows="events",
            cache="feed",
            cost=costs.HISTORY,
        )
        return paged(listed(handler))

    return collect


@_history("trade", AccountHistoryQuery, Trade)
async def get_trades(call: Call[AccountHistoryQuery, Nothing]) -> Page:
    """Return the wallet's trades."""
    filters = (call.query.margin_account_id, call.query.market_id)
    return await history_page(call.context, call.query, TRADES, (call.user,), filters)


@_history("margin-transfer", AccountHistoryQuery, MarginTransfer)
async def get_margin_transfers(call: Call[AccountHistoryQuery, Nothing]) -> Page:
    """Return the wallet's margin deposits and withdrawals."""
    filters = (call.query.margin_account_id,)
    return await history_page(call.context, call.query, TRANSFERS, (call.user,), filters)


@_history("lp", HistoryQuery, LpEvent)
async def get_lp_events(call: Call[HistoryQuery, Nothing]) -> Page:
    """Return the wallet's deposits into and removals from the pool."""
    return await history_page(call.context, call.query, LP_EVENTS, (call.user,), ())


@_history("liquidation", AccountHistoryQuery, Liquidation)
async def get_liquidations(call: Call[AccountHistoryQuery, Nothing]) -> Page:
    """Return the pieces of the wallet's positions that liquidations closed."""
    filters = (call.query.margin_account_id, call.query.market_id)
    return await history_page(call.context, call.query, LIQUIDATIONS, (call.user,), filters)
