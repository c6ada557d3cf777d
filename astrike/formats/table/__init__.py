"""What does a table file say, and how is one written?"""
