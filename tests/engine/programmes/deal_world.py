"""A market and an index for deals."""

from engine.programmes.deals.analysis import DealRequest, IndexPoint, analyse_deal
from engine.programmes.deals.costs import DealRates
from engine.programmes.deals.paper_trade import FundingPoint, MarketTerms

E6, E8, E12, E18 = 10**6, 10**8, 10**12, 10**18
DAY_S = 86_400
NOW_S = 10_000 * DAY_S


def terms(**changed):
    known = {
        "skew_e6": 0,
        "skew_scale_e6": 0,
        "maker_fee_rate_e12": 2 * E12 // 10_000,
        "taker_fee_rate_e12": 15 * E12 // 10_000,
        "max_leverage_e12": 10 * E12,
    }
    return MarketTerms(**(known | changed))


FREE = terms(maker_fee_rate_e12=0, taker_fee_rate_e12=0)


def index(*prices, days=182):
    """Daily prints: prices (whole numbers or e8) spread over the last days, the first first."""
    return [
        IndexPoint(NOW_S - days * DAY_S + place * days * DAY_S // max(1, len(prices) - 1), price)
        for place, price in enumerate(round(price * E8) for price in prices)
    ]


def funding(*values, days=182):
    """The funding index at equal steps over the last days."""
    return [
        FundingPoint(NOW_S - days * DAY_S + place * days * DAY_S // (len(values) - 1), value * E18)
        for place, value in enumerate(values)
    ]


def deal(prices, market=FREE, paid=(), rates=None, days=182, **request):
    asked = DealRequest(rates=rates or DealRates(), **request)
    return analyse_deal(asked, market, index(*prices, days=days), paid, NOW_S)
