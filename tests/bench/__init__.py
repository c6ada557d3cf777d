"""How quick is it, as ratios in one run? `python -m tests.bench` prints them; tests/test_speed.py asserts them."""
