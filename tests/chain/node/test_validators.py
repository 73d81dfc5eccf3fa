"""The one validator, as clients ask for it: every answer is compared with what the node knows."""

import json

import pytest
from aiohttp import ClientSession
from solana.rpc.async_api import AsyncClient
from solders.instruction import Instruction
from solders.pubkey import Pubkey

from chain.node.limits import (
    BATCH_ANSWER_BYTES_MAX,
    BATCH_REQUESTS_MAX,
    LEADERS_PER_CALL_MAX,
    SLOTS_PER_EPOCH,
)
from chain.node.server.server import NodeServer
from chain.node.state.samples import Sample, Samples
from tests.chain.node.waiting import until
from tests.chain.node.wallet import Wallet, rpc

STAKE_PROGRAM = Pubkey.from_string("Stake11111111111111111111111111111111111111")
OTHER = str(Pubkey.from_bytes(b"\x07" * 32))
GET_MINIMUM_DELEGATION = (13).to_bytes(4, "little")


async def result(node: NodeServer, method: str, *params: object) -> object:
    answer = await rpc(node.url, method, *params)
    assert "error" not in answer, answer
    return answer["result"]


async def refused(node: NodeServer, method: str, *params: object) -> tuple[int, str]:
    error = (await rpc(node.url, method, *params))["error"]
    return error["code"], error["message"]


async def test_the_validator_leads_every_slot(node: NodeServer) -> None:
    identity = (await result(node, "getIdentity"))["identity"]
    assert Pubkey.from_string(identity).is_on_curve()
    assert await result(node, "getSlotLeader") == identity
    assert await result(node, "getSlotLeaders", 0, 3) == [identity] * 3
    (listed,) = await result(node, "getClusterNodes")
    assert (listed["pubkey"], listed["gossip"], listed["rpc"]) == (identity, None, None)
    schedule = {identity: list(range(SLOTS_PER_EPOCH))}
    assert await result(node, "getLeaderSchedule") == schedule
    assert await result(node, "getLeaderSchedule", 2 * SLOTS_PER_EPOCH - 1) == schedule
    assert await result(node, "getLeaderSchedule", 2 * SLOTS_PER_EPOCH) is None
    assert await result(node, "getLeaderSchedule", {"identity": OTHER}) == {}
    assert await result(node, "getLeaderSchedule", None, {"identity": identity}) == schedule


async def test_a_batch_of_schedules_ends_with_the_bytes_of_an_answer(node: NodeServer) -> None:
    call = {"jsonrpc": "2.0", "id": 1, "method": "getLeaderSchedule"}
    async with (
        ClientSession() as session,
        session.post(node.url, json=[call] * BATCH_REQUESTS_MAX) as response,
    ):
        body = await response.read()
    assert len(body) < BATCH_ANSWER_BYTES_MAX + 4 * 1024 * 1024  # the last one that began
    answers = json.loads(body)
    assert "result" in answers[0]
    assert answers[-1]["error"]["code"] == -32600


@pytest.mark.parametrize("method", ["getLeaderSchedule", "getBlockProduction"])
async def test_an_identity_that_is_none_is_refused(node: NodeServer, method: str) -> None:
    for wrong in ("?", 5, "1" * 50):
        assert (await refused(node, method, {"identity": wrong}))[0] == -32602


async def test_leaders_beyond_the_next_epoch_are_not_known(node: NodeServer) -> None:
    last = 2 * SLOTS_PER_EPOCH - 1
    assert len(await result(node, "getSlotLeaders", last, 1)) == 1
    for params in ([last, 2], [last + 1, 1], [0, LEADERS_PER_CALL_MAX + 1], [0, 0], [-1, 1]):
        assert (await refused(node, "getSlotLeaders", *params))[0] == -32602


async def test_block_production_counts_slots_and_blocks(node: NodeServer) -> None:
    await until(node, lambda: node.ledger.confirmed_slot > 3)
    assert await rpc(node.url, "acreFault", {"skipSlots": 4})
    await until(node, lambda: node.ledger.timeline.block_height(node.ledger.confirmed_slot) > 8)
    identity = str(node.ledger.identity)
    answer = await result(node, "getBlockProduction")
    slot = answer["context"]["slot"]
    blocks = len(await result(node, "getBlocks", 0, slot))
    assert slot + 1 - blocks == 4
    assert answer["value"] == {
        "byIdentity": {identity: [slot + 1, blocks]},
        "range": {"firstSlot": 0, "lastSlot": slot},
    }
    for first in range(slot):
        part = {"range": {"firstSlot": first, "lastSlot": slot - 1}}
        count = len(await result(node, "getBlocks", first, slot - 1))
        produced = (await result(node, "getBlockProduction", part))["value"]["byIdentity"]
        assert produced == {identity: [slot - first, count]}
    others = await result(node, "getBlockProduction", {"identity": OTHER})
    assert others["value"]["byIdentity"] == {}
    for wrong in ({"firstSlot": 2, "lastSlot": 1}, {"firstSlot": 0, "lastSlot": 2**40}, 5, {}):
        assert (await refused(node, "getBlockProduction", {"range": wrong}))[0] == -32602


async def test_there_is_no_stake_no_vote_and_no_reward(node: NodeServer) -> None:
    assert await result(node, "getVoteAccounts") == {"current": [], "delinquent": []}
    assert set((await result(node, "getInflationGovernor")).values()) == {0}
    rate = await result(node, "getInflationRate")
    assert rate == {"total": 0, "validator": 0, "foundation": 0, "epoch": 0}
    assert await result(node, "getInflationReward", [OTHER, OTHER]) == [None, None]
    assert (await refused(node, "getInflationReward", ["?"]))[0] == -32602
    assert (await refused(node, "getHighestSnapshotSlot"))[0] == -32008
    open_slot = node.ledger.open_slot
    assert await result(node, "getBlockCommitment", open_slot) == {
        "commitment": [0] * 32,
        "totalStake": 0,
    }
    unknown = await result(node, "getBlockCommitment", open_slot + 1_000)
    assert unknown == {"commitment": None, "totalStake": 0}
    assert await result(node, "getMaxRetransmitSlot") >= open_slot
    assert await result(node, "getMaxShredInsertSlot") >= open_slot


async def test_the_least_stake_is_what_the_stake_program_says(
    wallet: Wallet, client: AsyncClient
) -> None:
    asks = await wallet.sign([Instruction(STAKE_PROGRAM, GET_MINIMUM_DELEGATION, [])])
    said = (await client.simulate_transaction(asks)).value.return_data
    answer = await result(wallet.node, "getStakeMinimumDelegation")
    assert int.from_bytes(said.data, "little") == answer["value"]


async def test_samples_are_taken_each_minute(node: NodeServer) -> None:
    assert await result(node, "getRecentPerformanceSamples") == []
    start_ms = node.ledger.now_ms()
    samples = node.ledger.samples = Samples(10, 100, start_ms)
    samples.note(500, 200, start_ms + 59_999)
    samples.note(600, 250, start_ms + 60_500)
    samples.note(1_200, 240, start_ms + 130_000)  # a fork took transactions back
    assert samples.newest(5) == [Sample(1_200, 0, 600, 69), Sample(600, 150, 590, 60)]
    (newest,) = await result(node, "getRecentPerformanceSamples", 1)
    assert newest == {
        "slot": 1_200,
        "numTransactions": 0,
        "numNonVoteTransactions": 0,
        "numSlots": 600,
        "samplePeriodSecs": 69,
    }
    assert len(await result(node, "getRecentPerformanceSamples", None)) == 2
    for wrong in (-1, 721, "1"):
        assert (await refused(node, "getRecentPerformanceSamples", wrong))[0] == -32602


@pytest.mark.parametrize(
    "call",
    ["get_identity", "get_cluster_nodes", "get_slot_leader", "get_vote_accounts",
     "get_inflation_governor", "get_inflation_rate", "get_leader_schedule", "get_supply",
     "get_largest_accounts", "get_recent_performance_samples"],
)  # fmt: skip
async def test_solana_py_reads_the_answers(client: AsyncClient, call: str) -> None:
    assert json.loads((await getattr(client, call)()).to_json())["result"] is not None
