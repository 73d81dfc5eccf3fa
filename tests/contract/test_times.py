"""Edges of time: midnights, years, epochs; nothing depends on where the server stands."""

import time
from datetime import UTC, datetime

import pytest
import pytest_asyncio

from edge.http.errors import ApiError
from edge.http.windows import span_of, window_span
from tests.contract.answers.parts import EXPRESS, MAIN
from tests.edge.service_world import running_service

DAY_S, WEEK_S = 86_400, 604_800
ZONES = ("UTC", "Pacific/Kiritimati", "Pacific/Niue", "America/St_Johns")


def at(text: str) -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp())


@pytest.fixture(params=ZONES)
def zone(request, monkeypatch):
    monkeypatch.setenv("TZ", request.param)
    time.tzset()
    yield request.param
    monkeypatch.undo()
    time.tzset()


@pytest.mark.parametrize(
    ("now", "first"),
    [
        ("2024-12-31T23:59:59", "2024-01-01T00:00:00"),
        ("2025-01-01T00:00:00", "2025-01-01T00:00:00"),
        ("2025-01-01T00:00:01", "2025-01-01T00:00:00"),
        ("2024-02-29T12:00:00", "2024-01-01T00:00:00"),
        ("1970-01-01T00:00:00", "1970-01-01T00:00:00"),
        ("2038-01-19T03:14:08", "2038-01-01T00:00:00"),
    ],
)
def test_a_year_begins_at_midnight_utc(zone, now, first):
    assert zone in ZONES
    span = window_span("YTD", at(now))
    assert (span.from_s, span.to_s, span.step_s) == (at(first), at(now), DAY_S)


@pytest.mark.parametrize(
    ("window", "days", "daily_s", "trading_s"),
    [
        ("1d", 1, 300, 300),
        ("1w", 7, 3_600, 3_600),
        ("1m", 30, DAY_S, 4 * 3_600),
        ("3m", 91, DAY_S, 4 * 3_600),
        ("6m", 182, DAY_S, DAY_S),
        ("1y", 365, DAY_S, DAY_S),
        ("3y", 1_095, DAY_S, DAY_S),
        ("5y", 1_826, WEEK_S, WEEK_S),
    ],
)
def test_windows_have_the_length_and_resolution_of_the_contract(window, days, daily_s, trading_s):
    now_s = at("2024-03-01T00:00:00")
    for name in (window, window.upper()):
        daily, trading = window_span(name, now_s), window_span(name, now_s, is_trading=True)
        assert (daily.from_s, daily.to_s) == (now_s - days * DAY_S, now_s)
        assert (daily.step_s, trading.step_s) == (daily_s, trading_s)


@pytest.mark.parametrize(
    "window", ["", " 1d", "1d ", "2d", "1", "d", "all ", "1м", "\x001d", "1D1"]
)
def test_another_word_is_no_window(window):
    with pytest.raises(ApiError, match="BAD_WINDOW"):
        window_span(window, 0)


@pytest.mark.parametrize(
    ("from_s", "to_s", "expected"),
    [
        (100, 200, (100, 199)),
        (100, 101, (100, 100)),
        (100, 100, (100, 99)),
        (0, 1, (0, 0)),
        (100, 2**40, (100, 1_000)),
        (1_001, None, (1_001, 1_000)),
    ],
)
def test_from_is_inside_to_is_outside_and_the_future_is_empty(from_s, to_s, expected):
    span = span_of(None, from_s, to_s, 1_000, 1)
    assert (span.from_s, span.to_s) == expected


pytest_module_loop = pytest.mark.asyncio(loop_scope="session")


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def service(tmp_path_factory, database_url):
    """A service whose engine time these tests move."""
    async with running_service(tmp_path_factory.mktemp("times"), database_url) as running:
        yield running


@pytest_module_loop
async def test_an_epoch_changes_on_thursday_at_midnight_utc(service):
    before = await service.get(f"{EXPRESS}/staking/epoch-period")
    assert datetime.fromtimestamp(before["end"], UTC).strftime("%a %H:%M:%S") == "Thu 00:00:00"
    await service.world.advance(before["end"] - service.context.now_s() - 1)
    last = await service.get(f"{EXPRESS}/staking/epoch-period")
    assert (last["epoch"], last["secondsRemaining"]) == (before["epoch"], 1)
    locked = f"{EXPRESS}/staking/locked-epoch-period?unlockingEpoch={before['epoch'] + 1}"
    assert (await service.get(locked))["secondsRemaining"] == 1
    await service.world.advance(1)
    after = await service.get(f"{EXPRESS}/staking/epoch-period")
    assert (after["epoch"], after["start"]) == (before["epoch"] + 1, before["end"])
    assert after["secondsRemaining"] == WEEK_S
    assert (await service.get(locked))["secondsRemaining"] == 0


@pytest_module_loop
async def test_texts_of_times_are_utc_wherever_the_server_stands(service, zone):
    assert zone in ZONES
    service.wall.s = float(at("2027-01-01T00:00:00"))
    user = "11111111111111111111111111111112"
    fields = (await service.get(f"{EXPRESS}/auth/login?address={user}"))["fields"]
    assert fields["issuedAt"] == "2027-01-01T00:00:00Z"
    assert fields["expirationTime"] == "2027-01-01T00:05:00Z"
    feed = (await service.get(f"{MAIN}/real-estate-data/price-feed?id=11&window=1m"))["info"]
    assert {point["timestamp"] % DAY_S for point in feed} == {0}
