"""Tables filled to their bounds: commands straight into the sequencer, rows into PostgreSQL."""

from collections.abc import Iterable
from typing import Any

from edge.http.limits import MARKETS_MAX
from engine.core.generated import messages as m
from tests.edge.service_world import Service
from tests.engine.core.support.world import market_parameters

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


async def fill_markets(service: Service) -> None:
    """Open so many markets as there can be."""
    context, exchange = service.context, service.exchange
    now_s, parameters = context.now_s(), market_parameters()
    operator = exchange.exchange_view(now_s).operator
    commands = [
        m.CreateMarket(
            operator=operator,
            symbol=f"T{number:04}",
            name=f"Town number {number}",
            country="US",
            category="metro",
            metric="sqft",
            price_feed=f"index:T{number:04}",
            acre_id=1_000 + number,
            price_e8=300 * 10**8,
            published_at_s=now_s - 60,
            **parameters,
        )
        for number in range(MARKETS_MAX - len(exchange.market_ids()))
    ]
    for start in range(0, len(commands), 200):
        await context.sequencer.submit_all(commands[start : start + 200], _events)


_BY_TYPE = {
    "bigint": "1",
    "integer": "1",
    "smallint": "1",
    "numeric": "1",
    "bytea": "sha256(n::text::bytea)",
    "text": "'x'",
    "boolean": "false",
}
_SIGNATURE = "sha512(n::text::bytea)"
# Per table: how many rows, and the columns that are not as their type says; $1 is the wallet.
_OWNED = {"owner": "$1::bytea", "seq": "1000000000 + n"}
_TIMED = {**_OWNED, "at_s": "$2::bigint - n"}
_ROWS: dict[str, tuple[int, dict[str, str]]] = {
    "trade": (10_050, _TIMED),
    "margin_transfer": (10_050, _TIMED),
    "lp_event": (10_050, _TIMED),
    "liquidation": (10_050, _TIMED),
    "user_command": (10_050, {**_TIMED, "status": "'rejected'", "code": "'STALE_PRICE'",
                              "name": "'modify-position'", "detail": "0"}),
    "settlement_request": (2_000, {"owner": "$1::bytea", "request_id": "1000000 + n",
                                   "state": "3", "maturity_s": "$2::bigint - n"}),
    "quarantined_deposit": (1_500, {"owner": "$1::bytea", "deposit_id": "n",
                                    "reason": "'NOT_A_PLAIN_TRANSFER'"}),
    "index_value": (30_000, {"acre_id": "11", "published_at_s": "$2::bigint - n * 3600",
                             "price_e8": "30000000000 + n"}),
    "market_point": (60_000, {**_TIMED, "at_s": "$2::bigint - n * 300", "market_id": "1",
                              "index_price_e8": "30000000000 + n",
                              "market_price_e8": "30000000000 + n"}),
    "pool_point": (60_000, {**_TIMED, "at_s": "$2::bigint - n * 300", "exchange_id": "0",
                            "lp_shares_e6": "1000000", "lp_balance_e6": "2000000 + n"}),
    "market_volume": (20_000, {"market_id": "1", "bucket_s": "($2::bigint / 300 - n) * 300"}),
    "prediction_order": (5_000, {"owner": "$1::bytea", "order_id": "1000000 + n",
                                 "market_id": "1", "status": "2", "price": "40",
                                 "contracts": "10", "filled": "10", "canceled": "0",
                                 "client_order_id": "NULL", "expires_at_s": "NULL",
                                 "time_in_force": "0", "order_type": "0",
                                 "self_trade_prevention": "0", "created_at_s": "$2::bigint - n",
                                 "updated_at_s": "$2::bigint - n"}),
    "prediction_trade": (20_000, {"trade_id": "1000000 + n", "taker": "$1::bytea",
                                  "at_s": "$2::bigint - n * 60", "yes_price": "40"}),
    "prediction_payout": (1_500, {"owner": "$1::bytea", "market_id": "1000000 + n",
                                  "at_s": "$2::bigint - n"}),
    "wallet_ledger": (10_050, _OWNED),
    "account_value": (5_000, {"owner": "$1::bytea", "at_s": "$2::bigint - n * 3600"}),
}  # fmt: skip


async def fill_database(service: Service, owner: bytes) -> None:
    """Give a wallet, and what everybody reads, as many rows as one answer can have, and more."""
    pool, now_s = service.context.store.pool, service.context.now_s()
    for table, (count, values) in _ROWS.items():
        found = await pool.fetch(
            "SELECT column_name, data_type FROM information_schema.columns "
            "WHERE table_schema = current_schema() AND table_name = $1 "
            "AND generation_expression IS NULL ORDER BY ordinal_position",
            table,
        )
        columns = {
            name: values.get(name, _SIGNATURE if name.endswith("signature") else _BY_TYPE[kind])
            for name, kind in found
        }
        await pool.execute(
            f"INSERT INTO {table} ({', '.join(columns)}) SELECT {', '.join(columns.values())} "
            f"FROM generate_series(1, {count}) AS n WHERE $1::bytea IS NOT NULL "
            "AND $2::bigint > 0 ON CONFLICT DO NOTHING",
            owner,
            now_s,
        )
