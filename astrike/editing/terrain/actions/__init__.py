"""What does each action of the editor do to pieces: add, move, turn, reshape, copy, order, describe them?"""
