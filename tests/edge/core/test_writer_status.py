"""What the core says of itself: read as it was written; another secret is named at once."""

import pytest

from edge.api.auth.keys import load_secret
from edge.core.writer_status import OtherSecretError, check_secret, mark_of


def test_the_mark_of_a_secret_tells_machines_apart_and_nothing_else(tmp_path):
    ours, theirs = tmp_path / "ours", tmp_path / "theirs"
    secret = load_secret(ours)
    mark = mark_of(secret)
    assert secret.hex() not in mark
    assert mark not in secret.hex()
    check_secret(ours, mark)
    check_secret(theirs, "")  # of a writer that says nothing of it
    with pytest.raises(OtherSecretError, match="Copy it from the writer") as caught:
        check_secret(theirs, mark)
    assert load_secret(theirs).hex() not in str(caught.value)
