"""What the operator's table of the airdrop says about a wallet (API 4.9)."""

from solders.keypair import Keypair

from chain.client.addresses import to_base58
from edge.operator.list_paths import ListPaths
from edge.operator.lists import Lists
from tests.edge.service_world import running_service, text_of

A, B = (to_base58(bytes([i]) * 32) for i in (1, 2))
SIGNATURE = str(Keypair.from_seed(bytes(32)).sign_message(b"paid"))
TABLE = (
    "address,amount,claimed_at,signature\n"
    f"{A},412.5,,\n"
    f"{B},0.000001,2031-05-01T12:00:00Z,{SIGNATURE}\n"
)
NOTHING = {
    "isEligible": False,
    "amount": "0",
    "claimed": False,
    "claimedAt": None,
    "signature": None,
}
OPEN = {**NOTHING, "isEligible": True, "amount": "412500000"}
PAID = {
    "isEligible": True,
    "amount": "1",
    "claimed": True,
    "claimedAt": 1_935_403_200,
    "signature": SIGNATURE,
}


def path(user: str) -> str:
    return f"/api/v1/user/{user}/event/airdrop_claim"


async def test_without_a_table_there_is_no_airdrop(service):
    user = text_of(Keypair())
    assert await service.get(path(user)) == {"info": NOTHING}
    for bad, code in (("x", "INVALID_ADDRESS"), ("%20", "MISSING_ADDRESS")):
        assert (await service.get(path(bad), 400))["code"] == code


async def test_the_table_says_who_gets_what_and_is_read_again(tmp_path, database_url):
    table = tmp_path / "airdrop.csv"
    paths = ListPaths(airdrop=table)
    async with running_service(tmp_path, database_url, lists=paths) as service:
        # no "nothing for you" while the table is unknown
        async with service.client.get(path(A)) as refused:
            assert (refused.status, (await refused.json())["code"]) == (503, "MAINTENANCE")
            assert refused.headers["Retry-After"] == "3600"  # the lists are read every hour
        table.write_text(TABLE)
        await service.context.lists.check()
        assert await service.get(path(A)) == {"info": OPEN}
        assert await service.get(path(B)) == {"info": PAID}
        assert await service.get(path(text_of(Keypair()))) == {"info": NOTHING}
        table.write_text(TABLE + "broken\n")
        await service.context.lists.check()
        assert await service.get(path(A)) == {"info": OPEN}
        table.write_text(TABLE.replace(f"{A},412.5,,", f"{A},412.5,2031-05-01,"))
        await service.context.lists.check()
        paid = {**OPEN, "claimed": True, "claimedAt": 1_935_360_000}
        assert await service.get(path(A)) == {"info": paid}
        again = await Lists.open(paths, service.context.store)
        assert again.airdrop.value == service.context.lists.airdrop.value
