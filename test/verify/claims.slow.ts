/** Tests that a second, naive program finds no false claim. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const threeHours = 3 * 3_600_000;

it(
  'every claim about 20,000 toggles is true',
  () => {
    const args = ['dist/tools/verify.mjs', '--cases', '20000', '--seed', '1'];
    const { status, stdout } = spawnSync(process.execPath, args, {
      cwd: join(import.meta.dirname, '../..'),
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    expect({ status, failures: stdout.match(/^FALSE .*/gm) }).toEqual({ status: 0, failures: null });
  },
  threeHours,
);
