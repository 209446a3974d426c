/**
 * Breaks the analysis, in one place after the other, and lets verify.mjs look for false claims: `npm run test:verify-mutants`. A mutant
 * that it does not notice is a gap of its own. Works on a copy of the project.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

/** By file of the analysis: what stands there once, and what takes its place. */
const mutants: Readonly<Record<string, readonly (readonly [name: string, from: string, to: string])[]>> = {
  boxes: [
    ['a box with few cells is empty', 'if (cells.length === 0) return true', 'if (cells.length <= 2) return true'],
    ['boxes on one axis are disjoint', '&& areApart(own, cells)', ''],
    ['minus loses what is outside', 'if (outside.length > 0)', 'if (outside.length > 2)'],
    [
      'everything is within a box',
      '!isWithin(box.get(axis) ?? axis.all, cells)',
      '!isWithin(box.get(axis) ?? [], cells)',
    ],
    ['every point is in a box', 'if (!hasCell(cells, point(axis))) return false;', ''],
  ],
  cells: [
    [
      'the first run alone is within',
      'while (j < b.length && (b[j + 1] ?? 0) < (a[i + 1] ?? 0)) j += 2;',
      'if (i > 0) break;',
    ],
    ['an intersection is a union', '(isInA, isInB) => isInA && isInB)', '(isInA, isInB) => isInA || isInB)'],
  ],
  findings: [
    [
      'rules below count as rules above',
      'shadowOver(caught, surely, rule, this.space.budget)',
      'shadowOver(caught, surely, rule + 2, this.space.budget)',
    ],
    [
      'who perhaps matches surely does',
      'shadowOver(caught, surely, rule, this.space.budget)',
      'shadowOver(caught, perhaps, rule, this.space.budget)',
    ],
    ['nobody gets the default', 'return isForNobody ? [] : [defaultServe];', 'return [];'],
    ['small shares serve nobody', 'return start < end && start < whole', 'return start + 1_000 < end && start < whole'],
  ],
  search: [
    ['a search finds nobody', 'if (cover === undefined) return point;', 'if (cover === undefined) return undefined;'],
  ],
  axis: [
    [
      'objects are never missed',
      "if (truth === 'maybe' || (truth === 'yes') !== hasCell(cells, at)) return false;",
      "if (truth === 'maybe') return false;",
    ],
  ],
  automata: [
    ['automata forget what they found', 'const found = [...before];', 'const found = before.map(() => false);'],
  ],
  constant: [
    [
      'a disabled toggle gives its default',
      'if (!toggle.isEnabled) yield* givenBy(toggle, [toggle.disabledServe]);',
      'if (!toggle.isEnabled) yield* givenBy(toggle, [toggle.defaultServe]);',
    ],
    [
      'nobody comes past the first rule',
      'if (isAnybodyLeft(list, at) !== false) yield* givenBy(toggle, [serve]);',
      'if (at === 0) yield* givenBy(toggle, [serve]);',
    ],
  ],
  attributeAxis: [
    [
      'everyone has the attribute',
      'const absent = periods.map((period) => cellOf(ask, undefined, period));',
      'const absent: Cell[] = [];',
    ],
  ],
  space: [
    [
      'the last condition of an attribute decides',
      'box.set(axis, intersection(others, cells))',
      'box.set(axis, cells)',
    ],
  ],
  textValues: [
    ['every text has a prefix', "['', ...prefixes].flatMap", '[...prefixes].flatMap'],
    ['every text has a suffix', "['', ...suffixes].map", '[...suffixes].map'],
    ['no text has a part', '[each, each + filler + part]', '[each]'],
  ],
  orderedTypes: [
    [
      'no number lies between others',
      'const inside = [...candidates, -Number.MAX_VALUE, Number.MAX_VALUE].find((value) => value > low && value < high);',
      'const inside = undefined;',
    ],
    [
      'no version lies between others',
      'return candidates.map(versionOf).find(',
      'return candidates.slice(9).map(versionOf).find(',
    ],
    [
      'no instant lies before the first',
      'low === undefined && high !== undefined ? instantBefore(high) : undefined',
      'undefined',
    ],
  ],
  redundancy: [
    [
      'a condition on a shared attribute is redundant',
      'if (!isBoxWithin(space.boxesOf(rest).perhaps, space.boxesOf(own).surely)) continue;',
      'if (rest.length === 0) continue;',
    ],
  ],
  effect: [
    [
      'rules below have no effect',
      'if (other !== undefined || !space.budget.spend()) return false;',
      'if (!space.budget.spend()) return false;',
    ],
    ['all serves are the same', 'return this.#kinds[a] !== this.#kinds[b];', 'return false;'],
  ],
  outcomes: [
    [
      'all values are the same',
      'return a.value.type === b.value.type && a.value.text === b.value.text;',
      'return true;',
    ],
  ],
  placeMoves: [
    [
      'the first bucket never changes',
      'if (areSameOutcome(from, to)) {',
      'if (areSameOutcome(from, to) || buckets.some(({ start }) => start === 0)) {',
    ],
  ],
  impact: [
    ['the largest share is the smallest', 'Math.max(...search.shares)', 'Math.min(...search.shares)'],
    ['one place where nobody changes stands for all', '|| (found.sdks & ~this.sdks) !== none', ''],
  ],
  jointPlaces: [['only the first place is looked at', 'node?.alive ?? []', 'node?.alive.slice(0, 1) ?? []']],
};

const { values } = parseArgs({ options: { cases: { type: 'string', default: '20000' }, only: { type: 'string' } } });
const root = join(import.meta.dirname, '../..');
const copy = mkdtempSync(join(tmpdir(), 'mutants-'));
const left = ['node_modules', 'dist', '.git'].map((name) => join(root, name));
let [tried, noticed] = [0, 0];
try {
  cpSync(root, copy, { recursive: true, filter: (path) => !left.includes(path) });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  for (const [file, changes] of Object.entries(mutants))
    for (const [name, from, to] of changes)
      if (values.only === undefined || name.includes(values.only)) mutate(file, name, from, to);
} finally {
  rmSync(copy, { recursive: true, force: true });
}
console.log(`${noticed} of ${tried} noticed`);
process.exitCode = noticed === tried ? 0 : 1;

function mutate(file: string, name: string, from: string, to: string): void {
  const path = join(copy, 'server/src/core/analysis', `${file}.ts`);
  const source = readFileSync(path, 'utf8');
  if (source.split(from).length !== 2)
    throw new Error(`"${from}" stands ${source.split(from).length - 1} times in ${file}.ts.`);
  writeFileSync(
    path,
    source.replace(from, () => to),
  );
  const built = node(['esbuild.mjs', '--production'], {});
  if (built.status !== 0) throw new Error(`${name}: ${built.stderr}`);
  writeFileSync(path, source);
  const args = [join(import.meta.dirname, 'verify.mjs'), '--cases', values.cases, '--first'];
  const { status, stdout } = node(args, { VERIFIED_CLI: join(copy, 'dist/cli.js') });
  const claim = /^FALSE (.*?):/m.exec(stdout)?.[1];
  tried += 1;
  // One that it cannot live with, it notices, too.
  const isNoticed = status !== 0;
  if (isNoticed) noticed += 1;
  console.log(`${isNoticed ? 'noticed' : 'NOT NOTICED'}\t${name}\t${claim ?? (isNoticed ? 'an exception' : '')}`);
}

function node(args: readonly string[], env: Readonly<Record<string, string>>) {
  return spawnSync(process.execPath, args, { cwd: copy, encoding: 'utf8', env: { ...process.env, ...env } });
}
