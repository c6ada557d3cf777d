"""Which table, unit and part of the map is this request about, and what has changed in the meantime?"""
