"""Where does the turn stand, who acts next, and what is due in the End Phase?"""
