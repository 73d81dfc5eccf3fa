"""Faults of the chain's file: permanent damage or temporary errors."""

import logging
import sqlite3
import threading
import time
from pathlib import Path

from chain.node.limits import STORE_CHECK_S

log = logging.getLogger(__name__)

_DAMAGE = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


class StoreError(Exception):
    """The store cannot be used; the message says why."""


class StoreTroubleError(OSError):
    """The store cannot be written or opened now, for a reason that may pass, as a full disk."""


class DamagedRowError(sqlite3.DatabaseError):
    """A row whose bytes are not those that were written."""


def explained(error: Exception, path: Path) -> StoreError | StoreTroubleError:
    """Turn an error at the start into a sentence."""
    code = getattr(error, "sqlite_errorcode", None)
    if isinstance(code, int) and code & 0xFF not in _DAMAGE:
        return StoreTroubleError(f"cannot use the chain store {path}: {error}")
    return StoreError(f"cannot open the chain store {path}: {error}")


def require_sound(connection: sqlite3.Connection, path: Path) -> None:
    """Check the structure of the file for a bounded time; raises StoreError for damage."""
    started = time.monotonic()
    timer = threading.Timer(STORE_CHECK_S, connection.interrupt)
    timer.start()
    try:
        finding = str(connection.execute("PRAGMA quick_check(1)").fetchone()[0])
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode != sqlite3.SQLITE_INTERRUPT:
            raise
        log.warning("chain_store_partly_checked", extra={"seconds": STORE_CHECK_S})
        return
    finally:
        timer.cancel()
        timer.join()
    if finding != "ok":
        raise StoreError(
            f"the chain store {path} is damaged ({finding}): put back a copy of it that is as new"
            " as the journal, or run `sqlite3 FILE .recover`"
        )
    log.info("chain_store_checked", extra={"seconds": round(time.monotonic() - started, 3)})
