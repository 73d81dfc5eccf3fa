"""A wallet's profile: settings, onboarding, which accounts are shown (API 4.9)."""

import asyncio

import pytest
from solders.keypair import Keypair

from chain.client.wallet import address_of
from edge.api.profile.stored import user_of_name
from tests.edge.service_world import text_of

MAIN = "/api/v1"
NEW = {
    "username": None,
    "defaultLeverage": "1",
    "defaultTheme": "system",
    "tradeMode": "basic",
    "interests": [],
}

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest.fixture
def service(shared_service):
    """One service for all: each test brings wallets of its own."""
    return shared_service


class Owner:
    """A signed-in wallet and its own profile."""

    def __init__(self, service, wallet, headers):
        self.service, self.wallet, self.headers = service, wallet, headers
        self.path = f"{MAIN}/user/{text_of(wallet)}/profile"

    async def get(self, name, status=200):
        body = await self.service.get(f"{self.path}/{name}", status, headers=self.headers)
        return body["info"] if status == 200 else body

    async def post(self, name, body, status=200, **headers):
        headers = {**self.headers, **headers}
        answer = await self.service.post(f"{self.path}/{name}", body, status, headers=headers)
        return answer["info"] if status == 200 else answer

    async def put(self, body, status=200, name="settings"):
        put = self.service.client.put(f"{self.path}/{name}", json=body, headers=self.headers)
        async with put as answer:
            content = await answer.json()
            assert answer.status == status, content
            return content["info"] if status == 200 else content


async def owner(service, wallet=None) -> Owner:
    wallet = wallet or Keypair()
    session = await service.login(wallet)
    return Owner(service, wallet, {"Authorization": f"Bearer {session['accessToken']}"})


async def test_settings_are_changed_one_by_one_and_cleared_with_null(service):
    one, other = await owner(service), await owner(service)
    assert await one.get("settings") == NEW
    first = {
        "username": "Ada_99",
        "defaultLeverage": "2.50",
        "defaultTheme": "dark",
        "tradeMode": "advanced",
        "interests": ["aus", "CITY", "AUS"],
        "unknown": 1,
    }
    changed = {**first, "defaultLeverage": "2.5", "interests": ["AUS", "city"]}
    del changed["unknown"]
    assert await one.put(first) == changed == await one.get("settings")
    # what is absent is kept; a JSON integer is a leverage as well
    changed["defaultTheme"] = "light"
    assert await one.put({"defaultTheme": "light"}) == changed
    changed["defaultLeverage"] = "3"
    assert await one.put({"defaultLeverage": 3}) == changed
    assert await one.put({}) == changed == await one.get("settings")
    # the own name may be written in another way
    assert (await one.put({"username": "ADA_99"}))["username"] == "ADA_99"
    assert await one.put(dict.fromkeys(NEW)) == NEW == await one.get("settings")
    assert await other.get("settings") == NEW


async def test_a_username_is_unique_whatever_its_case(service):
    one, other = await owner(service), await owner(service)
    await one.put({"username": "Ada_99"})
    before = await other.put({"defaultTheme": "dark"})
    refused = await other.put({"username": "aDA_99", "defaultTheme": "light"}, 409)
    assert refused["code"] == "USERNAME_TAKEN"
    refused = await other.post("onboard", {"username": "ada_99", "acceptedTerms": True}, 409)
    assert refused["code"] == "USERNAME_TAKEN"
    assert await other.get("settings") == before
    assert await other.get("onboard") == {"isOnboarded": False, "onboardedAt": None}
    store = service.context.store
    assert await user_of_name(store, "ADA_99") == address_of(one.wallet)
    assert await user_of_name(store, "ada") is None
    await one.put({"username": None})
    assert await user_of_name(store, "Ada_99") is None
    assert (await other.put({"username": "aDA_99"}))["username"] == "aDA_99"


async def test_of_many_who_want_a_name_at_once_one_gets_it(service):
    owners = [await owner(service) for _ in range(6)]

    async def take(one: Owner, name: str) -> int:
        put = service.client.put(
            f"{one.path}/settings", json={"username": name}, headers=one.headers
        )
        async with put as answer:
            return answer.status

    names = ("neo", "Neo", "NEO", "neO", "nEo", "NeO")
    statuses = await asyncio.gather(*map(take, owners, names))
    assert sorted(statuses) == [200, 409, 409, 409, 409, 409]
    taken = [(await one.get("settings"))["username"] for one in owners]
    assert [name is not None for name in taken] == [status == 200 for status in statuses]
    # one wallet's own changes at once are all kept
    one = owners[0]
    bodies = ({"defaultTheme": "dark"}, {"tradeMode": "advanced"}, {"defaultLeverage": "2"})
    await asyncio.gather(*map(one.put, bodies))
    kept = await one.get("settings")
    assert [kept[name] for body in bodies for name in body] == ["dark", "advanced", "2"]


@pytest.fixture(scope="module")
def refused_settings():
    return [
        ("username", "ab"),
        ("username", "a" * 21),
        ("username", ""),
        ("username", "ab c"),
        ("username", "abc\n"),
        ("username", "ab-c"),
        ("username", "n\N{LATIN SMALL LETTER E WITH ACUTE}o"),
        ("username", "\N{FULLWIDTH LATIN SMALL LETTER A}bc"),
        ("username", "abc\x00"),
        ("username", 5),
        ("defaultLeverage", "0.999999999999"),
        ("defaultLeverage", "0"),
        ("defaultLeverage", "-2"),
        ("defaultLeverage", "1e1"),
        ("defaultLeverage", "two"),
        ("defaultLeverage", 1.5),
        ("defaultLeverage", True),
        ("defaultTheme", "Dark"),
        ("defaultTheme", "blue"),
        ("tradeMode", "expert"),
        ("tradeMode", 1),
        ("interests", "city"),
        ("interests", ["nowhere"]),
        ("interests", ["city"] * 21),
        ("interests", [""]),
    ]


async def test_settings_that_are_refused_change_nothing(service, refused_settings):
    one = await owner(service)
    before = await one.put({"username": "abc", "defaultLeverage": "2", "interests": ["city"]})
    for field, value in refused_settings:
        refused = await one.put({"tradeMode": "advanced", field: value}, 400)
        assert (refused["code"], refused["details"]["field"].partition("[")[0]) == (
            "VALIDATION",
            field,
        ), (field, value)
    assert (await one.put({"interests": ["city", 5]}, 400))["code"] == "VALIDATION"
    assert await one.get("settings") == before
    # the limits themselves
    views = [service.exchange.market_view(i, service.context.now_s()) for i in (1, 2)]
    largest = max(view.max_leverage_e12 for view in views)
    assert largest == 10 * 10**12
    assert (await one.put({"defaultLeverage": "10"}))["defaultLeverage"] == "10"
    assert (await one.put({"defaultLeverage": "10.000000000001"}, 400))["code"] == "VALIDATION"
    assert (await one.put({"defaultLeverage": "1"}))["defaultLeverage"] == "1"
    assert (await one.put({"username": "a" * 20}))["username"] == "a" * 20
    assert (await one.put({"interests": ["city", "AUS"] * 10}))["interests"] == ["city", "AUS"]


async def test_onboarding_happens_once(service):
    one = await owner(service)
    nothing = {"email": None, "discord": None, "twitter": None}
    assert await one.get("onboard") == {"isOnboarded": False, "onboardedAt": None}
    assert await one.get("communication-methods") == nothing
    body = {
        "username": "Grace",
        "interests": ["dal-1"],
        "email": "grace@navy.example",
        "discord": "grace.h",
        "twitter": "@grace_h",
    }
    for terms in ({}, {"acceptedTerms": False}):
        assert (await one.post("onboard", {**body, **terms}, 400))["code"] == "TERMS_NOT_ACCEPTED"
    assert await one.get("onboard") == {"isOnboarded": False, "onboardedAt": None}
    await one.put({"defaultTheme": "dark"})
    at_s = int(service.wall.s)
    first = await one.post("onboard", {**body, "acceptedTerms": True})
    assert first == {"isOnboarded": True, "onboardedAt": at_s} == await one.get("onboard")
    settings = {**NEW, "username": "Grace", "interests": ["DAL-1"], "defaultTheme": "dark"}
    assert await one.get("settings") == settings
    said = {"email": "grace@navy.example", "discord": "grace.h", "twitter": "grace_h"}
    assert await one.get("communication-methods") == said
    service.wall.s += 60
    other = {"username": "Other", "email": "x@y.example", "acceptedTerms": True}
    assert await one.post("onboard", other) == first
    assert (await one.get("settings"), await one.get("communication-methods")) == (settings, said)


async def test_onboarding_without_a_word_and_twice_at_once(service):
    one = await owner(service)
    await one.put({"username": "kept", "interests": ["city"]})
    results = await asyncio.gather(
        *(one.post("onboard", {"acceptedTerms": True, "email": f"{i}@a.example"}) for i in "abc")
    )
    assert results == [{"isOnboarded": True, "onboardedAt": int(service.wall.s)}] * 3
    assert (await one.get("communication-methods"))["email"] in {f"{i}@a.example" for i in "abc"}
    settings = await one.get("settings")
    assert (settings["username"], settings["interests"]) == ("kept", ["city"])


CONTACTS = "communication-methods"


async def test_contacts_are_changed_one_by_one_and_removed_with_null(service):
    one, other = await owner(service), await owner(service)
    nothing = {"email": None, "discord": None, "twitter": None}
    assert await one.put({}, name=CONTACTS) == nothing
    said = {"email": "ada@a.example", "discord": "ada", "twitter": "ada_l"}
    assert await one.put({**said, "twitter": "@ada_l"}, name=CONTACTS) == said
    assert await one.put({"discord": "ada.l"}, name=CONTACTS) == {**said, "discord": "ada.l"}
    assert await one.put({"email": None}, name=CONTACTS) == await one.get(CONTACTS)
    assert await one.get(CONTACTS) == {"email": None, "discord": "ada.l", "twitter": "ada_l"}
    # onboarding without contacts keeps them, and they can be changed after it
    await one.post("onboard", {"acceptedTerms": True})
    assert (await one.get(CONTACTS))["discord"] == "ada.l"
    assert await one.put(nothing, name=CONTACTS) == nothing
    assert await one.get("settings") == NEW
    assert await other.get(CONTACTS) == nothing


async def test_changes_of_contacts_at_once_are_all_kept(service):
    one = await owner(service)
    bodies = ({"email": "a@a.example"}, {"discord": "ada"}, {"twitter": "ada"})
    await asyncio.gather(*(one.put(body, name=CONTACTS) for body in bodies))
    assert await one.get(CONTACTS) == {**bodies[0], **bodies[1], **bodies[2]}


async def test_an_invalid_contact_is_refused(service):
    one = await owner(service)
    long_domain = ".".join(["d" * 63] * 3)
    for field, values in {
        "email": (
            "", "a", "a@", "@b.example", "a@b", "a@b..example", "a@-b.example", "a b@c.example",
            "a@b.example\n", "a@b@c.example", "\N{LATIN SMALL LETTER E WITH ACUTE}@b.example",
            "a" * 65 + "@b.example", f"{'a' * 63}@{long_domain}", 5,
        ),
        "discord": ("", "a", "a" * 38, " ab", "ab ", "a\x00b", "a\nb", "a\u202eb", []),
        "twitter": ("", "@", "a" * 16, "a b", "@@a", "a-b", "a\n", {}),
        "username": ("ab",),
        "interests": (["x"], "city"),
        "acceptedTerms": ("true", 1, "yes", None),
    }.items():  # fmt: skip
        for value in values:
            refused = await one.post("onboard", {"acceptedTerms": True, field: value}, 400)
            assert (refused["code"], refused["details"]) == ("VALIDATION", {"field": field}), value
            if field in ("email", "discord", "twitter"):
                refused = await one.put({field: value}, 400, CONTACTS)
                assert refused["details"] == {"field": field}, value
    assert await one.get("onboard") == {"isOnboarded": False, "onboardedAt": None}
    longest = f"{'a' * 62}@{long_domain}"
    assert len(longest) == 254
    body = {"email": longest, "discord": "a" * 37, "twitter": "a" * 15, "acceptedTerms": True}
    await one.post("onboard", body)
    del body["acceptedTerms"]
    assert await one.get("communication-methods") == body


async def test_margin_accounts_are_hidden_while_they_are_empty(service):
    wallet, world = await service.trader(), service.world
    one, user = await owner(service, wallet), address_of(wallet)
    for account_id in (1, 4, 7):
        built = await world.builders.build(
            user, "create-margin-account", account=account_id, amount=None
        )
        await world.send(wallet, built)
    path = "margin-account-ids/remove"
    assert await one.get("margin-account-ids") == [0, 1, 4, 7]
    refused = await one.post(path, {"marginAccountIds": [1, 0]}, 409)
    assert (refused["code"], refused["details"]) == (
        "MARGIN_ACCOUNT_NOT_EMPTY", {"marginAccountId": 0},
    )  # fmt: skip
    assert (await one.post(path, {"marginAccountId": 2}, 404))["code"] == "MARGIN_ACCOUNT_NOT_FOUND"
    assert await one.get("margin-account-ids") == [0, 1, 4, 7]
    assert await one.post(path, {"marginAccountId": 1}) == [0, 4, 7]
    assert await one.post(path, {"marginAccountIds": [1, 4, 4]}) == [0, 7]
    assert await one.get("margin-account-ids") == [0, 7]
    assert await one.post(path, {"marginAccountIds": []}) == [0, 7]
    shown = await service.get(f"{MAIN}/user/{text_of(wallet)}/margin-accounts")
    assert [row["id"] for row in shown["info"]] == [0, 1, 4, 7]  # nothing was closed
    # money makes it seen again
    await world.send(
        wallet, await world.builders.build(user, "deposit-margin", account=4, amount=5_000_000)
    )
    assert await one.get("margin-account-ids") == [0, 4, 7]
    # a closed account is forgotten with the next change, so that its number can come back
    await world.send(wallet, await world.builders.build(user, "close-margin-account", account=1))
    assert await one.post(path, {"marginAccountId": 7}) == [0, 4]
    await world.send(
        wallet, await world.builders.build(user, "create-margin-account", account=1, amount=None)
    )
    assert await one.get("margin-account-ids") == [0, 1, 4]
    for body, field in (
        ({}, "marginAccountId"),
        ({"marginAccountId": 1, "marginAccountIds": [1]}, "marginAccountIds"),
        ({"marginAccountIds": list(range(21))}, "marginAccountIds"),
        ({"marginAccountId": "1"}, "marginAccountId"),
        ({"marginAccountId": -1}, "marginAccountId"),
        ({"marginAccountId": 2**32}, "marginAccountId"),
    ):
        assert (await one.post(path, body, 400))["details"] == {"field": field}, body


READS = ("settings", "communication-methods", "margin-account-ids", "onboard")
WRITES = {
    "onboard": {"acceptedTerms": True},
    "margin-account-ids/remove": {"marginAccountId": 0},
}


async def test_a_profile_is_its_owners_alone(service):
    one, other = await owner(service), await owner(service)
    one_path = one.path
    for name in READS:
        assert (await service.get(f"{one_path}/{name}", 401))["code"] == "NO_TOKEN"
    for name, body in WRITES.items():
        assert (await service.post(f"{one_path}/{name}", body, 401))["code"] == "NO_TOKEN"
    for name in ("settings", CONTACTS):
        async with service.client.put(f"{one_path}/{name}", json={}) as answer:
            assert (answer.status, (await answer.json())["code"]) == (401, "NO_TOKEN")
    other.path = one_path
    for name in READS:
        assert (await other.get(name, 403))["code"] == "WRONG_USER"
    for name, body in WRITES.items():
        assert (await other.post(name, body, 403))["code"] == "WRONG_USER"
    assert (await other.put({"username": "thief"}, 403))["code"] == "WRONG_USER"
    assert (await other.put({"email": None}, 403, CONTACTS))["code"] == "WRONG_USER"
    for user, code in (("%20", "MISSING_ADDRESS"), ("no-such-user", "INVALID_ADDRESS")):
        one.path = f"{MAIN}/user/{user}/profile"
        assert (await one.get("settings", 400))["code"] == code
    one.path = one_path
    assert await one.get("settings") == NEW


async def test_private_answers_are_kept_nowhere(service, caplog):
    one = await owner(service)
    secret = "very-secret@mail.example"
    body = {"email": secret, "username": "hidden_name", "acceptedTerms": True}
    await one.post("onboard", body)
    await one.post("onboard", {**body, "email": f"{secret} "}, 400)
    for name in READS:
        async with service.client.get(f"{one.path}/{name}", headers=one.headers) as answer:
            assert answer.headers["Cache-Control"] == "private, no-store"
            assert "ETag" not in answer.headers
    put = service.client.put(f"{one.path}/settings", json={}, headers=one.headers)
    async with put as answer:
        assert answer.headers["Cache-Control"] == "no-store"
    assert secret not in caplog.text
    assert "hidden_name" not in caplog.text


async def test_a_browser_may_put(service):
    one = await owner(service)
    asked = {
        "Origin": "http://localhost:5173",
        "Access-Control-Request-Method": "PUT",
        "Access-Control-Request-Headers": "authorization,content-type",
    }
    async with service.client.options(f"{one.path}/settings", headers=asked) as answer:
        assert answer.status == 204
        assert "PUT" in answer.headers["Access-Control-Allow-Methods"].split(", ")
    async with service.client.delete(f"{one.path}/settings", headers=one.headers) as answer:
        assert answer.status == 405
        assert answer.headers["Allow"] == "GET,HEAD,PUT"


async def test_a_key_repeats_the_first_answer_of_a_write(service):
    one = await owner(service)
    key = {"Idempotency-Key": "k1"}
    first = await one.post("onboard", {"acceptedTerms": True}, **key)
    assert await one.post("onboard", {"acceptedTerms": True}, **key) == first
    refused = await one.post("onboard", {"acceptedTerms": False}, 409, **key)
    assert refused["code"] == "IDEMPOTENCY_MISMATCH"


async def test_the_profile_is_there_after_a_restart(service, database_url, monkeypatch):
    one = await owner(service)
    await one.put({"username": "stays", "defaultTheme": "dark"})
    again = await type(service.context.store).open(database_url)
    try:
        assert await user_of_name(again, "STAYS") == address_of(one.wallet)
    finally:
        await again.close()

    async def down(*_values):
        raise ConnectionRefusedError

    monkeypatch.setattr(service.context.store, "row", down)
    assert (await one.get("settings", 503))["code"] == "MAINTENANCE"
