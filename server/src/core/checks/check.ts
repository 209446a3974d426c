/**
 * What a check is. It sees plain data, as JSON.parse gives it, and knows nothing of places in the text: a finding says by a
 * path what it is about. What it reads of the rest of the file it declares in `reads`; one that reads more does not compile.
 */
import type { Path } from '../json/nodes.js';
import type { OtherToggles } from '../targeting/otherToggles.js';
import type { PoliciesOfFile } from '../targeting/rules/policy.js';
import type { Finding } from './problem.js';

export type PlainObject = Readonly<Record<string, unknown>>;

/** Looks at every object of a definition of the schema, or at the body. */
export interface ObjectCheck {
  readonly looksAt: string;
  readonly reads: readonly (keyof FileSummary)[];
  /** @param key the property that the object stands behind */
  readonly find: (object: PlainObject, file: FileSummary, key: string | undefined) => readonly ObjectFinding[];
}

/** Looks at the file as a whole. */
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
  /** From the object that the check looks at to the value that is wrong. */
  readonly path: Path;
  /** Not the value is marked, but the key that it stands behind. */
  readonly atKey?: boolean;
  /** Said of the file's list of variations, beside the finding. */
  readonly ofVariations?: string;
}

/** What most checks find. One list for all, as they are made thousands of times in a large file. */
export const nothing: readonly ObjectFinding[] = [];

/** Its path begins at the body, or at a rule. */
export interface FileFinding extends ObjectFinding {
  /** The rule's index. */
  readonly rule?: number;
  /** What else of the file it is about, by paths as its own. */
  readonly related?: readonly { readonly path: Path; readonly message: string }[];
}

/** What checks may know of the whole file, and beside it. */
export interface FileSummary {
  /** How many variations the file lists; undefined when it lists none, and the service keeps those it has. */
  readonly variationCount: number | undefined;
  readonly disabled: boolean | undefined;
  /** Of each rule; undefined where it has none, or none that is a text. */
  readonly ruleNames: readonly (string | undefined)[];
  /** The rules that match everyone, since they have no conditions: in order. */
  readonly unconditionalRules: readonly UnconditionalRule[];
  /** The items of the list of variations; undefined when there is none. */
  readonly variations: readonly unknown[] | undefined;
  readonly prerequisites: readonly unknown[];
  /** The indices of the variations that something serves. */
  readonly served: ReadonlySet<number>;
  /** The file has rules and says what default and disabled serve, so nothing that the service has stored is served beside them. */
  readonly saysAllServes: boolean;
  /** What is known of the services that the file goes to. The same list as long as nothing of it changes. */
  readonly services: readonly KnownService[];
  /** The other toggles of its environment; undefined when nothing is known of them. */
  readonly otherToggles: OtherToggles | undefined;
  /** What the organisation asks of the file; undefined where it asks for nothing. The same object as long as nothing of it changes. */
  readonly policies: PoliciesOfFile | undefined;
}

export interface UnconditionalRule {
  readonly rule: number;
  /** The property to mark. */
  readonly property: string;
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

export const emptyFile: FileSummary = {
  ...{ variationCount: undefined, disabled: undefined, ruleNames: [], unconditionalRules: [] },
  ...{
    variations: undefined,
    prerequisites: [],
    served: new Set(),
    saysAllServes: false,
    services: noServices,
    otherToggles: undefined,
    policies: undefined,
  },
};
