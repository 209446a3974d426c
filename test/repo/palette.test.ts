/** Tests which commands the palette shows, by the `when` clauses of package.json and the context keys of VS Code. */
import { expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { forAll } from '../support/forAll.js';

type Keys = Readonly<Record<string, string | boolean>>;

/** A person with one toggle and one service, who has pushed. */
const used = Object.fromEntries(
  ['isUsed', 'hasFile', 'hasConfig', 'hasPulled', 'hasPushed', 'hasCompared'].map((key) => [
    `toggleTargeting.${key}`,
    true,
  ]),
);
const file = { resourceFilename: 'checkout.targeting.json' };
const serving = { 'toggleTargeting.isServing': true };
const inBrowser = { isWeb: true, 'toggleTargeting.inBrowser': true };

const situations: readonly (readonly [string, number, Keys])[] = [
  ['a targeting file', 12, { ...used, ...file }],
  ['a targeting file whose environment is served', 12, { ...used, ...file, ...serving }],
  ['a targeting file in a browser', 12, { ...used, ...file, ...inBrowser }],
  ['another file', 6, { ...used, resourceFilename: 'README.md' }],
  ['the config', 6, { ...used, resourceFilename: 'targeting.config.json' }],
  ['no file', 6, used],
  ['no file while an environment is served', 6, { ...used, ...serving }],
  ['no file in a browser', 6, { ...used, ...inBrowser }],
  ['an empty folder', 6, {}],
];

it('the palette shows at most 12 commands in a targeting file, and 6 elsewhere', () =>
  forAll(situations, ([where, limit, keys]) => {
    const shown = shownIn(keys);
    expect(shown.length, `${where}: ${shown.join()}`).toBeLessThanOrEqual(limit);
    expect(shown).toContain('troubleshoot');
  }));

it('the palette shows the actions of a targeting file only there', () => {
  const [inFile, elsewhere] = [shownIn({ ...used, ...file }), shownIn(used)];
  for (const name of ['push', 'pull', 'showDiff', 'showHistory', 'promote']) {
    expect(inFile).toContain(name);
    expect(elsewhere).not.toContain(name);
  }
});

function shownIn(keys: Keys): readonly string[] {
  const { commands, menus } = manifest.contributes;
  const hidden = menus.commandPalette.filter(({ when }) => !holds(when, keys)).map(({ command }) => command);
  return commands
    .filter(({ command }) => !hidden.includes(command))
    .map(({ command }) => command.replace('toggleTargeting.', ''));
}

/** Whether a `when` clause holds: each key becomes true or false, then operators are resolved from the inside. */
function holds(when: string, keys: Keys): boolean {
  const valueOf = (key: string) => String(keys[key] ?? '');
  let text = when
    .replaceAll(/([\w.]+) =~ \/((?:\\.|[^/\\])+)\//g, (_, key: string, pattern: string) =>
      String(new RegExp(pattern).test(valueOf(key))),
    )
    .replaceAll(/([\w.]+) == ([\w.]+)/g, (_, key: string, value: string) => String(valueOf(key) === value))
    .replaceAll(/[\w.]+/g, (key) => (key === 'true' || key === 'false' ? key : String(keys[key] === true)));
  for (let before = ''; before !== text;) {
    before = text;
    text = text
      .replace('!true', 'false')
      .replace('!false', 'true')
      .replace(/\((true|false)\)/, '$1')
      .replace(/(true|false) && (true|false)/, (_, a, b) => String(a === 'true' && b === 'true'))
      .replace(/(?<!&& )(true|false) \|\| (true|false)(?! &&)/, (_, a, b) => String(a === 'true' || b === 'true'));
  }
  expect(text).toMatch(/^(?:true|false)$/);
  return text === 'true';
}
