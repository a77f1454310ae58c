"""What runs inside the target interpreter: official interfaces, loader, packet delivery.

Python 3.8, standard library and numpy only. Loaded there under the name `bcisub_worker`, so it imports
nothing of `bcisub` and uses relative imports alone.
"""
