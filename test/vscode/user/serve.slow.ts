/** Tests serving an environment from a real VS Code to an application with the official SDK. */
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { spawn } from 'node:child_process';
import { afterAll, describe, expect, it } from 'vitest';
import { cityRule, openWindow, root, serverProcesses, targeting } from './editor.js';

const checkout = targeting([cityRule('Paris', { select: 1 }, 'Paris')]);
let application: Application;

/** Prints the values of `checkout` for two users whenever one of them changes. */
const program = `
  const { FeatureProbe, FPUser } = require('featureprobe-server-sdk-node');
  const probe = new FeatureProbe({ serverSdkKey: 'any', remoteUrl: process.argv[1], refreshInterval: 100 });
  const users = ['Paris', 'Rome'].map((city) => new FPUser('user of ' + city).with('city', city).with('tier', 'gold'));
  let last;
  probe.start(5_000).then(() => setInterval(() => {
    const values = users.map((user) => probe.booleanValue('checkout', user, false)).join();
    if (values !== last) console.log(values);
    last = values;
  }, 50));
`;

class Application {
  readonly #process: ChildProcessWithoutNullStreams;
  #printed = '';

  constructor(url: string) {
    this.#process = spawn(process.execPath, ['-e', program, url], { cwd: root });
    this.#process.stdout.setEncoding('utf8').on('data', (text: string) => (this.#printed += text));
  }

  /** For Paris, and for Rome. */
  get values(): string | undefined {
    // The SDK prints, too.
    return this.#printed.match(/^(?:true|false),(?:true|false)$/gm)?.at(-1);
  }

  end(): void {
    this.#process.kill();
  }
}

const { trial, user } = await openWindow(
  {},
  ({ write, writeConfig }) => {
    writeConfig({ dev: {}, online: {} }, { files: '{environment}/{toggle}.targeting.json' });
    write('dev/checkout.targeting.json', checkout);
    write('online/checkout.targeting.json', { ...checkout, disabled: true });
  },
  // Another program of this machine may use the usual port.
  { settings: { 'toggleTargeting.serve.port': 0 } },
);
afterAll(() => application.end());

const status = () => user.statusBar(/dev → :\d+/);
const prints = (values: string) => expect.poll(() => application.values, { timeout: 30_000 }).toBe(values);
const row = (text: string) => user.page.locator('.customview-tree .monaco-list-row', { hasText: text }).first();

/** Replaces the digit of the default's `select`. */
async function typeDefault(digit: string): Promise<void> {
  const lines = trial.read('dev/checkout.targeting.json').split('\n');
  const line = lines.findIndex((each) => each.includes('defaultServe'));
  await user.goTo(line + 2, 18);
  await user.page.keyboard.press('Backspace');
  if (digit !== '') await user.type(digit);
}

describe('a user whose application runs on the files', () => {
  it('serves the environment of the file, and finds the address in the status bar', async () => {
    await user.open('dev/checkout.targeting.json');
    await user.command('Targeting: Serve This Environment to Local Applications');
    await status().waitFor();
    const [, port = ''] = /:(\d+)/.exec(await status().innerText()) ?? [];
    application = new Application(`http://127.0.0.1:${port}`);
    await prints('true,false');
  });

  it('sees that the application follows typing before the file is saved', async () => {
    await typeDefault('1');
    await prints('true,true');
    await user.page.locator('.tab.dirty', { hasText: 'checkout' }).waitFor();
  });

  it('sees the evaluated users, and adds one of them to the users file', async () => {
    await user.command('Toggles: Focus on Who Gets What View');
    await row('user of Rome').waitFor();
    await row('user of Paris').hover();
    await row('user of Paris').locator('.action-label[aria-label^="Add to targeting.users.json"]').click();
    await user.page.locator('.tab.active', { hasText: 'targeting.users.json' }).waitFor();
    await user.page.locator('.view-line', { hasText: '"key": "user of Paris"' }).waitFor();
  });

  it('continues serving after the language server has crashed', async () => {
    const port = await status().innerText();
    await user.showTab('checkout.targeting.json');
    const [before = 0] = serverProcesses();
    process.kill(before, 'SIGKILL');
    await expect.poll(() => serverProcesses()[0] ?? before, { timeout: 60_000 }).not.toBe(before);
    await typeDefault('1');
    await prints('true,true');
    expect(await status().innerText()).toBe(port);
  });

  it('stops serving from the status bar menu', async () => {
    await status().click();
    await user.choose('Stop Serving');
    await status().waitFor({ state: 'detached' });
  });
});
