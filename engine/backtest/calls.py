"""The C interface of the engine (engine/core/c_interface.pxd) as numba calls it."""

from collections.abc import Callable
from ctypes import PYFUNCTYPE, c_int64, c_uint32, c_void_p
from typing import Any, TypeVar

import numba
from numba.extending import get_cython_function_address

Function = TypeVar("Function", bound=Callable[..., Any])
MODULE = "engine.core.c_interface"


def _call(name: str, *kinds: Any) -> Any:  # noqa: ANN401 - what ctypes and numba agree on
    return PYFUNCTYPE(c_int64, *kinds)(get_cython_function_address(MODULE, name))


# They need the GIL, which compiled code holds. Structs are passed by their address.
send_print = _call("send_print", c_void_p, c_uint32, c_int64, c_int64, c_int64, c_void_p)
send_order = _call("send_order", c_void_p, c_uint32, c_uint32, c_int64, c_int64, c_void_p)
send_liquidation = _call("send_liquidation", c_void_p, c_uint32, c_uint32, c_int64, c_void_p)
read_worth = _call("read_worth", c_void_p, c_uint32, c_uint32, c_void_p)
quote_order = _call("quote_order", c_void_p, c_uint32, c_uint32, c_int64, c_int64, c_void_p)


def compiled(function: Function) -> Function:
    """Compile at the first call; an index beyond an array raises IndexError."""
    made: Any = numba.njit(boundscheck=True)(function)
    result: Function = made
    return result
