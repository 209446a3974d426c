/** Bodies of requests, as far as they are small and there is room for all that come at once. */
import type { IncomingMessage } from 'node:http';

export const LARGEST_BODY = 2 ** 20;
const ROOM = 2 ** 24;

/** Bytes that are held for those who send or take their time. */
export class HeldBytes {
  #held = 0;

  /** @returns whether there is room for them */
  take(bytes: number): boolean {
    if (this.#held + bytes > ROOM) return false;
    this.#held += bytes;
    return true;
  }

  leave(bytes: number): void {
    this.#held -= bytes;
  }
}

/**
 * Reads to the end whatever comes, as many clients read no answer before that. A number is the status to answer with; undefined where
 * the connection ends before.
 */
export function bodyOf(request: IncomingMessage, held: HeldBytes): Promise<Buffer | 413 | 503 | undefined> {
  return new Promise((resolve) => {
    let chunks: Buffer[] = [];
    let size = 0;
    let excess: 413 | 503 | undefined;
    const drop = () => {
      held.leave(size);
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
