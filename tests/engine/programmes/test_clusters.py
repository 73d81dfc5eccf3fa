from engine.programmes.clusters import OpposedCluster
from tests.engine.programmes.facts_world import (
    ALICE,
    BOB,
    CAROL,
    DAVE,
    coded,
    joined,
    ledger,
    opened,
    trade,
    used,
)

# Alice referred Bob and Carol; Dave stands alone.
HEAD = (
    opened(0),
    joined(0, ALICE),
    coded(0, ALICE, "alices"),
    used(0, BOB, "alices"),
    used(0, CAROL, "alices"),
)


def test_two_of_one_cluster_on_both_sides_are_found():
    found = ledger(*HEAD, trade(1, CAROL, 5), trade(1, BOB, -5)).opposed_clusters()
    assert found == [OpposedCluster(root=ALICE, market_id=1, longs=(CAROL,), shorts=(BOB,))]


def test_other_markets_other_clusters_and_closed_positions_are_not():
    assert not ledger(*HEAD, trade(1, CAROL, 5), trade(1, BOB, -5, market_id=2)).opposed_clusters()
    assert not ledger(*HEAD, trade(1, CAROL, 5), trade(1, DAVE, -5)).opposed_clusters()
    found = ledger(*HEAD, trade(1, CAROL, 5), trade(1, BOB, -5), trade(2, BOB, 0))
    assert not found.opposed_clusters()


def test_one_user_alone_on_both_sides_is_no_cluster():
    alone = ledger(*HEAD, trade(1, BOB, 5), trade(1, BOB, -5, account_id=2))
    assert not alone.opposed_clusters()


def test_a_chain_of_referrals_is_one_cluster():
    found = ledger(
        *HEAD,
        joined(0, BOB),
        coded(0, BOB, "bobs"),
        used(0, DAVE, "bobs"),
        trade(1, DAVE, 5),
        trade(1, ALICE, -5),
    )
    assert [cluster.root for cluster in found.opposed_clusters()] == [ALICE]
