"""Parameters of paths and queries, and the assumptions of a deal."""

WORDS = """\
?user: Wallet that the request is about
?ids: Numbers to choose, separated by commas
?from: First moment of the range, inclusive, unix seconds; with `to` instead of `window`
?to: End of the range, exclusive, unix seconds; not before `from`
?window: Span that ends now, in upper or lower case; default one month, `1y` for monthly figures,
  unless a range is given
?limit: Most rows of the answer
?offset: Rows of the ranking to skip before the first one of the answer
?order: Direction of time, or of `sort`: descending or ascending
?format: `csv` answers with the same rows as a text table of exact decimals and ISO times
?interval: Span of one bar or point of the series
?exchangeId: Number of the exchange; there is one, 0
?marginAccountId: Only rows of this margin account; without it those of all accounts
MarginAccountQuery.marginAccountId: Account to show; without it the open one of the lowest number
WithdrawQuoteQuery WithdrawAliasQuery.marginAccountId: Account from which margin would be
  withdrawn
?marketId: Only rows of this market; without it those of all markets
?symbol: Symbol of a market, in upper or lower case
?symbols: Symbols of markets, separated by commas, each once
?market: Id, address or symbol of a market
?collection: Name of a ranked list: `all`, `trending`, `new`, `united-states`, `international`,
  `most-traded`, `top-gainers`, `top-losers` or `tradable`
?contestName: Slug of a contest
?contestId: Slug of a contest
?referralCode: Code to look up, in upper or lower case
?key: Wallet or username of a participant
?id: Number of an area, as in `acreId`
{id}: The client's own id of an order, or the wallet of a frozen season, as the path says
?orderId: Number of an order, as `orderId` of its answer
{marketId}: Number of a market, or of a prediction market below `/predictions`
{sessionId}: `id` of a session of the same wallet
?lpPositionId: Number of an LP position of the wallet
?liquidity: Amount that would go into the pool, in USD with 6 decimals
?shares: Shares that would be taken out of the pool, with 6 decimals
?refresh: Whether to read past the cache of two seconds, at most once a second
?isForPerpetualPoints: Whether the perpetual programme is meant instead of the current season
?status: Only commands with this outcome
?includeClosed: Whether positions that are closed are listed, too
?includeSettled: Whether requests that are paid are listed, too
?q: Words to find in symbol, name and place of a market, at most 64 characters
?tags: Tags, separated by commas; a market needs all of them
?state: Only markets of this state or region
?country: Only markets of this country, by its two letters (ISO 3166)
?category: Only markets of this kind of area
?tradable: Only markets that are open for trading, or only others
?minPrice: Lowest index price of the search, USD with 8 decimals, inclusive
?maxPrice: Highest index price of the search, USD with 8 decimals, inclusive
?sort: Figure by which the markets are ordered
?source: Price of the candles: the index, or the market price with the skew
?start: First moment of the comparison, unix seconds; without it the first day on which all
  indexes have a print
?direction: Only trades of this direction
?live: Contests that have begun and not ended
?upcoming: Contests that have not begun
?finished: Contests that have ended
?joined: Contests that the wallet takes part in
?marketCategoryFilter: Only questions of this category
?isResolvedFilter: Only questions that are resolved and paid, or only others
?orderStatusFilter: Only orders in this state
?depth: Price levels of each side
?mature: Only requests that can be processed now; `false`: the others, too
?unlockingEpoch: Epoch from whose start the amount can be withdrawn
?addOneEpoch: Whether the unstake is made one epoch later
timeframe: How long the deal was held until now
leverage: Notional ÷ own money
DealQuery.sqft: Area of the deal in square feet; not together with `notional`
sqft: Area of the deal in square feet
DealQuery.notional: Size of the deal in USD at the entry price; instead of `sqft`
?side: Direction of the trade on Acre
downPaymentRate: Own money in the purchase of a home, a part of its price
mortgageRate: Interest of the mortgage for a year
closingCostRate: Closing costs of the buyer, a part of the purchase price
agentCommissionRate: Commission of agents at the sale, a part of the sale price
sellerClosingRate: Closing costs of the seller, a part of the sale price
propertyTaxRate: Property tax of a year, a part of the price
insuranceRate: Home insurance of a year, a part of the price
maintenanceRate: Upkeep of a year, a part of the purchase price
MarketPast.maintenanceRate: Margin at which a position is liquidated, a part of its notional, with
  the liquidation fee
rentYield: Gross rent of a year, a part of the purchase price
vacancyRate: Part of the year without a tenant
managementRate: Fee of a property manager, a part of the gross rent
"""
