"""What is a table made ready for questions, how does it measure, and what lies between its units?"""
