/** Tests `toggle-targeting compare`: toggles that serve users differently in two environments, exit codes, and wrong arguments. */
import { describe, expect, it } from 'vitest';
import { commandLineTrials, complains } from '../support/commandLine.js';
import { cityIs, configOf, targetingOf } from '../support/targeting.js';

const trialWith = commandLineTrials();

const config = configOf();
const targeting = (content: object = {}) =>
  targetingOf({ rules: [{ name: 'beta', conditions: [cityIs('Paris')], serve: { select: 1 } }], ...content });

describe('toggle-targeting compare', () => {
  it('reports who gets different values, with an example, and filters by path', async () => {
    const trial = trialWith({
      'targeting.config.json': config,
      'dev/checkout.targeting.json': targeting(),
      'dev/same.targeting.json': targeting(),
      'online/checkout.targeting.json': targeting({ rules: [] }),
      'online/same.targeting.json': targeting(),
    });
    const { code, stdout } = await trial.run(['compare', 'dev', 'online']);
    expect(code).toBe(3);
    expect(stdout).toContain('Everyone who now matches no rule instead of "beta" changes from on to off.');
    expect(stdout).toContain(
      '\n1 of 2 toggles serve everyone the same in dev and online. The differences are shown as changes from dev to online.\n',
    );
    expect((await trial.run(['compare', 'dev', 'online', 'dev/same.targeting.json'])).code).toBe(0);
    const json = await trial.run(['compare', 'dev', 'online', '--format', 'json']);
    expect(JSON.parse(json.stdout)).toMatchObject({ files: [{ who: 'somebody' }, { who: 'nobody' }] });
  });

  it('reports a file that is missing or never reaches users', async () => {
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
    'rejects %j, because it needs two different environments with common files',
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
