"""`python -m urlkey`: the command, where its script is not on the path."""

from urlkey.cli import main

if __name__ == "__main__":
    main()
