/** Checks with all users what the product claims of a change or of two environments: who changes, from what to what, and how many. */
import type { Everyone } from './claims.js';
import { everyoneOf, hold, tally } from './claims.js';
import { ruleFor } from './evaluate.js';
import { bucketOf } from './handedOn.js';
import type { User } from './model.js';
import { present } from './model.js';
import type { Outcome, Side } from './outcomes.js';
import { outcomeIn, outcomeOf } from './outcomes.js';
import type { ChangeOfPlace, Dependent, Difference } from './product.js';

const WHOLE = 10_000;
const { counts } = tally;

export function holdDifference(kind: string, before: Side, after: Side, said: Difference): void {
  if (said.isBroken) return;
  const everyone = everyoneOf([before, after]);
  const { users, areAll, combinations } = everyone;
  const { who, most, summary, changes } = said;
  const shares = users.map((user) => shareThatChanges(before, after, user, everyone));
  const [least, largest] = [Math.min(...shares), Math.max(...shares)];
  const words = () =>
    JSON.stringify({ kind, who, most, summary, changes, least, largest, before: before.toggle, after: after.toggle });
  const isEveryone = areAll && combinations.areAll;
  if (who === 'nobody') hold(`${kind}: nobody changes`, largest === 0, words);
  if (summary.startsWith('By the rules, nobody')) hold(`${kind}: nobody changes by the rules`, largest === 0, words);
  const examples = changes.flatMap(({ example }) => (example === undefined ? [] : [example]));
  const shown = examples.map((example) => isChanging(before, after, example));
  for (const [at, isShown] of shown.entries()) hold(`${kind}: an example`, isShown, () => `${examples[at]} ${words()}`);
  if (who === 'somebody' && isEveryone) hold(`${kind}: some users change`, largest > 0 || shown.includes(true), words);
  if (who === 'unknown') counts.unknown += 1;
  if (!combinations.areAll) return;
  hold(`${kind}: at most that share`, isAtMost(largest, most), words);
  holdBounds(kind, summary, [least, largest], words);
  for (const change of changes) holdPlace(kind, [before, after], change, everyone, words);
  if (changes[0]?.sentence !== undefined && summary.startsWith(changes[0].sentence)) {
    const places = new Set(changes.map(({ place }) => placesIn(place).join()));
    const isTold = (user: User) => places.has(`${placeOf(before, user)},${placeOf(after, user)}`);
    const isComplete = users.every((user, at) => shares[at] === 0 || isTold(user));
    hold(`${kind}: nobody else changes`, isComplete, words);
  }
  if (who === 'unknown' || !areAll) return;
  if (Math.abs(largest - most) < 1e-6) counts.exact += 1;
  else counts.bounded += 1;
}

/** Allows for rounding: shares in words have four decimals. */
function isAtMost(a: number, b: number): boolean {
  return a <= b + 0.006;
}

function holdBounds(
  kind: string,
  summary: string,
  [least, largest]: readonly [number, number],
  words: () => string,
): void {
  const share = (text: string | undefined) => Number(text) * 100;
  const exact = /(?<!up to |[\d.])([\d.]+)% of all users(?! change)/.exec(summary)?.[1];
  if (exact !== undefined)
    hold(`${kind}: exactly that share`, isAtMost(largest, share(exact)) && isAtMost(share(exact), least), words);
  if (/changes(?:, too,)? for everyone\.|^Everyone changes from/.test(summary))
    hold(`${kind}: everyone changes`, least > WHOLE - 0.006, words);
  const [, low, high] = /between ([\d.]+)% and ([\d.]+)%/.exec(summary) ?? [];
  if (low !== undefined)
    hold(`${kind}: at least and at most`, isAtMost(share(low), least) && isAtMost(largest, share(high)), words);
}

function placesIn(place: string): readonly string[] {
  const all = place.split(' → ').map((each) => /^Rule (\d+)/.exec(each)?.[1] ?? each.replace(' (perhaps nobody)', ''));
  return all.length === 1 ? [...all, ...all] : all;
}

/** The decider as people count it, if all prerequisites are met. */
function placeOf({ toggle }: Side, user: User): string {
  const rule = ruleFor(toggle, user);
  return toggle.disabled ? 'disabled' : rule === -1 ? 'default' : String(rule + 1);
}

/** Checks that exactly that share of the users who come to a place makes each move. */
function holdPlace(
  kind: string,
  [before, after]: readonly [Side, Side],
  change: ChangeOfPlace,
  everyone: Everyone,
  words: () => string,
) {
  const [from, to] = placesIn(change.place);
  if (
    change.sentence === undefined ||
    from?.startsWith('prerequisite') === true ||
    to?.startsWith('prerequisite') === true
  )
    return;
  const isWhereMet = change.sentence.startsWith('If the prerequisites are met');
  const said = new Map(
    change.moves.map((move) => {
      const [, share = '100', how = move] = /^([\d.]+)%: (.*)$/s.exec(move) ?? [];
      return [normal(how), Number(share) * 100] as const;
    }),
  );
  const found = everyone.users.filter((user) => placeOf(before, user) === from && placeOf(after, user) === to);
  const isPerhaps = change.place.includes('(perhaps nobody)');
  if (!isPerhaps && everyone.areAll) hold(`${kind}: somebody comes there`, found.length > 0, words);
  for (const user of found) {
    const moves = new Map<string, number>();
    let met = 0;
    for (const combination of everyone.combinations.all) {
      const [old, now] = [outcomeOf(before, user, combination), outcomeOf(after, user, combination)];
      if (isWhereMet && (old.decider === 'prerequisite' || now.decider === 'prerequisite')) continue;
      met += combination.share;
      if (old.value === now.value) continue;
      const move = moveInWords([before, old], [after, now]);
      moves.set(move, (moves.get(move) ?? 0) + combination.share);
    }
    // Nobody here meets the prerequisites.
    if (met === 0) continue;
    const all = new Set([...said.keys(), ...moves.keys()]);
    const isSame = [...all].every(
      (move) => Math.abs((said.get(move) ?? 0) - ((moves.get(move) ?? 0) * WHOLE) / met) < 0.006,
    );
    hold(`${kind}: the moves of a place`, isSame, () => `${JSON.stringify([change, [...moves]])} ${words()}`);
  }
}

/** Names, or index, name and value if both names are the same. */
function moveInWords(...sides: readonly (readonly [Side, Outcome])[]): string {
  const variations = sides.map(([{ toggle }, { index = -1 }]) => ({ index, ...toggle.content.variations[index] }));
  const names = variations.map(({ name = 'the default in the code' }) => name);
  if (names[0] !== names[1]) return normal(names.join(' → '));
  return normal(
    variations.map(({ index, name, value }) => `${index} · ${name} (${JSON.stringify(value)})`).join(' → '),
  );
}

function normal(words: string): string {
  return words.replace(/\s+/g, ' ');
}

function shareThatChanges(before: Side, after: Side, user: User, { combinations }: Everyone): number {
  return combinations.all
    .filter((each) => outcomeOf(before, user, each).value !== outcomeOf(after, user, each).value)
    .reduce((sum, { share }) => sum + share, 0);
}

/** Without a key, the claim is about every key. */
function isChanging(before: Side, after: Side, example: string): boolean {
  const attributes = new Map<string, string>();
  const segments = new Set<string>();
  let [keys, now] = [['ada', 'bob', 'eve'], present];
  const part = /(?:(\w+) = |in segment |key )("(?:[^"\\]|\\.)*")|(-?\d+-\d\d-\d\dT[\d:]+Z)/g;
  for (const [text, name, quoted, time] of example.matchAll(part)) {
    const value = quoted === undefined ? '' : (JSON.parse(quoted) as string);
    if (time !== undefined) now = Date.parse(time) / 1_000;
    else if (name !== undefined) attributes.set(name, value);
    else if (text.startsWith('key')) keys = [value];
    else segments.add(value);
  }
  return keys.every((key) => {
    const [old, later] = [before, after].map((side) =>
      outcomeIn(side, { attributes, segments, now }, (toggle) => bucketOf(key, toggle)),
    );
    return old?.value !== later?.value;
  });
}

/** Checks a toggle whose own file does not change: the product reports it with the toggles that it requires, or not at all. */
export function holdDependent(before: Side, after: Side, said: Dependent | undefined): void {
  const everyone = everyoneOf([before, after]);
  const shares = everyone.users.map((user) => shareThatChanges(before, after, user, everyone));
  const [least, largest] = [Math.min(...shares), Math.max(...shares)];
  const words = () => JSON.stringify({ said, least, largest, before: before.toggle, after: after.toggle });
  if (said === undefined) hold('dependents: nobody changes', largest === 0, words);
  if (said === undefined || !everyone.combinations.areAll) return;
  hold('dependents: at most that share', isAtMost(largest, said.most), words);
  if (said.who === 'somebody' && everyone.areAll) hold('dependents: some users change', largest > 0, words);
  holdBounds('dependents', said.words, [least, largest], words);
}
