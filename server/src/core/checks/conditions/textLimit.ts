/** Reports texts that are too long for FeatureProbe's database (service.md B). Trailing white space does not count. */
import { t } from '../../t.js';
import type { ObjectFinding, PlainObject } from '../check.js';
import { noFindings, objectCheck } from '../check.js';
import { featureProbeConsequence } from '../serves/production.js';
import { utf8Length } from './utf8.js';

interface TextLimit {
  readonly most: number;
  /** The unit of `most`: characters are code points; bytes are counted in UTF-8. */
  readonly of: 'characters' | 'bytes';
}

export const textLimits = {
  body: { comment: { most: 1_024, of: 'characters' } },
  variation: { name: { most: 128, of: 'characters' }, value: { most: 65_535, of: 'bytes' } },
  prerequisite: { key: { most: 128, of: 'characters' }, value: { most: 65_535, of: 'bytes' } },
} as const satisfies Readonly<Record<string, Readonly<Record<string, TextLimit>>>>;

export const bodyTexts = objectCheck({ looksAt: 'body', find: (body) => findings(body, textLimits.body) });

export const variationTexts = objectCheck({
  looksAt: 'variation',
  find: (variation) => findings(variation, textLimits.variation),
});

export const prerequisiteTexts = objectCheck({
  looksAt: 'prerequisite',
  find: (prerequisite) => findings(prerequisite, textLimits.prerequisite),
});

function findings(object: PlainObject, limits: Readonly<Record<string, TextLimit>>): readonly ObjectFinding[] {
  return Object.entries(limits).flatMap(([key, limit]) => {
    const text = object[key];
    // A UTF-16 code unit takes at most three bytes in UTF-8.
    if (typeof text !== 'string' || text.length * 3 <= limit.most) return noFindings;
    return finding(key, limit, text);
  });
}

function finding(key: string, { most, of }: TextLimit, text: string): readonly ObjectFinding[] {
  const kept = withoutBlanksBehind(text);
  const length = of === 'bytes' ? utf8Length(kept) : Array.from(kept).length;
  if (length <= most) return noFindings;
  const why =
    of === 'bytes'
      ? t('At most {0} bytes of UTF-8, not {1}.', most, length)
      : t('At most {0} characters, not {1}.', most, length);
  return [{ ...featureProbeConsequence('service-limit', why), path: [key] }];
}

function withoutBlanksBehind(text: string): string {
  let end = text.length;
  while (end > 0 && '\t\n\v\f\r '.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
