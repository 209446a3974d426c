/** Tests which authorities a push trusts. Node lists those of the system only from 22.15 on; the tests list them. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import tls from 'node:tls';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { startTrial } from '../../service/trial.js';
import { withoutProxyVariables } from '../proxyVariables.js';
import { pushTo } from '../pushTrial.js';
import type { Authority } from './certificates.js';
import { fileOf, makeAuthority } from './certificates.js';

const here = '127.0.0.1';
let company: Authority;

beforeAll(async () => {
  company = await makeAuthority();
});
withoutProxyVariables();

describe('A push arrives', () => {
  test("at a service of the company's authority if the machine trusts it", async () => {
    const service = await startTrial({ tls: await company.issue({ host: here }) });
    expect(await pushTrusting(company, service.url)).toEqual({ kind: 'ok', status: 200 });
    expect(service.requests).toMatchObject([{ method: 'PATCH', headers: { authorization: 'api-full' } }]);
  });

  test("at a service of the company's authority if the system store has it and the setting allows it", async () => {
    machineTrusts({ system: company });
    const service = await startTrial({ tls: await company.issue({ host: here }) });
    const push = async (systemCertificates: boolean) => pushTo(service.url, { network: { systemCertificates } });
    expect((await push(true)).outcome).toEqual({ kind: 'ok', status: 200 });
    expect((await push(false)).outcome).toMatchObject({ kind: 'untrusted' });
    expect(service.requests).toHaveLength(1);
  });

  test.each([true, false])(
    'with the authority in NODE_EXTRA_CA_CERTS, whether or not the system store is used: %s',
    async (systemCertificates) => {
      machineTrusts({ extra: company });
      const service = await startTrial({ tls: await company.issue({ host: here }) });
      const { outcome } = await pushTo(service.url, { network: { systemCertificates } });
      expect(outcome).toEqual({ kind: 'ok', status: 200 });
    },
  );

  test('at services of two authorities if one is in the system store and the other in the file', async () => {
    const other = await makeAuthority('Other Company CA');
    machineTrusts({ system: company });
    const network = { systemCertificates: true, extraCaFile: fileOf(other) };
    for (const authority of [company, other]) {
      const service = await startTrial({ tls: await authority.issue({ host: here }) });
      expect((await pushTo(service.url, { network })).outcome).toEqual({ kind: 'ok', status: 200 });
    }
  });

  test.each([
    ['of an unknown authority', { host: here }],
    ['for another host', { host: 'other.example.test' }],
    ['that has expired', { host: here, valid: 'formerly' }],
  ] as const)('at a service with a certificate %s if the user turns checks off', async (_, wanted) => {
    const service = await startTrial({ tls: await company.issue(wanted) });
    const { outcome } = await pushTo(service.url, { network: { strictTls: false } });
    expect(outcome).toEqual({ kind: 'ok', status: 200 });
    expect(service.requests).toHaveLength(1);
  });
});

/** Lasts until the test ends. */
function machineTrusts({ system, extra }: { readonly system?: Authority; readonly extra?: Authority }): void {
  const name = 'getCACertificates';
  const before = Object.getOwnPropertyDescriptor(tls, name);
  const stores: Readonly<Record<string, readonly string[]>> = {
    default: [...tls.rootCertificates, ...(extra ? [extra.cert] : [])],
    system: system ? [system.cert] : [],
    extra: extra ? [extra.cert] : [],
  };
  Object.defineProperty(tls, name, { configurable: true, value: (store: string) => stores[store] });
  onTestFinished(() => {
    if (before) Object.defineProperty(tls, name, before);
    else Reflect.deleteProperty(tls, name);
  });
}

/** Pushes from another process, because Node reads NODE_EXTRA_CA_CERTS only when it starts. @returns the outcome */
async function pushTrusting(authority: Authority, baseUrl: string): Promise<unknown> {
  const certificates = fileOf(authority);
  const outfile = join(certificates, '../main.cjs');
  const entry = join(import.meta.dirname, 'companyMachine.main.ts');
  await build({ entryPoints: [entry], bundle: true, platform: 'node', format: 'cjs', outfile });
  const env = { ...process.env, NODE_EXTRA_CA_CERTS: certificates };
  const { stdout } = await promisify(execFile)(process.execPath, [outfile, baseUrl], { env });
  return JSON.parse(stdout);
}
