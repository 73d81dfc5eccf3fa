"""The AsyncAPI document of the stream: valid, served, and true of what the stream sends.

Each message that a test of this folder hears is checked in `described.py`.
"""

import json
import re

import jsonschema_rs
import pytest

from edge.streams.messages import CHANNELS
from tests.edge.service_world import text_of
from tests.edge.streams.described import DOCUMENT, asked_name, assert_described, validator
from tests.edge.streams.test_stream import listening
from tests.tidy.tree import ROOT

# The schema of AsyncAPI itself, from a package of npm.
SPECIFICATION = ROOT / "web/node_modules/@asyncapi/specs/schemas/3.0.0.json"


def test_it_is_asyncapi():
    schema = json.loads(SPECIFICATION.read_text())
    jsonschema_rs.Draft7Validator(schema).validate(DOCUMENT)
    broken = {**DOCUMENT, "channels": {"stream": {"address": 7}}}
    assert not jsonschema_rs.Draft7Validator(schema).is_valid(broken)


def test_every_reference_leads_somewhere():
    text = json.dumps(DOCUMENT)
    for reference in set(re.findall(r'"\$ref": "#/([^"]+)"', text)):
        place = DOCUMENT
        for part in reference.split("/"):
            place = place[part]
    used = set(re.findall(r"#/components/schemas/(\w+)", text))
    assert used == set(DOCUMENT["components"]["schemas"])


async def test_it_is_served_with_its_own_address(service):
    made = await service.get("/express/v1/asyncapi.json")
    here = made["servers"]["here"]
    assert f"http://{here['host']}" == service.context.gate.public_url
    assert here["protocol"] == "ws"
    assert {**made, "servers": 0, "info": 0} == {**DOCUMENT, "servers": 0, "info": 0}


@pytest.mark.parametrize(
    ("message", "is_valid"),
    [
        ({"op": "subscribe", "channels": ["markets"]}, True),
        ({"op": "subscribe", "channels": ["markets"], "id": "x" * 64}, True),
        ({"op": "subscribe", "channels": ["markets"], "id": "x" * 65}, False),
        ({"op": "subscribe", "channels": []}, False),
        ({"op": "subscribe"}, False),
        ({"op": "auth", "token": "t"}, True),
        ({"op": "auth"}, False),
        ({"op": "ping"}, True),
    ],
)
async def test_what_clients_may_send_is_what_the_service_takes(service, message, is_valid):
    assert validator(asked_name(message["op"])).is_valid(message) == is_valid
    async with listening(service) as listener:
        await listener.say(**message)
        answer = await listener.hear()
    is_refused = answer["type"] == "error" and answer["code"] in {"VALIDATION", "NO_TOKEN"}
    assert is_refused != is_valid


async def test_every_channel_of_the_table_is_one_of_the_service(service):
    wallet = await service.trader()
    session = await service.login(wallet)
    values = {"marketId": "1", "address": text_of(wallet)}
    heard = set()
    async with listening(service) as listener:
        await listener.say(op="auth", token=session["accessToken"])
        await listener.hear("authenticated")
        for kind in CHANNELS:
            if kind.parameter == "predictionMarketId":
                continue  # the service of this test has none: test_stream_predictions.py
            name = kind.address
            for parameter, value in values.items():
                name = name.replace(f"{{{parameter}}}", value)
            assert re.match(kind.pattern, name)
            await listener.say(op="subscribe", channels=[name])
            message = await listener.hear("snapshot", name)
            heard.add(kind.address)
            assert message["sequence"] == 0
        await listener.say(op="subscribe", channels=["nothing"])
        assert (await listener.hear("error"))["code"] == "UNKNOWN_CHANNEL"
    assert len(heard) == len(CHANNELS) - 1


def test_a_field_more_or_less_is_noticed():
    message = {"type": "pong", "serverTime": 1}
    assert_described(message)
    for wrong in ({**message, "more": 1}, {"type": "pong"}, {"type": "pong", "serverTime": "1"}):
        with pytest.raises(AssertionError):
            assert_described(wrong)
