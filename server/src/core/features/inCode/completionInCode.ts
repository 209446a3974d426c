/** textDocument/completion in code: proposes toggle keys inside a call's string argument. */
import type { CompletionItem, Position } from 'vscode-languageserver-types';
import { CompletionItemKind, MarkupKind } from 'vscode-languageserver-types';
import type { Asked } from '../../code/calls.js';
import { incompleteCallAtEnd } from '../../code/begunCall.js';
import type { CodeText, KeyFinding } from './codeText.js';
import { insideQuotes, keyAt } from './codeText.js';
import type { TogglesInCode } from './togglesInCode.js';
import { placeInWords } from './togglesInCode.js';

/** The characters that begin a string. */
export const codeTriggerCharacters = ['"', "'", '`'];

/** Identifies an item when the editor resolves it. */
export interface KeyItem {
  readonly codeUri: string;
  readonly key: string;
}

export function completionInCode(code: CodeText, position: Position, toggles: TogglesInCode): CompletionItem[] {
  const place = keyPlaceAt(code, code.offsetAt(position), keyAt(code, position));
  if (place === undefined) return [];
  const { asks } = place;
  const range = code.rangeOf(place);
  if (range.start.line !== range.end.line) return [];
  // Keys that need escaping are not proposed, because people do not choose such keys.
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

interface KeyPlace {
  readonly asks: Asked;
  readonly from: number;
  readonly to: number;
}

/** The range between the quotes of a key, in a complete call or in a call that is being typed. */
function keyPlaceAt(code: CodeText, offset: number, finding: KeyFinding | undefined): KeyPlace | undefined {
  const inside = finding?.kind === 'call' ? insideQuotes(code.text, finding) : undefined;
  if (finding?.kind === 'call' && inside !== undefined)
    return offset < inside.from || offset > inside.to ? undefined : { asks: finding.asks, ...inside };
  const begun = incompleteCallAtEnd(code.text.slice(0, offset), code.language, code.wrappers);
  if (begun === undefined) return undefined;
  // The editor may already have closed the quote.
  const rest = /^[\w.-]*(?=["'`])/.exec(code.text.slice(offset, offset + MAX_KEY_LENGTH))?.[0] ?? '';
  return { ...begun, to: offset + rest.length };
}

const MAX_KEY_LENGTH = 200;

/** Adds the serves of the toggle's first environment to the documentation of the item. */
export function resolvedKey(item: CompletionItem, { key }: KeyItem, toggles: TogglesInCode): CompletionItem {
  const [first] = toggles.toggle(key)?.places ?? [];
  if (first === undefined) return item;
  return { ...item, documentation: { kind: MarkupKind.Markdown, value: placeInWords(first, toggles) } };
}
