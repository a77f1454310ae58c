"""The BCI Turing test: all of the track."""
