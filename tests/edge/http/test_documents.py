"""The OpenAPI documents say exactly what each route asks and answers; their page shows it all."""

import base64
import hashlib
import json
import re
from html import unescape

import pytest
from openapi_spec_validator import OpenAPIV31SpecValidator, validate

from edge.http.answers import refusals
from edge.http.openapi.descriptions import TAGS
from edge.http.openapi.document import document
from edge.http.openapi.page import CONTENT_SECURITY_POLICY, page
from edge.http.route import ROUTES, Base, Route
from edge.http.schema.base import Nothing
from tests.edge.described import document_of

MAIN, EXPRESS = (document_of(base) for base in Base)
EVERYWHERE = {"429", "500", "503"}
# API 2.6: what needs a bearer token; and the wallet's own sessions, which are beyond it.
PRIVATE = re.compile(
    r"/user/\{user\}/profile/.*|(/points|/perpetual-points)?/referrals/.*"
    r"|/predictions/(portfolio|orders.*|positions|trades|markets/\{marketId\}/orders)"
    r"|/auth/(sessions.*|logout-all)"
    r"|/user/\{user\}/perp-orders|/(user|portfolio)/\{user\}/history/perp-order"
)
PRIVATE_POSTS = re.compile(r".*/participate|/(points|ppps3)/participants|/contest/\{contestId\}")


def operation(whole: dict, method: str, path: str) -> dict:
    return whole["paths"][path][method]


def every(whole: dict):
    for path, methods in whole["paths"].items():
        for method, content in methods.items():
            yield method, path, content


@pytest.mark.parametrize("whole", [MAIN, EXPRESS], ids=["main", "express"])
def test_a_document_is_valid_and_names_the_other_interfaces(whole):
    validate(whole, cls=OpenAPIV31SpecValidator)
    assert whole["openapi"] == "3.1.0"
    assert "/express/v1/ws" in whole["info"]["description"]
    assert "/rpc" in whole["info"]["description"]
    names = [content["operationId"] for _, _, content in every(whole)]
    assert len(names) == len(set(names))


@pytest.mark.parametrize("whole", [MAIN, EXPRESS], ids=["main", "express"])
def test_a_token_is_asked_where_the_contract_says(whole):
    for method, path, content in every(whole):
        is_private = PRIVATE.fullmatch(path) or (method == "post" and PRIVATE_POSTS.fullmatch(path))
        security = content.get("security")
        if path == "/auth/challenge":
            assert security == [{}, {"bearer": []}]
        else:
            assert security == ([{"bearer": []}] if is_private else None), (method, path)
        assert ("401" in content["responses"]) == (security is not None or "/auth/" in path) or (
            path == "/auth/login/message"
            or (method, path) == ("get", "/auth/login")
            or path == "/auth/logout"
        )


@pytest.mark.parametrize("whole", [MAIN, EXPRESS], ids=["main", "express"])
def test_shapes_are_open_and_every_field_of_an_answer_is_there(whole):
    shapes = whole["components"]["schemas"]
    asked = {
        content["requestBody"]["content"]["application/json"]["schema"]["$ref"]
        for _, _, content in every(whole)
        if "requestBody" in content
    }
    asked = {reference.rsplit("/", 1)[1] for reference in asked} | {
        "BatchOrderBody",
        "LegBody",
        "LegTransactionBody",
    }
    partial = {"BatchResult", "Solvency"}  # one of two; only with a wallet
    partial |= {"SessionInfo", "TokenPair"}  # the refresh token is in the body or in a cookie
    for name, shape in shapes.items():
        assert "additionalProperties" not in shape, name  # a later version may add fields
        if name in asked:  # of a body the server ignores what it does not know
            continue
        if name not in partial:
            assert shape["required"] == list(shape["properties"]), name
        assert all("default" not in field for field in shape["properties"].values()), name


@pytest.mark.parametrize("whole", [MAIN, EXPRESS], ids=["main", "express"])
def test_a_document_passes_the_rules_of_common_linters(whole):
    """Compare with the rules of Redocly and Spectral that are no warnings of taste."""
    assert whole["security"] == []
    assert whole["info"]["contact"]["name"]
    assert whole["info"]["license"]["identifier"] == "Apache-2.0"
    for tag in whole["tags"]:
        assert TAGS[tag["name"]] == tag["description"]
    for method, path, content in every(whole):
        assert content["description"].startswith(content["summary"]), (method, path)
        assert len(content["tags"]) == 1
        assert content["tags"][0] in {tag["name"] for tag in whole["tags"]}
        in_path = {one["name"] for one in content["parameters"] if one["in"] == "path"}
        assert in_path == set(re.findall(r"\{(\w+)\}", path))
        assert all("description" in answer or "$ref" in answer
                   for answer in content["responses"].values())  # fmt: skip
    text = json.dumps(whole)
    for chapter, parts in whole["components"].items():
        for name in parts if chapter != "securitySchemes" else ():
            assert f'"#/components/{chapter}/{name}"' in text, name


def test_every_chapter_of_the_table_is_used():
    tags = {tag["name"] for whole in (MAIN, EXPRESS) for tag in whole["tags"]}
    assert tags == TAGS.keys()


@pytest.mark.parametrize("whole", [MAIN, EXPRESS], ids=["main", "express"])
def test_bodies_tell_their_defaults_in_words_alone(whole):
    """Generators of types make a field with a default a required one."""
    shapes = whole["components"]["schemas"]
    assert '"default"' not in json.dumps(shapes)
    if whole is MAIN:
        slippage = shapes["ModifyPositionBody"]["properties"]["slippageRate"]
        assert slippage["description"].endswith('; default "0.01"')


def test_an_error_has_four_fields_and_401_has_five():
    shapes = MAIN["components"]["schemas"]
    four = ["message", "code", "details", "requestId"]
    assert list(shapes["Error"]["properties"]) == four
    assert list(shapes["Unauthorized"]["properties"]) == [*four, "expiredToken"]
    for whole in (MAIN, EXPRESS):
        for _, path, content in every(whole):
            for status, answer in content["responses"].items():
                if status < "400" or "$ref" in answer:
                    continue
                schema = answer["content"]["application/json"]["schema"]
                name = "Unauthorized" if status == "401" else "Error"
                assert schema["$ref"] == f"#/components/schemas/{name}", path
                assert schema["properties"]["code"]["enum"] == content["x-codes"][status], path


def test_statuses_are_those_that_a_route_can_answer():
    quote = operation(MAIN, "post", "/quote/modify-position")
    assert set(quote["responses"]) == {"200", "400", "404", "413", "415", *EVERYWHERE}
    ids = operation(MAIN, "get", "/metadata/acre-ids")
    assert set(ids["responses"]) == {"200", "304", "400", *EVERYWHERE}
    health = operation(MAIN, "get", "/health")
    assert set(health["responses"]) == {"200", "304", "400", "429", "500"}
    order = operation(EXPRESS, "post", "/predictions/markets/{marketId}/orders")
    expected = {"201", "400", "401", "404", "409", "413", "415", *EVERYWHERE}
    assert set(order["responses"]) == expected
    join = operation(EXPRESS, "post", "/ppps3/participants")
    assert {"200", "201", "403"} <= set(join["responses"])
    logout = operation(MAIN, "post", "/auth/logout")
    assert "content" not in logout["responses"]["204"]
    build = operation(MAIN, "post", "/user/{user}/transaction/add-liquidity")
    assert set(build["x-codes"]["403"]) == {"HIGH_RISK_USER"}
    assert {"POOL_INSOLVENT", "EXCHANGE_PAUSED", "IDEMPOTENCY_MISMATCH"} <= set(
        build["x-codes"]["409"]
    )
    assert build["x-codes"]["502"] == ["NODE_UNAVAILABLE"]


def test_headers_of_waiting_caching_and_repeating():
    shared = MAIN["components"]["responses"]
    assert {"Retry-After", "RateLimit-Limit"} <= set(shared["RATE_LIMITED"]["headers"])
    assert "Retry-After" in shared["MAINTENANCE"]["headers"]
    markets = operation(MAIN, "get", "/account/markets")
    assert {"ETag", "Cache-Control"} <= set(markets["responses"]["200"]["headers"])
    assert set(markets["responses"]["304"]["headers"]) == {"X-Request-Id", "ETag", "Cache-Control"}
    assert markets["x-max-age"] == 1
    build = operation(MAIN, "post", "/user/{user}/transaction/liquidate")
    (key,) = [one for one in build["parameters"] if one["in"] == "header"]
    assert (key["name"], key["schema"]["maxLength"]) == ("Idempotency-Key", 64)
    assert "Idempotency-Replayed" in build["responses"]["200"]["headers"]


def test_histories_answer_with_csv_too():
    for whole, lead in ((MAIN, "/user/{user}/history"), (EXPRESS, "/portfolio/{user}/history")):
        for name in ("trade", "lp", "margin-transfer", "liquidation"):
            answer = operation(whole, "get", f"{lead}/{name}")["responses"]["200"]
            assert set(answer["content"]) == {"application/json", "text/csv"}
            assert {"X-Next-Cursor", "Content-Disposition"} <= set(answer["headers"])
    plain = operation(MAIN, "get", "/account/markets")["responses"]["200"]
    assert set(plain["content"]) == {"application/json"}


def test_parameters_say_their_bounds():
    history = operation(MAIN, "get", "/user/{user}/history/trade")
    named = {one["name"]: one for one in history["parameters"]}
    assert named["user"]["schema"]["pattern"] == "^[1-9A-HJ-NP-Za-km-z]{32,44}$"
    limit = named["limit"]["schema"]
    assert (limit["minimum"], limit["maximum"], limit["default"]) == (1, 10_000, 50)
    assert named["order"]["schema"] == {"enum": ["asc", "desc"], "default": "desc"}
    assert named["from"] == {
        "name": "from",
        "description": named["from"]["description"],
        "in": "query",
        "required": False,
        "schema": {"type": "integer", "minimum": 0, "maximum": 2**40},
    }
    requests = operation(EXPRESS, "get", "/settlement-requests")
    named = {one["name"]: one["schema"] for one in requests["parameters"]}
    assert named["limit"]["maximum"] == 200
    assert named["mature"] == {"type": "boolean", "default": True}
    feed = operation(EXPRESS, "get", "/market/{symbol}/price-feed")
    (window,) = [one["schema"] for one in feed["parameters"] if one["name"] == "window"]
    assert window["enum"] == ["1d", "1w", "1m", "3m", "6m", "ytd", "1y", "3y", "5y", "all"]
    symbols = operation(EXPRESS, "get", "/market/symbols")["parameters"][0]
    assert (symbols["required"], symbols["style"], symbols["explode"]) == (True, "form", False)
    assert (symbols["schema"]["minItems"], symbols["schema"]["maxItems"]) == (1, 50)


def test_bodies_say_what_is_required_nullable_and_an_amount():
    shapes = EXPRESS["components"]["schemas"]
    assert shapes["OrderBody"]["required"] == ["type", "side", "contracts"]
    assert shapes["BatchOrderBody"]["required"] == ["type", "side", "contracts", "marketId"]
    assert shapes["LoginBody"]["required"] == ["address", "signature"]
    shapes = MAIN["components"]["schemas"]
    margin = shapes["DepositMarginBody"]["properties"]["margin"]
    text, number = margin["anyOf"]
    assert text["pattern"] == "^([1-9][0-9]{0,17}|[1-8][0-9]{18}|90{18})$"
    assert (number["type"], number["minimum"]) == ("integer", 1)
    assert number["maximum"] == 2**53 - 1
    assert shapes["LimitsBody"]["then"]["required"] == ["marketIds"]
    assert shapes["ModifyPositionBody"]["required"] == [
        "marginAccountId",
        "marketId",
        "side",
        "input",
    ]
    delegate = shapes["DelegateBody"]
    assert delegate["required"] == ["delegate"]
    assert {"type": "null"} in delegate["properties"]["delegate"]["anyOf"]
    assert shapes["Position"]["properties"]["liquidationPrice"]["anyOf"][-1] == {"type": "null"}
    assert shapes["Trade"]["properties"]["fillPrice"]["x-decimals"] == 8


def test_a_route_of_its_own_is_described_without_another_word():
    async def nothing(_call):
        return None

    row = Route(
        base=Base.MAIN,
        method="POST",
        path="/season/{marketId}/new",
        summary="Something new",
        handler=nothing,
        query=Nothing,
        body=None,
        returns=list[int],
        needs_token=True,
        is_idempotent=True,
        cache=None,
        codes=("404 NOT_PARTICIPATING", "SEASON_CLOSED"),
    )
    known = refusals(row)
    assert known[401] == ["INVALID_TOKEN", "NO_TOKEN", "TOKEN_EXPIRED"]
    assert known[404] == ["MARKET_NOT_FOUND", "NOT_PARTICIPATING"]
    assert known[409] == ["IDEMPOTENCY_MISMATCH", "SEASON_CLOSED"]
    made = document(Base.MAIN, [row], "1")["paths"]["/season/{marketId}/new"]["post"]
    assert made["operationId"] == "postSeasonByMarketIdNew"
    assert made["parameters"][0]["schema"] == {"type": "integer", "minimum": 0}
    validate(document(Base.MAIN, [*ROUTES, row], "1"), cls=OpenAPIV31SpecValidator)


async def test_document_and_page_are_cached_and_confirmed(service):
    for base in Base:
        for path, media in (("openapi.json", "application/json"), ("docs", "text/html")):
            async with service.client.get(f"{base}/{path}") as answer:
                assert answer.status == 200
                assert answer.content_type == media
                assert answer.headers["Cache-Control"] == "max-age=3600"
                tag = answer.headers["ETag"]
            again = {"If-None-Match": tag}
            async with service.client.get(f"{base}/{path}", headers=again) as answer:
                assert answer.status == 304


async def test_the_root_leads_to_the_documents_and_never_to_a_page_of_the_app(service):
    for path, target, media in (
        ("/docs", "/api/v1/docs", "text/html"),
        ("/openapi.json", "/api/v1/openapi.json", "application/json"),
        ("/asyncapi.json", "/express/v1/asyncapi.json", "application/json"),
        ("/changelog.atom", "/express/v1/changelog.atom", "application/atom+xml"),
    ):
        async with service.client.get(f"{path}?v=1", allow_redirects=False) as answer:
            assert (answer.status, answer.headers["Location"]) == (302, target)
        async with service.client.get(path) as answer:
            assert (answer.status, answer.content_type) == (200, media)
    for path in ("/swagger.json", "/api/v1/asyncapi.json"):
        assert (await service.get(path, 404))["code"] == "NOT_FOUND"


async def test_the_page_loads_nothing_and_runs_nothing(service):
    for base in Base:
        async with service.client.get(f"{base}/docs") as answer:
            text = await answer.text()
            assert answer.headers["Content-Security-Policy"] == CONTENT_SECURITY_POLICY
        assert not re.search(r"<script|\son\w+=|\sstyle=|javascript:|https?://|<link|<img", text)
        (style,) = re.findall(r"<style>(.*?)</style>", text, re.S)
        digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
        assert f"style-src 'sha256-{digest}'" in CONTENT_SECURITY_POLICY
        assert "default-src 'none'" in CONTENT_SECURITY_POLICY


def test_the_page_shows_every_call_and_type_and_its_links_lead_somewhere():
    for whole in (MAIN, EXPRESS):
        text = page(whole)
        ids = set(re.findall(r'id="([^"]+)"', text))
        assert {content["operationId"] for _, _, content in every(whole)} <= ids
        assert {f"type-{name}" for name in whole["components"]["schemas"]} <= ids
        assert set(re.findall(r'href="#([^"]+)"', text)) <= ids
        words = unescape(re.sub(r"<[^>]+>", "", text))
        for _, _, content in every(whole):
            assert content["summary"] in words


def test_the_page_escapes_what_it_shows():
    hostile = document(Base.MAIN, [], "<script>1</script>")
    assert "<script>" not in page(hostile)
