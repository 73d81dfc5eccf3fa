"""Series of a file as figures: by month, with the time from which each was out."""

from collections.abc import Mapping
from typing import Final

from chain.catalogue.statistics import Figure, month_start_s
from chain.catalogue.weeks import months_of_weeks
from chain.importers.reading import Series, Step

DAY_S: Final = 86_400
LAG_MONTHS: Final = {Step.MONTH: 1, Step.QUARTER: 2, Step.WEEK: 1}


def figures_of(series: Series) -> list[Figure]:
    """Return the figures by period.

    A month is out LAG_MONTHS after its end, a quarter likewise, the survey of a day on the next.
    Of weeks months are made: the sum of all its Saturdays, or the value of the last one.
    """
    if series.step is Step.DAY:
        return [Figure(day * DAY_S, (day + 1) * DAY_S, v) for day, v in series.values.items()]
    months: Mapping[int, int | None] = series.values
    if series.step is Step.WEEK:
        months = months_of_weeks(series.values, series.metric)
    lag = LAG_MONTHS[series.step]
    return [
        Figure(month_start_s(month), month_start_s(month + 1 + lag), value)
        for month, value in months.items()
    ]
