"""Which page shows editions and tables of the rules?"""
