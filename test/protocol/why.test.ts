/** Tests the page that explains why targeting is dead, for the current text. */
import type { CodeAction } from 'vscode-languageserver-protocol';
import { expect, it } from 'vitest';
import { showWhyCommand } from '../../server/src/core/features/commandNames.js';
import type { WhyParams } from '../../server/src/core/protocol.js';
import { whyRequest } from '../../server/src/core/protocol.js';
import type { ServerTrial } from '../support/languageServer.js';
import { testServer } from '../support/folderTrials.js';

let server: ServerTrial;

const uri = 'file:///nowhere/checkout.targeting.json';
const rule = (select: number, ...cities: readonly string[]) =>
  `{ "serve": { "select": ${select} }, "conditions": [{ "type": "string", "subject": "city", "predicate": "is one of", "objects": ${JSON.stringify(cities)} }] }`;
const file = (...rules: readonly string[]) => `{ "content": { "rules": [
${rules.join(',\n')}
], "disabledServe": { "select": 0 }, "defaultServe": { "select": 0 }, "variations": [{ "value": "false" }, { "value": "true" }] } }`;
const dead = file(rule(1, 'Paris', 'Rome'), rule(0, 'Rome'));

async function open(clientCommands: readonly string[]): Promise<readonly CodeAction[]> {
  server = await testServer({ initializationOptions: { clientCommands } });
  await server.open(uri, dead);
  await server.shown(uri);
  const { diagnostics } = await server.shown(uri);
  const params = { textDocument: { uri }, range: diagnostics[0]?.range, context: { diagnostics, only: ['quickfix'] } };
  return (await server.request('textDocument/codeAction', params).answered) as readonly CodeAction[];
}

it('a quick fix shows the reasons for a problem in the current text', async () => {
  const action = (await open([showWhyCommand])).find(({ title }) => title === 'Show why: shadowed-rule');
  expect(action?.diagnostics).toMatchObject([{ code: 'shadowed-rule' }]);
  const [params] = (action?.command?.arguments ?? []) as readonly WhyParams[];
  expect(params).toEqual({ uri, code: 'shadowed-rule', path: ['content', 'rules', 1] });
  const page = () => server.ask(whyRequest, params ?? { uri, code: '', path: [] });
  const sentence = 'Line 3: No user reaches this rule: rule 1 matches everyone who meets its conditions.';
  expect(await page()).toEqual([sentence, '', 'city equals "Rome": rule 1 decides']);
  await server.change(uri, 2, [{ text: file(rule(1, 'Paris', 'Oslo'), rule(0, 'Oslo')) }]);
  expect(await page()).toEqual([sentence, '', 'city equals "Oslo": rule 1 decides']);
  await server.change(uri, 3, [{ text: file(rule(1, 'Paris'), rule(1, 'Oslo')) }]);
  expect(await page()).toBeNull();
});

it('an editor without the command gets no quick fix that shows why', async () => {
  const titles = (await open([])).map(({ title }) => title);
  expect(titles).toContain('Remove the rule');
  expect(titles).not.toContain('Show why: shadowed-rule');
});
