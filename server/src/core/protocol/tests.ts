/** Tests of targeting: listed, run, with coverage. */
import type { Range } from 'vscode-languageserver-types';
import { RequestType } from 'vscode-languageserver-protocol';

export interface TestFileParams {
  /** Of a `*.targeting.test.json`, open or not. */
  readonly uri: string;
}

/** The cases of a test file as it stands in the editor or, where it is not open, on disk. */
export interface ListedTests {
  readonly cases: readonly ListedTest[];
  /** Why they cannot be run. What can be read of the file is listed anyway. */
  readonly broken?: string;
}

export interface ListedTest {
  /** The same for as long as the case is called the same. */
  readonly id: string;
  readonly name: string;
  readonly range: Range;
  /** The environments that it is for; empty for all. */
  readonly environments: readonly string[];
}

export const listTestsRequest = new RequestType<TestFileParams, ListedTests | null, void>('toggleTargeting/listTests');

export interface RunTestsParams extends TestFileParams {
  /** Of the cases that are run; all of them where it is absent. */
  readonly ids?: readonly string[];
  /** Whether it is wanted; it takes as long as the run itself. */
  readonly coverage: boolean;
}

export interface RanTests extends ListedTests {
  /** The file that is tested. */
  readonly targetingUri: string;
  /** One for each run of a case, in the order of the file. Cases of other environments have none. */
  readonly runs: readonly TestRun[];
  readonly coverage?: Coverage;
}

export interface TestRun {
  /** Of the case. */
  readonly id: string;
  /** With a matrix, the attributes of this run as well. */
  readonly name: string;
  /** None where it passed. */
  readonly failures: readonly TestFailure[];
}

export interface TestFailure {
  readonly message: string;
  /** The expectation that does not hold. */
  readonly range: Range;
  /** What is expected and what is there instead, in the same terms; absent where nothing was evaluated. */
  readonly difference?: { readonly expected: string; readonly actual: string };
  /** What decided in the targeting file, and where it stands. */
  readonly decider?: { readonly words: string; readonly range: Range };
}

/** What of a targeting file tests reach. */
export interface Coverage {
  readonly rules: readonly Reached[];
  /** Conditions, which hold and do not hold, and serves, which may have shares. */
  readonly statements: readonly ReachedStatement[];
  /** The number of runs. */
  readonly runs: number;
  /** The number of runs that coverage counts; fewer than `runs` where all would take too long. */
  readonly followed: number;
}

export interface Reached {
  readonly words: string;
  readonly range: Range;
  /** How many runs reach it. */
  readonly count: number;
}

export interface ReachedStatement extends Reached {
  /** Those without a place of their own are what a condition says. */
  readonly branches: readonly (Omit<Reached, 'range'> & { readonly range?: Range })[];
}

export const runTestsRequest = new RequestType<RunTestsParams, RanTests | null, void>('toggleTargeting/runTests');
