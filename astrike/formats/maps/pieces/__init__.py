"""What does one drawn shape become on a table: which outline, with which properties?"""
