"""Two writers, one web machine, PostgreSQL with its standby, three NATS: the writer is killed."""

import asyncio
import tempfile
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.cluster.fault_loop import Report, run_faults
from tests.cluster.machines import Cluster
from tests.faults.kill_loop import Acknowledged


@pytest.mark.timeout(240)  # eleven processes start, two faults last their time
def test_a_standby_takes_over_and_nothing_acknowledged_is_lost():
    acknowledged, report = Acknowledged(), Report()
    with tempfile.TemporaryDirectory(prefix="acre-cluster-") as home, ExitStack() as stack:
        cluster = Cluster(Path(home), stack, edges=1)
        cluster.wait_ready()
        kinds = ["writer killed", "writer paused"]
        asyncio.run(run_faults(acknowledged, cluster, kinds, 1, report))
        assert not acknowledged.faults
        assert not acknowledged.unanswered
        assert [takeovers for _, _, takeovers in report.rows] == [1, 1]
        assert len(acknowledged.orders) > 20
        assert len(acknowledged.confirmed) > 2
        assert cluster.verify() == "GOOD"
