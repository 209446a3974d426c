import type { Diagnostic, DocumentDiagnosticReport } from 'vscode-languageserver-protocol';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { kindOf } from '../../server/src/core/targeting/fileNames.js';
import { withDiagnostics, withoutAnnotations } from '../support/annotated.js';
import { forAll } from '../support/forAll.js';
import { fixtures as allFixtures } from '../support/fixtures.js';
import { fixtureUri } from '../support/fixtureUri.js';
import type { ServerTrial } from '../support/languageServer.js';
import { pulls, serverTrial } from '../support/languageServer.js';
import { configBeside, rulesBeside } from '../support/policies.js';
import { rounds } from '../support/rounds.js';

const uri = 'file:///nowhere/checkout.targeting.json';

/** A tenth of the fixtures (all in the nightly run), except those about other files, which have their own tests. */
const fixtures = someOf(
  allFixtures.filter(
    ({ name, code }) =>
      !name.includes('prerequisite') &&
      !['missing-owner', 'missing-tests'].includes(code) &&
      ['targeting', 'config'].includes(kindOf(fixtureUri(name))),
  ),
);

async function openConfigs(server: ServerTrial): Promise<void> {
  for (const code of Object.keys(rulesBeside))
    await server.open(`file:///a/${code}/targeting.config.json`, configBeside(code));
}

const isDeadTold = /\[(?:contradictory-conditions|shadowed-rule|redundant-|rule-without-effect|never-served)/;

describe('in an editor with no special support, the problems', () => {
  let server: ServerTrial;
  beforeAll(async () => {
    server = await serverTrial();
    await openConfigs(server);
  });
  afterAll(async () => {
    await server.stop();
  });

  it('match the problems of the fixtures', () =>
    forAll(fixtures, async ({ name, annotated }) => {
      const document = fixtureUri(name);
      const text = withoutAnnotations(annotated);
      await server.open(document, text);
      const next = async () => withDiagnostics(text, (await server.shown(document, 1)).diagnostics);
      const first = await next();
      // Dead targeting is reported later.
      expect(isDeadTold.test(annotated) ? await next() : first).toBe(annotated);
      await server.close(document);
    }));
});

describe('in an editor with no special support', () => {
  let server: ServerTrial;
  beforeEach(async () => {
    server = await serverTrial();
  });
  afterEach(async () => {
    await server.stop();
  });

  it('a problem has a code, a source, documentation and a related place', async () => {
    await server.open(uri, '{ "content": { "defaultServe": { "select": 1 },\n"variations": [] } }');
    expect(await server.shown(uri)).toEqual({
      uri,
      version: 1,
      diagnostics: [
        {
          range: { start: { line: 0, character: 43 }, end: { line: 0, character: 44 } },
          severity: 2,
          code: 'select-out-of-range',
          codeDescription: {
            href: 'https://github.com/toggle-targeting/toggle-targeting/blob/HEAD/docs/problems.md#select-out-of-range',
          },
          source: 'toggle-targeting',
          message: 'Variation 1 does not exist: this toggle has no variations.',
          relatedInformation: [
            {
              location: { uri, range: { start: { line: 1, character: 0 }, end: { line: 1, character: 12 } } },
              message: 'The variations of this toggle.',
            },
          ],
        },
      ],
    });
  });

  it('positions count UTF-16 units', async () => {
    const text = '{ "comment": "😀😀", "disabled": "yes" }';
    await server.open(uri, text);
    const { diagnostics } = await server.shown(uri);
    const start = { line: 0, character: text.indexOf('"yes"') };
    expect(diagnostics.map(({ range }) => range.start)).toEqual([start]);
  });

  it('problems match the text after several changes in one message', async () => {
    await server.open(uri, '{ "disabled": true }');
    expect(await server.shown(uri, 1)).toMatchObject({ diagnostics: [] });
    await server.change(uri, 2, [
      { range: { start: { line: 0, character: 14 }, end: { line: 0, character: 18 } }, text: '"no"' },
      { range: { start: { line: 0, character: 2 }, end: { line: 0, character: 2 } }, text: '"comment": 1,\n  ' },
      { range: { start: { line: 1, character: 14 }, end: { line: 1, character: 18 } }, text: 'false' },
    ]);
    const { diagnostics } = await server.shown(uri, 2);
    expect(withDiagnostics('{ "comment": 1,\n  "disabled": false }', diagnostics)).toBe(
      '{ "comment": 1,\n' +
        '             ^ warning[non-string-value]: Write the value as a string: "1".\n' +
        '  "disabled": false }',
    );
  });

  it('problems match the last of many versions that arrive together', async () => {
    await server.open(uri, '');
    for (let version = 2; version <= 200; version += 1)
      await server.change(uri, version, [{ text: `{ "disabled": ${version === 200 ? 'true' : '"yes'} }` }]);
    expect(await server.shown(uri, 200)).toMatchObject({ diagnostics: [] });
  });

  it('a document that is reopened unchanged has its problems again', async () => {
    await server.open(uri, '{ "disabled": 1 }');
    expect((await server.shown(uri, 1)).diagnostics).toHaveLength(1);
    await server.close(uri);
    expect(await server.shown(uri)).toEqual({ uri, diagnostics: [] });
    await server.open(uri, '{ "disabled": 1 }');
    expect((await server.shown(uri, 1)).diagnostics).toHaveLength(1);
  });

  it('problems of several documents are kept apart', async () => {
    const other = 'untitled:other.targeting.json';
    await server.open(uri, '{ "disabled": 1 }');
    await server.open(other, '{ "comment": 1 }');
    expect(await server.shown(uri)).toMatchObject({ diagnostics: [{ code: 'wrong-type' }] });
    expect(await server.shown(other)).toMatchObject({ diagnostics: [{ code: 'non-string-value' }] });
  });
});

describe('an editor', () => {
  const insert = (text: string, line: number, character: number) => {
    const position = { line, character };
    return [{ range: { start: position, end: position }, text }];
  };

  it('that pulls problems gets only the result ID while nothing changes', async () => {
    const server = await serverTrial({ capabilities: pulls });
    expect(server.initialized.capabilities.diagnosticProvider).toEqual({
      interFileDependencies: true,
      workspaceDiagnostics: true,
    });
    await server.open(uri, '{ "comment": "",\n"disabled": 1 }');
    const first = await server.pull(uri);
    expect(first).toMatchObject({ kind: 'full', items: [{ code: 'wrong-type', range: { start: { line: 1 } } }] });
    await server.change(uri, 2, insert('why', 0, 14));
    expect(await server.pull(uri, first.resultId)).toEqual({ kind: 'unchanged', resultId: first.resultId });
    // Without the result id, the report is full.
    expect(await server.pull(uri)).toMatchObject({ kind: 'full', items: [{ code: 'wrong-type' }] });
    await server.change(uri, 3, insert('\n', 0, 0));
    const moved = await server.pull(uri, first.resultId);
    expect(moved).toMatchObject({ kind: 'full', items: [{ range: { start: { line: 2 } } }] });
    expect(moved.resultId).not.toBe(first.resultId);
    await server.configure({ problems: { 'wrong-type': 'off' } });
    await server.refreshed();
    expect(await server.pull(uri, moved.resultId)).toMatchObject({ kind: 'full', items: [] });
    await server.close(uri);
    expect(await server.pull(uri)).toEqual({ kind: 'full', items: [] });
    await server.stop();
  });

  it('that pulls problems gets a full report even if only the related place has moved', async () => {
    const server = await serverTrial({ capabilities: pulls });
    await server.open(uri, '{ "content": { "defaultServe": { "select": 1 },\n"variations": [] } }');
    const first = await server.pull(uri);
    await server.change(uri, 2, insert('\n', 1, 0));
    const place = { range: { start: { line: 2, character: 0 } } };
    expect(await server.pull(uri, first.resultId)).toMatchObject({
      kind: 'full',
      items: [{ range: { start: { line: 0 } }, relatedInformation: [{ location: place }] }],
    });
    await server.stop();
  });

  it('that does not pull problems gets them only after they change', async () => {
    const server = await serverTrial();
    expect(server.initialized.capabilities.diagnosticProvider).toBeUndefined();
    await server.open(uri, '{ "comment": "",\n"disabled": 1 }');
    expect(await server.shown(uri)).toMatchObject({ version: 1 });
    await server.change(uri, 2, insert('why', 0, 14));
    // The answer shows that the server has sent nothing for version 2.
    await server.connection.sendRequest('textDocument/hover', {
      textDocument: { uri },
      position: { line: 0, character: 0 },
    });
    await server.change(uri, 3, insert('true', 1, 12));
    expect(await server.shown(uri)).toMatchObject({ version: 3 });
    await server.stop();
  });

  it('that limits the number of problems gets a note if there are more', async () => {
    const server = await serverTrial({ initializationOptions: { maxProblems: 3 }, capabilities: pulls });
    const variations = (count: number) =>
      `{ "content": { "variations": [${Array.from({ length: count }, () => '{ "value": 1 }').join()}] } }`;
    await server.open(uri, variations(3));
    expect(itemsOf(await server.pull(uri)).map(({ code }) => code)).toEqual(Array(3).fill('non-string-value'));
    await server.change(uri, 2, [{ text: variations(4) }]);
    expect(itemsOf(await server.pull(uri))).toMatchObject([
      { code: 'non-string-value' },
      { code: 'non-string-value' },
      { code: 'too-many-problems', severity: 3, message: 'Only the first 2 problems are shown: there are more.' },
    ]);
    await server.stop();
  });
});

function someOf<T>(all: readonly T[]): readonly T[] {
  return all.filter((_, index) => index % Math.floor(all.length / rounds(all.length)) === 0);
}

function itemsOf(report: DocumentDiagnosticReport): Diagnostic[] {
  if (report.kind !== 'full') throw new Error('Nothing was said that could have stayed as it was.');
  return report.items;
}
