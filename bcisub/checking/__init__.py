"""Before the upload: what would go wrong on the server, seen by looking and by trying."""
