"""The core's end of the operator's socket: it passes on complete, signed, fresh commands only."""

import asyncio
import json
import logging
import os
import secrets
import socket
import struct
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import fields
from pathlib import Path
from typing import Final

from chain.client.addresses import ADDRESS_BYTES, to_base58
from chain.operator_key import OperatorCommand
from edge.operator.admin.protocol import (
    CHALLENGE_BYTES,
    FRAME_BYTES_MAX,
    LENGTH,
    SOCKET_NAME,
    RequestError,
    frame,
    read_request,
)
from engine.core.adoption.preview import PreviewOfParameters
from engine.core.adoption.views import ParametersPreview
from engine.core.generated.messages import AdoptParameters, Event, MarketUpdated
from engine.core.views import PositionView
from engine.feed.address import socket_address
from engine.programmes.errors import ProgrammeError
from engine.programmes.programme_state import ProgrammeState
from engine.schema.errors import EngineError, ErrorCode
from engine.sequencer import Applied, Sequencer, SequencerError, SequencerFailedError

log = logging.getLogger(__name__)

CONNECTIONS_MAX: Final = 8
REQUEST_MAX_S: Final = 10.0
EVENTS_SHOWN_MAX: Final = 32
POSITIONS_SHOWN_MAX: Final = 40  # of a preview, the largest
ACCOUNTS_AT_ONCE: Final = 10_000  # of a preview, before the loop may do something else
SOCKET_MODE: Final = 0o600
_CREDENTIALS: Final = struct.Struct("3i")  # process, user, group of the other end


class AdminServer:
    """Answers one request for each connection; how many are open at once is bounded."""

    def __init__(
        self,
        sequencer: Sequencer,
        now_s: Callable[[], int],
        programmes: ProgrammeState,
        request_max_s: float = REQUEST_MAX_S,
    ) -> None:
        self._sequencer = sequencer
        self._now_s = now_s
        self._programmes = programmes
        self._request_max_s = request_max_s
        self._tasks: set[asyncio.Task[None]] = set()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serve one connection; whatever is wrong with it stays with it."""
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        try:
            with suppress(asyncio.IncompleteReadError, ConnectionError, TimeoutError):
                await self._answer(reader, writer)
        except Exception:
            log.exception("admin_trouble")
        finally:
            self._tasks.discard(task)
            writer.close()
            with suppress(ConnectionError):
                await writer.wait_closed()

    async def close(self) -> None:
        """End what is still connected."""
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if len(self._tasks) > CONNECTIONS_MAX:
            await _send(writer, _rejected("BUSY", "Too many connections are open; try again."))
            return
        if not _is_own_user(writer):
            await _send(writer, _rejected("NOT_OPERATOR", "This socket is for its owner only."))
            return
        challenge = secrets.token_bytes(CHALLENGE_BYTES)
        try:
            async with asyncio.timeout(self._request_max_s):
                await _send(writer, self._hello(challenge))
                body = await _read_frame(reader)
            command, asked = read_request(body, challenge, self._operator())
        except TimeoutError:
            answer = _rejected("TOO_SLOW", f"No request came within {self._request_max_s:g} s.")
        except RequestError as error:
            log.warning("admin_rejected", extra={"code": error.code})
            answer = _rejected(error.code, str(error))
        else:
            answer = await (self._preview(asked) if asked else self._submit(command))
        async with asyncio.timeout(self._request_max_s):
            await _send(writer, answer)

    def _operator(self) -> bytes:
        return self._sequencer.exchange.exchange_view(self._now_s()).operator

    def _hello(self, challenge: bytes) -> dict[str, object]:
        exchange = self._sequencer.exchange.exchange_view(self._now_s())
        return {
            "challenge": challenge.hex(),
            "exchange": to_base58(exchange.address),
            "operator": to_base58(exchange.operator),
            "now": self._now_s(),
        }

    async def _preview(self, command: AdoptParameters) -> dict[str, object]:
        """What the command would change, computed on the state as it is; nothing is journaled."""
        try:
            preview = PreviewOfParameters(self._sequencer.exchange, command, POSITIONS_SHOWN_MAX)
            is_more = True
            while is_more:
                is_more = preview.step(self._now_s(), ACCOUNTS_AT_ONCE)
                await asyncio.sleep(0)
            found = preview.result(self._now_s())
        except EngineError as error:
            return {"status": "refused", "code": error.code.name, "detail": error.detail}
        return {"status": "preview", **preview_row(found)}

    async def _submit(self, command: OperatorCommand) -> dict[str, object]:
        try:
            applied = await self._sequencer.submit(command)
        except SequencerFailedError as error:
            log.exception("admin_unknown", extra={"command": command.WIRE})
            return {"status": "unknown", "message": f"{error}."}
        except SequencerError as error:
            return _rejected("OVERLOADED", f"The command was not taken: {error}.")
        answer = answer_of(applied, self._programmes.refusal_of(applied.command.seq))
        log.info(
            "admin_command",
            extra={
                "command": command.WIRE,
                "sequence": applied.command.seq,
                "status": answer["status"],
            },
        )
        return answer


def preview_row(found: ParametersPreview) -> dict[str, object]:
    """Return the answer's fields; of a position size, requirements, price and funding."""
    rows = [
        {
            "owner": to_base58(row.owner),
            "account": row.account_id,
            "size": row.before.size_e6,
            "before": _figures_of(row.before),
            "after": _figures_of(row.after),
        }
        for row in found.positions
    ]
    return {
        "market_price": [found.market_price_before_e8, found.market_price_after_e8],
        "skew_scale": [found.skew_scale_before_e6, found.skew_scale_after_e6],
        "max_side_size": [found.max_side_size_before_e6, found.max_side_size_after_e6],
        "liquidatable": [found.liquidatable_before, found.liquidatable_after],
        "position_count": found.position_count,
        "positions": rows,
    }


def _figures_of(position: PositionView) -> list[int | None]:
    """Initial and maintenance margin, liquidation price, funding of an hour."""
    return [
        position.initial_margin_e6,
        position.required_margin_e6,
        position.liquidation_price_e8,
        position.funding_estimate_one_hour_e6,
    ]


def answer_of(applied: Applied, refused: ProgrammeError | None) -> dict[str, object]:
    """Return the answer about a command in the journal, which the programmes may have refused."""
    place = {"sequence": applied.command.seq, "time": applied.command.time_s}
    rejection = applied.rejection
    if rejection is not None:
        code = ErrorCode(rejection.code).name
        return {"status": "refused", "code": code, "detail": rejection.detail, **place}
    if refused is not None:
        reason = {"code": refused.code, "detail": 0, "message": refused.message}
        return {"status": "refused", **reason, **place}
    # What a market looks like afterwards is for the stream; the other events say what was done.
    shown = [event for event in applied.events if not isinstance(event, MarketUpdated)]
    events = [_event_row(event) for event in shown[:EVENTS_SHOWN_MAX]]
    return {"status": "applied", **place, "events": events}


def _event_row(event: Event) -> dict[str, object]:
    row: dict[str, object] = {"kind": event.WIRE}
    for field in fields(event):
        if field.name not in ("seq", "time_s"):
            row[field.name] = _plain(getattr(event, field.name))
    return row


def _plain(value: int | str | bytes) -> int | str:
    if isinstance(value, bytes):
        return to_base58(value) if len(value) == ADDRESS_BYTES else value.hex()
    return value


def _rejected(code: str, message: str) -> dict[str, object]:
    return {"status": "rejected", "code": code, "message": message}


async def _send(writer: asyncio.StreamWriter, message: dict[str, object]) -> None:
    writer.write(frame(json.dumps(message).encode()))
    await writer.drain()


async def _read_frame(reader: asyncio.StreamReader) -> bytes:
    (length,) = LENGTH.unpack(await reader.readexactly(LENGTH.size))
    if length > FRAME_BYTES_MAX:
        raise RequestError(
            "FRAME_TOO_LARGE", f"A request has at most {FRAME_BYTES_MAX} bytes, not {length}."
        )
    return await reader.readexactly(length)


def _is_own_user(writer: asyncio.StreamWriter) -> bool:
    """Whether the other end runs as our user, or as root, who could read the key anyway."""
    connection = writer.get_extra_info("socket")
    size = _CREDENTIALS.size
    raw = connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, size)
    _process, user, _group = _CREDENTIALS.unpack(raw)
    return user in (0, os.geteuid())


@asynccontextmanager
async def listening_for_operator(home: Path, server: AdminServer) -> AsyncIterator[None]:
    """Listen on `admin.sock` below the state directory while the block runs."""
    listener = open_socket(home)
    # Connections beyond the bound wait here for their refusal.
    service = await asyncio.start_unix_server(server.serve, sock=listener, limit=FRAME_BYTES_MAX)
    try:
        yield
    finally:
        service.close()
        await server.close()
        (home / SOCKET_NAME).unlink(missing_ok=True)


def open_socket(home: Path) -> socket.socket:
    """Return the bound socket, private before any client can connect."""
    (home / SOCKET_NAME).unlink(missing_ok=True)  # of a run that was killed
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        with socket_address(home, SOCKET_NAME) as address:
            listener.bind(address)
            (home / SOCKET_NAME).chmod(SOCKET_MODE)  # it does not listen yet
    except BaseException:
        listener.close()
        raise
    return listener
