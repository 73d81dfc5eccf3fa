"""Tables filled to their bounds: commands straight into the sequencer, rows into PostgreSQL."""

from collections.abc import Iterable
from typing import Any

from engine.core.generated import messages as m
from tests.edge.service_world import Service

CHUNK = 500
E6 = 10**6


class Filler:
    """Submits commands of wallets as if the chain had brought them."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._nonces: dict[bytes, int] = {}
        self._place = 0

    async def send(
        self, kind: type[Any], user: bytes, fields: Iterable[dict[str, Any]], attached_e6: int = 0
    ) -> list[tuple]:
        """Apply a command with each of some fields; none may be refused."""
        rows, found = list(fields), []
        for start in range(0, len(rows), CHUNK):
            part = [
                self._command(kind, user, row, attached_e6) for row in rows[start : start + CHUNK]
            ]
            found += await self._service.context.sequencer.submit_all(part, _events)
        return found

    def _command(self, kind, user: bytes, fields: dict, attached_e6: int):
        slot, transaction, _ = self._service.exchange.chain_cursor
        self._place += 1
        self._nonces[user] = self._nonces.get(user, 0) + 1
        return kind(
            user=user,
            slot=slot,
            transaction_index=max(transaction, 50_000),
            instruction_index=self._place,
            expires_slot=slot + 150,
            nonce=self._nonces[user],
            attached_e6=attached_e6,
            attached_mint=1 if attached_e6 else 0,
            **fields,
        )

    async def deposits(self, user: bytes, count: int) -> None:
        """Give a wallet LP positions of 2.00."""
        await self.send(m.AddLiquidity, user, [{"amount_e6": 2 * E6}] * count, 2 * E6)

    async def withdrawals(self, user: bytes, count: int) -> None:
        """Give a wallet a margin account, and requests of 0.02 out of it."""
        whole_e6 = count * 20_000 + E6
        account = {"account_id": 0, "amount_e6": whole_e6}
        await self.send(m.CreateMarginAccount, user, [account], whole_e6)
        await self.send(
            m.WithdrawMargin, user, [{"account_id": 0, "amount_e6": 20_000, "tip_e6": 0}] * count
        )


def _events(applied) -> tuple:
    assert not any(isinstance(event, m.CommandRejected) for event in applied.events), applied
    return applied.events
