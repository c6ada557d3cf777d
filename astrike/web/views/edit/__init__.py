"""What does the editor show of pieces, tools and fields?"""
