/** Tests that the server ignores other JSON files unless `allFiles` is set, so that an editor may send it every JSON file. */
import { afterEach, expect, it } from 'vitest';
import { PublishDiagnosticsNotification } from 'vscode-languageserver-protocol';
import type { ServerTrial, ServerTrialOptions } from '../support/languageServer.js';
import { pulls, serverTrial } from '../support/languageServer.js';

const text = '{ "disabled": "true", }';
const ours = ['x.targeting.json', 'x.targeting.test.json', 'targeting.users.json', 'targeting.config.json'];
const others = [
  'package.json',
  'targeting.json',
  'x.targeting.json.bak',
  'my-targeting.config.json',
  'x.targeting.jsonc',
];
const uriOf = (name: string) => `file:///a/${name}`;

const trials: ServerTrial[] = [];
afterEach(async () => {
  for (const trial of trials.splice(0)) await trial.stop();
});
async function started(options: ServerTrialOptions): Promise<ServerTrial> {
  const trial = await serverTrial(options);
  trials.push(trial);
  return trial;
}

it('other JSON files have no problems, completion, hover or outline', async () => {
  const trial = await started({ capabilities: pulls });
  for (const name of [...others, ...ours]) await trial.open(uriOf(name), text);
  for (const name of others) {
    const textDocument = { uri: uriOf(name) };
    const position = { line: 0, character: 3 };
    expect(await trial.pull(textDocument.uri)).toEqual({ kind: 'full', items: [] });
    for (const [method, empty] of [
      ['completion', []],
      ['hover', null],
      ['documentSymbol', null],
      ['codeLens', null],
    ] as const)
      expect(await trial.request(`textDocument/${method}`, { textDocument, position }).answered).toEqual(empty);
  }
  for (const name of ours) expect((await trial.pull(uriOf(name))).kind, name).toBe('full');
  expect(JSON.stringify(await trial.pull(uriOf('x.targeting.json')))).toContain('"wrong-type"');
});

it('other JSON files are not published or logged when they are edited, saved or closed', async () => {
  const trial = await started({});
  const published: string[] = [];
  trial.connection.onNotification(PublishDiagnosticsNotification.type, ({ uri }) => void published.push(uri));
  const other = uriOf('package.json');
  await trial.open(other, text);
  await trial.change(other, 2, [{ text: '{' }]);
  await trial.save(other);
  await trial.close(other);
  await trial.open(uriOf('x.targeting.json'), text);
  await expect.poll(() => published).toEqual([uriOf('x.targeting.json')]);
  expect(trial.logged).toEqual([]);
});

it('all JSON files are targeting files if allFiles is on', async () => {
  const trial = await started({ capabilities: pulls, initializationOptions: { allFiles: true } });
  await trial.open(uriOf('toggle.json'), text);
  expect(JSON.stringify(await trial.pull(uriOf('toggle.json')))).toContain('"wrong-type"');
});
