/** Tests code actions that edit targeting.config.json because of problems in other files. */
import type { CodeAction } from 'vscode-languageserver-types';
import { expect, it } from 'vitest';
import { showPlaceCommand } from '../../server/src/core/features/commandNames.js';
import { startedWith } from '../support/folderTrials.js';
import { editsApplied } from '../support/fixes.js';
import { targetingOf } from '../support/targetings.js';

const name = 'targeting.config.json';
const condition = (subject: string) => ({ type: 'number', subject, predicate: '=', objects: [' 5'] });
const rule = (subject: string) => ({ name: 'r', conditions: [condition(subject)], serve: { select: 1 } });
const targeting = (subject: string) => targetingOf({ rules: [rule(subject)] });
const config = `{
  "environments": { "dev": {}, "live": { "rules": { "attributes": { "age": "number" } } } },
  "files": "{environment}/{toggle}.targeting.json", "code": {},
  "rules": { "attributes": {} }
}`;
const files = {
  [name]: config,
  'dev/a.targeting.json': targeting('age'),
  'dev/b.targeting.json': targeting('weight'),
  'live/a.targeting.json': targeting('age'),
  'live/b.targeting.json': targeting('weight'),
  'app/Shop.java':
    'import com.featureprobe.sdk.server.*;\nclass Shop { boolean a = fp.boolValue("a", user, false); }\n',
  'app/cart.ts': "import { FeatureProbe } from 'featureprobe-client-sdk-js';\nfp.boolValue('a', false);\n",
};

async function started() {
  const options = { initializationOptions: { clientCommands: [showPlaceCommand] } };
  const [server, folder] = await startedWith(files, options);
  await server.request('workspace/diagnostic', { previousResultIds: [] }).answered;
  /** The config after each action at the given text that edits the config. */
  const changedConfigs = async (path: keyof typeof files, text: string) => {
    const uri = folder.uri(path);
    const lines = files[path].split('\n');
    const line = lines.findIndex((each) => each.includes(text));
    const at = { line, character: (lines[line] ?? '').indexOf(text) + 1 };
    await server.open(uri, files[path]);
    await server.problems(uri);
    const params = { textDocument: { uri }, range: { start: at, end: at }, context: { diagnostics: [] } };
    const actions = (await server.request('textDocument/codeAction', params).answered) as readonly CodeAction[];
    await server.close(uri);
    return new Map(
      actions.flatMap(({ title, edit }) => {
        const edits = edit?.changes?.[folder.uri(name)];
        return edits === undefined ? [] : [[title, editsApplied(config, edits)]];
      }),
    );
  };
  return { changedConfigs };
}

const add = 'Add "weight" to "attributes" in targeting.config.json';

it('an unlisted attribute is added to the list that the environment of the file uses', async () => {
  const { changedConfigs } = await started();
  const weight = (list: string) => config.replace(list, list.replace(/ ?\}$/, ', "weight": "number" }'));
  expect((await changedConfigs('live/b.targeting.json', '"weight"')).get(add)).toBe(weight('{ "age": "number" }'));
  expect((await changedConfigs('dev/b.targeting.json', '"weight"')).get(add)).toMatch(
    /"rules": \{ "attributes": \{ ?"weight": "number" ?\} \}/,
  );
});

it('a rule that files break as an error can start as a warning', async () => {
  const { changedConfigs } = await started();
  const title = (count: number) => `Start as a warning (files that break this rule: ${count})`;
  const atRule = await changedConfigs(name, '"attributes": {}');
  expect(JSON.parse(atRule.get(title(2)) ?? '')).toMatchObject({ problems: { 'unlisted-attribute': 'warning' } });
  expect([...(await changedConfigs(name, '"attributes": { "age"')).keys()]).toEqual([title(1)]);
  expect([...(await changedConfigs(name, '"age"')).keys()]).toEqual([title(1)]);
  expect([...(await changedConfigs(name, '"files"')).keys()]).toEqual([]);
});

it('the SDKs that the code calls are offered, and the code is read for that', async () => {
  const { changedConfigs } = await started();
  const title = 'Only for the SDKs in your code: Rust (with client SDKs), Java';
  const path = 'live/a.targeting.json';
  await expect
    .poll(async () => [...(await changedConfigs(path, '" 5"')).keys()])
    .toEqual([title, 'Turn off sdks-disagree in targeting.config.json']);
  expect(JSON.parse((await changedConfigs(path, '" 5"')).get(title) ?? '')).toMatchObject({ sdks: ['rust', 'java'] });
});
