"""May this unit move there, what does it cost, and where can it get to?

Every mode of movement is judged by a module of its own; `judge` is the one way in.
"""
