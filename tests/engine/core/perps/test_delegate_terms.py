"""Terms of a delegate: end, markets, notional per UTC day, and attacks on them."""

import pytest

from engine.core.exchange import Exchange
from engine.core.generated import messages as m
from engine.schema.errors import ErrorCode as E
from engine.schema.parameters import MARKET_PARAMETER_ROWS
from tests.engine.core.support.world import DAY_S, E6, E8, World, wallet

OWNER, DELEGATE, OTHER = wallet(1), wallet(7), wallet(8)
PRICE = 400 * E8
NONE = (0,) * 8


@pytest.fixture
def world() -> World:
    return made()


def made(price_e8: int = PRICE) -> World:
    world = World()
    world.add_liquidity()
    world.market(price_e8, "MIA")
    world.market(price_e8, "AUS")
    world.account(1, 1, 1_000_000 * E6)
    return world


def delegate(world: World, who: bytes = DELEGATE, **terms: object) -> None:
    world.chain(m.SetDelegate, OWNER, delegate=who, **terms)
    assert world.code is E.NONE


def trade(world: World, size_e6: int, market_id: int = 1, user: bytes = DELEGATE) -> E:
    world.modify(OWNER, size_e6, market_id, user=user)
    return world.code


def close(world: World) -> E:
    held = world.view(OWNER).positions[0].size_e6
    fields = {
        "owner": OWNER,
        "account_id": 1,
        "market_id": 1,
        "limit_e8": 1 if held > 0 else 10**13,
    }
    world.chain(m.ClosePosition, DELEGATE, size_e6=0, **fields)
    return world.code


def used(world: World) -> int:
    return world.view(OWNER).delegate_terms.used_today_e6


def test_a_delegate_adds_up_to_the_limit_and_not_one_unit_more(world):
    delegate(world, day_notional_e6=4_000 * E6)
    assert trade(world, 10 * E6 + 1) is E.DELEGATE_LIMIT
    assert world.rejected.detail == 4_000 * E6
    assert trade(world, 10 * E6) is E.NONE
    assert used(world) == 4_000 * E6
    assert trade(world, E6) is E.DELEGATE_LIMIT
    assert world.rejected.detail == 0


def test_what_counts_is_rounded_up():
    world = made(PRICE + 1)
    delegate(world, day_notional_e6=800 * E6 + 1)
    assert trade(world, E6) is E.NONE
    assert used(world) == 400 * E6 + 1
    assert trade(world, E6) is E.DELEGATE_LIMIT


def test_split_orders_add_up(world):
    delegate(world, day_notional_e6=4_000 * E6)
    assert [trade(world, 3 * E6) for _ in range(4)] == [E.NONE] * 3 + [E.DELEGATE_LIMIT]
    assert trade(world, E6, market_id=2) is E.NONE  # the limit is of all markets together
    assert trade(world, E6, market_id=2) is E.DELEGATE_LIMIT


def test_a_delegate_can_always_reduce_and_close(world):
    delegate(world, day_notional_e6=4_000 * E6)
    assert trade(world, 10 * E6) is E.NONE
    assert trade(world, -4 * E6) is E.NONE
    assert used(world) == 4_000 * E6  # a reduction gives nothing back
    assert trade(world, 4 * E6) is E.DELEGATE_LIMIT
    assert close(world) is E.NONE


def test_an_order_that_crosses_zero_counts_in_full(world):
    delegate(world, day_notional_e6=8_000 * E6)
    assert trade(world, 10 * E6) is E.NONE
    assert trade(world, -10 * E6 - 25_000) is E.DELEGATE_LIMIT
    assert trade(world, -10 * E6) is E.NONE
    assert trade(world, -5 * E6) is E.NONE
    assert trade(world, 6 * E6) is E.DELEGATE_LIMIT
    assert used(world) == 6_000 * E6


def test_the_limit_is_renewed_at_midnight_and_not_a_second_before(world):
    delegate(world, day_notional_e6=4_000 * E6)
    midnight = (world.now_s // DAY_S + 1) * DAY_S
    world.operate(m.SetMarketParameter, market_id=1, parameter=parameter("entry_window_before_s"))
    world.operate(m.SetMarketParameter, market_id=1, parameter=parameter("entry_window_after_s"))
    assert trade(world, 10 * E6) is E.NONE
    world.now_s = midnight - 1
    assert (trade(world, E6), used(world)) == (E.DELEGATE_LIMIT, 4_000 * E6)
    world.now_s = midnight
    assert used(world) == 0
    world.post(PRICE)
    assert trade(world, 10 * E6) is E.NONE
    assert used(world) == 4_000 * E6


def parameter(name: str) -> int:
    return next(row.id for row in MARKET_PARAMETER_ROWS if row.name == name)


def test_the_delegation_ends_at_its_second(world):
    end = world.now_s + 100
    delegate(world, until_s=end)
    world.now_s = end - 1
    assert trade(world, E6) is E.NONE
    world.now_s = end
    assert trade(world, E6) is E.DELEGATE_EXPIRED
    assert world.rejected.detail == end
    assert close(world) is E.DELEGATE_EXPIRED
    world.now_s = end + 1
    assert close(world) is E.DELEGATE_EXPIRED
    assert trade(world, E6, user=OWNER) is E.NONE


def test_only_the_markets_of_the_list_can_be_traded(world):
    delegate(world, market_count=1, market_ids=(2, *NONE[1:]))
    assert trade(world, E6) is E.DELEGATE_MARKET
    assert world.rejected.detail == 1
    assert trade(world, E6, market_id=2) is E.NONE
    assert trade(world, E6, user=OWNER) is E.NONE
    assert close(world) is E.DELEGATE_MARKET  # not even to close


def test_the_owner_has_no_limits_and_uses_none(world):
    delegate(
        world,
        day_notional_e6=E6,
        until_s=world.now_s + 1,
        market_count=1,
        market_ids=(2, *NONE[1:]),
    )
    world.now_s += 5
    assert trade(world, 100 * E6, user=OWNER) is E.NONE
    assert used(world) == 0


def test_a_refused_order_uses_nothing(world):
    delegate(world, day_notional_e6=400_000 * E6)
    fields = {"user": DELEGATE, "limit_e8": 1}
    world.modify(OWNER, 10 * E6, **fields)
    assert (world.code, used(world)) == (E.SLIPPAGE_EXCEEDED, 0)
    quote = world.exchange.quote_modify_position(OWNER, 1, 1, 10 * E6, world.now_s, DELEGATE, 0)
    assert (quote.is_executable, used(world)) == (True, 0)


def test_a_quote_lists_every_reason_against_a_delegate(world):
    terms = {"until_s": world.now_s + 1, "day_notional_e6": E6}
    delegate(world, market_count=1, market_ids=(2, *NONE[1:]), **terms)
    world.now_s += 1
    quote = world.exchange.quote_modify_position(OWNER, 1, 1, 10 * E6, world.now_s, DELEGATE, 0)
    assert quote.reasons == (E.DELEGATE_EXPIRED, E.DELEGATE_MARKET, E.DELEGATE_LIMIT)
    quote = world.exchange.quote_modify_position(OWNER, 1, 1, 10 * E6, world.now_s, OWNER, 0)
    assert quote.reasons == ()


def test_new_terms_count_at_once_and_from_zero(world):
    delegate(world, day_notional_e6=4_000 * E6)
    assert trade(world, 10 * E6) is E.NONE
    delegate(world, day_notional_e6=400 * E6)
    assert trade(world, E6 + 1) is E.DELEGATE_LIMIT
    assert trade(world, E6) is E.NONE
    delegate(world)
    assert trade(world, 100 * E6) is E.NONE
    delegate(world, bytes(32))
    assert trade(world, E6) is E.NOT_OWNER
    assert world.view(OWNER).delegate_terms is None


def test_a_delegate_cannot_change_the_terms_of_its_owner(world):
    delegate(world, day_notional_e6=E6)
    for changes in ({"delegate": DELEGATE}, {"delegate": OTHER}, {"delegate": OWNER}):
        world.chain(m.SetDelegate, DELEGATE, **changes)  # sets the delegate of the delegate
    assert world.exchange.user_view(OWNER).delegate == DELEGATE
    assert trade(world, E6) is E.DELEGATE_LIMIT
    assert trade(world, E6, user=OTHER) is E.NOT_OWNER  # delegation is not transitive
    world.chain(m.WithdrawMargin, DELEGATE, account_id=1, amount_e6=E6)
    assert world.code is E.MARGIN_ACCOUNT_NOT_FOUND


def test_an_old_signed_delegation_does_not_come_back(world):
    wide = world.stamp(m.SetDelegate, OWNER, delegate=DELEGATE)
    world.send(wide)
    delegate(world, day_notional_e6=E6)
    world.slot += 1
    world.send(m.SetDelegate(**{**fields_of(wide), "slot": world.slot}))
    assert world.code is E.NONCE_TOO_LOW
    assert trade(world, E6) is E.DELEGATE_LIMIT


def fields_of(command: m.SetDelegate) -> dict[str, object]:
    names = ("user", "nonce", "expires_slot", "delegate")
    return {name: getattr(command, name) for name in names}


def test_terms_survive_a_snapshot(world):
    terms = {"until_s": world.now_s + 99, "day_notional_e6": 800 * E6}
    delegate(world, market_count=1, market_ids=(1, *NONE[1:]), **terms)
    assert trade(world, E6) is E.NONE
    before = world.view(OWNER).delegate_terms
    world.exchange = Exchange.restore(world.exchange.snapshot())
    assert world.view(OWNER).delegate_terms == before
    assert (before.used_today_e6, before.market_ids) == (400 * E6, (1,))


def test_the_largest_limit_and_order_do_not_overflow(world):
    delegate(world, day_notional_e6=9 * 10**18)
    assert trade(world, 10**13) in (E.INSUFFICIENT_MARGIN, E.MAX_SIDE_SIZE, E.AMOUNT_OUT_OF_RANGE)
    assert used(world) == 0
    assert trade(world, E6) is E.NONE


def test_the_limit_is_of_all_accounts_of_the_owner(world):
    world.account(1, 2, 1_000_000 * E6)
    delegate(world, day_notional_e6=4_000 * E6)
    assert trade(world, 6 * E6) is E.NONE
    for account_id, size_e6, code in ((2, 4 * E6 + 1, E.DELEGATE_LIMIT), (2, 4 * E6, E.NONE)):
        world.modify(OWNER, size_e6, 1, account_id, user=DELEGATE)
        assert world.code is code
    assert world.view(OWNER, 2).delegate_terms == world.view(OWNER, 1).delegate_terms


COMMANDS_OF_OWNERS = (
    (m.WithdrawMargin, {"account_id": 1, "amount_e6": E6}),
    (m.CloseMarginAccount, {"account_id": 1}),
    (m.RemoveLiquidity, {"lp_position_id": 1, "shares_e6": E6}),
    (m.CloseLpPosition, {"lp_position_id": 1}),
    (m.UpgradeLpAccount, {}),
    (m.ClaimDeposit, {"deposit_id": 1}),
    (m.Unstake, {"amount_e6": E6}),
    (m.WithdrawStake, {"amount_e6": E6}),
)


@pytest.mark.parametrize(("kind", "fields"), COMMANDS_OF_OWNERS)
def test_a_command_of_owners_by_the_delegate_does_not_reach_the_owner(world, kind, fields):
    world.chain(m.AddLiquidity, OWNER, 100 * E6, amount_e6=100 * E6)
    stake = {"amount_e6": 5 * E6, "is_creating_account": 1, "attached_mint": 2}
    world.chain(m.Stake, OWNER, 5 * E6, **stake)
    assert world.code is E.NONE
    delegate(world)
    before = owned(world)
    world.chain(kind, DELEGATE, **fields)
    assert world.rejected is not None
    assert owned(world) == before


def test_what_a_delegate_creates_is_its_own(world):
    delegate(world)
    before = owned(world)
    world.chain(m.CreateMarginAccount, DELEGATE, 5 * E6, account_id=2, amount_e6=5 * E6)
    assert world.code is E.NONE
    assert world.exchange.user_view(OWNER).margin_account_ids == (1,)
    assert owned(world) == before


def owned(world: World) -> tuple[object, ...]:
    """What the owner has."""
    exchange, now_s = world.exchange, world.now_s
    return (
        exchange.user_view(OWNER),
        world.view(OWNER),
        exchange.lp_positions(OWNER, now_s),
        exchange.staking_view(OWNER, now_s),
        exchange.settlement_requests(OWNER),
    )
