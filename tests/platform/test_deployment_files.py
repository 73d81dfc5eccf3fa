"""The compose file, the container file and the units start what the sources have."""

import ipaddress
import re
import shutil
import subprocess
from pathlib import Path

import pytest
import yaml

from edge.cli.main import EXIT_CONFIGURATION
from edge.core.settings import Settings
from edge.process.stop_budget import CHILD_STOP_S
from tests.cluster.nats_servers import program

DEPLOY = Path(__file__).parents[2] / "tools" / "deploy"
FILE = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
COMPOSE = FILE["services"]
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
    # without its settings npm asks for packages that the lock file does not have
    assert "web/package-lock.json web/.npmrc ./" in CONTAINER
    assert 'web/package-lock.json web/.npmrc "$scratch"' in (DEPLOY.parent / "vendor").read_text()
    copied = re.findall(r"^COPY (?!--from)(\S+)", CONTAINER, re.MULTILINE)
    for name in copied:
        assert name.startswith("vendor/") or (DEPLOY.parents[1] / name).exists(), name


def test_the_nats_servers_take_their_configuration():
    mounted = [service["volumes"] for name, service in COMPOSE.items() if name.startswith("nats")]
    assert mounted == [["./nats.conf:/etc/nats/acre.conf:ro"]] * 3
    assert COMPOSE["nats-1"]["command"] == ["-c", "/etc/nats/acre.conf"]
    text = (DEPLOY / "nats.conf").read_text()
    assert set(re.findall(r"nats://(nats-\d)", text)) == {n for n in COMPOSE if n[:4] == "nats"}
    assert "max_payload: 8MB" in text
    command = [program(), "-c", str(DEPLOY / "nats.conf"), "-t"]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr


def test_no_other_machine_gets_the_address_of_the_proxy():
    (network,) = FILE["networks"]["default"]["ipam"]["config"]
    address = COMPOSE["proxy"]["networks"]["default"]["ipv4_address"]
    assert ipaddress.ip_address(address) in ipaddress.ip_network(network["subnet"])
    assert ipaddress.ip_address(address) not in ipaddress.ip_network(network["ip_range"])
    assert all(
        COMPOSE[name]["environment"].get("ACRE_TRUSTED_PROXIES") in (address, None) for name in OURS
    )


def test_the_shared_keys_belong_to_the_user_of_the_image():
    (made,) = re.findall(r"^RUN install -d -m 0700 -o acre -g acre (.*)$", CONTAINER, re.MULTILINE)
    assert made.split() == ["/state", "/state/keys"]


def test_the_first_start_of_the_primary_does_not_wait_for_the_standby():
    assert "synchronous_standby_names" not in COMPOSE["postgres-1"]["command"]
    assert "ALTER SYSTEM SET synchronous_standby_names" in (DEPLOY / "replication.sh").read_text()
    # what is prepared listens on the socket alone
    assert COMPOSE["postgres-1"]["healthcheck"]["test"][-2:] == ["-h", "127.0.0.1"]
    assert "-c synchronous_standby_names= " in (DEPLOY / "standby.sh").read_text()


def test_the_proxy_starts_while_the_edges_are_away():
    haproxy = shutil.which("haproxy")
    if haproxy is None:
        pytest.skip("haproxy is not installed: its configuration is not checked")
    command = [haproxy, "-c", "-f", str(DEPLOY / "haproxy.cfg")]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr
