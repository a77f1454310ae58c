import time

import numpy as np


class MyAlgorithm:
    """First person: the miniature's answers, one as a numpy integer and one slow. Second person: always neutral."""

    ANSWERS = {900: 0, 1150: np.int64(0), 1400: 1, 1650: 0, 1900: 8, 2150: 0, 3400: 4, 3650: 4, 3900: 5, 4150: 0}

    def __init__(self):
        self.people = 0
        self.p = 0

    def get_data(self, data):
        if 250 in data[-1]:
            self.people += 1
            self.p = 0
        self.p += data.shape[1]

    def algorithm(self):
        if self.people == 2:
            return 4
        if self.p == 3400:
            time.sleep(0.55)
        return self.ANSWERS.get(self.p, 7)
