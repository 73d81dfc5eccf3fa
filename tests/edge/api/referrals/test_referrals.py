"""Referral codes over HTTP: the order of the checks, exact texts, races (API 4.5, 7.4)."""

import asyncio

import pytest

from tests.edge.points_world import DAY_S, MAIN, member

pytestmark = pytest.mark.asyncio(loop_scope="module")
LEADS = ("/points", "", "/perpetual-points")
WINDOW_S = 7 * DAY_S
TOO_LONG = "The referral code cannot be longer than 20 characters"
USE_TOO_LONG = "Referral codes cannot be longer than 20 characters"
NO_REFERRER = {"referredBy": None, "referredByCode": None, "referredAt": None}


async def joined(service, code: str | None = None):
    """Return a member of season 3, with a code when one is named."""
    one = await member(service)
    await one.join()
    if code is not None:
        await one.refer("generate-code", code)
    return one


async def test_refusals_of_a_new_code_follow_the_contract_order(shared_service):
    service = shared_service
    outsider = await member(service)
    await joined(service, "Taken_1")
    sequence = service.context.sequencer.sequence
    for text, code in (
        ("x" * 21, "REFERRAL_CODE_TOO_LONG"),
        ("\N{HOUSE BUILDING}" * 21, "REFERRAL_CODE_TOO_LONG"),
        ("\N{HOUSE BUILDING}" * 20, "INVALID_REFERRAL_CODE"),  # 20 characters of four bytes
        ("e\N{COMBINING ACUTE ACCENT}" * 10, "INVALID_REFERRAL_CODE"),
        ("e\N{COMBINING ACUTE ACCENT}" * 11, "REFERRAL_CODE_TOO_LONG"),
        ("", "VALIDATION"),
        (" \t\N{NO-BREAK SPACE}\N{IDEOGRAPHIC SPACE}" * 9, "VALIDATION"),
        ("ab", "INVALID_REFERRAL_CODE"),
        ("a b", "INVALID_REFERRAL_CODE"),
        ("abc\0", "INVALID_REFERRAL_CODE"),
        ("\N{ARABIC-INDIC DIGIT ONE}23", "INVALID_REFERRAL_CODE"),
        ("stra\N{LATIN SMALL LETTER SHARP S}e", "INVALID_REFERRAL_CODE"),
        ("abc", "NOT_PARTICIPATING"),
        (" taken_1 ", "NOT_PARTICIPATING"),
    ):
        status = 409 if code == "NOT_PARTICIPATING" else 400
        for lead in LEADS:
            refused = await outsider.refer("generate-code", text, status, lead)
            assert refused["code"] == code, text
    assert (await outsider.refer("generate-code", "y" * 21, 400))["message"] == TOO_LONG
    empty = await outsider.refer("generate-code", " ", 400)
    assert empty["message"] == "Referral code is required"
    assert empty["details"] == {"field": "referralCode"}
    path = f"{MAIN}/referrals/generate-code"
    missing = await service.post(path, {}, 400, headers=outsider.headers)
    assert missing["message"] == "Referral code is required"
    for wrong in (5, None, ["abc"]):
        refused = await outsider.refer("generate-code", wrong, 400)
        assert (refused["code"], refused["details"]) == ("VALIDATION", {"field": "referralCode"})
    assert service.context.sequencer.sequence == sequence
    assert (await outsider.info())["code"] is None


async def test_a_code_is_trimmed_kept_as_typed_unique_and_for_ever(shared_service):
    service = shared_service
    one, other = await joined(service), await joined(service)
    longest = "Twenty-Characters_20"
    assert len(longest) == 20
    assert await one.refer("generate-code", f"  {longest}\n") == {"code": longest}
    taken = await other.refer("generate-code", longest.swapcase(), 409)
    assert taken["code"] == "REFERRAL_CODE_TAKEN"
    # one's own code is taken too: that comes before having one
    assert (await one.refer("generate-code", longest, 409))["code"] == "REFERRAL_CODE_TAKEN"
    assert (await one.refer("generate-code", "another", 409))["code"] == "REFERRAL_CODE_EXISTS"
    assert (await one.info())["code"] == longest
    assert await other.refer("generate-code", "min", lead="/perpetual-points") == {"code": "min"}


async def test_of_two_who_want_one_code_at_once_one_gets_it(shared_service):
    service = shared_service
    people = [await joined(service) for _ in range(2)]

    async def generate(one, code: str) -> tuple[int, str]:
        body = {"referralCode": code}
        path = f"{MAIN}/points/referrals/generate-code"
        async with service.client.post(path, json=body, headers=one.headers) as answer:
            content = await answer.json()
            return answer.status, content.get("code") or content["info"]["code"]

    both = await asyncio.gather(generate(people[0], "Race-1"), generate(people[1], "rAcE-1"))
    assert sorted(status for status, _ in both) == [200, 409]
    assert (409, "REFERRAL_CODE_TAKEN") in both
    codes = [(await one.info())["code"] for one in people]
    (winner,) = (code for code in codes if code is not None)
    assert (200, winner) in both
    loser = people[codes.index(None)]
    both = await asyncio.gather(generate(loser, "first"), generate(loser, "second"))
    assert sorted(status for status, _ in both) == [200, 409]
    assert (409, "REFERRAL_CODE_EXISTS") in both
    assert (200, (await loser.info())["code"]) in both


async def test_refusals_of_a_code_use_follow_the_contract_order(shared_service):
    service = shared_service
    owner, second = await joined(service, "Order-Owner"), await joined(service, "Order-2")
    user = await joined(service, "Order-User")
    refused = await user.refer("use-code", "x" * 21, 400)
    assert (refused["code"], refused["message"]) == ("REFERRAL_CODE_TOO_LONG", USE_TOO_LONG)
    house = "\N{HOUSE BUILDING}"
    assert (await user.refer("use-code", house * 20, 404))["code"] == "REFERRAL_CODE_NOT_FOUND"
    for unknown in ("", "unused-code"):
        refused = await user.refer("use-code", unknown, 404)
        assert refused["code"] == "REFERRAL_CODE_NOT_FOUND"
    assert (await user.refer("use-code", " order-USER ", 409))["code"] == "SELF_REFERRAL"
    path = f"{MAIN}/points/referrals/use-code"
    missing = await service.post(path, {}, 400, headers=user.headers)
    assert (missing["code"], missing["details"]) == ("VALIDATION", {"field": "referralCode"})

    now_s = service.context.now_s()
    used = await user.refer("use-code", " oRDER-oWNER ", lead="")
    referral = {"referredBy": owner.text, "referredByCode": "Order-Owner", "referredAt": now_s}
    assert used == referral == await user.info("user-referred-by")
    assert await owner.info("user-referred-by") == NO_REFERRER
    # unknown and one's own come first, the cycle and the window after it
    assert (await user.refer("use-code", "unused", 404))["code"] == "REFERRAL_CODE_NOT_FOUND"
    assert (await user.refer("use-code", "Order-User", 409))["code"] == "SELF_REFERRAL"
    assert (await user.refer("use-code", "Order-2", 409))["code"] == "REFERRAL_ALREADY_USED"
    await second.refer("use-code", "Order-User")
    assert (await user.refer("use-code", "Order-2", 409))["code"] == "REFERRAL_ALREADY_USED"
    # a cycle, also beyond one step; it is reported to late users as well
    await service.world.advance(WINDOW_S + 1)
    for code in ("Order-User", "Order-2"):
        assert (await owner.refer("use-code", code, 409))["code"] == "REFERRAL_CYCLE"
    late = await joined(service)
    await service.world.advance(WINDOW_S + 1)
    assert (await late.refer("use-code", "Order-2", 409))["code"] == "REFERRAL_WINDOW_CLOSED"
    assert await late.info("user-referred-by") == NO_REFERRER


async def test_a_sign_that_is_a_letter_of_a_code_only_in_lower_case_is_not_that_letter(
    shared_service,
):
    await joined(shared_service, "k" * 20)
    user = await joined(shared_service)
    refused = await user.refer("use-code", "\N{KELVIN SIGN}" * 20, 404)
    assert refused["code"] == "REFERRAL_CODE_NOT_FOUND"


async def test_a_cycle_is_found_at_any_depth(shared_service):
    service = shared_service
    chain = [await joined(service, f"Depth-{number}") for number in range(8)]
    for number, one in enumerate(chain[1:], 1):
        await one.refer("use-code", f"depth-{number - 1}")
    refused = await chain[0].refer("use-code", "Depth-7", 409)
    assert refused["code"] == "REFERRAL_CYCLE"
    assert refused["message"] == "This wallet referred the owner of this code"
    assert await chain[0].info("user-referred-by") == NO_REFERRER


async def test_the_window_ends_with_its_last_second_and_starts_with_participation(shared_service):
    service = shared_service
    await joined(service, "Window")
    early, late, outsider = await joined(service), await joined(service), await member(service)
    await service.world.advance(WINDOW_S)
    await early.refer("use-code", "window")
    await service.world.advance(1)
    assert (await late.refer("use-code", "window", 409))["code"] == "REFERRAL_WINDOW_CLOSED"
    await outsider.refer("use-code", "window")  # does not take part yet


async def test_of_two_who_use_each_other_at_once_one_is_a_cycle(shared_service):
    service = shared_service
    people = [await joined(service, f"Mutual-{number}") for number in range(2)]

    async def use(one, code: str) -> str:
        path, body = f"{MAIN}/referrals/use-code", {"referralCode": code}
        async with service.client.post(path, json=body, headers=one.headers) as answer:
            content = await answer.json()
            return content.get("code", "used")

    both = await asyncio.gather(use(people[0], "Mutual-1"), use(people[1], "Mutual-0"))
    assert sorted(both) == ["REFERRAL_CYCLE", "used"]
    known = [await one.info("user-referred-by") for one in people]
    assert sorted(one["referredBy"] is None for one in known) == [False, True]
    third = await joined(service, "Mutual-3")
    again = await joined(service)
    both = await asyncio.gather(*(use(again, f"mutual-{number}") for number in (0, 3)))
    assert sorted(both) == ["REFERRAL_ALREADY_USED", "used"]
    assert (await again.info("user-referred-by"))["referredBy"] in (people[0].text, third.text)


async def test_ten_failures_an_hour_and_no_guess_beyond(shared_service):
    service = shared_service
    await joined(service, "Guessed")
    one, other = await joined(service), await joined(service)
    for number in range(10):
        await one.refer("use-code", f"guess-{number}", 404)
    path, body = f"{MAIN}/points/referrals/use-code", {"referralCode": "Guessed"}
    async with service.client.post(path, json=body, headers=one.headers) as answer:
        assert answer.status == 429
        assert answer.headers["Retry-After"] == "360"
        content = await answer.json()
        assert (content["code"], content["message"]) == ("RATE_LIMITED", "Too many requests")
    assert await one.info("user-referred-by") == NO_REFERRER
    await other.refer("use-code", "Guessed")  # the limit is one wallet's
    service.wall.s += 359
    await one.refer("use-code", "Guessed", 429)
    service.wall.s += 1
    assert (await one.refer("use-code", "Guessed"))["referredByCode"] == "Guessed"
    # what succeeds costs nothing, so one more failure is reported before the limit
    await one.refer("use-code", "Guessed", 409)
    await one.refer("use-code", "Guessed", 429)


async def test_a_code_is_found_before_its_use_and_ten_unknown_ones_an_hour(shared_service):
    service = shared_service
    await joined(service, "Shared_1")
    path = f"{MAIN}/referral-codes"
    assert await service.get(f"{path}/shared_1") == {"info": {"code": "Shared_1"}}
    for number in range(10):
        await service.get(f"{path}/shared_1")  # a known code costs nothing
        refused = await service.get(f"{path}/unknown-{number}", 404)
        assert refused["code"] == "REFERRAL_CODE_NOT_FOUND"
    assert (await service.get(f"{path}/Shared_1", 429))["code"] == "RATE_LIMITED"
    service.wall.s += 360
    assert (await service.get(f"{path}/{'x' * 200}", 404))["code"] == "REFERRAL_CODE_NOT_FOUND"


async def test_the_place_of_a_wallet_among_the_referrals(shared_service):
    service = shared_service
    owner, first = await joined(service, "Place"), await joined(service)
    now_s = service.context.now_s()
    second = await member(service)
    for one in (first, second):
        await one.refer("use-code", "PLACE")
    assert await owner.info() == {
        "userId": owner.text,
        "participatedAt": now_s,
        "code": "Place",
        "referralList": [first.text, second.text],
        "referredAt": None,
        "referredBy": None,
        "referredByCode": None,
        "referralPoints": "0",
        "referredCount": 2,
    }
    assert await second.info() == {
        "userId": second.text,
        "participatedAt": None,
        "code": None,
        "referralList": [],
        "referredAt": now_s,
        "referredBy": owner.text,
        "referredByCode": "Place",
        "referralPoints": "0",
        "referredCount": 0,
    }
    for lead in LEADS[1:]:
        assert await owner.info(lead=lead) == await owner.info()
        assert await second.info("user-referred-by", lead) == {
            "referredBy": owner.text,
            "referredByCode": "Place",
            "referredAt": now_s,
        }


async def test_referrals_are_the_owner_s_alone(shared_service):
    service = shared_service
    one, other = await joined(service), await joined(service)
    for lead in LEADS:
        for name in ("user-info", "user-referred-by"):
            path = f"{MAIN}{lead}/referrals/{name}"
            foreign = await service.get(f"{path}?user={other.text}", 403, headers=one.headers)
            assert foreign["code"] == "WRONG_USER"
            assert (await service.get(f"{path}?user={one.text}", 401))["code"] == "NO_TOKEN"
            missing = await service.get(path, 400, headers=one.headers)
            assert missing["code"] == "MISSING_ADDRESS"
            async with service.client.get(f"{path}?user={one.text}", headers=one.headers) as answer:
                assert answer.headers["Cache-Control"] == "private, no-store"
        for name in ("generate-code", "use-code"):
            path = f"{MAIN}{lead}/referrals/{name}"
            assert (await service.post(path, {}, 401))["code"] == "NO_TOKEN"


async def test_a_repeat_with_its_key_is_the_first_answer(shared_service):
    service = shared_service
    one = await joined(service)
    path, body = f"{MAIN}/points/referrals/generate-code", {"referralCode": "Repeat"}
    headers = {**one.headers, "Idempotency-Key": "one"}
    first = await service.post(path, body, headers=headers)
    sequence = service.context.sequencer.sequence
    async with service.client.post(path, json=body, headers=headers) as answer:
        assert answer.headers["Idempotency-Replayed"] == "true"
        assert (answer.status, await answer.json()) == (200, first)
    other = {"referralCode": "Repeat2"}
    assert (await service.post(path, other, 409, headers=headers))["code"] == "IDEMPOTENCY_MISMATCH"
    assert service.context.sequencer.sequence == sequence
