/** Hovers in users files and test files: the named user, variation or rule, and the toggles that use an attribute. */
import { t } from '../../t.js';
import type { RelatedFiles } from '../../checks/beside/filesBeside.js';
import { namedInTests } from '../../evaluation/cases.js';
import type { NamedUser } from '../../evaluation/users.js';
import type { JsonDocument } from '../../json/document.js';
import type { Path } from '../../json/nodes.js';
import { isWellFormed } from '../../json/understood.js';
import { targetingOf } from '../../targeting/model.js';
import type { Named } from '../names/namedInTests.js';
import type { Explanation } from './explanation.js';
import { bullets, enumeration, beginningOf, escapeMarkdown, inlineCode, titled } from './markdown.js';
import { ruleInWords, titleOfRule } from './rule.js';
import { usesInWords } from './uses.js';

export function namedInWords(named: Named, tested: JsonDocument | undefined): Explanation | undefined {
  if (named.kind === 'user') return { title: titled(t('User'), named.user.name), paragraphs: userInWords(named.user) };
  if (tested === undefined) return undefined;
  const targeting = targetingOf(tested);
  const isWhole = isWellFormed(tested);
  if (named.kind === 'rule') {
    const rule = targeting.rules[named.index];
    return rule && { title: titleOfRule(rule), paragraphs: ruleInWords(rule, targeting, isWhole) };
  }
  const variation = targeting.variations?.[named.index];
  if (variation === undefined) return undefined;
  const title = titled(t('Variation {0}', named.index), variation.name);
  return { title, paragraphs: usesInWords(variation, targeting, isWhole) };
}

function userInWords({ key, attributes, segments, description = '' }: NamedUser): string[] {
  const listed = (texts: readonly string[]) => {
    const shown = beginningOf(texts);
    return enumeration(
      shown.map((text) => inlineCode(text)),
      texts.length - shown.length,
    );
  };
  return [
    escapeMarkdown(description),
    t('Key: {0}', inlineCode(key)),
    attributes.size === 0
      ? t('No attributes.')
      : bullets([...attributes], ([name, value]) => `${inlineCode(name)}: ${inlineCode(value)}`),
    ...(segments === undefined || segments.length === 0 ? [] : [t('In the segments {0}.', listed(segments))]),
  ];
}

/** Lists the toggles that use an attribute; undefined if the place is not an attribute or no toggle uses it. */
export function attributeInWords(path: Path, { asked }: RelatedFiles): Explanation | undefined {
  const isOfUser = path.length === 4 && path[0] === 'users' && path[2] === 'attributes';
  const name = path.at(-1);
  if ((!isOfUser && namedInTests(path) !== 'attribute') || typeof name !== 'string' || asked === undefined)
    return undefined;
  const toggles = [...new Set(Array.from(asked.attributes.get(name)?.files ?? [], ({ toggle }) => toggle))].sort();
  if (toggles.length === 0) return undefined;
  const shown = beginningOf(toggles);
  const list = enumeration(
    shown.map((toggle) => inlineCode(toggle)),
    toggles.length - shown.length,
  );
  return { title: titled(t('Attribute'), name), paragraphs: [t('Used by {0}.', list)] };
}
