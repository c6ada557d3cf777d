"""What do the files of an event say, and how are they written?"""
