/** Which combinations of answers a text can get from conditions, each with a shortest text. */
import type { Part } from '../../evaluation/texts/regexParser.js';
import { parseRegex } from '../../evaluation/texts/regexParser.js';
import { searchFor } from '../../evaluation/texts/regexes.js';
import { Automata, TooMuch } from './automata.js';
import { boundsOf, end, literal, start } from './regexBounds.js';

/** What a condition compares with: a whole text or a piece of it. */
export type Piece = 'whole' | 'prefix' | 'suffix' | 'part' | 'regex';

/** Of regular expressions, those that all engines read alike, but for some texts. */
export type Pieces = Readonly<Record<Piece, ReadonlySet<string>>>;

/** Texts that conditions treat alike, none of them listed. */
export interface Atom {
  /** The shortest one. */
  readonly text: string;
  /** The pieces that they have, by `nameOf`. */
  readonly found: ReadonlySet<string>;
  /** Whether that is so for all engines, the text is not listed, and the evaluator can tell what is found in it. */
  readonly isShown: boolean;
}

export interface Atoms {
  readonly atoms: readonly Atom[];
  /** How much was done to find them. */
  readonly steps: number;
}

const MAX_ATOMS = 1_024;
/** Of more, one may be the only text of an atom. */
const MAX_LISTED = 64;

export function nameOf(piece: Piece, object: string): string {
  return `${piece} ${object}`;
}

/** @returns undefined where there are too many, or finding them takes too long */
export function atomsOf(pieces: Pieces): Atoms | undefined {
  try {
    return allAtomsOf(pieces);
  } catch (error) {
    if (error instanceof TooMuch) return undefined;
    throw error;
  }
}

/** What an automaton looks for. */
interface Sought {
  readonly name: string;
  /** Engines differ about it: each may say yes or no. */
  readonly isUnsure: boolean;
  readonly part: Part;
}

function allAtomsOf(pieces: Pieces): Atoms {
  const sought = soughtBy(pieces);
  const searches = Array.from(pieces.regex, (source) => searchFor(source));
  const automata = new Automata();
  for (const { part, isUnsure } of sought) automata.add(part, isUnsure);
  const atoms = new Map<string, Atom>();
  for (const { text, found } of automata.readings()) {
    const all = sought.filter((_, index) => found[index]);
    const sure = new Set(all.flatMap(({ name, isUnsure }) => (isUnsure ? [] : [name])));
    const unsure = all.flatMap(({ name, isUnsure }) => (isUnsure && !sure.has(name) ? [name] : []));
    if (sure.has(listed)) continue;
    automata.spend(2 ** unsure.length);
    const isShown = () =>
      unsure.length === 0 && !pieces.whole.has(text) && searches.every((search) => typeof search(text) === 'boolean');
    for (const also of subsetsOf(unsure)) {
      const atom = [...sure, ...also].sort();
      const name = JSON.stringify(atom);
      const known = atoms.get(name);
      if (known === undefined || (!known.isShown && isShown()))
        atoms.set(name, { text, found: new Set(atom), isShown: isShown() });
    }
    if (atoms.size > MAX_ATOMS) throw new TooMuch();
  }
  return { atoms: [...atoms.values()], steps: automata.spent };
}

const listed = 'listed';

function soughtBy({ whole, prefix, suffix, part, regex }: Pieces): readonly Sought[] {
  const surely = (name: string, ...parts: readonly Part[]): Sought => ({ name, isUnsure: false, part: inTurn(parts) });
  const texts = whole.size > MAX_LISTED ? [] : Array.from(whole, literal);
  return [
    surely(listed, start, { kind: 'choice', parts: texts }, end),
    ...Array.from(prefix, (text) => surely(nameOf('prefix', text), start, literal(text))),
    ...Array.from(suffix, (text) => surely(nameOf('suffix', text), literal(text), end)),
    ...Array.from(part, (text) => surely(nameOf('part', text), literal(text))),
    ...Array.from(regex, regexSought).flat(),
  ];
}

function inTurn(parts: readonly Part[]): Part {
  return { kind: 'sequence', parts };
}

function regexSought(source: string): readonly Sought[] {
  const regex = parseRegex(source);
  if (typeof regex === 'string' || 'refusedBy' in regex) return [];
  const name = nameOf('regex', source);
  const bounds = boundsOf(regex);
  if (bounds === undefined) return [{ name, isUnsure: true, part: literal('') }];
  const [narrow, wide] = bounds;
  const isExact = !regex.features.has('word') && JSON.stringify(narrow) === JSON.stringify(wide);
  const sure = { name, isUnsure: false, part: narrow };
  return isExact ? [sure] : [sure, { name, isUnsure: true, part: wide }];
}

/** The first one is empty. */
export function subsetsOf(names: readonly string[]): readonly (readonly string[])[] {
  return names.reduce<readonly (readonly string[])[]>(
    (chosen, name) => [...chosen, ...chosen.map((each) => [...each, name])],
    [[]],
  );
}
