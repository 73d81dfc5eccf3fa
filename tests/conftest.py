"""Shared by all tests: one throw-away PostgreSQL cluster a run, one database a test module."""

import os
import re
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import hypothesis
import pytest

from chain.client import wallet as wallet_module
from edge.database.embedded import EmbeddedPostgres

DATABASE_NAME_MAX = 60
CONFIRMATION_POLL_S = 0.01  # the nodes of most tests close a slot that often

# No test is decided by timing; a failing example prints how to repeat it.
hypothesis.settings.register_profile("acre", deadline=None, print_blob=True)
hypothesis.settings.register_profile(
    "nightly",
    hypothesis.settings.get_profile("acre"),
    max_examples=5_000,
    stateful_step_count=80,
)
hypothesis.settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "acre"))


@pytest.fixture(scope="session", autouse=True)
def _confirmations_are_seen_soon() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(wallet_module, "POLL_S", CONFIRMATION_POLL_S)
        yield


@pytest.fixture(scope="session")
def postgres_cluster() -> Iterator[EmbeddedPostgres]:
    """An embedded cluster without durability, ended and removed after the run."""
    home = Path(tempfile.mkdtemp(prefix="acre-test-"))
    cluster = EmbeddedPostgres(home / "postgres", fast=True)
    with (home / "postgres.log").open("wb") as log:
        cluster.start(log)
    try:
        cluster.wait_ready()
        yield cluster
    finally:
        cluster.stop()
        shutil.rmtree(home, ignore_errors=True)


@pytest.fixture(scope="module")
def database_url(postgres_cluster: EmbeddedPostgres, request: pytest.FixtureRequest) -> str:
    """The address of an empty database that belongs to this test module alone."""
    name = re.sub(r"\W+", "_", request.module.__name__)[-DATABASE_NAME_MAX:].lower()
    return postgres_cluster.create_database(name)


@pytest.fixture
def clean_environment(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """An environment without variables of ours, whatever the person who runs the tests has set."""
    for name in os.environ:
        if name.startswith("ACRE_") or name == "DATABASE_URL":
            monkeypatch.delenv(name)
    return monkeypatch
