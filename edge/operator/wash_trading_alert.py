"""Warns the operator of referral clusters that hold both sides of a market (API 7.4).

Whether to exclude them is the operator's decision: a well-known referrer may have strangers on
both sides.
"""

import logging
from collections.abc import Sequence

from chain.client.addresses import to_base58
from chain.worker import Worker
from engine.programmes.clusters import OpposedCluster
from engine.programmes.programme_state import ProgrammeState

log = logging.getLogger("acre.programmes")

SCAN_INTERVAL_S = 600.0
ALERTS_PER_SCAN_MAX = 32  # the rest follows at the next scans
MEMBERS_MAX = 16  # of each side


class WashTradingAlert:
    """Warns once of each cluster for as long as it stays opposed in a market."""

    def __init__(self, state: ProgrammeState) -> None:
        self._state = state
        self._warned: set[tuple[bytes, int]] = set()
        self.worker = Worker("clusters", self._step, SCAN_INTERVAL_S)

    async def _step(self) -> None:
        self.scan()

    def scan(self) -> int:
        """Warn of the clusters that are new; return how many there are."""
        found = {(one.root, one.market_id): one for one in self._state.ledger.opposed_clusters()}
        self._warned &= found.keys()
        new = [one for key, one in found.items() if key not in self._warned]
        for cluster in new[:ALERTS_PER_SCAN_MAX]:
            self._warned.add((cluster.root, cluster.market_id))
            log.warning("referral_cluster_opposed", extra=_fields(cluster))
        return len(found)


def _fields(cluster: OpposedCluster) -> dict[str, object]:
    return {
        "root": to_base58(cluster.root),
        "market": cluster.market_id,
        "longs": _texts(cluster.longs),
        "shorts": _texts(cluster.shorts),
    }


def _texts(users: Sequence[bytes]) -> list[str]:
    return [to_base58(user) for user in users[:MEMBERS_MAX]]
