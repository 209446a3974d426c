/** Code and its toggles, in a real VS Code: from calls in four languages to the rule, and back from the targeting file. */
import { it } from 'vitest';
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
const go = `package shop

import featureprobe "github.com/featureprobe/server-sdk-go/v2"

func isNew(fp featureprobe.FeatureProbe, user featureprobe.FPUser) bool {
	return fp.BoolValue("checkout", user, false)
}
`;
const python = `import featureprobe as fp


def is_new(client: fp.Client, user: fp.User):
    return client.value("checkout", user, default=False)
`;

const files = { 'src/Cart.java': java, 'src/cart.ts': typescript, 'src/cart.go': go, 'src/cart.py': python };

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
  { settings: { 'workbench.editor.enablePreview': false } },
);

const line = (text: string) => user.page.locator('.editor-instance .view-line', { hasText: text }).first();
const tab = (name: string) => user.page.locator('.tab.active', { hasText: name }).first();
const peek = () => user.page.locator('.peekview-widget');

it('A person sees above a targeting file who calls its toggle, and goes there', async () => {
  await user.open('dev/checkout.targeting.json');
  await user.lens('called in 3 files').click();
  for (const name of ['Cart.java', 'cart.py']) await peek().locator('.reference-file', { hasText: name }).waitFor();
  await user.page.keyboard.press('Escape');
  await peek().waitFor({ state: 'detached' });
});

it('A person is told of a key that is no toggle, and puts the meant one by the light bulb', async () => {
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

it('A person who types a call is offered the keys with the quote, and takes one', async () => {
  await user.open('src/cart.ts');
  await user.goTo(7, 1);
  await user.type("export const again = probe.boolValue('");
  await user.page.locator('.suggest-widget .monaco-list-row', { hasText: 'banner' }).waitFor();
  await user.type('ban');
  await user.page.keyboard.press('Enter');
  await line("probe.boolValue('banner')").waitFor();
  await user.command('File: Revert File');
  await line("probe.boolValue('banner')").waitFor({ state: 'detached' });
});

// Behind the quote that begins a key; a tab is four columns wide.
it.each([
  ['src/Cart.java', 10, 77],
  ['src/cart.ts', 5, 39],
  ['src/cart.go', 6, 26],
  ['src/cart.py', 5, 26],
] as const)(
  'In %s, a person is offered the keys, reads what one gives, and goes to its file',
  async (path, row, column) => {
    await user.open(path);
    await user.goTo(row, column);
    await user.page.keyboard.press('Control+Space');
    const offered = user.page.locator('.suggest-widget .monaco-list-row', { hasText: 'banner' });
    await offered.first().waitFor();
    await user.page.keyboard.press('Escape');
    await offered.first().waitFor({ state: 'hidden' });
    await user.goTo(row, column + 2);
    await user.command('Show or Focus Hover');
    await user.page.locator('.monaco-hover:not(.hidden)', { hasText: 'online' }).first().waitFor();
    await user.page.keyboard.press('Escape');
    await user.page.keyboard.press('Escape');
    await user.page.keyboard.press('F12');
    await peek().locator('.reference-file', { hasText: '.targeting.json' }).first().waitFor();
    await user.page.keyboard.press('Escape');
    await peek().waitFor({ state: 'detached' });
  },
);

it('A person lists the toggles that could go, and opens a place', async () => {
  await user.command('Targeting: Show Stale Toggles');
  await tab('Stale Toggles').waitFor();
  await line('src/Cart.java:10').waitFor();
  await line('banner: no call in 4 files').waitFor();
  await user.goTo(5, 6);
  await user.command('Open Link');
  await tab('Cart.java').waitFor();
  await user.page.locator('.statusbar', { hasText: 'Ln 10' }).waitFor();
});

it('A person who deletes a targeting file is told who still calls its toggle', async () => {
  await user.open('dev/checkout.targeting.json');
  await user.lens('called in 3 files').waitFor();
  await user.command('File: Reveal Active File in Explorer View');
  await user.page.locator('.explorer-folders-view .focused', { hasText: 'checkout.targeting.json' }).waitFor();
  await user.page.keyboard.press('Shift+Delete');
  await user.pressInDialog('Delete');
  await user.pressInToast('checkout is still called in 3 files.', 'Show');
  await line('src/cart.go:6').waitFor();
});
