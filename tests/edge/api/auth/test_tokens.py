"""Access tokens that were checked before."""

import pytest
from solders.keypair import Keypair

from edge.api.auth import tokens as module
from edge.api.auth.tokens import AccessTokens, Bearer
from edge.http.errors import ApiError
from edge.http.limits import ACCESS_LIFETIME_S, CLOCK_SKEW_S
from tests.edge.service_world import WallClock

SECRET = bytes(range(32))
WALLET = b"\x07" * 32


def made() -> tuple[AccessTokens, WallClock]:
    wall = WallClock()
    return AccessTokens(SECRET, "local", wall), wall


def issue(tokens: AccessTokens, wall: WallClock, session: str = "s") -> str:
    return tokens.issue(WALLET, session, "id", int(wall()))


def refused(tokens: AccessTokens, token: str) -> str:
    with pytest.raises(ApiError) as caught:
        tokens.check(token)
    return caught.value.code


def test_a_known_token_ends_when_it_says():
    tokens, wall = made()
    token = issue(tokens, wall)
    end_s = int(wall()) + ACCESS_LIFETIME_S
    assert tokens.check(token) == Bearer(WALLET, "s", end_s)
    wall.s = end_s + CLOCK_SKEW_S - 1
    assert tokens.check(token) == Bearer(WALLET, "s", end_s)
    wall.s += 1
    assert refused(tokens, token) == "TOKEN_EXPIRED"
    assert refused(tokens, token) == "TOKEN_EXPIRED"


def test_a_token_like_a_known_one_is_checked_itself():
    tokens, wall = made()
    token = issue(tokens, wall)
    tokens.check(token)
    signed, _, signature = token.rpartition(".")
    other = issue(tokens, wall, "other").rpartition(".")[0]
    for forged in (f"{other}.{signature}", f"{signed}.{signature[::-1]}", f"{signed}.", token[1:]):
        assert refused(tokens, forged) == "INVALID_TOKEN"
        assert refused(tokens, forged) == "INVALID_TOKEN"
    assert tokens.check(token).session_id == "s"


def test_known_tokens_are_bounded_and_a_forgotten_one_is_good_again(monkeypatch):
    monkeypatch.setattr(module, "CHECKED_TOKENS_MAX", 3)
    tokens, wall = made()
    issued = [issue(tokens, wall, f"s{number}") for number in range(5)]
    for _ in range(2):
        for number, token in enumerate(issued):
            assert tokens.check(token).session_id == f"s{number}"
            assert len(tokens._checked) <= 3


async def test_a_known_token_ends_with_its_session(service):
    session = await service.login(Keypair())
    headers = {"Authorization": f"Bearer {session['accessToken']}"}
    path = "/express/v1/predictions/portfolio"
    await service.get(path, headers=headers)
    await service.post("/api/v1/auth/logout", {"refreshToken": session["refreshToken"]}, 204)
    answer = await service.get(path, 401, headers=headers)
    assert answer["code"] == "INVALID_TOKEN"
