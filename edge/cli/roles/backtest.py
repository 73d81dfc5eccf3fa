"""The role `backtest`: strategies over the catalogue's history, in the foreground."""

import argparse
import importlib.util
import sys
from pathlib import Path

from chain.catalogue import CatalogueError, load_catalogue
from edge.cli.main import EXIT_CONFIGURATION
from edge.core.settings import Settings
from edge.simulation.parameters import read_changes


def run(settings: Settings, parsed: argparse.Namespace) -> int:
    """Run the backtest and print its report; returns the exit status."""
    if importlib.util.find_spec("numba") is None:
        print(
            "acre: a backtest needs numba, which has no package for this machine.", file=sys.stderr
        )
        return EXIT_CONFIGURATION
    from numba.core.errors import NumbaError

    try:
        return _run(settings, parsed)
    except NumbaError as error:
        reason = str(error).strip()
        print(f"acre: numba cannot compile the strategy:\n{reason}", file=sys.stderr)
    except (ArithmeticError, CatalogueError, LookupError, OSError, ValueError) as error:
        print(f"acre: {error}", file=sys.stderr)
    return EXIT_CONFIGURATION


def _run(settings: Settings, parsed: argparse.Namespace) -> int:
    from edge.backtest.files import strategies_of
    from edge.backtest.markets import load_series
    from edge.backtest.report import report_lines
    from edge.backtest.saved import saved_run, write_run
    from engine.backtest.run import Venue
    from engine.backtest.walk import Fold, Lab, rolling

    if parsed.save and not Path(parsed.save).absolute().parent.is_dir():
        raise ValueError(f"{parsed.save}: there is no such directory.")  # before a long run
    strategies = strategies_of(parsed.strategies)
    venue = Venue(
        pool_e6=parsed.pool * 10**6,
        collateral_e6=parsed.collateral * 10**6,
        band=parsed.band,
        changes=read_changes(parsed.set),
    )
    catalogue = load_catalogue(settings.data_dir, settings.catalogue)
    series = load_series(
        catalogue, parsed.symbols, parsed.markets, parsed.from_year, parsed.to_year
    )
    lab = Lab(series, venue)
    if parsed.whole:
        folds: tuple[Fold, ...] = (Fold(lab.whole, lab.whole),)
        split = "fitted and tested on all days"
    else:
        folds = rolling(lab.whole, parsed.fit_years, parsed.test_years)
        split = (
            f"walk-forward: {len(folds)} tests of {parsed.test_years} years, parameters fitted on"
            f" the {parsed.fit_years} years before each"
        )
    outcomes = [lab.test(strategy, folds) for strategy in strategies]
    document = saved_run(split, [each.symbol for each in series], venue, outcomes)
    print("\n".join(report_lines(document)))
    rate = lab.steps / max(lab.seconds, 1e-9) / 1e6
    print(f"\n{lab.steps:,} steps in {lab.seconds:.1f} s on one core: {rate:.2f} million a second")
    if parsed.save:
        write_run(document, Path(parsed.save))
        print(f"Saved: {parsed.save}")
    return 0
