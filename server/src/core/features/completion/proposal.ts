/** What is proposed for a gap, before it becomes an edit, and what that may be made from. */
import { CompletionItemKind } from 'vscode-languageserver-types';
import type { FilesBeside } from '../../checks/beside/filesBeside.js';
import { spelt } from '../../json/edit/edits.js';
import type { JsonDocument } from '../../json/document.js';
import type { Path } from '../../json/nodes.js';
import type { ServiceKnowledge } from '../../protocol.js';
import type { PoliciesOfFile } from '../../targeting/rules/policy.js';
import type { Schema } from '../../targeting/schema.js';
import { escaped } from './snippetText.js';

/** The order of a list of them is the order in which they are shown. */
export interface Proposal {
  readonly label: string;
  /** In snippet syntax; lines below the first are indented by tabs, relative to the first. */
  readonly insert: string;
  readonly kind: CompletionItemKind;
  /** What people type to find it: without quotes, in the words of the file. The label, where there is none. */
  readonly filter?: string;
  readonly detail?: string | undefined;
  /** Markdown */
  readonly documentation?: string | undefined;
  readonly preselect?: boolean;
}

/** What is known from outside the document; nothing of it has to be. */
export interface Outside {
  /** The attributes of users that other files of the workspace look at in conditions of a type; without one, in all. */
  readonly subjects?: (type: string | undefined) => Iterable<string>;
  /** The attributes of users that code sends. */
  readonly sent?: () => Iterable<string>;
  /** Those that applications have sent that the file is served to. */
  readonly sentNow?: () => Iterable<string>;
  /** The other toggles of the same environment that have a file. */
  readonly toggles?: () => readonly Omit<OtherToggle, 'detail'>[];
  /** The projects of services that the file goes to, without its own toggle. */
  readonly services?: readonly ServiceKnowledge[];
  /** What the organisation asks of the file. */
  readonly policies?: PoliciesOfFile | undefined;
  /** Of users and tests. */
  readonly beside?: FilesBeside;
  /** The editor proposes what the schema of such a file says itself. */
  readonly schemaIsKnown?: boolean;
  readonly now?: Moment;
  /** The language of the editor, as Intl knows it; English by default. */
  readonly locale?: string;
}

export interface Moment {
  /** Since 1970, UTC. */
  readonly seconds: number;
  /** Of the local time, east of Greenwich. */
  readonly offsetMinutes: number;
}

export interface OtherToggle {
  readonly key: string;
  /** Of its variations. */
  readonly values: readonly string[];
  /** boolean, string, number or json */
  readonly returnType: string | undefined;
  /** What is said of it beside its key. */
  readonly detail: string | undefined;
}

/** A place that a value goes to. */
export interface Site {
  readonly json: JsonDocument;
  /** Of the whole document. */
  readonly schema: Schema;
  readonly path: Path;
  readonly outside: Outside;
  /** What is there already and is replaced. */
  readonly written?: string;
}

/** More than anyone reads; files of generated nonsense have more. */
export const MAX_PROPOSALS = 1_000;

/** A scalar, as JSON writes it. */
export function literal(value: unknown): Proposal {
  const label = spelt(JSON.stringify(value));
  return { label, insert: escaped(label), kind: CompletionItemKind.Value };
}

/** What is shown of an object: its name and, in the words of the file, what people type to find it. */
type ObjectWords = Pick<Proposal, 'label' | 'filter' | 'detail'>;

/** An object with a property, in snippet syntax, on each line. */
export function onLines(words: ObjectWords, properties: readonly string[]): Proposal {
  const insert = `{${`\n${properties.join(',\n')}`.replaceAll('\n', '\n\t')}\n}`;
  return { ...words, insert, kind: CompletionItemKind.Snippet };
}

export function onOneLine(words: ObjectWords, properties: readonly string[]): Proposal {
  return { ...words, insert: `{ ${properties.join(', ')} }`, kind: CompletionItemKind.Snippet };
}

/**
 * The same object for braces that are there already.
 * @param beside which of them stand right beside the gap; the others are on lines of their own
 */
export function withoutBraces(object: Proposal, beside: 'both' | 'opening' | 'none'): Proposal {
  const inside = object.insert.slice(1, -1);
  const isOnLines = inside.startsWith('\n');
  if (!isOnLines || beside === 'none') return { ...object, insert: inside.trim().replaceAll('\n\t', '\n') };
  return { ...object, insert: beside === 'both' ? inside : inside.trimEnd() };
}

/** Each once, without what is no name that people give: nothing, and what fits on no line. */
export function shortTexts(texts: Iterable<string>): readonly string[] {
  return [...new Set(texts)].filter((text) => text !== '' && text.length <= 100);
}
