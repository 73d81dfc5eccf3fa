"""The legacy LP account and stakes in the words of the contract."""

import msgspec

from edge.api.accounts import encode
from edge.http.addresses import address_text
from engine.core.generated import messages as m
from tests.engine.core.pool.test_legacy_lp import LP, bring, grant
from tests.engine.core.pool.test_staking import OWNER, Stakers
from tests.engine.core.support.world import E6, OPERATOR, World

EXCHANGE = b"E" * 32


def test_a_legacy_account_and_what_is_left_of_it_after_the_upgrade():
    world = World()
    world.add_liquidity(300 * E6)
    grant(world, bring(world, 100 * E6, OPERATOR))
    assert not world.rejected, world.code
    view = world.exchange.lp_account(LP, world.now_s)
    shown = msgspec.to_builtins(encode.lp_account(view, EXCHANGE))
    address = shown.pop("address")
    assert shown == {
        "liquidity": str(100 * E6),
        "shares": str(100 * E6),
        "stake": "0.25",
        "shareValue": str(100 * E6),
        "lastAddLiquidityTimestamp": world.now_s,
        "minLpDurationMaturity": view.maturity_s,
        "minLpDurationElapsed": False,
        "maxRemovableShares": "0",
        "delegate": None,
        "delegateTerms": None,
        "canClose": False,
        "canUpgrade": True,
    }
    world.chain(m.UpgradeLpAccount, LP)
    after = encode.lp_account(world.exchange.lp_account(LP, world.now_s), EXCHANGE)
    assert (after.shares, after.can_close, after.can_upgrade) == ("0", True, False)
    assert after.address == address != address_text(LP)


def test_a_stake_that_waits_is_in_unlocking_and_in_the_schedule():
    world = Stakers()
    world.stake(50 * E6)
    world.go(1)
    world.unstake(20 * E6)
    world.stake(7 * E6)
    world.vest(30 * E6)
    shown = msgspec.to_builtins(encode.staking(world.balance()))
    (row,) = shown.pop("unlockingSchedule")
    assert row["amount"] == str(20 * E6)
    assert row["epoch"] == world.balance(OWNER).unlocking_schedule[0].epoch
    unvested = shown.pop("unvested")
    assert unvested["locked"] == unvested["total"] == "22500000"  # one of four periods is over
    assert shown == {
        "locking": str(7 * E6),
        "locked": str(30 * E6),
        "unlocking": str(20 * E6),
        "preunlocking": str(20 * E6),
        "unlocked": "0",
        "isAccountFull": False,
        "hasAccount": True,
    }
