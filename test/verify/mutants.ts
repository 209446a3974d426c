/** Breaks a copy of the product, one line of mutants.txt at a time, and runs verify.mjs on it: `npm run test:verify-mutants`. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: { cases: { type: 'string', default: '4000' }, only: { type: 'string', default: '' } },
});
const root = join(import.meta.dirname, '../..');
const copy = mkdtempSync(join(tmpdir(), 'mutants-'));
const left = ['node_modules', 'dist', '.git'].map((name) => join(root, name));
let [tried, noticed] = [0, 0];
try {
  cpSync(root, copy, { recursive: true, filter: (path) => !left.includes(path) });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  const table = readFileSync(join(root, 'test/verify/mutants.txt'), 'utf8').trimEnd().split('\n').slice(1);
  for (const row of table) {
    const [file = '', name = '', from = '', to = ''] = row.split(' ¦ ');
    if (row.includes(values.only)) mutate(file, name, from, to === '(nothing)' ? '' : to);
  }
} finally {
  rmSync(copy, { recursive: true, force: true });
}
console.log(`${noticed} of ${tried} noticed`);
process.exitCode = noticed === tried ? 0 : 1;

function mutate(file: string, name: string, from: string, to: string): void {
  const path = join(copy, 'server/src/core', `${file}.ts`);
  const source = readFileSync(path, 'utf8');
  if (source.split(from).length !== 2)
    throw new Error(`"${from}" stands ${source.split(from).length - 1} times in ${file}.ts.`);
  writeFileSync(
    path,
    source.replace(from, () => to),
  );
  const built = node(['esbuild.mjs', '--production'], {});
  if (built.status !== 0) throw new Error(`${name}: ${built.stderr}`);
  writeFileSync(path, source);
  const args = [join(import.meta.dirname, 'verify.mjs'), '--cases', values.cases, '--first'];
  const { status, stdout } = node(args, { VERIFIED_CLI: join(copy, 'dist/cli.js') });
  const claim = /^FALSE (.*?):/m.exec(stdout)?.[1];
  tried += 1;
  // A mutant that makes it fail counts as noticed, too.
  const isNoticed = status !== 0;
  if (isNoticed) noticed += 1;
  console.log(`${isNoticed ? 'noticed' : 'NOT NOTICED'}\t${name}\t${claim ?? (isNoticed ? 'an exception' : '')}`);
}

function node(args: readonly string[], env: Readonly<Record<string, string>>) {
  return spawnSync(process.execPath, args, { cwd: copy, encoding: 'utf8', env: { ...process.env, ...env } });
}
