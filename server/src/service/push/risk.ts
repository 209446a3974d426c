/** Describes how a push affects users, and whether the person must type a name to confirm. Does not import vscode. */
import { t } from '../../core/t.js';
import type { Impact, OtherToggle, Target } from '../../core/protocol.js';
import { whole } from '../../core/targeting/values/shares.js';
import { runPaced } from '../pace.js';
import type { State } from '../../core/targeting/state/state.js';
import { normalised } from '../../core/targeting/state/state.js';
import { firstOf, listOf } from '../../core/targeting/joined.js';
import { word } from '../words/harmless.js';

export interface Risk {
  readonly disables: boolean;
  readonly impact: Impact;
}

/** Computes the impact from the JSON texts of the states before and after. Never rejects. */
export type ImpactOf = (
  target: Target,
  before: string,
  after: string,
  others: readonly OtherToggle[],
) => Promise<Impact>;

export async function computeRisk(impactOf: ImpactOf, target: Target, from: State, to: State): Promise<Risk> {
  const [before, after] = await runPaced(() => [textFor(from), textFor(to)] as const);
  return { disables: disables(from, to), impact: await impactOf(target, before, after, []) };
}

export function disables(from: State, to: State): boolean {
  return to.disabled && !from.disabled;
}

export function textFor(state: State): string {
  return JSON.stringify(normalised(state));
}

/** @returns why a push is refused: a valid file may still break in combination with values that the service keeps */
export function whyBroken({ impact }: Risk): string | undefined {
  return impact.breaks === true ? impact.words : undefined;
}

/** The impact if nothing is known: any value may change. */
export function unknownImpact(): Impact {
  const words = t("It is unknown whether anyone's value changes.");
  return { who: 'unknown', most: whole, words, changes: [], users: [], asked: 0, unknown: 0 };
}

/** True if the value may change for more than `typedShare` percent of the users. */
export function movesMany({ impact }: Risk, typedShare: number): boolean {
  return impact.most > typedShare * 100;
}

export function isGrave(risk: Risk, typedShare: number): boolean {
  return risk.disables || movesMany(risk, typedShare);
}

/** Three paragraphs: affected users (with an example if no user is named), users by name, and other toggles. */
export function impactParagraphs(impact: Impact): readonly (readonly string[])[] {
  const { words, changes, users } = impact;
  const places = changes.map(
    ({ sentence, place, moves }) => sentence ?? t('{0}: {1}', place, listOf(firstOf(moves, 3))),
  );
  const lines = [...new Set(places)];
  // If `words` starts with the first sentence, `words` is left out, because each sentence gets a line of its own.
  const areSaid = lines[0] !== undefined && words.startsWith(lines[0]);
  const churns = changes.flatMap(({ churn }) => churn ?? []);
  const examples = users.length > 0 ? [] : changes.flatMap(({ example }) => example ?? []).slice(0, 1);
  const { title, rows, rest } = usersInWords(impact);
  return [
    [...(areSaid ? [] : [words]), ...firstOf([...lines, ...churns], 8), ...examples],
    [...title, ...rows, ...rest],
    [...requiredLines(impact), ...dependentLines(impact)],
  ];
}

export function impactLines(impact: Impact): readonly string[] {
  return impactParagraphs(impact).flat();
}

/** A short summary. Named users come first, unless all of them change: then the general sentence does. */
export function whoChanges(impact: Impact): string {
  const { rows } = usersInWords(impact);
  const parts = impact.users.length < impact.asked ? [...rows, impact.words] : [impact.words, ...rows];
  return parts.join(' · ');
}

export function impactInShort(impact: Impact): readonly string[] {
  return [impact.words, ...usersLines(impact), ...requiredLines(impact), ...dependentLines(impact)];
}

/** Names required toggles, whose live versions may differ from their files. */
function requiredLines({ required = [] }: Impact): readonly string[] {
  if (required.length === 0) return [];
  const names = listOf(firstOf(required.map(word), 5));
  return [t('Required toggles are evaluated from local files, not from their live versions: {0}.', names)];
}

/** Other toggles that change with this toggle, and the pushed changes that the result takes into account. */
export function dependentLines({
  dependents = [],
  together = [],
  unlisted,
}: Pick<Impact, 'dependents' | 'together' | 'unlisted'>): readonly string[] {
  const words = dependents.map((dependent) => dependent.words);
  const changed = firstOf(together.map(word), 5);
  return [
    ...firstOf(words, 5),
    ...(changed.length === 0 ? [] : [t('The result includes the change to {0}.', listOf(changed))]),
    ...(unlisted === undefined ? [] : [unlisted]),
  ];
}

export function usersLines(impact: CountedUsers): readonly string[] {
  const { title, rows, rest } = usersInWords(impact);
  return [...(rows.length === 0 ? title : title.map((words) => t('{0} {1}', words, rows.join(' · ')))), ...rest];
}

type CountedUsers = Pick<Impact, 'who' | 'users' | 'asked' | 'unknown'>;

function usersInWords({
  who,
  users,
  asked,
  unknown,
}: CountedUsers): Record<'title' | 'rows' | 'rest', readonly string[]> {
  if (who === 'nobody' || asked === 0) return { title: [], rows: [], rest: [] };
  const rest =
    unknown === 0 ? [] : [t('It is unknown whether {0} of {1} users in targeting.users.json change.', unknown, asked)];
  if (users.length === 0)
    return { title: unknown === 0 ? [t('No user in targeting.users.json gets another value.')] : [], rows: [], rest };
  const named = users.map(({ name, from, to }) => ({ name: word(name), change: `${word(from)} → ${word(to)}` }));
  const rows = [...new Set(named.map(({ change }) => change))].map((change) => {
    const names = named.flatMap((user) => (user.change === change ? [user.name] : []));
    return t('{0}: {1}', listOf(firstOf(names, 5)), change);
  });
  return {
    title: [t('{0} of {1} users in targeting.users.json get another value:', users.length, asked)],
    rows: firstOf(rows, 5),
    rest,
  };
}
