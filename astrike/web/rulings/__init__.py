"""Which pages show rulings and margins, and keep what was agreed?"""
