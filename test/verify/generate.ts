/** Makes toggles that are full of what can be claimed of them: few attributes, few objects, and rules that overlap. */
import type { Condition, Rule, Serve, Toggle } from './model.js';
import type { Random } from './random.js';

const texts = ['a', 'ab', 'abc', 'b', 'bc', 'c', 'Paris', 'paris', 'Rome', ''];
/** Engines read some of them differently in texts that are not ASCII, or end with a line break. */
const regexes = String.raw`^a b$ ^ab$ a|b [ab]c ^$ a+b .* ^[ab] ^(a|b) ab?c ^a.*c ^[^a] ^(?:ab|bc)+
  a{2} ^\w ^\d+ a\d \bab \bb ^[A-Z] ^P.r (ris|me)$ ^ab bc`.split(/\s+/);
const numbers = ['0', '1', '2', '10', '10.5', '-3', '1e2'];
const versions = ['1.0.0', '1.0.1', '1.2.0', '2.0.0', '1.0.0-alpha', '1.0.0-beta.2'];
const dates = ['1999-01-01', '2001-05-05', '2015-10-10', '2099-01-01'].map((day) => `${day}T00:00:00+00:00`);
const segments = ['staff', 'testers', 'beta'];

const textPredicates = [
  ...['is one of', 'is not any of', 'starts with', 'does not start with'],
  ...['ends with', 'does not end with', 'contains', 'does not contain'],
];
const regexPredicates = ['matches regex', 'does not match regex'];
const orders = ['=', '!=', '>', '>=', '<', '<='];

export function toggleBy(random: Random): Toggle {
  const variations = Array.from({ length: 2 + random.below(3) }, (_, index) => ({
    // Sometimes two have the same value.
    ...{ value: random.chance(0.1) ? 'v0' : `v${index}`, name: `variation ${index}` },
  }));
  const serve = () => serveBy(random, variations.length);
  const rules: Rule[] = [];
  for (let index = 0, count = random.below(6); index < count; index += 1) rules.push(ruleBy(random, rules, serve));
  return {
    disabled: random.chance(0.03),
    content: {
      rules: rules.map((rule, index) => ({ ...rule, name: `rule ${index}` })),
      disabledServe: serve(),
      defaultServe: serve(),
      variations,
    },
  };
}

function serveBy(random: Random, variations: number): Serve {
  if (random.chance(0.7)) return { select: random.below(variations) };
  const cuts = Array.from({ length: variations - 1 }, () => random.below(11) * 1_000).sort((a, b) => a - b);
  return { split: [...cuts, 10_000].map((cut, index) => cut - (cuts[index - 1] ?? 0)) };
}

/** A rule of its own, or one like another, a little narrower or wider. */
function ruleBy(random: Random, others: readonly Rule[], serve: () => Serve): Rule {
  if (others.length > 0 && random.chance(0.35)) {
    const { conditions } = random.pick(others);
    const kept = conditions.filter(() => random.chance(0.8));
    const changed = kept.map((each) => (random.chance(0.3) ? withOtherObjects(random, each) : each));
    const more = random.chance(0.4) ? [conditionBy(random)] : [];
    return { name: '', serve: serve(), conditions: nonEmpty(random, [...changed, ...more]) };
  }
  const conditions = Array.from({ length: random.below(10) === 0 ? 0 : 1 + random.below(3) }, () =>
    conditionBy(random),
  );
  return { name: '', serve: serve(), conditions };
}

function nonEmpty(random: Random, conditions: readonly Condition[]): readonly Condition[] {
  return conditions.length > 0 ? conditions : [conditionBy(random)];
}

function withOtherObjects(random: Random, condition: Condition): Condition {
  const own = objectsBy(random, condition.type, condition.predicate);
  return { ...condition, objects: random.chance(0.5) ? own : [...new Set([...condition.objects, ...own])] };
}

export function conditionBy(random: Random): Condition {
  const type = random.pick(['string', 'string', 'string', 'number', 'number', 'semver', 'datetime', 'segment']);
  const subjects = { string: random.pick(['city', 'mail']), number: 'age', semver: 'version', datetime: 'since' };
  const usual = type === 'segment' ? '' : subjects[type as keyof typeof subjects];
  // Several types of one attribute are rare.
  const subject = type !== 'segment' && random.chance(0.02) ? 'city' : usual;
  const predicate = predicateBy(random, type);
  const condition = { type, subject, predicate, objects: objectsBy(random, type, predicate) };
  if (predicate !== 'between') return condition;
  const bounds = type === 'number' ? ['>', '>=', '<', '<='] : ['after', 'before'];
  const [objects, rightObjects] = [objectsBy(random, type, '').slice(0, 1), objectsBy(random, type, '').slice(0, 1)];
  return {
    ...condition,
    objects,
    leftPredicate: random.pick(bounds),
    rightPredicate: random.pick(bounds),
    rightObjects,
  };
}

function predicateBy(random: Random, type: string): string {
  if (type === 'string') return random.pick(random.chance(0.12) ? regexPredicates : textPredicates);
  if (type === 'segment') return random.pick(['is in', 'is not in']);
  if (type === 'datetime') return random.pick(['after', 'before', 'after', 'before', 'between']);
  return type === 'number' && random.chance(0.1) ? 'between' : random.pick(orders);
}

function objectsBy(random: Random, type: string, predicate: string): readonly string[] {
  const strings = predicate.includes('regex') ? regexes : texts;
  // So many that the product does not tell all texts apart.
  if (strings === texts && type === 'string' && random.chance(0.03)) return texts;
  const known = { string: strings, number: numbers, semver: versions, datetime: dates, segment: segments };
  const all = known[type as keyof typeof known];
  return [...new Set(random.some(all, 1 + random.below(3)))];
}

/** The toggle after a change of the kind that people make. */
export function changed(random: Random, toggle: Toggle): Toggle {
  const { content } = toggle;
  const { rules, variations, defaultServe } = content;
  const at = random.below(Math.max(1, rules.length));
  const withRules = (next: readonly Rule[]): Toggle => ({ ...toggle, content: { ...content, rules: next } });
  const replaced = (change: (rule: Rule) => Rule) =>
    withRules(rules.map((rule, index) => (index === at ? change(rule) : rule)));
  switch (random.below(8)) {
    case 0:
      return { ...toggle, content: { ...content, defaultServe: serveBy(random, variations.length) } };
    case 1:
      return replaced((rule) => ({ ...rule, serve: serveBy(random, variations.length) }));
    case 2:
      return withRules(rules.filter((_, index) => index !== at));
    case 3:
      return withRules([
        ...rules.slice(0, at),
        { ...ruleBy(random, rules, () => defaultServe), name: 'new rule' },
        ...rules.slice(at),
      ]);
    case 4:
      return replaced((rule) => ({
        ...rule,
        conditions: rule.conditions.map((each) => (random.chance(0.5) ? withOtherObjects(random, each) : each)),
      }));
    case 5:
      return replaced((rule) => ({ ...rule, conditions: nonEmpty(random, rule.conditions.slice(1)) }));
    case 6:
      return withRules([...rules].sort((a, b) => (a.name < b.name ? 1 : -1)));
    default:
      return { ...toggle, disabled: !toggle.disabled };
  }
}
