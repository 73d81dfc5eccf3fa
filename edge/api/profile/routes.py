"""Main base, a wallet's profile: for its owner alone (API 4.9)."""

from msgspec import UNSET

from edge.api.context import Call, Context
from edge.api.markets.lookup import market_views
from edge.api.profile import input as say
from edge.api.profile.schemas import (
    CommunicationBody,
    CommunicationMethods,
    OnboardBody,
    Onboarding,
    ProfileSettings,
    RemoveAccountsBody,
    SettingsBody,
)
from edge.api.profile.stored import (
    Row,
    change_contacts,
    change_settings,
    hidden_accounts,
    hide_accounts,
    onboard,
    read_profile,
)
from edge.http.amounts import E12, rate
from edge.http.errors import ApiError, invalid
from edge.http.route import PRIVATE_READ, WRITE, Answer, Base, Collect, RouteOptions, route
from edge.http.schema.base import Nothing, Request

PROFILE = "/user/{user}/profile"


def _read(name: str, returns: Answer) -> Collect:
    return route(Base.MAIN, "GET", f"{PROFILE}/{name}", returns=returns, **PRIVATE_READ)


def _write(method: str, name: str, body: type[Request], returns: Answer, *codes: str) -> Collect:
    path = f"{PROFILE}/{name}"
    options: RouteOptions = {**WRITE, "rate": "participation", "codes": codes}
    return route(Base.MAIN, method, path, body=body, returns=returns, **options)


def _settings(row: Row) -> ProfileSettings:
    leverage_e12 = row["default_leverage_e12"]
    return ProfileSettings(
        username=row["username"],
        default_leverage=rate(E12 if leverage_e12 is None else leverage_e12),
        default_theme=row["default_theme"] or "system",
        trade_mode=row["trade_mode"] or "basic",
        interests=list(row["interests"]),
    )


@_read("settings", ProfileSettings)
async def get_settings(call: Call[Nothing, Nothing]) -> ProfileSettings:
    """Return the settings of the wallet."""
    return _settings(await read_profile(call.context.store, call.wallet))


@_write("PUT", "settings", SettingsBody, ProfileSettings, "USERNAME_TAKEN")
async def put_settings(call: Call[Nothing, SettingsBody]) -> ProfileSettings:
    """Change settings: absent ones are kept, null brings the default back."""
    body, views = call.body, await market_views(call.context, call.now_s)
    changes: dict[str, object] = {}
    if body.username is not UNSET:
        changes["username"] = None if body.username is None else say.username(body.username)
    if body.default_leverage is not UNSET:
        given = body.default_leverage
        leverage_e12 = None if given is None else say.default_leverage_e12(given, views)
        changes["default_leverage_e12"] = leverage_e12
    if body.default_theme is not UNSET:
        changes["default_theme"] = body.default_theme
    if body.trade_mode is not UNSET:
        changes["trade_mode"] = body.trade_mode
    if body.interests is not UNSET:
        changes["interests"] = say.interests(body.interests or (), views)
    if not changes:
        return _settings(await read_profile(call.context.store, call.wallet))
    return _settings(await change_settings(call.context.store, call.wallet, changes))


@_read("communication-methods", CommunicationMethods)
async def get_communication_methods(call: Call[Nothing, Nothing]) -> CommunicationMethods:
    """Return the contact details of the wallet's owner."""
    row = await read_profile(call.context.store, call.wallet)
    return _contacts(row)


def _contacts(row: Row) -> CommunicationMethods:
    return CommunicationMethods(email=row["email"], discord=row["discord"], twitter=row["twitter"])


@_write("PUT", "communication-methods", CommunicationBody, CommunicationMethods)
async def put_communication_methods(
    call: Call[Nothing, CommunicationBody],
) -> CommunicationMethods:
    """Change contact details: absent ones are kept, null removes one."""
    body, store = call.body, call.context.store
    changes: dict[str, str | None] = {}
    if body.email is not UNSET:
        changes["email"] = None if body.email is None else say.email(body.email)
    if body.discord is not UNSET:
        changes["discord"] = None if body.discord is None else say.discord(body.discord)
    if body.twitter is not UNSET:
        changes["twitter"] = None if body.twitter is None else say.twitter(body.twitter)
    if not changes:
        return _contacts(await read_profile(store, call.wallet))
    return _contacts(await change_contacts(store, call.wallet, changes))


@_read("onboard", Onboarding)
async def get_onboarding(call: Call[Nothing, Nothing]) -> Onboarding:
    """Return whether the wallet's owner accepted the terms."""
    row = await read_profile(call.context.store, call.wallet)
    at_s = row["onboarded_at_s"]
    return Onboarding(is_onboarded=at_s is not None, onboarded_at=at_s)


@_write("POST", "onboard", OnboardBody, Onboarding, "TERMS_NOT_ACCEPTED", "USERNAME_TAKEN")
async def post_onboarding(call: Call[Nothing, OnboardBody]) -> Onboarding:
    """Accept the terms; a repeat changes nothing."""
    body, context = call.body, call.context
    if not body.accepted_terms:
        raise ApiError("TERMS_NOT_ACCEPTED")
    views = await market_views(context, call.now_s)
    answers = {
        "username": None if body.username is None else say.username(body.username),
        "interests": None if body.interests is None else say.interests(body.interests, views),
        "email": None if body.email is None else say.email(body.email),
        "discord": None if body.discord is None else say.discord(body.discord),
        "twitter": None if body.twitter is None else say.twitter(body.twitter),
    }
    at_s = await onboard(context.store, call.wallet, answers, context.sessions.now_s())
    return Onboarding(is_onboarded=True, onboarded_at=at_s)


async def _shown(context: Context, wallet: bytes, now_s: int) -> list[int]:
    """Return the open accounts but those that are hidden; one that holds something is shown."""
    hidden, exchange = await hidden_accounts(context.store, wallet), context.exchange
    ids = exchange.user_view(wallet).margin_account_ids
    return [
        i
        for i in ids
        if i not in hidden or not exchange.margin_account_view(wallet, i, now_s).can_close
    ]


@_read("margin-account-ids", list[int])
async def get_margin_account_ids(call: Call[Nothing, Nothing]) -> list[int]:
    """Return the margin accounts that are shown."""
    return await _shown(call.context, call.wallet, call.now_s)


@_write(
    "POST",
    "margin-account-ids/remove",
    RemoveAccountsBody,
    list[int],
    "MARGIN_ACCOUNT_NOT_EMPTY",
    "MARGIN_ACCOUNT_NOT_FOUND",
)
async def remove_margin_account_ids(call: Call[Nothing, RemoveAccountsBody]) -> list[int]:
    """Hide empty margin accounts, and return which are still shown."""
    context, wallet, now_s = call.context, call.wallet, call.now_s
    ids = _named(call.body)
    for account_id in ids:
        if not context.exchange.margin_account_view(wallet, account_id, now_s).can_close:
            details = {"marginAccountId": account_id}
            raise ApiError("MARGIN_ACCOUNT_NOT_EMPTY", details=details)
    open_ids = list(context.exchange.user_view(wallet).margin_account_ids)
    await hide_accounts(context.store, wallet, ids, open_ids)
    return await _shown(context, wallet, now_s)


def _named(body: RemoveAccountsBody) -> list[int]:
    one, several = body.margin_account_id, body.margin_account_ids
    if one is not None and several is not None:
        raise invalid("marginAccountIds", "not together with marginAccountId")
    if one is not None:
        return [one]
    if several is None:
        raise invalid("marginAccountId", "is required")
    return several
