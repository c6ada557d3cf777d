"""Which pages come before a table: the front page, device settings, licenses, the demo?"""
