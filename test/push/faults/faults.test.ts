/**
 * Tests a push over a real connection with every fault of the network, at the PATCH of the documented contract and at
 * each request to a readable service. request.test.ts has requests that succeed, proxy.test.ts proxies.
 */
import dns from 'node:dns';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Target } from '../../../server/src/core/protocol.js';
import { dev } from '../../service/trial.js';
import { withoutProxyVariables } from '../proxyVariables.js';
import type { Certificate } from '../service/certificates.js';
import { makeAuthority } from '../service/certificates.js';
import { outcomesSaying } from '../service/outcomes.js';
import { brokenConnections } from './brokenConnections.js';
import { distrust } from './distrust.js';
import type { Expected, Row } from './faultRow.js';
import { doubtful, failed, pushed } from './faultRow.js';
import type { Aftermath } from './struckPush.js';
import { pushInto } from './struckPush.js';
import { oddAnswers } from './oddAnswers.js';
import { words } from '../../support/rows.js';

const rows = [...brokenConnections, ...oddAnswers, ...distrust];
const here = '127.0.0.1';
const folder = mkdtempSync(join(tmpdir(), 'toggle-authorities-'));
const certificates = new Map<Row['certificate'], Certificate>();

beforeAll(async () => {
  const [company, other] = await Promise.all([makeAuthority(), makeAuthority('Other Company CA')]);
  const good = await company.issue({ host: here });
  certificates
    .set('good', good)
    .set('expired', await company.issue({ host: here, valid: 'formerly' }))
    .set('early', await company.issue({ host: here, valid: 'later' }))
    .set('misnamed', await company.issue({ host: 'other.example.test' }));
  const files = {
    'company.pem': company.cert,
    'several.pem': `# Example Company\r\n${other.cert}\r\nand\r\n${company.cert}`,
    'other.pem': other.cert,
    'empty.pem': '',
    'key.pem': good.key,
    'broken.pem': `${other.cert}\n${company.cert.replace('MII', 'AAA')}`,
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
});
afterAll(() => rmSync(folder, { recursive: true }));
withoutProxyVariables();
afterEach(() => {
  vi.restoreAllMocks();
});

const atVersion2 = { version: 2, state: expect.objectContaining({ disabled: false }) as unknown, time: 2000 };
const patch = `PATCH ${dev} with the token`;
const get = `GET ${dev} with the token`;
const toggle = 'GET /api/projects/P/toggles/T with the token';
const versions = `GET ${dev}/versions?version=9007199254740991&pageSize=10 with the token`;

/** @param lost the service reads the PATCH, if it arrives, but does not answer */
async function strike(row: Row, at: number, api?: Target['api'], lost?: 'lost'): Promise<Aftermath> {
  const extraCaFile = row.authorities === undefined ? undefined : join(folder, row.authorities);
  const patching = lost && ({ kind: 'reset' } as const);
  return pushInto(api, { ...row, at, tls: certificates.get(row.certificate), network: { extraCaFile }, patching });
}

function expectTold({ kind, told }: Aftermath, expected: Expected): void {
  expect({ kind, level: told.level }).toEqual({ kind: expected.kind, level: expected.level });
  expect(
    expected.names.filter((name) => !told.sentence.includes(name)),
    told.sentence,
  ).toEqual([]);
}

const open: ReadonlySet<string> = new Set([
  ...words`
    interrupted timed-out canceled web-page no-targeting service-error gateway-error see-other
  `,
]);

// Concurrent, because most of the time is spent waiting.
describe.concurrent.each(rows)('If $fault', (row) => {
  const left = (request: string): readonly string[] => (row.unread ? [] : [request]);
  // A 500 may mean that the toggle does not exist, so its versions are read, too.
  const looked = (): readonly string[] => [...left(get), ...(row.get.names.includes('500') ? [versions] : [])];

  test('a push by the documented contract reports its outcome', async () => {
    const after = await strike(row, 1);
    expectTold(after, row.patch);
    expect(after.sent).toEqual(left(patch));
    const isPushed = row.patch.kind === 'ok';
    // If in doubt, neither the earlier nor the new body counts as pushed.
    const otherwise = open.has(row.patch.kind) ? { kind: 'sending', time: 2000 } : after.before;
    expect(after.base).toEqual(
      isPushed ? { kind: 'pushed', body: expect.any(String) as unknown, time: 2000 } : otherwise,
    );
  });

  test('a push is sent only if the preceding read succeeds', async () => {
    const after = await strike(row, 1, 'featureprobe');
    expectTold(after, row.get);
    const isPushed = row.get.kind === 'ok';
    expect(after.sent).toEqual(isPushed ? [get, toggle, patch] : looked());
    expect(after.base).toEqual(isPushed ? { ...after.before, ...atVersion2 } : after.before);
  });

  test('a push continues even if it is unknown whether the toggle is archived', async () => {
    const after = await strike({ ...row, comment: 'On' }, 2, 'featureprobe');
    // The service is gone, or the person has canceled the push.
    const isOver = row.gone === true || row.fault.endsWith('the person cancels');
    if (!isOver) expectTold(after, pushed);
    else expectTold(after, row.gone ? row.patch : failed('stopped-here', 'it was canceled before anything was sent'));
    expect(after.sent).toEqual([get, ...left(toggle), ...(isOver ? [] : [patch])]);
  });

  test('a push after a read is sent at most once', async () => {
    const after = await strike(row, 3, 'featureprobe');
    // The read after the PATCH finds what the push wanted.
    const { patchRead = row.patch } = row;
    const isPushed = patchRead.kind === 'ok' || row.stored === true;
    // Only a 500 of the service itself is certain to change nothing later.
    const isOver = patchRead.kind === 'service-error' && patchRead.names.includes('500');
    const otherwise = isOver ? row.get : patchRead;
    expectTold(after, isPushed ? pushed : otherwise);
    const [first, ...rest] = after.sent;
    expect([first, ...rest.filter((request) => request !== get)]).toEqual([get, toggle, ...left(patch)]);
    const isOpen = open.has(after.kind);
    expect(after.base).toEqual({
      ...after.before,
      ...(isPushed ? atVersion2 : isOpen && { time: 2000, sent: atVersion2.state }),
    });
  });

  test('an unanswered PATCH stays uncertain if the fault affects the following read', async () => {
    const after = await strike(row, 4, 'featureprobe', 'lost');
    expectTold(after, doubtful('interrupted', 'broke'));
    expect(after.sent).toEqual([get, toggle, patch, ...looked()]);
    expect(after.base).toEqual({ ...after.before, time: 2000, sent: atVersion2.state });
  });
});

describe('A service with an IPv6 address', () => {
  test('is reachable at that address', async () => {
    const after = await pushInto(undefined, { at: 0, listens: '::1', named: '[::1]' });
    expectTold(after, pushed);
    expect(after.sent).toEqual([patch]);
  });

  test.each(['::1', here])('is reachable by a name with both addresses if only %s responds', async (listens) => {
    const lookup = dns.lookup.bind(dns);
    const addresses = [
      { address: '::1', family: 6 },
      { address: here, family: 4 },
    ];
    vi.spyOn(dns, 'lookup').mockImplementation((...given: Parameters<typeof lookup>): void => {
      const [host, , callback] = given as unknown as [string, object, (error: null, found: object) => void];
      if (host === 'localhost') callback(null, addresses);
      else lookup(...given);
    });
    const after = await pushInto('featureprobe', { at: 0, listens, named: 'localhost' });
    expectTold(after, pushed);
    expect(after.sent).toEqual([get, toggle, patch]);
  });
});

test('The table covers every kind of outcome', () => {
  const met = new Set(rows.flatMap((row) => [row.patch.kind, row.patchRead?.kind ?? 'ok', row.get.kind]));
  expect([...met].sort()).toEqual(Object.keys(outcomesSaying('')).sort());
});
