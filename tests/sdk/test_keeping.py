"""Acts of a keeper with the client against the whole service: real chain, engine and database."""

from decimal import Decimal

import pytest
from solders.keypair import Keypair

from acre_sdk import AcreClient, CommandRefused
from tests.edge.api.liquidations.test_liquidation_path import ruined
from tests.edge.keeper.conftest import following, url_of
from tests.edge.keeper.test_keeper import TIP_E6, withdrawal
from tests.edge.service_world import text_of

USD = 10**6


async def test_an_account_is_liquidated_and_its_fee_is_what_the_exchange_paid(service):
    debtor, wallet = await ruined(service), await service.trader(100 * USD)
    async with following(service), AcreClient(url_of(service), wallet) as client:
        (row,) = await client.keeper.candidates()
        assert (row.owner, row.margin_account_id) == (text_of(debtor), 0)
        async with AcreClient(url_of(service), debtor) as own:
            assert await own.keeper.candidates() == []  # its own account is no candidate
        before = (await client.margin.accounts())[0].margin_collateral
        kept = await client.keeper.liquidate(row.owner, 0, fee_account=0)
        assert kept.command == "liquidate"
        assert kept.earned * USD == (await client.margin.accounts())[0].margin_collateral - before
        assert kept.earned > 5
        assert await client.keeper.candidates() == []


async def test_mature_requests_bring_their_tips_once(service):
    owner = await withdrawal(service, count=2)
    async with following(service), AcreClient(url_of(service), Keypair()) as client:
        await client.faucet()
        rows = await client.keeper.requests()
        assert [(row.owner, row.keeper_tip) for row in rows] == 2 * [(text_of(owner), TIP_E6)]
        ids = [row.id for row in rows]
        kept = await client.keeper.process(text_of(owner), ids)
        assert kept.earned == 2 * Decimal(TIP_E6) / USD
        assert await client.keeper.requests() == []
        for wrong in ([], list(range(9))):
            with pytest.raises(ValueError, match="1 to 8"):
                await client.keeper.process(text_of(owner), wrong)


async def test_a_lost_race_is_a_refusal_with_its_fee_paid(service):
    """Two keepers build the same act: the second one's is on the chain and refused."""
    owner = await withdrawal(service)
    async with (
        following(service),
        AcreClient(url_of(service), Keypair()) as first,
        AcreClient(url_of(service), Keypair()) as second,
    ):
        for client in (first, second):
            await client.faucet()
        (row,) = await first.keeper.requests()
        build = second.main.post_user_by_user_transaction_process_settlement_requests

        async def built_before(user, body):
            built = await build(user, body)
            assert (await first.keeper.process(text_of(owner), [row.id])).earned > 0
            return built

        second.main.post_user_by_user_transaction_process_settlement_requests = built_before
        with pytest.raises(CommandRefused) as lost:
            await second.keeper.process(text_of(owner), [row.id])
        assert lost.value.signature
