"""Which file keeps everything, how is it opened, written and brought up to date?"""
