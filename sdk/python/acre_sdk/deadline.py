"""Deadlines, alike in every supported Python."""

import asyncio
import sys

if sys.version_info >= (3, 11):
    timeout = asyncio.timeout
else:
    from async_timeout import timeout  # which aiohttp needs there

__all__ = ["TimedOut", "timeout"]

TimedOut = asyncio.TimeoutError  # the built-in one from 3.11 on
