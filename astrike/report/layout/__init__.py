"""How does the check of a table read: verdict, findings, figures?"""
