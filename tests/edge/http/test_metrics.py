"""The metrics follow what they measure; their labels come from fixed sets."""

import asyncio
import re

import pytest
from prometheus_client import CollectorRegistry

from edge.core import slow_figures
from edge.http.errors import ApiError
from edge.http.middleware.turns import Turns
from edge.observe.board import Board
from edge.observe.figures import FIGURES
from edge.process import disk
from edge.process.disk import free_bytes_by_folder
from edge.process.supervised import FILE, ChildState, children_of, write_children
from engine.sequencer.times import Distribution

TYPE = re.compile(r"^# TYPE (\S+) ", re.M)
CREATED = re.compile(r"_created$")


async def read(service) -> tuple[set[str], dict[str, float]]:
    """The names of all metrics, and the value of each sample."""
    async with service.client.get("/metrics") as answer:
        text = await answer.text()
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    values = {name: float(value) for name, value in (line.rsplit(" ", 1) for line in lines)}
    return {name for name in TYPE.findall(text) if not CREATED.search(name)}, values


@pytest.fixture
def measured(service, tmp_path):
    object.__setattr__(service.context.health, "home", tmp_path)
    return service


async def test_the_process_exports_its_declared_metrics_and_no_other(measured):
    names, _ = await read(measured)
    ours = {name for name in names if not name.startswith("process_")}
    assert ours == {figure.exported_name for figure in FIGURES}


async def test_batches_of_the_journal_are_counted_by_stage(measured):
    stages = measured.context.sequencer.stages
    _, values = await read(measured)
    batches = stages.commands.count
    assert 1 <= batches <= stages.commands.total <= measured.context.sequencer.sequence
    assert values["acre_batch_commands_sum"] == stages.commands.total
    for stage, times in (("queue", stages.queue), ("flush", stages.flush), ("apply", stages.apply)):
        assert values[f'acre_stage_seconds_count{{stage="{stage}"}}'] == times.count == batches
        assert 0 < times.largest <= times.total
    assert values["acre_journal_flushing_seconds"] == 0


async def test_requests_are_counted_by_template_stage_and_refusal(measured):
    await measured.get("/express/v1/market/AUS")
    await measured.get("/express/v1/market/NOWHERE", 404)
    measured.context.gate.limiter.refused["site"] += 2
    _, values = await read(measured)
    routes = {name for name in values if name.startswith("acre_requests_total")}
    assert not [name for name in routes if "AUS" in name or "NOWHERE" in name]
    assert sum(value for name, value in values.items() if name in routes) >= 2
    assert values['acre_stage_seconds_count{stage="parse"}'] >= 2
    assert values['acre_stage_seconds_count{stage="encode"}'] >= 1
    assert values['acre_refused_requests_total{class="site"}'] == 2


async def test_a_request_refused_for_its_turn_is_counted_by_its_route(measured, monkeypatch):
    async def refuse(_self, _client, **_options):
        raise ApiError("MAINTENANCE", headers={"Retry-After": "1"})

    with monkeypatch.context() as patched:
        patched.setattr(Turns, "take", refuse)
        answer = await measured.get("/express/v1/market/AUS", 503)
    assert answer["code"] == "MAINTENANCE"
    _, values = await read(measured)
    labels = 'route="/express/v1/market/{symbol}",status="503"'
    assert values[f"acre_requests_total{{{labels}}}"] == 1


async def test_figures_of_the_pool_and_the_database_are_exported(measured):
    _, values = await read(measured)
    view = measured.exchange.exchange_view(measured.context.now_s())
    assert values["acre_pool_balance_usd"] == view.lp_balance_e6 / 1e6
    assert values["acre_accounts_liquidatable"] == 0
    assert values["acre_postgres_size_bytes"] > 0
    assert values['acre_database_connections{pool="main",state="max"}'] >= 1
    state = measured.exchange.state_hash()
    assert values["acre_state_hash"] == int.from_bytes(state[:8]) >> 12
    assert values["acre_state_sequence"] == measured.exchange.sequence


async def test_a_silent_database_delays_no_scrape(measured, monkeypatch):
    async def silent(*_):
        await asyncio.sleep(60)

    monkeypatch.setattr(slow_figures, "WAIT_S", 0.05)
    monkeypatch.setattr(slow_figures.SlowFigures, "_set_postgres", silent)
    async with asyncio.timeout(5):
        _, values = await read(measured)
    assert values["acre_sequence"] >= 1


async def test_children_of_the_supervisor_are_exported(measured, tmp_path):
    write_children(tmp_path, {"core": ChildState(True, 3), "edge-1": ChildState(False, 9)})
    _, values = await read(measured)
    assert values['acre_child_up{child="edge-1"}'] == 0
    assert values['acre_child_starts_total{child="core"}'] == 3


def test_a_damaged_file_of_children_is_no_children(tmp_path):
    (tmp_path / FILE).write_bytes(b'{"core": 1}')
    assert children_of(tmp_path) == {}
    assert children_of(tmp_path / "away") == {}
    write_children(tmp_path / "away", {"core": ChildState()})  # nowhere to write: no error


def test_the_board_takes_only_what_is_declared():
    board = Board(FIGURES, CollectorRegistry())
    with pytest.raises(KeyError):
        board.set("acre_nothing", 1)
    with pytest.raises(ValueError, match="labels"):
        board.set("acre_sequence", 1, "surplus")
    with pytest.raises(ValueError, match="labels"):
        board.spread("acre_stage_seconds", Distribution())


def test_a_distribution_counts_by_upper_bound():
    times = Distribution((1.0, 2.0))
    for value in (0.5, 1.0, 1.5, 9.0):
        times.add(value)
    assert times.counts == [2, 1, 1]
    assert (times.count, times.total, times.largest) == (4, 12.0, 9.0)


async def test_a_held_loop_and_loops_that_wait_are_seen(measured):
    measured.context.health.loop_times.blocked_count = 3
    measured.context.health.loop_times.longest_s = 4.5
    measured.context.health.trouble.waiting["oracle"] = "no space left"
    _, values = await read(measured)
    assert values["acre_loop_blocked_total"] == 3
    assert values["acre_loop_longest_seconds"] == 4.5
    assert values["acre_loops_waiting"] == 1


async def test_free_space_is_told_for_each_folder(measured, tmp_path):
    (tmp_path / "journal").mkdir(exist_ok=True)
    _, values = await read(measured)
    assert values['acre_disk_free_bytes{folder="."}'] > 0
    assert values['acre_disk_free_bytes{folder="journal"}'] > 0


def test_the_folders_that_are_measured_are_bounded(tmp_path):
    for number in range(disk.FOLDERS_MAX + 9):
        (tmp_path / f"{number:03d}").mkdir()
    assert len(free_bytes_by_folder(tmp_path)) == disk.FOLDERS_MAX
    assert free_bytes_by_folder(tmp_path / "away") == {}
