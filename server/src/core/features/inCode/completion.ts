/** textDocument/completion in code: the keys of toggles, where a call is given one as text. */
import type { CompletionItem, Position } from 'vscode-languageserver-types';
import { CompletionItemKind, MarkupKind } from 'vscode-languageserver-types';
import type { CodeText } from './codeText.js';
import { insideQuotes, keyAt } from './codeText.js';
import type { TogglesInCode } from './toggles.js';
import { placeInWords } from './toggles.js';

/** Each begins a string. */
export const codeTriggerCharacters = ['"', "'", '`'];

/** What the server finds an item by, when it is asked for more of it. */
export interface KeyItem {
  readonly codeUri: string;
  readonly key: string;
}

export function completionInCode(code: CodeText, position: Position, toggles: TogglesInCode): CompletionItem[] {
  const finding = keyAt(code, position);
  const inside = finding?.kind === 'call' ? insideQuotes(code.text, finding) : undefined;
  const offset = code.offsetAt(position);
  if (finding?.kind !== 'call' || inside === undefined || offset < inside.from || offset > inside.to) return [];
  const range = code.rangeOf(inside);
  if (range.start.line !== range.end.line) return [];
  const { asks } = finding;
  // What would have to be escaped is no key that people give.
  const keys = toggles.keys().filter((key) => !/["'`\\$\p{Cc}]/u.test(key));
  return keys.map((key) => {
    const returnType = toggles.toggle(key)?.returnType;
    const fits = asks === 'any' || returnType === undefined || returnType === asks;
    const data: KeyItem = { codeUri: code.uri, key };
    return {
      ...{ label: key, kind: CompletionItemKind.Constant, sortText: `${fits ? 0 : 1}${key}`, data },
      ...(returnType !== undefined && { detail: returnType }),
      textEdit: { range, newText: key },
    };
  });
}

/** With what the first environment makes of it. */
export function resolvedKey(item: CompletionItem, { key }: KeyItem, toggles: TogglesInCode): CompletionItem {
  const [first] = toggles.toggle(key)?.places ?? [];
  if (first === undefined) return item;
  return { ...item, documentation: { kind: MarkupKind.Markdown, value: placeInWords(first, toggles) } };
}
