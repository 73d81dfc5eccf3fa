"""Records of many users' commands, for the benches that need a large state or a long journal."""

from collections.abc import Iterator

from engine.core.generated.messages import (
    AddLiquidity,
    Command,
    CreateExchange,
    CreateMarginAccount,
    CreateMarket,
    ModifyPosition,
    encode,
)
from engine.schema.parameters import EXCHANGE_PARAMETERS, MARKET_PARAMETERS

MARKETS = 3
NOW_S = 20_000 * 86_400 + 43_200  # noon, far from the entry window
OPENED_S = NOW_S + 600  # past the entry window after a first print
E6, E8 = 10**6, 10**8
POOL_E6 = 10**11 * E6
SIDE_E6 = 10**15
MARGIN_E6 = 100 * E6
SIZE_E6 = E6 // 10
OPERATOR = b"O" * 32
NEVER = 2**62

# Places in the record of a chain command.
SEQ, TIME, USER, SLOT, NONCE, OWNER, MARKET = 3, 4, 5, 7, 10, 14, 16


class Crowd:
    """Users 0, 1, ... and what they send, numbered from 1."""

    def __init__(self, users: int, markets: int = MARKETS, **parameters: int) -> None:
        self.users = users
        self.seq = 0
        self._markets = markets
        self._parameters = parameters  # of the markets
        self._slot = 0

    def genesis(self) -> list[bytes]:
        """An exchange with wide limits, its markets and a large pool."""
        rules = {p.name: p.default or 0 for p in EXCHANGE_PARAMETERS}
        market = {p.name: p.default or 0 for p in MARKET_PARAMETERS}
        market |= {"skew_scale_e6": 10**17, "max_side_size_e6": SIDE_E6, **self._parameters}
        commands: list[Command] = [
            CreateExchange(seq=1, time_s=NOW_S, operator=OPERATOR, exchange=b"E" * 32, **rules)
        ]
        commands += [
            CreateMarket(
                seq=2 + number,
                time_s=NOW_S,
                operator=OPERATOR,
                symbol=f"M{number}",
                name=f"M{number}",
                price_e8=100 * E8,
                published_at_s=NOW_S - 43_200,
                **market,
            )
            for number in range(self._markets)
        ]
        self.seq = len(commands)
        deposit = {"attached_e6": POOL_E6, "attached_mint": 1, "amount_e6": POOL_E6}
        pool = AddLiquidity(user=b"\xff" * 32, nonce=1, expires_slot=NEVER, **deposit)
        return [*map(encode, commands), self.pack(pool, b"\xff" * 32, 1)]

    def accounts(self) -> Iterator[bytes]:
        """One account with margin for each user."""
        margin = {"attached_e6": MARGIN_E6, "attached_mint": 1, "amount_e6": MARGIN_E6}
        kind = CreateMarginAccount(account_id=1, expires_slot=NEVER, **margin)
        for user in range(self.users):
            yield self.pack(kind, address(user), 1)

    def trades(self, rounds: int, nonce: int = 2) -> Iterator[bytes]:
        """In each round every user buys or sells once; rounds go through the markets."""
        kinds = [
            ModifyPosition(account_id=1, expires_slot=NEVER, size_e6=size, limit_e8=limit)
            for size, limit in ((SIZE_E6, 10**13), (-SIZE_E6, 1))
        ]
        for turn in range(rounds):
            market = turn % self._markets + 1
            for user in range(self.users):
                side = (user + turn // self._markets) % 2  # a position is closed a turn later
                owner = address(user)
                yield self.pack(kinds[side], owner, nonce + turn, {OWNER: owner, MARKET: market})

    def pack(
        self, command: Command, user: bytes, nonce: int, changes: dict[int, object] | None = None
    ) -> bytes:
        """The next record: a user's command with its values at some places changed."""
        self.seq += 1
        self._slot += 1
        layout = type(command).STRUCT
        values = list(layout.unpack(encode(command)))
        values[SEQ], values[TIME], values[USER] = self.seq, OPENED_S, user
        values[SLOT], values[NONCE] = self._slot, nonce
        for place, value in (changes or {}).items():
            values[place] = value
        return layout.pack(*values)


def address(user: int) -> bytes:
    """The address of a user."""
    return user.to_bytes(32, "big")


def joined(records: Iterator[bytes], count: int) -> Iterator[bytes]:
    """The records in batches of up to `count`."""
    batch: list[bytes] = []
    for record in records:
        batch.append(record)
        if len(batch) == count:
            yield b"".join(batch)
            batch.clear()
    if batch:
        yield b"".join(batch)
