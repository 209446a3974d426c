/** Parses regular expressions that all SDKs read alike (evaluation.md 8). Captures and laziness are ignored. */
import type { Characters, Feature } from './regexCharacters.js';
import { classes, complementOf, controls, isAstral, joined, point } from './regexCharacters.js';
import { escapes, groups, isDialectEscape } from './regexDialects.js';
import type { Evaluators } from '../sdks/sdks.js';
import { none } from '../sdks/sdks.js';

export type Part =
  | { readonly kind: 'characters'; readonly characters: Characters }
  | { readonly kind: 'assertion'; readonly what: Assertion }
  | { readonly kind: 'sequence'; readonly parts: readonly Part[] }
  | { readonly kind: 'choice'; readonly parts: readonly Part[] }
  | { readonly kind: 'repeat'; readonly part: Part; readonly least: number; readonly most: number };

export type Assertion = '^' | '$' | 'b' | 'B';

/** `invalid`: no engine compiles the expression. `refusedBy`: SDKs that cannot compile it; other engines may differ. */
export type NotRead = 'invalid' | { readonly refusedBy: Evaluators };

export interface Regex {
  readonly part: Part;
  readonly features: ReadonlySet<Feature>;
}

/** The largest product of nested repetitions that Rust and Go compile. */
const MAX_REPETITIONS = 1_000;
const MAX_GROUP_DEPTH = 100;

export function parseRegex(source: string): Regex | NotRead {
  const parser = new Parser(source);
  try {
    const regex = parser.parse();
    return parser.refusedBy === undefined ? regex : { refusedBy: parser.refusedBy };
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    return error.why === 'invalid' ? 'invalid' : { refusedBy: parser.refusedBy ?? none };
  }
}

class Stop extends Error {
  constructor(readonly why: 'invalid' | 'differs') {
    super(why);
  }
}

class Parser {
  /** SDKs that cannot compile a part read so far; undefined until there is such a part. */
  refusedBy: Evaluators | undefined;
  readonly #characters: readonly string[];
  readonly #features = new Set<Feature>();
  #at = 0;
  #depth = 0;
  /** The product of the nested repetitions in the last part; an enclosing repetition multiplies it further. */
  #repetitions = 1;

  constructor(readonly source: string) {
    this.#characters = Array.from(source);
  }

  parse(): Regex {
    if (!this.source.isWellFormed()) throw new Stop('differs');
    const part = this.#choice();
    if (this.#next !== undefined) throw new Stop('invalid');
    return { part, features: this.#features };
  }

  get #next(): string | undefined {
    return this.#characters[this.#at];
  }

  #take(expected?: string): boolean {
    if (this.#next === undefined || (expected !== undefined && this.#next !== expected)) return false;
    this.#at += 1;
    return true;
  }

  #choice(): Part {
    this.#depth += 1;
    if (this.#depth > MAX_GROUP_DEPTH) throw new Stop('differs');
    const parts = [this.#sequence()];
    let repetitions = this.#repetitions;
    while (this.#take('|')) {
      parts.push(this.#sequence());
      repetitions = Math.max(repetitions, this.#repetitions);
    }
    this.#repetitions = repetitions;
    this.#depth -= 1;
    return { kind: 'choice', parts };
  }

  #sequence(): Part {
    const parts: Part[] = [];
    let repetitions = 1;
    while (this.#next !== undefined && this.#next !== '|' && this.#next !== ')') {
      this.#repetitions = 1;
      parts.push(this.#quantified(this.#atom()));
      repetitions = Math.max(repetitions, this.#repetitions);
    }
    this.#repetitions = repetitions;
    return { kind: 'sequence', parts };
  }

  #quantified(part: Part): Part {
    const bounds = this.#bounds();
    if (bounds === undefined) return part;
    if (part.kind === 'assertion') throw new Stop('differs');
    this.#take('?');
    // Some engines accept `a**` and `a++`.
    if (this.#isRepeated()) throw new Stop('differs');
    const [least, most] = bounds;
    this.#repetitions *= Math.max(1, most === Infinity ? least : most);
    if (this.#repetitions > MAX_REPETITIONS) throw new Stop('differs');
    return { kind: 'repeat', part, least, most };
  }

  #bounds(): readonly [number, number] | undefined {
    if (this.#take('*')) return [0, Infinity];
    if (this.#take('+')) return [1, Infinity];
    if (this.#take('?')) return [0, 1];
    if (this.#next !== '{') return undefined;
    const rest = this.#characters.slice(this.#at, this.#at + 12).join('');
    const [whole, least, comma, most] = /^\{(\d{1,4})(,?)(\d{0,4})\}/.exec(rest) ?? [];
    if (whole === undefined || least === undefined || (comma === '' && most !== '')) throw new Stop('differs');
    this.#at += whole.length;
    const bounds = [Number(least), comma === '' ? Number(least) : most === '' ? Infinity : Number(most)] as const;
    if (bounds[0] > bounds[1]) throw new Stop('invalid');
    return bounds;
  }

  #atom(): Part {
    const character = this.#next ?? '';
    this.#at += 1;
    switch (character) {
      case '(':
        return this.#group();
      case '[':
        return { kind: 'characters', characters: this.#set() };
      case '.':
        this.#features.add('any');
        return { kind: 'characters', characters: { ranges: [point('\n')], isNegated: true } };
      case '^':
        return { kind: 'assertion', what: '^' };
      case '$':
        this.#features.add('end');
        return { kind: 'assertion', what: '$' };
      case '\\':
        return this.#escape();
      case '*':
      case '+':
      case '?':
        throw new Stop('invalid');
      case '{':
      case '}':
      case ']':
        throw new Stop('differs');
      default:
        // Node reads an astral character as two characters, and would repeat only the second.
        if (isAstral(character) && this.#isRepeated()) throw new Stop('differs');
        return { kind: 'characters', characters: { ranges: [point(character)], isNegated: false } };
    }
  }

  #group(): Part {
    if (this.#next === '?' && !this.#takeOneOf(groups)) throw new Stop('differs');
    const part = this.#choice();
    if (!this.#take(')')) throw new Stop('invalid');
    return part;
  }

  /** Skips syntax of a dialect and records its `refusedBy`. Parsing continues, because the rest may be invalid. */
  #takeOneOf(dialects: typeof groups): boolean {
    const rest = this.#characters.slice(this.#at, this.#at + 100).join('');
    for (const { form, refusedBy } of dialects) {
      const taken = form.exec(rest)?.[0];
      if (taken === undefined) continue;
      this.#at += Array.from(taken).length;
      if (refusedBy !== none) this.refusedBy = (this.refusedBy ?? none) | refusedBy;
      return true;
    }
    return false;
  }

  #isRepeated(): boolean {
    return /^[*+?{]$/.test(this.#next ?? '');
  }

  #escape(): Part {
    const character = this.#next;
    if (character === 'b' || character === 'B') {
      this.#at += 1;
      this.#features.add('word');
      return { kind: 'assertion', what: character };
    }
    if (isDialectEscape.test(character ?? '') && this.#takeOneOf(escapes)) return { kind: 'sequence', parts: [] };
    return { kind: 'characters', characters: this.#escaped() };
  }

  /** Reads the character or class after a backslash, inside or outside a set. */
  #escaped(): Characters {
    const character = this.#next;
    if (character === undefined) throw new Stop('invalid');
    this.#at += 1;
    const known = classes[character.toLowerCase()];
    if (known !== undefined) {
      this.#features.add(known.feature);
      const isNegated = character !== character.toLowerCase();
      if (isNegated) this.#features.add('negation');
      return { ranges: known.ranges, isNegated };
    }
    if (character === 'x') return { ranges: [this.#hexadecimal()], isNegated: false };
    const control = controls[character];
    if (control !== undefined) return { ranges: [point(control)], isNegated: false };
    if (!/^[!-/:;=?@[-`{-~ ]$/.test(character)) throw new Stop('differs');
    return { ranges: [point(character)], isNegated: false };
  }

  #hexadecimal(): readonly [number, number] {
    const digits = this.#characters.slice(this.#at, this.#at + 2).join('');
    if (!/^[\da-fA-F]{2}$/.test(digits)) throw new Stop('differs');
    this.#at += 2;
    return point(String.fromCodePoint(parseInt(digits, 16)));
  }

  #set(): Characters {
    const isNegated = this.#take('^');
    if (isNegated) this.#features.add('negation');
    if (this.#next === ']') throw new Stop('differs');
    const ranges: (readonly [number, number])[] = [];
    while (!this.#take(']')) {
      const from = this.#member();
      if (this.#next !== '-' || this.#characters[this.#at + 1] === ']') {
        ranges.push(...from);
        continue;
      }
      this.#at += 1;
      const to = this.#member();
      const [[first, isOne] = [0, -1], [last, isLast] = [0, -1]] = [from[0], to[0]];
      // Engines disagree about a class at one end of a range.
      if (first !== isOne || last !== isLast || from.length > 1 || to.length > 1) throw new Stop('differs');
      if (first > last) throw new Stop('invalid');
      ranges.push([first, last]);
    }
    return { ranges: joined(ranges), isNegated };
  }

  #member(): readonly (readonly [number, number])[] {
    const character = this.#next;
    if (character === undefined) throw new Stop('invalid');
    this.#at += 1;
    if (character === '\\') {
      const { ranges, isNegated } = this.#escaped();
      return isNegated ? complementOf(ranges) : ranges;
    }
    const isDoubled = character === this.#next && /^[&~|-]$/.test(character);
    if (character === '[' || isDoubled || isAstral(character)) throw new Stop('differs');
    return [point(character)];
  }
}
