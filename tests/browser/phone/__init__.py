"""Phones and laptops that lose each other, thumbs that tap twice, and going back."""
