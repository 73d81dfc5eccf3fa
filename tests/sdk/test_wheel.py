"""The wheel of the SDK: what is in it, and that it works where nothing of the project is.

ACRE_TEST_SDK_ALL=1 installs it, with what it needs, for each Python of this machine from 3.10 on.
"""

import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SDK = ROOT / "sdk" / "python"
VERSIONS = ("3.10", "3.11", "3.12", "3.13", "3.14")
# Signs in to nothing: the name of an address and a refusal need no server.
TRY = """
import asyncio, sys
import acre_sdk, acre_sdk.cli, acre_sdk.maker, acre_sdk.generated.models
from solders.keypair import Keypair

assert not {"engine", "chain", "edge"} & set(sys.modules)

async def refused():
    async with acre_sdk.AcreClient("http://127.0.0.1:9", Keypair()) as client:
        try:
            await client.clock()
        except acre_sdk.AcreError as error:
            return error.code

print(asyncio.run(refused()))
with acre_sdk.Client("http://127.0.0.1:9", Keypair()) as client:
    try:
        client.perps.markets()
    except acre_sdk.AcreError as error:
        print(error.code)
"""
SAID = "NOT_CONNECTED\nNOT_CONNECTED\n"
FRAME = """
from decimal import Decimal
from acre_sdk.history import Table

frame = Table([0, 86_400], {"price": [Decimal("1.5"), None], "symbol": ["A", "B"]}).to_pandas()
print(frame["price"].dtype, frame["price"].iloc[0], frame.index.name, frame.index[1].isoformat())
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory) -> Path:
    home = tmp_path_factory.mktemp("sdk")
    source = home / "source"  # the build writes beside the sources
    shutil.copytree(SDK, source, ignore=shutil.ignore_patterns("__pycache__"))
    command = [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "--no-build-isolation"]
    subprocess.run([*command, "-w", str(home), str(source)], check=True, capture_output=True)
    (made,) = home.glob("*.whl")
    return made


def names_in(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as files:
        return set(files.namelist())


def test_the_wheel_is_pure_and_has_every_module_and_its_types(wheel):
    assert wheel.name.endswith("-py3-none-any.whl")
    packaged = {name for name in names_in(wheel) if ".dist-info/" not in name}
    sources = {
        path.relative_to(SDK).as_posix()
        for path in (SDK / "acre_sdk").rglob("*")
        if path.suffix == ".py" or path.name == "py.typed"
    }
    assert packaged == sources


def pythons() -> dict[str, str]:
    """Return the interpreters that there are, by version; pyenv's by their folders."""
    found = {}
    for version in VERSIONS:
        folders = sorted(Path.home().glob(f".pyenv/versions/{version}.*/bin/python"))
        program = str(folders[-1]) if folders else shutil.which(f"python{version}")
        if program is not None:
            found[version] = program
    return found


def test_the_wheel_works_without_the_project(wheel, tmp_path):
    """Beside what is installed for the project, of which only its dependencies may be imported."""
    unpacked = tmp_path / "packages"
    shutil.unpack_archive(wheel, unpacked, "zip")
    installed = Path(sys.executable).parent.parent.glob("lib/python*/site-packages")
    path = [str(unpacked), *map(str, installed)]
    # -S: no .pth file, which would bring the project's own folders.
    program = f"import sys; sys.path += {path!r}\n{TRY}"
    command = [sys.executable, "-I", "-S", "-c", program]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.stdout == SAID, done.stderr


@pytest.mark.skipif(
    not os.environ.get("ACRE_TEST_SDK_ALL"), reason="make nightly installs it for each Python"
)
@pytest.mark.timeout(300)
@pytest.mark.parametrize("version", VERSIONS)
def test_a_bare_environment_of_each_python_takes_it(wheel, tmp_path, version):
    program = pythons().get(version)
    if program is None:
        pytest.skip(f"there is no Python {version} here")
    place = tmp_path / "environment"
    subprocess.run([program, "-m", "venv", place], check=True)
    own = str(place / "bin" / "python")
    subprocess.run([own, "-m", "pip", "install", "-q", f"{wheel}[cli]"], check=True)
    done = subprocess.run(
        [own, "-I", "-c", TRY], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.stdout == SAID, done.stderr
    command = [str(place / "bin" / "acre-trade"), "--url", "http://127.0.0.1:9", "markets"]
    traded = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (traded.returncode, traded.stdout) == (1, "")
    assert traded.stderr.startswith("acre-trade: NOT_CONNECTED: ")
    assert traded.stderr.count("\n") == 1


@pytest.mark.skipif(not os.environ.get("ACRE_TEST_SDK_ALL"), reason="make nightly installs pandas")
@pytest.mark.timeout(600)
def test_a_table_becomes_a_frame_of_pandas(wheel, tmp_path):
    place = tmp_path / "environment"
    subprocess.run([sys.executable, "-m", "venv", place], check=True)
    own = str(place / "bin" / "python")
    subprocess.run([own, "-m", "pip", "install", "-q", f"{wheel}[pandas]"], check=True)
    done = subprocess.run([own, "-I", "-c", FRAME], capture_output=True, text=True, check=False)
    assert done.stdout == "float64 1.5 time 1970-01-02T00:00:00+00:00\n", done.stderr


@pytest.mark.skipif(
    not (ROOT / "web/node_modules/.bin/tsc").exists(), reason="needs the web app's tools"
)
def test_both_packages_are_built_by_one_command(tmp_path):
    subprocess.run([ROOT / "tools/build-sdk", tmp_path / "new"], check=True, capture_output=True)
    names = sorted(path.name for path in (tmp_path / "new").iterdir())
    assert names == ["acre-sdk-0.1.0.tgz", "acre_sdk-0.1.0-py3-none-any.whl"]
    package, wheel = (tmp_path / "new" / name for name in names)
    license_text = (ROOT / "LICENSE").read_bytes()
    with zipfile.ZipFile(wheel) as files:
        assert files.read("acre_sdk-0.1.0.dist-info/licenses/LICENSE") == license_text
    with tarfile.open(package) as archive:
        file = archive.extractfile("package/LICENSE")
        assert file is not None
        assert file.read() == license_text
