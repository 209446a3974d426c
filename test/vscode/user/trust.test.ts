/** In a folder that the person has not trusted: problems are shown, and nothing is sent. */
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { User } from '../user.js';
import type { Trial } from './editor.js';
import { clean, pictureOfFailure, startTrial } from './editor.js';

let trial: Trial;
let user: User;

beforeAll(async () => {
  trial = await startTrial();
  trial.write('targeting.config.json', { baseUrl: trial.service.url, project: 'P', environments: { dev: {} } });
  trial.write('checkout.targeting.json', { ...clean, coment: 'mistyped' });
  ({ user } = await trial.openEditor({ trust: true, openFiles: [join(trial.workspace, 'checkout.targeting.json')] }));
}, 180_000);

afterAll(() => trial.dispose());
afterEach((context) => pictureOfFailure(user, context));

describe('in an untrusted folder', () => {
  it('mistakes are shown', async () => {
    await user.squiggles('warning').first().waitFor();
  });

  it('a push says why it is refused', async () => {
    await user.pressPush();
    await user.toast('nothing is sent from a workspace that you have not trusted').waitFor();
    expect(trial.service.requests).toEqual([]);
  });
});
