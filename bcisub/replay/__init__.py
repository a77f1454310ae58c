"""Host side of a run: masks triggers, serves blocks, guards time and memory, keeps the event log."""
