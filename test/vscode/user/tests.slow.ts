/** Tests targeting tests in a real VS Code: found, failing, required by a push, run while typing, and coverage. */
import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { openWindow, targeting } from './editor.js';

const file = 'dev/checkout.targeting.json';
const tests = 'dev/checkout.targeting.test.json';
const condition = { type: 'semver', subject: 'app_version', predicate: '>=', objects: ['2.4.0'] };

const { trial, user } = await openWindow({}, ({ write, writeConfig }) => {
  write('targeting.users.json', { users: [{ name: 'ada', attributes: { app_version: '2.4.0' } }] });
  writeConfig({ dev: { requires: ['tests'] } }, { files: '{environment}/{toggle}.targeting.json' });
  const paris = { ...condition, type: 'string', subject: 'city', predicate: 'is one of', objects: ['Paris'] };
  const rules = [condition, paris].map((each) => ({ name: each.subject, serve: { select: 1 }, conditions: [each] }));
  write(file, targeting(rules));
});
function row(words: string, state: 'error' | 'failed' | 'passed' | 'unset'): Locator {
  const rows = user.page.locator('.test-explorer .monaco-list-row', { hasText: words });
  return rows.filter({ has: user.page.locator(`.codicon-testing-${state}-icon`) }).first();
}

it('Tests are found without opening a file, and show the expected next to the actual value', async () => {
  const testing = user.page.locator('.activitybar .action-item:has([aria-label^="Testing"])');
  await user.page.locator('.activitybar .action-item:has([aria-label^="Toggles"])').waitFor();
  // There is nothing to test yet.
  expect(await testing.count()).toBe(0);
  trial.write(tests, {
    cases: [
      { name: 'ada is early', user: 'ada', expect: { variation: 'off' } },
      { name: 'others wait', user: {}, bucket: 0, expect: { variation: 'off' } },
    ],
  });
  await testing.click();
  await row('dev/checkout', 'unset').waitFor();
  await user.command('Test: Run All Tests');
  await row('dev/checkout', 'failed').locator('.monaco-tl-twistie').click();
  await row('others wait', 'passed').waitFor();
  await row('ada is early', 'failed').dblclick();
  await user.page.locator('.tab.active', { hasText: 'checkout.targeting.test.json' }).waitFor();
  await user.command('Test: Peek Output');
  await user.page.locator('.test-output-peek', { hasText: 'Expected "off", got "on".' }).waitFor();
  await user.page.locator('.test-output-peek .monaco-diff-editor').waitFor();
  await user.page.locator('.test-output-peek', { hasText: 'checkout.targeting.json' }).waitFor();
  await user.page.keyboard.press('Escape');
});

it('A push with a failing required test is refused, and leads to the first failing test', async () => {
  await user.open(file);
  await user.pressPush();
  const refused =
    'Not pushed: dev requires that the tests pass, and 1 fails. checkout.targeting.test.json, line 7: Expected "off"';
  await user.pressInToast(refused, 'Show Test');
  await user.page.locator('.tab.active', { hasText: 'checkout.targeting.test.json' }).waitFor();
  await user.page.locator('.statusbar-item', { hasText: 'Ln 7, Col 27 (5 selected)' }).waitFor();
  expect(trial.service.requests).toEqual([]);
});

it('A test passes as soon as its corrected expectation is typed, before it is saved', async () => {
  await user.command('Test: Start Continuous Run');
  await user.quickPick('Run').locator('.monaco-checkbox, input[type=checkbox]').first().click();
  await user.quickInput().press('Enter');
  await user.goTo(7, 23);
  await user.page.keyboard.press('Control+Shift+ArrowRight');
  await user.type('on');
  await row('ada is early', 'passed').waitFor();
  await user.page.locator('.tab.active.dirty').waitFor();
});

it('Coverage shows the parts of the targeting that no test reaches', async () => {
  await user.command('Test: Run All Tests with Coverage');
  await user.page.locator('.test-coverage-list-item', { hasText: 'checkout.targeting' }).waitFor();
  await user.showTab('checkout.targeting.json');
  // The missed lines are below the part that the panel leaves visible.
  const lines = trial.read(file).split('\n');
  await user.goTo(1 + lines.findIndex((each) => each.includes('"city"')), 1);
  await user.page.locator('.coverage-deco-gutter.coverage-deco-miss').first().waitFor();
});
