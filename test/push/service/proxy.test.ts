/** Tests when a push goes through a proxy. Behind the proxy, every host is the service of the test. */
import { beforeAll, describe, expect, test, vi } from 'vitest';
import type { Network } from '../../../server/src/service/http/dispatcher.js';
import { dev, startTrial } from '../../service/trial.js';
import { withoutProxyVariables } from '../proxyVariables.js';
import { pushTo } from '../pushTrial.js';
import type { Authority } from './certificates.js';
import { fileOf, makeAuthority } from './certificates.js';
import { refuse, startProxy, type ProxyOptions } from './proxy.js';

const host = 'toggles.example.test';
const baseUrl = `https://${host}`;
const basic = `Basic ${Buffer.from('anna:p@ss word').toString('base64')}`;
let company: Authority;

beforeAll(async () => {
  company = await makeAuthority();
});
withoutProxyVariables();

interface Way {
  readonly options?: Omit<ProxyOptions, 'to'>;
  /** Environment variables and settings, by the address of the proxy. */
  readonly variables?: (proxy: string) => Readonly<Record<string, string>>;
  readonly network?: (proxy: string) => Partial<Network>;
  readonly to?: (port: number) => string;
}

async function office(options: Omit<ProxyOptions, 'to'> = {}) {
  const service = await startTrial({ tls: await company.issue({ host }) });
  return { service, proxy: await startProxy({ to: service.port, ...options }) };
}

const byProxy = (proxy: string): Partial<Network> => ({ proxy: `http://${proxy}` });

/** Pushes without checking certificates. @returns the outcome, the requests to the proxy, and those that arrived */
async function pushOn({ options, variables, network = byProxy, to = () => baseUrl }: Way) {
  const { service, proxy } = await office(options);
  for (const [name, value] of Object.entries(variables?.(proxy.host) ?? {})) vi.stubEnv(name, value);
  const { outcome } = await pushTo(to(service.port), { network: { strictTls: false, ...network(proxy.host) } });
  return { outcome, asked: proxy.asked, arrived: service.requests };
}

const pushed = { kind: 'ok', status: 200 };
const unknownHost = { kind: 'unreachable', cause: expect.stringMatching(/ENOTFOUND|EAI_AGAIN/) as unknown };
const tunnel = [`CONNECT ${host}:443`];
const without = () => ({});
const credentials = (proxy: string) => `http://anna:p%40ss%20word@${proxy}`;
const negotiated = { authorization: 'Negotiate abc' };
const others = ['other.test', 'les.example.test', 'example.test.org'];

describe('Through the proxy', () => {
  const ways: readonly (readonly [string, Way])[] = [
    ['of "http.proxy"', {}],
    [
      'with credentials in the URL',
      { options: { authorization: basic }, network: (proxy) => ({ proxy: credentials(proxy) }) },
    ],
    [
      'with "http.proxyAuthorization"',
      { options: negotiated, network: (proxy) => ({ ...byProxy(proxy), proxyAuthorization: 'Negotiate abc' }) },
    ],
    ...['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY'].map((name): readonly [string, Way] => [
      `of the variable ${name}`,
      { options: { authorization: basic }, variables: (proxy) => ({ [name]: credentials(proxy) }), network: without },
    ]),
    [
      'of "http.proxy", although a variable names another',
      { variables: () => ({ HTTPS_PROXY: 'http://127.0.0.1:1' }) },
    ],
    ['for hosts that "http.noProxy" does not name', { network: (proxy) => ({ ...byProxy(proxy), noProxy: others }) }],
  ];
  test.each(ways)('%s, a push arrives unchanged, and only the proxy receives its credentials', async (_, way) => {
    const { outcome, asked, arrived } = await pushOn(way);
    expect([outcome, asked]).toEqual([pushed, tunnel]);
    const headers = { host, authorization: 'api-full' };
    expect(arrived).toMatchObject([{ method: 'PATCH', path: dev, headers, body: '{"disabled":false}' }]);
    expect(arrived[0]?.headers).not.toHaveProperty('proxy-authorization');
  });

  test('the certificate of the service is checked for host and authority', async () => {
    const { service, proxy } = await office();
    const push = async (to: string, network: Partial<Network>) =>
      (await pushTo(to, { network: { ...byProxy(proxy.host), ...network } })).outcome;
    const trusted = { extraCaFile: fileOf(company) };
    expect(await push(baseUrl, trusted)).toEqual(pushed);
    const cause = expect.stringContaining('other.example.test') as unknown;
    expect(await push('https://other.example.test', trusted)).toMatchObject({ kind: 'untrusted', cause });
    expect(await push(baseUrl, {})).toMatchObject({ kind: 'untrusted' });
    expect(service.requests).toHaveLength(1);
  });

  test("with TLS, a push arrives only if the company's authority is trusted", async () => {
    const options = { tls: await company.issue({ host: '127.0.0.1' }) };
    const push = (more: Partial<Network>) =>
      pushOn({ options, network: (proxy) => ({ proxy: `https://${proxy}`, strictTls: true, ...more }) });
    expect(await push({})).toMatchObject({ outcome: { kind: 'untrusted' }, asked: [], arrived: [] });
    expect(await push({ extraCaFile: fileOf(company) })).toMatchObject({
      outcome: pushed,
      asked: tunnel,
      arrived: [{}],
    });
  });
});

describe('A push bypasses the proxy', () => {
  const names = [host, '.example.test', '*.example.test', 'other.test example.test', 'TOGGLES.example.test:443'];
  const both = (proxy: string) => ({ HTTPS_PROXY: `http://${proxy}` });
  const ways: readonly (readonly [string, Way, unknown, number])[] = [
    ...names.map((each): readonly [string, Way, unknown, number] => [
      `to the hosts of "http.noProxy": ${each}`,
      { network: (proxy) => ({ ...byProxy(proxy), noProxy: each.split(' ') }) },
      ...([unknownHost, 0] as const),
    ]),
    [
      'to the hosts of the variable NO_PROXY',
      { variables: (proxy) => ({ ...both(proxy), NO_PROXY: `localhost,${host}` }), network: without },
      ...([unknownHost, 0] as const),
    ],
    [
      'when the editor is told to use none',
      { variables: both, network: (proxy) => ({ ...byProxy(proxy), useProxy: false }) },
      ...([unknownHost, 0] as const),
    ],
    ['to this machine by its address', { variables: both, to: (port) => `https://127.0.0.1:${port}` }, pushed, 1],
    ['to this machine by its name', { variables: both, to: (port) => `https://localhost:${port}` }, pushed, 1],
    [
      'to this machine by IPv6, although nobody listens there',
      { to: (port) => `https://[::1]:${port}` },
      ...([expect.objectContaining({ kind: 'unreachable' }), 0] as const),
    ],
  ];
  test.each(ways)('%s', async (_, way, outcome, count) => {
    const { arrived, ...rest } = await pushOn(way);
    expect({ ...rest, arrived: arrived.length }).toEqual({ outcome, asked: [], arrived: count });
  });

  test('to this machine without TLS, or with a mistyped "http.proxy"', async () => {
    const service = await startTrial();
    const proxy = await startProxy({ to: service.port });
    vi.stubEnv('HTTP_PROXY', `http://${proxy.host}`);
    expect((await pushTo(service.url, { network: byProxy(proxy.host) })).outcome).toEqual(pushed);
    expect((await pushTo(service.url, { network: { proxy: 'no url' } })).outcome).toEqual(pushed);
    expect(proxy.asked).toEqual([]);
  });
});

describe('Nothing is sent, and the service is unreachable', () => {
  const secret = { authorization: basic };
  const wants = 'the proxy requires a user name and a password (407)';
  const refused = expect.stringContaining('502') as unknown;
  const hangUpOnce: ProxyOptions['instead'] = (client, attempt) => {
    if (attempt === 1) client.destroy();
    else refuse(client, '508 Loop Detected');
  };
  const ways: readonly (readonly [string, Way, unknown])[] = [
    ['when the proxy is given no credentials', { options: secret }, wants],
    [
      'when the proxy is given wrong ones',
      { options: secret, network: (proxy) => byProxy(`anna:wrong@${proxy}`) },
      wants,
    ],
    [
      'when the proxy is given a wrong "http.proxyAuthorization"',
      { options: secret, network: (proxy) => ({ ...byProxy(proxy), proxyAuthorization: 'Negotiate xyz' }) },
      wants,
    ],
    [
      'when the proxy does not reach it',
      { options: { instead: (client) => refuse(client, '502 Bad Gateway') } },
      refused,
    ],
    ['when the proxy hangs up, and is not asked again', { options: { instead: hangUpOnce } }, expect.any(String)],
  ];
  test.each(ways)('%s', async (_, way, cause) => {
    expect(await pushOn(way)).toEqual({ outcome: { kind: 'unreachable', cause }, asked: tunnel, arrived: [] });
  });

  test('if the address of the proxy has no scheme', async () => {
    const cause = expect.stringMatching(
      /^the address of the proxy is wrong \(.+\): it must begin with http:\/\/ or https:\/\/$/,
    ) as unknown;
    const found = await pushOn({ network: (proxy) => ({ proxy }) });
    expect(found).toEqual({ outcome: { kind: 'unreachable', cause }, asked: [], arrived: [] });
  });

  test('if nothing listens at the address of the proxy', async () => {
    const { outcome } = await pushTo(baseUrl, { network: { proxy: 'http://127.0.0.1:1' } });
    expect(outcome).toMatchObject({ kind: 'unreachable', cause: expect.stringContaining('ECONNREFUSED') as unknown });
  });

  test.each(['no url', 'proxy.example.test:8080', 'ftp://127.0.0.1', 'http://', 'http://anna:%@127.0.0.1'])(
    'if the address of the proxy is %s',
    async (proxy) => {
      expect((await pushTo(baseUrl, { network: { proxy } })).outcome).toMatchObject({ kind: 'unreachable' });
      vi.stubEnv('HTTPS_PROXY', proxy);
      expect((await pushTo(baseUrl)).outcome).toMatchObject({ kind: 'unreachable' });
    },
  );
});

test('A push that is canceled while the proxy is silent ends immediately', async () => {
  const cancelling = new AbortController();
  const { service, proxy } = await office({ instead: () => cancelling.abort() });
  expect(await pushTo(baseUrl, { network: byProxy(proxy.host), cancel: cancelling.signal })).toMatchObject({
    outcome: { kind: 'stopped-here', reason: 'it was canceled before anything was sent.' },
  });
  expect([proxy.asked, service.requests]).toEqual([tunnel, []]);
});

test('A push through a silent proxy ends after the time limit', async () => {
  const { service, proxy } = await office({ instead: () => undefined });
  const { outcome } = await pushTo(baseUrl, { network: byProxy(proxy.host), timeoutSeconds: 0.1 });
  expect(outcome).toEqual({ kind: 'unreachable', cause: 'no connection within 0.1 s' });
  expect(service.requests).toEqual([]);
});
