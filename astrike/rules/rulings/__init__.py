"""How far does a verdict hold, and can it be proved again later?"""
