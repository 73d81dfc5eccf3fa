import pytest

from chain.catalogue import load_catalogue
from chain.oracle.build import build_oracle, read_key
from chain.oracle.options import OracleOptions
from chain.oracle.source import OracleError
from tests.engine.sequencer.factories import open_sequencer

KEY = "a-key-that-must-not-be-seen"


def key_file(tmp_path, content: str | bytes, mode: int = 0o600):
    path = tmp_path / "hermes-key"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    path.chmod(mode)
    return path


def test_a_key_is_one_line_that_only_its_owner_reads(tmp_path):
    assert read_key(key_file(tmp_path, f"{KEY}\n")) == KEY
    assert read_key(key_file(tmp_path, KEY, 0o400)) == KEY


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o660, 0o601])
def test_a_key_that_others_may_read_is_refused(tmp_path, mode):
    path = key_file(tmp_path, KEY, mode)
    with pytest.raises(OracleError) as caught:
        read_key(path)
    assert str(caught.value) == (
        f"The key file {path} can be read by others; give it the mode 0600 (chmod 600)."
    )


@pytest.mark.parametrize(
    "content", ["", "\n", f"{KEY} {KEY}", f"{KEY}\n{KEY}", f"{KEY}\r\nX: y", "k" * 513, b"\xc3\xa9"]
)
def test_an_invalid_key_is_refused_without_showing_it(tmp_path, content):
    path = key_file(tmp_path, content)
    with pytest.raises(OracleError) as caught:
        read_key(path)
    assert str(path) in str(caught.value)
    assert KEY not in str(caught.value)
    assert caught.value.__cause__ is None


def test_a_missing_key_is_named(tmp_path):
    with pytest.raises(OracleError, match=r"nothing cannot be read: No such file or directory\.$"):
        read_key(tmp_path / "nothing")
    with pytest.raises(OracleError):
        read_key(tmp_path)


@pytest.mark.parametrize(
    ("names", "quorum"), [(("replay",), 1), (("csv",), 1), (("hermes", "csv"), 2)]
)
async def test_the_sources_that_are_named_are_built(tmp_path, names, quorum):
    sequencer = await open_sequencer(tmp_path / "journal")
    options = OracleOptions(
        sources=names,
        quorum=quorum,
        hermes_url="https://hermes.example/v",
        hermes_key_file=key_file(tmp_path, KEY),
        prints=tmp_path,
    )
    status = build_oracle(options, load_catalogue(None, "texas"), sequencer).status()
    assert tuple(source.name for source in status.sources) == names
    assert KEY not in repr(options)
    await sequencer.close()


async def test_a_bad_key_file_stops_the_start(tmp_path):
    sequencer = await open_sequencer(tmp_path / "journal")
    options = OracleOptions(sources=("hermes",), hermes_key_file=tmp_path / "nothing")
    with pytest.raises(OracleError):
        build_oracle(options, load_catalogue(None, "texas"), sequencer)
    await sequencer.close()
