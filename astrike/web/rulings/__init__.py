"""Which pages show rulings, how far an answer holds, and keep what was agreed?"""
