"""Is it allowed, what does it need, and why?

Decisions of the rules: plain values in, an explained result out. Numbers come from the edition that is handed in; dice
and time are arguments. May import `geometry`, `rulebook`, `model`, `errors` and NumPy.
"""
