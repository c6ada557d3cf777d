"""What does every page need to be asked and answered: forms, responses, headers, files, languages?"""
