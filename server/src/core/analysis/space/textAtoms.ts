/** Finds all combinations of answers that conditions can give for a text, each with a short sample text. */
import type { Part } from '../../evaluation/texts/regexParser.js';
import { parseRegex } from '../../evaluation/texts/regexParser.js';
import { searchFor } from '../../evaluation/texts/regexes.js';
import { Automata, LimitExceeded } from './automata.js';
import { boundsOf, end, literal, start } from './regexBounds.js';

/** The part of an attribute's text with which an object is compared. */
export type Piece = 'whole' | 'prefix' | 'suffix' | 'part' | 'regex';

/** Objects by piece. All engines parse the expressions in `regex` alike, although matches may differ for some texts. */
export type Pieces = Readonly<Record<Piece, ReadonlySet<string>>>;

/** A set of unlisted texts that all conditions treat alike. */
export interface Atom {
  readonly text: string;
  /** Names of the pieces that these texts contain, as `nameOf` returns them. */
  readonly found: ReadonlySet<string>;
  /** Whether `text` is unlisted, all engines agree on it, and the evaluator can answer for it. */
  readonly isShown: boolean;
}

export interface Atoms {
  readonly atoms: readonly Atom[];
  readonly steps: number;
}

const MAX_ATOMS = 1_024;
/** Maximum number of listed texts to exclude. If there are more, an atom may consist only of listed texts. */
const MAX_LISTED = 64;

export function nameOf(piece: Piece, object: string): string {
  return `${piece} ${object}`;
}

/** @returns undefined if there are too many atoms, or if finding them takes too long */
export function atomsOf(pieces: Pieces): Atoms | undefined {
  try {
    return allAtomsOf(pieces);
  } catch (error) {
    if (error instanceof LimitExceeded) return undefined;
    throw error;
  }
}

interface Pattern {
  readonly name: string;
  /** Whether engines disagree about the pattern, so that only some engines may find a match. */
  readonly isUnsure: boolean;
  readonly part: Part;
}

function allAtomsOf(pieces: Pieces): Atoms {
  const sought = patternsOf(pieces);
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
    if (atoms.size > MAX_ATOMS) throw new LimitExceeded();
  }
  return { atoms: [...atoms.values()], steps: automata.spent };
}

const listed = 'listed';

function patternsOf({ whole, prefix, suffix, part, regex }: Pieces): readonly Pattern[] {
  const surely = (name: string, ...parts: readonly Part[]): Pattern => ({
    name,
    isUnsure: false,
    part: sequenceOf(parts),
  });
  const texts = whole.size > MAX_LISTED ? [] : Array.from(whole, literal);
  return [
    surely(listed, start, { kind: 'choice', parts: texts }, end),
    ...Array.from(prefix, (text) => surely(nameOf('prefix', text), start, literal(text))),
    ...Array.from(suffix, (text) => surely(nameOf('suffix', text), literal(text), end)),
    ...Array.from(part, (text) => surely(nameOf('part', text), literal(text))),
    ...Array.from(regex, regexSought).flat(),
  ];
}

function sequenceOf(parts: readonly Part[]): Part {
  return { kind: 'sequence', parts };
}

function regexSought(source: string): readonly Pattern[] {
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

/** All subsets of the names; the first subset is empty. */
export function subsetsOf(names: readonly string[]): readonly (readonly string[])[] {
  return names.reduce<readonly (readonly string[])[]>(
    (chosen, name) => [...chosen, ...chosen.map((each) => [...each, name])],
    [[]],
  );
}
