/**
 * Rules of the organisation, as a person meets them in a real VS Code: a problem leads to its rule, a push is refused and leads
 * there, and a command says why.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { User } from '../user.js';
import type { Trial } from './editor.js';
import { canary, pictureOfFailure, startTrial } from './editor.js';

const variations = [
  { value: 'false', name: 'off', description: '' },
  { value: 'true', name: 'on', description: '' },
];
const rule = (predicate: string, select: number) => ({
  name: 'first',
  conditions: [{ type: 'string', subject: 'city', predicate, objects: ['Paris'] }],
  serve: { select },
});
const content = (predicate: string, select: number) => ({
  rules: [rule(predicate, select)],
  disabledServe: { select: 0 },
  defaultServe: { select: 0 },
  variations,
});
const live = { disabled: false, content: content('is one of', 0) };
const file = (predicate: string, select: number) => ({
  comment: 'From the suite',
  disabled: false,
  content: content(predicate, select),
});
const api = 'featureprobe';

let trial: Trial;
let user: User;

beforeAll(async () => {
  trial = await startTrial({
    seed: {
      tokens: [{ token: canary, account: 'anna' }],
      projects: {
        P: {
          toggles: { search: { variations }, matches: { variations } },
          environments: { dev: { targetings: { search: live } }, online: { targetings: { search: live } } },
        },
      },
    },
  });
  trial.write('ruled/targeting.config.json', {
    baseUrl: trial.service.url,
    project: 'P',
    environments: {
      dev: { api, rules: { 'max-step': 25 } },
      online: { api, protected: true },
    },
    rules: { forbid: ['matches regex'] },
    files: '{environment}/{toggle}.targeting.json',
  });
  trial.write('ruled/dev/matches.targeting.json', file('matches regex', 1));
  trial.write('ruled/dev/search.targeting.json', file('is one of', 1));
  trial.write('ruled/dev/right.targeting.json', file('is one of', 0));
  ({ user } = await trial.openEditor({
    openFiles: [join(trial.workspace, 'ruled/dev/matches.targeting.json')],
  }));
  await user.statusBar('dev').waitFor();
}, 180_000);

afterAll(() => trial.dispose());
beforeEach(() => user.dismissToasts());
afterEach((context) => pictureOfFailure(user, context));

/** Waits until the config is in the active editor, with what it says there selected. */
async function seesRule(text: string): Promise<void> {
  await user.page.locator('.tab.active', { hasText: 'targeting.config.json' }).waitFor();
  const lines = readFileSync(join(trial.workspace, 'ruled/targeting.config.json'), 'utf8').split('\n');
  const line = lines.findIndex((each) => each.includes(text)) + 1;
  expect(line).toBeGreaterThan(0);
  await user.page.locator('.statusbar-item', { hasText: `Ln ${line}, Col` }).waitFor();
}

describe('a rule of the organisation', () => {
  it('is where the problem of a file leads', async () => {
    await user.open('ruled/dev/matches.targeting.json');
    await user.squiggles('error').first().waitFor();
    await user.goTo(lineOf('matches regex'), 27);
    await user.quickFix('Show "forbid" in targeting.config.json');
    await seesRule('"forbid"');
  });

  it('refuses a push, names its line, and leads there', async () => {
    await user.open('ruled/dev/search.targeting.json');
    await user.pressPush();
    await user.answer(canary, trial.service.url);
    const words = /Not pushed: Of the users .* up to 100% .* targeting\.config\.json, line \d+: "max-step": 25/;
    await user.toast(words).waitFor();
    await user.pressInToast(words, 'Show Rule');
    await seesRule('"max-step"');
    expect(trial.service.requests.filter(({ method }) => method === 'PATCH')).toEqual([]);
  });

  it('is listed for a person who asks why', async () => {
    await user.open('ruled/dev/search.targeting.json');
    await user.command('Targeting: Why Was This Refused?');
    await user.quickPick('Your last push: Of the users').waitFor();
    await user.choose('"max-step": 25');
    await seesRule('"max-step"');
    await user.open('ruled/dev/matches.targeting.json');
    await user.command('Targeting: Why Was This Refused?');
    await user.choose('The predicate "matches regex" is not allowed');
    await seesRule('"forbid"');
    await user.open('ruled/dev/right.targeting.json');
    await user.command('Targeting: Why Was This Refused?');
    await user.toast('No rule in targeting.config.json refuses this file now, or asks about it.').waitFor();
  });
});

function lineOf(text: string): number {
  const lines = readFileSync(join(trial.workspace, 'ruled/dev/matches.targeting.json'), 'utf8').split('\n');
  return lines.findIndex((line) => line.includes(text)) + 1;
}
