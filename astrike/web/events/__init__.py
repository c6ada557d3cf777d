"""Which pages run an event? Nothing outside imports this room; without it the rest starts."""
