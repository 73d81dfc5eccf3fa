"""Descriptions of calls and chapters in the OpenAPI documents."""

from edge.http.costs import Cost
from edge.http.limits import CSV_ROWS_MAX, RATES
from edge.http.route import Base, Route

TAGS = {
    "asyncapi.json": "The document of the websocket",
    "account": "The exchange and its markets, the state of the chain, the return of the pool",
    "auth": "Sign-in of wallets, access and refresh tokens, a wallet's sessions",
    "changelog.atom": "The changelog as a feed",
    "collections": "Lists of markets with their metadata",
    "contest": "Contests: terms, participants, leaderboards, prizes",
    "deal-analysis": "An index position compared with buying a home in the same area",
    "docs": "The document as a page",
    "faucet": "Play money; only where the environment is local",
    "health": "Whether the process answers",
    "hoa-staking": "Membership badges of a wallet",
    "liquidations": "Past liquidations and accounts that can be liquidated",
    "market": "Markets by symbol: prices, volumes, funding, housing statistics",
    "market-time-series": "Daily figures of one market",
    "metadata": "Names and places of the areas behind the markets",
    "openapi.json": "The document itself",
    "perpetual-points": "Points of the perpetual programme",
    "points": "Points of the seasons and who takes part in them",
    "portfolio": "What a wallet holds, its value over time, its histories",
    "ppps3": "Points of season 3",
    "predictions": "Prediction markets: questions, order books, orders, positions, trades",
    "quote": "Quotes with the wallet in the query or the body",
    "ready": "Whether the service can do its work",
    "real-estate-data": "Indexes of areas and their figures",
    "referral-codes": "Whether a referral code exists",
    "referrals": "Referral codes",
    "replay-speed": "How fast the demo replays history; only where the environment is local",
    "settlement-requests": "Withdrawals of all wallets that wait to be settled",
    "solvency": "Vault, claims and proofs",
    "staking": "Stakes of ACRE tokens and the transactions that change them",
    "status": "What a status page shows",
    "time-series": "Series of the pool",
    "trade-stream": "Trades of all markets",
    "user": "A wallet's accounts, LP positions, balances and commands",
    "user event": "What a wallet may claim of the airdrop",
    "user history": "A wallet's histories, also as CSV",
    "user profile": "Settings and onboarding of a wallet",
    "user quote": "What an order of a wallet would do now; nothing is reserved",
    "user transaction": "Unsigned transactions, for the wallet to sign and send to `/rpc`",
}


def words_of(item: Route) -> str:
    """Return what a call does, from its handler's docstring, and what its row says of its use."""
    text = (item.handler.__doc__ or "").strip()
    said = [" ".join(part.split()) for part in text.split("\n\n")]
    said = [part if part.endswith(".") else f"{part}." for part in said]
    return "\n\n".join([*said, " ".join(_facts(item))])


def _facts(item: Route) -> list[str]:
    facts = ["Needs a bearer token." if item.needs_token else "Needs no token."]
    if item.is_idempotent:
        facts.append("A repeat with the same `Idempotency-Key` gets the first answer.")
    if item.repeat_status is not None:
        facts.append(f"{item.repeat_status} when nothing changes.")
    if "cursor" in item.query.__struct_fields__:
        facts.append("A list in pages: `cursor` is the `nextCursor` of the previous page.")
    if "format" in item.query.__struct_fields__:
        facts.append(f"`format=csv` answers with a file of up to {CSV_ROWS_MAX:,} rows.")
    if item.rate == "none":
        facts.append("No rate limit.")
    else:
        facts.append(f"Costs {_tokens(item.cost)} of the rate class `{item.rate}`: {_pace(item)}.")
    if item.base is Base.MAIN and item.path.startswith("/quote/"):
        facts.append("The wallet is `user` of the query or, of a POST, of the body.")
    if (mark := item.deprecated) is not None:
        facts.append(
            f"Deprecated since {mark.since}, may end on {mark.sunset}: use `{mark.successor}`."
        )
    return facts


def _tokens(cost: Cost) -> str:
    most = cost.of_rows(cost.rows)
    return "1 token" if most == 1 else f"1 to {most} tokens, by the rows that are asked for,"


def _pace(item: Route) -> str:
    rate = RATES[item.rate]
    pace = f"{rate.per_s:g} a second" if rate.per_s >= 1 else f"{rate.per_s * 60:g} a minute"
    return f"{pace}, burst {rate.burst}"
