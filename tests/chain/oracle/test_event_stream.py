import pytest
from hypothesis import given
from hypothesis import strategies as st

from chain.oracle.event_stream import EventStream, EventTooLargeError, ServerEvent


def read(content: bytes, bytes_max: int = 1_000) -> list[ServerEvent]:
    return EventStream(bytes_max).feed(content)


@pytest.mark.parametrize(
    ("content", "events"),
    [
        (b"data:one\n\n", [("message", "one")]),
        (b"data: one\n\n", [("message", "one")]),
        (b"data:  two spaces\n\n", [("message", " two spaces")]),
        (b"data:a\ndata:b\ndata\n\n", [("message", "a\nb\n")]),
        (b"event: error\ndata:late\n\ndata:x\n\n", [("error", "late"), ("message", "x")]),
        (b":\n\n: keep-alive\n\ndata:x\n\n", [("message", "x")]),
        (b":comment\ndata:x\n:comment\n\n", [("message", "x")]),
        (
            b"data:a\r\n\r\ndata:b\r\rdata:c\n\n",
            [("message", "a"), ("message", "b"), ("message", "c")],
        ),
        (b"id:7\nretry:10\nwhat:ever\nlonely\ndata:x\n\n", [("message", "x")]),
        (b"\xef\xbb\xbfdata:x\n\n", [("message", "x")]),
        (b"data:\xef\xbb\xbfx\n\n", [("message", "\ufeffx")]),
        (b"event:only\n\ndata:x\n\n", [("message", "x")]),
        (b"data:\n\n", [("message", "")]),
        (b"data:\xff\n\n", [("message", "\ufffd")]),
        (b"data:unfinished\n", []),
        (b"\n\n\n", []),
    ],
)
def test_events(content, events):
    assert read(content) == events


@given(
    st.lists(st.sampled_from([b"data:x", b"data:", b"event:e", b":c", b"", b"\n", b"\r", b"\r\n"])),
    st.data(),
)
def test_chunk_boundaries_do_not_matter(pieces, data):
    content = b"".join(pieces)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(content)))))
    stream, events = EventStream(10_000), []
    for start, end in zip([0, *cuts], [*cuts, len(content)], strict=True):
        events += stream.feed(content[start:end])
    assert events == read(content, 10_000)


@pytest.mark.parametrize(
    "content",
    [b"data:" + b"x" * 100, b"data:x\n" * 20, b":" + b"c" * 100, b"event:" + b"e" * 100 + b"\n"],
)
def test_an_endless_event_is_refused_before_it_fills_memory(content):
    with pytest.raises(EventTooLargeError):
        read(content, 100)


def test_many_small_events_and_comments_are_no_large_one():
    assert len(read(b":comment\n" * 100 + b"data:x\n\n" * 100, 20)) == 100


def test_an_event_of_just_the_size_is_taken():
    longest = b"event:e\ndata:" + b"x" * 88  # 100 bytes without the line feeds
    assert read(longest + b"\n\n", 100) == [("e", "x" * 88)]
    with pytest.raises(EventTooLargeError):
        read(longest + b"x", 100)
