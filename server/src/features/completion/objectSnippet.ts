/** An object as its properties, so that it can be put in whole or into braces that are there already. */
import { CompletionItemKind } from 'vscode-languageserver-types';
import type { Proposal } from './proposal.js';

export interface ObjectSnippet {
  readonly label: string;
  /** In the words of the file. */
  readonly filter: string;
  /** In snippet syntax. */
  readonly properties: readonly string[];
  /** A property on each line, or all on one. */
  readonly layout: 'lines' | 'line';
  readonly detail?: string | undefined;
}

export function wholeObject(snippet: ObjectSnippet): Proposal {
  return proposal(snippet, `{${between(snippet)}}`);
}

/** @param beside which braces of the object stand right beside the gap; the others are on lines of their own */
export function insideObject(snippet: ObjectSnippet, beside: 'both' | 'opening' | 'none'): Proposal {
  const { properties, layout } = snippet;
  if (layout === 'line') return proposal(snippet, properties.join(', '));
  if (beside === 'none') return proposal(snippet, properties.join(',\n'));
  return proposal(snippet, beside === 'both' ? between(snippet) : between(snippet).trimEnd());
}

function between({ properties, layout }: ObjectSnippet): string {
  if (layout === 'line') return ` ${properties.join(', ')} `;
  return `${`\n${properties.join(',\n')}`.replaceAll('\n', '\n\t')}\n`;
}

function proposal({ label, filter, detail }: ObjectSnippet, insert: string): Proposal {
  return { label, filter, insert, detail, kind: CompletionItemKind.Snippet };
}
