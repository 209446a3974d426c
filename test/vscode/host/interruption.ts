/** Without this, the server would go on alone, because it is a process group of its own. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Calls `stop` for each signal or closed output, until the returned function is called. */
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
