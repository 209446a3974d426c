/** Compares our merges with those of `git merge-file` for random changes of both sides: 5,000 in the slow suite. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { mergedText } from '../../../server/src/core/features/merge/mergedText.js';
import type { Plain, State } from '../../../server/src/core/targeting/state/state.js';
import { asObject, listIn, sameState } from '../../../server/src/core/targeting/state/state.js';
import { random } from '../../fuzz/random.js';
import { temporaryFolder } from '../../support/folder.js';
import type { MergeCase } from '../../support/mergeCases.js';
import { bothAdd, mergeCase, mistakesIn, mixesOneRule } from '../../support/mergeCases.js';
import { rounds } from '../../support/rounds.js';

const SEED = 32;
const runs = rounds(5_000);

interface Merge {
  readonly text: string;
  readonly conflicts: number;
}

interface Outcome {
  readonly sides: MergeCase;
  readonly ours: Merge;
  readonly lines: Merge;
  /** Changes that the merge of lines loses, doubles or mixes up; empty if it has conflicts. */
  readonly mistakes: readonly string[];
  readonly why: string;
}

describe(`${runs} random merges`, () => {
  const outcomes: Outcome[] = [];

  beforeAll(
    () => {
      const folder = temporaryFolder();
      const chance = random(SEED);
      for (let run = 0; run < runs; run += 1) {
        const sides = mergeCase(chance);
        const ours = mergedText(sides, { ours: 'ours', theirs: 'theirs', size: 7 });
        if (ours === undefined) throw new Error('Both sides can be read.');
        const lines = linesMerged(sides, fileURLToPath(folder.uri('.')));
        const mistakes = lines.conflicts === 0 ? mistakesIn(lines.text, sides) : [];
        const why = `seed ${SEED}, case ${run}\n${Object.values(sides).join('')}ours:\n${ours.text}\nlines:\n${lines.text}`;
        outcomes.push({ sides, ours, lines, mistakes, why });
      }
      folder.dispose();
    },
    300_000 + runs * 300,
  );

  it('include enough cases of each kind', () => {
    const clean = outcomes.filter(({ lines }) => lines.conflicts === 0);
    const right = clean.filter(({ mistakes }) => mistakes.length === 0);
    const ours = outcomes.filter((each) => each.ours.conflicts === 0);
    expect(right.length).toBeGreaterThan(runs / 5);
    expect(outcomes.length - clean.length).toBeGreaterThan(runs / 20);
    expect(outcomes.length - ours.length).toBeGreaterThan(runs / 50);
  });

  it('have no conflicts and the same effect as Git if Git merges cleanly and correctly', () => {
    for (const { sides, ours, lines, mistakes, why } of outcomes) {
      if (lines.conflicts > 0 || mistakes.length > 0) continue;
      expect(ours.conflicts, why).toBe(0);
      // If both add a rule, the order of the two new rules is open.
      const asked = bothAdd(sides) ? sortedIn : stateIn;
      expect(sameState(asked(ours.text), asked(lines.text)), why).toBe(true);
    }
  });

  it('have no more conflicts than Git, unless Git loses, duplicates or mixes up rules', () => {
    for (const { sides, ours, lines, mistakes, why } of outcomes)
      if (mistakes.length === 0 && !mixesOneRule(sides))
        expect(ours.conflicts, why).toBeLessThanOrEqual(lines.conflicts);
  });

  it('contain the changes of both sides if they have no conflicts', () => {
    for (const { ours, sides, why } of outcomes)
      if (ours.conflicts === 0) expect(mistakesIn(ours.text, sides), why).toEqual([]);
  });
});

function linesMerged(sides: MergeCase, folder: string): Merge {
  for (const [name, text] of Object.entries(sides)) writeFileSync(join(folder, name), text);
  let conflicts = 0;
  try {
    execFileSync('git', ['merge-file', '--quiet', 'ours', 'base', 'theirs'], { cwd: folder, stdio: 'ignore' });
  } catch (error) {
    conflicts = (error as { readonly status: number }).status;
  }
  return { text: readFileSync(join(folder, 'ours'), 'utf8'), conflicts };
}

/** Ignores the order of rules, which `mistakesIn` checks. */
function sortedIn(text: string): State {
  const { disabled, content } = stateIn(text);
  const rules = listIn(content, 'rules').toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  return { disabled, content: { ...content, rules } };
}

function stateIn(text: string): State {
  const file = JSON.parse(text) as Plain;
  return { disabled: false, content: asObject(file['content']) ?? {} };
}
