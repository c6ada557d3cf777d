"""What was asked on the command line, and how is it answered there?"""
