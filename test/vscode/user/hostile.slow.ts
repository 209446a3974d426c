/** Tests a hostile repository in a real VS Code: nothing is sent unasked, and nothing outside is shown or changed. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { HostileRepository } from '../../hostile/repository.js';
import { hostileRepository, secret } from '../../hostile/repository.js';
import type { Service } from '../../service/service.js';
import { startService } from '../../service/service.js';
import type { User } from '../user.js';
import type { Trial } from './editor.js';
import { pictureOfFailure, startTrial } from './editor.js';

/** One file of each kind; test/hostile asks the built server about all of them. */
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

/** A push may end with a question, a box or list, or a message. */
const asked = ['.monaco-dialog-box', '.quick-input-widget', '.notifications-toasts .notification-list-item'];

describe.each([
  ['trusted', false],
  ['not trusted', true],
])('a hostile repository that is %s', (_, trust) => {
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

  it.each(files)('leads only to a question or a message after a push of %s', async (path) => {
    await user.open(path);
    await user.pressPush();
    await user.page.locator(asked.join(', ')).locator('visible=true').first().waitFor();
    await user.page.keyboard.press('Escape');
    await user.dismissToasts();
  });

  it('shows its problems without text from outside', async () => {
    const problems = await user.problems();
    expect(problems.length).toBeGreaterThan(0);
    expect(problems.join('\n')).not.toContain(secret);
  });

  it('causes no request, and changes nothing outside', () => {
    expect(trial.service.requests).toEqual([]);
    expect(planted.requests).toEqual([]);
    expect(repository.outside()).toBe(before);
  });
});
