/** Tests how problems and completion of the server use what the client has read of a service. */
import type { CompletionItem } from 'vscode-languageserver-protocol/node';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ServiceKnowledge } from '../../server/src/core/protocol.js';
import { reasonRequest, serviceKnowledgeNotification, whoGetsWhatRequest } from '../../server/src/core/protocol.js';
import type { Folder } from '../support/folder.js';
import type { ServerTrial, ServerTrialOptions } from '../support/languageServer.js';
import { testFolder, testServer } from '../support/folderTrials.js';
import { pulls } from '../support/languageServer.js';

const minutes = 60_000;
const baseUrl = 'https://toggles.example.com';
/** Names a segment and a value that the service does not accept, and a toggle without a file. */
const text = JSON.stringify({
  content: {
    rules: [
      { serve: { select: 0 }, conditions: [{ type: 'segment', predicate: 'is in', objects: ['tester'] }] },
      {
        serve: { select: 0 },
        conditions: [{ type: 'string', subject: 'email', predicate: 'is one of', objects: ['a'] }],
      },
    ],
    variations: [{ value: 'yes' }],
    prerequisites: [{ key: 'unheard-of', value: 'true', type: 'boolean' }],
  },
});
const offline = ['unknown-prerequisite'];
const informed = ['service-limit', 'value-misfit'];
let folder: Folder;
let uri: string;

beforeEach(() => {
  folder = testFolder();
  uri = folder.uri('dev/own.targeting.json');
});

async function started(options: ServerTrialOptions = {}, environment: object = { api: 'featureprobe' }) {
  const config = {
    baseUrl,
    project: 'P',
    environments: { dev: environment },
    files: '{environment}/{toggle}.targeting.json',
  };
  folder.write('targeting.config.json', JSON.stringify(config));
  folder.write('dev/own.targeting.json', text);
  return testServer({ capabilities: pulls, folders: [folder.uri('')], ...options });
}

function knowledge(changes: Partial<ServiceKnowledge> = {}): ServiceKnowledge {
  return {
    ...{ baseUrl, project: 'P', age: 0 },
    toggles: ['own', 'unheard-of'].map((key) => ({ key, name: `The ${key}`, returnType: 'boolean' })),
    segments: [{ key: 'testers', name: 'Testers' }],
    ...{ hasAllToggles: true, hasAllSegments: true, attributes: ['email'] },
    ...changes,
  };
}

function learn(trial: ServerTrial, changes: Partial<ServiceKnowledge> = {}): void {
  trial.notify(serviceKnowledgeNotification.method, knowledge(changes));
}

describe('information from a service', () => {
  it('changes the problems of an unedited open file', async () => {
    const trial = await started();
    await trial.open(uri, text);
    await expect.poll(() => trial.codes(uri)).toEqual(offline);
    const refreshed = trial.refreshed();
    learn(trial);
    await refreshed;
    await expect.poll(() => trial.codes(uri)).toEqual(informed);
  });

  it('determines who is in a segment, and its age is shown', async () => {
    const trial = await started();
    const inSegment = { type: 'segment', subject: '', predicate: 'is in', objects: ['testers'] };
    const asks = {
      disabled: false,
      content: {
        rules: [{ serve: { select: 1 }, conditions: [inSegment] }],
        disabledServe: { select: 0 },
        defaultServe: { select: 0 },
        variations: [{ value: 'false' }, { value: 'true' }],
      },
    };
    await trial.open(uri, JSON.stringify(asks));
    const asked = [
      { name: 'ada', attributes: { email: 'a@example.com' } },
      { name: 'bob', attributes: {} },
    ];
    const gets = async () => {
      const answer = await trial.ask(whoGetsWhatRequest, { uri, asked });
      return answer?.users.map((user) => user.gets);
    };
    expect(await gets()).toEqual(['it depends', 'it depends']);
    const byMail = { type: 'string', subject: 'email', predicate: 'ends with', objects: ['@example.com'] };
    const segments = [{ key: 'testers', name: 'Testers', rules: [{ conditions: [byMail] }] }];
    learn(trial, { segments, age: 3 * minutes });
    await expect.poll(gets).toEqual(['1 · "true"', '0 · "false"']);
    const steps = await trial.ask(reasonRequest, { uri, asked, user: 'bob' });
    const why = 'the user is not in segment "testers"';
    expect(steps?.[0]?.steps[0]?.detail).toBe(`${why} · in the service, read 3 minutes ago`);
  });

  it('updates the problems in an editor that does not pull diagnostics', async () => {
    const trial = await started({ capabilities: {} });
    await trial.open(uri, text);
    learn(trial);
    const shown = async (): Promise<readonly unknown[]> => {
      const { diagnostics } = await trial.shown(uri);
      const found = diagnostics.map(({ code }) => code);
      return found.includes('value-misfit') ? found : shown();
    };
    expect(await shown()).toEqual(informed);
  });

  it('applies to files that are opened later, and to files outside of the workspace', async () => {
    folder.write('.git/HEAD', '');
    const trial = await started({ folders: [] });
    learn(trial);
    await trial.open(uri, text);
    await expect.poll(() => trial.codes(uri)).toEqual(informed);
  });

  it('causes no new report if the problems stay the same', async () => {
    const trial = await started();
    await trial.open(uri, text);
    learn(trial);
    await expect.poll(() => trial.codes(uri)).toEqual(informed);
    const report = await trial.pull(uri);
    learn(trial, { attributes: ['city'] });
    expect(await trial.pull(uri, report.resultId)).toMatchObject({ kind: 'unchanged' });
  });

  it('does not apply to another project or to an unreadable service', async () => {
    const trial = await started({}, {});
    await trial.open(uri, text);
    learn(trial, { project: 'Q' });
    learn(trial);
    await expect.poll(() => trial.codes(uri)).toEqual(offline);
    expect(await proposed(trial, text.replace('"tester"', '""'), 'objects":["')).toEqual([]);
  });

  it('applies as soon as the config refers to the service', async () => {
    const trial = await started({}, { api: 'featureprobe', project: 'Q' });
    await trial.open(uri, text);
    learn(trial);
    await expect.poll(() => trial.codes(uri)).toEqual(offline);
    await trial.open(
      folder.uri('targeting.config.json'),
      JSON.stringify({
        baseUrl: `${baseUrl}/`,
        project: 'P',
        environments: { dev: { api: 'featureprobe' } },
        files: '{environment}/{toggle}.targeting.json',
      }),
    );
    await expect.poll(() => trial.codes(uri)).toEqual(informed);
  });

  it('does not apply while the setting is off', async () => {
    const trial = await started({ initializationOptions: { serviceKnowledge: false } });
    await trial.open(uri, text);
    learn(trial);
    await expect.poll(() => trial.codes(uri)).toEqual(offline);
    await trial.configure({ serviceKnowledge: true });
    await expect.poll(() => trial.codes(uri)).toEqual(informed);
    await trial.configure({ serviceKnowledge: false });
    await expect.poll(() => trial.codes(uri)).toEqual(offline);
  });

  it('appears in completions with its age, except for the toggle of the file itself', async () => {
    const trial = await started();
    learn(trial, { age: 180 * minutes });
    expect(await proposed(trial, text.replace('"tester"', '""'), 'objects":["')).toEqual([
      ['"testers"', 'Testers · in the service, read 3 hours ago'],
    ]);
    expect(await proposed(trial, text.replace('"unheard-of"', '""'), 'key":"')).toEqual([
      ['"unheard-of"', 'boolean · The unheard-of · in the service, read 3 hours ago'],
    ]);
    expect(await proposed(trial, text, 'subject":"')).toEqual([['"email"', undefined]]);
  });
});

async function proposed(trial: ServerTrial, opened: string, behind: string): Promise<readonly unknown[]> {
  await trial.close(uri);
  await trial.open(uri, opened);
  const position = { line: 0, character: opened.indexOf(behind) + behind.length };
  const { answered } = trial.request('textDocument/completion', { textDocument: { uri }, position });
  return ((await answered) as readonly CompletionItem[]).map(({ label, detail }) => [label, detail]);
}
