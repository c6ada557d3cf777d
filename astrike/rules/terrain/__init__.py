"""How high is the ground of a table, and where are solids, woods and water, made ready to be measured?"""
