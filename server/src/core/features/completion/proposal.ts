/** A proposal for a gap before it becomes an edit, and the knowledge it is made from. */
import { CompletionItemKind } from 'vscode-languageserver-types';
import type { RelatedFiles } from '../../checks/beside/filesBeside.js';
import { spelt } from '../../json/edit/edits.js';
import type { JsonDocument } from '../../json/document.js';
import type { Path } from '../../json/nodes.js';
import type { ServiceKnowledge } from '../../protocol.js';
import type { PoliciesOfFile } from '../../targeting/rules/policy.js';
import type { Schema } from '../../targeting/schema.js';
import { escaped } from './snippetText.js';

/** Proposals are shown in the order of their list. */
export interface Proposal {
  readonly label: string;
  /** In snippet syntax. Lines after the first are indented by tabs, relative to the first. */
  readonly insert: string;
  readonly kind: CompletionItemKind;
  /** The text that people type to find it, without quotes; the label by default. */
  readonly filter?: string;
  readonly detail?: string | undefined;
  /** Markdown. */
  readonly documentation?: string | undefined;
  readonly preselect?: boolean;
}

/** Optional knowledge from outside the document. */
export interface CompletionContext {
  /** Attributes that other files of the workspace use in conditions of a type; of any type if undefined. */
  readonly subjects?: (type: string | undefined) => Iterable<string>;
  /** User attributes that code sends. */
  readonly sent?: () => Iterable<string>;
  /** User attributes sent by applications that the file is served to. */
  readonly sentNow?: () => Iterable<string>;
  /** Patterns for all files of the folders near a config. */
  readonly folders?: () => readonly string[];
  /** Other toggles with a file in the same environment. */
  readonly toggles?: () => readonly Omit<OtherToggle, 'detail'>[];
  /** The projects of services that the file goes to, without its own toggle. */
  readonly services?: readonly ServiceKnowledge[];
  readonly policies?: PoliciesOfFile | undefined;
  /** For users and tests. */
  readonly beside?: RelatedFiles;
  /** The editor itself makes proposals from the schema. */
  readonly schemaIsKnown?: boolean;
  readonly now?: Moment;
  /** The editor's language as an Intl locale; English by default. */
  readonly locale?: string;
}

export interface Moment {
  /** Unix seconds. */
  readonly seconds: number;
  /** Offset of the local time, east of Greenwich. */
  readonly offsetMinutes: number;
}

export interface OtherToggle {
  readonly key: string;
  readonly values: readonly string[];
  /** boolean, string, number or json */
  readonly returnType: string | undefined;
  /** A description for people. */
  readonly detail: string | undefined;
}

export interface Site {
  readonly json: JsonDocument;
  /** The schema of the whole document. */
  readonly schema: Schema;
  readonly path: Path;
  readonly outside: CompletionContext;
  /** The existing text that is replaced. */
  readonly written?: string;
}

/** More than anyone reads; files of generated nonsense have more. */
export const MAX_PROPOSALS = 1_000;

/** A scalar as JSON. */
export function literal(value: unknown): Proposal {
  const label = spelt(JSON.stringify(value));
  return { label, insert: escaped(label), kind: CompletionItemKind.Value };
}

type ObjectWords = Pick<Proposal, 'label' | 'filter' | 'detail'>;

/** An object in snippet syntax, with a property per line. */
export function onLines(words: ObjectWords, properties: readonly string[]): Proposal {
  const insert = `{${`\n${properties.join(',\n')}`.replaceAll('\n', '\n\t')}\n}`;
  return { ...words, insert, kind: CompletionItemKind.Snippet };
}

export function onOneLine(words: ObjectWords, properties: readonly string[]): Proposal {
  return { ...words, insert: `{ ${properties.join(', ')} }`, kind: CompletionItemKind.Snippet };
}

/** @param beside the existing braces adjacent to the gap; other braces are on their own lines */
export function withoutBraces(object: Proposal, beside: 'both' | 'opening' | 'none'): Proposal {
  const inside = object.insert.slice(1, -1);
  const isOnLines = inside.startsWith('\n');
  if (!isOnLines || beside === 'none') return { ...object, insert: inside.trim().replaceAll('\n\t', '\n') };
  return { ...object, insert: beside === 'both' ? inside : inside.trimEnd() };
}

/** Unique texts, without names that people do not use: empty or too long for a line. */
export function shortTexts(texts: Iterable<string>): readonly string[] {
  return [...new Set(texts)].filter((text) => text !== '' && text.length <= 100);
}
