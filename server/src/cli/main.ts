/**
 * `toggle-targeting`: the command line on real I/O. Whoever reads what it writes may go away (`| head`); it goes on without
 * a word then, so that what was to be fixed is fixed and the exit code is right.
 */
import { setFlagsFromString } from 'node:v8';
import manual from '../../../docs/problems.md';
import { speak } from '../workspace/language.js';
import { localeOf } from './language.js';
import { worldOf } from './processWorld.js';
import { eraseLine } from './progress.js';
import { visible } from './reports/visible.js';
import { run } from './run.js';

// As in the language server (main.ts there), but nobody waits for a keystroke: twice what is used is little enough.
setFlagsFromString('--heap-growing-percent=100');
speak(localeOf(process.env));
process.once('SIGINT', () => {
  if (process.stderr.isTTY) process.stderr.write(eraseLine);
  process.exit(130);
});
const world = worldOf({
  ...{ folder: process.cwd(), environment: process.env, manual },
  ...{ stdin: () => process.stdin, stdout: process.stdout, stderr: process.stderr },
  command: [process.execPath, ...process.argv.slice(1, 2)],
  interruption,
  broken: () => (process.exitCode = 2),
});
run(process.argv.slice(2), world).then(
  (code) => (process.exitCode ??= code),
  (error: unknown) => {
    const lines = (error instanceof Error ? (error.stack ?? error.message) : String(error)).split('\n');
    world.messages.write(`${lines.map(visible).join('\n')}\n`);
    process.exitCode = 2;
  },
);

/** As often as they come: npx passes on what a terminal sends to both. */
function interruption(): AbortSignal {
  const controller = new AbortController();
  process.removeAllListeners('SIGINT');
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => controller.abort());
  return controller.signal;
}
