/** Tests that lines of any length are answered, and not kept in memory. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { linesOf } from '../../server/src/cli/evaluate/inputLines.js';

it('linesOf does not buffer an oversized line while the rest of it arrives', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const arrived: WeakRef<ArrayBufferLike>[] = [];
  let kept = NaN;
  async function* chunks() {
    for (let count = 0; count < 40; count += 1) {
      const chunk = new Uint8Array(100_000).fill(120);
      arrived.push(new WeakRef(chunk.buffer));
      yield chunk;
      // Lets the objects of the last turn be collected.
      await new Promise((resolve) => setImmediate(resolve));
    }
    collect();
    kept = arrived.filter((each) => each.deref() !== undefined).length;
    yield Buffer.from('\nb\n');
  }
  const lines = [];
  for await (const line of linesOf(chunks(), 256 * 1024)) lines.push(line);
  expect(lines).toEqual([{ unreadable: 'larger than 0.25 MiB' }, 'b']);
  expect(kept).toBeLessThan(5);
});
