/** Tests rules of the organization in a real VS Code: refusals lead to their rule, and a command explains them. */
import { expect, it } from 'vitest';
import { canary, cityRule, openWindow, seedOf, targeting } from './editor.js';

const paris = cityRule('first', { select: 1 }, 'Paris');
const matches = { ...paris, conditions: paris.conditions.map((each) => ({ ...each, predicate: 'matches regex' })) };
const config = 'ruled/targeting.config.json';
const off = { ...paris, serve: { select: 0 } };
const files = { search: [paris], matches: [matches], right: [off], ramp: [paris] };

const { trial, user } = await openWindow(
  {
    seed: seedOf(['search', 'matches', 'right', 'ramp'], {
      dev: { targetings: { search: targeting(), ramp: targeting([off]) } },
    }),
  },
  ({ write, writeConfig }) => {
    const rules = { forbid: ['matches regex'] };
    writeConfig({ dev: { api: 'featureprobe', rules: { 'max-step': 25 } } }, { rules }, config);
    for (const [name, each] of Object.entries(files))
      write(pathOf(name), { comment: 'From the suite', ...targeting(each) });
  },
  { open: pathOf('matches') },
);

function pathOf(name: string): string {
  return `ruled/${name}.targeting.json`;
}

function lineOf(text: string, path: string): number {
  const line =
    trial
      .read(path)
      .split('\n')
      .findIndex((each) => each.includes(text)) + 1;
  expect(line).toBeGreaterThan(0);
  return line;
}

/** Waits until the config is in the active editor with this text selected. */
async function seesRule(text: string): Promise<void> {
  await user.page.locator('.tab.active', { hasText: 'targeting.config.json' }).waitFor();
  await user.page.locator('.statusbar-item', { hasText: `Ln ${lineOf(text, config)}, Col` }).waitFor();
}

it('A refused push names the line of the broken rule, and leads there', async () => {
  await user.open(pathOf('search'));
  await user.pressPush();
  await user.answer(canary, trial.service.url);
  const words = /Not pushed: Up to 100% .* would change\..* targeting\.config\.json, line \d+: "max-step": 25/;
  await user.pressInToast(words, 'Show Rule');
  await seesRule('"max-step"');
  expect(trial.service.requests.filter(({ method }) => method === 'PATCH')).toEqual([]);
});

it('The reason for a refusal shows the last push of the file and its rules, if any', async () => {
  for (const [name, choice, rule] of [
    ['search', '"max-step": 25', '"max-step"'],
    ['matches', 'The predicate "matches regex" is not allowed', '"forbid"'],
  ] as const) {
    await user.open(pathOf(name));
    await user.troubleshoot('Why Was This Refused?');
    if (name === 'search') await user.quickPick('Your last push: Up to 100%').waitFor();
    await user.choose(choice);
    await seesRule(rule);
  }
  await user.open(pathOf('right'));
  await user.troubleshoot('Why Was This Refused?');
  await user.toast('No rule in targeting.config.json now refuses this file or asks for confirmation.').waitFor();
});

it('A refused push offers the largest step that the rule allows, and the file keeps its text', async () => {
  await user.open(pathOf('ramp'));
  await user.pressPush();
  const before = trial.read(pathOf('ramp'));
  await user.pressInToast('"max-step": 25', 'Push "on" for 25% Now…');
  await user.answer('The first quarter', 'Push ramp to dev: comment');
  await user.pressInDialog('Push to dev');
  await user.toast('Rule "first" now serves 75% "off", 25% "on" instead of "off".').waitFor();
  await user.lens('dev: differs in 1 rule').waitFor();
  expect(trial.read(pathOf('ramp'))).toBe(before);
});
