def answer(person):
    """What is reported for a person."""
    return 4 + person
