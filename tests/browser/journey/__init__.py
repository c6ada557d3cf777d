"""What people do from the first page to the first answer, by touch on a phone."""
