/** A rule looks at one kind of value, as plain data; it knows of its place in the text nothing. */
import type { Finding } from './problem.js';

export interface Rule {
  /** The property of objects of that definition of the schema. */
  readonly looksAt: { readonly in: string; readonly property: string };
  /** @param value as JSON.parse would give it */
  readonly check: (value: unknown, surroundings: RuleSurroundings) => RuleFinding | undefined;
}

/** What a rule may know of the rest of the file. */
export interface RuleSurroundings {
  /** How many variations the file lists; undefined when it lists none, and the service keeps those it has. */
  readonly variations: number | undefined;
}

export interface RuleFinding extends Finding {
  /** Said of the list of variations, beside the finding. */
  readonly ofVariations?: string;
}
