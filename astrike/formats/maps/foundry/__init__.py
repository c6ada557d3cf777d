"""What does a scene of Foundry draw?"""
