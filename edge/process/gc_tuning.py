"""How the garbage collector is set for a process that serves many short requests."""

import gc

YOUNG_OBJECTS = 20_000  # new objects between two collections of the young


def tune_gc() -> None:
    """Take what lives as long as the process out of the collections, and collect more rarely.

    Call it when the process is ready. Reference counts free nearly everything at once; with the
    interpreter's own thresholds a quarter of the processor time of a request went into walks over
    objects that stay.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG_OBJECTS, *gc.get_threshold()[1:])
