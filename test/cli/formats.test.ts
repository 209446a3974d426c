/** Tests the reports for programs: JSON as docs/command-line.md documents it, SARIF, and GitHub's workflow commands. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import type { Log } from 'sarif';
import { afterAll, describe, expect, it } from 'vitest';
import { manualEntry } from '../../server/src/cli/reports/sarif.js';
import { githubReport } from '../../server/src/cli/reports/github.js';
import type { Report, ReportOptions } from '../../server/src/cli/reports/report.js';
import type { ReportedPlace, ReportedProblem } from '../../server/src/core/protocol.js';
import { reportedProblem } from '../../server/src/core/features/reportedProblem.js';
import { sarifReport } from '../../server/src/cli/reports/sarif.js';
import { defaultSeverities, problemCodes } from '../../server/src/core/checks/codes.js';
import { open } from '../support/annotated.js';
import { bodies, commandLineTrial } from '../support/commandLine.js';
import { shownIn } from '../support/fixes.js';
// This schema is OASIS's, by way of SchemaStore: https://json.schemastore.org/sarif-2.1.0-rtm.5.json
import sarifSchema from '../support/sarif-2.1.0.schema.json' with { type: 'json' };

const page = readFileSync(join(import.meta.dirname, '../../docs/command-line.md'), 'utf8');
const manual = readFileSync(join(import.meta.dirname, '../../docs/problems.md'), 'utf8');
const outOfRange =
  '{\n  "content": {\n    "defaultServe": { "select": 2 },\n    "variations": [{ "value": "a" }, { "value": "b" }]\n  }\n}\n';

const trial = commandLineTrial({
  'dev/checkout.targeting.json': outOfRange,
  'dev/a b,c:%ü.targeting.json': bodies.error,
  'clean.targeting.json': bodies.clean,
});
afterAll(() => trial.dispose());

describe('the JSON report', () => {
  it('equals the example in docs/command-line.md', async () => {
    const example = /```json\n(\{\n {2}"version": 1[^]*?)```/.exec(page)?.[1] ?? '';
    const { stdout } = await trial.run(['check', 'dev/checkout.targeting.json', '--format', 'json']);
    expect(JSON.parse(stdout)).toEqual(JSON.parse(example));
  });

  it('contains edits that fix the file when applied', async () => {
    const name = 'edits/x.targeting.json';
    const problemsOf = async (text: string) => {
      trial.write(name, text);
      const { stdout } = await trial.run(['check', name, '--format', 'json']);
      return (JSON.parse(stdout) as { readonly problems: readonly ReportedProblem[] }).problems;
    };
    let text = '{\r\n  "comment": "🎉", "disabled": "true",\r\n  "content": { "variations": [{ "value": 1 }], }\r\n}';
    for (let left = 3; left > 0; left -= 1) {
      const problems = await problemsOf(text);
      expect(problems).toHaveLength(left);
      text = made(text, problems[0]?.fixes?.[0]?.edits ?? []);
    }
    expect(await problemsOf(text)).toEqual([]);
    expect(text).toContain('"disabled": true,\r\n  "content": { "variations": [{ "value": "1" }] }');
  });

  it('lists fixes and failures', async () => {
    trial.write('fix/x.targeting.json', '{ "comment": 1, "disabled": "true", }');
    const { code, stdout, stderr } = await trial.run(['check', 'fix', 'gone.json', '--fix', '--format', 'json']);
    expect({ code, stderr }).toEqual({ code: 2, stderr: '"gone.json" does not exist.\n' });
    expect(JSON.parse(stdout)).toMatchObject({
      problems: [],
      fixed: [{ file: 'fix/x.targeting.json', codes: { 'non-string-value': 1, 'wrong-type': 1, syntax: 1 } }],
      failures: ['"gone.json" does not exist.'],
      summary: { files: 1, filesWithProblems: 0, problems: 0, fixed: 3, failOn: 'warning', failing: 0 },
    });
  });
});

function made(text: string, edits: readonly (ReportedPlace & { readonly newText: string })[]): string {
  const starts = text.split('\n').reduce<number[]>((all, line) => [...all, (all.at(-1) ?? 0) + line.length + 1], [0]);
  const offset = ({ line, column }: ReportedPlace['start']) => (starts[line - 1] ?? 0) + column - 1;
  return edits.reduceRight(
    (result, { start, end, newText }) => result.slice(0, offset(start)) + newText + result.slice(offset(end)),
    text,
  );
}

describe('the SARIF report', () => {
  // The schema's pattern for language tags has one bracket too many. Its draft and name are irrelevant here.
  const ajv = new Ajv({ strict: false, validateFormats: false, unicodeRegExp: false });
  const keywords = Object.entries(sarifSchema).filter(([key]) => key !== '$schema' && key !== 'id');
  const validate = ajv.compile(Object.fromEntries(keywords));

  async function sarif(...args: readonly string[]): Promise<Log> {
    const { stdout } = await trial.run(['check', '--format', 'sarif', ...args]);
    const log = JSON.parse(stdout) as Log;
    // The schema does not allow the address in our $schema.
    validate({ ...log, $schema: undefined });
    expect(validate.errors).toBeNull();
    return log;
  }

  it('is valid, even without problems or after a failure', async () => {
    expect((await sarif()).runs).toHaveLength(1);
    expect((await sarif('clean.targeting.json')).runs[0]?.results).toEqual([]);
    const [run] = (await sarif('dev', 'gone.json')).runs;
    expect(run?.invocations).toEqual([
      {
        executionSuccessful: false,
        toolExecutionNotifications: [{ level: 'error', message: { text: '"gone.json" does not exist.' } }],
        exitCodeDescription: 'Failed: 1 error, 1 warning (--fail-on warning).',
      },
    ]);
  });

  it('lists every problem code with description, severity and page', async () => {
    const [run] = (await sarif('clean.targeting.json')).runs;
    const { rules = [] } = run?.tool.driver ?? {};
    expect(rules.map(({ id }) => id)).toEqual(problemCodes);
    for (const { id, helpUri, help, shortDescription, defaultConfiguration } of rules) {
      expect(helpUri).toBe(`https://github.com/toggle-targeting/toggle-targeting/blob/HEAD/docs/problems.md#${id}`);
      expect(help?.markdown).toContain('Fix: ');
      expect(shortDescription?.text).toMatch(/^.{5,200}\.$/);
      expect(defaultConfiguration?.level).toBe({ error: 'error', warning: 'warning' }[severityOf(id)] ?? 'note');
    }
  });

  it('contains the results with their positions, and paths as relative URIs', async () => {
    const [run] = (await sarif('dev')).runs;
    expect(run?.columnKind).toBe('utf16CodeUnits');
    expect(run?.results?.[1]).toEqual({
      ruleId: 'select-out-of-range',
      ruleIndex: problemCodes.indexOf('select-out-of-range'),
      level: 'warning',
      message: { text: 'Variation 2 does not exist: this toggle has 2 variations (0 to 1).' },
      locations: [locationOf({ startLine: 3, startColumn: 33, endLine: 3, endColumn: 34 })],
      relatedLocations: [
        {
          id: 1,
          ...locationOf({ startLine: 4, startColumn: 5, endLine: 4, endColumn: 17 }),
          message: { text: 'The variations of this toggle.' },
        },
      ],
    });
    const { uri, uriBaseId = '' } = run?.results?.[0]?.locations?.[0]?.physicalLocation?.artifactLocation ?? {};
    expect(uri).toBe('dev/a%20b%2Cc%3A%25%C3%BC.targeting.json');
    expect(Object.keys(run?.originalUriBaseIds ?? {})).toEqual([uriBaseId]);
  });

  it('contains absolute URIs for files outside of the folder', async () => {
    const { stdout } = await trial.run(['check', '../dev/checkout.targeting.json', '--format', 'sarif'], {
      folder: 'fix',
    });
    const [result] = (JSON.parse(stdout) as Log).runs[0]?.results ?? [];
    expect(result?.locations?.[0]?.physicalLocation?.artifactLocation).toEqual({
      uri: trial.uri('dev/checkout.targeting.json'),
    });
  });

  it('contains paths relative to the root of the checkout on GitHub, whatever the current folder', async () => {
    const options = { folder: 'dev', environment: { GITHUB_WORKSPACE: trial.path('.') } };
    const { stdout } = await trial.run(['check', 'checkout.targeting.json', '--format', 'sarif'], options);
    expect(stdout).toContain('"uri": "dev/checkout.targeting.json"');
  });

  it('does not turn text from a file into a link', () => {
    const log = JSON.parse(reported(sarifReport, '{ "[click](https://evil)": 1 }')) as Log;
    expect(log.runs[0]?.results?.[0]?.message.text).toContain('[click] (https://evil)');
  });
});

describe('the GitHub report', () => {
  it('contains a command with an escaped file name for each problem, and a summary', async () => {
    const { code, stdout } = await trial.run(['check', 'dev', '--format', 'github']);
    expect(code).toBe(1);
    expect(stdout.replace(/(title=[\w-]+::).+/g, '$1…')).toBe(
      [
        '::error file=dev/a b%2Cc%3A%25ü.targeting.json,line=1,col=15,endLine=1,endColumn=20,title=wrong-type::…',
        '::warning file=dev/checkout.targeting.json,line=3,col=33,endLine=3,endColumn=34,title=select-out-of-range::…',
        '2 problems in 2 of 2 files: 1 error, 1 warning. Failed: 1 error, 1 warning (--fail-on warning).',
        '',
      ].join('\n'),
    );
  });

  it.runIf(process.platform !== 'win32')('escapes file names in commands as GitHub requires', async () => {
    const repo = commandLineTrial({ '.git/HEAD': '' });
    const name = 'a\nb\r,c:%.targeting';
    const tests = { cases: [{ user: { key: 'u' }, expect: { variation: 1 } }] };
    const config = { baseUrl: 'https://a.example', project: 'P', environments: { dev: {} } };
    repo.write(`dev/${name}.json`, outOfRange);
    repo.write('dev/x.targeting.json', bodies.clean);
    // plan refuses toggle keys with line ends.
    repo.write('dev/a,c:.targeting.json', bodies.clean);
    repo.write(`dev/${name}.test.json`, JSON.stringify(tests));
    repo.write('targeting.config.json', JSON.stringify({ ...config, files: '{environment}/{toggle}.targeting.json' }));
    const options = { folder: 'dev', environment: { GITHUB_WORKSPACE: repo.path('.') } };
    for (const [args, escaped] of [
      [['check', `${name}.json`], 'a%0Ab%0D%2Cc%3A%25.targeting.json'],
      [['diff', 'x.targeting.json', `${name}.json`], 'a%0Ab%0D%2Cc%3A%25.targeting.json'],
      [['test', `${name}.test.json`], 'a%0Ab%0D%2Cc%3A%25.targeting.test.json'],
      [['plan', '--env', 'dev', 'a,c:.targeting.json'], 'a%2Cc%3A.targeting.json'],
    ] as const) {
      const { stdout } = await repo.run([...args, '--format', 'github'], options);
      const [first = ''] = stdout.split('\n');
      expect([first.replace(/^::\w+ file=(.*?)(?:,|::).*$/, '$1'), first]).toEqual([`dev/${escaped}`, first]);
    }
    repo.dispose();
  });

  it('omits the columns of a multi-line range, which the runner would reject', () =>
    expect(reported(githubReport, '{ "content": [\n] }')).toMatch(
      /^::error file=x\.targeting\.json,line=1,endLine=2,title=wrong-type::/,
    ));

  it('uses one line per problem, whatever the message contains', () => {
    const report = githubReport(optionsFor());
    const [diagnostic] = shownIn(open(bodies.error));
    const message = 'a\r\nb: 100%, c';
    const problems = diagnostic === undefined ? [] : [reportedProblem({ ...diagnostic, message })];
    expect(report.file({ uri: 'x', text: '', problems, fixed: new Map() })).toMatch(/::a%0D%0Ab: 100%25, c\n$/);
  });
});

it('docs/problems.md has an entry for every problem code', () => {
  for (const code of problemCodes)
    expect(manualEntry(manual, code)?.full, code).toMatch(/^[^*](?!.*\*Not reported).*\.$/);
  expect(manualEntry(manual, 'no-such-code')).toBeUndefined();
});

function severityOf(code: string): string {
  return defaultSeverities[problemCodes.find((known) => known === code) ?? 'syntax'];
}

function locationOf(region: object) {
  const artifactLocation = { uri: 'dev/checkout.targeting.json', uriBaseId: '%SRCROOT%' };
  return { physicalLocation: { artifactLocation, region } };
}

function optionsFor(): ReportOptions {
  const pathOf = (uri: string) => uri.split('/').at(-1) ?? '';
  return {
    pathOf,
    version: '1.0.0',
    homepage: 'https://home',
    docs: 'https://docs',
    manual,
    quiet: true,
    color: false,
    columns: 80,
  };
}

function reported(report: (options: ReportOptions) => Report, text: string): string {
  const { file, end } = report(optionsFor());
  const document = open(text, 'file:///a/x.targeting.json');
  const problems = { error: 0, warning: 0, information: 0, hint: 0 };
  const counts = { files: 1, filesWithProblems: 1, shown: 1, fixable: 0, fixed: 0, failing: 0 };
  const totals = { ...counts, problems, failOn: 'warning', failures: [] } as const;
  const found = shownIn(document).map(reportedProblem);
  return file({ uri: document.uri, text, problems: found, fixed: new Map() }) + end(totals);
}
