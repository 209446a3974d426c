/** Tests an editor with someone else's repository: links out of it, special files, and oversized files. */
import { execFileSync } from 'node:child_process';
import { chownSync, symlinkSync, truncateSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, it } from 'vitest';
import { CompletionRequest, HoverRequest, WorkspaceDiagnosticRequest } from 'vscode-languageserver-protocol';
import { checkRequest, filesForRequest, pullRequest, targetsRequest } from '../../server/src/core/protocol.js';
import type { Folder } from '../support/folder.js';
import { testFolder, testServer } from '../support/folderTrials.js';
import type { ServerTrial, ServerTrialOptions } from '../support/languageServer.js';
import { pulls } from '../support/languageServer.js';

const megabyte = 1024 * 1024;
const config = JSON.stringify({
  baseUrl: 'https://toggles.example.com',
  project: 'P',
  environments: { dev: {} },
  files: 'ws/{toggle}.targeting.json',
});
const beside = config.replace('ws/', '');

let folder: Folder;

beforeEach(() => {
  folder = testFolder();
});

const path = (below: string) => fileURLToPath(folder.uri(below));
const link = (to: string, from: string) => symlinkSync(to, path(from));

const started = (options: ServerTrialOptions = { folders: [folder.uri('ws')] }) =>
  testServer({ capabilities: pulls, ...options });

async function targetsOf(trial: ServerTrial, below: string): Promise<unknown> {
  const targets = await trial.ask(targetsRequest, { uri: folder.uri(below), fresh: true });
  if (targets.kind === 'found') return targets.targets.map(({ toggle, environment }) => `${toggle} ${environment}`);
  return targets.kind === 'none' ? 'none' : targets.reason;
}

describe('a config', () => {
  it('above the workspace folder is ignored unless that parent folder is open', async () => {
    folder.write('targeting.config.json', config);
    folder.write('ws/a.targeting.json', '{}');
    const trial = await started();
    expect(await targetsOf(trial, 'ws/a.targeting.json')).toBe('none');
    const both = await started({ folders: [folder.uri('ws'), folder.uri('.')] });
    expect(await targetsOf(both, 'ws/a.targeting.json')).toEqual(['a dev']);
  });

  it('applies to a file outside of a workspace if the file is in its folder or repository', async () => {
    folder.write('targeting.config.json', config);
    folder.write('ws/a.targeting.json', '{}');
    const trial = await started({ folders: [] });
    expect(await targetsOf(trial, 'ws/a.targeting.json')).toBe('none');
    folder.write('ws/targeting.config.json', beside);
    expect(await targetsOf(trial, 'ws/a.targeting.json')).toEqual(['a dev']);
    folder.remove('ws/targeting.config.json');
    folder.write('.git/HEAD', '');
    expect(await targetsOf(trial, 'ws/a.targeting.json')).toEqual(['a dev']);
    folder.write('ws/.git', 'gitdir: elsewhere');
    expect(await targetsOf(trial, 'ws/a.targeting.json')).toBe('none');
  });

  it.runIf(process.getuid?.() === 0)(
    'is ignored for a file outside of a workspace if another user owns the surrounding repository',
    async () => {
      folder.write('targeting.config.json', config);
      folder.write('ws/a.targeting.json', '{}');
      folder.write('.git/HEAD', '');
      chownSync(path('.git'), 12_345, 12_345);
      expect(await targetsOf(await started({ folders: [] }), 'ws/a.targeting.json')).toBe('none');
    },
  );

  it.runIf(process.platform !== 'win32')(
    'is not read if it is a special file or a link out of the folder, and its files cannot be pushed',
    async () => {
      folder.write('elsewhere.json', beside);
      folder.write('ws/targeting.config.json', beside);
      folder.write('ws/a/x.targeting.json', '{}');
      folder.write('ws/b/x.targeting.json', '{}');
      folder.write('ws/c/x.targeting.json', '{}');
      link('../../elsewhere.json', 'ws/a/targeting.config.json');
      execFileSync('mkfifo', [path('ws/b/targeting.config.json')]);
      link('/dev/zero', 'ws/c/targeting.config.json');
      const trial = await started();
      const why = (reason: string) => `targeting.config.json, line 1: The file cannot be read (${reason}).`;
      expect(await targetsOf(trial, 'ws/a/x.targeting.json')).toBe(why('a link, or reached through a link'));
      expect(await targetsOf(trial, 'ws/b/x.targeting.json')).toBe(why('not a regular file'));
      expect(await targetsOf(trial, 'ws/c/x.targeting.json')).toBe(why('a link, or reached through a link'));
    },
  );

  it('is unusable if it is larger than a megabyte or has more than 200 environments', async () => {
    const environments = (count: number) =>
      JSON.stringify({
        ...{ baseUrl: 'https://toggles.example.com', project: 'P' },
        environments: Object.fromEntries(Array.from({ length: count }, (_, index) => [`e${index}`, {}])),
      });
    const uri = folder.uri('ws/targeting.config.json');
    folder.write('ws/targeting.config.json', environments(200));
    const trial = await started();
    expect(await targetsOf(trial, 'ws/a.targeting.json')).toHaveLength(200);
    folder.write('ws/targeting.config.json', environments(201));
    const reason = 'A config has at most 200 environments.';
    expect(await targetsOf(trial, 'ws/a.targeting.json')).toBe(`targeting.config.json, line 1: ${reason}`);
    await trial.open(uri, environments(201));
    expect(await trial.pull(uri)).toMatchObject({ items: [{ code: 'invalid-config', message: reason }] });
    await trial.close(uri);
    truncateSync(path('ws/targeting.config.json'), megabyte + 1);
    const tooLarge = 'The file cannot be read (larger than 0.5 MiB).';
    expect(await targetsOf(trial, 'ws/a.targeting.json')).toBe(`targeting.config.json, line 1: ${tooLarge}`);
    await trial.open(uri, `${environments(2)}${' '.repeat(megabyte)}`);
    expect(await targetsOf(trial, 'ws/a.targeting.json')).toBe(`targeting.config.json, line 1: ${tooLarge}`);
    expect(await trial.pull(uri)).toMatchObject({
      items: [{ code: 'unreadable-file', severity: 1, message: tooLarge }],
    });
  });

  it('is unusable if "files" has more than 1000 characters', async () => {
    const uri = folder.uri('ws/targeting.config.json');
    const suffix = '/{toggle}.targeting.json';
    const ofLength = (length: number) =>
      beside.replace('{toggle}.targeting.json', `${'x'.repeat(length - suffix.length)}${suffix}`);
    folder.write('ws/targeting.config.json', ofLength(1_000));
    const trial = await started();
    expect(await targetsOf(trial, 'ws/a.targeting.json')).toContain('does not match "files"');
    for (const length of [1_001, 100_000]) {
      folder.write('ws/targeting.config.json', ofLength(length));
      const reason = '"files" has at most 1000 characters.';
      expect(await targetsOf(trial, 'ws/a.targeting.json')).toBe(`targeting.config.json, line 1: ${reason}`);
      await trial.open(uri, ofLength(length));
      expect(await trial.pull(uri)).toMatchObject({ items: [{ code: 'invalid-config', message: reason }] });
      await trial.close(uri);
    }
  });
});

describe.runIf(process.platform !== 'win32')('a targeting file', () => {
  it('cannot be pushed if a link leads to it, and is not created behind a link', async () => {
    folder.write('ws/targeting.config.json', beside.replace('{toggle}', '{environment}/{toggle}'));
    folder.write('out/x.targeting.json', '{ "comment": 5 }');
    folder.write('ws/inside/y.targeting.json', '{}');
    folder.write('ws/dev/real.targeting.json', '{}');
    link('../../out/x.targeting.json', 'ws/dev/x.targeting.json');
    link('real.targeting.json', 'ws/dev/z.targeting.json');
    const trial = await started();
    expect(await targetsOf(trial, 'ws/dev/x.targeting.json')).toBe(
      `the file was opened through a link: open ${path('out/x.targeting.json')} instead.`,
    );
    expect(await targetsOf(trial, 'ws/dev/z.targeting.json')).toContain('the file was opened through a link');
    folder.remove('ws/dev');
    link('../out', 'ws/dev');
    expect(await targetsOf(trial, 'ws/dev/x.targeting.json')).toContain('the file was opened through a link');
    const files = await trial.ask(filesForRequest, {
      configUri: folder.uri('ws/targeting.config.json'),
      toggles: ['new'],
    });
    expect(files).toMatchObject({
      environments: [
        {
          files: [
            {
              toggle: 'new',
              reason: `it would be ${path('out')}, reached through a link or among Git's own files.`,
            },
          ],
        },
      ],
    });
  });

  it('has one problem if it is special or too large, delays nothing and cannot be pushed', async () => {
    folder.write('ws/targeting.config.json', beside);
    folder.write('ws/large.targeting.json', '');
    truncateSync(path('ws/large.targeting.json'), 8 * megabyte + 1);
    execFileSync('mkfifo', [path('ws/fifo.targeting.json')]);
    folder.write('out/x.targeting.json', '{ "comment": 5 }');
    link('../out/x.targeting.json', 'ws/x.targeting.json');
    link('/dev/zero', 'ws/zero.targeting.json');
    folder.write('ws/wrong.targeting.json', '{ "comment": 5 }');
    const trial = await started();
    const { items } = await trial.ask(WorkspaceDiagnosticRequest.type, { previousResultIds: [] });
    const said = items.map((item) => [
      item.uri.slice(item.uri.lastIndexOf('/') + 1),
      ...(item.kind === 'full' ? item.items.map(({ code, message }) => [code, message]) : []),
    ]);
    expect(said.sort()).toEqual([
      ['fifo.targeting.json', ['unreadable-file', 'The file cannot be read (not a regular file).']],
      ['large.targeting.json', ['unreadable-file', 'The file cannot be read (larger than 4 MiB).']],
      ['wrong.targeting.json', ['non-string-value', 'Write the value as a string: "5".']],
    ]);
    expect(await targetsOf(trial, 'ws/fifo.targeting.json')).toBe('The file cannot be read (not a regular file).');
  });
});

it('an oversized open file has one error and empty responses until it is small enough', async () => {
  const trial = await started();
  const uri = folder.uri('ws/a.targeting.json');
  const line = '{ "disabled": "yes" }';
  await trial.open(uri, `${line}\n${' '.repeat(8 * megabyte)}`);
  const unread = [{ code: 'unreadable-file', severity: 1, message: 'The file cannot be read (larger than 4 MiB).' }];
  expect(await trial.pull(uri)).toMatchObject({ items: unread });
  expect(await trial.ask(checkRequest, { uri })).toMatchObject({ version: 1, problems: unread });
  const at = { textDocument: { uri }, position: { line: 0, character: 5 } };
  expect(await trial.ask(HoverRequest.type, at)).toBeNull();
  expect(await trial.ask(CompletionRequest.type, at)).toEqual([]);
  expect(await trial.ask(pullRequest, { uri, body: '{ "disabled": true }' })).toBeNull();
  await trial.change(uri, 2, [
    { range: { start: { line: 0, character: 2 }, end: { line: 0, character: 2 } }, text: '' },
  ]);
  expect(await trial.pull(uri)).toMatchObject({ items: unread });
  await trial.change(uri, 3, [
    { range: { start: { line: 0, character: line.length }, end: { line: 1, character: 8 * megabyte } }, text: '' },
  ]);
  expect(await trial.pull(uri)).toMatchObject({ items: [{ code: 'wrong-type' }] });
});
