/** When a push goes through a proxy and when not. Behind the proxy every host is the service of the test. */
import { beforeAll, describe, expect, test, vi } from 'vitest';
import type { Network } from '../../../server/src/service/http/dispatcher.js';
import type { Service } from '../../service/service.js';
import { dev, startTrial } from '../../service/trial.js';
import { withoutProxyVariables } from '../proxyVariables.js';
import { pushTo } from '../pushTrial.js';
import type { Authority } from './certificates.js';
import { fileOf, makeAuthority } from './certificates.js';
import { refuse, startProxy, type Proxy, type ProxyOptions } from './proxy.js';

const host = 'toggles.example.test';
const baseUrl = `https://${host}`;
const basic = `Basic ${Buffer.from('anna:p@ss word').toString('base64')}`;
let company: Authority;

beforeAll(async () => {
  company = await makeAuthority();
});
withoutProxyVariables();

interface Office {
  readonly service: Service;
  readonly proxy: Proxy;
  /** The outcome, whichever certificate the service has. */
  readonly push: (network: Partial<Network>, to?: string) => Promise<unknown>;
}

async function office(options: Omit<ProxyOptions, 'to'> = {}): Promise<Office> {
  const service = await startTrial({ tls: await company.issue({ host }) });
  const proxy = await startProxy({ to: service.port, ...options });
  return {
    service,
    proxy,
    push: async (network, to = baseUrl) => {
      const { outcome } = await pushTo(to, { network: { strictTls: false, ...network } });
      return outcome;
    },
  };
}

const pushed = { kind: 'ok', status: 200 };
const unknownHost = { kind: 'unreachable', cause: expect.stringMatching(/ENOTFOUND|EAI_AGAIN/) as unknown };
const tunnel = [`CONNECT ${host}:443`];

describe('Through the proxy', () => {
  test('of "http.proxy" a push arrives unchanged', async () => {
    const { service, proxy, push } = await office();
    expect(await push({ proxy: `http://${proxy.host}` })).toEqual(pushed);
    expect(proxy.asked).toEqual(tunnel);
    expect(service.requests).toMatchObject([
      { method: 'PATCH', path: dev, headers: { host, authorization: 'api-full' }, body: '{"disabled":false}' },
    ]);
    expect(service.requests[0]?.headers).not.toHaveProperty('proxy-authorization');
  });

  test('the certificate of the service is checked for the host that was asked for', async () => {
    const { service, proxy, push } = await office();
    const trusted = { proxy: `http://${proxy.host}`, strictTls: true, extraCaFile: fileOf(company) };
    expect(await push(trusted)).toEqual(pushed);
    expect(await push(trusted, 'https://other.example.test')).toMatchObject({
      kind: 'untrusted',
      cause: expect.stringContaining('other.example.test') as unknown,
    });
    expect(service.requests).toHaveLength(1);
  });

  test("of the company, which speaks TLS, a push arrives only where the company's authority is trusted", async () => {
    const { service, proxy, push } = await office({ tls: await company.issue({ host: '127.0.0.1' }) });
    const network = { proxy: `https://${proxy.host}`, strictTls: true };
    expect(await push(network)).toMatchObject({ kind: 'untrusted' });
    expect(proxy.asked).toEqual([]);
    expect(await push({ ...network, extraCaFile: fileOf(company) })).toEqual(pushed);
    expect(proxy.asked).toEqual(tunnel);
    expect(service.requests).toHaveLength(1);
  });

  test('a certificate of an unknown authority is not trusted', async () => {
    const { service, proxy, push } = await office();
    expect(await push({ proxy: `http://${proxy.host}`, strictTls: true })).toMatchObject({ kind: 'untrusted' });
    expect(service.requests).toEqual([]);
  });

  test('credentials in the URL are for the proxy alone', async () => {
    const { service, proxy, push } = await office({ authorization: basic });
    expect(await push({ proxy: `http://anna:p%40ss%20word@${proxy.host}` })).toEqual(pushed);
    expect(service.requests).toMatchObject([{ headers: { authorization: 'api-full' } }]);
    expect(service.requests[0]?.headers).not.toHaveProperty('proxy-authorization');
  });

  test('"http.proxyAuthorization" is for the proxy alone', async () => {
    const { service, proxy, push } = await office({ authorization: 'Negotiate abc' });
    expect(await push({ proxy: `http://${proxy.host}`, proxyAuthorization: 'Negotiate abc' })).toEqual(pushed);
    expect(service.requests).toMatchObject([{ headers: { authorization: 'api-full' } }]);
    expect(service.requests[0]?.headers).not.toHaveProperty('proxy-authorization');
  });

  test.each(['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY'])('of the variable %s a push arrives', async (name) => {
    const { service, proxy, push } = await office({ authorization: basic });
    vi.stubEnv(name, `http://anna:p%40ss%20word@${proxy.host}`);
    expect(await push({})).toEqual(pushed);
    expect(proxy.asked).toEqual(tunnel);
    expect(service.requests).toHaveLength(1);
  });

  test('of "http.proxy" a push arrives although a variable names another proxy', async () => {
    const { service, proxy, push } = await office();
    const other = await startProxy({ to: service.port });
    vi.stubEnv('HTTPS_PROXY', `http://${other.host}`);
    expect(await push({ proxy: `http://${proxy.host}` })).toEqual(pushed);
    expect(proxy.asked).toEqual(tunnel);
    expect(other.asked).toEqual([]);
  });

  test('a push goes to every host that "http.noProxy" does not name', async () => {
    const { proxy, push } = await office();
    const noProxy = ['other.test', 'les.example.test', 'example.test.org'];
    expect(await push({ proxy: `http://${proxy.host}`, noProxy })).toEqual(pushed);
    expect(proxy.asked).toEqual(tunnel);
  });
});

describe('Past the proxy', () => {
  test.each([host, '.example.test', '*.example.test', 'other.test example.test', 'TOGGLES.example.test:443'])(
    'a push goes to the hosts of "http.noProxy": %s',
    async (names) => {
      const noProxy = names.split(' ');
      const { service, proxy, push } = await office();
      expect(await push({ proxy: `http://${proxy.host}`, noProxy })).toEqual(unknownHost);
      expect(proxy.asked).toEqual([]);
      expect(service.requests).toEqual([]);
    },
  );

  test('a push goes to the hosts of the variable NO_PROXY', async () => {
    const { proxy, push } = await office();
    vi.stubEnv('HTTPS_PROXY', `http://${proxy.host}`);
    vi.stubEnv('NO_PROXY', `localhost,${host}`);
    expect(await push({})).toEqual(unknownHost);
    expect(proxy.asked).toEqual([]);
  });

  test('every push goes when the editor is told to use none', async () => {
    const { proxy, push } = await office();
    vi.stubEnv('HTTPS_PROXY', `http://${proxy.host}`);
    expect(await push({ proxy: `http://${proxy.host}`, useProxy: false })).toEqual(unknownHost);
    expect(proxy.asked).toEqual([]);
  });

  test.each(['https://127.0.0.1', 'https://localhost'])('a push goes to this machine: %s', async (local) => {
    const { service, proxy, push } = await office();
    vi.stubEnv('HTTPS_PROXY', `http://${proxy.host}`);
    expect(await push({ proxy: `http://${proxy.host}` }, `${local}:${service.port}`)).toEqual(pushed);
    expect(proxy.asked).toEqual([]);
  });

  test('a push goes to this machine by IPv6, although nobody listens there', async () => {
    const { service, proxy, push } = await office();
    await service.close();
    expect(await push({ proxy: `http://${proxy.host}` }, `https://[::1]:${service.port}`)).toMatchObject({
      kind: 'unreachable',
    });
    expect(proxy.asked).toEqual([]);
  });

  test('a push goes to this machine without TLS', async () => {
    const service = await startTrial();
    const proxy = await startProxy({ to: service.port });
    vi.stubEnv('HTTP_PROXY', `http://${proxy.host}`);
    expect((await pushTo(service.url, { network: { proxy: `http://${proxy.host}` } })).outcome).toEqual(pushed);
    expect(proxy.asked).toEqual([]);
  });
});

describe('Nothing is sent and the service is unreachable', () => {
  test.each([
    ['no credentials', {}, ''],
    ['wrong credentials', {}, 'anna:wrong@'],
    ['a wrong "http.proxyAuthorization"', { proxyAuthorization: 'Negotiate xyz' }, ''],
  ])('when the proxy is given %s', async (_, network, credentials) => {
    const { service, proxy, push } = await office({ authorization: basic });
    expect(await push({ proxy: `http://${credentials}${proxy.host}`, ...network })).toMatchObject({
      kind: 'unreachable',
      cause: 'the proxy wants a name and a password (407)',
    });
    expect(proxy.asked).toEqual(tunnel);
    expect(service.requests).toEqual([]);
  });

  test('when the address of the proxy has no scheme', async () => {
    const { service, proxy, push } = await office();
    expect(await push({ proxy: proxy.host })).toEqual({
      kind: 'unreachable',
      cause: expect.stringMatching(
        /^the address of the proxy is wrong \(.+\): it must begin with http:\/\/ or https:\/\/$/,
      ) as unknown,
    });
    expect([proxy.asked, service.requests]).toEqual([[], []]);
  });

  test('when the proxy does not reach it', async () => {
    const { service, proxy, push } = await office({ instead: (client) => refuse(client, '502 Bad Gateway') });
    expect(await push({ proxy: `http://${proxy.host}` })).toMatchObject({
      kind: 'unreachable',
      cause: expect.stringContaining('502') as unknown,
    });
    expect(proxy.asked).toEqual(tunnel);
    expect(service.requests).toEqual([]);
  });

  test('when the proxy hangs up, and the proxy is not asked again', async () => {
    const hangUpOnce: ProxyOptions['instead'] = (client, attempt) => {
      if (attempt === 1) client.destroy();
      else refuse(client, '508 Loop Detected');
    };
    const { service, proxy, push } = await office({ instead: hangUpOnce });
    expect(await push({ proxy: `http://${proxy.host}` })).toMatchObject({ kind: 'unreachable' });
    expect(proxy.asked).toEqual(tunnel);
    expect(service.requests).toEqual([]);
  });

  test('when nobody listens at the proxy', async () => {
    const service = await startTrial();
    await service.close();
    const { outcome } = await pushTo(baseUrl, { network: { proxy: `http://127.0.0.1:${service.port}` } });
    expect(outcome).toMatchObject({ kind: 'unreachable', cause: expect.stringContaining('ECONNREFUSED') as unknown });
  });

  test.each(['no url', 'proxy.example.test:8080', 'ftp://127.0.0.1', 'http://', 'http://anna:%@127.0.0.1'])(
    'when "http.proxy" is %s',
    async (proxy) => {
      expect((await pushTo(baseUrl, { network: { proxy } })).outcome).toMatchObject({ kind: 'unreachable' });
    },
  );

  test('when the variable HTTPS_PROXY is no URL', async () => {
    vi.stubEnv('HTTPS_PROXY', 'no url');
    expect((await pushTo(baseUrl)).outcome).toMatchObject({ kind: 'unreachable' });
  });
});

test('A push that is cancelled while the proxy is silent is over at once', async () => {
  const cancelling = new AbortController();
  const { service, proxy } = await office({ instead: () => cancelling.abort() });
  const network = { proxy: `http://${proxy.host}` };
  expect(await pushTo(baseUrl, { network, cancel: cancelling.signal })).toMatchObject({
    outcome: { kind: 'stopped-here', reason: 'it was cancelled before anything was sent.' },
  });
  expect(proxy.asked).toEqual(tunnel);
  expect(service.requests).toEqual([]);
});

test('A push through a proxy that is silent is given up when the time is over', async () => {
  const { service, proxy } = await office({ instead: () => undefined });
  const network = { proxy: `http://${proxy.host}` };
  const { outcome } = await pushTo(baseUrl, { network, timeoutSeconds: 0.1 });
  expect(outcome).toEqual({ kind: 'unreachable', cause: 'no connection within 0.1 s' });
  expect(service.requests).toEqual([]);
});

test('A mistyped "http.proxy" does not keep a push from this machine', async () => {
  const service = await startTrial();
  expect((await pushTo(service.url, { network: { proxy: 'no url' } })).outcome).toEqual(pushed);
});
