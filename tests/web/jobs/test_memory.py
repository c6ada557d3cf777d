"""Does the server give memory back?"""

import platform

from astrike.web.jobs.processes import give_memory_back


def test_the_wish_is_taken_where_there_is_somebody_to_take_it() -> None:
    assert give_memory_back() == (platform.libc_ver()[0] == "glibc")
