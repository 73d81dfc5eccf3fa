"""Every call below `/express/v1`. Generated from edge/http/openapi/document.py by edge/generate; do not edit."""

from typing import Any, Literal

from acre_sdk.calls import Calls, Page
from acre_sdk.generated import models as m
from acre_sdk.transport import part


class ExpressApi(Calls):
    """The calls of the express base; see `Calls`."""

    async def get_asyncapi_json(
        self,
    ) -> dict[str, Any]:
        """Return the AsyncAPI document of the websocket."""
        answer: dict[str, Any] = await self._read(
            "GET",
            "/asyncapi.json",
            dict[str, Any],
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
            body=body,
        )
        return answer

    async def get_auth_login(
        self,
        *,
        address: str,
    ) -> m.LoginMessageFields:
        """Return the message that a wallet signs to log in, with its fields."""
        answer: m.LoginMessageFields = await self._read(
            "GET",
            "/auth/login",
            m.LoginMessageFields,
            query={"address": address},
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
            body=body,
        )
        return answer

    async def post_auth_logout(
        self,
        body: m.RefreshBody,
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
            body=body,
            is_private=True,
        )
        return answer

    async def post_auth_refresh_token(
        self,
        body: m.RefreshBody,
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

    async def get_contest(
        self,
        *,
        live: bool | None = None,
        upcoming: bool | None = None,
        finished: bool | None = None,
        joined: bool | None = None,
        user: str | None = None,
    ) -> m.ContestsAnswer:
        """Return contests: those of every kind that is asked for, or all of them."""
        answer: m.ContestsAnswer = await self._read(
            "GET",
            "/contest",
            m.ContestsAnswer,
            query={"live": live, "upcoming": upcoming, "finished": finished, "joined": joined, "user": user},
        )
        return answer

    async def get_contest_filter(
        self,
        *,
        user: str | None = None,
    ) -> m.ContestCounts:
        """Return the numbers of live, upcoming, finished and joined contests."""
        answer: m.ContestCounts = await self._read(
            "GET",
            "/contest/filter",
            m.ContestCounts,
            query={"user": user},
        )
        return answer

    async def get_contest_ids(
        self,
    ) -> m.ContestIds:
        """Return the ids of all contests."""
        answer: m.ContestIds = await self._read(
            "GET",
            "/contest/ids",
            m.ContestIds,
        )
        return answer

    async def get_contest_by_contest_id(
        self,
        contest_id: str,
        *,
        user: str | None = None,
    ) -> m.ContestView:
        """Return one contest."""
        answer: m.ContestView = await self._read(
            "GET",
            f"/contest/{part(contest_id)}",
            m.ContestView,
            query={"user": user},
        )
        return answer

    async def post_contest_by_contest_id(
        self,
        contest_id: str,
        body: m.ContestAddressBody,
        *,
        idempotency_key: str | None = None,
    ) -> m.JoinedContest:
        """Join a contest, before it is over."""
        answer: m.JoinedContest = await self._read(
            "POST",
            f"/contest/{part(contest_id)}",
            m.JoinedContest,
            body=body,
            idempotency_key=idempotency_key,
            is_private=True,
        )
        return answer

    async def get_contest_by_contest_id_leaderboard(
        self,
        contest_id: str,
        *,
        limit: int | None = None,
        offset: int | None = None,
    ) -> m.ExpressContestLeaderboard:
        """Return a part of the leaderboard of a contest, and whether it is final."""
        answer: m.ExpressContestLeaderboard = await self._read(
            "GET",
            f"/contest/{part(contest_id)}/leaderboard",
            m.ExpressContestLeaderboard,
            query={"limit": limit, "offset": offset},
        )
        return answer

    async def get_contest_by_contest_id_leaderboard_by_user(
        self,
        contest_id: str,
        user: str,
    ) -> m.RankedContestResult:
        """Return a participant's result and rank."""
        answer: m.RankedContestResult = await self._read(
            "GET",
            f"/contest/{part(contest_id)}/leaderboard/{part(user)}",
            m.RankedContestResult,
        )
        return answer

    async def get_contest_by_contest_id_participants_count(
        self,
        contest_id: str,
    ) -> m.ParticipantsCount:
        """Return the number of participants of a contest."""
        answer: m.ParticipantsCount = await self._read(
            "GET",
            f"/contest/{part(contest_id)}/participants-count",
            m.ParticipantsCount,
        )
        return answer

    async def get_deal_analysis_by_symbol(
        self,
        symbol: str,
        *,
        timeframe: Literal["1m", "3m", "6m", "1y", "2y", "3y", "4y", "5y", "6y", "7y", "8y", "9y", "10y"] | None = None,
        leverage: str | None = None,
        sqft: int | None = None,
        notional: str | None = None,
        side: Literal["long", "short"] | None = None,
        down_payment_rate: str | None = None,
        mortgage_rate: str | None = None,
        closing_cost_rate: str | None = None,
        agent_commission_rate: str | None = None,
        seller_closing_rate: str | None = None,
        property_tax_rate: str | None = None,
        insurance_rate: str | None = None,
        maintenance_rate: str | None = None,
        rent_yield: str | None = None,
        vacancy_rate: str | None = None,
        management_rate: str | None = None,
    ) -> m.DealAnalysis:
        """Compare a deal on Acre with the same deal in bricks, on history."""
        answer: m.DealAnalysis = await self._read(
            "GET",
            f"/deal-analysis/{part(symbol)}",
            m.DealAnalysis,
            query={"timeframe": timeframe, "leverage": leverage, "sqft": sqft, "notional": notional, "side": side, "downPaymentRate": down_payment_rate, "mortgageRate": mortgage_rate, "closingCostRate": closing_cost_rate, "agentCommissionRate": agent_commission_rate, "sellerClosingRate": seller_closing_rate, "propertyTaxRate": property_tax_rate, "insuranceRate": insurance_rate, "maintenanceRate": maintenance_rate, "rentYield": rent_yield, "vacancyRate": vacancy_rate, "managementRate": management_rate},
        )
        return answer

    async def get_deal_analysis_by_symbol_horizons(
        self,
        symbol: str,
        *,
        timeframe: Literal["1m", "3m", "6m", "1y", "2y", "3y", "4y", "5y", "6y", "7y", "8y", "9y", "10y"] | None = None,
        leverage: str | None = None,
        sqft: int | None = None,
        notional: str | None = None,
        side: Literal["long", "short"] | None = None,
        down_payment_rate: str | None = None,
        mortgage_rate: str | None = None,
        closing_cost_rate: str | None = None,
        agent_commission_rate: str | None = None,
        seller_closing_rate: str | None = None,
        property_tax_rate: str | None = None,
        insurance_rate: str | None = None,
        maintenance_rate: str | None = None,
        rent_yield: str | None = None,
        vacancy_rate: str | None = None,
        management_rate: str | None = None,
    ) -> m.DealHorizons:
        """Return the same deal held for each whole number of years; `timeframe` is not used."""
        answer: m.DealHorizons = await self._read(
            "GET",
            f"/deal-analysis/{part(symbol)}/horizons",
            m.DealHorizons,
            query={"timeframe": timeframe, "leverage": leverage, "sqft": sqft, "notional": notional, "side": side, "downPaymentRate": down_payment_rate, "mortgageRate": mortgage_rate, "closingCostRate": closing_cost_rate, "agentCommissionRate": agent_commission_rate, "sellerClosingRate": seller_closing_rate, "propertyTaxRate": property_tax_rate, "insuranceRate": insurance_rate, "maintenanceRate": maintenance_rate, "rentYield": rent_yield, "vacancyRate": vacancy_rate, "managementRate": management_rate},
        )
        return answer

    async def get_deal_analysis_by_symbol_sensitivity(
        self,
        symbol: str,
        *,
        timeframe: Literal["1m", "3m", "6m", "1y", "2y", "3y", "4y", "5y", "6y", "7y", "8y", "9y", "10y"] | None = None,
        leverage: str | None = None,
        sqft: int | None = None,
        notional: str | None = None,
        side: Literal["long", "short"] | None = None,
        down_payment_rate: str | None = None,
        mortgage_rate: str | None = None,
        closing_cost_rate: str | None = None,
        agent_commission_rate: str | None = None,
        seller_closing_rate: str | None = None,
        property_tax_rate: str | None = None,
        insurance_rate: str | None = None,
        maintenance_rate: str | None = None,
        rent_yield: str | None = None,
        vacancy_rate: str | None = None,
        management_rate: str | None = None,
    ) -> m.DealSensitivity:
        """Return the same deal at other leverages and exit prices."""
        answer: m.DealSensitivity = await self._read(
            "GET",
            f"/deal-analysis/{part(symbol)}/sensitivity",
            m.DealSensitivity,
            query={"timeframe": timeframe, "leverage": leverage, "sqft": sqft, "notional": notional, "side": side, "downPaymentRate": down_payment_rate, "mortgageRate": mortgage_rate, "closingCostRate": closing_cost_rate, "agentCommissionRate": agent_commission_rate, "sellerClosingRate": seller_closing_rate, "propertyTaxRate": property_tax_rate, "insuranceRate": insurance_rate, "maintenanceRate": maintenance_rate, "rentYield": rent_yield, "vacancyRate": vacancy_rate, "managementRate": management_rate},
        )
        return answer

    async def post_faucet(
        self,
        body: m.WalletBody,
        *,
        idempotency_key: str | None = None,
    ) -> m.FaucetDrop:
        """Send play money to a wallet; only where the environment is local."""
        answer: m.FaucetDrop = await self._read(
            "POST",
            "/faucet",
            m.FaucetDrop,
            body=body,
            idempotency_key=idempotency_key,
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

    async def get_hoa_staking_by_user(
        self,
        user: str,
    ) -> m.MembershipBadge:
        """Return the picture of the wallet's membership badge, and how many it holds."""
        answer: m.MembershipBadge = await self._read(
            "GET",
            f"/hoa-staking/{part(user)}",
            m.MembershipBadge,
        )
        return answer

    async def get_liquidations(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        order: Literal["asc", "desc"] | None = None,
        from_: int | None = None,
        to: int | None = None,
        market_id: int | None = None,
    ) -> Page[m.Liquidation]:
        """Return the pieces of positions that liquidations closed, of all wallets."""
        answer: Page[m.Liquidation] = await self._page(
            "GET",
            "/liquidations",
            list[m.Liquidation],
            key="liquidations",
            query={"limit": limit, "cursor": cursor, "order": order, "from": from_, "to": to, "marketId": market_id},
        )
        return answer

    async def get_liquidations_candidates(
        self,
    ) -> m.Candidates:
        """Return the margin accounts that can be liquidated now, worst health first."""
        answer: m.Candidates = await self._read(
            "GET",
            "/liquidations/candidates",
            m.Candidates,
        )
        return answer

    async def get_market_time_series_by_market_id(
        self,
        market_id: int,
        *,
        window: Literal["1d", "1w", "1m", "3m", "6m", "ytd", "1y", "3y", "5y", "all"] | None = None,
    ) -> m.MarketSeries:
        """Return the state of a market over a window."""
        answer: m.MarketSeries = await self._read(
            "GET",
            f"/market-time-series/{part(market_id)}",
            m.MarketSeries,
            query={"window": window},
        )
        return answer

    async def get_market_compare(
        self,
        *,
        symbols: list[str],
        start: int | None = None,
    ) -> m.Comparison:
        """Return up to five indexes from a time on, rebased to 100."""
        answer: m.Comparison = await self._read(
            "GET",
            "/market/compare",
            m.Comparison,
            query={"symbols": symbols, "start": start},
        )
        return answer

    async def get_market_correlations(
        self,
    ) -> m.Correlations:
        """Return how the indexes of all markets move together."""
        answer: m.Correlations = await self._read(
            "GET",
            "/market/correlations",
            m.Correlations,
        )
        return answer

    async def get_market_market_filter_distribution(
        self,
        *,
        q: str | None = None,
        tags: list[str] | None = None,
        state: str | None = None,
        country: str | None = None,
        category: str | None = None,
        tradable: bool | None = None,
        min_price: str | None = None,
        max_price: str | None = None,
    ) -> m.FilterDistribution:
        """Return the number of filtered markets per value."""
        answer: m.FilterDistribution = await self._read(
            "GET",
            "/market/market-filter-distribution",
            m.FilterDistribution,
            query={"q": q, "tags": tags, "state": state, "country": country, "category": category, "tradable": tradable, "minPrice": min_price, "maxPrice": max_price},
        )
        return answer

    async def get_market_search(
        self,
        *,
        q: str | None = None,
        tags: list[str] | None = None,
        state: str | None = None,
        country: str | None = None,
        category: str | None = None,
        tradable: bool | None = None,
        min_price: str | None = None,
        max_price: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        sort: Literal["change1d", "change1y", "name", "openInterest", "price", "volume"] | None = None,
        order: Literal["asc", "desc"] | None = None,
    ) -> m.SearchResult:
        """Find markets by text, tags, place and price."""
        answer: m.SearchResult = await self._read(
            "GET",
            "/market/search",
            m.SearchResult,
            query={"q": q, "tags": tags, "state": state, "country": country, "category": category, "tradable": tradable, "minPrice": min_price, "maxPrice": max_price, "limit": limit, "cursor": cursor, "sort": sort, "order": order},
        )
        return answer

    async def get_market_symbols(
        self,
        *,
        symbols: list[str],
    ) -> m.SummaryList:
        """Return markets by symbol, in the order asked."""
        answer: m.SummaryList = await self._read(
            "GET",
            "/market/symbols",
            m.SummaryList,
            query={"symbols": symbols},
        )
        return answer

    async def get_market_by_symbol(
        self,
        symbol: str,
    ) -> m.MarketDetail:
        """Return one market."""
        answer: m.MarketDetail = await self._read(
            "GET",
            f"/market/{part(symbol)}",
            m.MarketDetail,
        )
        return answer

    async def get_market_by_symbol_absorption_rate_history(
        self,
        symbol: str,
        *,
        window: Literal["1d", "1w", "1m", "3m", "6m", "ytd", "1y", "3y", "5y", "all"] | None = None,
    ) -> m.AbsorptionHistory:
        """Return the absorption rate by month."""
        answer: m.AbsorptionHistory = await self._read(
            "GET",
            f"/market/{part(symbol)}/absorption-rate-history",
            m.AbsorptionHistory,
            query={"window": window},
        )
        return answer

    async def get_market_by_symbol_auction(
        self,
        symbol: str,
    ) -> m.ComingAuction:
        """Return the market's next auction: its time and, in two digits, its imbalance."""
        answer: m.ComingAuction = await self._read(
            "GET",
            f"/market/{part(symbol)}/auction",
            m.ComingAuction,
        )
        return answer

    async def get_market_by_symbol_auctions(
        self,
        symbol: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        order: Literal["asc", "desc"] | None = None,
        from_: int | None = None,
        to: int | None = None,
    ) -> Page[m.Auction]:
        """Return the auctions that the market held."""
        answer: Page[m.Auction] = await self._page(
            "GET",
            f"/market/{part(symbol)}/auctions",
            list[m.Auction],
            key="auctions",
            query={"limit": limit, "cursor": cursor, "order": order, "from": from_, "to": to},
        )
        return answer

    async def get_market_by_symbol_candles(
        self,
        symbol: str,
        *,
        window: Literal["1d", "1w", "1m", "3m", "6m", "ytd", "1y", "3y", "5y", "all"] | None = None,
        from_: int | None = None,
        to: int | None = None,
        interval: Literal["1d", "1h", "1w", "4h", "5m"] | None = None,
        source: Literal["index", "market"] | None = None,
    ) -> m.Candles:
        """Return candles as columns; the last one may still change."""
        answer: m.Candles = await self._read(
            "GET",
            f"/market/{part(symbol)}/candles",
            m.Candles,
            query={"window": window, "from": from_, "to": to, "interval": interval, "source": source},
        )
        return answer

    async def get_market_by_symbol_current_inventory(
        self,
        symbol: str,
    ) -> m.CurrentInventory:
        """Return the homes for sale."""
        answer: m.CurrentInventory = await self._read(
            "GET",
            f"/market/{part(symbol)}/current-inventory",
            m.CurrentInventory,
        )
        return answer

    async def get_market_by_symbol_demographics(
        self,
        symbol: str,
    ) -> m.Demographics:
        """Return the demographics."""
        answer: m.Demographics = await self._read(
            "GET",
            f"/market/{part(symbol)}/demographics",
            m.Demographics,
        )
        return answer

    async def get_market_by_symbol_financials(
        self,
        symbol: str,
    ) -> m.Financials:
        """Return home prices and rents."""
        answer: m.Financials = await self._read(
            "GET",
            f"/market/{part(symbol)}/financials",
            m.Financials,
        )
        return answer

    async def get_market_by_symbol_funding_history(
        self,
        symbol: str,
        *,
        window: Literal["1d", "1w", "1m", "3m", "6m", "ytd", "1y", "3y", "5y", "all"] | None = None,
        from_: int | None = None,
        to: int | None = None,
        interval: Literal["1d", "1h"] | None = None,
    ) -> m.FundingHistory:
        """Return funding over a window."""
        answer: m.FundingHistory = await self._read(
            "GET",
            f"/market/{part(symbol)}/funding-history",
            m.FundingHistory,
            query={"window": window, "from": from_, "to": to, "interval": interval},
        )
        return answer

    async def get_market_by_symbol_listings_history(
        self,
        symbol: str,
        *,
        window: Literal["1d", "1w", "1m", "3m", "6m", "ytd", "1y", "3y", "5y", "all"] | None = None,
    ) -> m.ListingsHistory:
        """Return listings by month."""
        answer: m.ListingsHistory = await self._read(
            "GET",
            f"/market/{part(symbol)}/listings-history",
            m.ListingsHistory,
            query={"window": window},
        )
        return answer

    async def get_market_by_symbol_past(
        self,
        symbol: str,
    ) -> m.MarketPast:
        """Return what the published prints of an index say about its past."""
        answer: m.MarketPast = await self._read(
            "GET",
            f"/market/{part(symbol)}/past",
            m.MarketPast,
        )
        return answer

    async def get_market_by_symbol_price_feed(
        self,
        symbol: str,
        *,
        window: Literal["1d", "1w", "1m", "3m", "6m", "ytd", "1y", "3y", "5y", "all"] | None = None,
    ) -> m.PriceFeed:
        """Return the index over a window."""
        answer: m.PriceFeed = await self._read(
            "GET",
            f"/market/{part(symbol)}/price-feed",
            m.PriceFeed,
            query={"window": window},
        )
        return answer

    async def get_market_by_symbol_price_feed_stats(
        self,
        symbol: str,
        *,
        window: Literal["1d", "1w", "1m", "3m", "6m", "ytd", "1y", "3y", "5y", "all"] | None = None,
    ) -> m.PriceFeedStats:
        """Return the index change over a window."""
        answer: m.PriceFeedStats = await self._read(
            "GET",
            f"/market/{part(symbol)}/price-feed-stats",
            m.PriceFeedStats,
            query={"window": window},
        )
        return answer

    async def get_market_by_symbol_sales_history(
        self,
        symbol: str,
        *,
        window: Literal["1d", "1w", "1m", "3m", "6m", "ytd", "1y", "3y", "5y", "all"] | None = None,
    ) -> m.SalesHistory:
        """Return closed sales by month."""
        answer: m.SalesHistory = await self._read(
            "GET",
            f"/market/{part(symbol)}/sales-history",
            m.SalesHistory,
            query={"window": window},
        )
        return answer

    async def get_market_by_symbol_volumes(
        self,
        symbol: str,
    ) -> m.Volumes:
        """Return the traded volumes over several spans."""
        answer: m.Volumes = await self._read(
            "GET",
            f"/market/{part(symbol)}/volumes",
            m.Volumes,
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

    async def get_points_breakdown_by_key(
        self,
        key: str,
    ) -> m.PointsBreakdown:
        """Return a user's row of season 2 with its last 30 days."""
        answer: m.PointsBreakdown = await self._read(
            "GET",
            f"/points/breakdown/{part(key)}",
            m.PointsBreakdown,
        )
        return answer

    async def get_points_leaderboard(
        self,
        *,
        limit: int | None = None,
        offset: int | None = None,
    ) -> m.PointsLeaderboard:
        """Return the participants of season 2 by points."""
        answer: m.PointsLeaderboard = await self._read(
            "GET",
            "/points/leaderboard",
            m.PointsLeaderboard,
            query={"limit": limit, "offset": offset},
        )
        return answer

    async def get_points_leaderboard_by_key(
        self,
        key: str,
    ) -> m.RankedPointsRow:
        """Return a user's row of season 2."""
        answer: m.RankedPointsRow = await self._read(
            "GET",
            f"/points/leaderboard/{part(key)}",
            m.RankedPointsRow,
        )
        return answer

    async def post_points_participants(
        self,
        body: m.AddressBody | None = None,
        *,
        idempotency_key: str | None = None,
    ) -> m.Participant:
        """Take part in season 2; once it is over only its participants are answered."""
        answer: m.Participant = await self._read(
            "POST",
            "/points/participants",
            m.Participant,
            body=body,
            idempotency_key=idempotency_key,
            is_private=True,
        )
        return answer

    async def get_points_participants_by_key(
        self,
        key: str,
    ) -> m.Participant:
        """Return whether a user takes part in season 2."""
        answer: m.Participant = await self._read(
            "GET",
            f"/points/participants/{part(key)}",
            m.Participant,
        )
        return answer

    async def get_points_ppps1_final(
        self,
        *,
        limit: int | None = None,
        offset: int | None = None,
    ) -> m.FinalPointsLeaderboard:
        """Return the final leaderboard of season 1."""
        answer: m.FinalPointsLeaderboard = await self._read(
            "GET",
            "/points/ppps1-final",
            m.FinalPointsLeaderboard,
            query={"limit": limit, "offset": offset},
        )
        return answer

    async def get_points_ppps2_final_leaderboard(
        self,
        *,
        limit: int | None = None,
        offset: int | None = None,
    ) -> m.FinalPointsLeaderboard:
        """Return the final leaderboard of season 2."""
        answer: m.FinalPointsLeaderboard = await self._read(
            "GET",
            "/points/ppps2/final-leaderboard",
            m.FinalPointsLeaderboard,
            query={"limit": limit, "offset": offset},
        )
        return answer

    async def get_points_ppps2_final_leaderboard_by_key(
        self,
        key: str,
    ) -> m.RankedPointsRow:
        """Return a user's final row of season 2."""
        answer: m.RankedPointsRow = await self._read(
            "GET",
            f"/points/ppps2/final-leaderboard/{part(key)}",
            m.RankedPointsRow,
        )
        return answer

    async def get_portfolio_by_user(
        self,
        user: str,
    ) -> m.Portfolio:
        """Return everything a wallet has."""
        answer: m.Portfolio = await self._read(
            "GET",
            f"/portfolio/{part(user)}",
            m.Portfolio,
        )
        return answer

    async def get_portfolio_by_user_history_liquidation(
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
            f"/portfolio/{part(user)}/history/liquidation",
            list[m.Liquidation],
            key="events",
            query={"limit": limit, "cursor": cursor, "order": order, "from": from_, "to": to, "marginAccountId": margin_account_id, "marketId": market_id},
        )
        return answer

    async def get_portfolio_by_user_history_lp(
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
            f"/portfolio/{part(user)}/history/lp",
            list[m.LpEvent],
            key="events",
            query={"limit": limit, "cursor": cursor, "order": order, "from": from_, "to": to},
        )
        return answer

    async def get_portfolio_by_user_history_margin_transfer(
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
            f"/portfolio/{part(user)}/history/margin-transfer",
            list[m.MarginTransfer],
            key="events",
            query={"limit": limit, "cursor": cursor, "order": order, "from": from_, "to": to, "marginAccountId": margin_account_id, "marketId": market_id},
        )
        return answer

    async def get_portfolio_by_user_history_performance(
        self,
        user: str,
        *,
        window: Literal["1d", "1w", "1m", "3m", "6m", "ytd", "1y", "3y", "5y", "all"] | None = None,
    ) -> m.Performance:
        """Return the wallet's P&L and return over a window, and the parts of all its P&L."""
        answer: m.Performance = await self._read(
            "GET",
            f"/portfolio/{part(user)}/history/performance",
            m.Performance,
            query={"window": window},
        )
        return answer

    async def get_portfolio_by_user_history_perp_order(
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
            f"/portfolio/{part(user)}/history/perp-order",
            list[m.PerpOrderEvent],
            key="events",
            query={"limit": limit, "cursor": cursor, "order": order, "from": from_, "to": to, "marginAccountId": margin_account_id, "marketId": market_id},
            is_private=True,
        )
        return answer

    async def get_portfolio_by_user_history_trade(
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
            f"/portfolio/{part(user)}/history/trade",
            list[m.Trade],
            key="events",
            query={"limit": limit, "cursor": cursor, "order": order, "from": from_, "to": to, "marginAccountId": margin_account_id, "marketId": market_id},
        )
        return answer

    async def get_portfolio_by_user_history_value(
        self,
        user: str,
        *,
        window: Literal["1d", "1w", "1m", "3m", "6m", "ytd", "1y", "3y", "5y", "all"] | None = None,
    ) -> m.ValueHistory:
        """Return the wallet's equity history; the last point is the current value."""
        answer: m.ValueHistory = await self._read(
            "GET",
            f"/portfolio/{part(user)}/history/value",
            m.ValueHistory,
            query={"window": window},
        )
        return answer

    async def get_portfolio_by_user_positions_realized(
        self,
        user: str,
    ) -> m.RealizedPositions:
        """Return what each open position of a wallet realized since it was opened from flat."""
        answer: m.RealizedPositions = await self._read(
            "GET",
            f"/portfolio/{part(user)}/positions/realized",
            m.RealizedPositions,
        )
        return answer

    async def get_ppps3_breakdown_by_key(
        self,
        key: str,
    ) -> m.PointsBreakdown:
        """Return a user's row of season 3 with its last 30 days."""
        answer: m.PointsBreakdown = await self._read(
            "GET",
            f"/ppps3/breakdown/{part(key)}",
            m.PointsBreakdown,
        )
        return answer

    async def get_ppps3_leaderboard(
        self,
        *,
        limit: int | None = None,
        offset: int | None = None,
    ) -> m.PointsLeaderboard:
        """Return the participants of season 3 by points."""
        answer: m.PointsLeaderboard = await self._read(
            "GET",
            "/ppps3/leaderboard",
            m.PointsLeaderboard,
            query={"limit": limit, "offset": offset},
        )
        return answer

    async def get_ppps3_leaderboard_by_key(
        self,
        key: str,
    ) -> m.RankedPointsRow:
        """Return a user's row of season 3."""
        answer: m.RankedPointsRow = await self._read(
            "GET",
            f"/ppps3/leaderboard/{part(key)}",
            m.RankedPointsRow,
        )
        return answer

    async def post_ppps3_participants(
        self,
        body: m.AddressBody | None = None,
        *,
        idempotency_key: str | None = None,
    ) -> m.Participant:
        """Take part in season 3."""
        answer: m.Participant = await self._read(
            "POST",
            "/ppps3/participants",
            m.Participant,
            body=body,
            idempotency_key=idempotency_key,
            is_private=True,
        )
        return answer

    async def get_ppps3_participants_by_key(
        self,
        key: str,
    ) -> m.Participant:
        """Return whether a user takes part in season 3."""
        answer: m.Participant = await self._read(
            "GET",
            f"/ppps3/participants/{part(key)}",
            m.Participant,
        )
        return answer

    async def get_predictions_markets(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        market_category_filter: str | None = None,
        is_resolved_filter: bool | None = None,
        order: Literal["asc", "desc"] | None = None,
    ) -> Page[m.PredictionMarket]:
        """Return the prediction markets, newest first."""
        answer: Page[m.PredictionMarket] = await self._page(
            "GET",
            "/predictions/markets",
            list[m.PredictionMarket],
            key="markets",
            query={"limit": limit, "cursor": cursor, "marketCategoryFilter": market_category_filter, "isResolvedFilter": is_resolved_filter, "order": order},
        )
        return answer

    async def get_predictions_markets_by_market_id(
        self,
        market_id: int,
    ) -> m.MarketAnswer:
        """Return one prediction market."""
        answer: m.MarketAnswer = await self._read(
            "GET",
            f"/predictions/markets/{part(market_id)}",
            m.MarketAnswer,
        )
        return answer

    async def get_predictions_markets_by_market_id_history(
        self,
        market_id: int,
        *,
        window: Literal["1d", "1w", "1m", "3m", "6m", "ytd", "1y", "3y", "5y", "all"] | None = None,
        from_: int | None = None,
        to: int | None = None,
        interval: Literal["1d", "1h", "1w", "4h", "5m"] | None = None,
    ) -> m.PredictionHistory:
        """Return the probability of YES from a market's trades, as bars."""
        answer: m.PredictionHistory = await self._read(
            "GET",
            f"/predictions/markets/{part(market_id)}/history",
            m.PredictionHistory,
            query={"window": window, "from": from_, "to": to, "interval": interval},
        )
        return answer

    async def get_predictions_markets_by_market_id_order_book(
        self,
        market_id: int,
        *,
        depth: int | None = None,
    ) -> m.BookAnswer:
        """Return the resting bids of both sides of a market, best first."""
        answer: m.BookAnswer = await self._read(
            "GET",
            f"/predictions/markets/{part(market_id)}/order-book",
            m.BookAnswer,
            query={"depth": depth},
        )
        return answer

    async def post_predictions_markets_by_market_id_orders(
        self,
        market_id: int,
        body: m.OrderBody,
        *,
        idempotency_key: str | None = None,
    ) -> m.OrderAnswer:
        """Place an order."""
        answer: m.OrderAnswer = await self._read(
            "POST",
            f"/predictions/markets/{part(market_id)}/orders",
            m.OrderAnswer,
            body=body,
            idempotency_key=idempotency_key,
            is_private=True,
        )
        return answer

    async def get_predictions_markets_by_market_id_trades(
        self,
        market_id: int,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        order: Literal["asc", "desc"] | None = None,
        from_: int | None = None,
        to: int | None = None,
    ) -> Page[m.PredictionMarketTrade]:
        """Return all trades in a market, newest first."""
        answer: Page[m.PredictionMarketTrade] = await self._page(
            "GET",
            f"/predictions/markets/{part(market_id)}/trades",
            list[m.PredictionMarketTrade],
            key="trades",
            query={"limit": limit, "cursor": cursor, "order": order, "from": from_, "to": to},
        )
        return answer

    async def get_predictions_orders(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        order_status_filter: Literal["all", "canceled", "expired", "filled", "open"] | None = None,
        market_id: int | None = None,
        order: Literal["asc", "desc"] | None = None,
    ) -> Page[m.PlacedOrder]:
        """Return the wallet's orders, newest first; the open ones unless asked otherwise."""
        answer: Page[m.PlacedOrder] = await self._page(
            "GET",
            "/predictions/orders",
            list[m.PlacedOrder],
            key="orders",
            query={"limit": limit, "cursor": cursor, "orderStatusFilter": order_status_filter, "marketId": market_id, "order": order},
            is_private=True,
        )
        return answer

    async def post_predictions_orders_batch(
        self,
        body: m.BatchBody,
        *,
        idempotency_key: str | None = None,
    ) -> m.BatchAnswer:
        """Place up to fifteen orders one after the other; each is placed or refused on its own."""
        answer: m.BatchAnswer = await self._read(
            "POST",
            "/predictions/orders/batch",
            m.BatchAnswer,
            body=body,
            idempotency_key=idempotency_key,
            is_private=True,
        )
        return answer

    async def get_predictions_orders_by_client_id_by_id(
        self,
        id: str,
    ) -> m.OrderAnswer:
        """Return the wallet's newest order of a client order id."""
        answer: m.OrderAnswer = await self._read(
            "GET",
            f"/predictions/orders/by-client-id/{part(id)}",
            m.OrderAnswer,
            is_private=True,
        )
        return answer

    async def post_predictions_orders_cancel_after(
        self,
        body: m.CancelAfterBody,
        *,
        idempotency_key: str | None = None,
    ) -> m.CancelAt:
        """Cancel all open orders after so many seconds unless this is called again; 0: never."""
        answer: m.CancelAt = await self._read(
            "POST",
            "/predictions/orders/cancel-after",
            m.CancelAt,
            body=body,
            idempotency_key=idempotency_key,
            is_private=True,
        )
        return answer

    async def post_predictions_orders_cancel_all(
        self,
        body: m.CancelAllBody | None = None,
        *,
        idempotency_key: str | None = None,
    ) -> m.Canceled:
        """Cancel the wallet's open orders, of one market or of all."""
        answer: m.Canceled = await self._read(
            "POST",
            "/predictions/orders/cancel-all",
            m.Canceled,
            body=body,
            idempotency_key=idempotency_key,
            is_private=True,
        )
        return answer

    async def post_predictions_orders_by_order_id_amend(
        self,
        order_id: int,
        body: m.AmendBody,
        *,
        idempotency_key: str | None = None,
    ) -> m.OrderAnswer:
        """Change the price of an open order, or how many contracts of it remain."""
        answer: m.OrderAnswer = await self._read(
            "POST",
            f"/predictions/orders/{part(order_id)}/amend",
            m.OrderAnswer,
            body=body,
            idempotency_key=idempotency_key,
            is_private=True,
        )
        return answer

    async def post_predictions_orders_by_order_id_cancel(
        self,
        order_id: int,
        *,
        idempotency_key: str | None = None,
    ) -> m.StatusAnswer:
        """Cancel an order; its status afterwards, also when there is nothing left to cancel."""
        answer: m.StatusAnswer = await self._read(
            "POST",
            f"/predictions/orders/{part(order_id)}/cancel",
            m.StatusAnswer,
            idempotency_key=idempotency_key,
            is_private=True,
        )
        return answer

    async def get_predictions_portfolio(
        self,
    ) -> m.PointsAnswer:
        """Return the wallet's points; the first read of a participant grants them."""
        answer: m.PointsAnswer = await self._read(
            "GET",
            "/predictions/portfolio",
            m.PointsAnswer,
            is_private=True,
        )
        return answer

    async def get_predictions_positions(
        self,
        *,
        is_resolved_filter: bool | None = None,
    ) -> m.PredictionPositions:
        """Return the wallet's positions; those of paid markets with what they were paid."""
        answer: m.PredictionPositions = await self._read(
            "GET",
            "/predictions/positions",
            m.PredictionPositions,
            query={"isResolvedFilter": is_resolved_filter},
            is_private=True,
        )
        return answer

    async def get_predictions_trades(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        order: Literal["asc", "desc"] | None = None,
        from_: int | None = None,
        to: int | None = None,
        market_id: int | None = None,
    ) -> Page[m.PredictionTrade]:
        """Return the wallet's fills, newest first."""
        answer: Page[m.PredictionTrade] = await self._page(
            "GET",
            "/predictions/trades",
            list[m.PredictionTrade],
            key="trades",
            query={"limit": limit, "cursor": cursor, "order": order, "from": from_, "to": to, "marketId": market_id},
            is_private=True,
        )
        return answer

    async def get_ready(
        self,
    ) -> m.Ready:
        """Return readiness; a 503 names the failed required parts."""
        answer: m.Ready = await self._read(
            "GET",
            "/ready",
            m.Ready,
        )
        return answer

    async def post_replay_speed(
        self,
        body: m.ReplaySpeedBody,
    ) -> m.Clock:
        """Set how fast the demo replays history; only where the environment is local."""
        answer: m.Clock = await self._read(
            "POST",
            "/replay-speed",
            m.Clock,
            body=body,
        )
        return answer

    async def get_settlement_requests(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        mature: bool | None = None,
    ) -> Page[m.SettlementRequest]:
        """Return the unsettled requests of all wallets, oldest first."""
        answer: Page[m.SettlementRequest] = await self._page(
            "GET",
            "/settlement-requests",
            list[m.SettlementRequest],
            key="settlementRequests",
            query={"limit": limit, "cursor": cursor, "mature": mature},
        )
        return answer

    async def get_solvency(
        self,
        *,
        user: str | None = None,
    ) -> m.Solvency:
        """Return vault and claims, the last state root on the chain, and a wallet's proofs of it."""
        answer: m.Solvency = await self._read(
            "GET",
            "/solvency",
            m.Solvency,
            query={"user": user},
        )
        return answer

    async def get_staking(
        self,
    ) -> m.StakingTotals:
        """Return the total stake and the epoch."""
        answer: m.StakingTotals = await self._read(
            "GET",
            "/staking",
            m.StakingTotals,
        )
        return answer

    async def get_staking_epoch_period(
        self,
    ) -> m.EpochPeriod:
        """Return the epoch that runs now."""
        answer: m.EpochPeriod = await self._read(
            "GET",
            "/staking/epoch-period",
            m.EpochPeriod,
        )
        return answer

    async def get_staking_locked_epoch_period(
        self,
        *,
        unlocking_epoch: int,
    ) -> m.LockedEpochPeriod:
        """Return the time until an unstaked amount can be withdrawn."""
        answer: m.LockedEpochPeriod = await self._read(
            "GET",
            "/staking/locked-epoch-period",
            m.LockedEpochPeriod,
            query={"unlockingEpoch": unlocking_epoch},
        )
        return answer

    async def get_staking_locked_epoch_period_estimate(
        self,
        *,
        add_one_epoch: bool | None = None,
    ) -> m.LockedEpochPeriod:
        """Return the time until an amount unstaked now could be withdrawn."""
        answer: m.LockedEpochPeriod = await self._read(
            "GET",
            "/staking/locked-epoch-period-estimate",
            m.LockedEpochPeriod,
            query={"addOneEpoch": add_one_epoch},
        )
        return answer

    async def get_staking_by_user_balance(
        self,
        user: str,
    ) -> m.Staking:
        """Return the wallet's stake by state."""
        answer: m.Staking = await self._read(
            "GET",
            f"/staking/{part(user)}/balance",
            m.Staking,
        )
        return answer

    async def post_staking_by_user_create_account(
        self,
        user: str,
        *,
        idempotency_key: str | None = None,
    ) -> m.Transaction:
        """Build the transaction that opens the wallet's stake account."""
        answer: m.Transaction = await self._read(
            "POST",
            f"/staking/{part(user)}/create-account",
            m.Transaction,
            idempotency_key=idempotency_key,
        )
        return answer

    async def get_staking_by_user_epoch_period(
        self,
        user: str,
    ) -> m.EpochPeriod:
        """Return the epoch that runs now."""
        answer: m.EpochPeriod = await self._read(
            "GET",
            f"/staking/{part(user)}/epoch-period",
            m.EpochPeriod,
        )
        return answer

    async def get_staking_by_user_locked_epoch_period(
        self,
        user: str,
        *,
        unlocking_epoch: int,
    ) -> m.LockedEpochPeriod:
        """Return the time until an unstaked amount can be withdrawn."""
        answer: m.LockedEpochPeriod = await self._read(
            "GET",
            f"/staking/{part(user)}/locked-epoch-period",
            m.LockedEpochPeriod,
            query={"unlockingEpoch": unlocking_epoch},
        )
        return answer

    async def get_staking_by_user_locked_epoch_period_estimate(
        self,
        user: str,
        *,
        add_one_epoch: bool | None = None,
    ) -> m.LockedEpochPeriod:
        """Return the time until an amount unstaked now could be withdrawn."""
        answer: m.LockedEpochPeriod = await self._read(
            "GET",
            f"/staking/{part(user)}/locked-epoch-period-estimate",
            m.LockedEpochPeriod,
            query={"addOneEpoch": add_one_epoch},
        )
        return answer

    async def post_staking_by_user_stake(
        self,
        user: str,
        body: m.StakeBody,
        *,
        idempotency_key: str | None = None,
    ) -> m.Transaction:
        """Build the transaction that stakes ACRE tokens."""
        answer: m.Transaction = await self._read(
            "POST",
            f"/staking/{part(user)}/stake",
            m.Transaction,
            body=body,
            idempotency_key=idempotency_key,
        )
        return answer

    async def post_staking_by_user_unstake(
        self,
        user: str,
        body: m.StakeAmountBody,
        *,
        idempotency_key: str | None = None,
    ) -> m.Transaction:
        """Build the transaction that takes back or starts to unlock an amount of stake."""
        answer: m.Transaction = await self._read(
            "POST",
            f"/staking/{part(user)}/unstake",
            m.Transaction,
            body=body,
            idempotency_key=idempotency_key,
        )
        return answer

    async def post_staking_by_user_withdraw(
        self,
        user: str,
        body: m.StakeAmountBody,
        *,
        idempotency_key: str | None = None,
    ) -> m.Transaction:
        """Build the transaction that requests unlocked tokens."""
        answer: m.Transaction = await self._read(
            "POST",
            f"/staking/{part(user)}/withdraw",
            m.Transaction,
            body=body,
            idempotency_key=idempotency_key,
        )
        return answer

    async def get_status(
        self,
    ) -> m.Status:
        """Return the platform's health, the progress of each part, and the rate of engine time."""
        answer: m.Status = await self._read(
            "GET",
            "/status",
            m.Status,
        )
        return answer

    async def get_trade_stream(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        order: Literal["asc", "desc"] | None = None,
        from_: int | None = None,
        to: int | None = None,
        direction: Literal["all", "long", "short"] | None = None,
    ) -> Page[m.StreamTrade]:
        """Return the trades of all wallets."""
        answer: Page[m.StreamTrade] = await self._page(
            "GET",
            "/trade-stream",
            list[m.StreamTrade],
            key="trades",
            query={"limit": limit, "cursor": cursor, "order": order, "from": from_, "to": to, "direction": direction},
        )
        return answer

    async def get_trade_stream_by_market_id(
        self,
        market_id: int,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        order: Literal["asc", "desc"] | None = None,
        from_: int | None = None,
        to: int | None = None,
        direction: Literal["all", "long", "short"] | None = None,
    ) -> Page[m.StreamTrade]:
        """Return the trades of all wallets in one market."""
        answer: Page[m.StreamTrade] = await self._page(
            "GET",
            f"/trade-stream/{part(market_id)}",
            list[m.StreamTrade],
            key="trades",
            query={"limit": limit, "cursor": cursor, "order": order, "from": from_, "to": to, "direction": direction},
        )
        return answer

    async def get_user_by_id_ppps1(
        self,
        id: str,
    ) -> m.RankedPointsRow:
        """Return a user's final row of season 1."""
        answer: m.RankedPointsRow = await self._read(
            "GET",
            f"/user/{part(id)}/ppps1",
            m.RankedPointsRow,
        )
        return answer
