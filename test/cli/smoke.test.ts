/** Tests that each command, as it is published, starts in a process of its own and says what it does within the test's process. */
import { expect, it } from 'vitest';
import { commands } from '../../server/src/cli/commands/all.js';
import { commandLineTrials } from '../support/commandLine.js';
import { config, onIn, users } from './localFiles.js';

const trialWith = commandLineTrials();
const path = 'dev/checkout.targeting.json';

/** Where it does more than say what is missing. */
const args: Readonly<Record<string, readonly string[]>> = {
  check: ['.'],
  evaluate: [path, '--user', 'ada'],
  explain: [path],
  diff: [path, path.replace('dev', 'production')],
  export: ['--env', 'dev'],
  propagate: [path, '--to', 'production'],
  step: [path, '--env', 'dev', '--variation', 'on', '--to', '50'],
  plan: ['--env', 'dev'],
  pull: ['--env', 'dev', '--all'],
  test: ['.'],
  code: ['.'],
};

it('All commands', async () => {
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
