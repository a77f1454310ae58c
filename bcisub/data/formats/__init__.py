"""One reader a format; `bcisub.data.reading` chooses among them by suffix."""
