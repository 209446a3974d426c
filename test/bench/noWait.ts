/** Loaded before a peer: what it would do after its wait (500 ms, 200 ms), it does at once. */
const waits = new Set([500, 200]);
const wait = globalThis.setTimeout;
const atOnce = (action: () => void, milliseconds?: number, ...rest: unknown[]): unknown =>
  milliseconds !== undefined && waits.has(milliseconds)
    ? wait(action, 0, ...(rest as []))
    : wait(action, milliseconds, ...(rest as []));
Object.assign(globalThis, { setTimeout: atOnce });
