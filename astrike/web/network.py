"""Under which addresses do phones on the same network reach this machine?"""

import socket
import struct
import sys

# Nothing is sent: a UDP socket that is "connected" only looks up which of our addresses would be used.
# The first is reserved for documentation, so it takes the way to the internet; the others are those
# of hotspots and halls.
_ELSEWHERE = (
    "192.0.2.1",
    "192.168.0.1",
    "192.168.1.1",
    "192.168.43.1",
    "192.168.137.1",
    "10.0.0.1",
    "10.42.0.1",
    "172.16.0.1",
)


def own_addresses() -> tuple[str, ...]:
    """List this machine's IPv4 addresses on its networks, the likeliest first."""
    found = [*_by_route(), *_by_interface(), *_by_name()]
    return tuple(
        dict.fromkeys(address for address in found if not address.startswith(("127.", "0.", "169.254.")))
    )


def _by_route() -> list[str]:
    found: list[str] = []
    for elsewhere in _ELSEWHERE:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            try:
                probe.connect((elsewhere, 9))
            except OSError:  # no way there
                continue
            found.append(str(probe.getsockname()[0]))
    return found


def _by_interface() -> list[str]:
    if sys.platform != "linux":
        return []
    import fcntl

    get_address = 0x8915  # SIOCGIFADDR
    found: list[str] = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _number, name in socket.if_nameindex():
            request = struct.pack("256s", name.encode()[:15])
            try:
                answer = fcntl.ioctl(probe.fileno(), get_address, request)
            except OSError:  # an interface without an address
                continue
            found.append(socket.inet_ntoa(answer[20:24]))
    return found


def _by_name() -> list[str]:
    try:
        rows = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)
    except OSError:  # the machine does not know its own name
        return []
    return [str(row[4][0]) for row in rows]
