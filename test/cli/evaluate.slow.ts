/** Tests that `evaluate --batch` keeps none of the lines that it has answered. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { commandLineTrials } from '../support/commandLine.js';

const trialWith = commandLineTrials();
const examples = readFileSync(join(import.meta.dirname, '../evaluation/examples.jsonl'), 'utf8')
  .trimEnd()
  .split('\n');

it('Four times as many lines need less than half as much more memory as they are long', async () => {
  const [few, many] = [await peakOf(10_000), await peakOf(40_000)];
  expect(few.peak).toBeGreaterThan(10);
  // Whoever kept the lines would need at least as much as they are long.
  expect((many.peak - few.peak) / (many.length - few.length)).toBeLessThan(0.5);
});

/** Both in MiB. */
async function peakOf(count: number): Promise<{ readonly peak: number; readonly length: number }> {
  // The process says at its end how many KiB it had at most.
  const saysPeak = 'process.on("exit",()=>console.error(process.resourceUsage().maxRSS))';
  const environment = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(saysPeak)}` };
  const input = Array.from({ length: count }, (_, index) => examples[index % examples.length] ?? '').join('\n');
  const { code, stdout, stderr } = await trialWith({}).run(['evaluate', '--batch'], { input, environment });
  expect(code).toBe(0);
  expect(stdout.trimEnd().split('\n')).toHaveLength(count);
  return { peak: Number(stderr) / 1024, length: input.length / 1024 ** 2 };
}
