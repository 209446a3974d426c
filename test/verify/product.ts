/** Runs the built command line and reads its claims from what it prints. */
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { attributesOf, segmentsOf } from './handedOn.js';
import type { User } from './model.js';
import type { Side } from './outcomes.js';
import { involvedIn } from './outcomes.js';

/** Another build, such as one that is broken on purpose. */
const cli = process.env['VERIFIED_CLI'] ?? resolve('dist/cli.js');

export interface Position {
  readonly line: number;
  readonly column: number;
}

export interface TextEdit {
  readonly start: Position;
  readonly end: Position;
  readonly newText: string;
}

export interface Problem {
  readonly file: string;
  readonly code: string;
  readonly message: string;
  readonly start: Position;
  readonly fixes?: readonly { readonly title: string; readonly edits: readonly TextEdit[] }[];
}

export interface Difference {
  readonly path: string;
  readonly who: 'nobody' | 'somebody' | 'unknown';
  /** In ten-thousandths. */
  readonly most: number;
  readonly summary: string;
  readonly changes: readonly ChangeOfPlace[];
  readonly isBroken: boolean;
  readonly dependents?: readonly Dependent[];
}

export interface ChangeOfPlace {
  readonly place: string;
  readonly moves: readonly string[];
  readonly example?: string;
  readonly sentence?: string;
}

export interface Dependent extends Pick<Difference, 'who' | 'most'> {
  readonly toggle: string;
  readonly words: string;
}

export interface Stale {
  readonly key: string;
  readonly value: string;
}

export interface Step {
  readonly outcome: string;
  readonly before?: readonly number[];
  readonly after?: readonly number[];
  readonly impact?: { readonly most: number };
}

export function run(folder: string, ...args: readonly string[]): unknown {
  return JSON.parse(printed(folder, [...args, '--format', 'json']).stdout);
}

export function printed(
  folder: string,
  args: readonly string[],
  input = '',
): { readonly stdout: string; readonly status: number | null } {
  const options = { cwd: folder, encoding: 'utf8', maxBuffer: 2 ** 30, input } as const;
  const { stdout, stderr, status } = spawnSync(process.execPath, [cli, ...args], options);
  if (stdout === '' && stderr !== '') throw new Error(`toggle-targeting ${args.join(' ')}: ${stderr}`);
  return { stdout, status };
}

/** A line of input for `evaluate --batch`. */
export function lineOf(side: Side, key: string, user: User): string {
  const involved = involvedIn(side);
  const required = [...involved.values()].flatMap(({ content }) => content.prerequisites ?? []);
  const toggles = required.flatMap((each) => {
    const targeting = involved.get(each.key);
    return targeting === undefined ? [] : [[each.key, { returnType: each.type, targeting }] as const];
  });
  return JSON.stringify({
    ...{ toggle: side.key, targeting: side.toggle, toggles: Object.fromEntries(toggles), now: user.now },
    segments: segmentsOf(involved.values()),
    user: { key, attributes: attributesOf(user) },
  });
}

export interface Evaluated {
  readonly outcome: number | string;
  readonly status: string;
  readonly sdks: Readonly<Record<string, number | string>>;
}

export function evaluated(lines: readonly string[]): readonly Evaluated[] {
  const { stdout } = printed('.', ['evaluate', '--batch'], lines.map((line) => `${line}\n`).join(''));
  return stdout.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Evaluated]));
}

export function git(folder: string, ...args: readonly string[]): void {
  const own = ['-c', 'user.name=verify', '-c', 'user.email=verify@example.com', '-c', 'core.hooksPath=/dev/null'];
  const { status, stderr } = spawnSync('git', [...own, ...args], { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`);
}

/** Applies edits like an editor: they must not overlap. */
export function applied(text: string, edits: readonly TextEdit[]): string {
  const lines = text.split('\n');
  const offsetOf = ({ line, column }: Position) =>
    lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0) + column - 1;
  return [...edits]
    .sort((a, b) => offsetOf(b.start) - offsetOf(a.start))
    .reduce(
      (made, { start, end, newText }) => made.slice(0, offsetOf(start)) + newText + made.slice(offsetOf(end)),
      text,
    );
}

export function keyOf(path: string): string {
  return path.replace(/^.*\//, '').replace('.targeting.json', '');
}
