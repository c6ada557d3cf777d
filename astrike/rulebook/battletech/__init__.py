"""What do the editions of classic BattleTech print? Their tables, each row by edition, and the rows' types."""
