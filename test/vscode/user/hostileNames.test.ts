/** Tests deceptive names in a real VS Code: messages name the place that a push reaches, and names run no command. */
import { expect, it } from 'vitest';
import { canary, clean, openWindow } from './editor.js';

const toggle = 'x[Run](command:workbench.action.toggleZenMode)$(lock)\u202E\u200By';
/** As displayed where the editor makes links, but no icons. */
const shown = 'x[Run] (command:workbench.action.toggleZenMode)$(lock)��y';

const api = 'featureprobe';

/** By folder: environments, the rest of the config, and files. */
const folders: Readonly<Record<string, readonly [object, object, Readonly<Record<string, object>>]>> = {
  hidden: [{ dev: { key: 'online', protected: true } }, {}, { checkout: clean }],
  hostile: [{ dev: {}, staging: { key: 'dev' } }, {}, { [toggle]: clean }],
  link: [
    { 'online[Run](command:workbench.action.toggleZenMode)': { key: 'online', api, protected: true } },
    {},
    { checkout: { ...clean, disabled: true } },
  ],
  long: [
    { dev: { api } },
    { baseUrl: `https://toggles.example.com.${'wwwwwwwwww.'.repeat(20)}evil.example:8443/base` },
    { checkout: clean },
  ],
  lowered: [
    { dev: {} },
    { problems: { 'wrong-type': 'off', 'select-out-of-range': 'off' } },
    {
      checkout: { ...clean, content: { ...clean.content, defaultServe: { select: 7 } } },
      wrong: { ...clean, disabled: 'yes' },
    },
  ],
  guard: [{ online: { api, protected: true } }, {}, { other: clean }],
};

const { trial, user } = await openWindow(
  {},
  ({ write, writeConfig }) => {
    for (const [folder, [environments, more, files]] of Object.entries(folders)) {
      writeConfig(environments, more, `${folder}/targeting.config.json`);
      for (const [name, text] of Object.entries(files)) write(`${folder}/${name}.targeting.json`, text);
    }
    write('.vscode/settings.json', { 'toggleTargeting.push.typedShare': 100 });
  },
  { open: 'hidden/checkout.targeting.json' },
);

it('Status bar, boxes, question and result show both name and key of an environment', async () => {
  await user.statusBar('dev (key online)').waitFor();
  await user.pressPush();
  await user.answer('Ten per cent', 'Push checkout to dev (key online): comment');
  await user.dialog().waitFor();
  expect(await user.dialog().innerText()).toContain('\ndev (key online) of P on ');
  await user.pressInDialog('Push to dev (key online)');
  await user.answer('online', 'Push checkout to dev (key online)?');
  await user.page.locator('.quick-input-message', { hasText: 'check that it is your service' }).waitFor();
  await user.answer(canary, trial.service.url);
  await user.toast('Pushed checkout to dev (key online). Project P on').waitFor();
});

it('An environment that was once protected stays protected until the user releases it with a push', async () => {
  const { write, writeConfig } = trial;
  writeConfig({ harmless: { key: 'ONLINE' } }, {}, 'hidden/targeting.config.json');
  write('hidden/checkout.targeting.json', { ...clean, comment: 'Again', disabled: true });
  await user.page.locator('.view-line', { hasText: 'Again' }).waitFor();
  await user.pressPush();
  await user.answer('Again', 'Push checkout to harmless (key ONLINE): comment');
  await user.dialog().waitFor();
  expect(await user.dialog().innerText()).toContain('no longer protects it');
  await user.pressInDialog('Push and Remove Protection');
  await user.answer('ONLINE', 'Push checkout to harmless (key ONLINE)?');
  await user.toast('harmless (key ONLINE)').waitFor();
  await user.dismissToasts();
  // Now only the config counts: one click is enough.
  write('hidden/checkout.targeting.json', { ...clean, comment: 'And again' });
  await user.page.locator('.view-line', { hasText: 'And again' }).waitFor();
  await user.pressPush();
  await user.toast('Pushed checkout to harmless (key ONLINE)').waitFor();
});

it('The name of a toggle adds no link, icon or line', async () => {
  const explorer = user.page.locator('.explorer-folders-view .monaco-list-row');
  await explorer.filter({ hasText: 'hostile' }).click();
  await explorer.filter({ hasText: 'command:' }).dblclick();
  // A list closes if the editor gets the focus afterwards.
  await user.page.locator('.editor-instance .monaco-editor.focused[data-uri*="/hostile/"]').waitFor();
  await user.pressPush();
  await user.quickPick('staging (key dev)').waitFor();
  await user.choose('staging (key dev)');
  await user.toast(shown).waitFor();
  expect(await user.toast(shown).locator('.notification-list-item-message a').count()).toBe(0);
});

it('The name of an environment creates no link if its key must be typed', async () => {
  await user.open('link/checkout.targeting.json');
  await user.pressPush();
  await user.answer('Off', 'Push checkout to online[Run]');
  await user.dialog().waitFor();
  await user.pressInDialog('Push to online[Run]');
  const prompt = user.page.locator('.quick-input-message', {
    hasText: 'This disables checkout in online[Run] (command:',
  });
  await prompt.waitFor();
  expect(await prompt.locator('a').count()).toBe(0);
  await user.page.keyboard.press('Escape');
});

it('The token box shows the end of a long host', async () => {
  await user.open('long/checkout.targeting.json');
  await user.pressPush();
  const title = user.page.locator('.quick-input-title', { hasText: 'evil.example:8443' });
  await title.waitFor();
  expect(await title.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)).toBe(true);
  await user.page.keyboard.press('Escape');
});

it('A push asks about an error that the config turns off, and names that error', async () => {
  await user.open('lowered/checkout.targeting.json');
  await user.pressPush();
  await user.dialog().waitFor();
  expect(await user.dialog().innerText()).toContain('Variation 7 does not exist');
  await user.pressInDialog('Cancel');
  await user.open('lowered/wrong.targeting.json');
  await user.pressPush();
  await user.toast('1 error in the file. Line 3: "disabled" must be a boolean').waitFor();
});

it("The share that requires a typed name comes from the user's settings, not from the workspace", async () => {
  const { service } = trial;
  const before = service.targeting('P', 'online', 'other');
  await user.open('guard/other.targeting.json');
  await user.pressPush();
  await user.answer('Ten per cent', 'Push other to online: comment');
  await user.dialog().waitFor();
  await user.pressInDialog('Push to online');
  await user.page
    .locator('.quick-input-message', { hasText: 'Everyone changes from old to new. Type online to continue.' })
    .waitFor();
  await user.page.keyboard.press('Escape');
  expect(service.targeting('P', 'online', 'other')).toEqual(before);
});
