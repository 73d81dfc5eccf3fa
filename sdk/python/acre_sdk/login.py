"""Authentication: sign-in with a key, tokens renewed before they expire."""

import asyncio
import time

import msgspec
from solders.keypair import Keypair

from acre_sdk.errors import LOGIN_REFUSED, AcreError
from acre_sdk.models import Session
from acre_sdk.transport import Reply, Request, Transport

RENEW_BEFORE_S = 60.0
RENEW_AGAIN_MIN_S = 1.0
SIGN_INS_MAX = 2
_GREETING = " wants you to sign in with your Solana account:"


class _Message(msgspec.Struct):
    message: str


class Login:
    """The session of one key; concurrent calls share one renewal."""

    def __init__(self, transport: Transport, key: Keypair) -> None:
        self._transport = transport
        self._key = key
        self.address = str(key.pubkey())
        self._session: Session | None = None
        self._renew_at_s = 0.0
        self._lock = asyncio.Lock()

    async def token(self) -> str:
        """Return an access token that stays valid for a while."""
        async with self._lock:
            session = self._session
            if session is None or self._transport.timer.now_s() >= self._renew_at_s:
                session = await self._renewed()
            return session.access_token

    async def renew(self, spent: str) -> str:
        """Return another token than the one that the server refused."""
        async with self._lock:
            session = self._session
            if session is None or session.access_token == spent:
                session = await self._renewed()
            return session.access_token

    async def _renewed(self) -> Session:
        if self._session is not None:
            body = {"refreshToken": self._session.refresh_token}
            request = Request(method="POST", path="/auth/refresh-token", body=body)
            try:
                return self._keep(await self._transport.call(request))
            except AcreError as error:
                if error.is_passing:
                    raise
                self._session = None  # the session has ended: the key signs in again
        for attempt in range(1, SIGN_INS_MAX + 1):
            try:
                return self._keep(await self._sign_in())
            except AcreError as error:
                if not error.is_unknown or attempt == SIGN_INS_MAX:
                    raise
        raise AssertionError("the last attempt returns or raises")

    async def _sign_in(self) -> Reply:
        query = {"address": self.address}
        asked = await self._transport.call(Request(method="GET", path="/auth/login", query=query))
        text = asked.read(_Message).message
        lines = text.split("\n")
        if len(lines) < 2 or not lines[0].endswith(_GREETING) or lines[1] != self.address:
            raise AcreError(LOGIN_REFUSED, "The server asks to sign something else than a login")
        signature = str(self._key.sign_message(text.encode()))
        body = {"address": self.address, "message": text, "signature": signature}
        # A message signs in once: after a lost answer there has to be another one.
        request = Request(method="POST", path="/auth/login", body=body, is_repeatable=False)
        return await self._transport.call(request)

    def _keep(self, reply: Reply) -> Session:
        self._session = session = reply.read(Session)
        # Counted from the server's clock, so that a wrong clock here does no harm.
        now_s = reply.date_s if reply.date_s is not None else int(time.time())
        lifetime_s = session.access_token_expiration_time - now_s
        wait_s = max(RENEW_AGAIN_MIN_S, lifetime_s / 2, lifetime_s - RENEW_BEFORE_S)
        self._renew_at_s = self._transport.timer.now_s() + wait_s
        return session
