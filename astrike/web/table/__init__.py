"""Which pages are about one table as a whole: map, tape, history, settings, codes, files, print?"""
