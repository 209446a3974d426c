/** Tests the language of dates: that of the words next to them, and the system's way of writing it. */
import { config } from '@vscode/l10n';
import { afterEach, expect, it } from 'vitest';
import { spokenLocale } from '../../../server/src/service/words/timeOf.js';

afterEach(() => {
  config({ contents: {} });
});

it('dates are in the language of the words, as the system writes that language', () => {
  expect(['en-GB', 'zh-CN', 'de'].map((system) => spokenLocale(system))).toEqual(['en-GB', 'en', 'en']);
  config({ contents: { en: 'zh-CN' } });
  expect(['en-GB', 'zh-CN', 'zh-TW'].map((system) => spokenLocale(system))).toEqual(['zh-CN', 'zh-CN', 'zh-CN']);
});
