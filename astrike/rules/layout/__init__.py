"""Is a table laid out as the rules and the event want it? One module a kind of check, composed in `legality`."""
