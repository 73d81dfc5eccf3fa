"""Windows, grids, cursors and the sign-in text."""

import pytest
from solders.keypair import Keypair

from chain.client.wallet import address_of
from edge.api.auth.keys import load_secret
from edge.api.auth.message import MessageIssuer, parse, render
from edge.http.cursors import make_cursor, read_cursor
from edge.http.errors import ApiError
from edge.http.limits import SERIES_POINTS_MAX, Rate
from edge.http.middleware.idempotency import IdempotencyStore
from edge.http.middleware.rates import RateLimiter
from edge.http.windows import DAY_S, Span, carried, span_of, window_span

NOW_S = 1_750_000_000


@pytest.mark.parametrize(
    ("window", "step"),
    [("1d", 300), ("1W", 3_600), ("1m", DAY_S), ("YTD", DAY_S), ("3y", DAY_S), ("all", 7 * DAY_S)],
)
def test_each_window_has_its_resolution(window, step):
    span = window_span(window, NOW_S)
    assert (span.to_s, span.step_s) == (NOW_S, step)


def test_trading_series_of_a_month_are_finer():
    assert window_span("1m", NOW_S, is_trading=True).step_s == 4 * 3_600
    assert window_span(None, NOW_S, is_trading=True).step_s == 4 * 3_600


def test_bad_windows_and_ranges_are_named():
    with pytest.raises(ApiError, match="BAD_WINDOW"):
        window_span("2d", NOW_S)
    with pytest.raises(ApiError, match="BAD_RANGE"):
        span_of(None, 2, 1, NOW_S, None)


def test_a_range_ends_before_to_and_never_in_the_future():
    assert span_of(None, 100, 200, NOW_S, 60) == Span(100, 199, 60)
    assert span_of(None, 100, NOW_S + 99, NOW_S, 3_600).to_s == NOW_S


def test_values_are_carried_forward_and_never_interpolated():
    points = [(5, 1), (25, 2), (62, 3)]
    span = Span(0, 65, 10)
    assert carried(points, span) == [(10, 1), (20, 1), (30, 2), (40, 2), (50, 2), (60, 2), (62, 3)]
    assert carried(points[:1], Span(20, 45, 10)) == [(20, 1), (30, 1), (40, 1)]
    assert carried([], span) == []


def test_a_series_keeps_its_newest_points():
    result = carried([(0, 1)], Span(0, 10**6, 1))
    assert len(result) <= SERIES_POINTS_MAX
    assert result[-1][0] == 10**6


@pytest.mark.parametrize("cursor", ["", "!", "AAAA", "é", "A" * 1_000])
def test_an_invalid_cursor_is_refused(cursor):
    with pytest.raises(ApiError, match="BAD_CURSOR"):
        read_cursor(cursor, tuple[int, int], "q")


def test_a_cursor_comes_back():
    cursor = make_cursor((7, 2), "q", None)
    assert read_cursor(cursor, tuple[int, int], "q", None) == (7, 2)
    with pytest.raises(ApiError, match="BAD_CURSOR"):
        read_cursor(cursor, tuple[int, int], "other", None)


def test_only_the_issuer_recognises_its_message():
    address = address_of(Keypair())
    issuer = MessageIssuer(b"a" * 32, "acre.example", "https://acre.example", "mainnet")
    text = render(issuer.issue(address, NOW_S))
    assert parse(text) is not None
    recognised = issuer.recognise(text, address)
    assert recognised is not None
    assert recognised.expires_at_s == NOW_S + 300
    other = MessageIssuer(b"b" * 32, "acre.example", "https://acre.example", "mainnet")
    assert other.recognise(text, address) is None
    for number in range(len(text)):
        changed = text[:number] + chr(ord(text[number]) ^ 1) + text[number + 1 :]
        assert issuer.recognise(changed, address) is None, number


def test_the_secret_is_made_once_and_private(tmp_path):
    path = tmp_path / "keys" / "edge-secret"
    secret = load_secret(path)
    assert len(secret) == 32
    assert load_secret(path) == secret
    assert path.stat().st_mode & 0o777 == 0o600


def test_a_kill_while_the_secret_is_made_leaves_none(tmp_path, monkeypatch):
    path = tmp_path / "edge-secret"
    path.touch()  # what an older version left behind
    with monkeypatch.context() as patched:
        patched.setattr("os.fsync", killed)
        with pytest.raises(KeyboardInterrupt):
            load_secret(path)
    assert path.read_text() == ""
    secret = load_secret(path)
    assert load_secret(path) == secret


def killed(_descriptor):
    raise KeyboardInterrupt


def test_a_bucket_refills_and_the_table_is_bounded(monkeypatch):
    now = [0.0]
    limiter = RateLimiter({"x": Rate(2, 4)}, lambda: now[0])
    for _ in range(4):
        limiter.take("x", "a")
    with pytest.raises(ApiError, match="RATE_LIMITED") as refused:
        limiter.take("x", "a")
    assert refused.value.headers["Retry-After"] == "1"
    limiter.take("x", "b")
    now[0] = 0.5
    limiter.take("x", "a")
    monkeypatch.setattr("edge.http.middleware.rates.RATE_BUCKETS_MAX", 3)
    for number in range(10):
        limiter.take("x", str(number))
    assert len(limiter._buckets) <= 3


async def test_a_refused_request_frees_its_key():
    store = IdempotencyStore(lambda: 0.0)

    async def refuse(_claim):
        raise ApiError("NOTHING_TO_SETTLE")

    for _ in range(2):
        with pytest.raises(ApiError, match="NOTHING_TO_SETTLE"):
            await store.serve(("u", "/p", "k"), b"{}", refuse)
    assert not store._entries
