/** A service whose certificate comes from the company's own authority, which only the system knows. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { makeAuthority } from '../../push/service/certificates.js';
import { canary, clean, startTrial } from './editor.js';

const authority = await makeAuthority();
const trial = await startTrial({ tls: await authority.issue({ host: '127.0.0.1' }) });
afterAll(() => trial.dispose());

it.each([
  ['not trusted as long as the system does not know its authority', '/dev/null', 'is not trusted', 0],
  ['pushed to as soon as the system knows its authority', join(trial.home, 'authority.pem'), 'Pushed checkout', 1],
])(
  "A service with the company's own certificate is %s",
  async (_, authorities, told, requests) => {
    writeFileSync(join(trial.home, 'authority.pem'), authority.cert);
    trial.writeConfig({ dev: {} });
    trial.write('checkout.targeting.json', clean);
    const openFiles = [join(trial.workspace, 'checkout.targeting.json')];
    const { host, user } = await trial.openEditor({ openFiles, env: { SSL_CERT_FILE: authorities } });
    await user.pressPush();
    await user.answer(canary, 'https://');
    await user.toast(told).waitFor();
    expect(trial.service.requests).toHaveLength(requests);
    await host.dispose();
  },
  180_000,
);
