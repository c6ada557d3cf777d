"""How does the command line ask what the pages and the API ask, and print the answer?"""
