/**
 * Automata that read the same text in parallel, one UTF-16 unit at a time. Each automaton looks for a pattern anywhere
 * in the text. The joint states are finite, so a few sample texts show every combination of patterns that can match.
 */
import type { Assertion, Part } from '../../evaluation/texts/regexParser.js';
import type { Step } from '../../evaluation/texts/regexes.js';
import { emit, isOneOf, isWord, States } from '../../evaluation/texts/regexes.js';

/** A text, and whether each automaton has found a match in it. */
export interface Reading {
  readonly text: string;
  readonly found: readonly boolean[];
}

/** Thrown if there are too many states, or if the search takes too long. */
export class LimitExceeded extends Error {}

const MAX_STEPS = 100_000;

/** The kind of a neighboring character: `unsure` beyond ASCII, where engines disagree about word characters. */
type Kind = 'nothing' | 'word' | 'other' | 'unsure';

interface Unit {
  readonly unit: number;
  readonly kind: Kind;
}

/** The state of all automata after reading a text. */
interface Place {
  readonly text: string;
  readonly last: Kind;
  readonly states: readonly number[];
  readonly found: readonly boolean[];
}

export class Automata {
  readonly #steps: Step[] = [];
  /** Index of the automaton to which each step belongs. */
  readonly #owners: number[] = [];
  readonly #starts: number[] = [];
  readonly #areWide: boolean[] = [];
  #looksBeside = false;
  #spent = 0;

  get spent(): number {
    return this.#spent;
  }

  /** @param isWide whether to include matches that engines disagree about */
  add(part: Part, isWide = false): void {
    this.#starts.push(this.#steps.length);
    this.#areWide.push(isWide);
    if (!emit(part, this.#steps)) throw new LimitExceeded();
    this.#steps.push({ kind: 'match' });
    for (const step of this.#steps.slice(this.#owners.length)) {
      this.#owners.push(this.#starts.length - 1);
      if (step.kind === 'assertion' && (step.what === 'b' || step.what === 'B')) this.#looksBeside = true;
    }
  }

  /** Yields texts that together show every possible combination of matches. Shorter texts come first. */
  *readings(): Generator<Reading> {
    const units = this.#units();
    const accepts = this.#steps.map((step) =>
      step.kind === 'characters' ? units.map(({ unit }) => isOneOf(step.characters, unit)) : [],
    );
    const kinds = [...new Set(units.map(({ kind }) => kind))];
    const reached = new States(this.#steps.length);
    const found = this.#starts.map(() => false);
    const places: Place[] = [{ text: '', last: 'nothing', states: [], found }];
    const seen = new Set<string>();
    // The loop also visits the places that its body appends.
    for (const place of places) {
      yield { text: place.text, found: this.#goOn(place, 'nothing', reached).found };
      const before = new Map(kinds.map((kind) => [kind, this.#goOn(place, kind, reached)]));
      for (const [index, { unit, kind }] of units.entries()) {
        const { waiting, found: own, name } = before.get(kind) ?? { waiting: [], found, name: '' };
        const states = waiting.filter((state) => accepts[state]?.[index] === true).map((state) => state + 1);
        this.spend(1 + waiting.length);
        const id = `${kind} ${name} ${states.join(' ')}`;
        if (seen.has(id)) continue;
        seen.add(id);
        places.push({ text: place.text + String.fromCharCode(unit), last: kind, states, found: own });
      }
    }
  }

  spend(steps: number): void {
    this.#spent += steps;
    if (this.#spent > MAX_STEPS) throw new LimitExceeded();
  }

  /** Computes the matches so far, and the sorted states that wait for the next UTF-16 unit. */
  #goOn({ text, last, states, found: before }: Place, next: Kind, reached: States) {
    const found = [...before];
    const isFound = (state: number) => found[this.#owners[state] ?? 0] === true;
    for (const state of states) reached.add(state);
    // A match may begin anywhere.
    for (const state of this.#starts) reached.add(state);
    for (let index = 0; index < reached.count; index += 1) {
      const state = reached.all[index] ?? 0;
      const step = this.#steps[state];
      const owner = this.#owners[state] ?? 0;
      if (step === undefined || isFound(state)) continue;
      if (step.kind === 'match') found[owner] = true;
      else if (step.kind === 'fork') for (const target of step.targets) reached.add(target);
      else if (step.kind === 'assertion' && holds(step.what, text, last, next, this.#areWide[owner] === true))
        reached.add(state + 1);
    }
    this.spend(reached.count + found.length);
    const waiting = Array.from(reached.all.subarray(0, reached.count)).filter(
      (state) => this.#steps[state]?.kind === 'characters' && !isFound(state),
    );
    reached.clear();
    return { found, waiting: waiting.sort((a, b) => a - b), name: found.map(Number).join('') };
  }

  /** A representative, readable unit for each set of units that all automata treat alike. */
  #units(): readonly Unit[] {
    const all = this.#steps.flatMap((step) => (step.kind === 'characters' ? [step.characters] : []));
    const sets = [...new Map(all.map((each) => [JSON.stringify(each.ranges), each])).values()];
    const borders = sets.flatMap(({ ranges }) => ranges.flatMap(([first, last]) => [first, last + 1]));
    const candidates = [...new Set([...preferredUnits, 0x80, ...borders])].filter((unit) => unit <= 0xffff);
    this.spend(candidates.length * sets.length);
    const units = new Map<string, Unit>();
    for (const unit of candidates) {
      const kind = this.#looksBeside ? kindOf(unit) : 'other';
      const name = kind + sets.map((set) => (isOneOf(set, unit) ? '1' : '0')).join('');
      if (!units.has(name)) units.set(name, { unit, kind });
    }
    return [...units.values()];
  }
}

/** ASCII in order of preference: lowercase letters, uppercase letters, digits and so on. */
const preferredUnits = Array.from({ length: 0x80 }, (_, index) => (0x80 + 0x7a - index) % 0x80);

function kindOf(unit: number): Kind {
  return unit >= 0x80 ? 'unsure' : isWord(unit) ? 'word' : 'other';
}

function holds(what: Assertion, text: string, last: Kind, next: Kind, isWide: boolean): boolean {
  if (what === '^') return text === '';
  if (what === '$') return next === 'nothing';
  if (last === 'unsure' || next === 'unsure') return isWide;
  return ((last === 'word') !== (next === 'word')) === (what === 'b');
}
