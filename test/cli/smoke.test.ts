/** Tests that each published command gives the same output in its own process as within the test's process. */
import { expect, it } from 'vitest';
import { commands } from '../../server/src/cli/commands/all.js';
import { commandLineTrials } from '../support/commandLine.js';
import { config, onIn, users } from './localFiles.js';

const trialWith = commandLineTrials();
const path = 'dev/checkout.targeting.json';

/** Arguments with which a command does more than ask for arguments. */
const args: Readonly<Record<string, readonly string[]>> = {
  check: ['.'],
  evaluate: [path, '--user', 'ada'],
  explain: [path],
  diff: [path, path.replace('dev', 'production')],
  export: ['--env', 'dev'],
  promote: [path, '--to', 'production'],
  step: [path, '--env', 'dev', '--variation', 'on', '--to', '50'],
  plan: ['--env', 'dev'],
  pull: ['--env', 'dev', '--all'],
  test: ['.'],
  code: ['.'],
};

it('all commands print the same output when they run in their own process', async () => {
  const trial = trialWith({
    ...{ 'targeting.config.json': config, 'targeting.users.json': users() },
    ...{ [path]: onIn('Paris'), 'production/checkout.targeting.json': onIn('Rome') },
  });
  const [spawned, inProcess] = await Promise.all(
    [trial.spawned, trial.run].map(async (run) => {
      const outcomes: unknown[] = [];
      for (const name of Object.keys(commands)) outcomes.push({ name, ...(await run([name, ...(args[name] ?? [])])) });
      return outcomes;
    }),
  );
  expect(spawned).toEqual(inProcess);
});
