/** Summaries of targeting files, for features that span files: toggle, environment and content, with LSP positions. */
import type { Location, Range } from 'vscode-languageserver-types';
import type { JsonDocument } from '../json/document.js';
import { parse } from '../json/document.js';
import type { ArrayNode, JsonNode, Span } from '../json/nodes.js';
import { asArray, asObject } from '../json/plain.js';
import { child, rangeIn } from '../json/queries.js';
import { isWellFormed } from '../json/understood.js';
import type { Serve } from './model.js';
import { listIn, servedBy, servesOf, targetingOf } from './model.js';

/** A snapshot of a targeting file; each change of the file creates a new object. */
export interface ToggleFile {
  readonly uri: string;
  readonly toggle: string;
  /** Undefined if the path names no environment: the file is for all environments of its config, or has no config. */
  readonly environment: string | undefined;
  /** Keys of the file's prerequisites, available without parsing most files. */
  readonly required: TargetingSummary['required'];
  readonly targeting: TargetingSummary;
}

export interface Toggles {
  readonly files: () => Iterable<ToggleFile>;
  readonly of: (uri: string) => ToggleFile | undefined;
  /** Files of a toggle that may apply in the same project and environment as the given file. */
  readonly named: (toggle: string, sameEnvironmentAs: string) => readonly ToggleFile[];
  /** Files whose prerequisites include this toggle. */
  readonly requiring: (toggle: string) => readonly ToggleFile[];
}

export const noToggles: Toggles = { files: () => [], of: () => undefined, named: () => [], requiring: () => [] };

/** A range in one object instead of three, because a large workspace has a million ranges. */
export interface Place {
  readonly line: number;
  readonly character: number;
  readonly endLine: number;
  readonly endCharacter: number;
}

/** A string in a file; its place includes the quotes. */
export interface PlacedText {
  readonly text: string;
  readonly place: Place;
}

export interface TargetingSummary {
  /** Undefined if the file has no list of variations; the service then keeps its variations. */
  readonly variations: readonly VariationSummary[] | undefined;
  /** The distinct values of the variations; undefined unless all values are known strings. */
  readonly values: readonly string[] | undefined;
  /** Undefined if the file has no list of rules; the service then keeps its rules. */
  readonly rules: readonly RuleSummary[] | undefined;
  /** Each `select`, and each entry of a `split` that serves a variation to someone. */
  readonly serves: readonly { readonly by: Serve['by']; readonly variation: number; readonly place: Place }[];
  readonly prerequisites: readonly { readonly key: PlacedText; readonly value: PlacedText | undefined }[];
  readonly required: readonly string[];
  readonly asks: Asks;
  /** Whether the summary is complete: the text is valid JSON, and its lists are not too long. */
  readonly isComplete: boolean;
}

export interface Asks {
  readonly subjects: readonly AskedSubject[];
  /** Whether conditions may also use attributes that the file does not show: in segments or in rules of the service. */
  readonly more: boolean;
}

export interface AskedSubject {
  readonly type: string | undefined;
  readonly subject: string;
  /** Up to `MAX_OBJECTS` distinct objects that conditions compare the attribute with. */
  readonly objects: readonly string[];
}

interface RuleSummary {
  readonly name: PlacedText | undefined;
  readonly place: Place;
}

interface VariationSummary {
  readonly name: PlacedText | undefined;
  readonly value: PlacedText | undefined;
  readonly place: Place;
}

/** Maximum number of variations and of rules in a summary, because computing their places takes time. */
const MOST_LISTED = 10_000;

/** Summarizes a file. Each part is computed on first use, because usually only one part of an open file is needed. */
export function summaryOf(document: JsonDocument): TargetingSummary {
  const targeting = targetingOf(document);
  const place = (span: Span): Place => {
    const { start, end } = rangeIn(document, span);
    return { line: start.line, character: start.character, endLine: end.line, endCharacter: end.character };
  };
  const words = (node: JsonNode, key: string): PlacedText | undefined => {
    const string = child(node, key);
    return string?.kind === 'string' ? { text: String(string.value), place: place(string) } : undefined;
  };
  const isLong = (list: 'variations' | 'rules') => (listIn(document, list)?.length ?? 0) > MOST_LISTED;
  const itemsOf = (list: 'variations' | 'rules') => listIn(document, list)?.items.slice(0, MOST_LISTED);
  const summary: TargetingSummary = lazily({
    variations: () =>
      itemsOf('variations')?.map((node) => ({
        name: words(node, 'name'),
        value: words(node, 'value'),
        place: place(node),
      })),
    values: () => {
      const values = isLong('variations') ? undefined : summary.variations?.map(({ value }) => value?.text);
      return values?.every((value) => value !== undefined) === true ? [...new Set(values)] : undefined;
    },
    rules: () => itemsOf('rules')?.map((node) => ({ name: words(node, 'name'), place: place(node) })),
    serves: () =>
      servesOf(targeting)
        .flatMap(servedBy)
        .map(({ by, variation, node }) => ({ by, variation, place: place(node) })),
    prerequisites: () =>
      targeting.prerequisites.flatMap(({ node }) => {
        const key = words(node, 'key');
        return key === undefined ? [] : [{ key, value: words(node, 'value') }];
      }),
    required: () => summary.prerequisites.map(({ key }) => key.text),
    asks: () => asksOf(listIn(document, 'rules')),
    isComplete: () => isWellFormed(document) && !isLong('variations') && !isLong('rules'),
  });
  return summary;
}

export function rangeAt({ line, character, endLine, endCharacter }: Place): Range {
  return { start: { line, character }, end: { line: endLine, character: endCharacter } };
}

/** The distinct attributes that a document's conditions use. */
export function subjectsOf(document: JsonDocument): readonly string[] {
  return [...new Set(summaryOf(document).asks.subjects.map(({ subject }) => subject))];
}

/** A closed file, whose text is parsed on first use and then dropped. */
export class OnDisk {
  #summary: TargetingSummary | undefined;
  readonly required: TargetingSummary['required'];

  constructor(private text: string) {
    // An escape sequence may hide the key `prerequisites`.
    this.required = /prerequisites|\\u/.test(text) ? this.summary.required : [];
  }

  get summary(): TargetingSummary {
    this.#summary ??= { ...summaryOf(parse(this.text)) };
    this.text = '';
    return this.#summary;
  }
}

/** An object that computes each property on first access. */
function lazily<T extends object>(makers: { readonly [Key in keyof T]: () => T[Key] }): T {
  const made: Partial<T> = {};
  for (const key in makers)
    Object.defineProperty(made, key, {
      enumerable: true,
      configurable: true,
      get: () => {
        const value = makers[key]();
        Object.defineProperty(made, key, { value });
        return value;
      },
    });
  return made as T;
}

/** Reads conditions as plain data: creating nodes for all conditions of a long file would take seconds. */
function asksOf(rules: ArrayNode | undefined): Asks {
  const found = new Map<string, Omit<AskedSubject, 'objects'> & { readonly objects: Set<string> }>();
  let more = rules === undefined;
  for (const rule of rules?.value ?? []) {
    for (const condition of asArray(asObject(rule)?.['conditions']) ?? []) {
      const { type, subject, objects, rightObjects } = asObject(condition) ?? {};
      if (type === 'segment') more = true;
      if (typeof subject !== 'string' || subject === '') continue;
      const known = typeof type === 'string' ? type : undefined;
      const key = `${known ?? ''}\n${subject}`;
      const asked = found.get(key) ?? { type: known, subject, objects: new Set() };
      found.set(key, asked);
      for (const object of [objects, rightObjects].flatMap((list) => asArray(list)?.slice(0, MAX_OBJECTS) ?? []))
        if (typeof object === 'string' && asked.objects.size < MAX_OBJECTS) asked.objects.add(object);
    }
  }
  return { subjects: Array.from(found.values(), (asked) => ({ ...asked, objects: [...asked.objects] })), more };
}

/** Maximum number of objects per attribute. Completion needs only a few; a list of users may have 100,000 entries. */
const MAX_OBJECTS = 20;

/** Places of prerequisite keys that name the file's toggle or, given a `value`, of required values that equal it. */
export function requirementsOf(toggles: Toggles, required: ToggleFile, value?: string): readonly Location[] {
  return toggles.requiring(required.toggle).flatMap(({ uri, targeting }) => {
    const places = targeting.prerequisites.flatMap((each) => {
      if (each.key.text !== required.toggle) return [];
      if (value === undefined) return [each.key.place];
      return each.value?.text === value ? [each.value.place] : [];
    });
    if (places.length === 0) return [];
    const means = toggles.named(required.toggle, uri).some((file) => file.uri === required.uri);
    return means ? places.map((place) => ({ uri, range: rangeAt(place) })) : [];
  });
}
