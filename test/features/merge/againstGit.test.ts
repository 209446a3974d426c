/**
 * Merges beside those of `git merge-file`: where Git merges the lines without a conflict into a valid file, ours says the same, unless a rule moved, and ours
 * never has more conflicts. 300 made-up cases; `CASES=5000` tries more.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { mergedText } from '../../../server/src/features/merge/mergedText.js';
import type { Plain, State } from '../../../server/src/targeting/state/state.js';
import { asObject, sameState } from '../../../server/src/targeting/state/state.js';
import type { Random } from '../../fuzz/random.js';
import { random } from '../../fuzz/random.js';
import { temporaryFolder } from '../../support/folder.js';

const SEED = 32;
const cases = Number(process.env['CASES'] ?? 300);

interface Rule {
  /** Stays when it is renamed. */
  readonly id: string;
  readonly name: string;
  readonly conditions: readonly { readonly objects: readonly string[] }[];
  readonly select: number;
}

test(`${cases} merges have no more conflicts than those of lines, and say the same where these are clean`, () => {
  const folder = temporaryFolder();
  onTestFinished(() => folder.dispose());
  const chance = random(SEED);
  const count = { clean: 0, conflicts: 0 };
  for (let run = 0; run < cases; run += 1) {
    const base = Array.from({ length: 2 + chance.below(5) }, (_, index) => ruleOf(`r${index}`, chance));
    const [mine, others] = [changeOf(base, 'ours', chance, kinds), changeOf(base, 'theirs', chance, kindsBeside)];
    const [ours, theirs] = [applied(base, mine), applied(base, others)];
    const sides = { base: textOf(base), ours: textOf(ours), theirs: textOf(theirs) };
    const merged = mergedText(sides, { ours: 'ours', theirs: 'theirs', size: 7 });
    const lines = linesMerged(sides, fileURLToPath(folder.uri('.')));
    const why = `seed ${SEED}, case ${run}\n${sides.base}\n${sides.ours}\n${sides.theirs}\nours:\n${merged?.text}\nlines:\n${lines.text}`;
    expect(merged?.conflicts ?? Infinity, why).toBeLessThanOrEqual(lines.conflicts);
    if (lines.conflicts > 0) {
      count.conflicts += 1;
      continue;
    }
    count.clean += 1;
    // Beside a moved rule, lines are merged into the wrong one without a conflict.
    if (mine.kind !== 'move') expect(sameState(stateIn(merged?.text ?? ''), stateIn(lines.text)), why).toBe(true);
  }
  expect(count.clean).toBeGreaterThan(cases / 4);
  expect(count.conflicts).toBeGreaterThan(cases / 20);
});

function ruleOf(name: string, chance: Random): Rule {
  const objects = Array.from({ length: 1 + chance.below(3) }, (_, index) => `${name}-${index}`);
  return { id: name, name, conditions: [{ objects }], select: chance.below(2) };
}

const kinds = ['rename', 'move', 'insert', 'delete', 'serve', 'object'] as const;
/** Where both sides move rules, ours is a conflict, whichever they move. */
const kindsBeside = kinds.filter((kind) => kind !== 'move');

/** A rename, move, insert, delete or edit of the rule that has the identity. */
interface Change {
  readonly kind: (typeof kinds)[number];
  readonly id: string;
  readonly by: string;
  /** The place that a moved rule gets. */
  readonly to: number;
  /** For an insertion. */
  readonly added: Rule;
}

function changeOf(rules: readonly Rule[], by: string, chance: Random, wanted: readonly Change['kind'][]): Change {
  const { id } = rules[chance.below(rules.length)] ?? ruleOf('none', chance);
  const to = chance.below(rules.length);
  return { kind: chance.pick(wanted), id, by, to, added: ruleOf(`new by ${by}`, chance) };
}

function applied(rules: readonly Rule[], { kind, id, by, to, added }: Change): readonly Rule[] {
  const all = [...rules];
  const at = all.findIndex((rule) => rule.id === id);
  const rule = all[at];
  if (rule === undefined) return kind === 'insert' ? [added, ...all] : all;
  switch (kind) {
    case 'rename':
      all[at] = { ...rule, name: `${rule.name} by ${by}` };
      return all;
    case 'move':
      all.splice(at, 1);
      all.splice(to, 0, rule);
      return all;
    case 'insert':
      all.splice(at, 0, added);
      return all;
    case 'delete':
      all.splice(at, 1);
      return all;
    case 'serve':
      all[at] = { ...rule, select: 2 };
      return all;
    case 'object':
      all[at] = { ...rule, conditions: [{ objects: [...(rule.conditions[0]?.objects ?? []), `by ${by}`] }] };
      return all;
  }
}

function textOf(rules: readonly Rule[]): string {
  const written = rules.map(({ name, conditions, select }) => ({
    name,
    conditions: conditions.map(({ objects }) => ({ type: 'string', subject: 's', predicate: 'is one of', objects })),
    serve: { select },
  }));
  const variations = ['a', 'b', 'c'].map((value) => ({ value }));
  return `${JSON.stringify({ content: { rules: written, variations } }, undefined, 2)}\n`;
}

/** @param folder where it may write */
function linesMerged(sides: Readonly<Record<'base' | 'ours' | 'theirs', string>>, folder: string) {
  for (const [name, text] of Object.entries(sides)) writeFileSync(join(folder, name), text);
  try {
    execFileSync('git', ['merge-file', '--quiet', 'ours', 'base', 'theirs'], { cwd: folder, stdio: 'ignore' });
    return { text: readFileSync(join(folder, 'ours'), 'utf8'), conflicts: 0 };
  } catch (error) {
    const { status } = error as { readonly status: number };
    return { text: readFileSync(join(folder, 'ours'), 'utf8'), conflicts: status };
  }
}

function stateIn(text: string): State {
  const file = JSON.parse(text) as Plain;
  return { disabled: false, content: asObject(file['content']) ?? {} };
}
