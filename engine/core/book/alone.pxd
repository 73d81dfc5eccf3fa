"""Cimported first by the modules of a standalone book: their accounts have rows of their own.

`rows.pxd` has the layouts. The exchange cimports this nowhere.
"""

cdef extern from *:
    """
    #define ACRE_ALONE 1
    """
    const int IS_ALONE "ACRE_ALONE"
