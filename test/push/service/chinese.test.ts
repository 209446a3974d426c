/** Tests the messages of a push in Chinese: the same facts as in English, and no English words of ours. */
import { config } from '@vscode/l10n';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describePush } from '../../../server/src/service/http/describe.js';
import { outcomeWord } from '../../../server/src/service/http/answers/outcomeWord.js';
import { readToken } from '../../../server/src/service/http/token.js';
import bundle from '../../../l10n/bundle.l10n.zh-cn.json' with { type: 'json' };
import { targetAt } from '../pushTrial.js';
import { outcomesSaying } from './outcomes.js';

beforeAll(() => config({ contents: bundle }));
afterAll(() => config({ contents: {} }));

const place = { environment: '<live>', environmentKey: '<live>', project: '<project>', toggle: '<toggle>' };
const target = targetAt('https://localhost:8443', { ...place, protected: true });
/** Words of others are in angle brackets. */
const outcomes = outcomesSaying('<words>');

test.each(Object.values(outcomes))('The message of $kind is in Chinese', (outcome) => {
  const { sentence, level } = describePush(outcome, target);
  const own = sentence.replace(
    /<\w+>|\d\.\d MiB|localhost:\d+|"?(?:http|toggleTargeting)\.[\w.]+|\b(?:CA|JSON)\b|"api": "featureprobe"/g,
    '',
  );
  expect(own).toMatch(/\p{Script=Han}/u);
  expect(own).not.toMatch(/[A-Za-z]/);
  expect(sentence.startsWith('未推送：')).toBe(level === 'error');
  expect(outcomeWord(outcome.kind)).toMatch(/^\p{Script=Han}+$/u);
});

test('Messages in Chinese are complete sentences', () => {
  expect(describePush(outcomes.ok, target).sentence).toBe(
    '已将 <toggle> 推送到 <live>。localhost:8443 上的项目 <project>。',
  );
  expect(describePush(outcomes.unauthorized, target).sentence).toBe('未推送：localhost:8443 不接受该访问令牌：<words>');
  expect(describePush(outcomes['failed-safely'], target).sentence).toBe(
    '未推送：localhost:8443 出错，状态码为 503：<words>',
  );
  expect(describePush(outcomes.throttled, target).sentence).toBe('未推送：localhost:8443 正在限流；请在 17 秒后重试。');
});

test('The message about a wrong token is in Chinese', () => {
  expect(readToken('Bearer x')).toEqual({
    problem: '访问令牌的第 7 个字符无效。请去掉“Bearer”：只保存令牌本身。',
  });
});
