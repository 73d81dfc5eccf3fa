"""`acre journal archive` and `acre journal repair`: retention and repair of sealed segments."""

import argparse
import asyncio
import sys
from pathlib import Path

from edge.cli.main import EXIT_CONFIGURATION, EXIT_DAMAGED, EXIT_TEMPORARY, EXIT_UNAVAILABLE
from edge.core.programme_keeper import CHECKPOINTS, restore_programmes
from edge.core.settings import Settings
from edge.store.migrate import MigrationError, OldSchemaError
from edge.store.pool import DATABASE_ERRORS, Store
from engine.journal import (
    JournalArchiveError,
    JournalCorruptError,
    JournalError,
    JournalFiles,
    SnapshotStore,
)
from engine.journal.archiving import archive, maintenance, remove
from engine.journal.manifest import read_pointer
from engine.journal.repair import find_copies, repair
from engine.sequencer.sequencer import SNAPSHOTS
from engine.sequencer.snapshots import restore_exchange, usable_seqs


class _RefusedError(Exception):
    """The command cannot do what was asked; the text is a sentence."""


def run(settings: Settings, journal: Path, parsed: argparse.Namespace) -> int:
    """Archive or repair; returns the exit status. The core may run."""
    if settings.cluster.is_cluster:
        return _say(
            "The journal of a cluster is in its database, not in segments; `acre journal copy` "
            "writes it as files.",
            EXIT_CONFIGURATION,
        )
    try:
        with maintenance(journal):
            if parsed.act == "repair":
                _repair(journal, parsed)
            else:
                _archive(settings, journal, parsed)
    except JournalCorruptError as error:
        return _say(f"{error}.", EXIT_DAMAGED)
    except (JournalArchiveError, _RefusedError) as error:
        return _say(f"{error}.", EXIT_CONFIGURATION)
    except (MigrationError, OldSchemaError) as error:
        return _say(str(error), EXIT_CONFIGURATION)
    except JournalError as error:
        return _say(f"{error}.", EXIT_TEMPORARY)
    except DATABASE_ERRORS as error:
        text = f"--remove asks the database what it has, which does not answer ({error!r})"
        return _say(f"{text}. Run it while Acre runs.", EXIT_UNAVAILABLE)
    except OSError as error:
        return _say(f"{error.filename or journal}: {error.strerror}.", EXIT_TEMPORARY)
    return 0


def _archive(settings: Settings, journal: Path, parsed: argparse.Namespace) -> None:
    if parsed.directory is None:
        raise _RefusedError("Name the directory of the archive: `acre journal archive DIR`")
    target = Path(parsed.directory).expanduser().resolve()
    up_to_seq = _removable_seq(settings, journal) if parsed.remove else 0
    done = archive(journal, target)
    print(f"{done.copied} segments copied; {target} ends at command {done.last_seq}")
    if parsed.remove:
        removed = remove(journal, target, up_to_seq=up_to_seq, kept=parsed.keep)
        print(f"{len(removed)} segments removed, of those that end by command {up_to_seq}")


def _repair(journal: Path, parsed: argparse.Namespace) -> None:
    source = None
    if parsed.source is not None:
        source = find_copies(Path(parsed.source).expanduser().resolve())
    elif (pointer := read_pointer(journal)) is not None:
        source = Path(pointer.directory)
    count = 0
    for repaired in repair(journal, source):
        count += 1
        kept = "it was missing" if repaired.kept is None else f"the damaged file is {repaired.kept}"
        print(f"repaired {repaired.path} from {source}; {kept}", flush=True)
    print(f"{count} segments repaired; all but the last segment were checked")


def _removable_seq(settings: Settings, journal: Path) -> int:
    """Return the command up to which no start that is foreseen reads the journal.

    That is the oldest usable snapshot or checkpoint of the two kept of each, or the last command in
    the database, whichever is the oldest.
    """
    if journal != settings.home / "journal":
        raise _RefusedError("--remove works on the journal of ACRE_HOME only")
    files = JournalFiles.whole(journal)
    snapshots = usable_seqs(_store(journal, SNAPSHOTS), files, restore_exchange)
    checkpoints = usable_seqs(_store(journal, CHECKPOINTS), files, restore_programmes)
    if not snapshots or not checkpoints:
        raise _RefusedError(
            f"{journal} has no usable {'checkpoint' if snapshots else 'snapshot'}, so a start"
            " needs every segment; a clean stop saves one"
        )
    return min(*snapshots, *checkpoints, asyncio.run(_projected_seq(settings)))


def _store(journal: Path, folder: str) -> SnapshotStore:
    return SnapshotStore(journal / folder, is_reader=True)


async def _projected_seq(settings: Settings) -> int:
    store = await Store.read(settings.database_url)
    try:
        row = await store.row("projection.load")
        return 0 if row is None else int(row["applied_seq"])
    finally:
        await store.close()


def _say(sentence: str, status: int) -> int:
    sys.stdout.flush()
    print(f"acre: {sentence}", file=sys.stderr)
    return status
