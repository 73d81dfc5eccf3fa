"""The node's metrics, for programs of its machine."""

import re

import aiohttp
from aiohttp.test_utils import make_mocked_request

from chain.node.server.metrics import FIGURES, NodeMetrics
from chain.node.server.server import NodeServer


async def test_the_node_exports_slots_sockets_and_the_size_of_its_store(tmp_path):
    node = await NodeServer.start(tmp_path, slot_ms=10)
    try:
        async with aiohttp.ClientSession() as session:
            websocket = await session.ws_connect(node.ws_url)
            async with session.get(f"{node.url}/metrics") as answer:
                assert answer.status == 200
                text = await answer.text()
            await websocket.close()
    finally:
        await node.stop()
    values = dict(re.findall(r"^(acre_node_\w+) (\S+)$", text, re.MULTILINE))
    assert values.keys() == {name for name, _ in FIGURES} | {"acre_node_transactions_total"}
    figures = {name: float(value) for name, value in values.items()}
    assert figures["acre_node_slot"] >= figures["acre_node_confirmed_slot"]
    assert figures["acre_node_confirmed_slot"] >= figures["acre_node_finalized_slot"]
    assert figures["acre_node_sockets"] == figures["acre_node_healthy"] == 1
    assert figures["acre_node_store_bytes"] > 0


async def test_other_machines_find_no_metrics(tmp_path):
    node = await NodeServer.start(tmp_path, slot_ms=10)
    try:
        metrics = NodeMetrics(node.ledger, lambda: 0, lambda: 0)
        request = make_mocked_request("GET", "/metrics").clone(remote="192.0.2.1")
        try:
            await metrics.answer(request)
            raise AssertionError("answered")
        except aiohttp.web.HTTPNotFound:
            pass
    finally:
        await node.stop()
