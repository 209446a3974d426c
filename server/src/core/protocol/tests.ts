/** Requests that list and run targeting tests, with coverage. */
import type { Range } from 'vscode-languageserver-types';
import { RequestType } from 'vscode-languageserver-protocol';

export interface TestFileParams {
  /** The URI of a `*.targeting.test.json`, open or not. */
  readonly uri: string;
}

/** The cases of a test file, from the editor if the file is open, otherwise from disk. */
export interface ListedTests {
  readonly cases: readonly ListedTest[];
  /** The reason why the tests cannot be run, if any. Readable cases are listed anyway. */
  readonly broken?: string;
}

export interface ListedTest {
  /** An ID that does not change as long as the case keeps its name. */
  readonly id: string;
  readonly name: string;
  readonly range: Range;
  /** The environments of the case; an empty list for all environments. */
  readonly environments: readonly string[];
}

export const listTestsRequest = new RequestType<TestFileParams, ListedTests | null, void>('toggleTargeting/listTests');

export interface RunTestsParams extends TestFileParams {
  /** The IDs of the cases to run; absent for all cases. */
  readonly ids?: readonly string[];
  /** Whether to collect coverage, which takes as long as the run itself. */
  readonly coverage: boolean;
}

export interface RanTests extends ListedTests {
  readonly targetingUri: string;
  /** The runs of all cases, in file order. Cases of other environments are not run. */
  readonly runs: readonly TestRun[];
  readonly coverage?: Coverage;
}

export interface TestRun {
  /** The ID of the case. */
  readonly id: string;
  /** The case's name, followed by this run's attributes if it has a matrix. */
  readonly name: string;
  readonly failures: readonly TestFailure[];
}

export interface TestFailure {
  readonly message: string;
  /** The range of the failed expectation. */
  readonly range: Range;
  /** The expected and the actual result in comparable form; absent if nothing was evaluated. */
  readonly difference?: { readonly expected: string; readonly actual: string };
  /** The rule or default that decided, with its range in the targeting file. */
  readonly decider?: { readonly words: string; readonly range: Range };
}

export interface Coverage {
  readonly rules: readonly Reached[];
  /** Conditions, with a branch for each outcome, and serves, with a branch for each share. */
  readonly statements: readonly ReachedStatement[];
  readonly runs: number;
  /** The number of runs that coverage includes; less than `runs` if including all runs would take too long. */
  readonly followed: number;
}

export interface Reached {
  readonly words: string;
  readonly range: Range;
  readonly count: number;
}

export interface ReachedStatement extends Reached {
  /** Branches without a range are the outcomes of a condition. */
  readonly branches: readonly (Omit<Reached, 'range'> & { readonly range?: Range })[];
}

export const runTestsRequest = new RequestType<RunTestsParams, RanTests | null, void>('toggleTargeting/runTests');
