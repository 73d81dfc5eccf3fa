"""`acre verify` as a person runs it: what it prints, and its exit status."""

import asyncio
import sys

import pytest

from chain.client.addresses import to_base58
from chain.client.wallet import address_of
from engine.core.generated import messages as m
from tests.chain.verify.story import Story
from tests.chain.world import World


@pytest.fixture
async def story(tmp_path):
    world = await World.open(tmp_path)
    received = Story(world)
    await received.happen()
    yield received
    await world.close()


async def verify(story: Story, *options: str) -> tuple[int, str, str]:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "edge.cli", "verify", *options,
        env={"ACRE_HOME": str(story.world.home), "PATH": "/usr/bin:/bin"},
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    said, warned = await process.communicate()
    return process.returncode, said.decode(), warned.decode()


async def test_a_good_journal_ends_with_zero_and_counts(story):
    options = ("--rpc", story.world.node.url, "--to-slot", str(story.to_slot))
    status, said, warned = await verify(story, *options)
    assert (status, warned) == (0, ""), said
    exchange = story.world.sequencer.exchange
    lines = said.splitlines()
    assert lines[0] == f"commands replayed        {exchange.sequence}"
    assert lines[1] == "chain commands compared  7"
    assert lines[2] == "  outside the slots      0"
    assert lines[4] == "operator signatures      5"
    assert lines[6] == "state roots compared     2"
    assert lines[7] == f"state hash               {exchange.state_hash().hex()}"
    assert lines[8].startswith("GOOD: ")


async def test_a_difference_ends_with_one_and_is_the_first_line(story):
    commands = story.commands()
    at = next(i for i, row in enumerate(commands) if isinstance(row, m.ModifyPosition))
    forged = story.forge("dropped", commands[:at] + commands[at + 1 :])
    signer = to_base58(address_of(story.world.keys.settler_fee_payer))
    status, said, warned = await verify(
        story, "--rpc", story.world.node.url, "--rpc", story.world.node.url,
        "--to-slot", str(story.to_slot), "--journal", str(forged), "--root-signer", signer,
    )  # fmt: skip
    assert (status, warned) == (1, "")
    assert said.startswith(f"DIFFERENT: record {at + 1}: expected modify-position at slot ")
    assert "GOOD" not in said


async def test_an_impossible_check_exits_with_two(story):
    node = ("--rpc", story.world.node.url)
    for options, words in (
        (("--rpc", "http://127.0.0.1:1"), "NODE_UNAVAILABLE"),
        ((*node, "--journal", str(story.world.home / "none")), "cannot be read"),
        ((*node, "--root-signer", "me"), "--root-signer: an address is 32 to 44 base58 characters"),
        ((*node, "--to-slot", "999999999"), "is not final yet"),
    ):
        status, said, warned = await verify(story, *options)
        assert (status, said) == (2, ""), options
        assert warned.startswith("acre: cannot check: ")
        assert words in warned
    for options, words in (
        (("--to-slot", "-1"), "must be a whole number, not '-1'"),
        (("--rpc", "here"), "must begin with http:// or https://, not 'here'"),
        (("--chain", "main"), "invalid choice: 'main'"),
    ):
        status, _said, warned = await verify(story, *options)
        assert status == 2
        assert words in warned


async def test_the_chain_that_memos_name_follows_from_the_first_address_or_is_said(story):
    named = f"{story.world.node.url}/?testnet"
    slots = ("--to-slot", str(story.to_slot))
    status, said, _warned = await verify(story, "--rpc", named, *slots)
    assert status == 1
    assert "expected ignored transaction" in said
    status, said, _warned = await verify(story, "--rpc", named, "--chain", "localnet", *slots)
    assert (status, "GOOD: " in said) == (0, True), said
