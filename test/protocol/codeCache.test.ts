/**
 * `--code-cache=FOLDER`: what V8 compiled at one start serves the next. Seen from outside by a bundle that was changed
 * behind its back: the same length and time as before, so what is kept still stands for it.
 */
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { serverFile, serverTrial } from '../support/languageServer.js';

const folder = mkdtempSync(join(tmpdir(), 'code cache ü'));
const file = join(folder, 'dist', 'server.js');
const bundle = join(folder, 'dist', 'languageServer.js');
const cache = join(folder, 'not', 'there yet');
const kept = join(cache, 'languageServer.code');

/** Starts the server, sees that it finds a problem, and gives the name that it says it has. */
async function nameOf(codeCache: string, until: () => void = () => undefined): Promise<string | undefined> {
  const server = await serverTrial({ file, args: [`--code-cache=${codeCache}`] });
  const uri = 'file:///nowhere/checkout.targeting.json';
  await server.open(uri, '{ "disabled": 1 }');
  expect((await server.shown(uri)).diagnostics).toHaveLength(1);
  await vi.waitFor(until, { timeout: 20_000 });
  expect(await server.stop()).toEqual({ code: 0, stderr: '' });
  return server.initialized.serverInfo?.name;
}

/** @param time seconds since 1970 */
function build(name: string, time: number): void {
  const text = readFileSync(join(dirname(serverFile), 'languageServer.js'), 'utf8');
  const changed = text.replace(/"toggle-targeting"(?=,\s*version)/, JSON.stringify(name));
  writeFileSync(bundle, changed);
  utimesSync(bundle, time, time);
}

beforeAll(async () => {
  mkdirSync(dirname(file));
  copyFileSync(serverFile, file);
  build('toggle-targeting', 1);
  expect(await nameOf(cache, () => statSync(kept))).toBe('toggle-targeting');
}, 30_000);

afterAll(() => rmSync(folder, { recursive: true }));

describe('what was compiled', () => {
  it('is kept as one whole file', () => {
    expect(readdirSync(cache)).toEqual(['languageServer.code']);
    expect(statSync(kept).size).toBeGreaterThan(50_000);
  });

  it('is run at the next start', async () => {
    build('another-same-len', 1);
    expect(await nameOf(cache)).toBe('toggle-targeting');
  });

  it('is not run of another build, and makes way for it', async () => {
    build('yet-another-name', 2);
    const before = statSync(kept).mtimeMs;
    expect(await nameOf(cache, () => expect(statSync(kept).mtimeMs).toBeGreaterThan(before))).toBe('yet-another-name');
    build('something-as-old', 2);
    expect(await nameOf(cache)).toBe('yet-another-name');
  }, 30_000);

  it.each([0, 10, 64, 70, 50_000])('is not run where only %d bytes of it are left', async (length) => {
    build('toggle-targeting', 2);
    truncateSync(kept, length);
    expect(await nameOf(cache)).toBe('toggle-targeting');
  });
});

it('A folder that cannot be written makes no difference', async () => {
  expect(await nameOf(bundle)).toBe('toggle-targeting');
});
