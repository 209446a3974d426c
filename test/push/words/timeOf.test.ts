/** Tests that dates are in the language of the words next to them, as the system writes them. */
import { config } from '@vscode/l10n';
import { afterEach, expect, it } from 'vitest';
import { spokenLocale } from '../../../server/src/service/words/timeOf.js';

afterEach(() => {
  config({ contents: {} });
});

it("writes dates in the language of the messages, in the system's format for that language", () => {
  expect(['en-GB', 'zh-CN', 'de'].map((system) => spokenLocale(system))).toEqual(['en-GB', 'en', 'en']);
  config({ contents: { en: 'zh-CN' } });
  expect(['en-GB', 'zh-CN', 'zh-TW'].map((system) => spokenLocale(system))).toEqual(['zh-CN', 'zh-CN', 'zh-CN']);
});
