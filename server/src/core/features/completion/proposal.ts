/** Completion proposals before they become edits, and the information that they are based on. */
import { CompletionItemKind } from 'vscode-languageserver-types';
import type { RelatedFiles } from '../../checks/beside/filesBeside.js';
import { spelt } from '../../json/edit/edits.js';
import type { JsonDocument } from '../../json/document.js';
import type { Path } from '../../json/nodes.js';
import type { ServiceKnowledge } from '../../protocol.js';
import type { PoliciesOfFile } from '../../targeting/rules/policy.js';
import type { Schema } from '../../targeting/schema.js';
import { escaped } from './snippetText.js';

/** A completion proposal. Proposals are shown in the order of their list. */
export interface Proposal {
  readonly label: string;
  /** The text to insert, in snippet syntax. Later lines are indented with tabs relative to the first line. */
  readonly insert: string;
  readonly kind: CompletionItemKind;
  /** The text that people type to find the proposal, without quotes; by default, the label. */
  readonly filter?: string;
  readonly detail?: string | undefined;
  /** Documentation in Markdown. */
  readonly documentation?: string | undefined;
  readonly preselect?: boolean;
}

/** Optional information from outside the document, used for proposals. */
export interface CompletionContext {
  /** Attributes that other files of the workspace use in conditions of the type, or of any type if it is undefined. */
  readonly subjects?: (type: string | undefined) => Iterable<string>;
  /** User attributes that code sends. */
  readonly sent?: () => Iterable<string>;
  /** User attributes sent by applications that the file is served to. */
  readonly sentNow?: () => Iterable<string>;
  /** Glob patterns for folders near the config; each pattern matches all files of a folder. */
  readonly folders?: () => readonly string[];
  /** Other toggles with a file in the same environment. */
  readonly toggles?: () => readonly Omit<OtherToggle, 'detail'>[];
  /** Known facts about the projects that the file is pushed to, without the file's own toggle. */
  readonly services?: readonly ServiceKnowledge[];
  readonly policies?: PoliciesOfFile | undefined;
  /** Facts about related files, for completion in users files and test files. */
  readonly beside?: RelatedFiles;
  /** Whether the editor itself makes proposals from the schema. */
  readonly schemaIsKnown?: boolean;
  readonly now?: Moment;
  /** The editor's language as an Intl locale; English by default. */
  readonly locale?: string;
}

export interface Moment {
  /** The time in Unix seconds. */
  readonly seconds: number;
  /** Minutes that the local time is ahead of UTC; negative west of Greenwich. */
  readonly offsetMinutes: number;
}

export interface OtherToggle {
  readonly key: string;
  readonly values: readonly string[];
  /** `boolean`, `string`, `number` or `json`; undefined if unknown. */
  readonly returnType: string | undefined;
  /** A short description, shown next to the key. */
  readonly detail: string | undefined;
}

export interface Site {
  readonly json: JsonDocument;
  /** The schema of the whole document. */
  readonly schema: Schema;
  readonly path: Path;
  readonly outside: CompletionContext;
  /** The existing text that a proposal replaces. */
  readonly written?: string;
}

/** The maximum number of proposals: nobody reads more, and generated files may have far more candidates. */
export const MAX_PROPOSALS = 1_000;

/** Proposes a scalar value, written as JSON. */
export function literal(value: unknown): Proposal {
  const label = spelt(JSON.stringify(value));
  return { label, insert: escaped(label), kind: CompletionItemKind.Value };
}

type ObjectWords = Pick<Proposal, 'label' | 'filter' | 'detail'>;

/** Proposes an object in snippet syntax, with one property per line. */
export function onLines(words: ObjectWords, properties: readonly string[]): Proposal {
  const insert = `{${`\n${properties.join(',\n')}`.replaceAll('\n', '\n\t')}\n}`;
  return { ...words, insert, kind: CompletionItemKind.Snippet };
}

export function onOneLine(words: ObjectWords, properties: readonly string[]): Proposal {
  return { ...words, insert: `{ ${properties.join(', ')} }`, kind: CompletionItemKind.Snippet };
}

/** @param beside which of the object's braces are on the gap's line */
export function withoutBraces(object: Proposal, beside: 'both' | 'opening' | 'none'): Proposal {
  const inside = object.insert.slice(1, -1);
  const isOnLines = inside.startsWith('\n');
  if (!isOnLines || beside === 'none') return { ...object, insert: inside.trim().replaceAll('\n\t', '\n') };
  return { ...object, insert: beside === 'both' ? inside : inside.trimEnd() };
}

/** Removes duplicates, empty texts, and texts that are too long for a line. */
export function shortTexts(texts: Iterable<string>): readonly string[] {
  return [...new Set(texts)].filter((text) => text !== '' && text.length <= 100);
}
