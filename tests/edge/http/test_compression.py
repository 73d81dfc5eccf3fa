"""Long public answers are compressed on request and decode to the same answers."""

import gzip

import aiohttp
import pytest

from edge.http.compression import gzipped, is_compressible, takes_gzip
from edge.http.limits import COMPRESSED_BYTES_MAX, COMPRESSED_BYTES_MIN

LONG = "/api/v1/account/markets"
SHORT = "/api/v1/account/paused"


@pytest.mark.parametrize(
    ("header", "takes"),
    [
        (None, False),
        ("", False),
        ("gzip", True),
        ("GZip", True),
        ("gzip, deflate, br", True),
        ("br ,  gzip ; q=0.5", True),
        ("*", True),
        ("gzip;q=1", True),
        ("gzip;q=0.001", True),
        ("gzip;q=0", False),
        ("*, gzip;q=0", False),
        ("*;q=0, gzip", True),
        ("br, *;q=0", False),
        ("br, gzip; q=0.000", False),
        ("x-gzip, br", False),
        ("identity", False),
        ("gzipped", False),
        ("gzip;q=", False),
    ],
)
def test_accepted_encodings(header, takes):
    assert takes_gzip(header) is takes


@pytest.mark.parametrize(
    ("length", "is_so"),
    [
        (COMPRESSED_BYTES_MIN - 1, False),
        (COMPRESSED_BYTES_MIN, True),
        (COMPRESSED_BYTES_MAX, True),
        (COMPRESSED_BYTES_MAX + 1, False),
    ],
)
def test_compressed_lengths(length, is_so):
    assert is_compressible(b"1" * length) is is_so


def test_the_same_answer_is_packed_once_and_always_the_same():
    body = b"acre " * 1_000
    assert gzipped(body) is gzipped(bytes(bytearray(body)))
    assert gzip.decompress(gzipped(body)) == body


async def raw(service, path, accepted, method="GET", **headers):
    """Return an answer as it comes over the socket: the client unpacks nothing."""
    headers = {"Accept-Encoding": accepted, **headers}
    async with aiohttp.ClientSession(auto_decompress=False) as session:
        url = service.client.make_url(path)
        async with session.request(method, url, headers=headers) as answer:
            return answer.status, answer.headers, await answer.read()


async def test_a_long_public_answer_is_sent_packed_with_a_tag_of_its_own(service):
    plain_status, plain, body = await raw(service, LONG, "identity")
    status, packed, small = await raw(service, LONG, "br, gzip")
    assert (plain_status, status) == (200, 200)
    assert "Content-Encoding" not in plain
    assert packed["Content-Encoding"] == "gzip"
    assert packed["Vary"] == plain["Vary"] == "Origin, Accept-Encoding"
    assert packed["Content-Type"] == plain["Content-Type"]
    assert int(packed["Content-Length"]) == len(small) < len(body) / 2
    assert gzip.decompress(small) == body
    assert packed["ETag"] == plain["ETag"][:-1] + '-gzip"'


async def test_each_of_the_two_is_confirmed_by_its_own_tag(service):
    for accepted in ("identity", "gzip"):
        other = {"identity": "gzip", "gzip": "identity"}[accepted]
        _, headers, _ = await raw(service, LONG, accepted)
        known = {"If-None-Match": headers["ETag"]}
        status, again, body = await raw(service, LONG, accepted, **known)
        assert (status, body, again["ETag"]) == (304, b"", headers["ETag"])
        assert again["Vary"] == "Origin, Accept-Encoding"
        assert "Content-Encoding" not in again
        status, _, _ = await raw(service, LONG, other, **known)
        assert status == 200


async def test_head_tells_the_length_of_what_would_be_sent(service):
    _, headers, small = await raw(service, LONG, "gzip")
    status, head, nothing = await raw(service, LONG, "gzip", "HEAD")
    assert (status, nothing) == (200, b"")
    assert head["Content-Encoding"] == "gzip"
    assert head["Content-Length"] == headers["Content-Length"] == str(len(small))


async def test_short_answers_are_never_packed(service):
    _, headers, _ = await raw(service, SHORT, "gzip")
    assert "Content-Encoding" not in headers
    assert headers["Vary"] == "Origin"
