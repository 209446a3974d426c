import { escapeMarkdown } from '../../core/features/hover/markdown.js';
import { visible } from './visible.js';

export function lined(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}

/**
 * Someone else's words in Markdown: they neither act nor hide. GitHub and GitLab look for people and issues once backslashes are gone, so a
 * space without width keeps `@org/team` and `#1` from being one. They look for mathematics in the text around a `$`, too, so each is an element of its own.
 */
export function marked(text: string): string {
  return escapeMarkdown(visible(text)).replace(/[@#]/g, '$&&#8203;').replaceAll('$', '<span>&#36;</span>');
}
