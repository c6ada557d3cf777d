"""Which pages run an event? Nothing outside imports this package; the rest starts without it."""
