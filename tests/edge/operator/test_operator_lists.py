"""The operator's lists as text: accepted and refused lines, and their errors."""

import os

import pytest
from solders.keypair import Keypair

from chain.client.addresses import to_base58
from chain.client.wallet import address_of
from edge.http.limits import BADGE_MINTS_MAX
from edge.operator import list_files as operator_lists
from edge.operator.list_files import (
    Claim,
    ListError,
    OperatorFile,
    airdrop_table,
    badge_table,
    risk_flaw,
    risk_lines,
)

A, B = bytes([1]) * 32, bytes([2]) * 32
A_TEXT, B_TEXT = to_base58(A), to_base58(B)
SIGNATURE = str(Keypair.from_seed(bytes(32)).sign_message(b"paid"))
HEAD = "address,amount,claimed_at,signature\n"


def test_a_risk_list_has_an_address_a_line_and_comments():
    text = f"# sanctions\n\n{A_TEXT}  # since 2031\r\n {B_TEXT}\t\n{A_TEXT}"
    lines = risk_lines(text)
    assert lines.addresses == {A, B}
    assert (lines.refused, risk_flaw(lines)) == ((), "")
    assert risk_lines("# empty\n").addresses == risk_lines("\n").addresses == frozenset()
    with pytest.raises(ListError, match="The file is empty; an empty list needs a line"):
        risk_lines("")


def test_lines_that_are_no_addresses_are_named():
    lines = risk_lines(f"{A_TEXT},{B_TEXT}\n{A_TEXT}\n0x00\n{A_TEXT[:-2]}\n{A_TEXT}11\nOIl0")
    assert (lines.addresses, lines.refused) == ({A}, (1, 3, 4, 5, 6))
    assert risk_flaw(lines) == "5 lines hold no address, beginning with 1, 3, 4, 5, 6."
    many = risk_flaw(risk_lines("x\n" * 1_000))
    numbers = ", ".join(map(str, range(1, 21)))
    assert many == f"1000 lines hold no address, beginning with {numbers}."


def test_the_table_of_the_airdrop():
    rows = f"{A_TEXT},412.5,,\n\n{B_TEXT}, 0.000001 ,2031-05-01T12:00:00Z,{SIGNATURE}\n"
    assert airdrop_table(HEAD + rows) == {
        A: Claim(412_500_000, None, None),
        B: Claim(1, 1_935_403_200, SIGNATURE),
    }
    assert airdrop_table(f"amount,address\n7,{A_TEXT}\n") == {A: Claim(7_000_000, None, None)}
    without_signature = airdrop_table(f"{HEAD}{A_TEXT},7,2031-05-01,\n")
    assert without_signature == {A: Claim(7_000_000, 1_935_360_000, None)}
    assert airdrop_table(HEAD) == {}


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "The file is empty; it needs a first line with the columns."),
        ("address\n", "must name the columns address,amount,claimed_at,signature."),
        ("address,amount,note\n", "must name the columns address,amount,claimed_at,signature."),
        (f"{A_TEXT},5,,\n", "must name the columns"),
        (f"{HEAD}me,5,,\n", "Line 2: 'me' is no address."),
        (f"{HEAD}{A_TEXT},5\n", "Line 2: expected 4 values."),
        (f"{HEAD}{A_TEXT},5,,\n{A_TEXT},6,,\n", f"Line 3: {A_TEXT} appears twice."),
        (f"{HEAD}{A_TEXT},,,\n", "Line 2: must be a number such as 412.50"),
        (f"{HEAD}{A_TEXT},-1,,\n", "Line 2: must be a number such as 412.50"),
        (f"{HEAD}{A_TEXT},1e3,,\n", "Line 2: must be a number such as 412.50"),
        (f"{HEAD}{A_TEXT},0.0000001,,\n", "has more than 6 digits after the point"),
        (f"{HEAD}{A_TEXT},9223372036854.775808,,\n", "is too large"),
        (f"{HEAD}{A_TEXT},5,soon,\n", "Line 2: must be UTC such as 2031-05-01T12:00:00Z"),
        (f"{HEAD}{A_TEXT},5,+3d,\n", "claimed_at must be UTC such as 2031-05-01T12:00:00Z"),
        (f"{HEAD}{A_TEXT},5,,{SIGNATURE}\n", "Line 2: a signature needs a claimed_at."),
        (f"{HEAD}{A_TEXT},5,2031-05-01,x\n", "the signature is no base58 of 64 bytes."),
        (f'{HEAD}"{A_TEXT},5,,\n', "Line 2: unexpected end of data."),
    ],
)
def test_a_wrong_table_is_a_sentence_that_names_the_line(text, sentence):
    with pytest.raises(ListError) as refusal:
        airdrop_table(text)
    assert sentence in str(refusal.value)


def test_the_table_of_the_badges():
    text = f"mint,image\n{A_TEXT},https://badges.example/a.png\n{B_TEXT},\n"
    assert badge_table(text) == {A: "https://badges.example/a.png", B: None}
    assert list(badge_table(f"mint\n{B_TEXT}\n{A_TEXT}\n")) == [B, A]
    for image in (
        "http://badges.example/a.png", "javascript:alert(1)", "https://", "https://[", "/a.png",
        "https://a.example/\u202e", 'https://a.example/">', "https://a.example/" + "x" * 2_048,
    ):  # fmt: skip
        quoted = '"' + image.replace('"', '""') + '"'
        with pytest.raises(ListError, match="Line 2: the image must be an https"):
            badge_table(f"mint,image\n{A_TEXT},{quoted}\n")
    with pytest.raises(ListError, match=f"Line 3: {A_TEXT} appears twice"):
        badge_table(f"mint\n{A_TEXT}\n{A_TEXT}\n")
    mints = [to_base58(i.to_bytes(32, "big")) for i in range(1, BADGE_MINTS_MAX + 2)]
    assert len(badge_table("\n".join(["mint", *mints[:-1]]))) == BADGE_MINTS_MAX
    with pytest.raises(ListError, match="more than 1000 mints"):
        badge_table("\n".join(["mint", *mints]))


def test_trouble_with_a_file_is_logged_once_and_leaves_what_was_good(tmp_path, caplog, monkeypatch):
    path = tmp_path / "risk.txt"
    file = OperatorFile(path, badge_table)

    def read() -> tuple[bool, int]:
        caplog.clear()
        return file.read(), len(caplog.records)

    assert (file.value, read()) == (None, (False, 1))
    assert (read(), file.value) == ((False, 0), None)
    path.write_bytes(b"\xef\xbb\xbfmint\r\n" + A_TEXT.encode() + b"\r\n")
    assert (read(), file.value) == ((True, 0), {A: None})
    path.write_text("mint\nx\n")
    assert (read(), read(), file.value) == ((False, 1), (False, 0), {A: None})
    path.write_bytes(b"mint\n\xff\xfe\n")
    assert (read(), file.value) == ((False, 1), {A: None})
    path.unlink()
    for make, end in ((path.mkdir, path.rmdir), (lambda: os.mkfifo(path), path.unlink)):
        make()
        assert read()[0] is False
        assert file.value == {A: None}
        end()
    path.write_text("mint\n")
    assert (read(), file.value) == ((True, 0), {})
    monkeypatch.setattr(operator_lists, "OPERATOR_FILE_BYTES_MAX", 5)
    assert read() == (True, 0)
    monkeypatch.setattr(operator_lists, "OPERATOR_FILE_BYTES_MAX", 4)
    assert read() == (False, 1)
    assert "larger than 4 bytes" in caplog.records[0].trouble


def test_one_wrong_byte_in_an_address_is_a_wrong_line():
    assert risk_lines(A_TEXT + "\N{REPLACEMENT CHARACTER}").refused == (1,)
    assert address_of(Keypair.from_seed(bytes(32))) not in risk_lines("\n").addresses
