"""What can be tapped on a quick check, and what does it say?"""
