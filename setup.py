"""Build the Cython modules of the engine in place: `python setup.py build_ext --inplace`."""

import gc
import os
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup

DEBUG = os.environ.get("ENGINE_DEBUG") == "1"  # every run-time check on, for the test-suite
# Debug symbols double the time of the C compiler and the size of what it writes.
OPTIMIZE = ["-O2"] if DEBUG else ["-O2", "-g0"]
# A trade is a chain of small formulas: with all of them inlined it takes 0.95 of the instructions.
INLINED = Path("engine/core/perps")

extensions = [
    Extension(
        ".".join(path.with_suffix("").parts),
        [str(path)],
        include_dirs=[str(path.parent)],
        depends=[str(header) for header in path.parent.glob("*.h")],
        extra_compile_args=[
            *OPTIMIZE,
            *(["-O3"] if path.parent == INLINED and not DEBUG else []),
            "-fwrapv",
            "-Wall",
            "-Wno-unused-function",
        ],
    )
    for path in sorted(Path("engine").rglob("*.pyx"))
]

# The compiler makes millions of nodes that live to its end: looking for cycles among them takes a
# quarter of its time.
gc.set_threshold(200_000, 20, 20)

# Where processes are not forked (macOS, Python 3.14), those of `nthreads` import this file.
if __name__ == "__main__":
    setup(
        ext_modules=cythonize(
            extensions,
            build_dir="build/cython",
            nthreads=2,
            compiler_directives={
                "language_level": 3,
                "cdivision": False,
                "boundscheck": True,
                "wraparound": False,
                "embedsignature": True,
                "initializedcheck": DEBUG,
                "nonecheck": DEBUG,
            },
        ),
    )
