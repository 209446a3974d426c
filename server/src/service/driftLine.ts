/** The lens that compares a file with all its environments. Pure. */
import { t } from '../core/t.js';
import type { Standing } from './clickGroups.js';
import { isWaiting, mergeByClick } from './clickGroups.js';
import { guardedSentence } from './driftWords.js';
import { withoutRepeats } from './fileErrors.js';
import { inFewWords } from './toggles/environmentStates.js';
import { inList, linesOf } from './words/harmless.js';

interface DriftLine {
  readonly title: string;
  readonly tooltip: string;
  /** The comparison that a click opens; undefined if a click first asks for the environment. */
  readonly clicked: Standing | undefined;
}

/** Summarizes several environments as the Toggles view does. @param uncompared number of environments not compared */
export function driftLine(all: readonly Standing[], uncompared: number): DriftLine {
  const different = withoutRepeats(all);
  const merged = mergeByClick(different);
  const [first, another] = merged;
  const isOne = another === undefined || different.every(({ drift }) => isWaiting(drift));
  const { words, of } = inFewWords(different);
  const sentences =
    first === undefined || another !== undefined
      ? merged.map(({ drift }) => drift.title.replace(/^(?:\$\(\w+\)\u00A0)+/, ''))
      : [...first.drift.tooltip.split('\n'), ...(first.drift.isOfFile ? [] : guardedSentence(first.target))];
  const more = uncompared > 0 ? [t('Only the first few environments are compared automatically.')] : [];
  return {
    title: isOne ? (first?.drift.title ?? '') : inList(words),
    tooltip: linesOf([...sentences, ...more]),
    clicked: isOne ? first : of.length === 1 ? of[0] : undefined,
  };
}
