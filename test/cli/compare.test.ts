/** Tests `toggle-targeting compare`: which toggles serve users differently in two environments, each exit code, and mistakes. */
import { describe, expect, it } from 'vitest';
import { commandLineTrials, complains } from '../support/commandLine.js';
import { configText, inCity, toggleText } from '../support/toggle.js';

const trialWith = commandLineTrials();

const config = configText();
const rules = [{ name: 'beta', conditions: [inCity('Paris')], serve: { select: 1 } }];
const targeting = (content: object = {}) => toggleText({ rules, ...content });

describe('two environments', () => {
  it('differ by whom a toggle serves differently, with an example, at the places that are named', async () => {
    const trial = trialWith({
      'targeting.config.json': config,
      'dev/checkout.targeting.json': targeting(),
      'dev/same.targeting.json': targeting(),
      'online/checkout.targeting.json': targeting({ rules: [] }),
      'online/same.targeting.json': targeting(),
    });
    const { code, stdout } = await trial.run(['compare', 'dev', 'online']);
    expect(code).toBe(3);
    expect(stdout).toContain('Everyone who matched "beta" and now matches no rule changes from on to off.');
    expect(stdout).toContain(
      '\n1 of 2 toggles serve everyone the same in dev and online. The differences are told as changes from dev to online.\n',
    );
    expect((await trial.run(['compare', 'dev', 'online', 'dev/same.targeting.json'])).code).toBe(0);
    const json = await trial.run(['compare', 'dev', 'online', '--format', 'json']);
    expect(JSON.parse(json.stdout)).toMatchObject({ files: [{ who: 'somebody' }, { who: 'nobody' }] });
  });

  it('differ where a file is missing or does not reach users', async () => {
    const trial = trialWith({
      'targeting.config.json': config,
      'dev/checkout.targeting.json': targeting(),
      'dev/broken.targeting.json': targeting(),
      'online/broken.targeting.json': targeting({ defaultServe: {} }),
    });
    const { code, stdout } = await trial.run(['compare', 'dev', 'online']);
    expect(code).toBe(1);
    expect(stdout).toContain('online/checkout.targeting.json\n  There is no file in online.\n');
    expect(stdout).toContain('online/broken.targeting.json\n  The toggle vanishes');
  });

  it.each([[['compare', 'dev']], [['compare', 'dev', 'dev']], [['compare', 'dev', 'nowhere']]])(
    'are two that the config has, unlike in %j',
    async (args) => {
      const trial = trialWith({ 'targeting.config.json': config, 'dev/checkout.targeting.json': targeting() });
      await complains(
        trial.run(args),
        2,
        /Specify two environments|No targeting file of dev has a counterpart in nowhere\./,
      );
    },
  );
});
