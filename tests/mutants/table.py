"""All mutants, by the subject of their wrong."""

from tests.mutants import (
    of_baskets,
    of_dead_market,
    of_delegates,
    of_following,
    of_funding_and_prints,
    of_holding,
    of_liquidation,
    of_market_end,
    of_orders,
    of_pool,
    of_predictions,
    of_scan,
    of_state,
    of_trading,
)
from tests.mutants.mutant import Mutant

MUTANTS: tuple[Mutant, ...] = (
    *of_trading.MUTANTS,
    *of_baskets.MUTANTS,
    *of_funding_and_prints.MUTANTS,
    *of_holding.MUTANTS,
    *of_liquidation.MUTANTS,
    *of_dead_market.MUTANTS,
    *of_delegates.MUTANTS,
    *of_following.MUTANTS,
    *of_market_end.MUTANTS,
    *of_orders.MUTANTS,
    *of_pool.MUTANTS,
    *of_scan.MUTANTS,
    *of_state.MUTANTS,
    *of_predictions.MUTANTS,
)
