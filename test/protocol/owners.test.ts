/** Tests required owners and tests as any editor sees them: problems, hovers and targets. */
import { mkdirSync, symlinkSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import type { Hover } from 'vscode-languageserver-protocol';
import { DidChangeWatchedFilesNotification } from 'vscode-languageserver-protocol';
import type { Targets } from '../../server/src/core/protocol.js';
import { targetsRequest } from '../../server/src/core/protocol.js';
import { startedWith } from '../support/folderTrials.js';
import type { ServerTrial } from '../support/languageServer.js';

const targeting = JSON.stringify({
  content: {
    rules: [],
    defaultServe: { select: 0 },
    disabledServe: { select: 0 },
    variations: [{ value: 'false', name: 'off' }],
  },
});
const config = (require: readonly string[]) =>
  JSON.stringify({ baseUrl: 'https://a.b', project: 'P', environments: { dev: {} }, rules: { require } });
const noOwner = ['missing-owner', 'The file has no owner in CODEOWNERS ("require").'];
const noTests = ['missing-tests', 'The file has no tests. Add a case to its *.targeting.test.json ("require").'];

async function started(require: readonly string[], more: Readonly<Record<string, string>> = {}, below = '') {
  const files = { 'shop/checkout.targeting.json': targeting, 'shop/targeting.config.json': config(require), ...more };
  const [trial, folder] = await startedWith(files);
  const uri = folder.uri('shop/checkout.targeting.json');
  if (below !== '') {
    const change = { added: [{ uri: folder.uri(below), name: below }], removed: [{ uri: folder.uri(''), name: '' }] };
    trial.notify('workspace/didChangeWorkspaceFolders', { event: change });
  }
  await trial.open(uri, targeting);
  return [trial, folder, uri] as const;
}

const repository = { '.git/HEAD': '' };

async function problemsOf(trial: ServerTrial, uri: string): Promise<readonly unknown[]> {
  return (await trial.problems(uri))
    .map(({ code, message }) => [code, message])
    .filter(([code]) => [noOwner[0], noTests[0]].some((each) => each === code));
}

async function ownersOf(trial: ServerTrial, uri: string): Promise<readonly string[] | undefined> {
  const found: Targets = await trial.ask(targetsRequest, { uri });
  return found.kind === 'found' ? found.targets[0]?.owners : undefined;
}

it('owners follow changes of CODEOWNERS', async () => {
  const [trial, files, uri] = await started(['owner'], repository);
  expect(await problemsOf(trial, uri)).toEqual([noOwner]);
  const write = async (text: string) => {
    files.write('.github/CODEOWNERS', text);
    const refreshed = trial.refreshed();
    const changes = [{ uri: files.uri('.github/CODEOWNERS'), type: 2 as const }];
    await trial.connection.sendNotification(DidChangeWatchedFilesNotification.type, { changes });
    await refreshed;
  };
  await write('/shop/ @shop @ops\n');
  expect([await problemsOf(trial, uri), await ownersOf(trial, uri)]).toEqual([[], ['@shop', '@ops']]);
  await write('/shop/ @shop\n/shop/checkout.*\n');
  expect([await problemsOf(trial, uri), await ownersOf(trial, uri)]).toEqual([[noOwner], undefined]);
});

it('the hover of the content shows the owners, even without a rule', async () => {
  const [trial, , uri] = await started([], { ...repository, CODEOWNERS: '/shop/ @shop @ops\n' });
  const hoverOn = async (key: string) => {
    const position = { line: 0, character: targeting.indexOf(`"${key}"`) + 1 };
    const hover = await trial.connection.sendRequest('textDocument/hover', { textDocument: { uri }, position });
    return (hover as Hover & { contents: { value: string } }).contents.value;
  };
  expect(await hoverOn('content')).toContain('\n\nOwners: \\@shop, \\@ops');
  expect(await hoverOn('rules')).not.toContain('Owners');
});

it.each([
  ['.github/CODEOWNERS', { '.github/CODEOWNERS': '* @a', CODEOWNERS: '* @b', 'docs/CODEOWNERS': '* @c' }, ['@a']],
  ['the root', { CODEOWNERS: '* @b', 'docs/CODEOWNERS': '* @c', '.gitlab/CODEOWNERS': '* @d' }, ['@b']],
  ['docs', { 'docs/CODEOWNERS': '* @c', '.gitlab/CODEOWNERS': '* @d' }, ['@c']],
  ['.gitlab', { '.gitlab/CODEOWNERS': '[A] @d\n*' }, ['@d']],
  ['the root, as GitHub', { CODEOWNERS: '/shop @b', '.github/a': '' }, ['@b']],
  ['the root, as GitLab', { CODEOWNERS: '/shop @b', '.gitlab-ci.yml': '' }, []],
  ['the root, by its sections', { CODEOWNERS: '[A] @b\n/shop/' }, ['@b']],
  // One forge takes the line for a file, the other for a folder and its contents.
  ['the root, where the forges differ', { CODEOWNERS: '/shop @b' }, undefined],
  ['nowhere', {}, []],
] as const)('owners are read from %s', async (_, files, expected) => {
  const [trial, , uri] = await started(['owner'], { ...repository, ...files });
  expect(await ownersOf(trial, uri)).toEqual(expected?.length === 0 ? undefined : expected);
  expect(await problemsOf(trial, uri)).toEqual(expected?.length === 0 ? [noOwner] : []);
});

it('owners are not reported if the root of the repository is above the open folder', async () => {
  const [trial, , uri] = await started(['owner'], { ...repository, CODEOWNERS: '/shop/ @shop\n' }, 'shop');
  expect([await problemsOf(trial, uri), await ownersOf(trial, uri)]).toEqual([[], undefined]);
});

it('owners are not reported outside of a repository', async () => {
  const [trial, , uri] = await started(['owner'], { CODEOWNERS: '/shop/ @shop\n' });
  expect([await problemsOf(trial, uri), await ownersOf(trial, uri)]).toEqual([[], undefined]);
});

it('owners are not read through a link out of the workspace', async () => {
  const [trial, files, uri] = await started(['owner'], { ...repository, 'x/CODEOWNERS': '* @x' });
  const [, elsewhere] = await startedWith({ CODEOWNERS: '* @secret' });
  mkdirSync(fileURLToPath(files.uri('.github')));
  symlinkSync(fileURLToPath(elsewhere.uri('CODEOWNERS')), fileURLToPath(files.uri('.github/CODEOWNERS')));
  expect([await problemsOf(trial, uri), await ownersOf(trial, uri)]).toEqual([[], undefined]);
});

it('the missing-tests problem follows tests as they are typed and saved', async () => {
  const [trial, files, uri] = await started(['tests']);
  expect(await problemsOf(trial, uri)).toEqual([noTests]);
  const tests = files.uri('shop/checkout.targeting.test.json');
  await trial.open(tests, '{ "cases": [] }');
  expect(await problemsOf(trial, uri)).toEqual([noTests]);
  const typed = trial.refreshed();
  await trial.change(tests, 2, [{ text: '{ "cases": [{ "user": {}, "expect": { "variation": "off" } }] }' }]);
  await typed;
  expect(await problemsOf(trial, uri)).toEqual([]);
  const closed = trial.refreshed();
  await trial.close(tests);
  await closed;
  expect(await problemsOf(trial, uri)).toEqual([noTests]);
  files.write('shop/checkout.targeting.test.json', '{ "cases": [{}] }');
  const saved = trial.refreshed();
  await trial.changedOnDisk(tests, 1);
  await saved;
  expect(await problemsOf(trial, uri)).toEqual([]);
});
