"""What is asked about classic BattleTech on hexes, and what is answered? Plain records without a rule."""
