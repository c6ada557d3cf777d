"""What does the desk of an event show: its hall, its preset, what its layouts keep to?"""
