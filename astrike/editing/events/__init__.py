"""What lies on a table of an event, and in what is it other than its round wants?"""
