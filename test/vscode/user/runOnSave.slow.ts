/** Tests that targeting tests run after each save, and not while typing. */
import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { openWindow, targeting } from './editor.js';

const { trial, user } = await openWindow({}, ({ write }) => {
  write('dev/checkout.targeting.json', targeting([], 1));
  write('dev/checkout.targeting.test.json', {
    cases: [{ name: 'all of them', user: {}, expect: { variation: 'on' } }],
  });
});

function row(state: 'failed' | 'passed'): Locator {
  const rows = user.page.locator('.test-explorer .monaco-list-row', { hasText: 'dev/checkout' });
  return rows.filter({ has: user.page.locator(`.codicon-testing-${state}-icon`) }).first();
}

it('With Run on Save, a test result changes only after the file is saved', async () => {
  // This starts the extension, which finds the tests.
  await user.open('dev/checkout.targeting.json');
  await user.page.locator('.activitybar .action-item:has([aria-label^="Testing"])').click();
  await user.command('Test: Run All Tests');
  await row('passed').waitFor();
  await user.command('Test: Start Continuous Run');
  await user.quickPick('Run on Save').locator('.monaco-checkbox, input[type=checkbox]').first().click();
  await user.quickInput().press('Enter');
  await user.open('dev/checkout.targeting.json');
  const lines = trial.read('dev/checkout.targeting.json').split('\n');
  const line = lines.findIndex((text) => text.includes('"select": 1'));
  await user.goTo(line + 1, (lines[line]?.indexOf('1') ?? 0) + 2);
  await user.page.keyboard.press('Backspace');
  await user.type('0');
  await user.page.locator('.tab.active.dirty').waitFor();
  expect(await row('passed').count()).toBe(1);
  await user.page.keyboard.press('Control+s');
  await row('failed').waitFor();
});
