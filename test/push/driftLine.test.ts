/** Tests what the lens says of all environments of a file, and comparisons that wait for the same click. */
import { expect, test } from 'vitest';
import { driftOf } from '../../server/src/service/driftWords.js';
import { driftLine } from '../../server/src/service/driftLine.js';
import { mergeByClick } from '../../server/src/service/clickGroups.js';
import { targetAt } from './pushTrial.js';

test('environments of a service that need the same click share one lens, which lists them', async () => {
  const outcome = { kind: 'unauthorized', message: '' } as const;
  const at = async (
    host: string,
    environment: string,
    kind: 'no-token' | 'not-agreed' | 'failed',
    isProtected = false,
  ) => {
    const snapshot = kind === 'failed' ? { kind, outcome, seen: undefined } : { kind };
    const key = { environment, environmentKey: environment, protected: isProtected };
    const target = { ...targetAt(`https://${host}.example.com`), ...key };
    const drift = await driftOf({ target, snapshot, remembered: undefined, body: {} });
    return { target, drift };
  };
  const all = await Promise.all([
    at('a', 'dev', 'no-token'),
    at('b', 'test', 'not-agreed'),
    at('a', 'staging', 'no-token'),
    at('b', 'qa', 'not-agreed'),
    at('a', 'online', 'no-token', true),
    at('c', 'elsewhere', 'no-token', true),
    at('d', 'one', 'failed'),
    at('d', 'two', 'failed'),
  ]);
  const asked = mergeByClick(all);
  expect(asked.map(({ drift }) => drift.title)).toEqual([
    'dev, staging, online: set token',
    'Compare with test, qa on b.example.com…',
    '$(lock)\u00A0elsewhere: set token',
    'one, two: access token not accepted · set token',
  ]);
  expect(asked.map(({ target }) => target.protected)).toEqual([false, false, true, false]);
});

test('one lens shows the most urgent status of all environments, and its tooltip lists each status', () => {
  const drift = (name: string, kind: 'same' | 'differs') => {
    const words = kind === 'same' ? 'up to date · version 1' : 'differs in 2 rules';
    const target = { ...targetAt('https://a.example.com'), environment: name, environmentKey: name };
    return {
      target,
      drift: { title: `${name}: ${words}`, words, kind, tooltip: `about ${name}`, click: 'show-diff' },
    } as const;
  };
  const [same, differs, other] = [drift('dev', 'same'), drift('production', 'differs'), drift('qa', 'differs')];
  expect(driftLine([differs], 0)).toEqual({
    ...{ title: 'production: differs in 2 rules', tooltip: 'about production', clicked: differs },
  });
  const tooltip = 'dev: up to date · version 1\nproduction: differs in 2 rules';
  expect(driftLine([same, differs], 0)).toEqual({ title: 'differs in production', tooltip, clicked: differs });
  expect(driftLine([same, differs, other], 0)).toMatchObject({
    title: 'differs in production, qa',
    clicked: undefined,
  });
  expect(driftLine([same, drift('qa', 'same')], 2)).toMatchObject({
    title: 'up to date',
    tooltip: expect.stringContaining('Only the first few environments') as string,
  });
});
