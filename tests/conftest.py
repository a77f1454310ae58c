"""What every test needs of the process it runs in."""

from __future__ import annotations

import signal

# A shell that starts the tests in the background has them ignore Ctrl-C, and what they start inherits that.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
