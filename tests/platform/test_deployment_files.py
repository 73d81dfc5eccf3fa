"""The compose file, the container file and the units start what the sources have."""

import re
from pathlib import Path

import pytest
import yaml

from edge.cli.main import EXIT_CONFIGURATION
from edge.core.settings import Settings
from edge.process.stop_budget import CHILD_STOP_S

DEPLOY = Path(__file__).parents[2] / "tools" / "deploy"
COMPOSE = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]
OURS = [name for name, service in COMPOSE.items() if "build" in service]
UNIT = (DEPLOY / "acre@.service").read_text()
CONTAINER = (DEPLOY / "Containerfile").read_text()


def test_the_cluster_has_two_of_everything_that_may_fail():
    kinds = [re.sub(r"-\d+$", "", name) for name in COMPOSE]
    assert {kind: kinds.count(kind) for kind in kinds} == {
        "localnet": 1, "writer": 2, "edge": 2, "proxy": 1, "nats": 3, "postgres": 2,
    }  # fmt: skip


@pytest.mark.parametrize("name", OURS)
def test_each_machine_has_settings_that_acre_takes(name):
    given = COMPOSE[name]["environment"]
    settings = Settings.from_environment({key: str(value) for key, value in given.items()})
    part = {"writer": "core", "localnet": "node"}.get(name.rstrip("-12"), name.rstrip("-12"))
    assert settings.cluster.role == part
    assert int(COMPOSE[name]["stop_grace_period"].rstrip("s")) > CHILD_STOP_S
    if part != "node":
        hosts = {url.partition("//")[2].partition(":")[0] for url in settings.cluster.nats_urls}
        assert hosts <= COMPOSE.keys()
        assert all(host in COMPOSE for host in re.findall(r"postgres-\d", settings.database_url))
        assert "keys:/state/keys" in COMPOSE[name]["volumes"]


def test_the_proxy_asks_the_edges_whether_they_serve():
    proxy = (DEPLOY / "haproxy.cfg").read_text()
    servers = re.findall(r"^    server (\S+) (\S+):(\d+) check", proxy, re.MULTILINE)
    edges = [name for name in COMPOSE if name.startswith("edge")]
    port = str(Settings.from_environment({}).port)
    assert servers == [(name, name, port) for name in edges]
    assert "GET /readyz" in proxy


def test_the_unit_starts_the_same_command_and_ends_on_a_wrong_configuration():
    assert "-m edge.cli up" in UNIT
    assert f"RestartPreventExitStatus={EXIT_CONFIGURATION}" in UNIT
    (stop_s,) = re.findall(r"TimeoutStopSec=(\d+)", UNIT)
    assert int(stop_s) > CHILD_STOP_S
    for role in ("all", "node"):
        assert Settings.from_environment({"ACRE_ROLE": role}).cluster.role == role


def test_the_image_builds_from_the_lock_files_without_an_index():
    assert "--no-index" in CONTAINER
    assert "--require-hashes -r requirements.lock" in CONTAINER
    assert "npm ci --offline" in CONTAINER
    copied = re.findall(r"^COPY (?!--from)(\S+)", CONTAINER, re.MULTILINE)
    for name in copied:
        assert name.startswith("vendor/") or (DEPLOY.parents[1] / name).exists(), name
