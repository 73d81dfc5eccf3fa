"""High-risk wallets leave but do not enter; the open rows of one wallet are bounded."""

import pytest

from engine.core.exchange import Exchange
from engine.core.generated import messages as m
from engine.schema.errors import ErrorCode as E
from tests.engine.core.support.world import CLASSICAL, DAY_S, E6, World, assert_vault, wallet

WHO, FRIEND = wallet(1), wallet(2)
AGES = {"oracle_max_age_s": DAY_S, "oracle_max_age_decrease_s": DAY_S}
HIGH, NORMAL, LISTED = 1, 2, 3
POSITIONS, REQUESTS = 100, 200


def settled() -> World:
    """WHO has a position, liquidity, a legacy account and a stake; then it is high risk."""
    world = World(min_lp_duration_s=0, settlement_delay_s=0)
    world.add_liquidity(1_000_000 * E6)
    world.market(**(CLASSICAL | AGES))
    world.account(1, 1, 10_000 * E6)
    world.account(2, 1, 10_000 * E6)
    world.modify(WHO, 10 * E6)
    world.add_liquidity(1_000 * E6, 1)
    world.chain(m.Stake, WHO, 5 * E6, amount_e6=5 * E6, is_creating_account=1, attached_mint=2)
    assert not world.rejected, world.code
    return world


def mark(world: World, risk: int, user: bytes = WHO) -> E:
    world.operate(m.SetRisk, user=user, is_high_risk=risk)
    return world.code


ENTRIES = [
    (m.CreateMarginAccount, WHO, 0, {"account_id": 2, "amount_e6": 0}),
    (m.CreateMarginAccount, WHO, 5 * E6, {"account_id": 2, "amount_e6": 5 * E6}),
    (m.DepositMargin, WHO, 5 * E6, {"account_id": 1, "amount_e6": 5 * E6}),
    (m.DepositMargin, WHO, 5 * E6, {"owner": FRIEND, "account_id": 1, "amount_e6": 5 * E6}),
    (m.DepositMargin, FRIEND, 5 * E6, {"owner": WHO, "account_id": 1, "amount_e6": 5 * E6}),
    (m.AddLiquidity, WHO, 50 * E6, {"amount_e6": 50 * E6}),
    (m.UpgradeLpAccount, WHO, 0, {}),
    (m.Stake, WHO, 5 * E6, {"amount_e6": 5 * E6, "attached_mint": 2}),
    (m.ModifyPosition, WHO, 0, {"account_id": 1, "size_e6": E6, "limit_e8": 10**13}),
    (m.ModifyPosition, WHO, 0, {"account_id": 1, "size_e6": -11 * E6, "limit_e8": 1}),
]


@pytest.mark.parametrize("risk", [HIGH, LISTED])
@pytest.mark.parametrize(("kind", "user", "tokens", "fields"), ENTRIES)
def test_a_high_risk_wallet_adds_no_exposure_and_keeps_its_tokens(kind, user, tokens, fields, risk):
    world = settled()
    assert mark(world, risk) is E.NONE
    if kind is m.ModifyPosition:
        fields = fields | {"owner": WHO, "market_id": 1}
    before = len(world.exchange.quarantined_deposits(user))
    world.chain(kind, user, tokens, **fields)
    assert world.code is E.HIGH_RISK_USER
    kept = world.exchange.quarantined_deposits(user)[before:]
    assert [row.amount_e6 for row in kept] == ([tokens] if tokens else [])
    if tokens:
        world.chain(m.ClaimDeposit, user, deposit_id=kept[0].deposit_id)
        assert world.code is E.NONE
    assert_vault(world)


@pytest.mark.parametrize("risk", [HIGH, LISTED])
def test_a_high_risk_wallet_always_leaves(risk):
    world = settled()
    mark(world, risk)
    for kind, fields in (
        (m.ModifyPosition, {"owner": WHO, "market_id": 1, "size_e6": -5 * E6, "limit_e8": 1}),
        (m.ClosePosition, {"owner": WHO, "market_id": 1, "size_e6": 0, "limit_e8": 1}),
        (m.WithdrawMargin, {"amount_e6": 100 * E6}),
    ):
        world.chain(kind, WHO, account_id=1, **fields)
        assert world.code is E.NONE, kind
    world.chain(m.RemoveLiquidity, WHO, lp_position_id=1, shares_e6=E6)
    assert world.code is E.NONE
    world.chain(m.Unstake, WHO, amount_e6=5 * E6)
    assert world.code is E.NONE
    world.chain(m.WithdrawStake, WHO, amount_e6=5 * E6)
    assert world.code is E.NONE


def test_a_high_risk_delegate_adds_exposure_to_no_account():
    world = settled()
    world.chain(m.SetDelegate, FRIEND, delegate=WHO)
    mark(world, HIGH)
    fields = {"owner": FRIEND, "account_id": 1, "market_id": 1}
    world.chain(m.ModifyPosition, WHO, size_e6=E6, limit_e8=10**13, **fields)
    assert world.code is E.HIGH_RISK_USER


def test_the_operators_word_stands_above_his_list():
    world = settled()

    def shown() -> tuple[bool | None, bool]:
        view = world.exchange.user_view(WHO)
        return view.is_high_risk, view.is_on_list

    assert mark(world, LISTED) is E.NONE
    assert shown() == (None, True)
    assert mark(world, NORMAL) is E.NONE
    assert mark(world, LISTED) is E.VALIDATION
    assert shown() == (False, False)
    world.add_liquidity(50 * E6, 1)
    assert world.code is E.NONE
    assert mark(world, HIGH) is E.NONE
    assert mark(world, LISTED) is E.VALIDATION
    assert shown() == (True, False)
    assert mark(world, 0) is E.NONE
    assert mark(world, LISTED) is E.NONE


def test_dust_of_a_stranger_is_kept_for_the_stranger():
    world = settled()
    least = world.pool().parameters["min_settlement_amount_e6"]
    fields = {"owner": FRIEND, "account_id": 1}
    world.chain(m.DepositMargin, WHO, least - 1, amount_e6=least - 1, **fields)
    assert world.code is E.AMOUNT_TOO_SMALL
    (kept,) = world.exchange.quarantined_deposits(WHO)
    assert kept.amount_e6 == least - 1
    world.chain(m.WithdrawMargin, FRIEND, account_id=1, amount_e6=10_000 * E6)
    world.chain(m.CloseMarginAccount, FRIEND, account_id=1)
    assert world.code is E.NONE
    world.account(2, 1, E6)
    world.chain(m.DepositMargin, WHO, least, amount_e6=least, **fields)
    assert world.code is E.NONE
    world.chain(m.DepositMargin, FRIEND, 1, amount_e6=1, **fields)  # one's own may be dust
    assert world.code is E.NONE


def test_a_wallet_has_so_many_positions_and_a_closed_one_makes_room():
    world = settled()
    for _ in range(POSITIONS - 1):
        world.add_liquidity(E6, 1)
        assert world.code is E.NONE
    world.add_liquidity(E6, 1)
    assert world.code is E.TOO_MANY_LP_POSITIONS
    assert world.rejected.detail == POSITIONS
    (kept,) = world.exchange.quarantined_deposits(WHO)
    assert kept.amount_e6 == E6
    world.add_liquidity(E6, 2)
    assert world.code is E.NONE
    shares = world.exchange.lp_positions(WHO, world.now_s)[0].shares_e6
    world.chain(m.RemoveLiquidity, WHO, lp_position_id=1, shares_e6=shares)
    world.add_liquidity(E6, 1)
    assert world.code in (E.TOO_MANY_LP_POSITIONS, E.NONE)


def test_a_wallet_has_so_many_open_requests_and_a_paid_one_makes_room():
    world = settled()
    for _ in range(REQUESTS):
        world.chain(m.WithdrawMargin, FRIEND, account_id=1, amount_e6=E6)
        assert world.code is E.NONE
    world.chain(m.WithdrawMargin, FRIEND, account_id=1, amount_e6=E6)
    assert world.code is E.TOO_MANY_SETTLEMENT_REQUESTS
    body = world.exchange.snapshot()
    assert Exchange.restore(body).snapshot() == body
    ids = (1, 0, 0, 0, 0, 0, 0, 0)
    world.chain(m.ProcessSettlementRequests, WHO, owner=FRIEND, request_count=1, request_ids=ids)
    paid = {"owner": FRIEND, "request_id": 1, "payout_signature": b"s" * 64}
    world.send(m.AuthorisePayout(**paid))
    world.send(m.RecordPayout(**paid, slot=1))
    assert world.code is E.NONE
    world.chain(m.WithdrawMargin, FRIEND, account_id=1, amount_e6=E6)
    assert world.code is E.NONE
