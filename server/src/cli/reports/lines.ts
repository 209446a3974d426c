import { escapeMarkdown } from '../../features/hover/markdown.js';
import { visible } from './visible.js';

export function lined(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}

/** Somebody else's words in Markdown: they neither act nor hide. */
export function marked(text: string): string {
  return escapeMarkdown(visible(text));
}
