/** Tests that a checkout has LF even if Git converts line ends, as Git for Windows does by default. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

it('a clone with core.autocrlf has LF line endings', () => {
  const checkout = join(import.meta.dirname, '..', '..');
  const folder = mkdtempSync(join(tmpdir(), 'clone'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const git = (...args: readonly string[]) =>
    execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  git('clone', '-q', '-c', 'core.autocrlf=true', checkout, folder);
  const lines = git('-C', folder, 'ls-files', '--eol').split('\n');
  expect(lines.length).toBeGreaterThan(100);
  expect(lines.filter((line) => /w\/(?:crlf|mixed)/.test(line))).toEqual([]);
});
