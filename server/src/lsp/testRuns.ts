/** Lists and runs the cases of test files as they stand in the editor or, where they are not open, on disk. */
import { t } from '@vscode/l10n';
import { largestBeside, notReadable } from '../core/checks/unreadable.js';
import type { TestCase } from '../core/evaluation/cases.js';
import { casesFor, casesIn } from '../core/evaluation/cases.js';
import { coverageOf } from '../core/results/coverage.js';
import { failingTests, notRun } from '../core/results/failingTests.js';
import { runTests, titleOf } from '../core/results/runTests.js';
import type { JsonDocument } from '../core/json/document.js';
import { largestText } from '../core/json/document.js';
import { isUnderstood } from '../core/json/understood.js';
import type { FailingTests, ListedTests, RanTests, RunTestsParams } from '../core/protocol.js';
import { testedBy, testsOf } from '../core/targeting/fileNames.js';
import { decoded } from '../workspace/uris.js';
import type { WorkspaceFiles } from '../workspace/workspaceFiles.js';
import type { BesideFiles } from '../workspace/besideFiles.js';
import type { Configs } from './configs.js';
import type { Evaluations } from './evaluations.js';

interface Options {
  readonly beside: BesideFiles;
  readonly configs: Configs;
  readonly evaluations: Evaluations;
  readonly workspace: WorkspaceFiles;
}

interface Read {
  readonly cases: readonly TestCase[];
  readonly broken: string | undefined;
}

export class TestRuns {
  constructor(private readonly options: Options) {}

  list(uri: string): ListedTests {
    return listed(this.#read(uri));
  }

  async run({ uri, ids, coverage }: RunTestsParams): Promise<RanTests> {
    const { workspace, beside, evaluations } = this.options;
    const targetingUri = testedBy(uri);
    const toggles = await workspace.ready();
    const { cases, broken } = this.#read(uri);
    const targeting = beside.documentAt(targetingUri, largestText) ?? notThere;
    const notRun = (why: string): RanTests => ({
      ...listed({ cases, broken: why }),
      ...{ targetingUri, runs: [] },
    });
    if (broken !== undefined) return notRun(broken);
    if ('unreadable' in targeting)
      return notRun(t('{0} cannot be read ({1}).', JSON.stringify(nameOf(targetingUri)), targeting.unreadable));
    const list = listed({ cases, broken });
    const idOf = new Map(list.cases.map(({ id }, position) => [cases[position]?.index, id]));
    const wanted = casesFor(cases, toggles.of(targetingUri)?.environment).filter(
      ({ index }) => ids === undefined || ids.includes(idOf.get(index) ?? ''),
    );
    const evaluated = await evaluations.tested(targetingUri, targeting);
    const results = runTests(wanted, evaluated, beside.usersFor(uri) ?? noUsers);
    const people = results.flatMap(({ person }) => person ?? []);
    return {
      ...list,
      targetingUri,
      runs: results.map(({ index, name, failures }) => ({ id: idOf.get(index) ?? '', name, failures })),
      ...(coverage && { coverage: coverageOf(evaluated, people) }),
    };
  }

  /** What an environment that requires tests refuses of a toggle; undefined where it requires none, or none fails. */
  async failing(uri: string, targeting: JsonDocument, environment: string): Promise<FailingTests | undefined> {
    const { workspace, configs, beside, evaluations } = this.options;
    const environments = (await configs.nearest(uri))?.parsed.config?.environments ?? [];
    if (!environments.some(({ name, requiresTests }) => name === environment && requiresTests)) return undefined;
    await workspace.ready();
    const testsUri = testsOf(uri);
    // A toggle need not have tests.
    const tests = beside.documentAt(testsUri, largestBeside);
    if (tests === undefined) return undefined;
    const users = beside.usersFor(testsUri) ?? noUsers;
    return failingTests(
      { uri: testsUri, name: nameOf(testsUri), tests, environment, users },
      await evaluations.tested(uri, targeting),
    );
  }

  #read(uri: string): Read {
    const tests = this.options.beside.documentAt(uri, largestBeside) ?? notThere;
    if ('unreadable' in tests) return { cases: [], broken: notReadable(tests) };
    const isRight = isUnderstood(tests);
    return {
      cases: casesIn(tests),
      broken: isRight ? undefined : notRun(nameOf(uri)),
    };
  }
}

const notThere = { unreadable: 'ENOENT' };
const noUsers = { all: [], areAll: true };

function nameOf(uri: string): string {
  const name = uri.slice(uri.lastIndexOf('/') + 1);
  return decoded(name) ?? name;
}

function listed({ cases, broken }: Read): ListedTests {
  const called = new Map<string, number>();
  return {
    cases: cases.map((each) => {
      const { places, environments = [] } = each;
      const name = titleOf(each);
      const before = called.get(name) ?? 0;
      called.set(name, before + 1);
      return { id: `${name} ${before}`, name, range: places.case, environments };
    }),
    ...(broken !== undefined && { broken }),
  };
}
