"""What do piloting rolls, impacts and critical hits of classic BattleTech do, and why? Without a table."""
