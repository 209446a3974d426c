/**
 * service-limit of texts: FeatureProbe's server keeps some in columns of its database, and answers longer ones with a bare
 * error (service.md B). What is longer by blanks alone it cuts.
 */
import { t } from '@vscode/l10n';
import { utf8Length } from './utf8.js';
import { inProduction } from './production.js';
import type { Finding } from './problem.js';

export interface TextLimit {
  readonly most: number;
  /** Characters are code points, bytes those of UTF-8. */
  readonly of: 'characters' | 'bytes';
}

/** By the definition of the object that they stand in, and their key. The body has no definition. */
export const textLimits: Readonly<Record<string, Readonly<Record<string, TextLimit>>>> = {
  '': { comment: { most: 1_024, of: 'characters' } },
  variation: { name: { most: 128, of: 'characters' }, value: { most: 65_535, of: 'bytes' } },
  prerequisite: { key: { most: 128, of: 'characters' }, value: { most: 65_535, of: 'bytes' } },
};

export function limitFinding({ most, of }: TextLimit, text: string): Finding | undefined {
  const kept = withoutBlanksBehind(text);
  const length = of === 'bytes' ? utf8Length(kept) : Array.from(kept).length;
  if (length <= most) return undefined;
  const why =
    of === 'bytes'
      ? t('At most {0} bytes of UTF-8, not {1}.', most, length)
      : t('At most {0} characters, not {1}.', most, length);
  return inProduction('service-limit', why);
}

function withoutBlanksBehind(text: string): string {
  let end = text.length;
  while (end > 0 && '\t\n\v\f\r '.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
