"""Main base, collections and metadata (API 4.3)."""

from collections.abc import Awaitable, Callable

from chain.catalogue.facts import MarketFacts
from edge.api.context import Call, Context
from edge.api.markets.encode import Figures, area_metadata, metadata
from edge.api.markets.lookup import market_views
from edge.api.markets.schemas import Metadata
from edge.http import costs
from edge.http.errors import ApiError
from edge.http.route import Base, route
from edge.http.schema.base import Entity, Nothing
from edge.http.schema.inputs import IdQuery
from edge.http.slices import in_slices
from edge.http.windows import DAY_S
from engine.core.views import MarketView

HOME_COUNTRY = "US"
TREND_DAYS = 7
Ranking = Callable[[Context, list[MarketView]], Awaitable[list[MarketView]]]


class Collection(Entity):
    """Markets in the order of the collection's ranking."""

    market_metadata: list[Metadata]


async def metadata_of(context: Context, acre_id: int) -> Metadata:
    """Return the metadata of an area, tradable or not; raise ACRE_NOT_FOUND."""
    area = context.market_facts(acre_id)
    for view in await market_views(context, context.now_s()):
        if view.acre_id == acre_id:
            return metadata(view, area)
    if area is None:
        raise ApiError("ACRE_NOT_FOUND", details={"ids": [acre_id]})
    return area_metadata(area)


async def acre_ids(context: Context) -> list[int]:
    """Return the ids of every area, ascending."""
    known = {area.acre_id for area in context.catalogue.markets}
    known |= {view.acre_id for view in await market_views(context, context.now_s())}
    return sorted(known)


async def _by_volume(context: Context, views: list[MarketView], from_s: int) -> list[MarketView]:
    rows = await context.store.rows("series.volumes_since", from_s)
    traded = {row["market_id"]: int(row["notional_e6"]) for row in rows}
    return sorted(views, key=lambda view: (-traded.get(view.market_id, 0), view.market_id))


async def _trending(context: Context, views: list[MarketView]) -> list[MarketView]:
    return await _by_volume(context, views, context.now_s() - TREND_DAYS * DAY_S)


async def _most_traded(context: Context, views: list[MarketView]) -> list[MarketView]:
    return await _by_volume(context, views, 0)


async def _new(_context: Context, views: list[MarketView]) -> list[MarketView]:
    return sorted(views, key=lambda view: -view.market_id)


async def _by_id(_context: Context, views: list[MarketView]) -> list[MarketView]:
    return views


async def _at_home(_context: Context, views: list[MarketView]) -> list[MarketView]:
    return [view for view in views if view.country == HOME_COUNTRY]


async def _abroad(_context: Context, views: list[MarketView]) -> list[MarketView]:
    return [view for view in views if view.country != HOME_COUNTRY]


async def _by_change(context: Context, views: list[MarketView], sign: int) -> list[MarketView]:
    figures = await context.figures.markets()
    nothing = Figures(None, None, 0)

    def change(view: MarketView) -> int:
        return sign * (figures.get(view.market_id, nothing).change1d_e12 or 0)

    moved = [view for view in views if change(view) > 0]
    return sorted(moved, key=lambda view: (-change(view), view.market_id))


async def _gainers(context: Context, views: list[MarketView]) -> list[MarketView]:
    return await _by_change(context, views, 1)


async def _losers(context: Context, views: list[MarketView]) -> list[MarketView]:
    return await _by_change(context, views, -1)


RANKINGS: dict[str, Ranking] = {
    "all": _by_id,
    "trending": _trending,
    "new": _new,
    "united-states": _at_home,
    "international": _abroad,
    "most-traded": _most_traded,
    "top-gainers": _gainers,
    "top-losers": _losers,
    "tradable": _by_id,
}
# Collections that end with the areas that have no market, by id, and what of them they take.
UNTRADED: dict[str, Callable[[MarketFacts], bool]] = {
    "all": lambda _area: True,
    "united-states": lambda area: area.country == HOME_COUNTRY,
    "international": lambda area: area.country != HOME_COUNTRY,
}


@route(
    Base.MAIN,
    "GET",
    "/collections/{collection}",
    returns=Collection,
    is_bare=True,
    cache="metadata",
    cost=costs.of_markets(10),
)
async def get_collection(call: Call[Nothing, Nothing]) -> Collection:
    """Return the metadata of a collection's markets, ranked."""
    ranking = RANKINGS.get(call.path["collection"])
    if ranking is None:
        raise ApiError("COLLECTION_NOT_FOUND")
    context = call.context
    all_views = await market_views(context, call.now_s)
    views = await ranking(context, all_views)
    rows = await in_slices(views, lambda view: metadata(view, context.market_facts(view.acre_id)))
    traded = {view.acre_id for view in all_views}
    belongs = UNTRADED.get(call.path["collection"])
    if belongs is not None:
        others = [area for area in context.areas.values() if area.acre_id not in traded]
        others.sort(key=lambda area: area.acre_id)
        rows += [area_metadata(area) for area in others if belongs(area)]
    return Collection(market_metadata=rows)


@route(
    Base.MAIN,
    "GET",
    "/metadata/acre-ids",
    returns=list[int],
    cache="metadata",
    cost=costs.of_markets(2),
)
async def get_acre_ids(call: Call[Nothing, Nothing]) -> list[int]:
    """Return the ids of every area with metadata."""
    return await acre_ids(call.context)


@route(
    Base.MAIN,
    "GET",
    "/metadata/acre",
    query=IdQuery,
    returns=Metadata,
    cache="metadata",
    cost=costs.of_markets(2),
)
async def get_acre(call: Call[IdQuery, Nothing]) -> Metadata:
    """Return the metadata of one area."""
    return await metadata_of(call.context, call.query.id)
