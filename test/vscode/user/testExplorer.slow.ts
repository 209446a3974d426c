/** Tests of targeting as a person has them in a real VS Code: found, failing, fixed, followed while typing, and their coverage. */
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Locator } from 'playwright-core';
import type { User } from '../user.js';
import type { Trial } from './editor.js';
import { pictureOfFailure, root, startTrial } from './editor.js';

let trial: Trial;
let user: User;

const targeting = `{
  "content": {
    "rules": [
      {
        "name": "new versions",
        "serve": { "select": 1 },
        "conditions": [{ "type": "semver", "subject": "app_version", "predicate": ">=", "objects": ["2.4.0"] }]
      },
      {
        "name": "Paris",
        "serve": { "select": 1 },
        "conditions": [{ "type": "string", "subject": "city", "predicate": "is one of", "objects": ["Paris"] }]
      }
    ],
    "disabledServe": { "select": 0 },
    "defaultServe": { "split": [5000, 5000] },
    "variations": [
      { "value": "false", "name": "off", "description": "" },
      { "value": "true", "name": "on", "description": "" }
    ]
  }
}
`;

beforeAll(async () => {
  trial = await startTrial();
  trial.write('.vscode/settings.json', { 'files.autoSave': 'off' });
  trial.write('targeting.users.json', { users: [{ name: 'ada', attributes: { app_version: '2.4.0' } }] });
  trial.write('targeting.config.json', {
    baseUrl: trial.service.url,
    project: 'P',
    files: '{environment}/{toggle}.targeting.json',
    environments: { dev: { requires: ['tests'] } },
  });
  trial.write('dev/checkout.targeting.json', targeting);
  ({ user } = await trial.openEditor());
}, 180_000);

afterAll(() => trial.dispose());
afterEach((context) => pictureOfFailure(user, context));

/** A row of the Test Explorer with its state. */
function row(words: string, state: 'error' | 'failed' | 'passed' | 'unset'): Locator {
  const rows = user.page.locator('.test-explorer .monaco-list-row', { hasText: words });
  return rows.filter({ has: user.page.locator(`.codicon-testing-${state}-icon`) }).first();
}

async function pictureOf(name: string): Promise<void> {
  await user.page.screenshot({ path: join(root, 'test/vscode/artifacts', `${name}.png`) });
}

describe('a person with tests of targeting', () => {
  it('finds them without opening a file, and sees the one that fails', async () => {
    const testing = user.page.locator('.activitybar .action-item:has([aria-label^="Testing"])');
    await user.page.locator('.activitybar .action-item:has([aria-label^="Toggles"])').waitFor();
    // There is nothing to test yet.
    expect(await testing.count()).toBe(0);
    trial.write('dev/checkout.targeting.test.json', {
      cases: [
        { name: 'ada is early', user: 'ada', expect: { variation: 'off' } },
        { name: 'others wait', user: {}, bucket: 0, expect: { variation: 'off' } },
      ],
    });
    await testing.click();
    await row('dev/checkout', 'unset').waitFor();
    await user.command('Test: Run All Tests');
    await row('dev/checkout', 'failed').locator('.monaco-tl-twistie').click();
    await row('ada is early', 'failed').waitFor();
    await row('others wait', 'passed').waitFor();
  });

  it('sees what was expected beside what is there, and goes to the rule that decided', async () => {
    await row('ada is early', 'failed').dblclick();
    await user.page.locator('.tab.active', { hasText: 'checkout.targeting.test.json' }).waitFor();
    await user.command('Test: Peek Output');
    await user.page.locator('.test-output-peek', { hasText: 'Expected "off", got "on".' }).waitFor();
    await user.page.locator('.test-output-peek .monaco-diff-editor').waitFor();
    await user.page.locator('.test-output-peek', { hasText: 'checkout.targeting.json' }).waitFor();
    await pictureOf('tests-failed');
  });

  it('cannot push the file to an environment that requires tests, and is led to the first that fails', async () => {
    await user.page.keyboard.press('Escape');
    await user.open('dev/checkout.targeting.json');
    await user.pressPush();
    const refused =
      'Not pushed: dev requires that the tests pass, and 1 fails. checkout.targeting.test.json, line 7: Expected "off"';
    await user.pressInToast(refused, 'Show Test');
    await user.page.locator('.tab.active', { hasText: 'checkout.targeting.test.json' }).waitFor();
    await user.page.locator('.statusbar-item', { hasText: 'Ln 7, Col 27 (5 selected)' }).waitFor();
    expect(trial.service.requests).toEqual([]);
  });

  it('fixes it, and sees it pass while typing, before it is saved', async () => {
    await user.command('Test: Start Continuous Run');
    await user.quickPick('Run').locator('.monaco-checkbox, input[type=checkbox]').first().click();
    await user.quickInput().press('Enter');
    await user.goTo(7, 23);
    await user.page.keyboard.press('Control+Shift+ArrowRight');
    await user.type('on');
    await row('ada is early', 'passed').waitFor();
    await user.page.locator('.tab.active.dirty').waitFor();
  });

  it('sees what of the targeting no test reaches', async () => {
    await user.command('Test: Run All Tests with Coverage');
    await user.page.locator('.test-coverage-list-item', { hasText: 'checkout.targeting' }).waitFor();
    await user.showTab('checkout.targeting.json');
    await user.page.locator('.coverage-deco-gutter.coverage-deco-miss').first().waitFor();
    await pictureOf('tests-coverage');
  });

  it('keeps the results while a test is half typed, and is told why it cannot be run', async () => {
    await user.showTab('checkout.targeting.test.json');
    await user.goTo(19, 2);
    await user.type(' {');
    await user.squiggles('error').first().waitFor();
    await row('ada is early', 'passed').waitFor();
    await user.command('Test: Run All Tests');
    await row('dev/checkout', 'error').waitFor();
    await user.page.locator('.test-output-peek-tree', { hasText: 'is not valid JSON' }).waitFor();
  });
});
