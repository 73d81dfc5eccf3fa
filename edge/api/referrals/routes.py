"""Main base, referral codes (API 4.5); at three paths, a code is one for all programmes."""

from edge.api.context import Call, Context
from edge.api.idempotent_submit import journaled
from edge.api.points import encode
from edge.api.points.leaderboards import Board
from edge.api.points.participation import write
from edge.api.points.schemas import (
    GenerateCodeBody,
    Referral,
    ReferralCode,
    ReferralUser,
    ReferredBy,
    UseCodeBody,
    UserQuery,
)
from edge.api.programmes import record, refusals
from edge.http import costs
from edge.http.codes import REFERRAL_GENERATED, REFERRAL_USED
from edge.http.costs import Cost
from edge.http.errors import ApiError
from edge.http.route import PRIVATE_READ, AnyHandler, Base, Collect, RouteOptions, route
from edge.http.schema.base import Nothing, Request
from engine.core.generated import messages as m
from engine.programmes.referrals import ReferralBook
from engine.programmes.seasons import Programme

LEADS = ("/points/referrals", "/referrals", "/perpetual-points/referrals")
FAILURES = "referral-failures"


def _read(name: str, returns: type, cost: Cost = costs.SMALL) -> Collect:
    options: RouteOptions = {**PRIVATE_READ, "cost": cost}

    def collect(handler: AnyHandler) -> AnyHandler:
        for lead in LEADS:
            path = f"{lead}/{name}"
            route(Base.MAIN, "GET", path, query=UserQuery, returns=returns, **options)(handler)
        return handler

    return collect


def _write(name: str, body: type[Request], returns: type, codes: tuple[str, ...]) -> Collect:
    def collect(handler: AnyHandler) -> AnyHandler:
        for lead in LEADS:
            write(Base.MAIN, f"{lead}/{name}", body, returns, codes=codes)(handler)
        return handler

    return collect


@_write("generate-code", GenerateCodeBody, ReferralCode, REFERRAL_GENERATED)
async def post_code(call: Call[Nothing, GenerateCodeBody]) -> ReferralCode:
    """Make the wallet's one referral code."""
    book, wallet = _book(call.context), call.wallet
    code = call.body.referral_code.strip()
    command = m.GenerateReferralCode(user=wallet, code=code)
    if book.of(wallet).code == code and await _is_journaled(call, command):
        return ReferralCode(code=code)
    with refusals():
        book.check_generate(wallet, code)
    await _journal(call.context, command)
    return ReferralCode(code=code)


@_write("use-code", UseCodeBody, Referral, REFERRAL_USED)
async def post_use(call: Call[Nothing, UseCodeBody]) -> Referral:
    """Use the referral code of another wallet, once and for all; at most ten failures an hour."""
    limiter, wallet = call.context.gate.limiter, call.wallet
    limiter.take(FAILURES, wallet.hex())
    is_refused = False
    try:
        return await _use(call, call.body.referral_code.strip())
    except ApiError:
        is_refused = True
        raise
    finally:
        if not is_refused:
            limiter.give_back(FAILURES, wallet.hex())


async def _use(call: Call[Nothing, UseCodeBody], code: str) -> Referral:
    book, user = _book(call.context), call.wallet
    command = m.UseReferralCode(user=user, code=code)
    if book.of(user).referred_by is None or not await _is_journaled(call, command):
        with refusals():
            book.check_use(user, code, call.context.now_s())
        await _journal(call.context, command)
    return encode.referral(book.of(user))


async def _is_journaled(call: Call[Request, Request], command: m.Command) -> bool:
    """Return whether an earlier attempt of the request's key did the same."""
    (known,) = await journaled(call, [command])
    return known is not None


async def _journal(context: Context, command: m.Command) -> None:
    """Journal a fact of the referrals; raise ApiError where another came first."""
    await record(context, command, lambda _applied: None)


@route(
    Base.MAIN,
    "GET",
    "/referral-codes/{referralCode}",
    returns=ReferralCode,
    cache=None,
)
async def get_code(call: Call[Request, Request]) -> ReferralCode:
    """Return a referral code as it was typed, if it exists; ten unknown codes an hour at most.

    The limit is the address's, so that codes cannot be guessed faster than by using them.
    """
    limiter, book = call.context.gate.limiter, _book(call.context)
    limiter.take(FAILURES, call.ip)
    owner = book.owner_of(call.path["referralCode"])
    code = None if owner is None else book.of(owner).code
    if code is None:
        raise ApiError("REFERRAL_CODE_NOT_FOUND")
    limiter.give_back(FAILURES, call.ip)
    return ReferralCode(code=code)


@_read("user-info", ReferralUser, costs.LIST)
async def get_user_info(call: Call[UserQuery, Nothing]) -> ReferralUser:
    """Return the wallet's place among the referrals, and what its referees brought."""
    user = _owner(call)
    row, _ = (await _board(call)).place(user)
    return encode.referral_user(user, _book(call.context).of(user), row.referral_points_e6)


@_read("user-referred-by", ReferredBy)
async def get_referred_by(call: Call[UserQuery, Nothing]) -> ReferredBy:
    """Return whose code the wallet used."""
    return encode.referred_by(_book(call.context).of(_owner(call)))


def _owner(call: Call[UserQuery, Nothing]) -> bytes:
    """Return the wallet of the query, which must be the token's."""
    if call.user != call.wallet:
        raise ApiError("WRONG_USER")
    return call.wallet


async def _board(call: Call[Request, Request]) -> Board:
    boards = call.context.boards
    is_perpetual = call.request.path.startswith(f"{Base.MAIN}{LEADS[-1]}/")
    return await (boards.of(Programme.PERPETUAL) if is_perpetual else boards.totals())


def _book(context: Context) -> ReferralBook:
    return context.programmes.ledger.referrals
