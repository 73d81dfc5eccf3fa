"""Calls of the main base: a request that succeeds and the fields of its answer."""

from tests.contract import shapes as of
from tests.contract.answers.parts import (
    ACRE_INFO,
    BALANCE,
    BASKET_BODY,
    CLOSE_BODY,
    COMMAND,
    FEED,
    HEALTH,
    IN_CONTEST,
    LIMITS_BODY,
    ONBOARDED,
    PERP_ORDER_BODY,
    POINTS_BOARD,
    POINTS_RANKED,
    POSITION_BODY,
    PRIZES,
    QUARANTINED,
    REFERRED,
    SERIES,
    TAKES_PART,
    TRANSACTION,
    USED,
    Answer,
    board,
)
from tests.contract.shapes import names

ACCOUNT = {
    "GET /account/paused": Answer(
        {
            **names("b", "paused exchange"),
            "markets": [{"marketId": "N", "paused": "b"}],
            "asOf": "ts",
        }
    ),
    "GET /account/cluster-health": Answer(
        {
            "status": ("healthy", "degraded", "down"),
            **names("N", "slot tps latencyMs"),
            "blockTime": "ts",
            "asOf": "ts",
        }
    ),
    "GET /account/exchange": Answer(of.EXCHANGE),
    "GET /account/lp-return": Answer(of.POOL_RETURN),
    "GET /account/lp-scenarios": Answer(of.POOL_SCENARIOS),
    "GET /account/market/{market}": Answer(of.MARKET),
    "GET /account/markets": Answer([of.MARKET]),
    "GET /collections/{collection}": Answer({"marketMetadata": [of.METADATA]}, is_bare=True),
    "GET /metadata/acre-ids": Answer(["N"]),
    "GET /metadata/acre": Answer(of.METADATA, "id=11"),
    "GET /health": Answer(HEALTH, is_bare=True),
    "GET /real-estate-data/acre-ids": Answer(["N"]),
    "GET /real-estate-data/acre-info": Answer(ACRE_INFO, "id=11"),
    "POST /real-estate-data/acre-infos": Answer([ACRE_INFO], body={"ids": [12, 11]}),
    "GET /real-estate-data/price-feed": Answer(FEED, "id=11"),
    "GET /time-series/cumulative-notional-volume": Answer(SERIES),
    "GET /time-series/cumulative-lp-fee": Answer(SERIES),
    "GET /time-series/aggregate-pnl": Answer(SERIES),
    "GET /time-series/lp-share-price": Answer(FEED),
}
PROGRAMMES = {
    "GET /contest/{contestName}/leaderboard": Answer(board(of.CONTEST_ROW)),
    "GET /contest/{contestName}/leaderboard/user/{user}": Answer({**of.CONTEST_ROW, "rank": "N"}),
    "GET /contest/{contestName}/participate": Answer(IN_CONTEST, "user={user}"),
    "POST /contest/{contestName}/participate": Answer(IN_CONTEST, body={"user": "{user}"}),
    "GET /contest/{contestName}/prizes": Answer(PRIZES),
    "GET /points/leaderboard": Answer(POINTS_BOARD),
    "GET /points/leaderboard/user/{user}": Answer(POINTS_RANKED),
    "GET /points/balances": Answer([{"user": "A", "points": "Q"}], is_page=True),
    "GET /points/balance": Answer({"user": "A", "points": "Q"}, "user={user}"),
    "GET /points/participate": Answer(TAKES_PART, "user={user}"),
    "POST /points/participate": Answer(TAKES_PART, body={"user": "{user}"}),
    "GET /perpetual-points/participate": Answer(TAKES_PART, "user={user}"),
    "POST /perpetual-points/participate": Answer(TAKES_PART, body={"user": "{user}"}),
    "GET /perpetual-points/user-status": Answer({**TAKES_PART, "rank": "N?"}, "user={user}"),
    "GET /perpetual-points/points-summary": Answer(
        {**names("Q", "tradingPoints lpPoints referralPoints points perDay"), "boosts": "R"},
        "user={user}",
    ),
    "GET /perpetual-points/grand-total-points": Answer(
        {"points": "Q", "participants": "N", "asOf": "ts"}
    ),
    "GET /perpetual-points/leaderboard": Answer(POINTS_BOARD),
    "GET /perpetual-points/leaderboard/user/{user}": Answer(POINTS_RANKED),
    "GET /referral-codes/{referralCode}": Answer({"code": "s"}),
    **{
        f"{method} {prefix}/{name}": answer
        for prefix in ("/points/referrals", "/referrals", "/perpetual-points/referrals")
        for method, name, answer in (
            (
                "POST",
                "generate-code",
                Answer({"code": "s"}, body={"referralCode": "{fresh}"}, is_once=True),
            ),
            ("POST", "use-code", Answer(USED, body={"referralCode": "bobs"}, is_once=True)),
            ("GET", "user-info", Answer(of.REFERRAL_DISPLAY, "user={user}")),
            ("GET", "user-referred-by", Answer(REFERRED, "user={user}")),
        )
    },
}
QUOTES = {
    f"{method} {prefix}/quote/{name}": Answer(
        shape, query if not query or "{" in prefix else f"{query}&user={{user}}", sent
    )
    for prefix in ("/user/{user}", "")
    for method, name, shape, query, body in (
        ("GET", "add-liquidity", of.ADD_LIQUIDITY_QUOTE, "liquidity=1000000", None),
        (
            "GET",
            "remove-liquidity",
            of.REMOVE_LIQUIDITY_QUOTE,
            "lpPositionId=1&shares=1000000",
            None,
        ),
        ("GET", "withdraw-margin", {"maxWithdrawableAmount": "C"}, "marginAccountId=0", None),
        ("POST", "modify-position", of.POSITION_QUOTE, "", POSITION_BODY),
        ("POST", "modify-positions", of.BASKET_QUOTE, "", BASKET_BODY),
        ("POST", "place-perp-order", of.PERP_ORDER_QUOTE, "", PERP_ORDER_BODY),
        ("POST", "close-position", of.POSITION_QUOTE, "", CLOSE_BODY),
        ("POST", "position-modification-limits", [of.LIMITS], "", LIMITS_BODY),
    )
    for sent in (body and (body if prefix else {**body, "user": "{user}"}),)
}
READS = {
    "GET /user/{user}/risk-screening": Answer({"isHighRisk": "b"}),
    "GET /user/{user}/sol-balance": Answer(BALANCE),
    "GET /user/{user}/collateral-balance": Answer(BALANCE),
    "GET /user/{user}/prcl-balance": Answer(BALANCE),
    "GET /user/{user}/margin-account": Answer(of.MARGIN_ACCOUNT),
    "GET /user/{user}/margin-accounts": Answer([of.MARGIN_ACCOUNT]),
    "GET /user/{user}/lp-account": Answer(of.LP_ACCOUNT),
    "GET /user/{user}/lp-position": Answer(of.LP_POSITION, "lpPositionId=1"),
    "GET /user/{user}/lp-positions": Answer([of.LP_POSITION], is_page=True),
    "GET /user/{user}/settlement-requests": Answer(
        [of.SETTLEMENT_REQUEST], "includeSettled=true", is_page=True
    ),
    "GET /user/{user}/commands": Answer([COMMAND], is_page=True),
    "GET /user/{user}/quarantined-deposits": Answer([QUARANTINED]),
    "GET /user/{user}/history/trade": Answer([of.TRADE], is_page=True),
    "GET /user/{user}/perp-orders": Answer([of.PERP_ORDER]),
    "GET /user/{user}/history/perp-order": Answer([of.PERP_ORDER_EVENT], is_page=True),
    "GET /user/{user}/history/lp": Answer([of.LP_EVENT], is_page=True),
    "GET /user/{user}/history/margin-transfer": Answer([of.MARGIN_TRANSFER], is_page=True),
    "GET /user/{user}/history/liquidation": Answer(
        [of.LIQUIDATION], path={"user": "ruined"}, is_page=True
    ),
    "GET /user/{user}/event/airdrop_claim": Answer(
        {
            **names("b", "isEligible claimed"),
            "amount": "T",
            "claimedAt": "ts?",
            "signature": "s?",
        }
    ),
    "GET /user/{user}/staking-addresses": Answer(
        names("A", "stakeAccount custody positionsAccount mint")
    ),
    "GET /user/{user}/profile/settings": Answer(of.SETTINGS),
    "PUT /user/{user}/profile/settings": Answer(of.SETTINGS, body={"defaultTheme": "dark"}),
    "GET /user/{user}/profile/communication-methods": Answer(of.COMMUNICATION),
    "PUT /user/{user}/profile/communication-methods": Answer(
        of.COMMUNICATION, body={"discord": "ada"}
    ),
    "GET /user/{user}/profile/margin-account-ids": Answer(["N"]),
    "POST /user/{user}/profile/margin-account-ids/remove": Answer(
        ["N"], body={"marginAccountIds": []}
    ),
    "GET /user/{user}/profile/alerts": Answer(of.ALERTS),
    "POST /user/{user}/profile/alerts": Answer(of.ALERTS, body={"kind": "paid"}),
    "POST /user/{user}/profile/alerts/remove": Answer(of.ALERTS, body={"alertId": 1}),
    "POST /user/{user}/profile/alerts/read": Answer(of.ALERTS, body={"eventId": 1}),
    "GET /user/{user}/profile/onboard": Answer(ONBOARDED),
    "POST /user/{user}/profile/onboard": Answer(ONBOARDED, body={"acceptedTerms": True}),
}
BUILDERS = {
    f"POST /user/{{user}}/transaction/{name}": Answer(TRANSACTION, body=body)
    for name, body in {
        "create-margin-account": {},
        "deposit-margin": {"marginAccountId": 0, "margin": "1"},
        "withdraw-margin": {"marginAccountId": 0, "margin": "1000000"},
        "modify-position": POSITION_BODY,
        "modify-positions": BASKET_BODY,
        "close-position": CLOSE_BODY,
        "place-perp-order": PERP_ORDER_BODY,
        "amend-perp-order": {"marginAccountId": 0, "orderId": 3, "input": "3"},
        "cancel-perp-order": {"marginAccountId": 0, "orderId": 3},
        "cancel-perp-orders": {"marginAccountId": 0},
        "close-margin-account": {"marginAccountId": 5},
        "add-liquidity": {"liquidity": "1000000"},
        "remove-liquidity": {"lpPositionId": 1, "shares": "1000000"},
        "close-lp-position": {"lpPositionId": 2},
        "upgrade-lp-account": {},
        "process-settlement-requests": {"owner": "{other}"},
        "set-delegate": {"delegate": "{other}"},
        "liquidate": {"owner": "{doomed}", "marginAccountId": 0},
        "claim-deposit": {"depositId": 1},
    }.items()
}
MAIN_ANSWERS = ACCOUNT | PROGRAMMES | QUOTES | READS | BUILDERS
