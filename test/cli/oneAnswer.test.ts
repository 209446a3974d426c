/** Tests that a file has the same problems closed or open in the editor, in `check --online` and in `plan`. */
import { expect, it } from 'vitest';
import type { WorkspaceDiagnosticReport } from 'vscode-languageserver-protocol';
import { WorkspaceDiagnosticRequest } from 'vscode-languageserver-protocol';
import type { Diagnostic } from 'vscode-languageserver-types';
import { checkRequest, serviceKnowledgeNotification } from '../../server/src/core/protocol.js';
import { reportedProblem } from '../../server/src/core/features/reportedProblem.js';
import { targetingText } from '../fuzz/documents.js';
import { random } from '../fuzz/random.js';
import { testServer } from '../support/folderTrials.js';
import { pulls } from '../support/languageServer.js';
import * as plain from '../support/targeting.js';
import { contentOf, deployTrial, textOf, variations } from './deployTrial.js';

const keys = Array.from({ length: 100 }, (_, index) => `t${index}`);

function textOfFile(index: number): string {
  if (index % 3 > 0) {
    // Keeps texts short: the editor lists at most a thousand problems of a file.
    for (let seed = index; ; seed += keys.length) {
      const text = targetingText(random(seed), 400).toWellFormed();
      if (text.length < 4_000) return text;
    }
  }
  const required = {
    key: index % 2 ? `t${index - 3}` : 'nowhere',
    type: 'boolean',
    value: index % 4 ? 'true' : 'maybe',
  };
  const rules = ['testers', 'testers', index % 5 ? 'testers' : 'nobody'].map((segment, rule) => ({
    ...{ name: index % 11 ? `r${rule}` : '', serve: { select: rule % 2 } },
    conditions: [plain.inSegment(segment), plain.cityIs(index % 2 ? 'Rome' : `Rome ${rule}`)],
  }));
  return textOf(contentOf({ rules, prerequisites: index % 7 ? [] : [required] }));
}

it('check --online, plan and the editor report the same problems of a file, open or closed', async () => {
  const texts = Object.fromEntries(keys.map((key, index) => [`dev/${key}.targeting.json`, textOfFile(index)]));
  const toggles = Object.fromEntries(keys.map((key) => [key, { variations, returnType: 'boolean' as const }]));
  const trial = await deployTrial({
    files: {
      ...texts,
      'dev/targeting.users.json': '{ "users": [{ "name": "Ann", "attributes": { "city": "Rome" } }] }',
    },
    environments: { dev: { api: 'featureprobe', rules: { require: ['rule-name', 'comment'] } } },
    seed: { projects: { Shop: { toggles, segments: { testers: {} }, environments: { dev: {} } } } },
  });
  const { folder, service } = trial;
  const { stdout } = await trial.run(['check', '--online', '--format', 'json', 'dev']);
  const checked = (JSON.parse(stdout) as { readonly problems: readonly Reported[] }).problems;

  const server = await testServer({ capabilities: pulls, folders: [folder.uri('')] });
  server.notify(serviceKnowledgeNotification.method, {
    ...{ baseUrl: service.url, project: 'Shop', age: 0, hasAllToggles: true, hasAllSegments: true, attributes: [] },
    toggles: keys.map((key) => ({ key, name: key, returnType: 'boolean' })),
    segments: [{ key: 'testers', name: 'testers', rules: [] }],
  });
  const asked = { previousResultIds: [] };
  const { items }: WorkspaceDiagnosticReport = await server.ask(WorkspaceDiagnosticRequest.type, asked);
  const closed = items.flatMap((item) => (item.kind === 'full' ? reportedOf(item.uri, item.items) : []));
  const open: Reported[] = [];
  for (const [path, text] of Object.entries(texts)) {
    // Editors do not send a byte order mark.
    await server.open(folder.uri(path), text.replace(/^\uFEFF/, ''));
    open.push(...reportedOf(path, (await server.ask(checkRequest, { uri: folder.uri(path) }))?.problems ?? []));
  }
  expect(linesOf(open).length).toBeGreaterThan(1_000);
  expect(linesOf(checked)).toEqual(linesOf(open));
  expect(linesOf(closed)).toEqual(linesOf(open));
  const plan = await trial.run(['plan', '--env', 'dev', '--format', 'json']);
  for (const { file, reason, problems } of (JSON.parse(plan.stdout) as { readonly toggles: readonly Planned[] })
    .toggles) {
    const own = checked.filter((problem) => problem.file === file);
    const errors = own.filter(({ severity }) => severity === 'error').length;
    const warnings = own.filter(({ severity }) => severity === 'warning');
    if (errors > 0) expect(reason, file).toMatch(`${errors} error`);
    // For a toggle that would vanish, the plan reports nothing else.
    else if (reason === undefined)
      expect(problems, file).toEqual(warnings.map(({ start, code, message }) => ({ line: start.line, code, message })));
  }
});

interface Planned {
  readonly file: string;
  readonly reason?: string;
  readonly problems: readonly unknown[];
}

type Reported = ReturnType<typeof reportedProblem> & { readonly file: string };

function reportedOf(file: string, problems: readonly Diagnostic[]): readonly Reported[] {
  return problems.map((problem) => ({ ...reportedProblem(problem), file }));
}

function linesOf(problems: readonly Reported[]): readonly string[] {
  const lines = problems.map(
    ({ file, start, severity, code, message }) =>
      `${file.slice(file.lastIndexOf('/') + 1)}:${start.line}:${start.column} ${severity} ${code} ${message}`,
  );
  return lines.toSorted();
}
