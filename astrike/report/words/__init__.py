"""Which words belong to numbers, names, pages, reasons, and how do they stand in a terminal?"""
