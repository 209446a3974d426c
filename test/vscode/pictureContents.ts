/** Contents of the pictures of files. */
import type { Content } from '../service/grammar.js';
import type { User } from './user.js';

export const token = 'api-anna';
export const tokens = [{ token, account: 'anna' }];
export const files = '{environment}/{toggle}.targeting.json';
export const elsewhere = { baseUrl: 'https://toggles.example', project: 'Shop', files };

export const condition = (type: string, subject: string, predicate: string, ...objects: readonly string[]) => ({
  ...{ type, subject, predicate, objects: [...objects] },
});
export const cities = (...objects: readonly string[]) => condition('string', 'city', 'is one of', ...objects);
export const select = (index: number) => ({ select: index });
export const split = (share: number) => ({ split: [10_000 - share, share] });
export const named = (...names: readonly string[]) =>
  names.map((name, index) => ({ value: String(index === 1), name, description: '' }));
export const offAndOn = named('off', 'on');
export const content = (rules: Content['rules'] & object, variations = offAndOn, byDefault: object = select(0)) => ({
  ...{ rules, disabledServe: select(0), defaultServe: byDefault, variations },
});
export const targeting = (...args: Parameters<typeof content>) => ({ disabled: false, content: content(...args) });

export async function hoverAt(user: User, line: number, column: number, words: string): Promise<void> {
  await user.goTo(line, column);
  await user.command('Show or Focus Hover');
  await user.page.locator('.monaco-hover:not(.hidden)', { hasText: words }).first().waitFor();
}
