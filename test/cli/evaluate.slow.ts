/** Tests that `evaluate --batch` does not keep answered lines in memory. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { commandLineTrials } from '../support/commandLine.js';

const trialWith = commandLineTrials();
const examples = readFileSync(join(import.meta.dirname, '../evaluation/examples.jsonl'), 'utf8')
  .trimEnd()
  .split('\n');

it('evaluate --batch needs less than half a byte of memory per additional byte of input', async () => {
  const [few, many] = [await peakOf(10_000), await peakOf(40_000)];
  expect(few.peak).toBeGreaterThan(10);
  // Keeping the lines would need at least their length.
  expect((many.peak - few.peak) / (many.length - few.length)).toBeLessThan(0.5);
});

/** Peak memory and input length, in MiB. */
async function peakOf(count: number): Promise<{ readonly peak: number; readonly length: number }> {
  // Prints the peak memory in KiB when the process exits.
  const saysPeak = 'process.on("exit",()=>console.error(process.resourceUsage().maxRSS))';
  const environment = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(saysPeak)}` };
  const input = Array.from({ length: count }, (_, index) => examples[index % examples.length] ?? '').join('\n');
  const { code, stdout, stderr } = await trialWith({}).run(['evaluate', '--batch'], { input, environment });
  expect(code).toBe(0);
  expect(stdout.trimEnd().split('\n')).toHaveLength(count);
  return { peak: Number(stderr) / 1024, length: input.length / 1024 ** 2 };
}
