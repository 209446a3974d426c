/**
 * What one targeting file may know of the others: which toggle each is of, in which environment, and what it says, with
 * places as LSP has them, as the text is not kept. Who finds and reads the files is not said here.
 */
import type { Range } from 'vscode-languageserver-types';
import type { JsonDocument } from '../document/document.js';
import type { JsonNode, Span } from '../document/nodes.js';
import { propertyNamed } from '../document/queries.js';
import type { Serve, Targeting } from './model.js';
import { servesOf, targetingOf } from './model.js';
import { servedBy } from './served.js';

/** A snapshot: when something of it changes, there is another one. */
export interface ToggleFile {
  readonly uri: string;
  readonly toggle: string;
  /** Undefined when its path names none: then it goes into every environment of its config, or there is no config. */
  readonly environment: string | undefined;
  readonly targeting: TargetingSummary;
}

export interface Toggles {
  readonly files: () => Iterable<ToggleFile>;
  readonly of: (uri: string) => ToggleFile | undefined;
  /** Those of a toggle that may be in force where the given file is: same project and environment. */
  readonly named: (toggle: string, sameEnvironmentAs: string) => readonly ToggleFile[];
}

export const noToggles: Toggles = { files: () => [], of: () => undefined, named: () => [] };

export interface TargetingSummary {
  /** Undefined when the file lists none: the service then keeps those that it has. */
  readonly variations: readonly VariationSummary[] | undefined;
  readonly rules: readonly { readonly name: Words | undefined; readonly range: Range }[];
  /** Each `select`, and each entry of a `split` that serves somebody. */
  readonly serves: readonly { readonly by: Serve['by']; readonly variation: number; readonly range: Range }[];
  readonly prerequisites: readonly PrerequisiteSummary[];
  /** What its conditions look at, each once. */
  readonly subjects: readonly { readonly type: string | undefined; readonly subject: string }[];
}

/** A string of the file, and where it stands, quotes included. */
export interface Words {
  readonly text: string;
  readonly range: Range;
}

export interface VariationSummary {
  readonly name: Words | undefined;
  readonly value: Words | undefined;
  readonly range: Range;
}

export interface PrerequisiteSummary {
  readonly key: Words | undefined;
  readonly value: Words | undefined;
  readonly type: string | undefined;
  readonly range: Range;
}

export function summaryOf(document: JsonDocument): TargetingSummary {
  const targeting = targetingOf(document);
  const positionAt = document.positions();
  const range = ({ start, end }: Span) => ({ start: positionAt(start), end: positionAt(end) });
  const words = (node: JsonNode, key: string): Words | undefined => {
    const string = propertyNamed(node, key)?.node;
    return string?.kind === 'string' ? { text: String(string.value), range: range(string) } : undefined;
  };
  const { rules } = targeting;
  return {
    variations: targeting.variations?.map(({ node }) => ({
      name: words(node, 'name'),
      value: words(node, 'value'),
      range: range(node),
    })),
    rules: rules.map(({ node }) => ({ name: words(node, 'name'), range: range(node) })),
    serves: servesOf(targeting)
      .flatMap(servedBy)
      .map(({ by, variation, node }) => ({ by, variation, range: range(node) })),
    prerequisites: targeting.prerequisites.map(({ node, type }) => ({
      key: words(node, 'key'),
      value: words(node, 'value'),
      type,
      range: range(node),
    })),
    subjects: subjectsOf(targeting),
  };
}

function subjectsOf({ rules }: Targeting): TargetingSummary['subjects'] {
  const found = new Map<string, TargetingSummary['subjects'][number]>();
  for (const { conditions } of rules) {
    for (const { type, subject } of conditions) {
      if (subject !== undefined && subject !== '') found.set(`${type ?? ''}\n${subject}`, { type, subject });
    }
  }
  return [...found.values()];
}

/** The prerequisites that name a file's toggle, and of these, where a value is given, the ones that require it. */
export function requirementsOf(
  toggles: Toggles,
  required: ToggleFile,
  value?: string,
): readonly { readonly file: ToggleFile; readonly prerequisite: PrerequisiteSummary }[] {
  return Array.from(toggles.files()).flatMap((file) => {
    const naming = file.targeting.prerequisites.filter(
      (each) => each.key?.text === required.toggle && (value === undefined || each.value?.text === value),
    );
    if (naming.length === 0) return [];
    const means = toggles.named(required.toggle, file.uri).some(({ uri }) => uri === required.uri);
    return means ? naming.map((prerequisite) => ({ file, prerequisite })) : [];
  });
}
