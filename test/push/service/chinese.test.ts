/** What the person reads of a push in Chinese: the same facts as in English, and no English of ours. */
import { config } from '@vscode/l10n';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tell } from '../../../server/src/service/http/describe.js';
import { outcomeWord } from '../../../server/src/service/http/outcomeWord.js';
import type { Outcome } from '../../../server/src/service/http/outcome.js';
import { readToken } from '../../../server/src/service/http/token.js';
import bundle from '../../../l10n/bundle.l10n.zh-cn.json' with { type: 'json' };
import type { Target } from '../../../server/src/core/protocol.js';

beforeAll(() => config({ contents: bundle }));
afterAll(() => config({ contents: {} }));

const target: Target = {
  environment: '<live>',
  environmentKey: '<live>',
  baseUrl: 'https://localhost:8443',
  project: '<project>',
  toggle: '<toggle>',
  protected: true,
};

/** A new kind of outcome does not compile until it stands here. Words of others are in angle brackets. */
const outcomes: { readonly [K in Outcome['kind']]: Extract<Outcome, { readonly kind: K }> } = {
  ok: { kind: 'ok', status: 200 },
  'stopped-here': { kind: 'stopped-here', reason: '<reason>' },
  unauthorized: { kind: 'unauthorized', message: '<words>' },
  forbidden: { kind: 'forbidden', message: '' },
  'unknown-token': { kind: 'unknown-token', message: '<words>' },
  'not-found': { kind: 'not-found', message: '<words>' },
  rejected: { kind: 'rejected', status: 409, message: '<words>' },
  'too-large': { kind: 'too-large', bytes: 0, message: '<words>' },
  throttled: { kind: 'throttled', retryAfter: '17' },
  'service-error': { kind: 'service-error', status: 503, message: '' },
  'failed-safely': { kind: 'failed-safely', status: 503, message: '' },
  'gateway-error': { kind: 'gateway-error', status: 504, message: '' },
  redirected: { kind: 'redirected', status: 307, location: '<elsewhere>' },
  'see-other': { kind: 'see-other', status: 302, location: '' },
  'web-page': { kind: 'web-page', status: 200, title: '<title>' },
  'no-targeting': { kind: 'no-targeting', status: 200, message: '<words>' },
  'not-understood': { kind: 'not-understood', status: 200, message: '<words>' },
  unreachable: { kind: 'unreachable', cause: '<cause>' },
  untrusted: { kind: 'untrusted', cause: '<cause>' },
  interrupted: { kind: 'interrupted', cause: '<cause>' },
  'timed-out': { kind: 'timed-out', seconds: 30 },
  cancelled: { kind: 'cancelled' },
};

test.each(Object.values(outcomes))('The message of $kind is in Chinese', (outcome) => {
  const { sentence, level } = tell(outcome, target);
  const own = sentence.replace(
    /<\w+>|\d\.\d KiB|localhost:\d+|"?(?:http|toggleTargeting)\.[\w.]+|\b(?:CA|JSON)\b|"api": "featureprobe"/g,
    '',
  );
  expect(own).toMatch(/\p{Script=Han}/u);
  expect(own).not.toMatch(/[A-Za-z]/);
  expect(sentence.startsWith('未推送：')).toBe(level === 'error');
  expect(outcomeWord(outcome.kind)).toMatch(/^\p{Script=Han}+$/u);
});

test('Messages in Chinese read as sentences', () => {
  expect(tell(outcomes.ok, target).sentence).toBe('已将 <toggle> 推送到 <live>。localhost:8443 上的项目 <project>。');
  expect(tell(outcomes.unauthorized, target).sentence).toBe('未推送：localhost:8443 不接受该访问令牌：<words>');
  expect(tell(outcomes['failed-safely'], target).sentence).toBe('未推送：localhost:8443 出错，状态码为 503。');
  expect(tell(outcomes.throttled, target).sentence).toBe('未推送：localhost:8443 正在限流；请在 17 秒后重试。');
});

test('The message of a wrong token is in Chinese', () => {
  expect(readToken('Bearer x')).toEqual({
    problem: '第 7 个字符不能出现在访问令牌中。请去掉“Bearer”：只发送令牌本身。',
  });
});
