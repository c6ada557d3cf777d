"""Run ``python -m astrike`` as the ``astrike`` command."""

from astrike.cli.main import main

if __name__ == "__main__":
    main()
