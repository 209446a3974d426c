/** Code and its toggles, in a real VS Code: from calls in four languages to the rule, and back from the targeting file. */
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, it } from 'vitest';
import type { User } from '../user.js';
import type { Trial } from './editor.js';
import { pictureOfFailure, root, startTrial } from './editor.js';

const variations = ['off', 'on'].map((name) => ({ name, value: String(name === 'on'), description: '' }));
const beta = {
  ...{ name: 'beta', serve: { split: [7_500, 2_500] } },
  conditions: [{ type: 'string', subject: 'city', predicate: 'is one of', objects: ['Paris', 'Rome'] }],
};
const targeting = (...rules: readonly object[]) => ({
  disabled: false,
  content: { rules, disabledServe: { select: 1 }, defaultServe: { select: 1 }, variations },
});
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

let trial: Trial;
let user: User;

beforeAll(async () => {
  trial = await startTrial();
  trial.write('.vscode/settings.json', { 'files.autoSave': 'off', 'workbench.editor.enablePreview': false });
  trial.write('targeting.config.json', {
    ...{ baseUrl: trial.service.url, project: 'P', files: '{environment}/{toggle}.targeting.json' },
    ...{ environments: { dev: {}, online: {} }, code: { complete: true } },
  });
  for (const environment of ['dev', 'online']) {
    trial.write(`${environment}/checkout.targeting.json`, targeting(...(environment === 'dev' ? [] : [beta])));
    trial.write(`${environment}/old_cart.targeting.json`, targeting());
    trial.write(`${environment}/banner.targeting.json`, targeting());
  }
  trial.write('src/Cart.java', java);
  trial.write('src/cart.ts', typescript);
  trial.write('src/cart.go', go);
  trial.write('src/cart.py', python);
  ({ user } = await trial.openEditor());
}, 180_000);

afterAll(() => trial.dispose());
afterEach((context) => pictureOfFailure(user, context));

const line = (text: string) => user.page.locator('.editor-instance .view-line', { hasText: text }).first();
const tab = (name: string) => user.page.locator('.tab.active', { hasText: name }).first();

it('A person sees above a targeting file who calls its toggle, and goes there', async () => {
  await user.open('dev/checkout.targeting.json');
  await user.lens('called in 3 files').waitFor();
  await picture('code-lens');
  await user.lens('called in 3 files').click();
  const peek = user.page.locator('.peekview-widget');
  await peek.locator('.reference-file', { hasText: 'Cart.java' }).waitFor();
  await peek.locator('.reference-file', { hasText: 'cart.py' }).waitFor();
  await picture('code-references');
  await user.page.keyboard.press('Escape');
  await peek.waitFor({ state: 'detached' });
  await user.open('dev/banner.targeting.json');
  const words = 'no call in 4 files; 1 call has a key that cannot be read';
  await user.page.locator('.codelens-decoration', { hasText: words }).waitFor();
});

it('A person asks with Shift+F12 in the targeting file who calls its toggle', async () => {
  await user.open('dev/old_cart.targeting.json');
  await user.goTo(1, 1);
  await user.page.keyboard.press('Shift+F12');
  const peek = user.page.locator('.peekview-widget');
  await peek.locator('.reference-file', { hasText: 'Cart.java' }).waitFor();
  await peek.locator('.reference-file', { hasText: 'cart.ts' }).waitFor();
  await user.page.keyboard.press('Escape');
  await peek.waitFor({ state: 'detached' });
});

it('A person is told of a wrong method in Java, reads the hover, and goes to the targeting file', async () => {
  await user.open('src/Cart.java');
  await user.squiggles('warning').first().waitFor();
  await problem('numberValue always gives its own default');
  await user.goTo(10, 79);
  await user.command('Show or Focus Hover');
  await user.page.locator('.monaco-hover:not(.hidden)', { hasText: 'online: everyone on' }).first().waitFor();
  await picture('code-java');
  await user.page.keyboard.press('Escape');
  await user.page.keyboard.press('Escape');
  await user.goTo(10, 79);
  await user.page.keyboard.press('F12');
  await user.page.locator('.peekview-widget .reference-file', { hasText: 'old_cart' }).first().waitFor();
  await user.page.keyboard.press('Escape');
});

it('A person is told of a key in TypeScript that is no toggle', async () => {
  await user.open('src/cart.ts');
  await user.squiggles('warning').first().waitFor();
  await problem('Did you mean "checkout"?');
  await picture('code-typo');
});

it('A person puts the meant key by the light bulb', async () => {
  await user.open('src/cart.ts');
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
  await picture('code-typing');
  await user.type('ban');
  await user.page.keyboard.press('Enter');
  await line("probe.boolValue('banner')").waitFor();
  await user.command('File: Revert File');
  await line("probe.boolValue('banner')").waitFor({ state: 'detached' });
});

// Behind the quote that begins a key; a tab is four columns wide.
for (const [path, row, column] of [
  ['src/Cart.java', 10, 77],
  ['src/cart.ts', 5, 39],
  ['src/cart.go', 6, 26],
  ['src/cart.py', 5, 26],
] as const)
  it(`A person is offered the keys at the key of a call in ${path}, and goes to the file of one`, async () => {
    await user.open(path);
    await user.goTo(row, column);
    await user.page.keyboard.press('Control+Space');
    const offered = user.page.locator('.suggest-widget .monaco-list-row', { hasText: 'banner' });
    await offered.first().waitFor();
    await picture(`code-completion-${path.split('.').at(-1) ?? ''}`);
    await user.page.keyboard.press('Escape');
    await offered.first().waitFor({ state: 'hidden' });
    await user.page.keyboard.press('F12');
    await user.page.locator('.peekview-widget .reference-file', { hasText: '.targeting.json' }).first().waitFor();
    await user.page.keyboard.press('Escape');
    await user.page.locator('.peekview-widget').waitFor({ state: 'detached' });
  });

for (const [path, row, column] of [
  ['src/cart.go', 6, 25],
  ['src/cart.py', 5, 29],
] as const)
  it(`A person reads in ${path} what the toggle gives`, async () => {
    await user.open(path);
    await user.goTo(row, column);
    await user.command('Show or Focus Hover');
    await user.page.locator('.monaco-hover:not(.hidden)', { hasText: 'online' }).first().waitFor();
    await picture(`code-${path.slice(-2)}`);
    await user.page.keyboard.press('Escape');
    await user.page.keyboard.press('Escape');
  });

it('A person lists the toggles that could go, and opens a place', async () => {
  await user.command('Targeting: Show Stale Toggles');
  await tab('Stale Toggles').waitFor();
  await line('1 of 3 toggles gives everyone the same value forever and is still in code.').waitFor();
  await line('src/Cart.java:10').waitFor();
  await line('banner: no call in 4 files').waitFor();
  await picture('code-stale');
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
  await user.toast('checkout is still called in 3 files.').waitFor();
  await picture('code-deleted');
  await user.pressInToast('checkout is still called in 3 files.', 'Show');
  await line('src/cart.go:6').waitFor();
  await picture('code-still-called');
});

async function problem(text: string): Promise<void> {
  await user.problems();
  await user.page.locator('.markers-panel .monaco-list-row', { hasText: text }).waitFor();
}

async function picture(name: string): Promise<void> {
  await user.page.screenshot({ path: join(root, 'test/vscode/artifacts', `${name}.png`) });
}
