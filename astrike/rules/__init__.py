"""May it, what does it need, and why? Decisions: plain values in, an explained result out.

Behaviour only; the numbers come from the edition that is handed in. Dice and time are arguments.
May import: ``geometry``, ``rulebook``, ``model``, ``errors`` and NumPy.
"""
