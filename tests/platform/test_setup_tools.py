"""The set-up says in one sentence what is missing."""

import os
import subprocess
import sys

import pytest

from tests.tidy.tree import ROOT


def need(*words, path, **variables):
    environ = {"PATH": str(path), **variables}
    script = str(ROOT / "tools" / "need")
    return subprocess.run(
        [script, *words], env=environ, capture_output=True, text=True, check=False
    )


def put_program(folder, name, script):
    program = folder / name
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)


@pytest.mark.parametrize(
    ("what", "sentence", "packages"),
    [
        (
            "python",
            "acre: Python 3.11 to 3.14 is missing; install ",
            ("python3 and python3-venv (Debian", "python3 (Fedora)", "python@3.13 (Homebrew)"),
        ),
        (
            "compiler",
            "acre: A C compiler is missing (cc is not on the PATH); install ",
            ("gcc and libc6-dev (Debian", "gcc (Fedora)", "gcc (Homebrew)"),
        ),
        (
            "node",
            "acre: Node.js is missing (node is not on the PATH); install version 20.19 or later",
            ("nodejs and npm (Debian", "nodejs (Fedora)", "node (Homebrew)"),
        ),
    ],
)
def test_a_missing_tool_is_named_in_one_sentence(tmp_path, what, sentence, packages):
    missing = need(what, path=tmp_path)
    assert_names(missing, sentence, packages)


def assert_names(missing, sentence, packages):
    assert missing.returncode == 1
    assert missing.stdout == ""
    assert missing.stderr.startswith(sentence)
    assert missing.stderr.count("\n") == 1
    assert all(package in missing.stderr for package in packages)


def test_processes_of_the_build_that_are_spawned_do_not_build_again():
    """On macOS and with Python 3.14 a process of a pool imports the program that began it."""
    code = (
        "import runpy; print(len(runpy.run_path('setup.py', run_name='__mp_main__')['extensions']))"
    )
    run = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (run.returncode, run.stderr) == (0, "")
    assert int(run.stdout) == len(list((ROOT / "engine").rglob("*.pyx")))


@pytest.mark.parametrize("version", ["v18.19.0", "v20.18.1"])
def test_an_old_node_is_refused(tmp_path, version):
    put_program(tmp_path, "node", f"echo {version}")
    put_program(tmp_path, "npm", "echo 9")
    old = need("node", path=tmp_path)
    assert old.returncode == 1
    assert f"Node.js {version} is too old; install version 20.19 or later" in old.stderr


@pytest.mark.parametrize("version", ["v20.19.0", "v22.1.0", "v24.0.0"])
def test_a_newer_node_is_enough(tmp_path, version):
    put_program(tmp_path, "node", f"echo {version}")
    put_program(tmp_path, "npm", "echo 9")
    assert need("node", path=tmp_path).returncode == 0


def test_a_node_without_npm_is_refused(tmp_path):
    put_program(tmp_path, "node", "echo v22.1.0")
    packages = ("npm (Debian", "nodejs-npm (Fedora)", "node (Homebrew)")
    assert_names(need("node", path=tmp_path), "acre: npm is missing", packages)


def test_an_older_python_is_not_taken(tmp_path):
    put_program(tmp_path, "python3", "exit 1")
    put_program(tmp_path, "python", "exit 0")
    found = need("python", path=tmp_path)
    assert (found.returncode, found.stdout) == (0, f"{tmp_path}/python\n")


@pytest.mark.parametrize("minor", [11, 12, 13, 14])
def test_each_supported_python_is_taken_under_its_own_name(tmp_path, minor):
    put_program(tmp_path, "python3", "exit 1")
    put_program(tmp_path, f"python3.{minor}", "exit 0")
    found = need("python", path=tmp_path)
    assert (found.returncode, found.stdout) == (0, f"{tmp_path}/python3.{minor}\n")


@pytest.mark.parametrize(
    ("version", "status"), [((3, 10), 1), ((3, 11), 0), ((3, 13), 0), ((3, 14), 0), ((3, 15), 1)]
)
def test_the_versions_of_python_are_those_of_the_project(tmp_path, version, status):
    # The interpreter of the tests answers as another version would.
    script = f"""shift; exec {sys.executable} -c "import sys; sys.version_info = {version}; $1\""""
    put_program(tmp_path, "python3", script)
    assert need("python", path=tmp_path).returncode == status


def test_the_variable_python_names_the_interpreter(tmp_path):
    put_program(tmp_path, "python3", "exit 0")
    put_program(tmp_path, "mine", "exit 0")
    assert need("python", path=tmp_path, PYTHON="mine").stdout == f"{tmp_path}/mine\n"


def test_a_python_without_its_venv_module_is_refused(tmp_path):
    put_program(tmp_path, "python3", "exit 1")
    missing = need("venv", f"{tmp_path}/python3", path=tmp_path)
    packages = ("python3-venv (Debian", "python3 (Fedora)", "python@3.13 (Homebrew)")
    assert_names(missing, f"acre: The venv module of {tmp_path}/python3 is missing", packages)
    put_program(tmp_path, "python3", "exit 0")
    assert need("venv", f"{tmp_path}/python3", path=tmp_path).returncode == 0


def test_a_python_without_its_c_headers_is_refused(tmp_path):
    put_program(tmp_path, "cc", "exit 0")
    put_program(tmp_path, "python3", f"echo {tmp_path}")
    missing = need("compiler", f"{tmp_path}/python3", path=tmp_path)
    packages = ("python3-dev (Debian", "python3-devel (Fedora)", "python@3.13 (Homebrew)")
    assert_names(missing, f"acre: The C headers of {tmp_path}/python3 are missing", packages)
    (tmp_path / "Python.h").touch()
    assert need("compiler", f"{tmp_path}/python3", path=tmp_path).returncode == 0


def test_the_compiler_of_the_variable_cc_is_enough(tmp_path):
    put_program(tmp_path, "mycc", "exit 0")
    assert need("compiler", path=tmp_path, CC="mycc").returncode == 0


def test_the_sources_are_linked_into_an_environment_of_any_python(tmp_path):
    packages = tmp_path / "lib" / "python3.99" / "site-packages"
    packages.mkdir(parents=True)
    (tmp_path / "bin").mkdir()
    put_program(tmp_path / "bin", "python", f"echo {packages}")
    shared = tmp_path / "shared.pth"
    shared.write_text("another environment\n")
    (packages / "acre.pth").hardlink_to(shared)
    where = os.path.relpath(tmp_path, ROOT)
    subprocess.run([str(ROOT / "tools" / "link-environment"), where], cwd=ROOT, check=True)
    assert (packages / "acre.pth").read_text() == f"{ROOT}\n{ROOT}/sdk/python\n"
    assert shared.read_text() == "another environment\n"
    assert (tmp_path / "bin" / "acre").stat().st_mode & 0o111
