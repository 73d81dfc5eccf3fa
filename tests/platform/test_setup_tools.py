"""The set-up says in one sentence what is missing."""

import subprocess

import pytest

from tests.tidy.tree import ROOT


def need(what, path, **variables):
    environ = {"PATH": str(path), **variables}
    script = str(ROOT / "tools" / "need")
    return subprocess.run([script, what], env=environ, capture_output=True, text=True, check=False)


def put_program(folder, name, script):
    program = folder / name
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)


@pytest.mark.parametrize(
    ("what", "sentence"),
    [
        ("python", "acre: Python 3.11 is missing (python3.11 is not on the PATH); install it"),
        ("compiler", "acre: A C compiler is missing (cc is not on the PATH); install gcc or clang"),
        ("node", "acre: Node.js is missing (node is not on the PATH); install version 20 or later"),
    ],
)
def test_a_missing_tool_is_named_in_one_sentence(tmp_path, what, sentence):
    missing = need(what, tmp_path)
    assert missing.returncode == 1
    assert missing.stderr.startswith(sentence)
    assert missing.stderr.count("\n") == 1


def test_an_old_node_is_refused(tmp_path):
    put_program(tmp_path, "node", "echo v18.19.0")
    put_program(tmp_path, "npm", "echo 9")
    old = need("node", tmp_path)
    assert old.returncode == 1
    assert "Node.js v18.19.0 is too old; install version 20 or later" in old.stderr


def test_a_node_without_npm_is_refused(tmp_path):
    put_program(tmp_path, "node", "echo v22.1.0")
    assert "npm is missing" in need("node", tmp_path).stderr


def test_an_older_python_is_not_taken(tmp_path):
    put_program(tmp_path, "python3", "exit 1")
    put_program(tmp_path, "python", "exit 0")
    found = need("python", tmp_path)
    assert (found.returncode, found.stdout) == (0, f"{tmp_path}/python\n")


def test_the_compiler_of_the_variable_cc_is_enough(tmp_path):
    put_program(tmp_path, "mycc", "exit 0")
    assert need("compiler", tmp_path, CC="mycc").returncode == 0
