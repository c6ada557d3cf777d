"""Which pages come before a table: start, device, licenses, the demo?"""
