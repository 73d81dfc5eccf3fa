"""A refused command changes nothing but the quarantine; impossible records are errors."""

from dataclasses import replace
from typing import Any

import pytest

from engine.core.exchange import Exchange
from engine.core.generated import messages as m
from engine.schema.errors import EngineError, ErrorCode
from tests.engine.core.support.world import (
    E6,
    E8,
    E12,
    OPERATOR,
    World,
    assert_vault,
    exchange_parameters,
    market_parameters,
    wallet,
)

HUGE = 2**63 - 1
LIMIT = 9 * 10**18


def funded() -> tuple[World, bytes]:
    world = World()
    world.add_liquidity()
    world.market()
    owner = world.account()
    world.modify(owner, 10 * E6)
    world.chain(m.WithdrawMargin, owner, account_id=1, amount_e6=E6)
    assert not world.rejected
    return world, owner


ACCOUNT: dict[str, Any] = {"owner": wallet(1), "account_id": 1}
TRADE = ACCOUNT | {"market_id": 1, "limit_e8": 10**13}
BAD_CHAIN: list[tuple[type[Any], dict[str, Any], ErrorCode]] = [
    (m.CreateMarginAccount, {"account_id": 1}, ErrorCode.MARGIN_ACCOUNT_EXISTS),
    (m.CreateMarginAccount, {"account_id": 2, "name": "tab\there"}, ErrorCode.VALIDATION),
    (m.CloseMarginAccount, {"account_id": 1}, ErrorCode.MARGIN_ACCOUNT_NOT_EMPTY),
    (m.CloseMarginAccount, {"account_id": 77}, ErrorCode.MARGIN_ACCOUNT_NOT_FOUND),
    (m.DepositMargin, ACCOUNT, ErrorCode.INPUT_NOT_POSITIVE),
    (m.DepositMargin, ACCOUNT | {"amount_e6": -1}, ErrorCode.DEPOSIT_MISMATCH),
    (m.DepositMargin, ACCOUNT | {"amount_e6": 5}, ErrorCode.DEPOSIT_MISMATCH),
    (m.WithdrawMargin, {"account_id": 1}, ErrorCode.INPUT_NOT_POSITIVE),
    (m.WithdrawMargin, {"account_id": 1, "amount_e6": -5}, ErrorCode.INPUT_NOT_POSITIVE),
    (m.WithdrawMargin, {"account_id": 1, "amount_e6": HUGE}, ErrorCode.AMOUNT_OUT_OF_RANGE),
    (m.WithdrawMargin, {"account_id": 1, "amount_e6": LIMIT}, ErrorCode.WITHDRAW_EXCEEDS_MAX),
    (
        m.WithdrawMargin,
        {"account_id": 1, "amount_e6": E6, "tip_e6": -1},
        ErrorCode.VALIDATION,
    ),
    (m.ModifyPosition, TRADE, ErrorCode.INPUT_NOT_POSITIVE),
    (m.ModifyPosition, TRADE | {"size_e6": HUGE}, ErrorCode.AMOUNT_OUT_OF_RANGE),
    (m.ModifyPosition, TRADE | {"size_e6": -HUGE - 1}, ErrorCode.AMOUNT_OUT_OF_RANGE),
    (m.ModifyPosition, TRADE | {"size_e6": E6, "market_id": 0}, ErrorCode.MARKET_NOT_FOUND),
    (m.ModifyPosition, TRADE | {"size_e6": E6, "market_id": 9}, ErrorCode.MARKET_NOT_FOUND),
    (m.ModifyPosition, TRADE | {"size_e6": E6, "limit_e8": 0}, ErrorCode.VALIDATION),
    (m.ModifyPosition, TRADE | {"size_e6": E6, "owner": wallet(5)}, ErrorCode.NOT_OWNER),
    (m.ModifyPosition, TRADE | {"size_e6": 900 * E6}, ErrorCode.INSUFFICIENT_MARGIN),
    (
        m.ModifyPosition,
        TRADE | {"size_e6": E6, "account_id": 9},
        ErrorCode.MARGIN_ACCOUNT_NOT_FOUND,
    ),
    (m.ClosePosition, TRADE | {"size_e6": -1}, ErrorCode.INPUT_NOT_POSITIVE),
    (m.ClosePosition, TRADE | {"size_e6": HUGE}, ErrorCode.AMOUNT_OUT_OF_RANGE),
    (m.ClosePosition, TRADE | {"size_e6": 11 * E6}, ErrorCode.CLOSE_EXCEEDS_POSITION),
    (m.ClosePosition, TRADE, ErrorCode.SLIPPAGE_EXCEEDED),
    (m.AddLiquidity, {}, ErrorCode.INPUT_NOT_POSITIVE),
    (m.ProcessSettlementRequests, {}, ErrorCode.VALIDATION),
    (m.ProcessSettlementRequests, {"request_count": 9}, ErrorCode.VALIDATION),
    (
        m.ProcessSettlementRequests,
        {"request_count": 8, "request_ids": (1, 1, 2, 3, 4, 5, 6, HUGE)},
        ErrorCode.NOTHING_TO_SETTLE,
    ),
    (m.ClaimDeposit, {"deposit_id": HUGE}, ErrorCode.DEPOSIT_NOT_FOUND),
]


@pytest.mark.parametrize(("kind", "fields", "code"), BAD_CHAIN)
def test_bad_input_of_users_leaves_the_state_as_it_was(kind, fields, code):
    world, owner = funded()
    before = world.exchange.state_hash()
    command = world.stamp(kind, owner, **fields)
    assert world.exchange.check(replace(command, time_s=world.now_s)) is code
    events = world.send(command)
    assert world.code is code
    assert [type(e) for e in events] == [m.CommandRejected]
    assert world.exchange.state_hash() == before
    assert_vault(world)


OTHERS = [
    m.AuthorisePayout(owner=wallet(1), request_id=1),  # still pending
    m.AuthorisePayout(owner=wallet(1), request_id=HUGE),
    m.ExpirePayout(owner=wallet(1), request_id=1),
    m.RecordPayout(owner=wallet(1), request_id=1),
    m.RecordPayout(owner=wallet(77), request_id=1),
    m.PostPrint(market_id=0, price_e8=E8, published_at_s=1),
    m.PostPrint(market_id=9, price_e8=E8, published_at_s=1),
    m.PostPrint(market_id=1, price_e8=0, published_at_s=1),
    m.PostPrint(market_id=1, price_e8=HUGE, published_at_s=1),
    m.PostPrint(market_id=1, price_e8=E8, published_at_s=HUGE),
    m.PostPrint(market_id=1, price_e8=E8, confidence_e8=-1, published_at_s=1),
    m.ConfirmPrint(operator=OPERATOR, market_id=1),
    m.ConfirmPrint(operator=OPERATOR, market_id=99),
    m.PauseMarket(operator=OPERATOR, market_id=0),
    m.UnpauseMarket(operator=OPERATOR, market_id=99),
    m.Halt(operator=wallet(1)),
    m.PauseExchange(),
    m.CreateExchange(operator=OPERATOR, **exchange_parameters()),
]


@pytest.mark.parametrize("command", OTHERS)
def test_bad_input_of_others_leaves_the_state_as_it_was(command):
    world, _ = funded()
    before = world.exchange.state_hash()
    world.send(command)
    assert world.rejected
    assert world.exchange.state_hash() == before


@pytest.mark.parametrize(
    "fields",
    [
        {"symbol": "M"},
        {"symbol": "mia"},
        {"symbol": "MIA"},  # taken
        {"name": ""},
        {"price_e8": 0},
        {"price_e8": 10**13 + 1},
        {"published_at_s": HUGE},
        {"published_at_s": -1},
        {"n_fast": 0},
        {"n_slow": 1001},
        {"level_n": 366},
        {"taker_fee_rate_e12": 5 * 10**10 + 1},
        {"maker_fee_rate_e12": -1},
        {"min_initial_margin_ratio_e12": E12 // 100 - 1},
        {"print_band_pause_e12": 2 * 10**10},
        {"skew_scale_e6": HUGE},
    ],
)
def test_markets_outside_their_ranges_are_refused(fields):
    world, _ = funded()
    before = world.exchange.state_hash()
    values = {
        "symbol": "TX",
        "name": "Texas",
        "price_e8": E8,
        "published_at_s": world.now_s,
        **market_parameters(),
    }
    world.send(m.CreateMarket(operator=OPERATOR, **(values | fields)))
    assert world.code in (ErrorCode.VALIDATION, ErrorCode.AMOUNT_OUT_OF_RANGE)
    assert world.exchange.state_hash() == before
    world.send(m.CreateMarket(operator=OPERATOR, **values))
    assert world.code is ErrorCode.NONE


def test_refused_tokens_are_the_only_effect():
    world, owner = funded()
    pool = world.pool()
    world.chain(m.AddLiquidity, owner, 5, amount_e6=5)
    assert world.code is ErrorCode.AMOUNT_TOO_SMALL
    assert replace(
        world.pool(),
        balance_e6=pool.balance_e6,
        quarantined_e6=0,
        available_long_e6=pool.available_long_e6,
        available_short_e6=pool.available_short_e6,
    ) == replace(pool, quarantined_e6=0)


def test_absurd_amounts_of_tokens_never_stop_the_exchange():
    world, owner = funded()
    for _ in range(3):
        world.chain(m.AddLiquidity, owner, HUGE, amount_e6=HUGE)
        assert world.code is ErrorCode.AMOUNT_OUT_OF_RANGE
        assert_vault(world)
    world.chain(m.DepositMargin, owner, LIMIT, **ACCOUNT, amount_e6=LIMIT)
    assert world.code is ErrorCode.AMOUNT_OUT_OF_RANGE
    assert_vault(world)


def test_nonce_expiry_and_halt_come_first():
    world, owner = funded()
    command = world.stamp(m.SetDelegate, owner, delegate=wallet(2))
    for changes, code in (
        ({"nonce": 1}, ErrorCode.NONCE_TOO_LOW),
        ({"nonce": world.exchange.user_view(owner).nonce}, ErrorCode.NONCE_TOO_LOW),
        ({"expires_slot": 1}, ErrorCode.COMMAND_EXPIRED),
        ({"expires_slot": command.slot}, ErrorCode.NONE),
    ):
        assert world.exchange.check(replace(command, **changes)) is code
    world.operate(m.Halt)
    assert world.exchange.check(replace(command, nonce=0)) is ErrorCode.EXCHANGE_HALTED


def test_a_refusal_consumes_no_nonce():
    world, owner = funded()
    nonce = world.exchange.user_view(owner).nonce
    world.modify(owner, 0)
    assert world.exchange.user_view(owner).nonce == nonce


def test_before_its_creation_an_exchange_knows_nothing():
    exchange = Exchange()
    assert exchange.apply(m.Tick(seq=1, time_s=5)) == []
    (event,) = exchange.apply(m.Halt(seq=2, time_s=5, operator=OPERATOR))
    assert event.code == ErrorCode.EXCHANGE_NOT_FOUND
    assert exchange.chain_cursor == (0, 0, 0)
    assert exchange.sequence == 2


def test_impossible_order_is_an_error_of_the_sequencer():
    world, owner = funded()
    command = world.journal[-1]
    later = replace(command, seq=world.seq + 1, time_s=world.now_s)
    with pytest.raises(ValueError, match="chain position"):
        world.exchange.apply(later)
    with pytest.raises(ValueError, match="time is before"):
        world.exchange.apply(m.Tick(seq=world.seq + 1, time_s=world.now_s - 1))
    with pytest.raises(ValueError, match="number does not rise"):
        world.exchange.apply(m.Tick(seq=world.seq, time_s=world.now_s))
    assert world.exchange.chain_cursor == (world.slot, 0, 0)
    world.modify(owner, E6)
    assert world.code is ErrorCode.NONE


@pytest.mark.parametrize("damage", [b"", b"x", b"\0" * 24])
def test_a_batch_with_an_invalid_record_is_refused_whole(damage):
    world, _ = funded()
    good = m.encode(m.Tick(seq=world.seq + 1, time_s=world.now_s))
    with pytest.raises(ValueError, match="not a command record"):
        world.exchange.apply_batch(good + (damage or good[:-1]))
    assert world.exchange.sequence == world.seq


def test_reads_of_unknown_things():
    world, owner = funded()
    with pytest.raises(EngineError) as unknown_market:
        world.see(99)
    assert unknown_market.value.code is ErrorCode.MARKET_NOT_FOUND
    for account_id in (2, -1, 2**40):
        with pytest.raises(EngineError):
            world.view(owner, account_id)
    with pytest.raises(ValueError, match="32 bytes"):
        world.exchange.user_view(b"short")
    assert world.exchange.market_id_of("NONE") is None
    assert world.exchange.market_id_of("much-too-long-to-be-a-symbol") is None
    assert world.exchange.market_id_of("MIA") == 1
    assert world.exchange.lp_positions(wallet(77), 0) == []
    assert world.exchange.user_view(wallet(77)).nonce == 0
