"""The other process: a user's Python is loaded and called here, never in the gate's own process.

So whatever it prints, however it hangs, and however it ends, the gate's standard output, its time limits
and its exit code stay its own. The two processes speak JSON lines over the standard streams:

* first the gate says what to load (:class:`gate.worker.wanted.Wanted`), and the worker says ``{"ready":
  true, "source": a digest}``, or ``{"unusable": why, "by": "config" or "system", "fix": way out}``;
* then a request is ``{"id", "questions": [{"id", "query"}, …], "k"}``, of a check with ``answer`` and
  ``references`` in each question, and its reply
  ``{"id", "values": [one a question], "latency_ms"}`` or ``{"id", "error": why}``; replies come in any
  order.

Nothing here imports the rest of the package, so a worker loads what the user's code loads and no more.
"""
