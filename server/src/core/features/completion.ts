/** textDocument/completion: proposes keys, values and whole objects (completion/), but not words from the file. */
import type { CompletionItem, Position } from 'vscode-languageserver-types';
import type { OpenDocument } from './openDocument.js';
import { schemaAt } from '../targeting/schema.js';
import type { Gap } from './completion/gap.js';
import { emptyFileAt, gapAt, isAlone } from './completion/gap.js';
import type { Editor } from './completion/completionItems.js';
import { items } from './completion/completionItems.js';
import { keys } from './completion/keys.js';
import type { CompletionContext, Proposal, Site } from './completion/proposal.js';
import { withoutBraces } from './completion/proposal.js';
import { objects } from './completion/snippets.js';
import { values } from './completion/valueCompletion.js';

export interface CompletionOptions extends CompletionContext {
  /** The editor's capabilities; by default, plain text only. */
  readonly editor?: Editor;
  /** The character that triggered completion; undefined if a person requested it. */
  readonly trigger?: string | undefined;
}

export const triggerCharacters = ['"', ':', ' '];

export function completion(
  document: OpenDocument,
  position: Position,
  options: CompletionOptions = {},
): CompletionItem[] {
  const { editor = { snippets: false, indents: false }, trigger, ...outside } = options;
  const offset = document.json.offsetAt(position);
  const empty = outside.schemaIsKnown === true ? undefined : emptyFileAt(document.json, offset);
  const gap = gapAt(document.json, offset);
  const site = ({ json, path, replaced: written }: Gap): Site => {
    return { json, schema: document.schema, path, outside, written };
  };
  const whole =
    empty === undefined ? [] : items(document, { gap: empty, proposals: values(site(empty)), first: 0 }, editor);
  if (gap === undefined || isNotAsked(gap, trigger)) return whole;
  const proposals =
    gap.wants === 'value'
      ? values(site(gap))
      : [...(empty === undefined ? inside(document, gap, site(gap)) : []), ...keys(site(gap), gap.hasColon)];
  return [...whole, ...items(document, { gap, proposals, first: whole.length }, editor)];
}

/** Whether to suppress the list, because the quote may close a string, or Enter may follow the space. */
function isNotAsked({ typed, replaced, commaAt }: Gap, trigger: string | undefined): boolean {
  if (trigger === ' ') return commaAt !== undefined;
  return trigger === '"' && typed === replaced && typed.length > 1 && typed.endsWith('"');
}

/** Proposes all properties of an object at once, if the object is still empty. */
function inside(document: OpenDocument, gap: Gap, site: Site): readonly Proposal[] {
  const schema = schemaAt(site.schema, site.path);
  if (schema === undefined || gap.hasColon || !isAlone(gap) || site.outside.schemaIsKnown === true) return [];
  const { text } = document.json;
  const opens = /\{[ \t]*$/.test(text.slice(Math.max(0, gap.span.start - 200), gap.span.start));
  const beside = !opens ? 'none' : /^[ \t]*\}/.test(text.slice(gap.span.end, gap.span.end + 200)) ? 'both' : 'opening';
  return objects(site, schema).map((object) => withoutBraces(object, beside));
}
