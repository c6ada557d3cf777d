"""By which letter, shape and color is a unit known on every picture?"""
