/**
 * textDocument/hover: explains the place at the pointer (hover/), or shows the schema's description. If a property is
 * repeated, only its effective value is explained. Hovers of some keys also list the toggles that require the file's
 * toggle, or the owners of the file.
 */
import { t } from '../t.js';
import type { Hover, Position } from 'vscode-languageserver-types';
import { MarkupKind } from 'vscode-languageserver-types';
import type { Span, Path } from '../json/nodes.js';
import type { Place } from '../json/queries.js';
import { nodeAt, placeAt, spanAt } from '../json/queries.js';
import { namesOfOwners } from '../targeting/rules/codeowners.js';
import type { Schema } from '../targeting/schema.js';
import { schemaAt } from '../targeting/schema.js';
import { noRelatedFiles } from '../checks/beside/filesBeside.js';
import { namesOf } from './codeLens.js';
import type { HoverContext } from './hover/explanation.js';
import { explanation } from './hover/explanation.js';
import { escapeMarkdown } from './hover/markdown.js';
import { attributeInWords, namedInWords } from './hover/testsHover.js';
import { namedAt } from './names/namedInTests.js';
import type { OpenDocument } from './openDocument.js';
import { rangeOf } from './openDocument.js';

export function hover(document: OpenDocument, position: Position, outside: HoverContext): Hover | undefined {
  const offset = document.json.offsetAt(position);
  const place = placeAt(document.json, offset);
  const bracket = place.at === 'gap' ? openingBracket(document, place, offset) : undefined;
  if (place.at === 'gap' && bracket === undefined) return undefined;
  const schema = schemaAt(document.schema, place.path);
  if (document.kind === 'config')
    return schema && place.at !== 'gap' ? ofConfig(document, place, schema, outside) : undefined;
  const { title = schema?.title, paragraphs } = explained(document, place, offset, outside) ?? {};
  if (outside.schemaIsKnown === true && paragraphs === undefined) return undefined;
  if (title === undefined || (bracket !== undefined && paragraphs === undefined)) return undefined;
  const words = [
    ...[`**${title}**`, ...(paragraphs ?? []), ...(paragraphs?.length ? [] : [schema?.description ?? ''])],
    ...(document.kind === 'targeting' && isOfToggle(place) ? requiredWords(outside.requiredBy?.() ?? []) : []),
    ...(document.kind === 'targeting' && isOfToggle(place) ? [escapeMarkdown(outside.called?.() ?? '')] : []),
    ...(document.kind === 'targeting' && isOfFile(place) ? ownersWords(outside.owners?.() ?? []) : []),
  ];
  return {
    contents: { kind: MarkupKind.Markdown, value: words.filter((text) => text !== '').join('\n\n') },
    range: rangeOf(document, bracket ?? place.span),
  };
}

function ofConfig(
  document: OpenDocument,
  { path, span }: Place,
  schema: Schema,
  outside: HoverContext,
): Hover | undefined {
  const words = configInWords(path, schema, outside.schemaIsKnown);
  if (words.length === 0) return undefined;
  return {
    contents: { kind: MarkupKind.Markdown, value: words.join('\n\n') },
    range: rangeOf(document, span),
  };
}

function isOfToggle({ at, path: [first, second, ...rest] }: Place): boolean {
  const isContent = first === 'content' && (second === undefined || second === 'prerequisites');
  return at === 'key' && rest.length === 0 && (isContent || (first === 'disabled' && second === undefined));
}

function isOfFile({ at, path: [first, second] }: Place): boolean {
  return at === 'key' && second === undefined && (first === 'content' || first === 'comment');
}

function ownersWords(owners: readonly string[]): readonly string[] {
  return owners.length === 0 ? [] : [t('Owners: {0}', escapeMarkdown(namesOfOwners(owners)))];
}

function requiredWords(keys: readonly string[]): readonly string[] {
  return keys.length === 0 ? [] : [t('Required by {0}: {1}.', keys.length, escapeMarkdown(namesOf(keys)))];
}

/** The opening bracket at the pointer, which may be on either side of the bracket. */
function openingBracket({ json }: OpenDocument, { path, span }: Place, offset: number): Span | undefined {
  if (offset > span.start + 1) return undefined;
  const node = nodeAt(json, path);
  const isContainer = node?.kind === 'object' || node?.kind === 'array';
  return isContainer && node.start === span.start ? { start: span.start, end: span.start + 1 } : undefined;
}

function explained(document: OpenDocument, { path, at, span }: Place, offset: number, outside: HoverContext) {
  const { kind, json } = document;
  const { beside = noRelatedFiles, tested } = outside;
  const read = spanAt(json, path, at === 'key' ? 'key' : 'value');
  if (read.start !== span.start) return undefined;
  if (kind === 'targeting') return explanation(json, path, at, outside);
  const named = namedAt(document, offset, beside);
  return named === undefined ? attributeInWords(path, beside) : namedInWords(named, tested?.());
}

/**
 * @param schemaIsKnown whether the editor itself shows the schema's title and description, but no examples
 * @returns the title and paragraphs, in Markdown
 */
function configInWords(path: Path, { title, description, examples }: Schema, schemaIsKnown = false): readonly string[] {
  const [example] = examples;
  const step = path.at(-1);
  const key = typeof step === 'string' ? `${JSON.stringify(step)}: ` : '';
  return [
    ...(schemaIsKnown || title === undefined ? [] : [`**${title}**`]),
    ...(schemaIsKnown || description === undefined ? [] : [description]),
    ...(example === undefined || step === undefined
      ? []
      : [[t('Example:'), `${fence}json`, key + JSON.stringify(example, null, 2), fence].join('\n')]),
  ];
}

const fence = '```';
