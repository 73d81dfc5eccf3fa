"""Both documents against the running service, fuzzed within bounds and with a fixed seed.

`tests/nightly` fuzzes longer: ACRE_TEST_CALLS_EXAMPLES for each call, ACRE_TEST_CALLS_SEED.
"""

import os

import pytest

from edge.http.route import Base
from tests.contract.fuzz import Run, fuzz
from tests.edge.service_world import running_service

RUN = Run(
    examples=int(os.environ.get("ACRE_TEST_CALLS_EXAMPLES", "2")),
    seed=int(os.environ.get("ACRE_TEST_CALLS_SEED", "20260101")),
)


@pytest.mark.timeout(0)
@pytest.mark.parametrize("base", Base, ids=lambda base: base.name.lower())
async def test_the_service_does_what_its_document_says(base, tmp_path, database_url):
    async with running_service(tmp_path, database_url) as service:
        status, report = await fuzz(service, base, RUN, tmp_path)
    assert status == 0, report
