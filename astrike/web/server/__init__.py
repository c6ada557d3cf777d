"""How does the application reach phones and a terminal?"""
