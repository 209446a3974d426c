/** Tests the blanks of Chinese sentences around values that may be Chinese or not. */
import { config } from '@vscode/l10n';
import { afterEach, expect, it } from 'vitest';
import { t } from '../../server/src/core/t.js';

afterEach(() => {
  config({ contents: {} });
});

it('Chinese sentences have spaces around Latin values, but not around Chinese values', () => {
  config({ contents: { '{0} becomes {1}.': '从 {0} 变为 {1}。', 'Serves {0}\n{1}': '返回：\n{0} {1}' } });
  const said = [
    t('{0} becomes {1}.', 'on', '默认'),
    t('{0} becomes {1}.', '默认', 'on'),
    t('Serves {0}\n{1}', '甲', '乙'),
  ];
  expect(said).toEqual(['从 on 变为默认。', '从默认变为 on。', '返回：\n甲乙']);
});
