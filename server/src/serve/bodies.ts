/** Reads small request bodies. All bodies that arrive at the same time share a memory limit. */
import type { IncomingMessage } from 'node:http';

export const LARGEST_BODY = 2 ** 20;
const ROOM = 2 ** 24;

/** Counts the bytes that are buffered for the bodies of requests and responses. */
export class HeldBytes {
  #held = 0;

  /** Reserves memory. @returns false if the limit would be exceeded */
  take(bytes: number): boolean {
    if (this.#held + bytes > ROOM) return false;
    this.#held += bytes;
    return true;
  }

  release(bytes: number): void {
    this.#held -= bytes;
  }
}

/** Reads the whole body, as many clients ignore earlier responses. @returns undefined if the connection closes early */
export function bodyOf(request: IncomingMessage, held: HeldBytes): Promise<Buffer | 413 | 503 | undefined> {
  return new Promise((resolve) => {
    let chunks: Buffer[] = [];
    let size = 0;
    let excess: 413 | 503 | undefined;
    const drop = () => {
      held.release(size);
      size = 0;
      chunks = [];
    };
    request.on('data', (chunk: Buffer) => {
      if (excess === undefined && size + chunk.length > LARGEST_BODY) excess = 413;
      if (excess === undefined && !held.take(chunk.length)) excess = 503;
      if (excess !== undefined) return drop();
      size += chunk.length;
      chunks.push(chunk);
    });
    request.on('end', () => {
      resolve(excess ?? Buffer.concat(chunks));
    });
    request.on('close', () => {
      drop();
      resolve(undefined);
    });
  });
}
