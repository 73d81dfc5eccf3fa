"""/ready and /status tell what the core cannot do at the moment."""

import asyncio
from time import monotonic

EXPRESS = "/express/v1"


async def test_a_service_that_can_work_is_ready(service):
    answer = await service.get(f"{EXPRESS}/ready")
    assert (answer["status"], answer["database"], answer["journal"]) == ("ready", "ok", "ok")
    assert answer["journalAgeMs"] < 5_000
    assert answer["waiting"] == []


async def test_a_database_that_takes_nothing_is_503_and_degrades_the_status(service):
    service.projecting.cancel()
    await asyncio.gather(service.projecting, return_exceptions=True)
    projector = service.context.projector
    projector.projected_seq -= 1  # commands wait, and nothing is written
    projector._advanced_at_s = monotonic() - 6
    refused = await service.get(f"{EXPRESS}/ready", 503)
    assert refused["code"] == "MAINTENANCE"
    assert refused["details"] == {"failed": ["database"]}
    assert (await service.get(f"{EXPRESS}/status"))["status"] == "degraded"


async def test_a_journal_that_takes_nothing_is_503(service):
    service.context.sequencer._flushing_since_s = monotonic() - 6
    refused = await service.get(f"{EXPRESS}/ready", 503)
    assert refused["details"] == {"failed": ["journal"]}


async def test_loops_that_wait_for_the_machine_are_named(service):
    service.context.health.trouble.waiting["follower"] = "No space left on device"
    assert (await service.get(f"{EXPRESS}/ready"))["waiting"] == ["follower"]
    assert (await service.get(f"{EXPRESS}/status"))["status"] == "degraded"
