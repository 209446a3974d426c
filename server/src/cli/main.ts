/** Starts `toggle-targeting`. If the reader closes the output (`| head`), the command continues without an error. */
import { setFlagsFromString } from 'node:v8';
import manual from '../../../docs/problems.md';
import { loadLanguage } from '../workspace/language.js';
import { localeOf } from './language.js';
import { worldOf } from './processWorld.js';
import { eraseLine } from './progress.js';
import { visible } from './reports/visible.js';
import { run } from './run.js';

// Limits garbage as in the language server (lsp/main.ts), but less strictly: a command may use twice the memory.
setFlagsFromString('--heap-growing-percent=100');
loadLanguage(localeOf(process.env));
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

/** A signal may arrive twice, because npx forwards signals that the terminal has already sent to both processes. */
function interruption(): AbortSignal {
  const controller = new AbortController();
  process.removeAllListeners('SIGINT');
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => controller.abort());
  return controller.signal;
}
