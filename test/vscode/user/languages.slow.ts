/** Tests that a real VS Code shows our texts in one language: those of the manifest, the client and the server. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { startTrial } from './editor.js';

describe.each([
  ['zh-cn', { view: '开关', lens: 'dev：设置令牌', problem: '"disabled" 必须是布尔值，而不是字符串。' }],
  ['zh-tw', { view: 'Toggles', lens: 'dev: set token', problem: '"disabled" must be a boolean, not a string.' }],
])('a window in %s', (locale, { view, lens, problem }) => {
  it('speaks one language', async () => {
    const trial = await startTrial();
    onTestFinished(() => trial.dispose());
    trial.writeConfig({ dev: { api: 'featureprobe' } });
    trial.write('checkout.targeting.json', { disabled: 'yes' });
    const { user } = await trial.openEditor({ locale });
    await user.open('checkout.targeting.json');
    await user.lens(lens).waitFor();
    expect((await user.problems()).join('\n')).toContain(problem);
    await user.page.locator(`.activitybar .action-item a[aria-label^="${view}"]`).waitFor();
  });
});
