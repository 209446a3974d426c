/** Starts the language server in a process (--stdio, --node-ipc, --socket=PORT, --pipe=NAME) or in a Web Worker. */
import { setFlagsFromString } from 'node:v8';
import type { MessageReader } from 'vscode-languageserver/node';
import { createConnection, isWorker, ProposedFeatures } from './lsp.js';
import { homepage, version } from '../../../package.json';
import { gitOf } from './git.js';
import { startInWorker } from './inWorker.js';
import { disk } from '../workspace/disk/disk.js';
import { loadLanguage } from '../workspace/language.js';
import { MessageWriter } from './messageWriter.js';
import { startServer } from './server.js';

const about = {
  version,
  docs: homepage.replace(/#.*/, '/blob/HEAD/docs/problems.md'),
  now: Date.now,
  offsetMinutes: () => -new Date().getTimezoneOffset(),
};
if (isWorker) startInWorker(about);
else startInProcess(process.argv.slice(2));

function startInProcess(options: readonly string[]): void {
  if (options.includes('--version')) {
    process.stdout.write(`${version}\n`);
  } else if (!options.some((option) => /^--(?:stdio|node-ipc|socket|pipe)\b/.test(option))) {
    process.stderr.write('A language server for *.targeting.json. Start it from an editor, with --stdio.\n');
    process.exitCode = 2;
  } else {
    // By default, V8 lets garbage grow to several times the used memory. This server should use little memory.
    setFlagsFromString('--heap-growing-percent=30');
    startServer(connect(options), { ...about, disk, git: gitOf(process.env), speak: loadLanguage });
  }
}

function connect(options: readonly string[]) {
  if (!options.includes('--stdio')) return createConnection(ProposedFeatures.all);
  // The library's types do not allow an input without an output. The library reads the stream, and exits when it ends.
  const input = process.stdin as unknown as MessageReader;
  return createConnection(ProposedFeatures.all, input, new MessageWriter(process.stdout));
}
