/** Joins words or sentences by the rules of the display language: Chinese uses its own commas and no spaces. */
import { t } from '../t.js';

export function listOf(words: readonly string[]): string {
  return words.length === 0 ? '' : words.reduce((list, word) => t('{0}, {1}', list, word));
}

/** Lists the first words, followed by the number of the remaining words. */
export function listOfFirst(words: readonly string[], max = 10): string {
  const list = listOf(words.slice(0, max));
  return words.length > max ? t('{0} and {1} more', list, words.length - max) : list;
}

/** The first lines, followed by a line with the number of the remaining lines; all lines if only one would remain. */
export function firstOf(lines: readonly string[], max = 20): readonly string[] {
  return lines.length <= max + 1 ? lines : [...lines.slice(0, max), t('… and {0} more', lines.length - max)];
}

export function clausesOf(clauses: readonly string[]): string {
  return clauses.length === 0 ? '' : clauses.reduce((text, clause) => t('{0}; {1}', text, clause));
}

export function sentencesOf(sentences: readonly string[]): string {
  return sentences.length === 0 ? '' : sentences.reduce((text, sentence) => t('{0} {1}', text, sentence));
}

/** Lists alternatives, such as `rob, anna or bob`. */
export function eitherOf(words: readonly string[]): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : t('{0} or {1}', listOf(words.slice(0, -1)), last);
}
