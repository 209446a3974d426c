/** Words that people read, found in the syntax of the sources: calls of `t`, words of the schemas, and English outside of calls. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';

export const root = join(import.meta.dirname, '../..');

/** A text and its place, such as `client/src/questions/prompts.ts:12`. */
export interface Spoken {
  readonly place: string;
  readonly text: string;
}

export interface Call extends Spoken {
  /** False if the first argument is not a literal; then `text` is its source. */
  readonly literal: boolean;
  readonly values: number;
}

export function callsOfT(folder: string): readonly Call[] {
  return sources(folder).flatMap((source) =>
    nodesOf(source).flatMap((node): Call[] => {
      const [message, ...values] = argumentsOfT(node) ?? [];
      if (message === undefined) return [];
      const literal = ts.isStringLiteralLike(message);
      const text = literal ? message.text : message.getText(source);
      return [{ place: placeOf(source, message), text, literal, values: values.length }];
    }),
  );
}

/** Literals that look like English for people but are not passed to `t`. */
export function bareWords(folder: string): readonly Spoken[] {
  return sources(folder).flatMap((source) =>
    nodesOf(source, (node) => !isForDevelopers(node))
      .filter((node) => pieces(node).some(looksLikeProse) || isShown(node))
      .map((node) => ({ place: placeOf(source, node), text: node.getText(source) })),
  );
}

export function wordsOfSchema(file: string): readonly Spoken[] {
  const found: Spoken[] = [];
  const look = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, inner] of Object.entries(value)) {
      // A property may itself be called `description`: then it is an object.
      if (['title', 'description', 'patternErrorMessage'].includes(key) && typeof inner === 'string') {
        found.push({ place: file, text: inner });
      } else look(inner);
    }
  };
  look(JSON.parse(readFileSync(join(root, file), 'utf8')));
  return found;
}

export function sources(folder: string): readonly ts.SourceFile[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => {
      const file = join(entry.parentPath, entry.name);
      const path = relative(root, file).replaceAll('\\', '/');
      return ts.createSourceFile(path, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
    });
}

/** @param enter whether to visit a node and its children */
export function nodesOf(top: ts.Node, enter: (node: ts.Node) => boolean = () => true): readonly ts.Node[] {
  if (!enter(top)) return [];
  const found: ts.Node[] = [top];
  ts.forEachChild(top, (child) => {
    found.push(...nodesOf(child, enter));
  });
  return found;
}

function placeOf(source: ts.SourceFile, node: ts.Node): string {
  return `${source.fileName}:${source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1}`;
}

function argumentsOfT(node: ts.Node): readonly ts.Expression[] | undefined {
  if (!ts.isCallExpression(node)) return undefined;
  return ts.isIdentifier(node.expression) && node.expression.text === 't' ? node.arguments : undefined;
}

/** Already translated, or only for developers: log lines, our errors, types, imports. */
function isForDevelopers(node: ts.Node): boolean {
  if (ts.isImportDeclaration(node) || ts.isTypeNode(node)) return true;
  if (ts.isNewExpression(node)) return node.expression.getText().endsWith('Error');
  if (!ts.isSourceFile(node) && argumentsOfT(node.parent)?.[0] === node) return true;
  return ts.isCallExpression(node) && /\b(?:log|console)\.\w+$/.test(node.expression.getText());
}

function pieces(node: ts.Node): readonly string[] {
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (!ts.isTemplateExpression(node)) return [];
  return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)];
}

/** A word next to white space. Icons (`$(sync~spin)`) are not words. */
function looksLikeProse(text: string): boolean {
  const words = withoutIcons(text);
  return /(?<![\w/.-])[A-Za-z]{2,}[.,:;?!…]?\s|\s[A-Za-z]{2,}(?![\w/.-])/.test(words);
}

function withoutIcons(text: string): string {
  return text.replace(/\$\([\w~-]+\)/g, '');
}

function isJson(text: string): boolean {
  return ['true', 'false', 'null'].includes(text);
}

const shownProperties = new Set([
  ...['title', 'prompt', 'placeHolder', 'label', 'detail', 'description', 'tooltip', 'text', 'documentation'],
  ...['message', 'reason', 'sentence', 'problem'],
]);

/** Also a single word, if it is passed on to be shown. */
function isShown(node: ts.Node): boolean {
  if (!pieces(node).some((text) => /[A-Za-z]{2,}/.test(withoutIcons(text)) && !isJson(text))) return false;
  let at = node;
  while (ts.isConditionalExpression(at.parent) || ts.isParenthesizedExpression(at.parent)) {
    if (ts.isConditionalExpression(at.parent) && at.parent.condition === at) return false;
    at = at.parent;
  }
  if (ts.isArrayLiteralExpression(at.parent)) at = at.parent;
  const { parent } = at;
  if (ts.isPropertyAssignment(parent)) return parent.initializer === at && shownProperties.has(parent.name.getText());
  if (ts.isBinaryExpression(parent) && ts.isPropertyAccessExpression(parent.left)) {
    return parent.right === at && shownProperties.has(parent.left.name.text);
  }
  return ts.isCallExpression(parent) && /\.show\w+(?:Message|Pick)$|^say$/.test(parent.expression.getText());
}
