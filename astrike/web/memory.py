"""How does a server give memory back that it needed for a moment?

Which question: searches take tens of megabytes for a second. Left alone, the C library keeps them for later, in a heap
for each thread; asked once at the start, it keeps few heaps and gives large pieces back. Elsewhere nothing is done.
"""

import ctypes
import sys

_M_TRIM_THRESHOLD, _M_MMAP_THRESHOLD, _M_ARENA_MAX = -1, -3, -8
"""Names in glibc's malloc.h."""
_WISHES = ((_M_ARENA_MAX, 2), (_M_MMAP_THRESHOLD, 1 << 17), (_M_TRIM_THRESHOLD, 1 << 20))


def give_memory_back() -> bool:
    """Ask the C library to give large pieces back at once; say whether it took the wish."""
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None) if sys.platform == "linux" else None
    if mallopt is None:
        return False
    return all(mallopt(ctypes.c_int(name), ctypes.c_int(value)) == 1 for name, value in _WISHES)
