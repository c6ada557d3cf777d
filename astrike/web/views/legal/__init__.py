"""What does the check of a whole table show?"""
