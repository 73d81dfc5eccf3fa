"""The role `simulate`: the market simulation over the catalogue's history, in the foreground."""

import argparse
import sys
import time
from pathlib import Path

from chain.catalogue import CatalogueError, load_catalogue
from edge.cli.main import EXIT_CONFIGURATION
from edge.core.settings import Settings
from edge.simulation.history import load_history
from edge.simulation.page import page_html
from edge.simulation.parameters import read_changes
from edge.simulation.report import Report, report_lines
from engine.simulation.options import DESIGNS, Agent, Forecast, Options
from engine.simulation.run import Simulation


def run(settings: Settings, parsed: argparse.Namespace) -> int:
    """Run the simulation and print its report; returns the exit status."""
    started = time.monotonic()
    try:
        options = _options(parsed)
        catalogue = load_catalogue(settings.data_dir, settings.catalogue)
        history = load_history(catalogue, parsed.markets, parsed.years)
        result = Simulation(history, options).run()
    except (CatalogueError, ValueError) as error:
        print(f"acre: {error}", file=sys.stderr)
        return EXIT_CONFIGURATION
    report = Report.of(result, options)
    print("\n".join(report_lines(report)))
    print(f"\n{result.commands:,} commands in {time.monotonic() - started:.1f} s")
    if parsed.html:
        try:
            Path(parsed.html).write_text(page_html(report), encoding="utf-8")
        except OSError as error:
            print(f"acre: {parsed.html}: {error.strerror}", file=sys.stderr)
            return EXIT_CONFIGURATION
        print(f"Page: {parsed.html}")
    return 0


def _options(parsed: argparse.Namespace) -> Options:
    if parsed.design not in DESIGNS:
        raise ValueError(
            f"there is no design {parsed.design!r}; the parameters of the engine can express: "
            f"{', '.join(DESIGNS)}."
        )
    return Options(
        seed=parsed.seed,
        noise=parsed.noise,
        is_mean_reverting=parsed.mean_reverting,
        organic=parsed.organic,
        forecast=Forecast(parsed.forecast),
        design=parsed.design,
        agents=_agents(parsed.agents),
        acts_at_print=parsed.act_at_print,
        auction_share=parsed.auction_share,
        changes=read_changes(parsed.set),
    )


def _agents(text: str) -> tuple[Agent, ...]:
    """Return the agents of a list, each once, in the order of the table."""
    if text == "none":
        return ()
    names = text.split(",")
    for name in names:
        if name not in list(Agent):
            raise ValueError(f"there is no agent {name!r}; there are {', '.join(Agent)}.")
    return tuple(agent for agent in Agent if agent in names)
