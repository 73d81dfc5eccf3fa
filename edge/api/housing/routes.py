"""Main base, real-estate data (API 4.7)."""

from chain.catalogue.facts import MarketFacts
from chain.catalogue.statistics import Metric
from edge.api.context import Call, Context
from edge.api.housing.requests import AcreInfosBody, FeedQuery
from edge.api.markets.collection_routes import acre_ids
from edge.api.markets.encode import CURRENCY, optional_rate
from edge.api.markets.lookup import market_views
from edge.api.series.sampling import index_series
from edge.api.series.schemas import AcreInfo, PriceChange, PricePoint
from edge.http import costs
from edge.http.errors import ApiError
from edge.http.limits import IDS_PER_LIMITS_QUOTE_MAX
from edge.http.route import Base, route
from edge.http.schema.base import Nothing
from edge.http.schema.inputs import IdQuery
from edge.http.windows import DAY_S, window_span
from engine.core.views import MarketView
from engine.programmes.series import change_e12

CHANGE_DAYS = (1, 30, 365)


@route(
    Base.MAIN,
    "GET",
    "/real-estate-data/acre-ids",
    returns=list[int],
    cache="metadata",
    cost=costs.of_markets(2),
)
async def get_data_ids(call: Call[Nothing, Nothing]) -> list[int]:
    """Return the ids of every area with data."""
    return await acre_ids(call.context)


async def acre_infos(context: Context, ids: list[int], now_s: int) -> list[AcreInfo]:
    """Return facts and price of each area in order; raise ACRE_NOT_FOUND naming unknown ones."""
    tradable = {view.acre_id: view for view in await market_views(context, now_s)}
    places = [context.market_facts(i) or tradable.get(i) for i in ids]
    unknown = [i for i, place in zip(ids, places, strict=True) if place is None]
    if unknown:
        raise ApiError("ACRE_NOT_FOUND", details={"ids": unknown})
    moments = [now_s, *(now_s - days * DAY_S for days in CHANGE_DAYS)]
    wanted = [(acre_id, at_s) for acre_id in ids for at_s in moments]
    rows = await context.store.rows(
        "series.index_at", [w[0] for w in wanted], [w[1] for w in wanted]
    )
    prices = {(row["acre_id"], row["at_s"]): row for row in rows}
    result = []
    for place in places:
        assert place is not None
        now, *before = [prices[place.acre_id, at_s] for at_s in moments]
        price_e8, as_of = now["price_e8"], now["published_at_s"]
        view = tradable.get(place.acre_id)
        if view is not None:
            price_e8, as_of = view.index_price_e8, view.index_price_at_s
        changes = [change_e12(price_e8, row["price_e8"]) for row in before]
        people = context.statistics().newest(place.acre_id, Metric.POPULATION, now_s)
        result.append(_info(place, price_e8, as_of, changes, None if not people else people.value))
    return result


def _info(
    place: MarketFacts | MarketView,
    price_e8: int | None,
    as_of: int | None,
    changes: list[int | None],
    population: int | None,
) -> AcreInfo:
    day, month, year = map(optional_rate, changes)
    return AcreInfo(
        id=place.acre_id,
        name=place.name,
        state=place.state or None,
        country=place.country,
        category=place.category,
        metric=place.metric,
        currency=CURRENCY,
        price=None if price_e8 is None else str(price_e8),
        price_as_of=as_of,
        change=PriceChange(one_day=day, one_month=month, one_year=year),
        population=population,
        median_sqft=place.median_sqft if isinstance(place, MarketFacts) else None,
    )


@route(
    Base.MAIN,
    "GET",
    "/real-estate-data/acre-info",
    query=IdQuery,
    returns=AcreInfo,
    cache="stats",
    cost=costs.SOME_IDS,
)
async def get_acre_info(call: Call[IdQuery, Nothing]) -> AcreInfo:
    """Return facts and price of one area."""
    return (await acre_infos(call.context, [call.query.id], call.now_s))[0]


@route(
    Base.MAIN,
    "POST",
    "/real-estate-data/acre-infos",
    body=AcreInfosBody,
    returns=list[AcreInfo],
    codes=("ACRE_NOT_FOUND", "TOO_MANY_IDS"),
    cost=costs.SOME_IDS,
)
async def post_acre_infos(call: Call[Nothing, AcreInfosBody]) -> list[AcreInfo]:
    """Return facts and prices of up to ten areas, in the order asked."""
    ids = call.body.ids
    if len(ids) > IDS_PER_LIMITS_QUOTE_MAX:
        raise ApiError("TOO_MANY_IDS")
    if not ids:
        raise ApiError("VALIDATION", "ids: at least one id", {"field": "ids"})
    return await acre_infos(call.context, ids, call.now_s)


@route(
    Base.MAIN,
    "GET",
    "/real-estate-data/price-feed",
    query=FeedQuery,
    returns=list[PricePoint],
    cache="feed",
)
async def get_price_feed(call: Call[FeedQuery, Nothing]) -> list[PricePoint]:
    """Return the index of one area over a window."""
    span = window_span(call.query.window, call.now_s)
    if call.query.id not in await acre_ids(call.context):
        raise ApiError("ACRE_NOT_FOUND", details={"ids": [call.query.id]})
    points = await index_series(call.context.store, call.query.id, span)
    return [PricePoint(timestamp=at_s, value=str(value)) for at_s, value in points]
