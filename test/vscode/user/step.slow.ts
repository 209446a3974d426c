/** A ramp in a real VS Code: the light bulb at a share takes the next step, and makes the last one a select. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { User } from '../user.js';
import type { Trial } from './editor.js';
import { pictureOfFailure, startTrial } from './editor.js';

let trial: Trial;
let user: User;

const targeting = `{
  "content": {
    "defaultServe": { "split": [9000, 1000] },
    "variations": [{ "name": "off", "value": "false" }, { "name": "on", "value": "true" }]
  }
}
`;

beforeAll(async () => {
  trial = await startTrial();
  trial.write('.vscode/settings.json', { 'files.autoSave': 'off' });
  trial.write('checkout.targeting.json', targeting);
  ({ user } = await trial.openEditor());
}, 180_000);

afterAll(() => trial.dispose());
afterEach((context) => pictureOfFailure(user, context));

const saved = () => {
  const text = readFileSync(join(trial.workspace, 'checkout.targeting.json'), 'utf8');
  return /"defaultServe": (.*),/.exec(text)?.[1];
};

describe('a person who raises a share', () => {
  it('takes the next steps from the light bulb at that share, up to everyone', async () => {
    await user.open('checkout.targeting.json');
    const choose = async (title: string, hint: string) => {
      await user.goTo(3, 40);
      await user.quickFix(title);
      await user.page.locator('.view-line', { hasText: hint }).first().waitFor();
      await user.page.keyboard.press('Control+S');
    };
    await choose('Raise 1 · on to 25%, taken from 0 · off', '25% · on');
    await expect.poll(saved).toBe('{ "split": [7500, 2500] }');
    await choose('Raise 1 · on to 50%, taken from 0 · off', '50% · on');
    await expect.poll(saved).toBe('{ "split": [5000, 5000] }');
    await user.goTo(3, 40);
    const raises = user.page.locator('.action-widget .monaco-list-row', { hasText: 'Raise' });
    const offered = async () => {
      await user.page.keyboard.press('Escape');
      await user.page.keyboard.press('Control+.');
      await raises
        .first()
        .waitFor({ timeout: 5_000 })
        .catch(() => undefined);
      return raises.allTextContents();
    };
    await expect.poll(offered).toEqual(['Raise 1 · on to 75%, taken from 0 · off']);
    await user.page.screenshot({ path: 'test/vscode/artifacts/step.png' });
    await user.page.keyboard.press('Escape');
    await choose('Serve 1 · on to everyone instead of 50%', 'on = "true"');
    await expect.poll(saved).toBe('{ "select": 1 }');
  });
});
