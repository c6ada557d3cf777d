"""What is an event, and who meets whom at it?"""
