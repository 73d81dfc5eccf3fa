"""Which machine of a cluster this is: what belongs together, and what does not."""

import pytest

from edge.cli.up import plan_children
from edge.core.settings import Settings, SettingsError, default_edge_workers

NATS = {"NATS_URL": "nats://one:4222, tls://two:4222"}
DATABASE = {"DATABASE_URL": "postgresql://db.example/acre"}
NODE = {"ACRE_NODE_URL": "http://127.0.0.1:8899"}
CLUSTER = {**NATS, **DATABASE, **NODE}


def names(source):
    return [plan.name for stage in plan_children(source) for plan in stage]


def test_without_a_role_everything_runs_here():
    settings = Settings.from_environment({})
    assert (settings.cluster.role, settings.cluster.is_cluster) == ("all", False)
    assert not settings.has_edges
    assert names(settings) == ["postgres", "chain-node", "core", "maker"]


@pytest.mark.parametrize(
    ("role", "expected"), [("core", ["core"]), ("edge", ["edge-1"]), ("node", ["chain-node"])]
)
def test_a_role_starts_its_part(role, expected):
    given = {} if role == "node" else CLUSTER
    settings = Settings.from_environment({**given, **DATABASE, "ACRE_ROLE": role})
    assert names(settings) == expected
    assert settings.cluster.nats_urls == (
        () if role == "node" else ("nats://one:4222", "tls://two:4222")
    )


@pytest.mark.parametrize(
    ("env", "role", "expected"),
    [
        ("local", "all", [0, 0, 0, 0, 0]),
        ("mainnet", "all", [0, 2, 2, 3, 4]),
        ("mainnet", "edge", [1, 1, 1, 1, 1]),
        ("mainnet", "core", [0, 0, 0, 0, 0]),
        ("mainnet", "node", [0, 0, 0, 0, 0]),
    ],
)
def test_the_default_number_of_web_processes(env, role, expected):
    assert [default_edge_workers(env, role, n) for n in (1, 2, 3, 4, 64)] == expected


def test_a_writer_of_a_cluster_serves_its_own_machine_only_and_takes_final_blocks():
    settings = Settings.from_environment({**CLUSTER, "ACRE_ROLE": "core"})
    assert (settings.core_hosts, settings.core_port) == (("127.0.0.1",), 8080 + 12)
    assert settings.node.commitment == "finalized"
    edge = Settings.from_environment(
        {**CLUSTER, "ACRE_ROLE": "edge", "ACRE_EDGE_WORKERS": "3", "ACRE_COMMITMENT": "confirmed"}
    )
    assert names(edge) == ["edge-1", "edge-2", "edge-3"]
    assert edge.node.commitment == "confirmed"


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"ACRE_ROLE": "writer"}, "ACRE_ROLE is 'writer', but it must be one of: all, core"),
        ({**CLUSTER}, "NATS_URL is set, so this is one machine of a cluster: say in ACRE_ROLE"),
        ({"ACRE_ROLE": "core"}, "ACRE_ROLE is 'core', which needs DATABASE_URL and NATS_URL"),
        ({**DATABASE, **NODE, "ACRE_ROLE": "edge"}, "ACRE_ROLE is 'edge', which needs NATS_URL"),
        ({**DATABASE, **NATS, "ACRE_ROLE": "core"}, "which needs ACRE_NODE_URL"),
        (
            {**CLUSTER, "ACRE_ROLE": "core", "ACRE_EDGE_WORKERS": "2"},
            "ACRE_EDGE_WORKERS is 2, but a machine whose ACRE_ROLE is 'core' serves no web",
        ),
        ({**CLUSTER, "ACRE_ROLE": "edge", "ACRE_EDGE_WORKERS": "0"}, "nothing would serve"),
        ({**CLUSTER, "ACRE_ROLE": "core", "ACRE_COMMITMENT": "confirmed"}, "only: the next"),
        ({**NODE, "ACRE_ROLE": "node"}, "ACRE_ROLE is 'node', but ACRE_NODE_URL names another"),
        ({**CLUSTER, "NATS_URL": "http://one", "ACRE_ROLE": "core"}, "NATS_URL must name servers"),
        ({**CLUSTER, "NATS_URL": "nats://u:secret@", "ACRE_ROLE": "core"}, "NATS_URL must name"),
        ({**CLUSTER, "NATS_URL": "nats://a," * 17, "ACRE_ROLE": "core"}, "more than 16 servers"),
    ],
)
def test_what_does_not_belong_together_is_one_sentence(given, sentence):
    with pytest.raises(SettingsError) as caught:
        Settings.from_environment(given)
    assert sentence in str(caught.value)
    assert "secret" not in str(caught.value)
