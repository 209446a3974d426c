/** Tests code and its toggles in a real VS Code: from calls in two languages to the rule, and back. */
import { it } from 'vitest';
import { lensNames } from '../../../server/src/core/protocol/settings.js';
import { cityRule, openWindow, targeting } from './editor.js';

const java = `package shop;

import com.featureprobe.sdk.server.FeatureProbe;
import com.featureprobe.sdk.server.FPUser;

class Cart {
    private static final String CHECKOUT = "checkout";

    boolean isNew(FeatureProbe probe, FPUser user) {
        return probe.boolValue(CHECKOUT, user, false) && probe.numberValue("old_cart", user, 1) > 0;
    }
}
`;
const typescript = `import { FeatureProbe, FPUser } from 'featureprobe-client-sdk-js';

const probe = new FeatureProbe({ user: new FPUser().with('city', 'Paris') });
export const isNew = probe.boolValue('checkuot', false);
export const isOld = probe.boolValue('old_cart', true);
export const other = (name: string) => probe.boolValue(name, false);
`;
const files = { 'src/Cart.java': java, 'src/cart.ts': typescript };

const { user } = await openWindow(
  {},
  ({ write, writeConfig }) => {
    const more = { files: '{environment}/{toggle}.targeting.json', code: { complete: true } };
    writeConfig({ dev: {}, online: {} }, more);
    const beta = cityRule('beta', { split: [7_500, 2_500] }, 'Paris', 'Rome');
    for (const environment of ['dev', 'online']) {
      write(`${environment}/checkout.targeting.json`, targeting(environment === 'dev' ? [] : [beta], 1));
      for (const name of ['old_cart', 'banner']) write(`${environment}/${name}.targeting.json`, targeting([], 1));
    }
    for (const [path, text] of Object.entries(files)) write(path, text);
  },
  { settings: { 'workbench.editor.enablePreview': false, 'toggleTargeting.lenses': lensNames } },
);

const line = (text: string) => user.page.locator('.editor-instance .view-line', { hasText: text }).first();
const tab = (name: string) => user.page.locator('.tab.active', { hasText: name }).first();
const peek = () => user.page.locator('.peekview-widget');

it('The lens of a targeting file leads to the calls of its toggle', async () => {
  await user.open('dev/checkout.targeting.json');
  await user.lens('called in 1 file').click();
  await peek().locator('.monaco-list-row', { hasText: 'CHECKOUT' }).first().waitFor();
  await user.page.keyboard.press('Escape');
  await peek().waitFor({ state: 'detached' });
});

it('The light bulb replaces an unknown key in code with the suggested toggle', async () => {
  await user.open('src/cart.ts');
  await user.squiggles('warning').first().waitFor();
  await user.problems();
  await user.page.locator('.markers-panel .monaco-list-row', { hasText: 'Did you mean "checkout"?' }).waitFor();
  await user.goTo(4, 40);
  await user.quickFix('Change to "checkout"');
  await line("probe.boolValue('checkout', false)").waitFor();
  await user.squiggles('warning').first().waitFor({ state: 'detached' });
  await user.page.keyboard.press('Control+z');
  await user.squiggles('warning').first().waitFor();
});

it('A key in Java code shows what its toggle serves, and leads to the file of the toggle', async () => {
  await user.open('src/Cart.java');
  await user.goTo(10, 79);
  await user.command('Show or Focus Hover');
  await user.page.locator('.monaco-hover:not(.hidden)', { hasText: 'online' }).first().waitFor();
  await user.page.keyboard.press('Escape');
  await user.page.keyboard.press('Escape');
  await user.page.keyboard.press('F12');
  await peek().locator('.reference-file', { hasText: '.targeting.json' }).first().waitFor();
  await user.page.keyboard.press('Escape');
  await peek().waitFor({ state: 'detached' });
});

it('The list of stale toggles opens a place in the code', async () => {
  await user.command('Targeting: Show Stale Toggles');
  await tab('Stale Toggles').waitFor();
  await line('src/Cart.java:10').waitFor();
  await line('banner: no calls in 2 files').waitFor();
  await user.goTo(5, 6);
  await user.command('Open Link');
  await tab('Cart.java').waitFor();
  await user.page.locator('.statusbar', { hasText: 'Ln 10' }).waitFor();
});

it('Deleting a targeting file shows who still calls its toggle', async () => {
  await user.open('dev/checkout.targeting.json');
  await user.lens('called in 1 file').waitFor();
  await user.command('File: Reveal Active File in Explorer View');
  await user.page.locator('.explorer-folders-view .focused', { hasText: 'checkout.targeting.json' }).waitFor();
  await user.page.keyboard.press('Shift+Delete');
  await user.pressInDialog('Delete');
  await user.pressInToast('checkout is still called in 1 file.', 'Show');
  await line('src/Cart.java:10').waitFor();
});
