/**
 * Defines checks of plain data. A check that reads a field of the summary without listing it in `reads` does not
 * compile.
 */
import type { Path } from '../json/nodes.js';
import type { OtherToggles } from '../targeting/otherToggles.js';
import type { PoliciesOfFile } from '../targeting/rules/policy.js';
import type { Finding } from './problem.js';

export type PlainObject = Readonly<Record<string, unknown>>;

/** Checks each object of one schema definition, or the body. */
export interface ObjectCheck {
  readonly looksAt: string;
  readonly reads: readonly (keyof FileSummary)[];
  /** @param key the property whose value is the object */
  readonly find: (object: PlainObject, file: FileSummary, key: string | undefined) => readonly ObjectFinding[];
}

export interface FileCheck {
  readonly find: (file: FileSummary) => readonly FileFinding[];
}

export function fileCheck<Read extends keyof FileSummary>(check: {
  readonly reads: readonly Read[];
  readonly find: (file: Pick<FileSummary, Read>) => readonly FileFinding[];
}): FileCheck {
  return check;
}

export function objectCheck<Read extends keyof FileSummary = never>(check: {
  readonly looksAt: string;
  readonly reads?: readonly Read[];
  readonly find: (
    object: PlainObject,
    file: Pick<FileSummary, Read>,
    key: string | undefined,
  ) => readonly ObjectFinding[];
}): ObjectCheck {
  return { ...check, reads: check.reads ?? [] };
}

export interface ObjectFinding extends Finding {
  /** Leads from the object under check, or from the body of a whole document, to the wrong value. */
  readonly path: Path;
  /** Marks the key instead of the value. */
  readonly atKey?: boolean;
  /** A message at the file's list of variations, shown with the finding. */
  readonly ofVariations?: string;
}

/** The result of most checks: one shared list, because a large file needs it thousands of times. */
export const noFindings: readonly ObjectFinding[] = [];

export interface FileFinding extends ObjectFinding {
  /** Index of the rule that the path begins at; undefined if it begins at the body. */
  readonly rule?: number;
  readonly related?: readonly { readonly path: Path; readonly message: string }[];
}

export interface FileSummary {
  /** Undefined if the file lists no variations: the service then keeps its own. */
  readonly variationCount: number | undefined;
  readonly disabled: boolean | undefined;
  /** The name of each rule; undefined if it is missing or not a string. */
  readonly ruleNames: readonly (string | undefined)[];
  /** Rules without conditions, which match everyone, in order. */
  readonly unconditionalRules: readonly UnconditionalRule[];
  /** The items of the list; undefined if the file has no list. */
  readonly variations: readonly unknown[] | undefined;
  readonly prerequisites: readonly unknown[];
  /** Indices of the variations that something serves. */
  readonly served: ReadonlySet<number>;
  /** The file has rules and both serves, so the service adds no stored serve of its own. */
  readonly hasAllServes: boolean;
  /** Known services of the file. Stays the same object until one of them changes. */
  readonly services: readonly KnownService[];
  /** Undefined if the other toggles are unknown. */
  readonly otherToggles: OtherToggles | undefined;
  /** Undefined if the organisation has no rules for the file. Stays the same object until a rule changes. */
  readonly policies: PoliciesOfFile | undefined;
}

export interface UnconditionalRule {
  readonly rule: number;
  /** The property to mark. */
  readonly property: string;
}

/** A project of a service, as last read. */
export interface KnownService {
  readonly project: string;
  /** Return type of the file's own toggle: boolean, string, number or json; undefined if unknown. */
  readonly returnType: string | undefined;
  /** The keys of all segments; undefined if there may be more. */
  readonly segments: ReadonlySet<string> | undefined;
  /** @returns undefined if unknown */
  readonly hasToggle: (key: string) => boolean | undefined;
}

export const noServices: readonly KnownService[] = [];

export const emptyFile: FileSummary = {
  ...{ variationCount: undefined, disabled: undefined, ruleNames: [], unconditionalRules: [] },
  ...{
    variations: undefined,
    prerequisites: [],
    served: new Set(),
    hasAllServes: false,
    services: noServices,
    otherToggles: undefined,
    policies: undefined,
  },
};
