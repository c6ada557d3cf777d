"""Which terrain does an SVG outline, and how is a table drawn as one?"""
