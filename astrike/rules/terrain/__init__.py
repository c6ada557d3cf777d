"""What does the terrain of a table look like once it is made ready to be measured?"""
