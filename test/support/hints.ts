/** Texts with inlay hints written into them: `"select": 1⟨ beta = "true"⟩`. */
import type { InlayHint, Range } from 'vscode-languageserver-types';

export function withoutHints(annotated: string): string {
  return annotated.replace(/⟨[^⟩]*⟩/g, '');
}

/** Spaces are the editor's padding. */
export function withHints(text: string, hints: readonly InlayHint[]): string {
  return text
    .split('\n')
    .map((line, index) =>
      hints
        .filter(({ position }) => position.line === index)
        .reduceRight((shown, hint) => {
          const { character } = hint.position;
          return shown.slice(0, character) + written(hint) + shown.slice(character);
        }, line),
    )
    .join('\n');
}

export function lines(start: number, end: number): Range {
  return { start: { line: start, character: 0 }, end: { line: end, character: 0 } };
}

/** The shown label; ours are one piece. */
export function labelOf({ label }: Pick<InlayHint, 'label'>): string {
  return typeof label === 'string' ? label : label.map(({ value }) => value).join('');
}

function written({ label, paddingLeft, paddingRight }: InlayHint): string {
  return `⟨${paddingLeft === true ? ' ' : ''}${labelOf({ label })}${paddingRight === true ? ' ' : ''}⟩`;
}
