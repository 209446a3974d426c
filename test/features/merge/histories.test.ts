/** Tests random merges: they match mergeStates or have markers, and no side of a conflict serves what neither side meant. */
import { expect, test } from 'vitest';
import { mergeStates } from '../../../server/src/core/targeting/state/mergeStates.js';
import type { Plain, State } from '../../../server/src/core/targeting/state/state.js';
import { asObject, listIn, normalised, sameState } from '../../../server/src/core/targeting/state/state.js';
import { mergedText } from '../../../server/src/core/features/merge/mergedText.js';
import { parse } from '../../../server/src/core/json/document.js';
import { random } from '../../fuzz/random.js';
import { resolved } from '../../support/conflicts.js';
import type { History } from '../../support/histories.js';
import { history } from '../../support/histories.js';
import { rounds } from '../../support/rounds.js';

const runs = rounds(5_000);
const labels = { ours: 'ours', theirs: 'theirs', size: 7 };

test('random merges match mergeStates or have markers, and serves never change their meaning', () => {
  const chance = random(21);
  const count = { clean: 0, contested: 0, cautious: 0 };
  for (let run = 0; run < runs; run += 1) {
    const sides = history(chance);
    const merged = mergedText(sides, labels);
    if (merged === undefined) throw new Error('Both sides can be read.');
    const [base, yours, theirs] = [sides.base, sides.ours, sides.theirs].map(stateIn) as [State, State, State];
    const wanted = mergeStates({ base, theirs, yours });
    const isContested = !sameState(wanted, mergeStates({ base, theirs, yours }, [], 'theirs'));
    const why = () => `${run}\n${sides.base}\n${sides.ours}\n${sides.theirs}\n${merged.text}`;
    if (merged.conflicts === 0) {
      expect(isContested, why()).toBe(false);
      expect(normalised(stateIn(merged.text)), why()).toEqual(wanted);
      count.clean += 1;
    } else count[isContested ? 'contested' : 'cautious'] += 1;
    const sidesTaken: readonly (() => 'ours' | 'theirs')[] = [
      () => 'ours',
      () => 'theirs',
      () => chance.pick(['ours', 'theirs'] as const),
    ];
    for (const take of sidesTaken) expect(mistakesIn(resolved(merged.text, take), sides), why()).toEqual([]);
  }
  // A merge is rarely more careful than needed.
  expect(count.clean).toBeGreaterThan(runs * 0.7);
  expect(count.contested).toBeGreaterThan(runs * 0.1);
  expect(count.cautious).toBeLessThan(runs * 0.075);
});

function stateIn(text: string): State {
  const file = JSON.parse(text) as Plain;
  return { disabled: file['disabled'] === true, content: asObject(file['content']) ?? {} };
}

/** Serves with a meaning of neither side, and rules of all versions that are lost or doubled. */
function mistakesIn(text: string, { base, ours, theirs }: History): readonly string[] {
  const known = [meanings(ours, base), meanings(theirs, base)];
  if (parse(text).syntaxProblems.length > 0) return [`no JSON: ${text}`];
  const [names, ...others] = [text, base, ours, theirs].map(namesIn);
  const everywhere = (others[0] ?? []).filter((name) =>
    others.every((each) => each.filter((one) => one === name).length === 1),
  );
  const odd = everywhere.filter((name) => names?.filter((one) => one === name).length !== 1);
  const places = meanings(text, base);
  // If one side renamed a rule, the other means it by the old name, or by a name that several rules share.
  const isNoPlace = (at: string) => !places.has(at) || new Set(others[0]).size < (others[0]?.length ?? 0);
  const strangers = [...places].flatMap(([place, meant]) =>
    known.some((each) =>
      [...each].some(([at, means]) => (at === place || isNoPlace(at)) && [...means].some((one) => meant.has(one))),
    )
      ? []
      : [`${place}: ${[...meant].join()}`],
  );
  return [...strangers, ...odd];
}

function namesIn(text: string): readonly string[] {
  return listIn(stateIn(text).content, 'rules').map((rule) => String(asObject(rule)?.['name']));
}

/** What each place serves, by the variation's name in the base, or else its value. Rules with the same name are one place. */
function meanings(text: string, base: string): ReadonlyMap<string, ReadonlySet<string>> {
  const [content, before] = [text, base].map((each) => stateIn(each).content) as [Plain, Plain];
  const [variations, known] = [content, before].map((each) => listIn(each, 'variations').map(asObject));
  const found = new Map<string, Set<string>>();
  const identityAt = (index: number): unknown => {
    const [name, value] = [variations?.[index]?.['name'], variations?.[index]?.['value']];
    const isOne = (key: string, is: unknown) => known?.find((each) => is !== undefined && each?.[key] === is);
    return (isOne('name', name) ?? isOne('value', value))?.['value'] ?? value;
  };
  const learn = (place: string, serve: unknown) => {
    if (serve === undefined) return;
    const { select, split } = asObject(serve) ?? {};
    const parts = Array.isArray(split)
      ? split.map((share, index) => `${String(identityAt(index))} ${share}`).filter((part) => !part.endsWith(' 0'))
      : [String(identityAt(Number(select)))];
    found.set(place, (found.get(place) ?? new Set()).add(parts.sort().join()));
  };
  learn('default', content['defaultServe']);
  learn('disabled', content['disabledServe']);
  for (const rule of listIn(content, 'rules'))
    learn(`rule ${String(asObject(rule)?.['name'])}`, asObject(rule)?.['serve']);
  return found;
}
