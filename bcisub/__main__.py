"""`python -m bcisub`."""

from bcisub.cli.app import main

main()
