/**
 * Defines checks of plain data. A check does not compile if it reads a field of the file summary that its `reads` does
 * not list.
 */
import type { Evaluators } from '../evaluation/sdks/sdks.js';
import type { Path } from '../json/nodes.js';
import type { OtherToggles } from '../targeting/otherToggles.js';
import type { PoliciesOfFile } from '../targeting/rules/policy.js';
import type { Finding } from './problem.js';

export type PlainObject = Readonly<Record<string, unknown>>;

/** A check that runs on each object of one schema definition, or on the body. */
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
  /** The path of the wrong value: from the checked object, or from the body if the whole document is checked. */
  readonly path: Path;
  /** Whether the key is marked instead of the value. */
  readonly atKey?: boolean;
  /** A message that is shown with the finding, at the file's list of variations. */
  readonly ofVariations?: string;
}

/** The empty result of most checks, which is shared because a large file needs it thousands of times. */
export const noFindings: readonly ObjectFinding[] = [];

export interface FileFinding extends ObjectFinding {
  /** The index of the rule that the path begins at; undefined if the path begins at the body. */
  readonly rule?: number;
  readonly related?: readonly { readonly path: Path; readonly message: string }[];
}

export interface FileSummary {
  /** The number of variations; undefined if the file has no list, so that the service keeps its stored list. */
  readonly variationCount: number | undefined;
  readonly disabled: boolean | undefined;
  /** The name of each rule; undefined if the name is missing or not a string. */
  readonly ruleNames: readonly (string | undefined)[];
  /** Rules without conditions, which match everyone, in order. */
  readonly unconditionalRules: readonly UnconditionalRule[];
  /** The items of the file's list of variations; undefined if the file has no such list. */
  readonly variations: readonly unknown[] | undefined;
  readonly prerequisites: readonly unknown[];
  /** The indices of the variations that the file serves. */
  readonly served: ReadonlySet<number>;
  /** Whether the file has rules, `disabledServe` and `defaultServe`, so that the service adds no stored serve. */
  readonly hasAllServes: boolean;
  /** The known services of the file. The list stays the same object until a service changes. */
  readonly services: readonly KnownService[];
  /** Toggles other than the file's own; undefined if they are unknown. */
  readonly otherToggles: OtherToggles | undefined;
  /** The organization's rules for the file, if any apply. The object stays the same until a rule changes. */
  readonly policies: PoliciesOfFile | undefined;
  /** The SDKs that the applications use, together with the official rules; undefined if the SDKs are unknown. */
  readonly sdks?: Evaluators | undefined;
}

export interface UnconditionalRule {
  readonly rule: number;
  /** The key of the rule's property to mark. */
  readonly property: string;
}

/** A project of a service, as last read. */
export interface KnownService {
  readonly project: string;
  /** Return type of the file's own toggle: boolean, string, number or json; undefined if unknown. */
  readonly returnType: string | undefined;
  /** The keys of all segments in the project; undefined if the project may have other segments. */
  readonly segments: ReadonlySet<string> | undefined;
  /** @returns undefined if it is unknown whether the project has the toggle */
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
