"""The files of the project, as git would commit them, and the imports in them."""

import ast
import re
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from fnmatch import fnmatch
from functools import cache
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).resolve().parents[2]
SDK = "sdk/python/"
PYTHON_FOLDERS = ("engine", "chain", "edge", "sdk", "bench", "tests")
CYTHON_IMPORT = re.compile(
    r"^\s*(?:from\s+([\w.]+)\s+c?import\s+\(?([\w, ]*)|c?import\s+([\w.]+(?:\s*,\s*[\w.]+)*))", re.M
)
TYPESCRIPT_IMPORT = re.compile(
    r"""(?:\bfrom\s*|\bimport\s*\(?\s*|\bvi\.mock\(\s*)["']([^"'\n]+)["']""", re.M
)


@dataclass(frozen=True, slots=True)
class Import:
    """One import: where it stands, what it names, and whether only the type checker sees it."""

    path: str
    line: int
    module: str
    names: tuple[str, ...] = ()
    is_for_types: bool = False

    def __str__(self) -> str:
        return f"{self.path}:{self.line} imports {self.module}"


@cache
def project_files() -> tuple[str, ...]:
    """Return the paths of all files that are or would be committed, relative to the root."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listing = subprocess.run(command, cwd=ROOT, check=False, capture_output=True)
    if listing.returncode == 0:
        names = {name for name in listing.stdout.decode().split("\0") if name}
    else:  # sources without their history, as in an archive
        names = {path.relative_to(ROOT).as_posix() for path in _walk(ROOT)}
    return tuple(sorted(name for name in names if (ROOT / name).is_file()))


def _walk(folder: Path) -> Iterator[Path]:
    ignored = [line.rstrip("/") for line in (ROOT / ".gitignore").read_text().splitlines()]
    for path in folder.iterdir():
        place = path.relative_to(ROOT).as_posix()
        if path.name == ".git" or any(
            fnmatch(path.name, pattern) or fnmatch(place, pattern) for pattern in ignored
        ):
            continue
        if path.is_dir():
            yield from _walk(path)
        else:
            yield path


def files_with(*suffixes: str, under: str = "") -> list[str]:
    """Return the project's files that end in one of the suffixes and lie under a folder."""
    return [name for name in project_files() if name.endswith(suffixes) and name.startswith(under)]


@cache
def text_of(path: str) -> str:
    """Return a file's text."""
    return (ROOT / path).read_text(encoding="utf-8")


def is_generated(path: str) -> bool:
    """Tell whether a file is written by a program of ours (they live apart)."""
    return "generated" in PurePosixPath(path).parts or path.startswith("docs/reference/")


def module_name(path: str) -> str:
    """Return the dotted name of a Python or Cython file."""
    parts = PurePosixPath(path.removeprefix(SDK)).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def imports_of(path: str) -> tuple[Import, ...]:
    """Return the imports of a Python or Cython file."""
    if path.endswith((".py", ".pyi")):
        return tuple(_python_imports(path))
    return tuple(_cython_imports(path))


def python_imports(*roots: str) -> list[Import]:
    """Return all imports of the Python and Cython files below these folders."""
    found: list[Import] = []
    for root in roots:
        for path in files_with(".py", ".pyi", ".pyx", ".pxd", under=f"{root}/"):
            found.extend(imports_of(path))
    return found


def typescript_imports(path: str) -> list[tuple[int, str]]:
    """Return line and resolved target of each import; own files are paths, packages stay names."""
    found = []
    text = text_of(path)
    for match in TYPESCRIPT_IMPORT.finditer(text):
        target = match[1]
        if target.startswith("@/"):
            target = f"web/src/{target[2:]}"
        elif target.startswith("@acre/sdk/"):
            target = f"sdk/typescript/src/{target.removeprefix('@acre/sdk/')}"
        elif target.startswith("."):
            joined = (ROOT / path).parent / target
            target = joined.resolve().relative_to(ROOT).as_posix()
        found.append((text.count("\n", 0, match.start()) + 1, target))
    return found


def _python_imports(path: str) -> list[Import]:
    found: list[Import] = []
    tree = ast.parse(text_of(path), filename=path)
    for_types = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test)
        for inner in ast.walk(node)
    }
    for node in ast.walk(tree):
        is_for_types = id(node) in for_types
        if isinstance(node, ast.Import):
            found.extend(
                Import(path, node.lineno, alias.name, (), is_for_types) for alias in node.names
            )
        elif isinstance(node, ast.ImportFrom):
            module = "." * node.level + (node.module or "")
            names = tuple(alias.name for alias in node.names)
            found.append(Import(path, node.lineno, module, names, is_for_types))
    return found


def _cython_imports(path: str) -> list[Import]:
    found = []
    text = text_of(path)
    for match in CYTHON_IMPORT.finditer(text):
        line = text.count("\n", 0, match.start()) + 1 + match[0].count("\n", 0, 1)
        if match[1]:
            names = tuple(word.strip() for word in match[2].split(",") if word.strip())
            found.append(Import(path, line, match[1], names))
        else:
            found.extend(Import(path, line, name.strip()) for name in match[3].split(","))
    return found
