"""Fill the tables of the page, and say what people have to write."""

from tools.contract.page import PAGE, all_blocks, faults, newest


def main() -> None:
    """Write the page."""
    blocks = all_blocks()
    text = newest(PAGE.read_text(encoding="utf-8"), blocks)
    PAGE.write_text(text, encoding="utf-8")
    for fault in faults(text, blocks):
        print(fault)


if __name__ == "__main__":
    main()
