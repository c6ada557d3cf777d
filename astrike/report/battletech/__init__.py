"""How do answers of the classic desk read, as JSON and as text?"""
