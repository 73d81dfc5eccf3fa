"""Every route against bad input: the contract's error, and an engine that did not move."""

import msgspec
import pytest
from msgspec import inspect as types
from solders.keypair import Keypair
from yarl import URL

from edge.http.route import ROUTES
from tests.edge.prediction_world import stranger
from tests.edge.service_world import text_of

MAIN = "/api/v1"
EXPRESS = "/express/v1"
USER = text_of(Keypair.from_seed(bytes([1]) * 32))  # 44 letters: one more is no address
HUGE = "9" * 30
ORDER = {"marginAccountId": 0, "marketId": 1, "side": "long", "input": "1000000"}
MODIFY = "Modify position input must be greater than 0"
CLOSE = "Close position input must be greater than 0"

# path, status, code[, details.field]
BAD_GETS = [
    ("/account/paused?refresh=maybe", 400, "VALIDATION", "refresh"),
    ("/account/paused?exchangeId=1", 404, "EXCHANGE_NOT_FOUND"),
    ("/account/exchange?exchangeId=7", 404, "EXCHANGE_NOT_FOUND"),
    ("/account/exchange?exchangeId=x", 400, "VALIDATION", "exchangeId"),
    ("/account/exchange?exchangeId=-1", 400, "VALIDATION", "exchangeId"),
    ("/account/market/9", 404, "MARKET_NOT_FOUND"),
    ("/account/market/nope", 404, "MARKET_NOT_FOUND"),
    (f"/account/market/{USER}", 404, "MARKET_NOT_FOUND"),
    ("/account/market/%C3%9F%C3%9F", 404, "MARKET_NOT_FOUND"),
    ("/account/markets?ids=1,9", 404, "MARKET_NOT_FOUND"),
    ("/account/markets?ids=1,x", 400, "VALIDATION", "ids"),
    ("/collections/nope", 404, "COLLECTION_NOT_FOUND"),
    ("/metadata/acre", 400, "VALIDATION", "id"),
    ("/metadata/acre?id=", 400, "VALIDATION", "id"),
    ("/metadata/acre?id=1.5", 400, "VALIDATION", "id"),
    (f"/metadata/acre?id={HUGE}", 400, "VALIDATION", "id"),
    ("/metadata/acre?id=999", 404, "ACRE_NOT_FOUND"),
    ("/real-estate-data/acre-info?id=999", 404, "ACRE_NOT_FOUND"),
    ("/real-estate-data/price-feed?id=999", 404, "ACRE_NOT_FOUND"),
    ("/real-estate-data/price-feed?id=11&window=2d", 400, "BAD_WINDOW"),
    ("/time-series/aggregate-pnl?from=5&to=4", 400, "BAD_RANGE"),
    ("/time-series/aggregate-pnl?from=-1", 400, "VALIDATION", "from"),
    ("/time-series/aggregate-pnl?interval=2h", 400, "VALIDATION", "interval"),
    ("/time-series/lp-share-price?window=", 400, "BAD_WINDOW"),
    ("/time-series/lp-share-price?exchangeId=3", 404, "EXCHANGE_NOT_FOUND"),
    ("/account/lp-return?window=2d", 400, "BAD_WINDOW"),
    ("/account/lp-return?from=5&to=4", 400, "BAD_RANGE"),
    ("/account/lp-return?from=-1", 400, "VALIDATION", "from"),
    ("/account/lp-return?exchangeId=3", 404, "EXCHANGE_NOT_FOUND"),
    ("/account/lp-scenarios?exchangeId=3", 404, "EXCHANGE_NOT_FOUND"),
    ("/auth/login/message", 400, "MISSING_ADDRESS"),
    ("/auth/login/message?address=%20", 400, "MISSING_ADDRESS"),
    ("/auth/login/message?address=abc", 400, "INVALID_ADDRESS"),
    ("/user//margin-accounts", 400, "MISSING_ADDRESS"),
    ("/user/%20/margin-accounts", 400, "MISSING_ADDRESS"),
    ("/user/margin-accounts", 400, "MISSING_ADDRESS"),
    ("/user/0x12/margin-accounts", 400, "INVALID_ADDRESS"),
    (f"/user/{USER}1/sol-balance", 400, "INVALID_ADDRESS"),
    (f"/user/{USER}/margin-account", 404, "MARGIN_ACCOUNT_NOT_FOUND"),
    (f"/user/{USER}/margin-account?marginAccountId=4", 404, "MARGIN_ACCOUNT_NOT_FOUND"),
    (
        f"/user/{USER}/margin-account?marginAccountId=4294967296",
        400,
        "VALIDATION",
        "marginAccountId",
    ),
    (f"/user/{USER}/history/trade?limit=0", 400, "VALIDATION", "limit"),
    (f"/user/{USER}/history/trade?limit=201", 400, "VALIDATION", "limit"),
    (f"/user/{USER}/history/trade?format=csv&limit=10001", 400, "VALIDATION", "limit"),
    (f"/user/{USER}/history/trade?format=xml", 400, "VALIDATION", "format"),
    (f"/user/{USER}/history/trade?order=up", 400, "VALIDATION", "order"),
    (f"/user/{USER}/history/trade?cursor=nonsense", 400, "BAD_CURSOR"),
    (f"/user/{USER}/history/trade?cursor=" + "A" * 600, 400, "BAD_CURSOR"),
    (f"/user/{USER}/history/lp?from=9&to=8", 400, "BAD_RANGE"),
    (f"/user/{USER}/commands?status=maybe", 400, "VALIDATION", "status"),
    (f"/user/{USER}/lp-positions?includeClosed=7", 400, "VALIDATION", "includeClosed"),
    (f"/user/{USER}/quote/add-liquidity", 400, "VALIDATION", "liquidity"),
    (f"/user/{USER}/quote/add-liquidity?liquidity=0", 400, "INPUT_NOT_POSITIVE", "liquidity"),
    (f"/user/{USER}/quote/add-liquidity?liquidity=-5", 400, "INPUT_NOT_POSITIVE", "liquidity"),
    (f"/user/{USER}/quote/add-liquidity?liquidity=1.5", 400, "VALIDATION", "liquidity"),
    (f"/user/{USER}/quote/add-liquidity?liquidity=1e9", 400, "VALIDATION", "liquidity"),
    (f"/user/{USER}/quote/add-liquidity?liquidity={HUGE}", 400, "AMOUNT_OUT_OF_RANGE", "liquidity"),
    ("/quote/add-liquidity?liquidity=1000000", 400, "MISSING_ADDRESS"),
    (f"/user/{USER}/quote/remove-liquidity?lpPositionId=1", 400, "VALIDATION", "shares"),
    (f"/user/{USER}/quote/remove-liquidity?shares=1", 400, "VALIDATION", "lpPositionId"),
    (
        f"/user/{USER}/quote/remove-liquidity?lpPositionId=0&shares=1",
        404,
        "LP_POSITION_NOT_FOUND",
    ),
    (
        f"/user/{USER}/quote/remove-liquidity?lpPositionId=1&shares={HUGE}",
        400,
        "AMOUNT_OUT_OF_RANGE",
        "shares",
    ),
    (f"/user/{USER}/history/liquidation?marketId=x", 400, "VALIDATION", "marketId"),
    (f"/user/{USER}/quote/withdraw-margin", 400, "VALIDATION", "marginAccountId"),
    (f"/user/{USER}/quote/withdraw-margin?marginAccountId=1", 404, "MARGIN_ACCOUNT_NOT_FOUND"),
    ("/nothing/here", 404, "NOT_FOUND"),
    ("/contest/royale/leaderboard", 404, "CONTEST_NOT_FOUND"),
]
BAD_EXPRESS_GETS = [
    ("/liquidations?marketId=-1", 400, "VALIDATION", "marketId"),
    ("/liquidations?limit=201", 400, "VALIDATION", "limit"),
    ("/staking/locked-epoch-period", 400, "VALIDATION", "unlockingEpoch"),
    ("/staking/locked-epoch-period?unlockingEpoch=-1", 400, "VALIDATION", "unlockingEpoch"),
    ("/staking/epoch-period-estimate", 404, "NOT_FOUND"),
    ("/market/search?limit=0", 400, "VALIDATION", "limit"),
    ("/market/search?limit=500", 400, "VALIDATION", "limit"),
    ("/market/search?q=" + "a" * 65, 400, "VALIDATION", "q"),
    ("/market/search?minPrice=1.5", 400, "VALIDATION", "minPrice"),
    ("/market/search?sort=luck", 400, "VALIDATION", "sort"),
    ("/market/search?cursor=abc", 400, "BAD_CURSOR"),
    ("/market/symbols", 400, "VALIDATION", "symbols"),
    ("/market/symbols?symbols=,", 400, "VALIDATION", "symbols"),
    ("/market/symbols?symbols=AUS,ZZZ", 404, "MARKET_NOT_FOUND"),
    ("/market/ZZZ", 404, "MARKET_NOT_FOUND"),
    ("/market/ZZZ/volumes", 404, "MARKET_NOT_FOUND"),
    ("/market/AUS/price-feed?window=9z", 400, "BAD_WINDOW"),
    ("/market/AUS/price-feed-stats?window=9z", 400, "BAD_WINDOW"),
    ("/market/AUS/candles?interval=3m", 400, "VALIDATION", "interval"),
    ("/market/AUS/candles?source=moon", 400, "VALIDATION", "source"),
    ("/market/AUS/candles?from=9&to=3", 400, "BAD_RANGE"),
    ("/market/AUS/funding-history?interval=5m", 400, "VALIDATION", "interval"),
    ("/market-time-series/9", 404, "MARKET_NOT_FOUND"),
    ("/trade-stream?direction=up", 400, "VALIDATION", "direction"),
    ("/trade-stream/9", 404, "MARKET_NOT_FOUND"),
    ("/portfolio/", 400, "MISSING_ADDRESS"),
    ("/portfolio/%20", 400, "MISSING_ADDRESS"),
    ("/portfolio/abc", 400, "INVALID_ADDRESS"),
    ("/settlement-requests?mature=2", 400, "VALIDATION", "mature"),
    ("/settlement-requests?cursor=AAAA", 400, "BAD_CURSOR"),
    ("/auth/login", 400, "MISSING_ADDRESS"),
    ("/nothing", 404, "NOT_FOUND"),
]
QUOTES = f"/user/{USER}/quote"
BUILD = f"/user/{USER}/transaction"
BAD_POSTS = [
    (f"{QUOTES}/modify-position", {**ORDER, "input": "0"}, 400, "INPUT_NOT_POSITIVE"),
    (f"{QUOTES}/modify-position", {**ORDER, "input": "-1"}, 400, "INPUT_NOT_POSITIVE"),
    (f"{QUOTES}/modify-position", {**ORDER, "input": None}, 400, "INPUT_NOT_POSITIVE"),
    (f"{QUOTES}/modify-position", {**ORDER, "input": "-" + HUGE}, 400, "INPUT_NOT_POSITIVE"),
    (f"{QUOTES}/modify-position", {**ORDER, "input": "1.5"}, 400, "VALIDATION"),
    (f"{QUOTES}/modify-position", {**ORDER, "input": 1.5}, 400, "VALIDATION"),
    (f"{QUOTES}/modify-position", {**ORDER, "input": 2**53}, 400, "VALIDATION"),
    (f"{QUOTES}/modify-position", {**ORDER, "input": True}, 400, "VALIDATION"),
    (f"{QUOTES}/modify-position", {**ORDER, "input": HUGE}, 400, "AMOUNT_OUT_OF_RANGE"),
    (f"{QUOTES}/modify-position", {**ORDER, "side": "up"}, 400, "VALIDATION"),
    (f"{QUOTES}/modify-position", {**ORDER, "marketId": "1"}, 400, "VALIDATION"),
    (f"{QUOTES}/modify-position", {**ORDER, "marketId": -1}, 400, "VALIDATION"),
    (f"{QUOTES}/modify-position", {**ORDER, "inputKind": "x"}, 400, "VALIDATION"),
    (f"{QUOTES}/modify-position", {}, 400, "VALIDATION"),
    (f"{QUOTES}/modify-position", [], 400, "VALIDATION"),
    (f"{QUOTES}/modify-position", ORDER, 404, "MARGIN_ACCOUNT_NOT_FOUND"),
    (
        f"{QUOTES}/modify-position",
        {**ORDER, "marketId": 9, "inputKind": "notionalDelta"},
        404,
        "MARKET_NOT_FOUND",
    ),
    ("/quote/modify-position", ORDER, 400, "MISSING_ADDRESS"),
    ("/quote/modify-position", {**ORDER, "user": "x"}, 400, "INVALID_ADDRESS"),
    (f"{QUOTES}/close-position", {**ORDER, "input": "0"}, 400, "INPUT_NOT_POSITIVE"),
    (f"{QUOTES}/close-position", {**ORDER, "input": "1 "}, 400, "VALIDATION"),
    (f"{QUOTES}/close-position", ORDER, 404, "MARGIN_ACCOUNT_NOT_FOUND"),
    (f"{QUOTES}/position-modification-limits", {"marginAccountId": 0}, 400, "VALIDATION"),
    (
        f"{QUOTES}/position-modification-limits",
        {"marginAccountId": 0, "marketIds": list(range(11))},
        400,
        "TOO_MANY_IDS",
    ),
    ("/real-estate-data/acre-infos", {"ids": [11] * 11}, 400, "TOO_MANY_IDS"),
    ("/real-estate-data/acre-infos", {"ids": []}, 400, "VALIDATION"),
    ("/real-estate-data/acre-infos", {"ids": ["11"]}, 400, "VALIDATION"),
    ("/real-estate-data/acre-infos", {"ids": [11, 99]}, 404, "ACRE_NOT_FOUND"),
    (f"{BUILD}/create-margin-account", {"name": "ü"}, 400, "VALIDATION"),
    (f"{BUILD}/create-margin-account", {"name": "x" * 33}, 400, "VALIDATION"),
    (f"{BUILD}/create-margin-account", {"margin": "-1"}, 400, "INPUT_NOT_POSITIVE"),
    (f"{BUILD}/create-margin-account", {"margin": HUGE}, 400, "AMOUNT_OUT_OF_RANGE"),
    (f"{BUILD}/create-margin-account", {"margin": "1000000"}, 409, "INSUFFICIENT_COLLATERAL"),
    (f"{BUILD}/deposit-margin", {"marginAccountId": 0}, 400, "VALIDATION"),
    (f"{BUILD}/deposit-margin", {"marginAccountId": 0, "margin": "0"}, 400, "INPUT_NOT_POSITIVE"),
    (
        f"{BUILD}/deposit-margin",
        {"marginAccountId": 0, "margin": "1"},
        404,
        "MARGIN_ACCOUNT_NOT_FOUND",
    ),
    (
        f"{BUILD}/withdraw-margin",
        {"marginAccountId": 0, "margin": "1", "keeperTip": "-1"},
        400,
        "INPUT_NOT_POSITIVE",
    ),
    (
        f"{BUILD}/withdraw-margin",
        {"marginAccountId": 0, "margin": "1"},
        404,
        "MARGIN_ACCOUNT_NOT_FOUND",
    ),
    (f"{BUILD}/modify-position", {**ORDER, "slippageRate": "1"}, 400, "VALIDATION"),
    (f"{BUILD}/modify-position", {**ORDER, "slippageRate": "0.0000000000001"}, 400, "VALIDATION"),
    (f"{BUILD}/modify-position", {**ORDER, "slippageRate": "1e-3"}, 400, "VALIDATION"),
    (f"{BUILD}/modify-position", {**ORDER, "acceptablePrice": "0"}, 400, "BAD_PRICE"),
    (f"{BUILD}/modify-position", {**ORDER, "acceptablePrice": HUGE}, 400, "AMOUNT_OUT_OF_RANGE"),
    (f"{BUILD}/modify-position", {**ORDER, "owner": "me"}, 400, "VALIDATION"),
    (f"{BUILD}/modify-position", ORDER, 404, "MARGIN_ACCOUNT_NOT_FOUND"),
    (f"{BUILD}/close-position", ORDER, 404, "MARGIN_ACCOUNT_NOT_FOUND"),
    (f"{BUILD}/close-margin-account", {"marginAccountId": 3}, 404, "MARGIN_ACCOUNT_NOT_FOUND"),
    (f"{BUILD}/add-liquidity", {"liquidity": "999999"}, 400, "AMOUNT_TOO_SMALL"),
    (f"{BUILD}/add-liquidity", {"liquidity": "1000000"}, 409, "INSUFFICIENT_COLLATERAL"),
    (f"{BUILD}/process-settlement-requests", {}, 409, "NOTHING_TO_SETTLE"),
    (
        f"{BUILD}/process-settlement-requests",
        {"settlementRequestIds": list(range(9))},
        400,
        "VALIDATION",
    ),
    (f"{BUILD}/set-delegate", {"delegate": "no-address"}, 400, "VALIDATION"),
    (f"{BUILD}/claim-deposit", {"depositId": 1}, 404, "DEPOSIT_NOT_FOUND"),
    ("/user//transaction/add-liquidity", {"liquidity": "1000000"}, 400, "MISSING_ADDRESS"),
    (f"{BUILD}/nothing", {}, 404, "NOT_FOUND"),
    (f"{BUILD}/liquidate", {}, 400, "VALIDATION"),
    (f"{BUILD}/liquidate", {"owner": "me", "marginAccountId": 0}, 400, "VALIDATION"),
    (f"{BUILD}/liquidate", {"owner": USER, "marginAccountId": -1}, 400, "VALIDATION"),
    (f"{BUILD}/liquidate", {"owner": USER, "marginAccountId": 0}, 404, "MARGIN_ACCOUNT_NOT_FOUND"),
    (f"{BUILD}/remove-liquidity", {"lpPositionId": 1}, 400, "VALIDATION"),
    (f"{BUILD}/remove-liquidity", {"lpPositionId": 1, "shares": "0"}, 400, "INPUT_NOT_POSITIVE"),
    (f"{BUILD}/remove-liquidity", {"lpPositionId": 1, "shares": HUGE}, 400, "AMOUNT_OUT_OF_RANGE"),
    (f"{BUILD}/remove-liquidity", {"lpPositionId": 1, "shares": "1"}, 404, "LP_POSITION_NOT_FOUND"),
    (f"{BUILD}/remove-liquidity", {"lpPositionId": 0, "shares": "1"}, 404, "LP_POSITION_NOT_FOUND"),
    (
        f"{BUILD}/remove-liquidity",
        {"lpPositionId": 1, "shares": "1", "keeperTip": "-1"},
        400,
        "INPUT_NOT_POSITIVE",
    ),
    (f"{BUILD}/close-lp-position", {}, 400, "VALIDATION"),
    (f"{BUILD}/close-lp-position", {"lpPositionId": 2**63 - 1}, 404, "LP_POSITION_NOT_FOUND"),
    (f"{BUILD}/upgrade-lp-account", {}, 409, "CANNOT_UPGRADE"),
    ("/auth/challenge", {}, 400, "MISSING_ADDRESS"),
    ("/auth/refresh-token", {}, 400, "VALIDATION"),
    ("/account/exchange", {}, 405, "METHOD_NOT_ALLOWED"),
]


def check(body, status, code, field, answer) -> None:
    assert (answer.status, body.get("code")) == (status, code), (str(answer.url), body)
    assert set(body) >= {"message", "code", "details", "requestId"}
    assert body["requestId"] == answer.headers["X-Request-Id"]
    assert ("expiredToken" in body) == (status == 401)
    if field is not None:
        assert body["details"]["field"] == field


async def test_bad_queries_are_named_and_change_nothing(service):
    before = service.exchange.state_hash()
    for base, table in ((MAIN, BAD_GETS), (EXPRESS, BAD_EXPRESS_GETS)):
        for path, status, code, *field in table:
            async with service.client.get(base + path) as answer:
                body = await answer.json()
                check(body, status, code, field[0] if field else None, answer)
    assert service.exchange.state_hash() == before


async def test_bad_bodies_are_named_and_change_nothing(service):
    before = service.exchange.state_hash()
    for path, sent, status, code in BAD_POSTS:
        async with service.client.post(MAIN + path, json=sent) as answer:
            check(await answer.json(), status, code, None, answer)
    for path, message in (("modify-position", MODIFY), ("close-position", CLOSE)):
        body = await service.post(f"{MAIN}{QUOTES}/{path}", {**ORDER, "input": "0"}, 400)
        assert body["message"] == message
    assert service.exchange.state_hash() == before


async def test_every_post_refuses_what_is_no_json(service):
    before = service.exchange.state_hash()
    one = await stranger(service)
    tokens, user = one.headers, text_of(one.wallet)
    for route in ROUTES:
        if route.method != "POST" or route.body is None:
            continue
        path = route.base + route.path.replace("{user}", user)
        path = path.replace("{marketId}", "1").replace("{orderId}", "1")
        for raw, content_type, status, code in (
            (b"{", "application/json", 400, "BAD_JSON"),
            (b"", "application/json", 400, "BAD_JSON"),
            (b"\xff\xfe", "application/json", 400, "BAD_JSON"),
            (b'{"zz":' + b"[" * 60_000, "application/json", 400, "BAD_JSON"),
            (b"5", "application/json", 400, "VALIDATION"),
            (b"{}", "text/plain", 415, "UNSUPPORTED_MEDIA_TYPE"),
            (b'{"a":"' + b"x" * 65_536 + b'"}', "application/json", 413, "PAYLOAD_TOO_LARGE"),
        ):
            if not raw and route.is_body_optional:
                continue
            headers = {"Content-Type": content_type, **tokens}
            async with service.client.post(path, data=raw, headers=headers) as answer:
                check(await answer.json(), status, code, None, answer)
    assert service.exchange.state_hash() == before


@pytest.mark.parametrize("path", ["/api/v2/health", "/express/v9/status", "/api/x"])
async def test_an_unknown_version_is_named(service, path):
    assert (await service.get(path, 404))["code"] == "UNKNOWN_VERSION"


async def test_a_path_of_another_method_is_405_and_names_it(service):
    for path, allowed in (
        (f"{BUILD}/add-liquidity", "POST"),
        (f"{QUOTES}/modify-position", "POST"),
    ):
        async with service.client.get(MAIN + path) as answer:
            check(await answer.json(), 405, "METHOD_NOT_ALLOWED", None, answer)
            assert answer.headers["Allow"] == allowed
    async with service.client.delete(f"{MAIN}/account/exchange") as answer:
        assert answer.headers["Allow"] == "GET,HEAD"
    async with service.client.post("/some/page") as answer:
        check(await answer.json(), 405, "METHOD_NOT_ALLOWED", None, answer)


NASTY = (
    "", "%20", "0", "-1", "1", "true", "null", "1.5", "1e9", HUGE, "x" * 300, "a,b,,c", "%00",
    "%ff", "%F0%9F%8F%A0", "'%20OR%201=1", "..%2F..", "1w", "9223372036854775807",
    "9223372036854775808", "4294967295", "[]", "{}", "desc", USER,
)  # fmt: skip


def values_of(item):
    """Yield the path of a GET route with each nasty value in each place where one can stand."""
    named = {"user": USER, "market": "1", "symbol": "AUS", "marketId": "1", "collection": "all"}
    named |= {"key": USER, "id": "a"}
    path = item.path
    for name, value in named.items():
        path = path.replace(f"{{{name}}}", value)
    for field in types.type_info(item.query).fields:
        yield from (f"{path}?{field.encode_name}={value}" for value in NASTY)
    for name in named:
        if f"{{{name}}}" in item.path:
            yield from (path.replace(named[name], value) for value in NASTY)


async def test_no_value_in_any_place_makes_a_fault(service):
    before = service.exchange.state_hash()
    one = await stranger(service)
    tokens, user = one.headers, text_of(one.wallet)
    for item in ROUTES:
        if item.method != "GET" or "balance" in item.path:
            continue
        for path in values_of(item):
            place = str(service.client.make_url("/"))[:-1] + item.base + path.replace(USER, user)
            url = URL(place, encoded=True)
            async with service.client.session.get(url, headers=tokens) as answer:
                body = await answer.read()
                assert answer.status in {200, 400, 404, 405, 409}, (path, answer.status, body)
                if answer.status >= 400:
                    assert {"message", "code", "details"} <= set(msgspec.json.decode(body)), path
    assert service.exchange.state_hash() == before


ODD = (
    None,
    True,
    1.5,
    -1,
    0,
    2**70,
    "",
    "x",
    "9" * 5_000,
    "\ud83c\udfe0",
    [],
    [None],
    {},
    {"a": 1},
    "\x00",
)


async def test_no_value_in_any_body_makes_a_fault(service):
    wallet = await service.trader()
    before = service.exchange.state_hash()
    good = {"marginAccountId": 0, "marketId": 1, "side": "long", "input": "1000000"}
    good |= {"margin": "1000000", "liquidity": "1000000", "depositId": 1, "ids": [11]}
    good |= {"delegate": USER, "address": USER, "refreshToken": "x", "marketIds": [1]}
    for item in ROUTES:
        if item.method != "POST" or item.body is None or item.path == "/faucet":
            continue
        path = item.base + item.path.replace("{user}", text_of(wallet))
        for field in types.type_info(item.body).fields:
            for value in ODD:
                sent = {**good, "user": text_of(wallet), field.encode_name: value}
                async with service.client.post(path, json=sent) as answer:
                    body = await answer.read()
                    assert answer.status < 500, (path, field.encode_name, value, body)
    assert service.exchange.state_hash() == before
