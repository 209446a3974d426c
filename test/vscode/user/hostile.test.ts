/**
 * A repository that somebody else wrote to do harm, opened in a real VS Code, trusted and not: nothing is sent unasked, nothing
 * of what lies outside is shown or changed, and the server stays small. A picture is taken of what each push asks.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { memoryLimit, peakMemory } from '../../hostile/footprint.js';
import type { HostileRepository } from '../../hostile/repository.js';
import { hostileRepository, secret } from '../../hostile/repository.js';
import type { Service } from '../../service/service.js';
import { startService } from '../../service/service.js';
import type { User } from '../user.js';
import type { Trial } from './editor.js';
import { pictureOfFailure, root, startTrial } from './editor.js';

/** One of each kind; the built server is asked about all of them in test/hostile. */
const files = [
  'above/checkout',
  'deep/arrays',
  'devices/pipe/checkout',
  'devices/zero/checkout',
  'hidden/checkout',
  'huge/config/checkout',
  'huge/environments/checkout',
  'link-in-name/checkout',
  'links/config/checkout',
  'names/checkout',
  'odd/surrogate',
  'slow/number',
  'slow/splits',
].map((path) => `${path}.targeting.json`);

describe.each([
  { title: 'trusted', trust: false },
  { title: 'not trusted', trust: true },
])('a hostile repository that is $title', ({ title, trust }) => {
  let trial: Trial;
  let planted: Service;
  let repository: HostileRepository;
  let before: string;
  let user: User;

  beforeAll(async () => {
    trial = await startTrial();
    planted = await startService({ seed: { tokens: [], projects: {} } });
    repository = hostileRepository({ named: trial.service.url, planted: planted.url });
    before = repository.outside();
    ({ user } = await trial.openEditor({ trust, workspace: repository.folder }));
  }, 180_000);

  afterAll(async () => {
    await trial.dispose();
    await planted.close();
    repository.dispose();
  });
  afterEach((context) => pictureOfFailure(user, context));

  it.each(files)('%s is opened and pushed, as far as the question', async (path) => {
    await user.open(path);
    await user.pressPush();
    const asked = user.dialog().or(user.page.locator('.quick-input-widget:not(.hidden)')).or(user.toast(/./));
    await asked.first().waitFor();
    await picture(path.replace(/\W+/g, '-'));
    await user.page.keyboard.press('Escape');
    await user.dismissToasts();
  });

  it('has its problems listed, without a word of what lies outside', async () => {
    const problems = await user.problems();
    expect(problems.length).toBeGreaterThan(0);
    expect(problems.join('\n')).not.toContain(secret);
    await picture('problems');
  });

  it('has nothing sent, nothing outside changed, and a small server', () => {
    expect(trial.service.requests).toEqual([]);
    expect(planted.requests).toEqual([]);
    expect(repository.outside()).toBe(before);
    const [server, ...others] = serverIds();
    expect(others).toEqual([]);
    expect(peakMemory(server)).toBeLessThan(memoryLimit);
  });

  async function picture(name: string): Promise<void> {
    const path = join(root, 'test/vscode/artifacts/hostile', `${title.replace(' ', '-')}-${name}.png`);
    await user.page.screenshot({ path });
  }
});

/** The ids of the language servers of this checkout that run on this machine, from Linux's /proc. */
function serverIds(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((id) => {
      try {
        return readFileSync(`/proc/${id}/cmdline`, 'utf8').includes(join(root, 'dist', 'server.js'));
      } catch {
        // The process has ended meanwhile.
        return false;
      }
    })
    .map(Number);
}
