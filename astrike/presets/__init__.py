"""What events prescribe: lists, layouts, clock and options, as data with source and confidence. It judges nothing."""
