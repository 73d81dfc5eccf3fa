"""Profiles in PostgreSQL: one row per wallet; never journaled or logged."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, TypeVar

import asyncpg  # type: ignore[import-untyped]

from edge.http.errors import ApiError
from edge.store.pool import Store, Transaction, with_deadline

T = TypeVar("T")
Row = Mapping[str, Any]
EMPTY_PROFILE: Row = {
    "username": None,
    "default_leverage_e12": None,
    "default_theme": None,
    "trade_mode": None,
    "interests": [],
    "email": None,
    "discord": None,
    "twitter": None,
    "onboarded_at_s": None,
}
SETTINGS = ("username", "default_leverage_e12", "default_theme", "trade_mode", "interests")
CONTACTS = ("email", "discord", "twitter")


async def read_profile(store: Store, wallet: bytes) -> Row:
    """Return the row of a wallet; an empty one where it never said anything."""
    return await store.row("profile.profile", wallet) or EMPTY_PROFILE


async def change_settings(store: Store, wallet: bytes, changes: Row) -> Row:
    """Change the settings named and return all; raise USERNAME_TAKEN."""

    async def work(transaction: Transaction, before: Row) -> Row:
        after = {name: changes.get(name, before[name]) for name in SETTINGS}
        await transaction.run("profile.set_settings", wallet, *after.values())
        return after

    return await _changed(store, wallet, work)


async def change_contacts(store: Store, wallet: bytes, changes: Row) -> Row:
    """Change the contact details named and return all."""

    async def work(transaction: Transaction, before: Row) -> Row:
        after = {name: changes.get(name, before[name]) for name in CONTACTS}
        await transaction.run("profile.set_contacts", wallet, *after.values())
        return after

    return await _changed(store, wallet, work)


async def mark_demo(store: Store, wallet: bytes) -> None:
    """Record that a wallet belongs to a bot of the demo."""

    async def work(transaction: Transaction, _before: Row) -> None:
        await transaction.run("profile.mark_demo", wallet)

    await _changed(store, wallet, work)


async def onboard(store: Store, wallet: bytes, answers: Row, now_s: int) -> int:
    """Keep the first answers, and return when they came; raise USERNAME_TAKEN."""

    async def work(transaction: Transaction, before: Row) -> int:
        onboarded_at_s: int | None = before["onboarded_at_s"]
        if onboarded_at_s is not None:
            return onboarded_at_s
        names = ("username", "interests", "email", "discord", "twitter")
        values = [answers[name] for name in names]
        await transaction.run("profile.set_onboarded", wallet, *values, now_s)
        return now_s

    return await _changed(store, wallet, work)


async def _changed(
    store: Store, wallet: bytes, work: Callable[[Transaction, Row], Awaitable[T]]
) -> T:
    """Run `work` while the wallet's row is ours alone; its index of names decides who was first."""

    async def locked(transaction: Transaction) -> T:
        await transaction.run("profile.add_profile", wallet)
        row = await transaction.row("profile.lock_profile", wallet)
        assert row is not None
        return await work(transaction, row)

    try:
        return await with_deadline(store.retried(locked))
    except asyncpg.UniqueViolationError:
        raise ApiError("USERNAME_TAKEN") from None


async def hidden_accounts(store: Store, wallet: bytes) -> set[int]:
    """Return the margin accounts that the wallet's owner does not want to see."""
    rows = await store.rows("profile.hidden_margin_accounts", wallet)
    return {row["margin_account_id"] for row in rows}


async def hide_accounts(store: Store, wallet: bytes, ids: list[int], open_ids: list[int]) -> None:
    """Hide margin accounts; what was hidden and is closed by now is forgotten."""

    async def work(transaction: Transaction) -> None:
        await transaction.run("profile.show_closed_margin_accounts", wallet, open_ids)
        await transaction.run("profile.hide_margin_accounts", wallet, ids)

    await with_deadline(store.retried(work))


async def user_of_name(store: Store, name: str) -> bytes | None:
    """Return the wallet of a username, ignoring case; None if it is free."""
    wallet: bytes | None = await store.value("profile.user_of_name", name)
    return wallet
