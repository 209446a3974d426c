/**
 * Starts the language server (main.ts, built as languageServer.js): in two thirds of the time where V8 finds again what it
 * compiled at an earlier start. That is kept in the folder of `--code-cache=FOLDER`; without the option nothing is.
 */
import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Script } from 'node:vm';
import { version } from '../../package.json';

const bundle = join(__dirname, 'languageServer.js');
const option = '--code-cache=';
const folder = process.argv.find((argument) => argument.startsWith(option))?.slice(option.length);

/** Milliseconds after the start: by then the file that was opened has its answers, and what they took is compiled. */
const keptAfter = 2_000;

// V8 asks of the source only how long it is, so what is kept begins with the build that it is of.
const build = Buffer.from(`${version} ${statSync(bundle).mtimeMs}`.padEnd(64));
const kept = folder === undefined ? undefined : join(folder, 'languageServer.code');
const known = kept === undefined ? undefined : contentOf(kept);
const cachedData = known?.subarray(0, build.length).equals(build) ? known.subarray(build.length) : undefined;

const script = new Script(readFileSync(bundle, 'utf8'), { filename: bundle, ...(cachedData && { cachedData }) });
// The build has wrapped it into the function that Node makes of a module.
const run = script.runInThisContext() as (...names: unknown[]) => void;
const module = { exports: {} };
run(module.exports, createRequire(bundle), module, bundle, __dirname);

if (kept !== undefined && script.cachedDataRejected !== false) {
  setTimeout(() => keep(kept, Buffer.concat([build, script.createCachedData()])), keptAfter).unref();
}

function contentOf(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}

/** As a whole: another server may be reading it. Where it cannot be written, the next start takes its time again. */
function keep(file: string, content: Buffer): void {
  const own = `${file}.${process.pid}`;
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(own, content);
    renameSync(own, file);
  } catch {
    return;
  }
}
