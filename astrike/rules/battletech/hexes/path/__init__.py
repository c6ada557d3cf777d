"""What does a path across hexes cost, and what rolls and skids does it bring?"""
