"""Every call below `/api/v1`. Generated from edge/http/openapi/document.py by edge/generate; do not edit."""

from typing import Any, Literal

from acre_sdk.calls import Calls, Page
from acre_sdk.generated import models as m
from acre_sdk.transport import part


class MainApi(Calls):
    """The calls of the main base; see `Calls`."""

    async def get_account_cluster_health(
        self,
    ) -> m.ClusterHealth:
        """Return the health of the chain node."""
        answer: m.ClusterHealth = await self._read(
            "GET",
            "/account/cluster-health",
            m.ClusterHealth,
            key="info",
        )
        return answer

    async def get_account_exchange(
        self,
        *,
        exchange_id: int | None = None,
    ) -> m.Exchange:
        """Return the exchange."""
        answer: m.Exchange = await self._read(
            "GET",
            "/account/exchange",
            m.Exchange,
            key="info",
            query={"exchangeId": exchange_id},
        )
        return answer

    async def get_account_lp_return(
        self,
        *,
        window: Literal["1d", "1w", "1m", "3m", "6m", "ytd", "1y", "3y", "5y", "all"] | None = None,
        from_: int | None = None,
        to: int | None = None,
        exchange_id: int | None = None,
    ) -> m.PoolReturn:
        """Return what changed the pool's value over a range of days."""
        answer: m.PoolReturn = await self._read(
            "GET",
            "/account/lp-return",
            m.PoolReturn,
            key="info",
            query={"window": window, "from": from_, "to": to, "exchangeId": exchange_id},
        )
        return answer

    async def get_account_lp_scenarios(
        self,
        *,
        exchange_id: int | None = None,
    ) -> m.PoolScenarios:
        """Return the pool's value if every index, or one, stood elsewhere: no forecast."""
        answer: m.PoolScenarios = await self._read(
            "GET",
            "/account/lp-scenarios",
            m.PoolScenarios,
            key="info",
            query={"exchangeId": exchange_id},
        )
        return answer

    async def get_account_market_by_market(
        self,
        market: str,
    ) -> m.Market:
        """Return one market by id, address or symbol."""
        answer: m.Market = await self._read(
            "GET",
            f"/account/market/{part(market)}",
            m.Market,
            key="info",
        )
        return answer

    async def get_account_markets(
        self,
        *,
        exchange_id: int | None = None,
        ids: list[int] | None = None,
    ) -> list[m.Market]:
        """Return markets by id."""
        answer: list[m.Market] = await self._read(
            "GET",
            "/account/markets",
            list[m.Market],
            key="info",
            query={"exchangeId": exchange_id, "ids": ids},
        )
        return answer

    async def get_account_paused(
        self,
        *,
        exchange_id: int | None = None,
        refresh: bool | None = None,
    ) -> m.Paused:
        """Return whether the exchange or a market is paused."""
        answer: m.Paused = await self._read(
            "GET",
            "/account/paused",
            m.Paused,
            key="info",
            query={"exchangeId": exchange_id, "refresh": refresh},
        )
        return answer

    async def post_auth_challenge(
        self,
        body: m.WalletBody,
    ) -> m.Challenge:
        """Return whether the bearer token belongs to the wallet; 401 only when it has expired."""
        answer: m.Challenge = await self._read(
            "POST",
            "/auth/challenge",
            m.Challenge,
            body=body,
        )
        return answer

    async def post_auth_hardware_wallet_login(
        self,
        body: m.HardwareLoginBody,
    ) -> m.SessionInfo:
        """Exchange a signed memo transaction, which is never sent, for tokens."""
        answer: m.SessionInfo = await self._read(
            "POST",
            "/auth/hardware-wallet-login",
            m.SessionInfo,
            key="info",
            body=body,
        )
        return answer

    async def post_auth_login(
        self,
        body: m.LoginBody,
    ) -> m.SessionInfo:
        """Exchange a signed message for tokens."""
        answer: m.SessionInfo = await self._read(
            "POST",
            "/auth/login",
            m.SessionInfo,
            key="info",
            body=body,
        )
        return answer

    async def post_auth_login_hardware_wallet(
        self,
        body: m.HardwareLoginBody,
    ) -> m.SessionInfo:
        """Exchange a signed memo transaction, which is never sent, for tokens."""
        answer: m.SessionInfo = await self._read(
            "POST",
            "/auth/login/hardware-wallet",
            m.SessionInfo,
            key="info",
            body=body,
        )
        return answer

    async def get_auth_login_message(
        self,
        *,
        address: str,
    ) -> m.LoginMessage:
        """Return the message that a wallet signs to log in."""
        answer: m.LoginMessage = await self._read(
            "GET",
            "/auth/login/message",
            m.LoginMessage,
            query={"address": address},
        )
        return answer

    async def post_auth_logout(
        self,
        body: m.SessionBody,
    ) -> None:
        """End the session of a refresh token."""
        answer: None = await self._read(
            "POST",
            "/auth/logout",
            None,
            body=body,
        )
        return answer

    async def post_auth_logout_all(
        self,
        body: m.LogoutAllBody,
    ) -> m.EndedSessions:
        """End all of the wallet's sessions, or all but the one that asks."""
        answer: m.EndedSessions = await self._read(
            "POST",
            "/auth/logout-all",
            m.EndedSessions,
            key="info",
            body=body,
            is_private=True,
        )
        return answer

    async def post_auth_refresh_token(
        self,
        body: m.SessionBody,
    ) -> m.TokenPair:
        """Exchange a refresh token for the next pair."""
        answer: m.TokenPair = await self._read(
            "POST",
            "/auth/refresh-token",
            m.TokenPair,
            body=body,
        )
        return answer

    async def get_auth_sessions(
        self,
    ) -> m.SessionList:
        """Return the wallet's active sessions, newest first."""
        answer: m.SessionList = await self._read(
            "GET",
            "/auth/sessions",
            m.SessionList,
            key="info",
            is_private=True,
        )
        return answer

    async def post_auth_sessions_by_session_id_revoke(
        self,
        session_id: str,
    ) -> None:
        """End one of the wallet's sessions; a repeat changes nothing."""
        answer: None = await self._read(
            "POST",
            f"/auth/sessions/{part(session_id)}/revoke",
            None,
            is_private=True,
        )
        return answer

    async def get_collections_by_collection(
        self,
        collection: str,
    ) -> m.Collection:
        """Return the metadata of a collection's markets, ranked."""
        answer: m.Collection = await self._read(
            "GET",
            f"/collections/{part(collection)}",
            m.Collection,
        )
        return answer

    async def get_contest_by_contest_name_leaderboard(
        self,
        contest_name: str,
        *,
        limit: int | None = None,
        offset: int | None = None,
    ) -> m.ContestLeaderboard:
        """Return a part of the leaderboard of a contest."""
        answer: m.ContestLeaderboard = await self._read(
            "GET",
            f"/contest/{part(contest_name)}/leaderboard",
            m.ContestLeaderboard,
            key="info",
            query={"limit": limit, "offset": offset},
        )
        return answer

    async def get_contest_by_contest_name_leaderboard_user_by_user(
        self,
        contest_name: str,
        user: str,
    ) -> m.RankedContestResult:
        """Return a participant's result and rank."""
        answer: m.RankedContestResult = await self._read(
            "GET",
            f"/contest/{part(contest_name)}/leaderboard/user/{part(user)}",
            m.RankedContestResult,
            key="info",
        )
        return answer

    async def get_contest_by_contest_name_participate(
        self,
        contest_name: str,
        *,
        user: str,
    ) -> m.ContestEntry:
        """Return whether a wallet has joined a contest."""
        answer: m.ContestEntry = await self._read(
            "GET",
            f"/contest/{part(contest_name)}/participate",
            m.ContestEntry,
            key="info",
            query={"user": user},
        )
        return answer

    async def post_contest_by_contest_name_participate(
        self,
        contest_name: str,
        body: m.ContestUserBody,
        *,
        idempotency_key: str | None = None,
    ) -> m.ContestEntry:
        """Join a contest, before it is over."""
        answer: m.ContestEntry = await self._read(
            "POST",
            f"/contest/{part(contest_name)}/participate",
            m.ContestEntry,
            key="info",
            body=body,
            idempotency_key=idempotency_key,
            is_private=True,
        )
        return answer

    async def get_contest_by_contest_name_prizes(
        self,
        contest_name: str,
    ) -> m.ContestPrizes:
        """Return the prizes of a contest."""
        answer: m.ContestPrizes = await self._read(
            "GET",
            f"/contest/{part(contest_name)}/prizes",
            m.ContestPrizes,
            key="info",
        )
        return answer

    async def get_health(
        self,
    ) -> m.Health:
        """Return OK while the service answers."""
        answer: m.Health = await self._read(
            "GET",
            "/health",
            m.Health,
        )
        return answer

    async def get_metadata_acre(
        self,
        *,
        id: int,
    ) -> m.Metadata:
        """Return the metadata of one area."""
        answer: m.Metadata = await self._read(
            "GET",
            "/metadata/acre",
            m.Metadata,
            key="info",
            query={"id": id},
        )
        return answer

    async def get_metadata_acre_ids(
        self,
    ) -> list[int]:
        """Return the ids of every area with metadata."""
        answer: list[int] = await self._read(
            "GET",
            "/metadata/acre-ids",
            list[int],
            key="info",
        )
        return answer

    async def get_openapi_json(
        self,
    ) -> dict[str, Any]:
        """Return this document."""
        answer: dict[str, Any] = await self._read(
            "GET",
            "/openapi.json",
            dict[str, Any],
        )
        return answer

    async def get_perpetual_points_grand_total_points(
        self,
    ) -> m.GrandTotal:
        """Return the points of all participants of the perpetual programme."""
        answer: m.GrandTotal = await self._read(
            "GET",
            "/perpetual-points/grand-total-points",
            m.GrandTotal,
            key="info",
        )
        return answer

    async def get_perpetual_points_leaderboard(
        self,
        *,
        limit: int | None = None,
        offset: int | None = None,
    ) -> m.PointsLeaderboard:
        """Return the participants of the perpetual programme by points."""
        answer: m.PointsLeaderboard = await self._read(
            "GET",
            "/perpetual-points/leaderboard",
            m.PointsLeaderboard,
            key="info",
            query={"limit": limit, "offset": offset},
        )
        return answer

    async def get_perpetual_points_leaderboard_user_by_user(
        self,
        user: str,
    ) -> m.RankedPointsRow:
        """Return a wallet's points in the perpetual programme, and its rank."""
        answer: m.RankedPointsRow = await self._read(
            "GET",
            f"/perpetual-points/leaderboard/user/{part(user)}",
            m.RankedPointsRow,
            key="info",
        )
        return answer

    async def get_perpetual_points_participate(
        self,
        *,
        user: str,
    ) -> m.Participation:
        """Return whether a wallet takes part in the perpetual programme."""
        answer: m.Participation = await self._read(
            "GET",
            "/perpetual-points/participate",
            m.Participation,
            key="info",
            query={"user": user},
        )
        return answer

    async def post_perpetual_points_participate(
        self,
        body: m.UserBody | None = None,
        *,
        idempotency_key: str | None = None,
    ) -> m.Participation:
        """Take part in the perpetual programme."""
        answer: m.Participation = await self._read(
            "POST",
            "/perpetual-points/participate",
            m.Participation,
            key="info",
            body=body,
            idempotency_key=idempotency_key,
            is_private=True,
        )
        return answer

    async def get_perpetual_points_points_summary(
        self,
        *,
        user: str,
    ) -> m.PerpetualSummary:
        """Return a wallet's points in the perpetual programme, and its points per day."""
        answer: m.PerpetualSummary = await self._read(
            "GET",
            "/perpetual-points/points-summary",
            m.PerpetualSummary,
            key="info",
            query={"user": user},
        )
        return answer

    async def post_perpetual_points_referrals_generate_code(
        self,
        body: m.GenerateCodeBody,
        *,
        idempotency_key: str | None = None,
    ) -> m.ReferralCode:
        """Make the wallet's one referral code."""
        answer: m.ReferralCode = await self._read(
            "POST",
            "/perpetual-points/referrals/generate-code",
            m.ReferralCode,
            key="info",
            body=body,
            idempotency_key=idempotency_key,
            is_private=True,
        )
        return answer

    async def post_perpetual_points_referrals_use_code(
        self,
        body: m.UseCodeBody,
        *,
        idempotency_key: str | None = None,
    ) -> m.Referral:
        """Use the referral code of another wallet, once and for all; at most ten failures an hour."""
        answer: m.Referral = await self._read(
            "POST",
            "/perpetual-points/referrals/use-code",
            m.Referral,
            key="info",
            body=body,
            idempotency_key=idempotency_key,
            is_private=True,
        )
        return answer

    async def get_perpetual_points_referrals_user_info(
        self,
        *,
        user: str,
    ) -> m.ReferralUser:
        """Return the wallet's place among the referrals, and what its referees brought."""
        answer: m.ReferralUser = await self._read(
            "GET",
            "/perpetual-points/referrals/user-info",
            m.ReferralUser,
            key="info",
            query={"user": user},
            is_private=True,
        )
        return answer

    async def get_perpetual_points_referrals_user_referred_by(
        self,
        *,
        user: str,
    ) -> m.ReferredBy:
        """Return whose code the wallet used."""
        answer: m.ReferredBy = await self._read(
            "GET",
            "/perpetual-points/referrals/user-referred-by",
            m.ReferredBy,
            key="info",
            query={"user": user},
            is_private=True,
        )
        return answer

    async def get_perpetual_points_user_status(
        self,
        *,
        user: str,
    ) -> m.PerpetualStatus:
        """Return whether a wallet takes part in the perpetual programme, and its rank there."""
        answer: m.PerpetualStatus = await self._read(
            "GET",
            "/perpetual-points/user-status",
            m.PerpetualStatus,
            key="info",
            query={"user": user},
        )
        return answer

    async def get_points_balance(
        self,
        *,
        user: str,
    ) -> m.UserPoints:
        """Return a wallet's points over all seasons."""
        answer: m.UserPoints = await self._read(
            "GET",
            "/points/balance",
            m.UserPoints,
            key="info",
            query={"user": user},
        )
        return answer

    async def get_points_balances(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> Page[m.UserPoints]:
        """Return the points of every participant over all seasons, by address."""
        answer: Page[m.UserPoints] = await self._page(
            "GET",
            "/points/balances",
            list[m.UserPoints],
            key="info",
            query={"limit": limit, "cursor": cursor},
        )
        return answer

    async def get_points_leaderboard(
        self,
        *,
        limit: int | None = None,
        offset: int | None = None,
    ) -> m.PointsLeaderboard:
        """Return the participants of all seasons by the sum of their points."""
        answer: m.PointsLeaderboard = await self._read(
            "GET",
            "/points/leaderboard",
            m.PointsLeaderboard,
            key="info",
            query={"limit": limit, "offset": offset},
        )
        return answer

    async def get_points_leaderboard_user_by_user(
        self,
        user: str,
    ) -> m.RankedPointsRow:
        """Return a wallet's sum over the seasons, and its rank."""
        answer: m.RankedPointsRow = await self._read(
            "GET",
            f"/points/leaderboard/user/{part(user)}",
            m.RankedPointsRow,
            key="info",
        )
        return answer

    async def get_points_participate(
        self,
        *,
        user: str,
        is_for_perpetual_points: bool | None = None,
    ) -> m.Participation:
        """Return whether a wallet takes part in the season that runs, or in the perpetual programme."""
        answer: m.Participation = await self._read(
            "GET",
            "/points/participate",
            m.Participation,
            key="info",
            query={"user": user, "isForPerpetualPoints": is_for_perpetual_points},
        )
        return answer

    async def post_points_participate(
        self,
        body: m.ParticipateBody,
        *,
        idempotency_key: str | None = None,
    ) -> m.Participation:
        """Take part in the season that runs, or in the perpetual programme."""
        answer: m.Participation = await self._read(
            "POST",
            "/points/participate",
            m.Participation,
            key="info",
            body=body,
            idempotency_key=idempotency_key,
            is_private=True,
        )
        return answer

    async def post_points_referrals_generate_code(
        self,
        body: m.GenerateCodeBody,
        *,
        idempotency_key: str | None = None,
    ) -> m.ReferralCode:
        """Make the wallet's one referral code."""
        answer: m.ReferralCode = await self._read(
            "POST",
            "/points/referrals/generate-code",
            m.ReferralCode,
            key="info",
            body=body,
            idempotency_key=idempotency_key,
            is_private=True,
        )
        return answer

    async def post_points_referrals_use_code(
        self,
        body: m.UseCodeBody,
        *,
        idempotency_key: str | None = None,
    ) -> m.Referral:
        """Use the referral code of another wallet, once and for all; at most ten failures an hour."""
        answer: m.Referral = await self._read(
            "POST",
            "/points/referrals/use-code",
            m.Referral,
            key="info",
            body=body,
            idempotency_key=idempotency_key,
            is_private=True,
        )
        return answer

    async def get_points_referrals_user_info(
        self,
        *,
        user: str,
    ) -> m.ReferralUser:
        """Return the wallet's place among the referrals, and what its referees brought."""
        answer: m.ReferralUser = await self._read(
            "GET",
            "/points/referrals/user-info",
            m.ReferralUser,
            key="info",
            query={"user": user},
            is_private=True,
        )
        return answer

    async def get_points_referrals_user_referred_by(
        self,
        *,
        user: str,
    ) -> m.ReferredBy:
        """Return whose code the wallet used."""
        answer: m.ReferredBy = await self._read(
            "GET",
            "/points/referrals/user-referred-by",
            m.ReferredBy,
            key="info",
            query={"user": user},
            is_private=True,
        )
        return answer

    async def get_quote_add_liquidity(
        self,
        *,
        liquidity: str,
        user: str,
    ) -> m.AddLiquidityQuote:
        """Return the shares a deposit into the pool would mint now. Deprecated since 2026-11-28: use `/user/{user}/quote/add-liquidity`."""
        answer: m.AddLiquidityQuote = await self._read(
            "GET",
            "/quote/add-liquidity",
            m.AddLiquidityQuote,
            key="info",
            query={"liquidity": liquidity, "user": user},
        )
        return answer

    async def post_quote_close_position(
        self,
        body: m.ClosePositionBody,
        *,
        user: str | None = None,
    ) -> m.PositionQuote:
        """Return a quote for closing a position. Deprecated since 2026-11-28: use `/user/{user}/quote/close-position`."""
        answer: m.PositionQuote = await self._read(
            "POST",
            "/quote/close-position",
            m.PositionQuote,
            key="info",
            query={"user": user},
            body=body,
        )
        return answer

    async def post_quote_modify_position(
        self,
        body: m.PositionBody,
        *,
        user: str | None = None,
    ) -> m.PositionQuote:
        """Return a quote for changing a position. Deprecated since 2026-11-28: use `/user/{user}/quote/modify-position`."""
        answer: m.PositionQuote = await self._read(
            "POST",
            "/quote/modify-position",
            m.PositionQuote,
            key="info",
            query={"user": user},
            body=body,
        )
        return answer

    async def post_quote_modify_positions(
        self,
        body: m.BasketBody,
        *,
        user: str | None = None,
    ) -> m.BasketQuote:
        """Return a quote for changing several positions in one order. Deprecated since 2026-11-28: use `/user/{user}/quote/modify-positions`."""
        answer: m.BasketQuote = await self._read(
            "POST",
            "/quote/modify-positions",
            m.BasketQuote,
            key="info",
            query={"user": user},
            body=body,
        )
        return answer

    async def post_quote_place_perp_order(
        self,
        body: m.PerpOrderBody,
        *,
        user: str | None = None,
    ) -> m.PerpOrderQuote:
        """Return what a waiting order would do: at its price, now, and what waiting saves. Deprecated since 2026-11-28: use `/user/{user}/quote/place-perp-order`."""
        answer: m.PerpOrderQuote = await self._read(
            "POST",
            "/quote/place-perp-order",
            m.PerpOrderQuote,
            key="info",
            query={"user": user},
            body=body,
        )
        return answer

    async def post_quote_position_modification_limits(
        self,
        body: m.LimitsBody,
        *,
        user: str | None = None,
    ) -> list[m.ModificationLimits]:
        """Return the largest and smallest modification of each market that executes now. Deprecated since 2026-11-28: use `/user/{user}/quote/position-modification-limits`."""
        answer: list[m.ModificationLimits] = await self._read(
            "POST",
            "/quote/position-modification-limits",
            list[m.ModificationLimits],
            key="info",
            query={"user": user},
            body=body,
        )
        return answer

    async def get_quote_remove_liquidity(
        self,
        *,
        lp_position_id: int,
        shares: str,
        user: str,
    ) -> m.RemoveLiquidityQuote:
        """Return the current payout of shares of an LP position at the exit price. Deprecated since 2026-11-28: use `/user/{user}/quote/remove-liquidity`."""
        answer: m.RemoveLiquidityQuote = await self._read(
            "GET",
            "/quote/remove-liquidity",
            m.RemoveLiquidityQuote,
            key="info",
            query={"lpPositionId": lp_position_id, "shares": shares, "user": user},
        )
        return answer

    async def get_quote_withdraw_margin(
        self,
        *,
        margin_account_id: int,
        user: str,
    ) -> m.WithdrawMarginQuote:
        """Return the withdrawable amount of a margin account. Deprecated since 2026-11-28: use `/user/{user}/quote/withdraw-margin`."""
        answer: m.WithdrawMarginQuote = await self._read(
            "GET",
            "/quote/withdraw-margin",
            m.WithdrawMarginQuote,
            key="info",
            query={"marginAccountId": margin_account_id, "user": user},
        )
        return answer

    async def get_real_estate_data_acre_ids(
        self,
    ) -> list[int]:
        """Return the ids of every area with data."""
        answer: list[int] = await self._read(
            "GET",
            "/real-estate-data/acre-ids",
            list[int],
            key="info",
        )
        return answer

    async def get_real_estate_data_acre_info(
        self,
        *,
        id: int,
    ) -> m.AcreInfo:
        """Return facts and price of one area."""
        answer: m.AcreInfo = await self._read(
            "GET",
            "/real-estate-data/acre-info",
            m.AcreInfo,
            key="info",
            query={"id": id},
        )
        return answer

    async def post_real_estate_data_acre_infos(
        self,
        body: m.AcreInfosBody,
    ) -> list[m.AcreInfo]:
        """Return facts and prices of up to ten areas, in the order asked."""
        answer: list[m.AcreInfo] = await self._read(
            "POST",
            "/real-estate-data/acre-infos",
            list[m.AcreInfo],
            key="info",
            body=body,
        )
        return answer

    async def get_real_estate_data_price_feed(
        self,
        *,
        id: int,
        window: Literal["1d", "1w", "1m", "3m", "6m", "ytd", "1y", "3y", "5y", "all"] | None = None,
    ) -> list[m.PricePoint]:
        """Return the index of one area over a window."""
        answer: list[m.PricePoint] = await self._read(
            "GET",
            "/real-estate-data/price-feed",
            list[m.PricePoint],
            key="info",
            query={"id": id, "window": window},
        )
        return answer

    async def get_referral_codes_by_referral_code(
        self,
        referral_code: str,
    ) -> m.ReferralCode:
        """Return a referral code as it was typed, if it exists; ten unknown codes an hour at most."""
        answer: m.ReferralCode = await self._read(
            "GET",
            f"/referral-codes/{part(referral_code)}",
            m.ReferralCode,
            key="info",
        )
        return answer

    async def post_referrals_generate_code(
        self,
        body: m.GenerateCodeBody,
        *,
        idempotency_key: str | None = None,
    ) -> m.ReferralCode:
        """Make the wallet's one referral code."""
        answer: m.ReferralCode = await self._read(
            "POST",
            "/referrals/generate-code",
            m.ReferralCode,
            key="info",
            body=body,
            idempotency_key=idempotency_key,
            is_private=True,
        )
        return answer

    async def post_referrals_use_code(
        self,
        body: m.UseCodeBody,
        *,
        idempotency_key: str | None = None,
    ) -> m.Referral:
        """Use the referral code of another wallet, once and for all; at most ten failures an hour."""
        answer: m.Referral = await self._read(
            "POST",
            "/referrals/use-code",
            m.Referral,
            key="info",
            body=body,
            idempotency_key=idempotency_key,
            is_private=True,
        )
        return answer

    async def get_referrals_user_info(
        self,
        *,
        user: str,
    ) -> m.ReferralUser:
        """Return the wallet's place among the referrals, and what its referees brought."""
        answer: m.ReferralUser = await self._read(
            "GET",
            "/referrals/user-info",
            m.ReferralUser,
            key="info",
            query={"user": user},
            is_private=True,
        )
        return answer

    async def get_referrals_user_referred_by(
        self,
        *,
        user: str,
    ) -> m.ReferredBy:
        """Return whose code the wallet used."""
        answer: m.ReferredBy = await self._read(
            "GET",
            "/referrals/user-referred-by",
            m.ReferredBy,
            key="info",
            query={"user": user},
            is_private=True,
        )
        return answer

    async def get_time_series_aggregate_pnl(
        self,
        *,
        window: Literal["1d", "1w", "1m", "3m", "6m", "ytd", "1y", "3y", "5y", "all"] | None = None,
        from_: int | None = None,
        to: int | None = None,
        exchange_id: int | None = None,
        interval: Literal["1d", "1h", "1w"] | None = None,
    ) -> list[m.AmountPoint]:
        """Return the profit and loss of all traders, realized and unrealized."""
        answer: list[m.AmountPoint] = await self._read(
            "GET",
            "/time-series/aggregate-pnl",
            list[m.AmountPoint],
            key="info",
            query={"window": window, "from": from_, "to": to, "exchangeId": exchange_id, "interval": interval},
        )
        return answer

    async def get_time_series_cumulative_lp_fee(
        self,
        *,
        window: Literal["1d", "1w", "1m", "3m", "6m", "ytd", "1y", "3y", "5y", "all"] | None = None,
        from_: int | None = None,
        to: int | None = None,
        exchange_id: int | None = None,
        interval: Literal["1d", "1h", "1w"] | None = None,
    ) -> list[m.AmountPoint]:
        """Return all fees the pool has earned so far."""
        answer: list[m.AmountPoint] = await self._read(
            "GET",
            "/time-series/cumulative-lp-fee",
            list[m.AmountPoint],
            key="info",
            query={"window": window, "from": from_, "to": to, "exchangeId": exchange_id, "interval": interval},
        )
        return answer

    async def get_time_series_cumulative_notional_volume(
        self,
        *,
        window: Literal["1d", "1w", "1m", "3m", "6m", "ytd", "1y", "3y", "5y", "all"] | None = None,
        from_: int | None = None,
        to: int | None = None,
        exchange_id: int | None = None,
        interval: Literal["1d", "1h", "1w"] | None = None,
    ) -> list[m.AmountPoint]:
        """Return all notional traded so far."""
        answer: list[m.AmountPoint] = await self._read(
            "GET",
            "/time-series/cumulative-notional-volume",
            list[m.AmountPoint],
            key="info",
            query={"window": window, "from": from_, "to": to, "exchangeId": exchange_id, "interval": interval},
        )
        return answer

    async def get_time_series_lp_share_price(
        self,
        *,
        window: Literal["1d", "1w", "1m", "3m", "6m", "ytd", "1y", "3y", "5y", "all"] | None = None,
        from_: int | None = None,
        to: int | None = None,
        exchange_id: int | None = None,
        interval: Literal["1d", "1h", "1w"] | None = None,
    ) -> list[m.PricePoint]:
        """Return the price of a pool share."""
        answer: list[m.PricePoint] = await self._read(
            "GET",
            "/time-series/lp-share-price",
            list[m.PricePoint],
            key="info",
            query={"window": window, "from": from_, "to": to, "exchangeId": exchange_id, "interval": interval},
        )
        return answer

    async def get_user_by_user_collateral_balance(
        self,
        user: str,
    ) -> m.Balance:
        """Return the wallet's collateral."""
        answer: m.Balance = await self._read(
            "GET",
            f"/user/{part(user)}/collateral-balance",
            m.Balance,
            key="info",
        )
        return answer

    async def get_user_by_user_commands(
        self,
        user: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        order: Literal["asc", "desc"] | None = None,
        from_: int | None = None,
        to: int | None = None,
        status: Literal["applied", "ignored", "rejected"] | None = None,
    ) -> Page[m.CommandRow]:
        """Return the outcomes of the wallet's commands."""
        answer: Page[m.CommandRow] = await self._page(
            "GET",
            f"/user/{part(user)}/commands",
            list[m.CommandRow],
            key="info",
            query={"limit": limit, "cursor": cursor, "order": order, "from": from_, "to": to, "status": status},
        )
        return answer

    async def get_user_by_user_event_airdrop_claim(
        self,
        user: str,
    ) -> m.AirdropClaim:
        """Return the wallet's airdrop, and whether it was claimed."""
        answer: m.AirdropClaim = await self._read(
            "GET",
            f"/user/{part(user)}/event/airdrop_claim",
            m.AirdropClaim,
            key="info",
        )
        return answer

    async def get_user_by_user_history_liquidation(
        self,
        user: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        order: Literal["asc", "desc"] | None = None,
        from_: int | None = None,
        to: int | None = None,
        margin_account_id: int | None = None,
        market_id: int | None = None,
    ) -> Page[m.Liquidation]:
        """Return the pieces of the wallet's positions that liquidations closed."""
        answer: Page[m.Liquidation] = await self._page(
            "GET",
            f"/user/{part(user)}/history/liquidation",
            list[m.Liquidation],
            key="info",
            query={"limit": limit, "cursor": cursor, "order": order, "from": from_, "to": to, "marginAccountId": margin_account_id, "marketId": market_id},
        )
        return answer

    async def get_user_by_user_history_lp(
        self,
        user: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        order: Literal["asc", "desc"] | None = None,
        from_: int | None = None,
        to: int | None = None,
    ) -> Page[m.LpEvent]:
        """Return the wallet's deposits into and removals from the pool."""
        answer: Page[m.LpEvent] = await self._page(
            "GET",
            f"/user/{part(user)}/history/lp",
            list[m.LpEvent],
            key="info",
            query={"limit": limit, "cursor": cursor, "order": order, "from": from_, "to": to},
        )
        return answer

    async def get_user_by_user_history_margin_transfer(
        self,
        user: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        order: Literal["asc", "desc"] | None = None,
        from_: int | None = None,
        to: int | None = None,
        margin_account_id: int | None = None,
        market_id: int | None = None,
    ) -> Page[m.MarginTransfer]:
        """Return the wallet's margin deposits and withdrawals."""
        answer: Page[m.MarginTransfer] = await self._page(
            "GET",
            f"/user/{part(user)}/history/margin-transfer",
            list[m.MarginTransfer],
            key="info",
            query={"limit": limit, "cursor": cursor, "order": order, "from": from_, "to": to, "marginAccountId": margin_account_id, "marketId": market_id},
        )
        return answer

    async def get_user_by_user_history_perp_order(
        self,
        user: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        order: Literal["asc", "desc"] | None = None,
        from_: int | None = None,
        to: int | None = None,
        margin_account_id: int | None = None,
        market_id: int | None = None,
    ) -> Page[m.PerpOrderEvent]:
        """Return what happened to the wallet's waiting orders."""
        answer: Page[m.PerpOrderEvent] = await self._page(
            "GET",
            f"/user/{part(user)}/history/perp-order",
            list[m.PerpOrderEvent],
            key="info",
            query={"limit": limit, "cursor": cursor, "order": order, "from": from_, "to": to, "marginAccountId": margin_account_id, "marketId": market_id},
            is_private=True,
        )
        return answer

    async def get_user_by_user_history_trade(
        self,
        user: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        order: Literal["asc", "desc"] | None = None,
        from_: int | None = None,
        to: int | None = None,
        margin_account_id: int | None = None,
        market_id: int | None = None,
    ) -> Page[m.Trade]:
        """Return the wallet's trades."""
        answer: Page[m.Trade] = await self._page(
            "GET",
            f"/user/{part(user)}/history/trade",
            list[m.Trade],
            key="info",
            query={"limit": limit, "cursor": cursor, "order": order, "from": from_, "to": to, "marginAccountId": margin_account_id, "marketId": market_id},
        )
        return answer

    async def get_user_by_user_lp_account(
        self,
        user: str,
    ) -> m.LpAccount | None:
        """Return the legacy LP account; null for whom the operator granted none."""
        answer: m.LpAccount | None = await self._read(
            "GET",
            f"/user/{part(user)}/lp-account",
            m.LpAccount | None,
            key="info",
        )
        return answer

    async def get_user_by_user_lp_position(
        self,
        user: str,
        *,
        lp_position_id: int,
    ) -> m.LpPosition:
        """Return one LP position, closed or not."""
        answer: m.LpPosition = await self._read(
            "GET",
            f"/user/{part(user)}/lp-position",
            m.LpPosition,
            key="info",
            query={"lpPositionId": lp_position_id},
        )
        return answer

    async def get_user_by_user_lp_positions(
        self,
        user: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        order: Literal["asc", "desc"] | None = None,
        include_closed: bool | None = None,
    ) -> Page[m.LpPosition]:
        """Return the LP positions by maturity."""
        answer: Page[m.LpPosition] = await self._page(
            "GET",
            f"/user/{part(user)}/lp-positions",
            list[m.LpPosition],
            key="info",
            query={"limit": limit, "cursor": cursor, "order": order, "includeClosed": include_closed},
        )
        return answer

    async def get_user_by_user_margin_account(
        self,
        user: str,
        *,
        margin_account_id: int | None = None,
    ) -> m.MarginAccount:
        """Return one margin account, the lowest open one without an id."""
        answer: m.MarginAccount = await self._read(
            "GET",
            f"/user/{part(user)}/margin-account",
            m.MarginAccount,
            key="info",
            query={"marginAccountId": margin_account_id},
        )
        return answer

    async def get_user_by_user_margin_accounts(
        self,
        user: str,
        *,
        ids: list[int] | None = None,
    ) -> list[m.MarginAccount]:
        """Return the open margin accounts by id."""
        answer: list[m.MarginAccount] = await self._read(
            "GET",
            f"/user/{part(user)}/margin-accounts",
            list[m.MarginAccount],
            key="info",
            query={"ids": ids},
        )
        return answer

    async def get_user_by_user_perp_orders(
        self,
        user: str,
        *,
        margin_account_id: int | None = None,
        market_id: int | None = None,
    ) -> list[m.PerpOrder]:
        """Return the wallet's waiting orders, newest first; without an account of its first 20."""
        answer: list[m.PerpOrder] = await self._read(
            "GET",
            f"/user/{part(user)}/perp-orders",
            list[m.PerpOrder],
            key="info",
            query={"marginAccountId": margin_account_id, "marketId": market_id},
            is_private=True,
        )
        return answer

    async def get_user_by_user_prcl_balance(
        self,
        user: str,
    ) -> m.Balance:
        """Return the wallet's ACRE tokens."""
        answer: m.Balance = await self._read(
            "GET",
            f"/user/{part(user)}/prcl-balance",
            m.Balance,
            key="info",
        )
        return answer

    async def get_user_by_user_profile_alerts(
        self,
        user: str,
    ) -> m.Alerts:
        """Return the alerts of the wallet and what they reported, newest first."""
        answer: m.Alerts = await self._read(
            "GET",
            f"/user/{part(user)}/profile/alerts",
            m.Alerts,
            key="info",
            is_private=True,
        )
        return answer

    async def post_user_by_user_profile_alerts(
        self,
        user: str,
        body: m.AlertBody,
        *,
        idempotency_key: str | None = None,
    ) -> m.Alerts:
        """Set an alert; one that is set already is active again."""
        answer: m.Alerts = await self._read(
            "POST",
            f"/user/{part(user)}/profile/alerts",
            m.Alerts,
            key="info",
            body=body,
            idempotency_key=idempotency_key,
            is_private=True,
        )
        return answer

    async def post_user_by_user_profile_alerts_read(
        self,
        user: str,
        body: m.ReadAlertsBody,
        *,
        idempotency_key: str | None = None,
    ) -> m.Alerts:
        """Mark the events up to this one as read."""
        answer: m.Alerts = await self._read(
            "POST",
            f"/user/{part(user)}/profile/alerts/read",
            m.Alerts,
            key="info",
            body=body,
            idempotency_key=idempotency_key,
            is_private=True,
        )
        return answer

    async def post_user_by_user_profile_alerts_remove(
        self,
        user: str,
        body: m.RemoveAlertBody,
        *,
        idempotency_key: str | None = None,
    ) -> m.Alerts:
        """Remove an alert; a repeat changes nothing."""
        answer: m.Alerts = await self._read(
            "POST",
            f"/user/{part(user)}/profile/alerts/remove",
            m.Alerts,
            key="info",
            body=body,
            idempotency_key=idempotency_key,
            is_private=True,
        )
        return answer

    async def get_user_by_user_profile_communication_methods(
        self,
        user: str,
    ) -> m.CommunicationMethods:
        """Return the contact details of the wallet's owner."""
        answer: m.CommunicationMethods = await self._read(
            "GET",
            f"/user/{part(user)}/profile/communication-methods",
            m.CommunicationMethods,
            key="info",
            is_private=True,
        )
        return answer

    async def put_user_by_user_profile_communication_methods(
        self,
        user: str,
        body: m.CommunicationBody,
        *,
        idempotency_key: str | None = None,
    ) -> m.CommunicationMethods:
        """Change contact details: absent ones are kept, null removes one."""
        answer: m.CommunicationMethods = await self._read(
            "PUT",
            f"/user/{part(user)}/profile/communication-methods",
            m.CommunicationMethods,
            key="info",
            body=body,
            idempotency_key=idempotency_key,
            is_private=True,
        )
        return answer

    async def get_user_by_user_profile_margin_account_ids(
        self,
        user: str,
    ) -> list[int]:
        """Return the margin accounts that are shown."""
        answer: list[int] = await self._read(
            "GET",
            f"/user/{part(user)}/profile/margin-account-ids",
            list[int],
            key="info",
            is_private=True,
        )
        return answer

    async def post_user_by_user_profile_margin_account_ids_remove(
        self,
        user: str,
        body: m.RemoveAccountsBody,
        *,
        idempotency_key: str | None = None,
    ) -> list[int]:
        """Hide empty margin accounts, and return which are still shown."""
        answer: list[int] = await self._read(
            "POST",
            f"/user/{part(user)}/profile/margin-account-ids/remove",
            list[int],
            key="info",
            body=body,
            idempotency_key=idempotency_key,
            is_private=True,
        )
        return answer

    async def get_user_by_user_profile_onboard(
        self,
        user: str,
    ) -> m.Onboarding:
        """Return whether the wallet's owner accepted the terms."""
        answer: m.Onboarding = await self._read(
            "GET",
            f"/user/{part(user)}/profile/onboard",
            m.Onboarding,
            key="info",
            is_private=True,
        )
        return answer

    async def post_user_by_user_profile_onboard(
        self,
        user: str,
        body: m.OnboardBody,
        *,
        idempotency_key: str | None = None,
    ) -> m.Onboarding:
        """Accept the terms; a repeat changes nothing."""
        answer: m.Onboarding = await self._read(
            "POST",
            f"/user/{part(user)}/profile/onboard",
            m.Onboarding,
            key="info",
            body=body,
            idempotency_key=idempotency_key,
            is_private=True,
        )
        return answer

    async def get_user_by_user_profile_settings(
        self,
        user: str,
    ) -> m.ProfileSettings:
        """Return the settings of the wallet."""
        answer: m.ProfileSettings = await self._read(
            "GET",
            f"/user/{part(user)}/profile/settings",
            m.ProfileSettings,
            key="info",
            is_private=True,
        )
        return answer

    async def put_user_by_user_profile_settings(
        self,
        user: str,
        body: m.SettingsBody,
        *,
        idempotency_key: str | None = None,
    ) -> m.ProfileSettings:
        """Change settings: absent ones are kept, null brings the default back."""
        answer: m.ProfileSettings = await self._read(
            "PUT",
            f"/user/{part(user)}/profile/settings",
            m.ProfileSettings,
            key="info",
            body=body,
            idempotency_key=idempotency_key,
            is_private=True,
        )
        return answer

    async def get_user_by_user_quarantined_deposits(
        self,
        user: str,
    ) -> list[m.QuarantinedDeposit]:
        """Return tokens that came without an accepted command."""
        answer: list[m.QuarantinedDeposit] = await self._read(
            "GET",
            f"/user/{part(user)}/quarantined-deposits",
            list[m.QuarantinedDeposit],
            key="info",
        )
        return answer

    async def get_user_by_user_quote_add_liquidity(
        self,
        user: str,
        *,
        liquidity: str,
    ) -> m.AddLiquidityQuote:
        """Return the shares a deposit into the pool would mint now."""
        answer: m.AddLiquidityQuote = await self._read(
            "GET",
            f"/user/{part(user)}/quote/add-liquidity",
            m.AddLiquidityQuote,
            key="info",
            query={"liquidity": liquidity},
        )
        return answer

    async def post_user_by_user_quote_close_position(
        self,
        user: str,
        body: m.ClosePositionBody,
    ) -> m.PositionQuote:
        """Return a quote for closing a position."""
        answer: m.PositionQuote = await self._read(
            "POST",
            f"/user/{part(user)}/quote/close-position",
            m.PositionQuote,
            key="info",
            body=body,
        )
        return answer

    async def post_user_by_user_quote_modify_position(
        self,
        user: str,
        body: m.PositionBody,
    ) -> m.PositionQuote:
        """Return a quote for changing a position."""
        answer: m.PositionQuote = await self._read(
            "POST",
            f"/user/{part(user)}/quote/modify-position",
            m.PositionQuote,
            key="info",
            body=body,
        )
        return answer

    async def post_user_by_user_quote_modify_positions(
        self,
        user: str,
        body: m.BasketBody,
    ) -> m.BasketQuote:
        """Return a quote for changing several positions in one order."""
        answer: m.BasketQuote = await self._read(
            "POST",
            f"/user/{part(user)}/quote/modify-positions",
            m.BasketQuote,
            key="info",
            body=body,
        )
        return answer

    async def post_user_by_user_quote_place_perp_order(
        self,
        user: str,
        body: m.PerpOrderBody,
    ) -> m.PerpOrderQuote:
        """Return what a waiting order would do: at its price, now, and what waiting saves."""
        answer: m.PerpOrderQuote = await self._read(
            "POST",
            f"/user/{part(user)}/quote/place-perp-order",
            m.PerpOrderQuote,
            key="info",
            body=body,
        )
        return answer

    async def post_user_by_user_quote_position_modification_limits(
        self,
        user: str,
        body: m.LimitsBody,
    ) -> list[m.ModificationLimits]:
        """Return the largest and smallest modification of each market that executes now."""
        answer: list[m.ModificationLimits] = await self._read(
            "POST",
            f"/user/{part(user)}/quote/position-modification-limits",
            list[m.ModificationLimits],
            key="info",
            body=body,
        )
        return answer

    async def get_user_by_user_quote_remove_liquidity(
        self,
        user: str,
        *,
        lp_position_id: int,
        shares: str,
    ) -> m.RemoveLiquidityQuote:
        """Return the current payout of shares of an LP position at the exit price."""
        answer: m.RemoveLiquidityQuote = await self._read(
            "GET",
            f"/user/{part(user)}/quote/remove-liquidity",
            m.RemoveLiquidityQuote,
            key="info",
            query={"lpPositionId": lp_position_id, "shares": shares},
        )
        return answer

    async def get_user_by_user_quote_withdraw_margin(
        self,
        user: str,
        *,
        margin_account_id: int,
    ) -> m.WithdrawMarginQuote:
        """Return the withdrawable amount of a margin account."""
        answer: m.WithdrawMarginQuote = await self._read(
            "GET",
            f"/user/{part(user)}/quote/withdraw-margin",
            m.WithdrawMarginQuote,
            key="info",
            query={"marginAccountId": margin_account_id},
        )
        return answer

    async def get_user_by_user_risk_screening(
        self,
        user: str,
    ) -> m.RiskScreening:
        """Return whether the wallet is high risk."""
        answer: m.RiskScreening = await self._read(
            "GET",
            f"/user/{part(user)}/risk-screening",
            m.RiskScreening,
            key="info",
        )
        return answer

    async def get_user_by_user_settlement_requests(
        self,
        user: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        order: Literal["asc", "desc"] | None = None,
        include_settled: bool | None = None,
    ) -> Page[m.SettlementRequest]:
        """Return the settlement requests by maturity."""
        answer: Page[m.SettlementRequest] = await self._page(
            "GET",
            f"/user/{part(user)}/settlement-requests",
            list[m.SettlementRequest],
            key="info",
            query={"limit": limit, "cursor": cursor, "order": order, "includeSettled": include_settled},
        )
        return answer

    async def get_user_by_user_sol_balance(
        self,
        user: str,
    ) -> m.Balance:
        """Return the wallet's SOL."""
        answer: m.Balance = await self._read(
            "GET",
            f"/user/{part(user)}/sol-balance",
            m.Balance,
            key="info",
        )
        return answer

    async def get_user_by_user_staking_addresses(
        self,
        user: str,
    ) -> m.StakingAddresses:
        """Return the addresses of the wallet's stake, which exist before anything is staked."""
        answer: m.StakingAddresses = await self._read(
            "GET",
            f"/user/{part(user)}/staking-addresses",
            m.StakingAddresses,
            key="info",
        )
        return answer

    async def post_user_by_user_transaction_add_liquidity(
        self,
        user: str,
        body: m.AddLiquidityBody,
        *,
        idempotency_key: str | None = None,
    ) -> m.Transaction:
        """Build the transaction that deposits into the pool."""
        answer: m.Transaction = await self._read(
            "POST",
            f"/user/{part(user)}/transaction/add-liquidity",
            m.Transaction,
            key="info",
            body=body,
            idempotency_key=idempotency_key,
        )
        return answer

    async def post_user_by_user_transaction_amend_perp_order(
        self,
        user: str,
        body: m.AmendPerpOrderBody,
        *,
        idempotency_key: str | None = None,
    ) -> m.Transaction:
        """Build the transaction that amends a waiting order; what is left out stays as it is."""
        answer: m.Transaction = await self._read(
            "POST",
            f"/user/{part(user)}/transaction/amend-perp-order",
            m.Transaction,
            key="info",
            body=body,
            idempotency_key=idempotency_key,
        )
        return answer

    async def post_user_by_user_transaction_cancel_perp_order(
        self,
        user: str,
        body: m.CancelPerpOrderBody,
        *,
        idempotency_key: str | None = None,
    ) -> m.Transaction:
        """Build the transaction that cancels a waiting order."""
        answer: m.Transaction = await self._read(
            "POST",
            f"/user/{part(user)}/transaction/cancel-perp-order",
            m.Transaction,
            key="info",
            body=body,
            idempotency_key=idempotency_key,
        )
        return answer

    async def post_user_by_user_transaction_cancel_perp_orders(
        self,
        user: str,
        body: m.CancelPerpOrdersBody,
        *,
        idempotency_key: str | None = None,
    ) -> m.Transaction:
        """Build the transaction that cancels the waiting orders of an account, or those of one market."""
        answer: m.Transaction = await self._read(
            "POST",
            f"/user/{part(user)}/transaction/cancel-perp-orders",
            m.Transaction,
            key="info",
            body=body,
            idempotency_key=idempotency_key,
        )
        return answer

    async def post_user_by_user_transaction_claim_deposit(
        self,
        user: str,
        body: m.ClaimBody,
        *,
        idempotency_key: str | None = None,
    ) -> m.Transaction:
        """Build the transaction that claims a quarantined deposit."""
        answer: m.Transaction = await self._read(
            "POST",
            f"/user/{part(user)}/transaction/claim-deposit",
            m.Transaction,
            key="info",
            body=body,
            idempotency_key=idempotency_key,
        )
        return answer

    async def post_user_by_user_transaction_close_lp_position(
        self,
        user: str,
        body: m.LpPositionBody,
        *,
        idempotency_key: str | None = None,
    ) -> m.Transaction:
        """Build the transaction that closes a drained LP position."""
        answer: m.Transaction = await self._read(
            "POST",
            f"/user/{part(user)}/transaction/close-lp-position",
            m.Transaction,
            key="info",
            body=body,
            idempotency_key=idempotency_key,
        )
        return answer

    async def post_user_by_user_transaction_close_margin_account(
        self,
        user: str,
        body: m.AccountBody,
        *,
        idempotency_key: str | None = None,
    ) -> m.Transaction:
        """Build the transaction that closes an empty margin account."""
        answer: m.Transaction = await self._read(
            "POST",
            f"/user/{part(user)}/transaction/close-margin-account",
            m.Transaction,
            key="info",
            body=body,
            idempotency_key=idempotency_key,
        )
        return answer

    async def post_user_by_user_transaction_close_position(
        self,
        user: str,
        body: m.CloseTransactionBody,
        *,
        idempotency_key: str | None = None,
    ) -> m.Transaction:
        """Build the transaction that closes a position."""
        answer: m.Transaction = await self._read(
            "POST",
            f"/user/{part(user)}/transaction/close-position",
            m.Transaction,
            key="info",
            body=body,
            idempotency_key=idempotency_key,
        )
        return answer

    async def post_user_by_user_transaction_create_margin_account(
        self,
        user: str,
        body: m.CreateMarginAccountBody,
        *,
        idempotency_key: str | None = None,
    ) -> m.Transaction:
        """Build the transaction that opens a margin account."""
        answer: m.Transaction = await self._read(
            "POST",
            f"/user/{part(user)}/transaction/create-margin-account",
            m.Transaction,
            key="info",
            body=body,
            idempotency_key=idempotency_key,
        )
        return answer

    async def post_user_by_user_transaction_deposit_margin(
        self,
        user: str,
        body: m.DepositMarginBody,
        *,
        idempotency_key: str | None = None,
    ) -> m.Transaction:
        """Build the transaction that deposits margin."""
        answer: m.Transaction = await self._read(
            "POST",
            f"/user/{part(user)}/transaction/deposit-margin",
            m.Transaction,
            key="info",
            body=body,
            idempotency_key=idempotency_key,
        )
        return answer

    async def post_user_by_user_transaction_liquidate(
        self,
        user: str,
        body: m.LiquidateBody,
        *,
        idempotency_key: str | None = None,
    ) -> m.Transaction:
        """Build the transaction that liquidates another wallet's margin account."""
        answer: m.Transaction = await self._read(
            "POST",
            f"/user/{part(user)}/transaction/liquidate",
            m.Transaction,
            key="info",
            body=body,
            idempotency_key=idempotency_key,
        )
        return answer

    async def post_user_by_user_transaction_modify_position(
        self,
        user: str,
        body: m.ModifyPositionBody,
        *,
        idempotency_key: str | None = None,
    ) -> m.Transaction:
        """Build the transaction that changes a position."""
        answer: m.Transaction = await self._read(
            "POST",
            f"/user/{part(user)}/transaction/modify-position",
            m.Transaction,
            key="info",
            body=body,
            idempotency_key=idempotency_key,
        )
        return answer

    async def post_user_by_user_transaction_modify_positions(
        self,
        user: str,
        body: m.ModifyPositionsBody,
        *,
        idempotency_key: str | None = None,
    ) -> m.Transaction:
        """Build the transaction that changes several positions in one order, all or none."""
        answer: m.Transaction = await self._read(
            "POST",
            f"/user/{part(user)}/transaction/modify-positions",
            m.Transaction,
            key="info",
            body=body,
            idempotency_key=idempotency_key,
        )
        return answer

    async def post_user_by_user_transaction_place_perp_order(
        self,
        user: str,
        body: m.PlacePerpOrderBody,
        *,
        idempotency_key: str | None = None,
    ) -> m.Transaction:
        """Build the transaction that places a waiting order."""
        answer: m.Transaction = await self._read(
            "POST",
            f"/user/{part(user)}/transaction/place-perp-order",
            m.Transaction,
            key="info",
            body=body,
            idempotency_key=idempotency_key,
        )
        return answer

    async def post_user_by_user_transaction_process_settlement_requests(
        self,
        user: str,
        body: m.ProcessBody,
        *,
        idempotency_key: str | None = None,
    ) -> m.Transaction:
        """Build the transaction that processes mature settlement requests."""
        answer: m.Transaction = await self._read(
            "POST",
            f"/user/{part(user)}/transaction/process-settlement-requests",
            m.Transaction,
            key="info",
            body=body,
            idempotency_key=idempotency_key,
        )
        return answer

    async def post_user_by_user_transaction_remove_liquidity(
        self,
        user: str,
        body: m.RemoveLiquidityBody,
        *,
        idempotency_key: str | None = None,
    ) -> m.Transaction:
        """Build the transaction that requests the worth of shares of the pool."""
        answer: m.Transaction = await self._read(
            "POST",
            f"/user/{part(user)}/transaction/remove-liquidity",
            m.Transaction,
            key="info",
            body=body,
            idempotency_key=idempotency_key,
        )
        return answer

    async def post_user_by_user_transaction_set_delegate(
        self,
        user: str,
        body: m.DelegateBody,
        *,
        idempotency_key: str | None = None,
    ) -> m.Transaction:
        """Build the transaction that names, or with null removes, the delegate and its limits."""
        answer: m.Transaction = await self._read(
            "POST",
            f"/user/{part(user)}/transaction/set-delegate",
            m.Transaction,
            key="info",
            body=body,
            idempotency_key=idempotency_key,
        )
        return answer

    async def post_user_by_user_transaction_upgrade_lp_account(
        self,
        user: str,
        *,
        idempotency_key: str | None = None,
    ) -> m.Transaction:
        """Build the transaction that turns the legacy LP account into a position."""
        answer: m.Transaction = await self._read(
            "POST",
            f"/user/{part(user)}/transaction/upgrade-lp-account",
            m.Transaction,
            key="info",
            idempotency_key=idempotency_key,
        )
        return answer

    async def post_user_by_user_transaction_withdraw_margin(
        self,
        user: str,
        body: m.WithdrawMarginBody,
        *,
        idempotency_key: str | None = None,
    ) -> m.Transaction:
        """Build the transaction that requests a withdrawal of margin."""
        answer: m.Transaction = await self._read(
            "POST",
            f"/user/{part(user)}/transaction/withdraw-margin",
            m.Transaction,
            key="info",
            body=body,
            idempotency_key=idempotency_key,
        )
        return answer
