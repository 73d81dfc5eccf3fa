"""A small history on a real node: commands of every kind, refused and ignored ones, roots."""

from dataclasses import replace
from pathlib import Path

from chain.client.instructions import compute_limit, memo, transfer_tokens
from chain.client.rpc import Rpc
from chain.client.wallet import address_of
from chain.operator_key import sign_operator_command
from chain.proof.poster import Posting, RootPoster
from chain.verify.verify import Counts, Verifier, Wanted
from engine.core.generated import messages as m
from engine.journal import FileJournal, read_journal
from tests.chain.world import World, until

USD = 10**6
SEGMENT = 1 << 20


class Story:
    """What the tests change and check again."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.wall_s = 1_800_000_000.0
        self.to_slot = 0
        self.roots = RootPoster(
            world.rpc,
            world.sequencer,
            world.facts,
            Posting(
                key=world.keys.settler_fee_payer,
                directory=world.home / "roots",
                wall_s=lambda: self.wall_s,
            ),
        )

    @property
    def journal(self) -> Path:
        return self.world.home / "journal"

    async def happen(self) -> None:
        world = self.world
        user = await world.user()
        address, facts = address_of(user), world.facts
        builders = world.builders
        await world.send(
            user,
            await builders.build(address, "create-margin-account", account=1, amount=5_000 * USD),
        )
        await world.send(
            user,
            await builders.build(
                address,
                "modify-position",
                owner=address,
                account=1,
                market=1,
                size=USD,
                limit=10**13,
            ),
        )
        gift = transfer_tokens(address, facts.collateral_vault, facts.collateral_mint, 3 * USD)
        await world.send_raw([user], [gift])
        broken = memo("Acre v1 localnet\nnonsense\nnonce 1\nexpires 2", address)
        await world.send_raw([user], [compute_limit(200_000), broken])
        await world.sequencer.submit(sign_operator_command(m.PauseExchange(), world.keys.operator))
        await self.post_root()
        await world.sequencer.submit(
            sign_operator_command(m.UnpauseExchange(), world.keys.operator)
        )
        late = world.memo("withdraw-margin", {"account": 1, "amount": USD}, nonce=1)
        await world.send_raw([user], [compute_limit(200_000), memo(late, address)])  # nonce too low
        await world.send(
            user, await builders.build(address, "withdraw-margin", account=1, amount=7 * USD, tip=0)
        )
        await self.post_root()
        self.to_slot = world.sequencer.exchange.chain_cursor[0]
        await world.wait_finalized(self.to_slot)

    async def post_root(self) -> None:
        before = self.roots.posted
        self.wall_s += 3_600

        async def is_there() -> bool:
            await self.roots.step()
            return self.roots.posted is not before

        await until(is_there)

    def wanted(self, rpcs=None, **changes) -> Wanted:
        world = self.world
        plain = Wanted(
            journal=self.journal,
            snapshots=self.journal / "snapshots",
            rpcs=rpcs or [world.rpc],
            chain_name="localnet",
            root_signer=address_of(world.keys.settler_fee_payer),
            to_slot=self.to_slot,
        )
        return replace(plain, **changes)

    async def verify(self, rpcs: list[Rpc] | None = None, **changes) -> Counts:
        return await Verifier(self.wanted(rpcs, **changes)).run()

    def commands(self) -> list[m.Command]:
        return [m.decode(record.payload) for record, _ in read_journal(self.journal)]

    def forge(self, name: str, commands: list[m.Command]) -> Path:
        """Write a whole journal of other commands, numbered and chained as it must be."""
        directory = self.world.home / "forged" / name
        journal = FileJournal(directory, segment_bytes=SEGMENT)
        for seq, command in enumerate(commands, 1):
            journal.append_batch([m.encode(replace(command, seq=seq))])
        journal.close()
        return directory
