"""What Target Number and damage follow from the plain facts of one attack, and what forbids it?"""
