"""The arguments of `acre report-role`; kept apart, so that other roles start without a driver."""

import argparse


def add_arguments(role: argparse.ArgumentParser) -> None:
    """Add the name, and dropping it."""
    role.add_argument("--name", default="acre_reader", help="of the role (acre_reader)")
    role.add_argument("--drop", action="store_true", help="drop it instead")
