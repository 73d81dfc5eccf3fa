"""Random options of all methods and subscriptions, right and wrong, against a running slot clock.

ACRE_TEST_FUZZ_INPUTS (default 1,500) and ACRE_TEST_FUZZ_SEED choose length and seed; a failure
names both.
"""

import asyncio
import os
import random
from base64 import b64encode

import aiohttp
import pytest
from solders.keypair import Keypair
from spl.token.constants import TOKEN_PROGRAM_ID

from chain.node.server.dispatcher import METHODS
from tests.chain.node.waiting import settled, until
from tests.chain.node.wallet import Wallet

INPUTS = min(int(os.environ.get("ACRE_TEST_FUZZ_INPUTS", "1500")), 50_000)
SEED = int(os.environ.get("ACRE_TEST_FUZZ_SEED", "20"))
EACH = 250  # an honest transfer comes after so many
SUBSCRIBES = (
    "accountSubscribe", "blockSubscribe", "logsSubscribe", "programSubscribe", "rootSubscribe",
    "signatureSubscribe", "slotSubscribe", "slotsUpdatesSubscribe", "voteSubscribe",
    "accountUnsubscribe", "signatureUnsubscribe", "nothingSubscribe",
)  # fmt: skip
NAMES = (
    "encoding", "dataSlice", "commitment", "enableReceivedNotification", "filters", "withContext",
    "minContextSlot", "limit", "before", "until", "transactionDetails", "rewards", "accounts",
    "maxSupportedTransactionVersion", "skipPreflight", "sigVerify", "replaceRecentBlockhash",
    "innerInstructions", "mint", "programId", "searchTransactionHistory", "mentions",
)  # fmt: skip
ODD = (
    None, True, False, 0, 1, -1, 165, 2**31, 2**63, 2**64 - 1, 1e308, -0.5, "", "0", "\0", "é" * 9,
    "1" * 32, "1" * 64, "z" * 44, "z" * 88, "z" * 5_000, [], {}, [[]], [None], {"": None},
)  # fmt: skip
WORDS = (
    "binary", "base58", "base64", "base64+zstd", "json", "jsonParsed", "hex", "processed",
    "confirmed", "finalized", "recent", "soon", "full", "accounts", "signatures", "none", "all",
    "allWithVotes",
)  # fmt: skip


class Maker:
    """Make calls of which many are nearly right."""

    def __init__(self, seed: int, addresses: list[str], texts: list[str]) -> None:
        self._random = random.Random(seed)
        self._addresses = addresses
        self._texts = texts

    def params(self) -> list[object]:
        count = self._random.choice((0, 1, 1, 2, 2, 2, 3))
        return [self._value(index) for index in range(count)]

    def _value(self, index: int) -> object:
        kind = self._random.randrange(12)
        if kind < 5 and index == 0:
            return self._random.choice((*self._addresses, *self._texts))
        if kind < 6 and index:
            return self._options()
        if kind == 7:
            return self._several(self._addresses + self._texts)
        if kind == 8:
            return {"mentions": self._several(self._addresses)}
        return self._random.choice((*ODD, *WORDS, *self._addresses, self._options()))

    def _several(self, choices: list[str]) -> list[object]:
        return [self._random.choice((*choices, *choices, None)) for _ in range(self._small())]

    def _small(self) -> int:
        return self._random.choice((0, 1, 1, 2, 5, 101))

    def _options(self) -> dict[str, object]:
        names = self._random.sample(NAMES, self._random.randrange(5))
        return {name: self._option(name) for name in names}

    def _option(self, name: str) -> object:
        pick = self._random.choice
        if self._random.randrange(4) == 0:
            return pick((*ODD, *WORDS))
        number = pick((0, 0, 1, 8, 165, 2**20, 10 * 2**20, 2**40))
        memcmp = {"offset": number, "bytes": pick((*self._addresses, "1", "AQ==", "0OIl"))}
        filters = ({"dataSize": number}, {"memcmp": memcmp}, "tokenAccountState", {"dataSize": -1})
        return {
            "dataSlice": {"offset": number, "length": pick((0, 1, 8, 2**20, 10 * 2**20))},
            "filters": [pick(filters) for _ in range(self._small())],
            "accounts": {"addresses": self._several(self._addresses), "encoding": pick(WORDS)},
            "mint": pick(self._addresses),
            "programId": pick(self._addresses),
            "mentions": self._several(self._addresses),
            "limit": number,
            "minContextSlot": number,
            "maxSupportedTransactionVersion": pick((0, 1, 255)),
            "before": pick(self._texts),
            "until": pick(self._texts),
        }.get(name, pick((*WORDS, True, False)))


async def heard(socket: aiohttp.ClientWebSocketResponse, request_id: int) -> dict:
    while True:
        answer = await socket.receive_json()
        if answer.get("id") == request_id:
            return answer


@pytest.mark.timeout(600)
async def test_no_option_of_any_call_stops_the_chain(wallet: Wallet) -> None:
    node, ledger = wallet.node, wallet.node.ledger
    mint = await wallet.create_mint()
    account = await wallet.mint_tokens(mint, wallet.address, 5)
    signature = str(await wallet.send([wallet.pay(wallet.address, 1)]))
    signed = b64encode(bytes(await wallet.sign([wallet.pay(wallet.address, 7)]))).decode()
    addresses = [str(key) for key in (wallet.address, mint, account, TOKEN_PROGRAM_ID)]
    maker = Maker(SEED, [*addresses, "11111111111111111111111111111111"], [signature, signed])
    methods = (*METHODS, *SUBSCRIBES, *SUBSCRIBES)
    where = f"ACRE_TEST_FUZZ_SEED={SEED}"
    async with aiohttp.ClientSession() as session:
        for start in range(0, INPUTS, EACH):
            # A new socket each time: its notifications arrive before it closes.
            async with session.ws_connect(node.ws_url, max_msg_size=0) as socket:
                for number in range(start, start + EACH):
                    method = methods[number % len(methods)]
                    request = {"jsonrpc": "2.0", "id": number, "method": method}
                    await socket.send_json({**request, "params": maker.params()})
                    answer = await heard(socket, number)
                    code = answer.get("error", {}).get("code")
                    assert code != -32603, (where, number, method, answer)
                slot = ledger.open_slot
                receiver = Keypair().pubkey()
                transaction = await wallet.sign([wallet.pay(receiver, 1_000_000)])
                assert await wallet.post(transaction) == transaction.signatures[0], where
                await settled(node, bytes(transaction.signatures[0]))
                await wallet.mint_tokens(mint, wallet.address, 1)
                await until(node, lambda slot=slot: ledger.finalized_slot > slot)
                assert not node.failed.done(), where
        await asyncio.sleep(0)
    assert (await wallet.client.is_connected()) is True
