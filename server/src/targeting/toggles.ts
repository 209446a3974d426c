/**
 * What one targeting file may know of the others: which toggle each is of, in which environment, and what it says, with
 * places as LSP has them, as the text is not kept. Who finds and reads the files is not said here.
 */
import type { Range } from 'vscode-languageserver-types';
import type { JsonDocument } from '../json/document.js';
import type { JsonNode, Span } from '../json/nodes.js';
import { asArray, asObject } from '../json/plain.js';
import { propertyNamed } from '../json/queries.js';
import { once } from '../json/tree.js';
import { valuesAt } from '../json/values.js';
import type { Serve } from './model.js';
import { servesOf, targetingOf } from './model.js';
import type { PrerequisiteSummary, Words } from './packedPrerequisites.js';
import { packed } from './packedPrerequisites.js';
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
  /** The keys of its prerequisites. */
  readonly required: readonly string[];
  /** What its conditions look at, each once. */
  readonly subjects: readonly { readonly type: string | undefined; readonly subject: string }[];
}

export interface VariationSummary {
  readonly name: Words | undefined;
  readonly value: Words | undefined;
  readonly range: Range;
}

/** Each part is made when it is asked for, and kept; see `wholeSummaryOf`. */
export function summaryOf(document: JsonDocument): TargetingSummary {
  const targeting = targetingOf(document);
  const positionAt = document.positions();
  const range = ({ start, end }: Span) => ({ start: positionAt(start), end: positionAt(end) });
  const words = (node: JsonNode, key: string): Words | undefined => {
    const string = propertyNamed(node, key)?.node;
    return string?.kind === 'string' ? { text: String(string.value), range: range(string) } : undefined;
  };
  const variations = once(() =>
    targeting.variations?.map(({ node }) => ({
      name: words(node, 'name'),
      value: words(node, 'value'),
      range: range(node),
    })),
  );
  const rules = once(() => targeting.rules.map(({ node }) => ({ name: words(node, 'name'), range: range(node) })));
  const serves = once(() =>
    servesOf(targeting)
      .flatMap(servedBy)
      .map(({ by, variation, node }) => ({ by, variation, range: range(node) })),
  );
  const prerequisites = once(() =>
    targeting.prerequisites.map(({ node, type }) => ({
      key: words(node, 'key'),
      value: words(node, 'value'),
      type,
      range: range(node),
    })),
  );
  const required = once(() => prerequisites().flatMap(({ key }) => key?.text ?? []));
  const subjects = once(() => subjectsIn(document));
  return {
    get variations() {
      return variations();
    },
    get rules() {
      return rules();
    },
    get serves() {
      return serves();
    },
    get prerequisites() {
      return prerequisites();
    },
    get required() {
      return required();
    },
    get subjects() {
      return subjects();
    },
  };
}

/** All of it now: of a file whose text is not kept. */
export function wholeSummaryOf(document: JsonDocument): TargetingSummary {
  const { prerequisites, ...others } = summaryOf(document);
  const unpacked = packed(prerequisites);
  return {
    ...others,
    get prerequisites() {
      return unpacked();
    },
  };
}

/** Of plain values: nodes of all conditions of a long file would take seconds. */
function subjectsIn({ segments, spanning }: JsonDocument): TargetingSummary['subjects'] {
  const found = new Map<string, TargetingSummary['subjects'][number]>();
  for (const rule of valuesAt(segments, spanning, ['content', 'rules'])) {
    for (const condition of asArray(asObject(rule)?.['conditions']) ?? []) {
      const { type, subject } = asObject(condition) ?? {};
      if (typeof subject !== 'string' || subject === '') continue;
      const known = typeof type === 'string' ? type : undefined;
      found.set(`${known ?? ''}\n${subject}`, { type: known, subject });
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
    if (!file.targeting.required.includes(required.toggle)) return [];
    const naming = file.targeting.prerequisites.filter(
      (each) => each.key?.text === required.toggle && (value === undefined || each.value?.text === value),
    );
    if (naming.length === 0) return [];
    const means = toggles.named(required.toggle, file.uri).some(({ uri }) => uri === required.uri);
    return means ? naming.map((prerequisite) => ({ file, prerequisite })) : [];
  });
}
