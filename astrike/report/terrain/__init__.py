"""How does terrain look from above, from the side and along a line?"""
