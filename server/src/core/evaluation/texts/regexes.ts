/** Searches text with regular expressions if all SDKs agree on the result (evaluation.md 8), without backtracking. */
import { Budget, STEPS_FOR_A_USER } from '../../budget.js';
import { countBefore } from '../../json/search.js';
import type { Characters, Feature } from './regexCharacters.js';
import { classes } from './regexCharacters.js';
import type { Assertion, Part } from './regexParser.js';
import { parseRegex } from './regexParser.js';
import type { Evaluators } from '../sdks/sdks.js';
import { all, none } from '../sdks/sdks.js';

/** `invalid`: no engine compiles the expression. `differs`: engines may disagree, or the search takes too long. */
export type Search = (text: string, budget?: Budget) => boolean | 'invalid' | 'differs';

/** Maximum number of steps of an expression, with repetitions expanded. */
const MAX_STATES = 20_000;
/** Maximum number of steps of a search, which take a few milliseconds. */
const STEPS_FOR_A_SEARCH = 200_000;

export interface Expression {
  readonly search: Search;
  /** SDKs whose engines certainly cannot compile the expression. */
  readonly refusedBy: Evaluators;
}

export function searchFor(source: string, { mostStates = MAX_STATES }: { readonly mostStates?: number } = {}): Search {
  return expressionOf(source, mostStates).search;
}

export function expressionOf(source: string, mostStates = MAX_STATES): Expression {
  const regex = parseRegex(source);
  if (regex === 'invalid') return { search: () => regex, refusedBy: all };
  if ('refusedBy' in regex) return { search: () => 'differs', refusedBy: regex.refusedBy };
  const steps: Step[] = [];
  if (!emit(regex.part, steps) || steps.length > mostStates) return { search: () => 'differs', refusedBy: none };
  steps.push({ kind: 'match' });
  const search: Search = (text, budget = new Budget(STEPS_FOR_A_USER)) =>
    budget.spend(text.length) && isReadAlike(text, regex.features) ? run(steps, text, budget) : 'differs';
  return { search, refusedBy: none };
}

/** A step of a compiled expression. A `fork` continues at its targets, other steps continue at the next step. */
export type Step =
  | { readonly kind: 'characters'; readonly characters: Characters }
  | { readonly kind: 'assertion'; readonly what: Assertion }
  | { readonly kind: 'fork'; targets: readonly number[] }
  | { readonly kind: 'match' };

/** Appends a part to the steps. @returns false if there are too many steps */
export function emit(part: Part, steps: Step[]): boolean {
  if (steps.length > MAX_STATES) return false;
  switch (part.kind) {
    case 'characters':
    case 'assertion':
      steps.push(part);
      return true;
    case 'sequence':
      return part.parts.every((each) => emit(each, steps));
    case 'choice':
      return emitChoice(part.parts, steps);
    case 'repeat':
      return emitRepeat(part.part, part.least, part.most, steps);
  }
}

function emitChoice(parts: readonly Part[], steps: Step[]): boolean {
  const fork = { kind: 'fork' as const, targets: [] as number[] };
  steps.push(fork);
  const ends: { targets: readonly number[] }[] = [];
  for (const part of parts) {
    fork.targets.push(steps.length);
    if (!emit(part, steps)) return false;
    const end = { kind: 'fork' as const, targets: [] as readonly number[] };
    ends.push(end);
    steps.push(end);
  }
  for (const end of ends) end.targets = [steps.length];
  return true;
}

function emitRepeat(part: Part, least: number, upTo: number, steps: Step[]): boolean {
  for (let count = 0; count < least; count += 1) if (!emit(part, steps)) return false;
  if (upTo === Infinity) {
    const fork = { kind: 'fork' as const, targets: [] as readonly number[] };
    const start = steps.push(fork) - 1;
    if (!emit(part, steps)) return false;
    steps.push({ kind: 'fork', targets: [start] });
    fork.targets = [start + 1, steps.length];
    return true;
  }
  for (let count = least; count < upTo; count += 1) {
    const fork = { kind: 'fork' as const, targets: [] as readonly number[] };
    const start = steps.push(fork) - 1;
    if (!emit(part, steps)) return false;
    fork.targets = [start + 1, steps.length];
  }
  return true;
}

/** Whether all engines read the text alike if an expression has these features. */
function isReadAlike(text: string, features: ReadonlySet<Feature>): boolean {
  if (!text.isWellFormed()) return false;
  if (features.has('end') && /[\n\r\x85\u2028\u2029]$/.test(text)) return false;
  if (features.has('any') && /[\r\x85\u2028\u2029]/.test(text)) return false;
  if ((features.has('any') || features.has('negation')) && /[\ud800-\udfff]/.test(text)) return false;
  if (features.has('blank') && /[\x0b\x1c-\x1f]/.test(text)) return false;
  const hasClasses = features.has('word') || features.has('blank') || features.has('digit');
  return !hasClasses || !/[^\0-\x7f]/.test(text);
}

function run(steps: readonly Step[], text: string, budget: Budget): boolean | 'differs' {
  const points = pointsOf(text);
  const own = new Budget(STEPS_FOR_A_SEARCH);
  let here = new States(steps.length);
  let behind = new States(steps.length);
  for (let at = 0; at <= points.length; at += 1) {
    const point = points[at];
    // A match may begin anywhere.
    here.add(0);
    for (let index = 0; index < here.count; index += 1) {
      const state = here.all[index] ?? 0;
      const step = steps[state];
      if (step?.kind === 'match') return true;
      if (step?.kind === 'fork') for (const target of step.targets) here.add(target);
      else if (step?.kind === 'characters') {
        if (point !== undefined && isOneOf(step.characters, point)) behind.add(state + 1);
      } else if (step !== undefined && holds(step.what, points, at)) here.add(state + 1);
    }
    if (!own.spend(here.count) || !budget.spend(here.count)) return 'differs';
    const followed = here;
    here = behind;
    behind = followed;
    behind.clear();
  }
  return false;
}

/** The states reached at one position, without duplicates. */
export class States {
  readonly all: Uint32Array;
  count = 0;
  /** The value of `#time` when each state was last added; `clear` advances `#time`. */
  readonly #since: Uint32Array;
  #time = 1;

  constructor(most: number) {
    this.all = new Uint32Array(most);
    this.#since = new Uint32Array(most);
  }

  add(state: number): void {
    if (this.#since[state] === this.#time) return;
    this.#since[state] = this.#time;
    this.all[this.count] = state;
    this.count += 1;
  }

  clear(): void {
    this.count = 0;
    this.#time += 1;
  }
}

function pointsOf(text: string): readonly number[] {
  const points: number[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const point = text.codePointAt(at) ?? 0;
    if (point > 0xffff) at += 1;
    points.push(point);
  }
  return points;
}

function holds(what: Assertion, points: readonly number[], at: number): boolean {
  if (what === '^') return at === 0;
  if (what === '$') return at === points.length;
  const isBetween = isWord(points[at - 1]) !== isWord(points[at]);
  return what === 'b' ? isBetween : !isBetween;
}

const word: Characters = { ranges: classes['w']?.ranges ?? [], isNegated: false };

export function isWord(point: number | undefined): boolean {
  return point !== undefined && isOneOf(word, point);
}

export function isOneOf({ ranges, isNegated }: Characters, point: number): boolean {
  // Only the last range that begins at or before the point can contain it.
  const last = ranges[countBefore(ranges, ([first]) => first <= point) - 1];
  return (last !== undefined && point <= last[1]) !== isNegated;
}
