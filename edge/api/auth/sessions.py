"""Sessions: login, rotating refresh tokens, revocation (API 2.3, 2.5)."""

import base64
import hashlib
import secrets
import time
import uuid
from collections import OrderedDict
from collections.abc import Awaitable, Callable

from nacl.exceptions import BadSignatureError
from nacl.signing import VerifyKey

from edge.api.auth.hardware import SignedMemo
from edge.api.auth.keys import derive, mac
from edge.api.auth.message import Issued, MessageIssuer
from edge.api.auth.schemas import OwnSession, SessionInfo, SessionMethod, TokenPair
from edge.api.auth.tokens import AccessTokens, Bearer, bearer_of
from edge.http.addresses import address_text
from edge.http.errors import ApiError, invalid
from edge.http.limits import (
    ACCESS_LIFETIME_S,
    CLOCK_SKEW_S,
    IDEMPOTENCY_S,
    REFRESH_GRACE_S,
    REFRESH_LIFETIME_S,
    REVOKED_SESSIONS_MAX,
    SESSIONS_PER_ADDRESS_MAX,
)
from edge.store.pool import Store, Transaction, with_deadline

_REFRESH_TEXT_MAX = 128
_REVOKED_S = ACCESS_LIFETIME_S + 2 * CLOCK_SKEW_S


class SessionOverError(ApiError):
    """A permanent refresh failure: the session ended or never existed."""

    def __init__(self) -> None:
        super().__init__("REFRESH_FAILED")


class Sessions:
    """The sign-in of one environment."""

    def __init__(
        self,
        store: Store,
        secret: bytes,
        env: str,
        issuer: MessageIssuer,
        wall_s: Callable[[], float] = time.time,
    ) -> None:
        self.issuer = issuer
        self._store = store
        self._wall_s = wall_s
        self._tokens = AccessTokens(secret, env, wall_s)
        self._refresh_key = derive(secret, f"refresh-token-{env}")
        self._revoked: OrderedDict[str, float] = OrderedDict()

    def now_s(self) -> int:
        """Return the wall clock in whole seconds."""
        return int(self._wall_s())

    # access tokens

    def check(self, token: str) -> Bearer:
        """Return the bearer of an access token; raise INVALID_TOKEN or TOKEN_EXPIRED."""
        bearer = self._tokens.check(token)
        if self.is_revoked(bearer.session_id):
            raise ApiError("INVALID_TOKEN")
        return bearer

    def check_bearer(self, header: str | None) -> Bearer:
        """Return the bearer of an Authorization header; raise the contract's 401."""
        return self.check(bearer_of(header))

    def is_revoked(self, session_id: str) -> bool:
        """Return whether the session was revoked while its access tokens may still be alive."""
        return session_id in self._revoked

    # login

    async def login(
        self, address: bytes, text: str, signature: bytes, method: SessionMethod
    ) -> SessionInfo:
        """Check a signed message in the contract's order and open a session."""
        issued = await self._issued(address, text)
        is_valid = _is_signed(address, text.encode(), signature)
        # a failed signature spends the nonce as well (API 2.3, step 6)
        if not await self._consume(issued):
            raise ApiError("MESSAGE_NOT_ISSUED")
        if not is_valid:
            raise ApiError("INVALID_SIGNATURE")
        return await self._open(address, method)

    async def login_by_memo(self, address: bytes, memo: SignedMemo) -> SessionInfo:
        """Check a memo that the wallet signed in the contract's order and open a session.

        A structural failure does not spend the message: the wallet may sign it again.
        """
        if memo.text is None:
            raise ApiError("HARDWARE_TX_NOT_MEMO_ONLY")
        issued = await self._issued(address, memo.text)
        if not memo.is_alone:
            raise ApiError("HARDWARE_TX_NOT_MEMO_ONLY")
        if memo.blockhash != issued.nonce:
            raise invalid("tx", "the recent blockhash must be the nonce of the message")
        if not await self._consume(issued):
            raise ApiError("MESSAGE_NOT_ISSUED")
        return await self._open(address, "hardware")

    async def _issued(self, address: bytes, text: str) -> Issued:
        issued = self.issuer.recognise(text, address)
        if issued is None or await self._store.value("session.nonce_is_consumed", issued.nonce):
            raise ApiError("MESSAGE_NOT_ISSUED")
        if self._wall_s() >= issued.expires_at_s:
            raise ApiError("MESSAGE_EXPIRED")
        return issued

    async def _consume(self, issued: Issued) -> bool:
        taken = await self._store.value("session.consume_nonce", issued.nonce, issued.expires_at_s)
        return taken is not None

    async def _open(self, address: bytes, method: SessionMethod) -> SessionInfo:
        now_s = self.now_s()
        session_id = uuid.uuid4()
        refresh = _text(secrets.token_bytes(32))

        async def work(transaction: Transaction) -> tuple[bool, list[uuid.UUID]]:
            added = await transaction.value("session.add_wallet", address, now_s)
            await transaction.row("session.lock_wallet", address)
            expires_at_s = now_s + REFRESH_LIFETIME_S
            values = (address, session_id, now_s, expires_at_s, method)
            await transaction.run("session.add_session", *values)
            await transaction.run("session.add_refresh_token", _hash(refresh), address, session_id)
            others = await transaction.rows("session.active_sessions", address, now_s)
            ids = [row["session_id"] for row in others if row["session_id"] != session_id]
            surplus = ids[SESSIONS_PER_ADDRESS_MAX - 1 :]
            for old in surplus:
                await transaction.run("session.revoke_session", address, old, now_s)
            return added is not None, surplus

        is_new, surplus = await with_deadline(self._store.retried(work))
        for old in surplus:
            self.remember_revoked(str(old))
        return SessionInfo(
            access_token=self._access(address, session_id, refresh, now_s),
            refresh_token=refresh,
            access_token_expiration_time=now_s + ACCESS_LIFETIME_S,
            refresh_token_expiration_time=now_s + REFRESH_LIFETIME_S,
            address=address_text(address),
            is_new_user=is_new,
        )

    # refresh tokens

    async def refresh(self, token: str, owner: bytes | None = None) -> TokenPair:
        """Rotate a refresh token; a spent one used too late ends the whole session.

        With `owner` the token of another wallet's session is unknown. Raises REFRESH_FAILED, as
        SessionOverError unless it is only that the successor was given twice already.
        """
        if not token.isascii() or len(token) > _REFRESH_TEXT_MAX:
            raise SessionOverError
        now_s = self.now_s()
        revoked: list[uuid.UUID] = []

        async def work(transaction: Transaction) -> TokenPair | None:
            row = await transaction.row("session.lock_refresh_token", _hash(token))
            if row is None or row["revoked_at_s"] is not None or row["expires_at_s"] <= now_s:
                return None
            rotated_at_s = row["rotated_at_s"]
            address, session_id = row["address"], row["session_id"]
            if owner is not None and address != owner:
                return None
            if rotated_at_s is not None and now_s - rotated_at_s > REFRESH_GRACE_S:
                await transaction.run("session.revoke_session", address, session_id, now_s)
                revoked.append(session_id)
                return None
            if rotated_at_s is not None and row["was_repeated"]:
                raise ApiError("REFRESH_FAILED")
            successor = self._successor(token)
            if rotated_at_s is None:
                rotated_at_s = now_s
                await transaction.run("session.rotate_refresh_token", _hash(token), now_s)
                await transaction.run("session.use_session", address, session_id, now_s)
                await transaction.run(
                    "session.add_refresh_token", _hash(successor), address, session_id
                )
            else:
                await transaction.run("session.mark_repeated", _hash(token))
            return TokenPair(
                access_token=self._access(address, session_id, successor, rotated_at_s),
                refresh_token=successor,
                access_token_expiration_time=rotated_at_s + ACCESS_LIFETIME_S,
                refresh_token_expiration_time=row["expires_at_s"],
            )

        pair = await with_deadline(self._store.retried(work))
        for session_id in revoked:
            self.remember_revoked(str(session_id))
        if pair is None:
            raise SessionOverError
        return pair

    async def logout(self, token: str) -> None:
        """Revoke the session of a refresh token; unknown tokens are no error."""
        if not token.isascii() or len(token) > _REFRESH_TEXT_MAX:
            return
        now_s = self.now_s()

        async def work(transaction: Transaction) -> uuid.UUID | None:
            row = await transaction.row("session.lock_refresh_token", _hash(token))
            if row is None:
                return None
            session_id: uuid.UUID = row["session_id"]
            await transaction.run("session.revoke_session", row["address"], session_id, now_s)
            return session_id

        session_id = await with_deadline(self._store.retried(work))
        if session_id is not None:
            self.remember_revoked(str(session_id))

    # a wallet's own sessions

    async def own(self, bearer: Bearer) -> list[OwnSession]:
        """Return the living sessions of the bearer's wallet, the newest first."""
        rows = await self._store.rows(
            "session.sessions_of", bearer.address, self.now_s(), SESSIONS_PER_ADDRESS_MAX
        )
        return [
            OwnSession(
                id=str(row["session_id"]),
                created_at=row["created_at_s"],
                last_used_at=row["used_at_s"],
                expires_at=row["expires_at_s"],
                method=row["method"],
                is_current=str(row["session_id"]) == bearer.session_id,
            )
            for row in rows
        ]

    async def revoke(self, bearer: Bearer, session_id: uuid.UUID) -> None:
        """End one session of the bearer's wallet; one that has ended already is no error.

        Raises NOT_FOUND for what is no session of this wallet, INVALID_TOKEN when the bearer's
        own session ended while the request was on its way.
        """
        now_s, address = self.now_s(), bearer.address

        async def one(transaction: Transaction) -> int:
            if await transaction.row("session.state_of", address, session_id) is None:
                raise ApiError("NOT_FOUND")
            return await transaction.run("session.revoke_session", address, session_id, now_s)

        await self._end(bearer, one)

    async def revoke_all(self, bearer: Bearer, *, keeps_current: bool) -> int:
        """End the sessions of the bearer's wallet and return how many; raises as `revoke`."""
        now_s, address = self.now_s(), bearer.address
        current = uuid.UUID(bearer.session_id)

        async def every(transaction: Transaction) -> int:
            count = await transaction.run("session.revoke_others", address, current, now_s)
            if not keeps_current:
                count += await transaction.run("session.revoke_session", address, current, now_s)
            return count

        return await self._end(bearer, every)

    async def _end(self, bearer: Bearer, act: Callable[[Transaction], Awaitable[int]]) -> int:
        """Let a living session end sessions of its wallet; return how many ended.

        What the database ended is remembered whatever comes of it: the answer to a request before
        may have been lost on the way from there, and with it what that request had ended.
        """
        address, since_s = bearer.address, self.now_s() - _REVOKED_S

        async def work(transaction: Transaction) -> tuple[int | None, list[uuid.UUID]]:
            count = await act(transaction) if await _lock_living(transaction, bearer) else None
            values = (address, since_s, REVOKED_SESSIONS_MAX)
            rows = await transaction.rows("session.recently_revoked_of", *values)
            return count, [row["session_id"] for row in rows]

        count, revoked = await with_deadline(self._store.retried(work))
        for session_id in reversed(revoked):
            self.remember_revoked(str(session_id))
        if count is None:
            raise ApiError("INVALID_TOKEN")
        return count

    async def forget_old(self) -> None:
        """Delete nonces, sessions and answers of idempotency keys that are past their end."""
        now_s = self.now_s()
        await self._store.rows("session.forget_nonces", now_s - CLOCK_SKEW_S)
        # a session that is over is kept as long as its access tokens would live
        await self._store.rows("session.forget_sessions", now_s - _REVOKED_S)
        await self._store.rows("session.forget_idempotent_answers", now_s - IDEMPOTENCY_S)

    async def load_revoked(self) -> None:
        """Load revoked sessions whose access tokens may still be valid."""
        rows = await self._store.rows(
            "session.recently_revoked", self.now_s() - _REVOKED_S, REVOKED_SESSIONS_MAX
        )
        for row in reversed(rows):
            self._revoked[str(row["session_id"])] = float(row["revoked_at_s"])

    def _access(self, address: bytes, session_id: uuid.UUID, refresh: str, at_s: int) -> str:
        token_id = mac(self._refresh_key, b"token-id", refresh.encode())[:16].hex()
        return self._tokens.issue(address, str(session_id), token_id, at_s)

    def _successor(self, token: str) -> str:
        # derived, not stored: a lost answer can be given again though only hashes are kept
        return _text(mac(self._refresh_key, b"next", token.encode()))

    def remember_revoked(self, session_id: str) -> None:
        """Refuse a session's access tokens from now on."""
        now_s = self._wall_s()
        self._revoked[session_id] = now_s
        oldest_s = now_s - _REVOKED_S
        while len(self._revoked) > REVOKED_SESSIONS_MAX or (
            self._revoked and next(iter(self._revoked.values())) < oldest_s
        ):
            self._revoked.popitem(last=False)


async def _lock_living(transaction: Transaction, bearer: Bearer) -> bool:
    """Lock the wallet's sessions; tell whether the bearer's own lives and may end others."""
    await transaction.row("session.lock_wallet", bearer.address)
    session_id = uuid.UUID(bearer.session_id)
    own = await transaction.row("session.state_of", bearer.address, session_id)
    return own is not None and own["revoked_at_s"] is None


def _text(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def _hash(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()


def _is_signed(address: bytes, message: bytes, signature: bytes) -> bool:
    """Verify strictly: the library refuses a non-canonical S and keys of small order."""
    try:
        VerifyKey(address).verify(message, signature)
    except (BadSignatureError, ValueError):
        return False
    return True
