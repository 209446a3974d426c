/**
 * Rules see plain data, as JSON.parse gives it, and know nothing of places in the text: a finding says by a path what in
 * the value it is about. There are three kinds, by what a rule must know: the object alone, a little of its file, or the
 * file as a whole.
 */
import type { Path } from '../document/nodes.js';
import type { Finding } from './problem.js';

export type Plain = Readonly<Record<string, unknown>>;

export interface RuleFinding extends Finding {
  /** From the object that the rule looks at to the value that is wrong. */
  readonly path: Path;
  /** Not the value is marked, but the key that it stands behind. */
  readonly atKey?: boolean;
  /** Said of the file's list of variations, beside the finding. */
  readonly ofVariations?: string;
}

/** What most checks find. One list for all, as they are made thousands of times in a large file. */
export const nothing: readonly RuleFinding[] = [];

/** Looks at every object of a definition of the schema. */
export interface ObjectRule {
  readonly looksAt: string;
  readonly check: (object: Plain) => readonly RuleFinding[];
  /** Whether the items of the object's lists matter to it, however many they are. */
  readonly readsItems?: (object: Plain) => boolean;
}

/** The same, with what it must know of the file. */
export interface FileRule {
  readonly looksAt: string;
  /** The objects that it may find something in; without it, all. */
  readonly concerns?: (object: Plain) => boolean;
  /** @param key the property that the object stands behind */
  readonly check: (object: Plain, file: FileFacts, key: string | undefined) => readonly RuleFinding[];
}

export interface FileFacts {
  /** How many variations the file lists; undefined when it lists none, and the service keeps those it has. */
  readonly variations: number | undefined;
  readonly disabled: boolean | undefined;
  /** What is known of the services that the file goes to. The same list as long as nothing of it changes. */
  readonly services: readonly KnownService[];
}

/** A project of a service, as it was a short time ago. */
export interface KnownService {
  readonly project: string;
  /** Of the file's own toggle: boolean, string, number or json; undefined where it is not known. */
  readonly returnType: string | undefined;
  /** The keys of all segments; undefined where there may be more. */
  readonly segments: ReadonlySet<string> | undefined;
  /** Undefined where it is not known. */
  readonly hasToggle: (key: string) => boolean | undefined;
}

export const noServices: readonly KnownService[] = [];

/** Compares the rules of a file with each other. */
export type RuleOrderRule = (rules: readonly RuleFact[]) => readonly WholeFinding[];

/** Looks at the rest of the file as a whole. */
export type WholeRule = (file: WholeFile) => readonly WholeFinding[];

export interface WholeFile extends FileFacts {
  /** The items of the list of variations; undefined when there is none. */
  readonly listed: readonly unknown[] | undefined;
  readonly prerequisites: readonly unknown[];
  /** The indices of the variations that something serves. */
  readonly served: ReadonlySet<number>;
  /** The file has rules and says what default and disabled serve, so nothing that the service has stored is served beside them. */
  readonly saysAllServes: boolean;
  /** What is known of other files; undefined when nothing is. */
  readonly others: OtherToggles | undefined;
}

export interface RuleFact {
  readonly name: string | undefined;
  /** The property to mark where it has no conditions, and so matches everybody. */
  readonly unconditional: string | undefined;
}

export interface WholeFinding extends RuleFinding {
  readonly of: 'rules' | 'variations' | 'prerequisites';
  readonly index: number;
}

/** The other toggles of the same environment that have a file. */
export interface OtherToggles {
  /** The key of the toggle that the file itself describes. */
  readonly own: string;
  readonly named: (key: string) => OtherToggle | undefined;
}

export interface OtherToggle {
  /** What it can serve; undefined when its file does not list it. */
  readonly values: readonly string[] | undefined;
  /** The keys of its own prerequisites. */
  readonly prerequisites: readonly string[];
}
