"""Write the codecs, C records, table of rules, and reference page from the schema table.

`python -m engine.schema.generate` writes them, `--check` exits 1 when a file is not current.
"""

import argparse
import re
import sys
from collections.abc import Callable
from pathlib import Path

from engine.schema.commands import COMMANDS
from engine.schema.enums import ENUMS
from engine.schema.errors import ErrorCode
from engine.schema.events import EVENTS
from engine.schema.fields import Field, Kind
from engine.schema.parameters import EXCHANGE_PARAMETERS, MARKET_PARAMETERS
from engine.schema.records import HEADER, ORIGIN_FIELDS, Message

ROOT = Path(__file__).resolve().parents[2]
NOTICE = "Generated from engine/schema/commands.py by engine/schema/generate.py; do not edit."

# Per kind: struct format, C declaration, Python type, Python default, bytes (0: a plain integer).
STRUCT = {
    Kind.U8: "B", Kind.U16: "H", Kind.U32: "I", Kind.U64: "Q", Kind.I64: "q", Kind.I128: "16s",
    Kind.ADDRESS: "32s", Kind.SIGNATURE: "64s", Kind.HASH: "32s",
    Kind.TEXT12: "12s", Kind.TEXT32: "32s", Kind.TEXT36: "36s", Kind.TEXT40: "40s",
    Kind.TEXT80: "80s", Kind.TEXT400: "400s", Kind.IDS8: "8Q", Kind.I64S8: "8q",
}  # fmt: skip
C_TYPE = {
    Kind.U8: "uint8_t {}", Kind.U16: "uint16_t {}", Kind.U32: "uint32_t {}",
    Kind.U64: "uint64_t {}", Kind.I64: "int64_t {}", Kind.I128: "unsigned char {}[16]",
    Kind.ADDRESS: "unsigned char {}[32]", Kind.SIGNATURE: "unsigned char {}[64]",
    Kind.HASH: "unsigned char {}[32]", Kind.TEXT12: "char {}[12]", Kind.TEXT32: "char {}[32]",
    Kind.TEXT36: "char {}[36]", Kind.TEXT40: "char {}[40]", Kind.TEXT80: "char {}[80]",
    Kind.TEXT400: "char {}[400]", Kind.IDS8: "uint64_t {}[8]", Kind.I64S8: "int64_t {}[8]",
}  # fmt: skip
TEXT_WIDTH = {
    Kind.TEXT12: 12, Kind.TEXT32: 32, Kind.TEXT36: 36, Kind.TEXT40: 40, Kind.TEXT80: 80,
    Kind.TEXT400: 400,
}  # fmt: skip
BYTES_WIDTH = {Kind.ADDRESS: 32, Kind.SIGNATURE: 64, Kind.HASH: 32}
EIGHTS = (Kind.IDS8, Kind.I64S8)


def fields_of(message: Message, version: int | None = None) -> tuple[Field, ...]:
    """Return the fields after the header: the block of the origin, then the message's own."""
    origin = ORIGIN_FIELDS[message.origin] if message.origin is not None else ()
    return origin + (message.fields if version is None else message.fields_of(version))


def struct_format(fields: tuple[Field, ...]) -> str:
    """Return the format of a record with these fields after its header."""
    return "<IHHQq" + "".join(STRUCT[f.kind] for f in fields)


def upper_snake(name: str) -> str:
    """Return `ModifyPosition` as `MODIFY_POSITION`."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).upper()


def _python_type(kind: Kind) -> tuple[str, str]:
    if kind in TEXT_WIDTH:
        return "str", '""'
    if kind in BYTES_WIDTH:
        return "bytes", f"bytes({BYTES_WIDTH[kind]})"
    if kind in EIGHTS:
        return "tuple[int, ...]", "(0,) * 8"
    return "int", "0"


def _pack_value(name: str, kind: Kind) -> str:
    value = f"self.{name}"
    if kind in TEXT_WIDTH:
        return f"_text({value}, {TEXT_WIDTH[kind]})"
    if kind in BYTES_WIDTH:
        return f"_fixed({value}, {BYTES_WIDTH[kind]})"
    if kind is Kind.I128:
        return f'{value}.to_bytes(16, "little", signed=True)'
    return f"*{value}" if kind in EIGHTS else value


def _unpack_value(index: int, kind: Kind) -> tuple[str, int]:
    if kind in TEXT_WIDTH:
        return f'_v[{index}].rstrip(b"\\0").decode("ascii")', index + 1
    if kind is Kind.I128:
        return f'int.from_bytes(_v[{index}], "little", signed=True)', index + 1
    if kind in EIGHTS:
        return f"_v[{index}:{index + 8}]", index + 8
    return f"_v[{index}]", index + 1


def _python_class(message: Message) -> str:
    fields = fields_of(message)
    lines = [
        "@row(kw_only=True)",
        f"class {message.name}:",
        f'    """{message.wire}{": " + message.note if message.note else "."}"""',
        "",
        f"    TAG: ClassVar[int] = {message.tag}",
        f"    VERSION: ClassVar[int] = {message.version}",
        f'    WIRE: ClassVar[str] = "{message.wire}"',
        f'    STRUCT: ClassVar[Struct] = Struct("{struct_format(fields)}")',
        "",
        "    seq: int = 0",
        "    time_s: int = 0",
    ]
    for f in fields:
        kind, default = _python_type(f.kind)
        default = str(f.new) if f.new else default
        lines.append(f"    {f.name}: {kind} = {default}")
    lines += [
        "",
        "    def pack(self) -> bytes:",
        '        """Return the record; raise ValueError when a field does not fit."""',
        "        try:",
        "            return self.STRUCT.pack(",
        "                self.STRUCT.size,",
        f"                {message.tag},",
        f"                {message.version},",
        "                self.seq,",
        "                self.time_s,",
    ]
    lines += [f"                {_pack_value(f.name, f.kind)}," for f in fields]
    lines += [
        "            )",
        "        except (StructError, OverflowError) as error:",
        f'            raise ValueError(f"{message.name}: {{error}}") from error',
        "",
        "    @classmethod",
        f'    def unpack(cls, record: Buffer, offset: int = 0) -> "{message.name}":',
        '        """Read the record at `offset`; its header is not checked here."""',
        "        _m: Any = cls.__new__(cls)",
        "        (",
        *["            _,"] * len(HEADER[:3]),
        "            _m.seq,",
        "            _m.time_s,",
        *(f"            {target}," for f in fields for target in _targets(f)),
        "        ) = cls.STRUCT.unpack_from(record, offset)",
        *(f"        _m.{f.name} = {text}" for f in fields for text in _converted(f)),
        f"        _message: {message.name} = _m",
        "        return _message",
        "",
    ]
    return "\n".join(lines)


def _targets(field: Field) -> list[str]:
    """Return what the values of a field in a record are assigned to."""
    if field.kind in EIGHTS:
        return [f"_{field.name}_{place}" for place in range(8)]
    return [f"_m.{field.name}"]


def _converted(field: Field) -> list[str]:
    """Return the value of a field where it is not that of the record."""
    name = f"_m.{field.name}"
    if field.kind in TEXT_WIDTH:
        return [f'{name}.rstrip(b"\\0").decode("ascii")']
    if field.kind is Kind.I128:
        return [f'int.from_bytes({name}, "little", signed=True)']
    return [f"({', '.join(_targets(field))})"] if field.kind in EIGHTS else []


def _read_values(stored: tuple[Field, ...], wanted: tuple[Field, ...]) -> list[str]:
    """Return the keyword arguments of a message from the values of a record."""
    index, values = 5, {}
    for f in stored:
        values[f.name], index = _unpack_value(index, f.kind)
    texts = []
    for f in wanted:
        if f.name in values:
            texts.append(f"{f.name}={values[f.name]}")
        else:
            default = _python_type(f.kind)[1]
            texts.append(f"{f.name}={str(f.before) if default == '0' else default}")
    return texts


def _older_readers(messages: tuple[Message, ...]) -> str:
    """Return the readers of earlier versions and the table of them."""
    readers, rows = [], []
    for message in messages:
        for version in range(1, message.version):
            stored = fields_of(message, version)
            name = f"_read_{upper_snake(message.name).lower()}_{version}"
            lines = [
                f"def {name}(_v: tuple[Any, ...]) -> {message.name}:",
                f"    return {message.name}(",
                "        seq=_v[3],",
                "        time_s=_v[4],",
                *(f"        {text}," for text in _read_values(stored, fields_of(message))),
                "    )\n",
            ]
            readers.append("\n".join(lines))
            rows.append(
                f'    ({message.tag}, {version}): (Struct("{struct_format(stored)}"), {name}),'
            )
    table = "\n".join(["OLDER: dict[tuple[int, int], Older] = {", *rows, "}"])
    if not rows:
        table = "OLDER: dict[tuple[int, int], Older] = {}"
    return "\n\n".join([*readers, table]) + "\n"


_PYTHON_HEAD = f'''"""Commands and events as frozen rows, and their records. {NOTICE}"""

from collections.abc import Callable, Iterator
from struct import Struct
from struct import error as StructError
from typing import Any, ClassVar

from engine.core.row import row

Buffer = bytes | bytearray | memoryview

HEADER = Struct("<IHHQq")
LENGTH = Struct("<I")
KIND = Struct("<IHH")  # the header up to the version


class RecordError(ValueError):
    """A record that is no valid message: unknown tag, unknown version, or cut short."""


def _text(value: str, width: int) -> bytes:
    data = value.encode("ascii")
    if len(data) > width or 0 in data:
        raise ValueError(f"text of {{len(data)}} bytes does not fit {{width}}: {{value!r}}")
    return data


def _fixed(value: bytes, width: int) -> bytes:
    if len(value) != width:
        raise ValueError(f"{{len(value)}} bytes where {{width}} are needed")
    return value


'''

_READERS = """
# Of the present version of each message, by length, tag and version.
READERS: dict[tuple[int, ...], Callable[[Buffer, int], Command | Event]] = {
    (message.STRUCT.size, message.TAG, message.VERSION): message.unpack
    for message in BY_TAG.values()
}
"""
_OLDER_HEAD = "Older = tuple[Struct, Callable[[tuple[Any, ...]], Command | Event]]\n\n\n"
_PYTHON_TAIL = '''

def encode(message: Command | Event) -> bytes:
    """Return the record of a message; raise ValueError when a field does not fit."""
    return message.pack()


def record_struct(tag: int, version: int) -> Struct:
    """Return the layout of a record; raise RecordError for a tag or version not known here."""
    cls = BY_TAG.get(tag)
    if cls is None:
        raise RecordError(
            f"no message has tag {tag}; if a newer program wrote the record, run that program"
        )
    if version == cls.VERSION:
        return cls.STRUCT
    if version > cls.VERSION:
        raise RecordError(
            f"{cls.__name__} of version {version} was written by a newer program; this one reads"
            f" versions up to {cls.VERSION}: run the newer program"
        )
    if (tag, version) not in OLDER:
        raise RecordError(f"{cls.__name__} has no version {version}")
    return OLDER[tag, version][0]


def decode(record: Buffer, offset: int = 0) -> Command | Event:
    """Return the message at `offset`, of any version; raise RecordError when it is none."""
    left = len(record) - offset
    if left >= HEADER.size:
        kind = KIND.unpack_from(record, offset)
        read = READERS.get(kind)
        if read is not None and left >= kind[0]:
            return read(record, offset)
    return _decode_other(record, offset)


def _decode_other(record: Buffer, offset: int) -> Command | Event:
    """Return a message of an earlier version; raise RecordError for what is no message."""
    if len(record) - offset < HEADER.size:
        raise RecordError("record is shorter than its header")
    length, tag, version, _, _ = HEADER.unpack_from(record, offset)
    cls = BY_TAG.get(tag)
    struct = record_struct(tag, version) if cls is None or version != cls.VERSION else cls.STRUCT
    if length != struct.size or len(record) - offset < length:
        raise RecordError(f"{BY_TAG[tag].__name__} has {struct.size} bytes, the record {length}")
    return OLDER[tag, version][1](struct.unpack_from(record, offset))


def to_current(record: Buffer) -> bytes:
    """Return a record in the current version of its message, defaults filled in."""
    return decode(record).pack()


def decode_all(buffer: Buffer) -> Iterator[Command | Event]:
    """Yield the messages of consecutive records."""
    offset = 0
    while offset < len(buffer):
        yield decode(buffer, offset)
        offset += LENGTH.unpack_from(buffer, offset)[0]
'''


def python_codecs() -> str:
    """Return messages.py."""
    classes = "\n\n".join(_python_class(m) for m in COMMANDS + EVENTS)
    unions = "\n".join(
        f"{name} = (\n    " + "\n    | ".join(m.name for m in messages) + "\n)"
        for name, messages in (("Command", COMMANDS), ("Event", EVENTS))
    )
    table = "\n".join(f"    {m.tag}: {m.name}," for m in COMMANDS + EVENTS)
    by_tag = f"BY_TAG: dict[int, type[Command] | type[Event]] = {{\n{table}\n}}\n" + _READERS
    older = _OLDER_HEAD + _older_readers(COMMANDS + EVENTS)
    return "".join(
        [_PYTHON_HEAD, classes, "\n\n", unions, "\n\n", by_tag, "\n", older, _PYTHON_TAIL]
    )


def _c_struct(name: str, fields: tuple[Field, ...]) -> str:
    rows = "\n".join("    " + C_TYPE[f.kind].format(f.name) for f in fields)
    return f"cdef packed struct {name}C:\n{rows}\n"


def c_records() -> str:
    """Return records.pxd: packed structs and the tags."""
    parts = [
        f"# {NOTICE}",
        "from libc.stdint cimport int64_t, uint8_t, uint16_t, uint32_t, uint64_t\n",
        _c_struct("Header", HEADER),
    ]
    parts += [_c_struct(m.name, HEADER + fields_of(m)) for m in COMMANDS + EVENTS]
    for name, table in (
        ("MarketParameters", MARKET_PARAMETERS),
        ("ExchangeParameters", EXCHANGE_PARAMETERS),
    ):
        rows = "\n".join(f"    int64_t {p.name}" for p in table)
        parts.append(f"cdef struct {name}:\n{rows}\n")
    errors = [(f"ERR_{code.name}" if code else "OK", int(code)) for code in ErrorCode]
    for title, values in (
        ("Tag", [(f"TAG_{upper_snake(m.name)}", m.tag) for m in COMMANDS + EVENTS]),
        ("Error", errors),
        *(
            (enum.__name__, [(f"{lead}_{item.name}", int(item)) for item in enum])
            for lead, enum in ENUMS
        ),
        (
            "ParameterCount",
            [
                ("MARKET_PARAMETER_COUNT", len(MARKET_PARAMETERS)),
                ("EXCHANGE_PARAMETER_COUNT", len(EXCHANGE_PARAMETERS)),
            ],
        ),
    ):
        body = "\n".join(f"    {name} = {value}" for name, value in values)
        parts.append(f"cdef enum {title}:\n{body}\n")
    return "\n".join(parts)


SPECIAL = ("Tick", "RewindChain", "IgnoreTransaction")  # carried out by dispatch.pyx itself
MINTS = {1: "MINT_COLLATERAL", 2: "MINT_TOKEN"}


def rule_modules() -> dict[str, str]:
    """Return the module of each command's rule, as its .pxd declares it: `Stake` → `stake`.

    Raise LookupError for a command with no rule or with two.
    """
    core = ROOT / "engine" / "core"
    texts = {
        ".".join(path.relative_to(ROOT).with_suffix("").parts): path.read_text()
        for path in sorted(core.rglob("*.pxd"))
    }
    modules = {}
    for message in COMMANDS:
        name = upper_snake(message.name).lower()
        declared = re.compile(rf"^cdef int {name}\(\s*State \*st, const {message.name}C \*", re.M)
        found = [module for module, text in texts.items() if declared.search(text)]
        if message.name not in SPECIAL and len(found) != 1:
            raise LookupError(
                f"{len(found)} modules of engine/core declare the rule {name}: {found}"
            )
        modules[message.name] = found[0] if found else ""
    return modules


def rules_table() -> str:
    """Return rules.pyx: the rule of every command, and the tokens that come with it."""
    modules = rule_modules()
    ruled = [message for message in COMMANDS if modules[message.name]]
    lines = ['"""The rule of every command."""', "", f"# {NOTICE}", ""]
    names = sorted(f"TAG_{upper_snake(m.name)}" for m in ruled) + sorted(
        f"{m.name}C" for m in ruled
    )
    lines += _cimport("engine.core.generated.records", ["ERR_VALIDATION", *names])
    for module in sorted(set(filter(None, modules.values()))):
        rules = sorted(upper_snake(m.name).lower() for m in ruled if modules[m.name] == module)
        lines += _cimport(module, rules)
    lines += _cimport("engine.core.state.state", [*MINTS.values(), "State"])
    lines += [
        "from libc.stdint cimport int64_t, uint8_t, uint16_t",
        "",
        "",
        "cdef int carry_out(State *st, const unsigned char *record, uint16_t tag) except -1 nogil:",
    ]
    word = "if"
    for m in ruled:
        upper = upper_snake(m.name)
        lines += [
            f"    {word} tag == TAG_{upper}:",
            f"        return {upper.lower()}(st, <const {m.name}C *> record)",
        ]
        word = "elif"
    lines += [
        "    return ERR_VALIDATION",
        "",
        "",
        "cdef int64_t deposit_e6(",
        "    const unsigned char *record, uint16_t tag, uint8_t *mint",
        ") noexcept nogil:",
    ]
    word = "if"
    for m in (m for m in ruled if m.deposit):
        lines += [
            f"    {word} tag == TAG_{upper_snake(m.name)}:",
            f"        mint[0] = {MINTS[m.deposit]}",
            f"        return (<const {m.name}C *> record).amount_e6",
        ]
        word = "elif"
    return "\n".join([*lines, "    return 0"]) + "\n"


def _cimport(module: str, names: list[str]) -> list[str]:
    lines, row = [f"from {module} cimport ("], "   "
    for name in names:
        if len(row) + len(name) + 2 > 100:
            lines.append(row)
            row = "   "
        row += f" {name},"
    return [*lines, row, ")"]


def rules_header() -> str:
    """Return rules.pxd."""
    return f'''"""The rule of every command."""

# {NOTICE}

from engine.core.state.state cimport State
from libc.stdint cimport int64_t, uint8_t, uint16_t

# The code of a refusal, or OK.
cdef int carry_out(State *st, const unsigned char *record, uint16_t tag) except -1 nogil

# The tokens that must come with a command, and their mint; 0 and no mint for most.
cdef int64_t deposit_e6(const unsigned char *record, uint16_t tag, uint8_t *mint) noexcept nogil
'''


def reference_page() -> str:
    """Return docs/reference/messages.md."""
    lines = ["# Commands and events", "", f"<!-- {NOTICE} -->", ""]
    header = ", ".join(f"`{f.name}` {f.kind}" for f in HEADER)
    lines += [
        f"Packed, little-endian. Every record starts with the header: {header}.",
        "A command adds the block of its origin, then its own fields.",
        "",
    ]
    for origin, fields in ORIGIN_FIELDS.items():
        if fields:
            text = ", ".join(f"`{f.name}` {f.kind}" for f in fields)
            lines += [f"Origin **{origin}**: {text}.", ""]
    for title, messages in (("Commands", COMMANDS), ("Events", EVENTS)):
        lines += [f"## {title}", "", "| Tag | Name | Wire | Origin | Fields | Note |"]
        lines += ["|--:|---|---|---|---|---|"]
        for m in messages:
            own = "<br>".join(
                f"`{f.name}` {f.kind}" + (f": {f.note}" if f.note else "") for f in m.fields
            )
            lines.append(
                f"| {m.tag} | {m.name} | {m.wire} | {m.origin or '-'} | {own or '-'} | {m.note} |"
            )
        lines.append("")
    lines += ["## Refusal codes", "", "| Number | Code |", "|--:|---|"]
    lines += [f"| {int(code)} | {code.name} |" for code in ErrorCode if code]
    return "\n".join(lines) + "\n"


OUTPUTS: dict[str, Callable[[], str]] = {
    "engine/core/generated/messages.py": python_codecs,
    "engine/core/generated/records.pxd": c_records,
    "engine/core/generated/rules.pxd": rules_header,
    "engine/core/generated/rules.pyx": rules_table,
    "docs/reference/messages.md": reference_page,
}


def main() -> int:
    """Write or compare every output."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="compare, write nothing")
    check = parser.parse_args().check
    stale = []
    for name, render in OUTPUTS.items():
        path, text = ROOT / name, render()
        if path.exists() and path.read_text() == text:
            continue
        if check:
            stale.append(name)
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
    if stale:
        sys.stderr.write(f"not current, run python -m engine.schema.generate: {', '.join(stale)}\n")
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
