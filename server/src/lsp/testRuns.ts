/** Lists and runs the cases of test files. The text comes from the editor, or else from the disk. */
import { t } from '../core/t.js';
import { MAX_BESIDE_BYTES, notReadable } from '../core/checks/text/unreadable.js';
import type { TestCase } from '../core/evaluation/cases.js';
import { casesFor, casesIn } from '../core/evaluation/cases.js';
import { noUsers } from '../core/evaluation/users.js';
import { coverageOf } from '../core/results/tests/coverage.js';
import { notRun } from '../core/results/tests/failingTests.js';
import { runTests, titleOf } from '../core/results/tests/runTests.js';
import { MAX_TEXT_LENGTH } from '../core/json/document.js';
import { isWellFormed } from '../core/json/understood.js';
import type { ListedTests, RanTests, RunTestsParams } from '../core/protocol.js';
import { testedBy } from '../core/targeting/fileNames.js';
import type { Project } from '../workspace/project.js';
import { nameOf } from '../workspace/disk/uris.js';

interface Read {
  readonly cases: readonly TestCase[];
  readonly broken: string | undefined;
}

export class TestRuns {
  constructor(private readonly project: Project) {}

  list(uri: string): ListedTests {
    return listed(this.#read(uri));
  }

  async run({ uri, ids, coverage }: RunTestsParams): Promise<RanTests> {
    const { project } = this;
    const targetingUri = testedBy(uri);
    const toggles = await project.ready();
    const { cases, broken } = this.#read(uri);
    const targeting = project.document(targetingUri, MAX_TEXT_LENGTH) ?? notThere;
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
    const evaluated = await project.evaluated(targetingUri, targeting);
    const results = runTests(wanted, evaluated, project.users(uri) ?? noUsers);
    const people = results.flatMap(({ person }) => person ?? []);
    return {
      ...list,
      targetingUri,
      runs: results.map(({ index, name, failures }) => ({ id: idOf.get(index) ?? '', name, failures })),
      ...(coverage && { coverage: coverageOf(evaluated, people) }),
    };
  }

  #read(uri: string): Read {
    const tests = this.project.document(uri, MAX_BESIDE_BYTES) ?? notThere;
    if ('unreadable' in tests) return { cases: [], broken: notReadable(tests) };
    const isRight = isWellFormed(tests);
    return {
      cases: casesIn(tests),
      broken: isRight ? undefined : notRun(nameOf(uri)),
    };
  }
}

const notThere = { unreadable: 'ENOENT' };

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
