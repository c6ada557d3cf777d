"""What is asked: which table under which settings, who, whom, how? The words of the contract's JSON bodies.

Commands and the API ask in the same words; here they become a question to `rules` and its answer.
"""
