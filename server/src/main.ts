/** Starts the language server on real I/O: `toggle-targeting-server --stdio` (or --node-ipc, --socket=PORT, --pipe=NAME). */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { createConnection, ProposedFeatures } from 'vscode-languageserver/node';
import manifest from '../../package.json' with { type: 'json' };
import type { FileText } from './configFiles.js';
import { configFiles } from './configFiles.js';
import { startServer } from './server.js';

const options = process.argv.slice(2);
if (options.includes('--version')) {
  process.stdout.write(`${manifest.version}\n`);
} else if (!options.some((option) => /^--(?:stdio|node-ipc|socket|pipe)\b/.test(option))) {
  process.stderr.write('A language server for *.targeting.json. Start it from an editor, with --stdio.\n');
  process.exitCode = 2;
} else {
  startServer(createConnection(ProposedFeatures.all), {
    configFiles: configFiles(readText),
    version: manifest.version,
    docs: manifest.homepage.replace(/#.*/, ''),
  });
}

async function readText(uri: string): Promise<FileText> {
  try {
    return await readFile(fileURLToPath(uri), 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'EISDIR') return undefined;
    // One that is there but cannot be read must not make way for another further up.
    return { unreadable: code };
  }
}
