/** Tests pushing in a real VS Code: questions, refusals, arrival at the service, and where the access token goes. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { canary, clean, openWindow } from './editor.js';

let acceptToken = true;

const { trial, ...first } = await openWindow(
  {
    answer: ({ path }) => {
      // The service has only the documented endpoint.
      if (path === '/api/projects') return { kind: 'respond', status: 404, body: '' };
      return acceptToken
        ? undefined
        : { kind: 'respond', status: 401, body: '{"code":"unauthorized","message":"Token expired"}' };
    },
  },
  ({ write, writeConfig }) => {
    const online = { protected: true };
    const files = '{environment}/{toggle}.targeting.json';
    writeConfig({ dev: {}, online }, { files }, 'flags/targeting.config.json');
    for (const path of ['flags/dev/checkout', 'flags/online/checkout', 'flags/dev/other', 'bare/checkout'])
      write(`${path}.targeting.json`, clean);
    write('flags/dev/warned.targeting.json', { ...clean, content: { ...clean.content, defaultServe: { select: 7 } } });
  },
  { settings: { 'toggleTargeting.trace.server': 'verbose' }, logLevel: 'trace' },
);
let { host, user } = first;

const requests = () => trial.service.requests.filter(({ method }) => method === 'PATCH').length;

describe('a user who pushes', () => {
  it('is asked before warnings are pushed, and nothing is sent after "no" or a hasty Enter', async () => {
    await user.open('flags/dev/warned.targeting.json');
    await user.squiggles('warning').first().waitFor();
    await user.pressPush();
    await user.dialog().waitFor();
    expect(await user.dialog().innerText()).toContain(
      'Variation 7 does not exist: this toggle has 2 variations (0 to 1).',
    );
    await user.pressInDialog('Cancel');
    await user.dialog().waitFor({ state: 'detached' });
    await user.pressPush();
    await user.dialog().waitFor();
    await user.page.keyboard.press('Enter');
    await user.page.locator('.markers-panel .monaco-list-row', { hasText: 'Variation 7' }).first().waitFor();
    await user.dialog().waitFor({ state: 'detached' });
    expect(requests()).toBe(0);
  });

  it('enters the token once, and sees that the push has arrived', async () => {
    await user.open('flags/dev/checkout.targeting.json');
    await user.pressPush();
    await user.answer('two words', trial.service.url);
    await user.page.locator('.quick-input-message', { hasText: 'An access token cannot contain' }).waitFor();
    expect(requests()).toBe(0);
    await user.answer(canary);
    await user.toast('Pushed checkout to dev. Project P on').waitFor();
    expect(requests()).toBe(1);
    expect(trial.service.targeting('P', 'dev', 'checkout').comment).toBe('Ten per cent');
    await user.statusBar(/dev · pushed \d/).waitFor();
  });

  it('is asked for comment and confirmation in a protected environment', async () => {
    await user.open('flags/online/checkout.targeting.json');
    await user.pressPush();
    await user.quickInputTitle('Push checkout to online: comment').waitFor();
    // The file was never pushed, so its comment belongs to this change.
    expect(await user.quickInput().inputValue()).toBe('Ten per cent');
    await user.answer('Ten per cent, again');
    await user.dialog().waitFor();
    const words = await user.dialog().innerText();
    expect(words).toContain('Push checkout to online?');
    expect(words).toContain(`online of P on ${new URL(trial.service.url).host} (protected)`);
    await user.pressInDialog('Push to online');
    // The live version is unknown: a first push may change everyone.
    await user.answer('online', 'Push checkout to online?');
    await user.toast('Pushed checkout to online. Project P on').waitFor();
    expect(trial.service.targeting('P', 'online', 'checkout').comment).toBe('Ten per cent, again');
  });

  it('pushes a closed file from the explorer', async () => {
    await user.page
      .locator('.explorer-folders-view .monaco-list-row[aria-label^="other.targeting.json"]')
      .click({ button: 'right' });
    await user.page.locator('.context-view .action-item', { hasText: 'Push…' }).hover();
    await user.page.keyboard.press('Enter');
    await user.toast('Pushed other to dev. Project P on').waitFor();
    expect(trial.service.targeting('P', 'dev', 'other').comment).toBe('Ten per cent');
  });

  it('creates a first config by typing, because the service provides no lists', async () => {
    await user.open('bare/checkout.targeting.json');
    await user.pressPush();
    await user.answer('http://toggles.example.com', 'Connect to Your Service');
    await user.page.locator('.quick-input-message', { hasText: 'Use https://' }).waitFor();
    await user.answer(trial.service.url);
    await user.pressInDialog('Type the Keys');
    await user.page.locator('.quick-input-message', { hasText: 'Key of the project' }).waitFor();
    await user.answer('P');
    await user.page.locator('.quick-input-message', { hasText: 'Keys of environments' }).waitFor();
    await user.answer('dev');
    await user.acceptPick('Connect to Your Service');
    await user.choose('Another API');
    await user.toast('Pushed checkout to dev. Project P on').waitFor();
    const written: unknown = JSON.parse(trial.read('bare/targeting.config.json'));
    expect(written).toEqual({ baseUrl: trial.service.url, project: 'P', environments: { dev: {} } });
  });

  it('is stopped by a config with unsaved changes', async () => {
    const before = requests();
    await user.open('flags/targeting.config.json');
    await user.type(' ');
    await user.page.locator('.tab.active.dirty', { hasText: 'targeting.config.json' }).waitFor();
    await user.open('flags/dev/checkout.targeting.json');
    await user.pressPush();
    await user.toast('targeting.config.json has unsaved changes').waitFor();
    await user.page.locator('.tab.dirty', { hasText: 'targeting.config.json' }).click();
    // The palette closes if the editor gets the focus afterwards.
    await user.page.locator('.tab.active.dirty', { hasText: 'targeting.config.json' }).waitFor();
    await user.page.locator('.monaco-editor.focused').first().waitFor();
    await user.command('File: Revert File');
    await user.page.locator('.tab.active:not(.dirty)', { hasText: 'targeting.config.json' }).waitFor();
    expect(requests()).toBe(before);
  });

  it('replaces a token that the service no longer accepts, and goes on with the push', async () => {
    acceptToken = false;
    await user.open('flags/dev/checkout.targeting.json');
    await user.pressPush();
    await user.pressInToast('The targeting is the same as in your push', 'Push Anyway');
    await user.pressInToast('does not accept the access token: Token expired', 'Replace Token');
    acceptToken = true;
    const before = requests();
    await user.answer(canary, 'http://');
    // VS Code shows no fourth notification within a second, so the test counts requests.
    await expect.poll(requests).toBe(before + 1);
    // Otherwise the editor is closed before it remembers the push.
    await user.statusBar(/dev · pushed \d/).waitFor();
  });

  it('can use the token after a restart, and can remove it', async () => {
    const { port } = host;
    // VS Code writes the state of extensions a tenth of a second later; a person does not close it so fast.
    await user.page.waitForTimeout(2_000);
    await host.dispose();
    ({ host, user } = await trial.openEditor({
      port,
      openFiles: [join(trial.workspace, 'flags/dev/checkout.targeting.json')],
    }));
    await user.statusBar(/dev · pushed \d/).waitFor();
    const before = requests();
    await user.pressPush();
    await user.pressInToast('The targeting is the same as in your push', 'Push Anyway');
    await user.toast('Pushed checkout to dev. Project P on').waitFor();
    expect(requests()).toBe(before + 1);
    await user.troubleshoot('Manage Access Tokens');
    await user.quickPick('token stored').waitFor();
    await user.choose(trial.service.url);
    await user.choose('Remove');
    await user.toast('was removed').waitFor();
    await user.troubleshoot('Manage Access Tokens');
    await user.quickPick('no token').waitFor();
    await user.page.keyboard.press('Escape');
  });

  it('leaves no token anywhere except in the request header', () => {
    const headers = trial.service.requests.flatMap(({ headers }) => Object.entries(headers));
    const carrying = headers.filter(([, value]) => String(value).includes(canary)).map(([name]) => name);
    expect(new Set(carrying)).toEqual(new Set(['authorization']));
    for (const { path, body } of trial.service.requests) expect(path + body).not.toContain(canary);
    // The absence of the token proves something only if the logs have the messages to and from the server.
    const files = [...filesBelow(trial.home), ...filesBelow(trial.workspace)];
    const log = files.filter((file) => file.endsWith('Toggle Targeting.log')).map((file) => readFileSync(file, 'utf8'));
    expect(log.join()).toContain('PATCH');
    expect(log.join()).toContain('textDocument/didOpen');
    expect(files.filter((file) => readFileSync(file).includes(canary))).toEqual([]);
    expect(commandLines().filter((line) => line.includes(canary))).toEqual([]);
  });
});

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/** Command lines of all processes of this machine, from Linux's /proc. */
function commandLines(): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((id) => {
      try {
        return [readFileSync(`/proc/${id}/cmdline`, 'utf8').replaceAll('\0', ' ')];
      } catch {
        // The process has ended in the meantime.
        return [];
      }
    });
}
