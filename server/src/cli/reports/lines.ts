import { escapeMarkdown } from '../../core/features/hover/markdown.js';
import { visible } from './visible.js';

export function lined(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}

/**
 * Sanitizes untrusted text for Markdown. GitHub and GitLab detect `@org/team` and `#1` even after a backslash, so a
 * zero-width space follows the sign. A `$` in an element of its own cannot start a formula.
 */
export function marked(text: string): string {
  return escapeMarkdown(visible(text)).replace(/[@#]/g, '$&&#8203;').replaceAll('$', '<span>&#36;</span>');
}
