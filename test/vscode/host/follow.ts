/** Copies what is appended to a file to our standard output, while it grows. */
import { closeSync, openSync, readSync } from 'node:fs';

const INTERVAL = 100;

/** The returned function copies the rest and ends it. */
export function follow(file: string): () => void {
  const descriptor = openSync(file, 'r');
  const buffer = Buffer.alloc(1 << 16);
  const copy = () => {
    for (;;) {
      const length = readSync(descriptor, buffer);
      if (length === 0) return;
      process.stdout.write(Buffer.from(buffer.subarray(0, length)));
    }
  };
  const timer = setInterval(copy, INTERVAL);
  return () => {
    clearInterval(timer);
    copy();
    closeSync(descriptor);
  };
}
