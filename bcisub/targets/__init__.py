"""Target interpreters and the environments made for them."""
