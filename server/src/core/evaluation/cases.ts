/** Reads the test cases of a `*.targeting.test.json` file. Invalid parts are skipped; fileSchema.ts reports them. */
import type { Range } from 'vscode-languageserver-types';
import type { JsonDocument } from '../json/document.js';
import type { JsonNode, Path } from '../json/nodes.js';
import { child, listNamed, rangeIn, textNamed } from '../json/queries.js';
import { instantOf } from '../targeting/values/instant.js';
import type { Evaluator } from './sdks/sdks.js';
import { evaluators } from './sdks/sdks.js';
import type { Profile } from './users.js';
import { profileIn, textOf, textsNamed } from './users.js';

export interface TestCase {
  readonly index: number;
  readonly name: string | undefined;
  /** The name of a user in the users file, or an inline user. */
  readonly user: string | Profile;
  /** The time of the evaluation in Unix seconds; by default, the current time. */
  readonly now: number | undefined;
  readonly bucket: number | undefined;
  /** The values to try for each attribute; `runsOf` combines them. */
  readonly matrix: ReadonlyMap<string, readonly string[]>;
  /** Names of the environments in which the case runs; by default, all environments of the targeting file. */
  readonly environments: readonly string[] | undefined;
  /** SDKs whose results are compared with the official result. */
  readonly sdks: readonly Evaluator[];
  readonly expect: Expectation;
  readonly places: CasePlaces;
}

/** The expected result of a case. Every defined field must match. */
export interface Expectation {
  readonly variation: string | number | undefined;
  readonly value: unknown;
  readonly rule: string | number | undefined;
  readonly serve: 'defaultServe' | 'disabledServe' | undefined;
  readonly codeDefault: boolean;
}

/** The LSP ranges of a case, computed on access because checks do not need them. */
export interface CasePlaces {
  readonly case: Range;
  /** The range of the case's name, or of the first line of a case without a name. */
  readonly title: Range;
  readonly user: Range | undefined;
  readonly expect: ReadonlyMap<string, Range>;
}

export function casesIn(document: JsonDocument): readonly TestCase[] {
  return [...eachCaseIn(document)];
}

export function* eachCaseIn(document: JsonDocument): Generator<TestCase> {
  const items = listNamed(document.root, 'cases')?.items ?? [];
  for (const [index, node] of items.entries()) if (node.kind === 'object') yield caseIn(document, node, index);
}

/** The cases that apply to the environment; all cases if the environment is unknown. */
export function casesFor(cases: readonly TestCase[], environment: string | undefined): readonly TestCase[] {
  return cases.filter(
    ({ environments = [] }) =>
      environment === undefined || environments.length === 0 || environments.includes(environment),
  );
}

function caseIn(document: JsonDocument, node: JsonNode, index: number): TestCase {
  const user = child(node, 'user');
  const expect = child(node, 'expect');
  const serve = textNamed(expect, 'serve');
  const bucket = child(node, 'bucket')?.value;
  const instant = instantOf(textNamed(node, 'now') ?? '');
  const sdks = textsNamed(node, 'sdks') ?? [];
  return {
    index,
    name: textNamed(node, 'name'),
    user: user?.kind === 'string' ? String(user.value) : profileIn(document, user ?? node),
    now: instant === undefined ? undefined : Math.floor(instant / 1_000),
    bucket: typeof bucket === 'number' && isIndex(bucket) && bucket < 10_000 ? bucket : undefined,
    matrix: matrixIn(document, node),
    environments: textsNamed(node, 'environments'),
    sdks: evaluators.filter((each) => each !== 'official' && sdks.includes(each)),
    expect: {
      variation: nameOrIndex(expect, 'variation'),
      value: child(expect, 'value')?.value,
      rule: nameOrIndex(expect, 'rule'),
      serve: serve === 'defaultServe' || serve === 'disabledServe' ? serve : undefined,
      codeDefault: child(expect, 'codeDefault')?.value === true,
    },
    get places() {
      return placesOf(document, node);
    },
  };
}

function placesOf(document: JsonDocument, node: JsonNode): CasePlaces {
  const [name, user, expect] = ['name', 'user', 'expect'].map((key) => child(node, key));
  const whole = rangeIn(document, node);
  const properties = expect?.kind === 'object' ? [...expect.byKey] : [];
  return {
    case: whole,
    title: name === undefined ? { start: whole.start, end: firstLineEnd(document, node) } : rangeIn(document, name),
    user: user && rangeIn(document, user),
    expect: new Map(
      properties.flatMap(([key, { node: value }]) => (value ? [[key, rangeIn(document, value)] as const] : [])),
    ),
  };
}

function firstLineEnd(document: JsonDocument, { start, end }: JsonNode): Range['end'] {
  const length = /[\r\n]/.exec(document.text.slice(start, end))?.index ?? end - start;
  return document.positionAt(start + length);
}

function matrixIn(document: JsonDocument, node: JsonNode): TestCase['matrix'] {
  const matrix = child(node, 'matrix');
  const entries = matrix?.kind === 'object' ? [...matrix.byKey] : [];
  return new Map(
    entries.flatMap(([name, { node: list }]) => {
      const values = list?.kind === 'array' ? list.items.flatMap((item) => textOf(document, item) ?? []) : [];
      return values.length === 0 ? [] : [[name, values] as const];
    }),
  );
}

function nameOrIndex(node: JsonNode | undefined, key: string): string | number | undefined {
  const value = child(node, key)?.value;
  return typeof value === 'string' || (typeof value === 'number' && isIndex(value)) ? value : undefined;
}

function isIndex(value: number): boolean {
  return Number.isInteger(value) && value >= 0;
}

/** Maximum number of runs of a case. Ten attributes with ten values each would never finish. */
export const MAX_RUNS = 1_000;

/** Maximum number of runs of all cases together, which take a few seconds. */
export const MAX_RUNS_TOGETHER = 100_000;

export function countOfRuns({ matrix }: Pick<TestCase, 'matrix'>): number {
  return [...matrix.values()].reduce((product, { length }) => product * length, 1);
}

export function countOfAllRuns(cases: readonly TestCase[]): number {
  return cases.map(countOfRuns).reduce((sum, count) => sum + (count > MAX_RUNS ? 0 : count), 0);
}

/** The attributes of each run, which override the user's attributes. The last attribute varies fastest. */
export function runsOf({ matrix }: Pick<TestCase, 'matrix'>): readonly ReadonlyMap<string, string>[] {
  const none: readonly (readonly [string, string])[] = [];
  let runs = [none];
  if (countOfRuns({ matrix }) > MAX_RUNS) return [];
  for (const [name, values] of matrix)
    runs = runs.flatMap((run) => values.map((value) => [...run, [name, value] as const]));
  return runs.map((run) => new Map(run));
}

export type NamedInTests = 'user' | 'environment' | 'variation' | 'rule' | 'attribute';

/** The kind of name at a path, if any. The name of an attribute is at the path of the attribute's value. */
export function namedInTests(path: Path): NamedInTests | undefined {
  const [cases, index, key, part] = path;
  if (cases !== 'cases' || typeof index !== 'number') return undefined;
  if (path.length === 3) return key === 'user' ? 'user' : undefined;
  if (path.length === 4) {
    if (key === 'environments') return 'environment';
    if (key === 'matrix') return 'attribute';
    return key === 'expect' && (part === 'variation' || part === 'rule') ? part : undefined;
  }
  return path.length === 5 && key === 'user' && part === 'attributes' ? 'attribute' : undefined;
}
