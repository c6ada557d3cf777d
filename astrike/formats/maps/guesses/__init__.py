"""What is offered where a map does not say which terrain it means, or how large it is?"""
