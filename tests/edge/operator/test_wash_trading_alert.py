"""Clusters on both sides of a market are logged once, with root, market and members."""

from chain.client.addresses import to_base58
from edge.operator.wash_trading_alert import ALERTS_PER_SCAN_MAX, WashTradingAlert
from engine.core.generated import messages as m
from tests.engine.core.support.world import E6, wallet
from tests.engine.programmes.book_world import BookWorld

ALICE, BOB = wallet(1), wallet(2)


def opposed(pairs: int = 1) -> BookWorld:
    """Referrer and referee of each pair hold a long and a short."""
    world = BookWorld()
    world.add_market()
    for pair in range(pairs):
        above, below = wallet(2 * pair + 1), wallet(2 * pair + 2)
        for user in (2 * pair + 1, 2 * pair + 2):
            world.account(user)
            world.participate(wallet(user))
        world.send(m.GenerateReferralCode(user=above, code=f"code-{pair}"))
        world.send(m.UseReferralCode(user=below, code=f"code-{pair}"))
        world.modify(above, 10 * E6)
        world.modify(below, -10 * E6)
        assert not world.rejected
    return world


def warnings_in(caplog) -> list:
    return [row for row in caplog.records if row.message == "referral_cluster_opposed"]


def test_a_cluster_is_told_once_and_again_when_it_comes_back(caplog):
    world = opposed()
    watch = WashTradingAlert(world.book)
    assert [watch.scan(), watch.scan()] == [1, 1]
    (row,) = warnings_in(caplog)
    assert (row.root, row.market) == (to_base58(ALICE), 1)
    assert (row.longs, row.shorts) == ([to_base58(ALICE)], [to_base58(BOB)])
    world.close(BOB)
    assert watch.scan() == 0
    world.modify(BOB, -10 * E6)
    assert watch.scan() == 1
    assert len(warnings_in(caplog)) == 2


def test_many_clusters_are_told_in_turn(caplog):
    world = opposed(ALERTS_PER_SCAN_MAX + 2)
    watch = WashTradingAlert(world.book)
    assert watch.scan() == ALERTS_PER_SCAN_MAX + 2
    assert len(warnings_in(caplog)) == ALERTS_PER_SCAN_MAX
    watch.scan()
    watch.scan()
    assert len(warnings_in(caplog)) == ALERTS_PER_SCAN_MAX + 2
