/** Dead targeting, as a person sees it in a real VS Code: the faded rule, where it leads, its fix, and who comes to a live one. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { User } from '../user.js';
import type { Trial } from './editor.js';
import { pictureOfFailure, startTrial } from './editor.js';

let trial: Trial;
let user: User;

beforeAll(async () => {
  trial = await startTrial();
  trial.write('.vscode/settings.json', { 'files.autoSave': 'off' });
  const rule = (name: string, select: number, ...objects: readonly string[]) => ({
    ...{ name, serve: { select } },
    conditions: [{ type: 'string', subject: 'city', predicate: 'is one of', objects }],
  });
  trial.write('checkout.targeting.json', {
    content: {
      rules: [rule('south', 1, 'Paris', 'Rome'), rule('Romans', 0, 'Rome', 'Oslo')],
      disabledServe: { select: 0 },
      defaultServe: { select: 1 },
      variations: [
        { name: 'off', value: 'false', description: '' },
        { name: 'on', value: 'true', description: '' },
      ],
    },
  });
  ({ user } = await trial.openEditor());
}, 180_000);

afterAll(() => trial.dispose());
afterEach((context) => pictureOfFailure(user, context));

const faded = () => user.page.locator('.squiggly-inline-unnecessary');
const romans = () => user.page.locator('.view-line span span', { hasText: '"Romans"' }).first();

describe('a person who writes a rule that nobody comes to', () => {
  it('learns from the hover of a live rule who comes to it', async () => {
    await user.open('checkout.targeting.json');
    await user.page.locator('.view-line', { hasText: 'off = "false"' }).first().waitFor();
    await user.hover(romans(), 'For example: city = "Oslo"');
    await user.page.mouse.move(5, 5);
  });

  it('sees it fade once the rule above it takes all of them, with the way to that rule', async () => {
    expect(await faded().count()).toBe(0);
    await user.goTo(33, 13);
    await user.page.keyboard.press('Control+Shift+K');
    await user.page.keyboard.press('ArrowUp');
    await user.page.keyboard.press('End');
    await user.page.keyboard.press('Backspace');
    await faded().first().waitFor();
    await user.problems();
    const problem = 'No user reaches this rule: rule 1 "south" matches everyone who meets its conditions.';
    await user.page.locator('.markers-panel .monaco-list-row', { hasText: problem }).first().waitFor();
    await user.page.locator('.markers-panel .monaco-list-row', { hasText: 'is tried first' }).first().waitFor();
    await user.page.screenshot({ path: 'test/vscode/artifacts/dead-targeting.png' });
  });

  it('reads why nobody comes to it, on a page that cannot be changed', async () => {
    await user.goTo(22, 20);
    await user.quickFix('Show why: shadowed-rule');
    const page = user.page.locator('.editor-instance .view-line');
    await page.filter({ hasText: 'city equals "Rome": rule 1 "south" decides' }).first().waitFor();
    await page
      .filter({ hasText: /Line.26:.No.user.reaches.this.rule/ })
      .first()
      .waitFor();
    // Its lines are wrapped, by a setting of this language.
    await user.page.locator('.statusbar-item', { hasText: 'Proof of Dead Targeting' }).first().waitFor();
    await user.page.screenshot({ path: 'test/vscode/artifacts/why.png' });
    await user.showTab('checkout.targeting.json');
  });

  it('moves it above that rule with its fix, and it is faded no more', async () => {
    await user.hover(romans(), 'No user reaches this rule: rule 1 "south" matches');
    await user.page.mouse.move(5, 5);
    // In the name of the rule, far from the word that is marked.
    await user.goTo(22, 20);
    await user.quickFix('Move the rule above rule "south": users who reach it then get off');
    await faded().first().waitFor({ state: 'detached' });
    await user.page.keyboard.press('Control+S');
    const saved = () => readFileSync(join(trial.workspace, 'checkout.targeting.json'), 'utf8');
    await expect.poll(saved).toMatch(/"Romans"[^]*"south"/);
  });
});
