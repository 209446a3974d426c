/**
 * One way out for everything that may end this process early: a signal, or a reader of our output that is gone. Without
 * it the server, which is a process group of its own, would go on alone.
 */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Calls `stop` for each interruption until the returned function is called. */
export function onInterruption(stop: () => void): () => void {
  for (const signal of SIGNALS) process.on(signal, stop);
  process.stdout.on('error', stop);
  process.stderr.on('error', stop);
  return () => {
    for (const signal of SIGNALS) process.off(signal, stop);
    process.stdout.off('error', stop);
    process.stderr.off('error', stop);
  };
}
