"""The same answers by plain, slow and obvious means: what the quick geometry is measured against."""
