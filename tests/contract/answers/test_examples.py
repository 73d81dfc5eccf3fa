"""Each call has an example that was recorded, that its schema allows, and that is like today's."""

import jsonschema_rs
import pytest
from solders.keypair import Keypair

from edge.http.openapi.recorded import key_of, recorded
from edge.http.route import JSON, ROUTES
from tests.contract.answers.parts import EXPRESS, MAIN
from tests.contract.answers.recorded import compare, unlike
from tests.contract.calls import DOCUMENTS
from tests.edge.api.auth.test_cookies import hardware_body
from tests.edge.described import closed, document_of
from tests.edge.service_world import text_of

pytestmark = pytest.mark.asyncio(loop_scope="session")


def with_answers():
    return [
        item
        for item in ROUTES
        if item.media == JSON and item.returns is not None and item.path not in DOCUMENTS
    ]


async def test_every_call_that_answers_has_an_example_and_no_other():
    assert recorded().keys() == {key_of(item) for item in with_answers()}


async def test_examples_are_what_the_schemas_allow_and_nothing_more():
    wrong = []
    for item in with_answers():
        whole = document_of(item.base)
        answer = whole["paths"][item.path][item.method.lower()]["responses"][str(item.status)]
        content = answer["content"][JSON]
        schema = closed({**content["schema"], "components": whole["components"]})
        kind = jsonschema_rs.validator_for(schema)
        errors = kind.iter_errors(content["example"])
        wrong += [f"{key_of(item)}: {one.message}" for one in errors]
    assert not wrong, wrong


async def test_examples_have_no_secrets():
    text = "".join(str(recorded()[key_of(item)]) for item in with_answers() if "auth" in item.path)
    assert "<accessToken>" in text
    assert "eyJ" not in text


@pytest.mark.parametrize("base", [MAIN, EXPRESS])
async def test_sign_in_answers_as_its_examples(inhabited, base):
    service, wallet = inhabited.service, Keypair()
    address = text_of(wallet)
    path = "/auth/login/message" if base == MAIN else "/auth/login"
    issued = await service.get(f"{base}{path}?address={address}")
    compare(f"GET {base}{path}", issued)
    signature = str(wallet.sign_message(issued["message"].encode()))
    body = {"address": address, "message": issued["message"], "signature": signature}
    whole = await service.post(f"{base}/auth/login", body)
    compare(f"POST {base}/auth/login", whole)
    session = whole["info"] if base == MAIN else whole
    headers = {"Authorization": f"Bearer {session['accessToken']}"}
    for path in ("hardware-wallet-login", "login/hardware-wallet"):
        body = await hardware_body(service, Keypair())
        compare(f"POST {base}/auth/{path}", await service.post(f"{base}/auth/{path}", body))
    body = {"address": address}
    found = await service.post(f"{base}/auth/challenge", body, headers=headers)
    compare(f"POST {base}/auth/challenge", found)
    body = {"refreshToken": session["refreshToken"]}
    found = await service.post(f"{base}/auth/refresh-token", body)
    compare(f"POST {base}/auth/refresh-token", found)
    headers = {"Authorization": f"Bearer {found['accessToken']}"}
    found = await service.get(f"{base}/auth/sessions", headers=headers)
    compare(f"GET {base}/auth/sessions", found)
    found = await service.post(f"{base}/auth/logout-all", {"keepCurrent": True}, headers=headers)
    compare(f"POST {base}/auth/logout-all", found)


@pytest.mark.parametrize(
    ("example", "found"),
    [({"a": 1}, {"a": "1"}), ({"a": 1}, {}), ({}, {"a": 1}), ([{"a": 1}], [{"b": 1}]),
     ({"a": True}, {"a": 1}), ({"a": {"b": 1}}, {"a": {"b": []}})],
)  # fmt: skip
async def test_an_example_of_another_shape_is_found(example, found):
    assert unlike(example, found)
    assert not unlike(example, example)
