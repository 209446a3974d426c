/** A service whose certificate comes from the company's own authority, which only the system knows. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { makeAuthority } from '../../push/service/certificates.js';
import type { User } from '../user.js';
import type { Trial } from './editor.js';
import { canary, clean, pictureOfFailure, startTrial } from './editor.js';

let trial: Trial;
let user: User;
let authorityFile: string;

beforeAll(async () => {
  const authority = await makeAuthority();
  trial = await startTrial({ tls: await authority.issue({ host: '127.0.0.1' }) });
  authorityFile = join(trial.home, 'authority.pem');
  writeFileSync(authorityFile, authority.cert);
  trial.write('targeting.config.json', { baseUrl: trial.service.url, project: 'P', environments: { dev: {} } });
  trial.write('checkout.targeting.json', clean);
});

afterAll(() => trial.dispose());
afterEach((context) => pictureOfFailure(user, context));

const openFiles = () => [join(trial.workspace, 'checkout.targeting.json')];

describe("a service with the company's own certificate", () => {
  it('is not trusted as long as the system does not know its authority', async () => {
    const { host, user: stranger } = await trial.openEditor({
      openFiles: openFiles(),
      env: { SSL_CERT_FILE: '/dev/null' },
    });
    user = stranger;
    await user.pressPush();
    await user.answer(canary, 'https://');
    await user.toast('is not trusted').waitFor();
    expect(trial.service.requests).toEqual([]);
    await host.dispose();
  });

  it('is pushed to as soon as the system knows its authority', async () => {
    const opened = await trial.openEditor({ openFiles: openFiles(), env: { SSL_CERT_FILE: authorityFile } });
    user = opened.user;
    await user.pressPush();
    await user.answer(canary, 'https://');
    await user.toast('Pushed checkout').waitFor();
    expect(trial.service.requests).toHaveLength(1);
  });
});
