"""Trading perpetuals with the client against the whole service: real chain, engine and database."""

import asyncio
from contextlib import asynccontextmanager
from decimal import ROUND_FLOOR, Decimal
from types import SimpleNamespace

import pytest
import pytest_asyncio
from msgspec.structs import replace
from solders.keypair import Keypair

from acre_sdk import AcreClient, AcreError, CommandRefused, UnsafeTransaction
from acre_sdk.generated import models as m
from acre_sdk.trading import perps
from chain.client.wallet import sign_and_send
from tests.edge.keeper.conftest import following, url_of
from tests.edge.service_world import running_service

USD = 10**6
E8 = 10**8
pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def live(tmp_path_factory, postgres_cluster):
    """A service that follows its chain."""
    home, url = tmp_path_factory.mktemp("perps"), postgres_cluster.create_database("sdk_perps")
    async with running_service(home, url) as service, following(service):
        yield service


@asynccontextmanager
async def trading(service, key=None, **options):
    """A client of a wallet that the faucet has filled."""
    async with AcreClient(url_of(service), key or Keypair(), **options) as client:
        if key is None:
            await client.faucet()
        yield client


async def test_a_position_is_opened_with_a_leverage_and_closed(live):
    async with trading(live) as client:
        symbol = (await client.perps.markets())[0].metadata.symbol
        before = await client.balances()
        fill = await client.perps.open(symbol, "long", notional=500, leverage=3)
        assert (fill.symbol, fill.side, fill.kind, fill.account) == (symbol, "long", "open", 1)
        assert fill.size > 0
        assert Decimal(499) < fill.notional <= 500
        assert fill.fee > 0
        (account,) = await client.margin.accounts()
        assert account.leverage_multiple is not None
        assert Decimal("2.8") < account.leverage_multiple <= 3
        spent = before.collateral - (await client.balances()).collateral
        assert spent * USD == account.margin_collateral + fill.fee * USD + fill.surcharge * USD
        (position,) = await client.perps.positions()
        assert (position.symbol, position.size, position.account) == (symbol, fill.size, 1)
        closed = await client.perps.close(symbol)
        assert (closed.kind, closed.size, closed.position) == ("close", -fill.size, 0)
        assert await client.perps.positions() == []


@asynccontextmanager
async def recorded(client):
    """Collect the raw accounts and markets of each read; `change` alters the markets."""
    found = SimpleNamespace(accounts=[], markets=[], change=lambda rows: rows)
    main = client.main
    accounts, markets = main.get_user_by_user_margin_accounts, main.get_account_markets

    async def read_accounts(user):
        found.accounts.append(await accounts(user))
        return found.accounts[-1]

    async def read_markets():
        found.markets.append(found.change(await markets()))
        return found.markets[-1]

    main.get_user_by_user_margin_accounts, main.get_account_markets = read_accounts, read_markets
    yield found
    main.get_user_by_user_margin_accounts, main.get_account_markets = accounts, markets


async def test_positions_are_the_integers_of_the_api_scaled(live):
    async with trading(live) as client:
        first, second = [row.metadata.symbol for row in (await client.perps.markets())[:2]]
        await client.margin.create(2_000, account=2)
        await client.margin.create(2_000, account=4)
        await client.perps.open(first, "long", notional=700, account=2)
        await client.perps.open(second, "short", size="1.234567", account=4)
        async with recorded(client) as found:
            rows = await client.perps.positions()
        assert [(row.account, row.symbol, row.side) for row in rows] == [
            (2, first, "long"),
            (4, second, "short"),
        ]
        accounts = {row.id: row for row in found.accounts[-1]}
        markets = {row.metadata.symbol: row for row in found.markets[-1]}
        for row, sign in zip(rows, (1, -1), strict=True):
            (held,) = accounts[row.account].positions
            pnl = held.pnl_info
            assert row.size * USD == sign * held.open_interest.size
            assert row.notional * USD == held.open_interest.notional
            assert row.entry_price * E8 == held.last_interaction_price
            assert row.index_price * E8 == markets[row.symbol].index_price
            assert row.pnl * USD == pnl.total_pnl.value
            assert row.price_pnl * USD == pnl.price_component.value
            assert row.funding_pnl * USD == pnl.accrued_funding.value
            assert row.pnl == row.price_pnl + row.funding_pnl
            assert row.leverage == held.leverage_multiple
            price = held.liquidation_price
            assert row.liquidation_price == (None if price is None else Decimal(price) / E8)
            gained = abs(row.size) * (row.index_price - row.entry_price) * sign
            assert gained - Decimal("0.000001") < row.price_pnl <= gained
            assert row.notional == (abs(row.size) * row.index_price).quantize(
                row.notional, rounding=ROUND_FLOOR
            )


async def test_a_position_and_its_index_are_of_one_moment(live):
    """A price update between the two reads: both are read again, a bounded number of times."""
    async with trading(live) as client:
        symbol = (await client.perps.markets())[0].metadata.symbol
        fill = await client.perps.open(symbol, "short", notional=500, leverage=2)

        def another(rows):
            return [replace(row, index_price=row.index_price + 10**6) for row in rows]

        async with recorded(client) as found:
            found.change = lambda rows: rows if found.markets else another(rows)
            (row,) = await client.perps.positions()
            assert row.index_price == fill.index_price
            assert (len(found.accounts), len(found.markets)) == (2, 2)
            found.change = another
            (row,) = await client.perps.positions()
            assert row.index_price != fill.index_price
            assert len(found.markets) == 5
            found.change = lambda _rows: []
            with pytest.raises(AcreError, match="BAD_ANSWER"):
                await client.perps.positions()


async def test_no_digit_of_a_position_is_lost():
    amounts = m.Amounts(size=2**63 - 1, notional=2**62 + 1)
    share = {"percent_change": Decimal(0)}
    pnl = m.PnlInfo(
        total_pnl=m.Change(value=-(2**61) - 1, **share),
        price_component=m.Change(value=1, **share),
        accrued_funding=m.Change(value=-(2**61) - 2, **share),
    )
    names = m.Position.__struct_fields__
    facts = dict.fromkeys(names, 0) | {
        "market_id": 1,
        "side": "short",
        "open_interest": amounts,
        "pnl_info": pnl,
        "last_interaction_price": 2**63 - 1,
        "liquidation_price": None,
        "leverage_multiple": None,
    }
    market = SimpleNamespace(index_price=1, metadata=SimpleNamespace(symbol="MIA"))
    row = perps._position(3, market, m.Position(**facts))
    assert str(row.size) == "-9223372036854.775807"
    assert str(row.notional) == "4611686018427.387905"
    assert str(row.entry_price) == "92233720368.54775807"
    assert f"{row.index_price:f}" == "0.00000001"
    assert str(row.pnl) == "-2305843009213.693953"
    assert f"{row.price_pnl:f}" == "0.000001"
    assert (row.leverage, row.liquidation_price) == (None, None)


async def test_an_account_that_has_enough_takes_no_deposit(live):
    async with trading(live) as client:
        symbol = (await client.perps.markets())[0].metadata.symbol
        await client.margin.create("1000.50", name="Main")
        before = await client.balances()
        fill = await client.perps.open(symbol, "short", size="2.5", leverage=5, slippage="0.02")
        assert (fill.side, fill.size, fill.position) == ("short", Decimal("-2.5"), Decimal("-2.5"))
        assert (await client.balances()).collateral == before.collateral
        more = await client.perps.open(symbol, "short", notional=2_000, leverage=2)
        assert (await client.balances()).collateral < before.collateral
        (account,) = await client.margin.accounts()
        assert account.leverage_multiple <= 2
        assert account.name == "Main"
        part = await client.perps.close(symbol, size=1)
        assert (part.kind, part.size) == ("decrease", 1)
        assert part.position == more.position + 1


async def test_margin_is_deposited_and_withdrawn(live):
    async with trading(live) as client:
        created = await client.margin.create()
        assert created.command == "create-margin-account"
        assert created.network_fee >= Decimal("0.000005")
        await client.margin.deposit(100)
        (account,) = await client.margin.accounts()
        assert account.margin_collateral == 100 * USD
        taken = await client.margin.withdraw("40.25", tip="0.1")
        assert (taken.amount, taken.account) == (Decimal("40.25"), 1)
        assert taken.maturity > taken.timestamp
        rows = await client.main.get_user_by_user_settlement_requests(client.address)
        assert [(row.amount, row.keeper_tip) for row in rows.rows] == [(40_250_000, 100_000)]
        with pytest.raises(AcreError) as refused:
            await client.margin.withdraw(1_000)
        assert refused.value.code == "WITHDRAW_EXCEEDS_MAX"
        await client.margin.withdraw("59.75")
        await client.margin.close(1)
        with pytest.raises(AcreError) as none:
            await client.margin.deposit(1)
        assert none.value.code == "MARGIN_ACCOUNT_NOT_FOUND"


async def test_orders_wait_and_are_cancelled(live):
    async with trading(live) as client:
        market = (await client.perps.markets())[0]
        symbol, index = market.metadata.symbol, Decimal(market.index_price) / 10**8
        await client.perps.open(symbol, "long", size=2, leverage=2)
        low, high = f"{index * 9 / 10:.8f}", f"{index * 11 / 10:.8f}"
        placed = [
            await client.perps.limit(
                symbol, "long", price=low, notional=100, stop="1", target=high
            ),
            await client.perps.limit(symbol, "short", price=high, size=1, reduce_only=True),
            await client.perps.stop(symbol, price=low),
            await client.perps.take_profit(symbol, price=high, size="0.5", days=1),
            await client.perps.trailing_stop(symbol, rate="0.05"),
            await client.perps.auction(symbol, "short", size=1),
        ]
        rows = {row.order_id: row for row in await client.perps.orders()}
        assert set(rows) == {one.order_id for one in placed}
        kinds = [rows[one.order_id].order_type for one in placed]
        assert kinds == ["limit", "limit", "stop", "takeProfit", "trailing", "auction"]
        assert rows[placed[0].order_id].size == 100 * 10**14 // int(Decimal(low) * 10**8)
        assert rows[placed[3].order_id].side == "short"
        await client.perps.cancel(placed[0].order_id)
        assert len(await client.perps.orders()) == 5
        with pytest.raises(AcreError) as gone:
            await client.perps.cancel(placed[0].order_id)
        assert gone.value.code == "ORDER_NOT_FOUND"
        await client.perps.cancel_all(symbol)
        await client.perps.cancel_all()
        assert await client.perps.orders() == []


@pytest.mark.parametrize("notional", [10, 500])
@pytest.mark.parametrize("is_most", [False, True])
async def test_a_leverage_deposits_the_minimum_margin_too(live, notional, is_most):
    async with trading(live) as client:
        market = (await client.perps.markets())[0]
        leverage = market.max_leverage_multiple if is_most else 2
        symbol = market.metadata.symbol
        fill = await client.perps.open(symbol, "long", notional=notional, leverage=leverage)
        assert fill.kind == "open"
        (account,) = await client.margin.accounts()
        assert account.margin_collateral < (Decimal(notional) / leverage + 10) * USD


async def test_a_leverage_beyond_the_maximum_moves_no_money(live):
    async with trading(live) as client:
        market = (await client.perps.markets())[0]
        symbol, most = market.metadata.symbol, market.max_leverage_multiple
        before = await client.balances()
        with pytest.raises(AcreError) as refused:
            await client.perps.open(symbol, "long", notional=100, leverage=most + Decimal("0.01"))
        assert refused.value.code == "BAD_LEVERAGE"
        assert f"at most {most}" in refused.value.message
        assert await client.balances() == before
        assert await client.margin.accounts() == []


@pytest.mark.parametrize(
    "wrong",
    [
        {"side": "buy"},
        {"side": "LONG"},
        {"slippage": 1},
        {"slippage": "-0.01"},
        {"worst_price": 0},
        {"stop": "1e2"},
        {"target": "310.123456789"},
    ],
    ids=str,
)
async def test_an_order_in_wrong_words_moves_no_money(live, wrong):
    async with trading(live) as client:
        symbol = (await client.perps.markets())[0].metadata.symbol
        before = await client.balances()
        words = {"side": "long", "notional": 100, "leverage": 2, **wrong}
        with pytest.raises(ValueError, match=next(iter(wrong))):
            await client.perps.open(symbol, **words)
        assert await client.balances() == before
        assert await client.margin.accounts() == []


async def test_an_order_that_waits_is_amended_and_keeps_its_number(live):
    async with trading(live) as client:
        perps, market = client.perps, (await client.perps.markets())[0]
        symbol, index = market.metadata.symbol, Decimal(market.index_price) / 10**8
        await perps.open(symbol, "long", size=2, leverage=2)
        low, lower, high = (f"{index * tenths / 10:.8f}" for tenths in (9, 8, 11))
        placed = {
            "limit": await perps.limit(symbol, "long", price=low, size=1, stop="1"),
            "stop": await perps.stop(symbol, price=low),
            "takeProfit": await perps.take_profit(symbol, price=high, size=1),
            "trailing": await perps.trailing_stop(symbol, rate="0.05"),
            "auction": await perps.auction(symbol, "short", size=1),
        }
        number = {kind: one.order_id for kind, one in placed.items()}
        before = {row.order_id: row for row in await perps.orders()}
        done = await perps.amend(number["limit"], price=lower, size="0.5")
        assert (done.order_id, done.symbol, done.command) == (
            number["limit"], symbol, "amend-perp-order",
        )  # fmt: skip
        await perps.amend(number["stop"], price=lower, worst_price="1")
        await perps.amend(number["takeProfit"], size="0.25", days=3)
        await perps.amend(number["trailing"], rate="0.0625")
        await perps.amend(number["auction"], size=2)
        rows = {row.order_type: row for row in await perps.orders()}
        assert {kind: row.order_id for kind, row in rows.items()} == number
        limit, stop, trailing = rows["limit"], rows["stop"], rows["trailing"]
        assert (limit.trigger_price, limit.size) == (Decimal(lower) * 10**8, 500_000)
        assert (limit.side, limit.stop_price) == ("long", 10**8)
        assert limit.expires_at == before[limit.order_id].expires_at
        assert (stop.trigger_price, stop.acceptable_price) == (Decimal(lower) * 10**8, 10**8)
        assert stop.whole_position
        profit = rows["takeProfit"]
        assert (abs(profit.size), profit.side) == (250_000, "short")
        assert profit.expires_at < before[profit.order_id].expires_at
        assert profit.trigger_price == before[profit.order_id].trigger_price
        assert trailing.trail_rate == Decimal("0.0625")
        assert (abs(rows["auction"].size), rows["auction"].side) == (2_000_000, "short")
        for kind, wrong in (
            ("stop", {"size": 1}),
            ("trailing", {"price": 1}),
            ("auction", {"price": 1}),
            ("limit", {"worst_price": 1}),
            ("limit", {"rate": "0.1"}),
            ("trailing", {"rate": 1}),
        ):
            with pytest.raises(ValueError, match=r"has no|below 1"):
                await perps.amend(number[kind], **wrong)
        with pytest.raises(AcreError) as unknown:
            await perps.amend(10**6, price=low)
        assert unknown.value.code == "ORDER_NOT_FOUND"
        assert rows == {row.order_type: row for row in await perps.orders()}


async def test_an_amendment_of_other_terms_than_were_asked_for_is_not_signed(live):
    """A server that doubles the size of what it builds."""
    async with trading(live) as client:
        perps, market = client.perps, (await client.perps.markets())[0]
        await client.margin.create(1_000)
        price = f"{Decimal(market.index_price) / 10**8 / 2:.8f}"
        placed = await perps.limit(market.metadata.symbol, "long", price=price, size=1)
        build = client.main.post_user_by_user_transaction_amend_perp_order

        async def doubled(user, body):
            body.input = str(2 * int(body.input))
            return await build(user, body)

        client.main.post_user_by_user_transaction_amend_perp_order = doubled
        with pytest.raises(UnsafeTransaction, match="another size"):
            await perps.amend(placed.order_id, days=2)
        (row,) = await perps.orders()
        assert row.size == 1_000_000


async def test_a_delegate_trades_and_cannot_withdraw(live):
    async with trading(live) as owner:
        symbol = (await owner.perps.markets())[0].metadata.symbol
        await owner.margin.create(500)
        key = await owner.delegates.create(days=7, notional_per_day=1_000, markets=[symbol])
        (account,) = await owner.margin.accounts()
        assert account.delegate == str(key.pubkey())
        assert account.delegate_terms.notional_per_day == 1_000 * USD
        async with trading(live, key, owner=owner.address) as bot:
            assert (await bot.balances()).sol == Decimal("0.01")
            fill = await bot.perps.open(symbol, "long", notional=200)
            assert [one.size for one in await owner.perps.positions()] == [fill.size]
            placed = await bot.perps.stop(symbol, price="1")
            assert placed.order_id is None
            assert [one.order_type for one in await owner.perps.orders()] == ["stop"]
            with pytest.raises(AcreError) as refused:
                await bot.margin.withdraw(1)
            assert refused.value.code == "NOT_OWNER"
            with pytest.raises(AcreError) as beyond:
                await bot.perps.open(symbol, "long", notional=900)
            assert beyond.value.code == "DELEGATE_LIMIT"
            await owner.delegates.revoke()
            with pytest.raises(AcreError) as ended:
                await bot.perps.close(symbol)
            assert ended.value.code == "NOT_OWNER"
        assert (await owner.perps.close(symbol)).position == 0


async def test_refusals_have_codes_and_words(live):
    async with trading(live) as client:
        symbol = (await client.perps.markets())[0].metadata.symbol
        await client.margin.create(100)
        perps = client.perps
        for wrong, code in (
            (lambda: perps.open(symbol, "long", notional=5_000), "INSUFFICIENT_MARGIN"),
            (lambda: perps.open("NOWHERE", "long", notional=1), "MARKET_NOT_FOUND"),
            (lambda: perps.close(symbol), "NO_POSITION"),
            (lambda: perps.stop(symbol, price=1, size=1), "NO_POSITION"),
            (lambda: perps.open(symbol, "long", size=1, worst_price="0.01"), "SLIPPAGE_EXCEEDED"),
        ):
            with pytest.raises(AcreError) as refused:
                await wrong()
            assert refused.value.code == code
            assert refused.value.message
        for wrong in (
            lambda: perps.open(symbol, "long"),
            lambda: perps.open(symbol, "long", notional=1, size=1),
            lambda: perps.open(symbol, "long", notional="1.0000001"),
            lambda: perps.open(symbol, "long", notional=50, slippage=1),
            lambda: perps.trailing_stop(symbol, rate=1),
        ):
            with pytest.raises(ValueError, match=r"\w"):
                await wrong()
        with pytest.raises(TypeError, match="notional"):
            await client.perps.open(symbol, "long", notional=0.5)


async def test_a_refusal_on_the_chain_is_one(live):
    """Another client of the same wallet uses a higher nonce between building and applying."""
    async with trading(live) as client:
        await client.margin.create(100)
        commands, world = client.perps._commands, live.world
        true_send = commands._node.send

        async def passed_by(transaction):
            built = await world.builders.build(
                bytes(client._key.pubkey()), "withdraw-margin", account=1, amount=100 * USD
            )
            await sign_and_send(world.rpc, built, [client._key])
            await true_send(transaction)

        commands._node.send = passed_by
        with pytest.raises(CommandRefused) as refused:
            await client.margin.withdraw(50)
        assert refused.value.code == "NONCE_TOO_LOW"
        assert refused.value.message == "The nonce was already used"
        assert refused.value.signature


async def test_a_send_that_was_lost_and_then_not_repeated_is_followed(live):
    """The node has it from a first attempt; a second one does not reach the node."""
    async with trading(live) as client:
        node = client.perps._commands._node
        true_send = node.send

        async def lost(transaction):
            await true_send(transaction)
            error = AcreError("NOT_CONNECTED", "the node is away")
            error.is_after_lost_answer = True
            raise error

        async def unknown(_signature):
            return None

        node.send, node.landing = lost, unknown
        assert (await client.margin.create(100)).command == "create-margin-account"


async def test_commands_of_one_client_wait_for_each_other(live):
    async with trading(live) as client:
        await client.margin.create(10)
        done = await asyncio.gather(*(client.margin.deposit(1) for _ in range(5)))
        nonces = [one.nonce for one in done]
        assert sorted(set(nonces)) == sorted(nonces)
        (account,) = await client.margin.accounts()
        assert account.margin_collateral == 15 * USD


async def test_outcomes_come_without_the_stream(live, monkeypatch):
    async with trading(live) as client:

        async def deaf():
            """Open nothing: every outcome has to be asked for."""

        monkeypatch.setattr(client._outcomes, "open", deaf)
        symbol = (await client.perps.markets())[0].metadata.symbol
        fill = await client.perps.open(symbol, "long", notional=50, leverage=2)
        assert (await client.perps.stop(symbol, price="1")).order_id
        assert fill.kind == "open"
