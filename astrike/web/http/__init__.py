"""What does every page need for its request and response: forms, headers, files, languages?"""
