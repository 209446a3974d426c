/** Tests a language server that is killed again and again in a real VS Code, until one click brings it back. */
import { describe, expect, it } from 'vitest';
import { canary, clean, openWindow, serverProcesses } from './editor.js';

let mistakes = 0;
const serving = (select: number) => ({ ...clean, content: { ...clean.content, defaultServe: { select } } });

const { trial, user } = await openWindow({}, ({ write, writeConfig }) => {
  writeConfig({ dev: {} });
  write('checkout.targeting.json', clean);
  write('other.targeting.json', serving(7));
  write('closed/never.targeting.json', serving(8));
});

const patches = () => trial.service.requests.filter(({ method }) => method === 'PATCH').length;
const stopped = () => user.statusBar('language server stopped');
const markers = (text: string) => user.page.locator('.markers-panel .monaco-list-row', { hasText: text });

describe('a user whose language server is killed', () => {
  it('gets a new server four times, with the problems of text typed in the meantime', async () => {
    await user.open('other.targeting.json');
    await user.squiggles('warning').first().waitFor();
    for (let times = 1; times < 5; times += 1) await killAndType();
  });

  it('sees in status bar and problems that the server has stopped after the fifth time', async () => {
    await kill();
    await user.toast(/crashed 5 times in 3 minutes/).waitFor();
    await stopped().waitFor();
    await user.problems();
    await markers('never.targeting.json').waitFor();
    await markers('Not checked').nth(1).waitFor();
    expect(await markers('does not exist').count()).toBe(0);
    await user.open('checkout.targeting.json');
    await stopped().waitFor();
    await markers('checkout.targeting.json').waitFor();
  });

  it('cannot push while the server is stopped, and is told what to do', async () => {
    await user.pressPush();
    await user.toast('the language server has ended. Restart it, then try again.').waitFor();
    expect(patches()).toBe(0);
  });

  it('restarts the server with the button of that message, and pushes again', async () => {
    await user.pressPush();
    await user.pressInToast('the language server has ended', 'Restart Language Server');
    await stopped().waitFor({ state: 'detached' });
    await markers('Variation 7').first().waitFor();
    await markers('Not checked').first().waitFor({ state: 'detached' });
    await user.dismissToasts();
    await user.pressPush();
    await user.answer(canary, trial.service.url);
    await user.toast('Pushed checkout to dev. Project P on').waitFor();
    expect(patches()).toBe(1);
  });
});

/** Then makes one more mistake, which only a running server finds. */
async function killAndType(): Promise<void> {
  const before = await kill();
  await expect.poll(serverProcess, { timeout: 60_000 }).not.toBe(before);
  mistakes += 1;
  await user.page.locator('.view-line', { hasText: '"disabled"' }).click();
  await user.page.keyboard.press('End');
  await user.type(` "n${mistakes}": 1,`);
  await expect.poll(() => user.squiggles('warning').count(), { timeout: 60_000 }).toBe(1 + mistakes);
  await user.page.keyboard.press('Control+s');
}

async function kill(): Promise<number> {
  await expect.poll(serverProcess, { timeout: 60_000 }).toBeDefined();
  const running = serverProcess() ?? 0;
  process.kill(running, 'SIGKILL');
  return running;
}

function serverProcess(): number | undefined {
  return serverProcesses()[0];
}
