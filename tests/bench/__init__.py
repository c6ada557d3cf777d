"""How quick is it, as ratios in one run? `python -m tests.bench` prints them; tests/test_speed.py asserts them."""

import os

# Before NumPy comes: with threads of its own its small products take five times as long, and not always.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
