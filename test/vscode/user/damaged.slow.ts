/** A file in another encoding than UTF-8, in a real VS Code: what it lost is shown, and nothing of it is pushed. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import type { User } from '../user.js';
import type { Trial } from './editor.js';
import { clean, pictureOfFailure, root, startTrial } from './editor.js';

let trial: Trial;
let user: User;

const picture = (name: string) => user.page.screenshot({ path: join(root, `test/vscode/artifacts/${name}.png`) });
const patches = () => trial.service.requests.filter(({ method }) => method === 'PATCH').length;

async function open(settings: Readonly<Record<string, unknown>>): Promise<void> {
  trial = await startTrial();
  const { service, workspace, write } = trial;
  write('targeting.config.json', { baseUrl: service.url, project: 'P', environments: { dev: {} } });
  const latin1 = Buffer.from(JSON.stringify({ ...clean, comment: 'Zürich' }, undefined, 2), 'latin1');
  writeFileSync(join(workspace, 'city.targeting.json'), latin1);
  ({ user } = await trial.openEditor({ settings }));
  await user.open('city.targeting.json');
}

afterEach(async (context) => {
  await pictureOfFailure(user, context);
  await trial.dispose();
});

it('A person who opens a Latin-1 file sees where a text was lost, and the push is refused', async () => {
  await open({});
  await user.squiggles('error').first().waitFor();
  await user.pressPush();
  await user.toast('1 error in the file. Line 2: A text was lost here: U+FFFD').waitFor();
  await user.command('Problems: Focus on Problems View');
  await user.page.locator('.markers-panel .monaco-list-row', { hasText: 'A text was lost here' }).first().waitFor();
  await picture('damaged');
  expect(patches()).toBe(0);
}, 180_000);
