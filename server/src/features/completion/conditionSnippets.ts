/** Whole conditions: one for each type, and one for each type that has a `between`. */
import { t } from '@vscode/l10n';
import { acceptedSpelling } from '../../targeting/instant.js';
import { boundPredicates, predicates } from '../../targeting/predicates.js';
import type { ObjectSnippet } from './objectSnippet.js';
import type { Outside, Moment } from './proposal.js';
import { choice, place } from './snippetText.js';

export function conditions({ now: moment }: Outside): readonly ObjectSnippet[] {
  const now = moment ?? { seconds: 1_656_317_290, offsetMinutes: 8 * 60 };
  const inAWeek = { ...now, seconds: now.seconds + 7 * 24 * 60 * 60 };
  const objects: Readonly<Record<string, string>> = { number: '0', datetime: datetimeText(now), semver: '1.0.0' };
  const plain = Object.entries(predicates).map(([type, all]): ObjectSnippet => {
    const predicate = choice(
      2,
      all.filter((each) => each !== 'between'),
    );
    const properties = [
      `"type": "${type}"`,
      // A segment condition looks at the user, not at an attribute.
      ...(type === 'segment' ? [] : [`"subject": "${place(1)}"`]),
      `"predicate": "${predicate}"`,
      `"objects": ["${place(3, objects[type])}"]`,
    ];
    return { label: t('condition: {0}', type), filter: `condition ${type}`, properties, layout: 'lines' };
  });
  const bounded = Object.entries(boundPredicates).map(([type, bounds]): ObjectSnippet => {
    const properties = [
      `"type": "${type}"`,
      `"subject": "${place(1)}"`,
      '"predicate": "between"',
      `"leftPredicate": "${choice(2, bounds.filter(isLower))}"`,
      `"objects": ["${place(3, objects[type])}"]`,
      `"rightPredicate": "${choice(
        4,
        bounds.filter((each) => !isLower(each)),
      )}"`,
      `"rightObjects": ["${place(5, type === 'number' ? '100' : datetimeText(inAWeek))}"]`,
    ];
    const filter = `condition ${type} between`;
    return { label: t('condition: {0} between', type), filter, properties, layout: 'lines' };
  });
  return [...plain, ...bounded];
}

/** Whether a comparison bounds from below. */
export function isLower(predicate: string): boolean {
  return predicate.startsWith('>') || predicate === 'after';
}

/** A time, as a `datetime` condition accepts it. */
export function datetimeText({ seconds, offsetMinutes }: Moment): string {
  return acceptedSpelling(seconds * 1_000, offsetMinutes);
}
