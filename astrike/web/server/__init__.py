"""How does the application come to phones and to a terminal?"""
