/** Tests the walkthrough of a new user in a real VS Code. */
import { expect, it } from 'vitest';
import { lensNames } from '../../../server/src/core/protocol/settings.js';
import { openWindow, targeting } from './editor.js';

const { trial, user } = await openWindow(
  {},
  ({ write }) => {
    write('targeting.config.json', { environments: { dev: {} } });
    write('checkout.targeting.json', targeting([]));
    write('paid.targeting.json', { content: { prerequisites: [{ key: 'checkout', type: 'string', value: 'a' }] } });
  },
  { settings: { 'toggleTargeting.lenses': lensNames } },
);

it('The walkthrough ticks steps that are done before or after it is opened', async () => {
  await user.open('checkout.targeting.json');
  await user.lens('required by paid').waitFor();
  await user.command('Welcome: Open Walkthrough...');
  await user.choose('Toggle Targeting');
  const step = (id: string) => user.page.locator(`[data-done-step-id$="#${id}"]`).first();
  const isTicked = async (id: string) => (await step(id).getAttribute('aria-checked')) === 'true';
  for (const id of ['file', 'pull']) await expect.poll(() => isTicked(id), { timeout: 60_000 }).toBe(true);
  for (const id of ['users', 'push', 'drift']) expect(await isTicked(id)).toBe(false);
  trial.write('targeting.users.json', { users: [{ name: 'ada' }] });
  await user.open('checkout.targeting.json');
  // VS Code asks for no lenses of an editor that loses the focus.
  await user.lens('required by paid').waitFor();
  await user.command('Toggles: Focus on Who Gets What View');
  await user.page.locator('.pane-body .monaco-list-row', { hasText: 'ada' }).waitFor();
  await user.command('Welcome: Open Walkthrough...');
  await user.choose('Toggle Targeting');
  await expect.poll(() => isTicked('users'), { timeout: 60_000 }).toBe(true);
});
