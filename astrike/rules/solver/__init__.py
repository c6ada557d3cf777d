"""May this unit attack that one, in whichever way, what does it need, and why?"""
