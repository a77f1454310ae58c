class Answer:
    resultType = None


def label_for(total, offset):
    return int(abs(total) + offset) % 40 + 1
