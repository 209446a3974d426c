/** Tests that the recipe for Node.js in docs/local-applications.md works. */
import { symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { commandLineTrials } from '../support/commandLine.js';
import { runRecipe } from './recipes.js';

const trialWith = commandLineTrials();
const sdk = 'featureprobe-server-sdk-node';

it.runIf(process.platform !== 'win32')('the recipe for Node.js works', async () => {
  const trial = trialWith({ 'node_modules/.bin/x': '' });
  symlinkSync(
    join(dirname(fileURLToPath(import.meta.url)), '../../node_modules', sdk),
    trial.path(`node_modules/${sdk}`),
  );
  await expect(
    runRecipe({ name: 'Node.js', file: 'checkout.test.mjs', folder: trial.path('.') }),
  ).resolves.toBeUndefined();
});
