"""The curve of a portfolio: what was written down, what it is worth now, and how it is thinned."""

from chain.client.wallet import address_of
from edge.api.accounts.equity_history import EquitySampler, value_of
from edge.http.limits import VALUE_THIN_WALLETS
from tests.edge.service_world import text_of

E6 = 10**6
DAY_S = 86_400
EXPRESS = "/express/v1"


def recorder_of(service) -> EquitySampler:
    context = service.context
    return EquitySampler(context.store, context.sequencer, context.facts)


async def curve(service, user: str, window: str = "1w") -> list[tuple[int, str]]:
    body = await service.get(f"{EXPRESS}/portfolio/{user}/history/value?window={window}")
    assert body["user"] == user
    return [(point["timestamp"], point["value"]) for point in body["points"]]


async def deposit(service, wallet, amount_e6: int) -> None:
    built = await service.world.builders.build(
        address_of(wallet), "deposit-margin", account=0, amount=amount_e6
    )
    await service.world.send(wallet, built)


async def withdraw(service, wallet, amount_e6: int) -> None:
    built = await service.world.builders.build(
        address_of(wallet), "withdraw-margin", account=0, amount=amount_e6, tip=0
    )
    await service.world.send(wallet, built)


async def test_the_curve_has_the_values_of_their_times(service):
    wallet = await service.trader(1_000 * E6)
    user = text_of(wallet)
    recorder = recorder_of(service)
    assert await recorder.record() >= 1
    start_s = service.context.now_s()
    await service.world.advance(DAY_S)
    await deposit(service, wallet, 500 * E6)
    await recorder.record()
    await service.world.advance(2 * 3_600)
    points = await curve(service, user)
    portfolio = await service.get(f"{EXPRESS}/portfolio/{user}")
    assert points[-1] == (service.context.now_s(), portfolio["accountValue"])
    assert portfolio["accountValue"] == str(1_500 * E6)
    before = {value for at_s, value in points if at_s < start_s + DAY_S}
    after = {value for at_s, value in points if at_s > start_s + DAY_S + 3_600}
    assert (before, after) == ({str(1_000 * E6)}, {str(1_500 * E6)})
    assert [at_s for at_s, _ in points] == sorted({at_s for at_s, _ in points})


async def test_a_value_that_stays_is_written_once_and_an_emptied_wallet_ends_at_nothing(service):
    wallet = await service.trader(1_000 * E6)
    recorder = recorder_of(service)
    await recorder.record()
    assert await recorder.record() == 0
    assert await recorder_of(service).record() == 0  # after a restart neither
    await withdraw(service, wallet, 1_000 * E6)
    assert await recorder.record() == 0  # what is on its way is still the wallet's
    rows = await service.context.store.pool.fetch(
        "SELECT value_e6 FROM account_value WHERE owner = $1", address_of(wallet)
    )
    assert [row["value_e6"] for row in rows] == [1_000 * E6]
    context = service.context
    now_s = context.now_s()
    assert value_of(context.exchange, context.facts, address_of(wallet), now_s) == 1_000 * E6
    unknown = bytes([7]) * 32
    add = "INSERT INTO account_value (owner, at_s, value_e6) VALUES ($1, $2, 5)"
    await context.store.pool.execute(add, unknown, now_s - 10)
    assert await recorder_of(service).record() == 1  # it had something and has nothing now
    newest = await context.store.rows("values.newest")
    assert {row["owner"]: row["value_e6"] for row in newest}[unknown] == 0


async def test_of_old_days_the_last_value_stays(service):
    context, owner = service.context, bytes([9]) * 32
    day = context.now_s() // DAY_S - 40
    times = [day * DAY_S + 1, day * DAY_S + 2, (day + 1) * DAY_S, (day + 35) * DAY_S + 1]
    recent = [(day + 35) * DAY_S + 2, (day + 35) * DAY_S + 3]
    add = "INSERT INTO account_value (owner, at_s, value_e6) VALUES ($1, $2, $2)"
    for at_s in [*times, *recent]:
        await context.store.pool.execute(add, owner, at_s)
    await recorder_of(service).record()
    rows = await context.store.pool.fetch(
        "SELECT at_s FROM account_value WHERE owner = $1 AND value_e6 > 0 ORDER BY at_s", owner
    )
    assert [row["at_s"] for row in rows] == [*times[1:], *recent]


async def test_however_many_wallets_there_are_each_is_thinned_and_has_its_newest_value(service):
    context, count = service.context, 2 * VALUE_THIN_WALLETS + 1
    day_s = (context.now_s() // DAY_S - 40) * DAY_S
    owners = [bytes([200]) * 28 + number.to_bytes(4, "big") for number in range(count)]
    add = "INSERT INTO account_value (owner, at_s, value_e6) VALUES ($1, $2, $3)"
    rows = [(owner, day_s + hour, hour) for owner in owners for hour in (1, 2, 3)]
    await context.store.pool.executemany(add, rows)
    newest = {row["owner"]: row["value_e6"] for row in await context.store.rows("values.newest")}
    assert {owner: newest[owner] for owner in owners} == dict.fromkeys(owners, 3)
    await recorder_of(service).record()
    left = await context.store.pool.fetch(
        "SELECT owner, value_e6 FROM account_value WHERE at_s < $1", day_s + DAY_S
    )
    assert sorted((row["owner"], row["value_e6"]) for row in left) == [(one, 3) for one in owners]


async def test_an_empty_wallet_has_no_curve_and_bad_input_is_named(service):
    user = text_of(await service.world.user())
    assert await curve(service, user) == []
    path = f"{EXPRESS}/portfolio/{user}/history/value?window=2w"
    assert (await service.get(path, 400))["code"] == "BAD_WINDOW"
    for bad, code in (("%20", "MISSING_ADDRESS"), ("x", "INVALID_ADDRESS")):
        refused = await service.get(f"{EXPRESS}/portfolio/{bad}/history/value", 400)
        assert refused["code"] == code
