/** Makes toggles with much to claim: few attributes, few objects, and overlapping rules. */
import type { Condition, Environment, Prerequisite, Rule, Serve, Toggle } from './model.js';
import type { Random } from './random.js';

type Pools = Readonly<Record<string, readonly string[]>>;

/** Engines read some of them differently in texts that are not ASCII or end with a line break. */
const regexes = String.raw`^a b$ ^ab$ a|b [ab]c ^$ a+b .* ^[ab] ^(a|b) ab?c ^a.*c ^[^a] ^(?:ab|bc)+
  a{2} ^\w ^\d+ a\d \bab \bb ^[A-Z] ^P.r (ris|me)$ ^ab bc`.split(/\s+/);

const ordinary: Pools = {
  string: ['', ...'a ab abc b bc c Paris paris Rome é ß 李 😀'.split(' ')],
  number: '0 1 2 10 10.5 -3 1e2'.split(' '),
  semver: '1.0.0 1.0.1 1.2.0 2.0.0 1.0.0-alpha 1.0.0-beta.2'.split(' '),
  datetime: datesIn('1999-01-01 2001-05-05 2015-10-10 2099-01-01 2101-06-30'),
  segment: ['staff', 'testers', 'beta'],
};

/** Corner cases, some of which SDKs read differently. */
const odd: Pools = {
  string: ['', ' ', ' a', '\u00a0', 'e\u0301', '\ud83d', '\u001c', ...'a é ? 😀 5 1.0.0'.split(' ')],
  number: (
    '123456789 123456790 16777217 9007199254740992 9007199254740993 1e39 1e400 -1e400 NaN Infinity 5e-324 0.1 007 +5 5. .5 -0 ' +
    '1.7976931348623157e308 1.7976931348623157e308 1.7976931348623157e308 -1.7976931348623157e308'
  ).split(' '),
  semver: (
    '1.0.0-dev 1.0.0-rc.1 1.0.0+a 1.0.0-ALPHA 1.0.0-1 1.0.0--5 1.0.0 0.0.0-0 1.0.0-99999999999999999999 ' +
    '1.0.0-99999999999999999998 9007199254740992.0.0 9007199254740993.0.0'
  ).split(' '),
  datetime: [
    ...datesIn('1960-01-01 1970-01-02 0001-01-01 1582-10-10 1582-10-15 1500-02-29 2001-13-05 2001-02-30 9999-12-31'),
    ...'1969-12-31T23:59:59+00:00 2001-05-05T08:00:00+08:00 2001-05-05T05:19:00+05:19'.split(' '),
  ],
  segment: ['staff', 'testers', 'beta', 'constructor'],
};

function datesIn(days: string): readonly string[] {
  return days.split(' ').map((day) => `${day}T00:00:00+00:00`);
}

/** Texts of users that perhaps only an SDK can read. */
export const oddTexts = [
  ...[
    '',
    ' ',
    ' 5',
    '\u001c',
    '1.0.0\n',
    ...'5d 0x1p2 inf -inf NaN 1e40 1e400 -5 +5 9 11 1700000000 123456791'.split(' '),
  ],
  ...'1.0 v1.0.0 1.0.0-sp 1.0.0--5 1.0.0-01 1.0.1 -315619201 18446744073709551616'.split(' '),
  ...[odd['string'], odd['number'], odd['semver']].flatMap((all = []) => all.filter((each) => each.isWellFormed())),
];

const textPredicates = [
  ...['is one of', 'is not any of', 'starts with', 'does not start with'],
  ...['ends with', 'does not end with', 'contains', 'does not contain'],
];
const regexPredicates = ['matches regex', 'does not match regex'];
const orders = ['=', '!=', '>', '>=', '<', '<='];

/** Texts of one type; some are the same value, and some are almost the same. */
const valuesOf: Pools = {
  boolean: ['true', 'false', 'TRUE'],
  number: ['1', '2', '10', '10.0', '1e1', '1.5e1', '15', '-1', '0.5', '.5'],
  json: ['{"a":1}', '{ "a": 1 }', '{"a":1,"b":null}', '{"b":{"c":[1,"x"]},"a":2}', '{"a":2,"b":{"c":[1,"x"]}}', '{}'],
};
const types = ['string', 'string', 'number', 'boolean', 'json'];

/** @param areStrings whether all values are strings */
export function environmentBy(random: Random, count: number, areStrings = false): Environment {
  const toggles = new Map<string, Toggle>();
  const chainFrom = random.chance(0.3) ? random.below(20) : count;
  for (let index = 0; index < count; index += 1) {
    const [key, type] = [`t${index}`, typeOf(`t${index}`, areStrings)];
    // A longer chain of prerequisites than SDKs follow.
    const isInChain = index > chainFrom && index <= chainFrom + 21;
    const toggle = toggleBy(random, type, random.chance(0.35), isInChain);
    const required = isInChain ? 1 : random.pick([0, 0, 0, 0, 0, 0, 1, 1, 2, 3]);
    const prerequisites = Array.from({ length: index === 0 ? 0 : required }, () =>
      prerequisiteBy(random, toggles, isInChain ? index - 1 : nearest(random, index), areStrings),
    );
    const distinct = prerequisites.filter(
      ({ key: own }, at) => prerequisites.findIndex((each) => each.key === own) === at,
    );
    toggles.set(
      key,
      distinct.length === 0 ? toggle : { ...toggle, content: { ...toggle.content, prerequisites: distinct } },
    );
  }
  return toggles;
}

function typeOf(key: string, areStrings: boolean): string {
  return areStrings ? 'string' : (types[Number(key.slice(1)) % types.length] ?? 'string');
}

function nearest(random: Random, index: number): number {
  return random.chance(0.5) ? index - 1 : random.below(index);
}

function prerequisiteBy(random: Random, toggles: Environment, index: number, areStrings: boolean): Prerequisite {
  const key = random.chance(0.04) ? 'gone' : `t${index}`;
  const type = key === 'gone' ? random.pick(types) : typeOf(key, areStrings);
  const { variations = [], defaultServe } = toggles.get(key)?.content ?? {};
  const given = variations[random.chance(0.7) ? (defaultServe?.select ?? 0) : random.below(variations.length)];
  const others = valuesOf[type] ?? ['v0', 'v1', 'v9'];
  return { key, type, value: given === undefined || random.chance(0.1) ? random.pick(others) : given.value };
}

export function toggleBy(random: Random, type = 'string', isOdd = false, isPlain = false): Toggle {
  const variations = Array.from({ length: 2 + random.below(3) }, (_, index) => ({
    ...{ value: valueBy(random, type, index), name: `variation ${index}` },
  }));
  const serve = () => (isPlain && random.chance(0.9) ? { select: 0 } : serveBy(random, variations.length, isOdd));
  const rules: Rule[] = [];
  for (let index = 0, count = random.below(isPlain ? 2 : 6); index < count; index += 1)
    rules.push(ruleBy(random, rules, serve, isOdd));
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

function valueBy(random: Random, type: string, index: number): string {
  const all = valuesOf[type];
  return all === undefined ? `v${random.chance(0.1) ? 0 : index}` : random.pick(all);
}

/** @param isOdd whether buckets may be left to the default in code */
function serveBy(random: Random, variations: number, isOdd: boolean): Serve {
  if (random.chance(0.7)) return { select: random.below(isOdd && random.chance(0.1) ? variations + 1 : variations) };
  const ofAll = isOdd ? 1 : 1_000;
  const cuts = Array.from({ length: variations - 1 }, () => random.below(1 + 10_000 / ofAll) * ofAll).sort(
    (a, b) => a - b,
  );
  const end = isOdd && random.chance(0.3) ? random.pick([cuts.at(-1) ?? 0, 12_000]) : 10_000;
  return { split: [...cuts, Math.max(end, cuts.at(-1) ?? 0)].map((cut, index) => cut - (cuts[index - 1] ?? 0)) };
}

function ruleBy(random: Random, others: readonly Rule[], serve: () => Serve, isOdd: boolean): Rule {
  if (others.length > 0 && random.chance(0.35)) {
    const { conditions } = random.pick(others);
    const kept = conditions.filter(() => random.chance(0.8));
    const changed = kept.map((each) => (random.chance(0.3) ? withOtherObjects(random, each, isOdd) : each));
    const more = random.chance(0.4) ? [conditionBy(random, isOdd)] : [];
    return { name: '', serve: serve(), conditions: nonEmpty(random, [...changed, ...more]) };
  }
  const count = random.below(10) === 0 ? 0 : 1 + random.below(3);
  return { name: '', serve: serve(), conditions: Array.from({ length: count }, () => conditionBy(random, isOdd)) };
}

function nonEmpty(random: Random, conditions: readonly Condition[]): readonly Condition[] {
  return conditions.length > 0 ? conditions : [conditionBy(random, false)];
}

function withOtherObjects(random: Random, condition: Condition, isOdd: boolean): Condition {
  const own = objectsBy(random, condition.type, condition.predicate, isOdd);
  const objects = random.chance(0.5) && condition.predicate !== 'between' ? [...condition.objects, ...own] : own;
  return { ...condition, objects };
}

function conditionBy(random: Random, isOdd: boolean): Condition {
  const type = random.pick(['string', 'string', 'string', 'number', 'number', 'semver', 'datetime', 'segment']);
  const subjects = { string: random.pick(['city', 'mail']), number: 'age', semver: 'version', datetime: 'since' };
  const usual = type === 'segment' ? '' : subjects[type as keyof typeof subjects];
  const other = random.chance(isOdd ? 0.05 : 0.02)
    ? random.pick(isOdd ? ['city', 'age', 'constructor'] : ['city'])
    : usual;
  const subject = type === 'segment' ? '' : other;
  const predicate = predicateBy(random, type, isOdd);
  const condition = { type, subject, predicate, objects: objectsBy(random, type, predicate, isOdd) };
  if (predicate !== 'between') return condition;
  const bounds = type === 'datetime' ? ['after', 'before'] : ['>', '>=', '<', '<='];
  return {
    ...condition,
    leftPredicate: random.pick(bounds),
    rightPredicate: random.pick(bounds),
    rightObjects: objectsBy(random, type, 'between', isOdd),
  };
}

function predicateBy(random: Random, type: string, isOdd: boolean): string {
  // A predicate of another type never holds.
  if (isOdd && random.chance(0.02)) return random.pick(['=', 'is one of', 'after']);
  if (type === 'string') return random.pick(random.chance(0.12) ? regexPredicates : textPredicates);
  if (type === 'segment') return random.pick(['is in', 'is not in']);
  if (type === 'datetime') return random.pick(['after', 'before', 'after', 'before', 'between']);
  return random.chance(type === 'number' || isOdd ? 0.1 : 0) ? 'between' : random.pick(orders);
}

function objectsBy(random: Random, type: string, predicate: string, isOdd: boolean): readonly string[] {
  const pool = (isOdd && random.chance(0.6) ? odd : ordinary)[type] ?? [];
  // So many that the product cannot distinguish all texts.
  if (type === 'string' && !predicate.includes('regex') && random.chance(0.03)) return pool;
  const most = random.chance(0.03) ? 0 : predicate === 'between' && random.chance(0.9) ? 1 : 1 + random.below(3);
  const some = random.some(predicate.includes('regex') ? regexes : pool, most);
  return random.chance(0.1) ? some : [...new Set(some)];
}

export function changed(random: Random, key: string, toggles: Environment, areStrings = false): Toggle {
  let toggle = toggles.get(key);
  if (toggle === undefined) throw new Error(`There is no toggle ${key}.`);
  const isOdd = random.chance(0.3);
  const index = Number(key.slice(1));
  const required = () => prerequisiteBy(random, toggles, nearest(random, index), areStrings);
  for (let left = random.pick([1, 1, 1, 2, 3]); left > 0; left -= 1)
    toggle = changedOnce(random, toggle, isOdd, typeOf(key, areStrings), index === 0 ? undefined : required);
  return toggle;
}

function changedOnce(
  random: Random,
  toggle: Toggle,
  isOdd: boolean,
  type: string,
  required: (() => Prerequisite) | undefined,
): Toggle {
  const { content } = toggle;
  const { rules, variations, prerequisites = [] } = content;
  const at = random.below(Math.max(1, rules.length));
  const serve = () => serveBy(random, variations.length, isOdd);
  const withContent = (next: Partial<Toggle['content']>): Toggle => ({ ...toggle, content: { ...content, ...next } });
  const replaced = (change: (rule: Rule) => Rule) =>
    withContent({ rules: rules.map((rule, index) => (index === at ? change(rule) : rule)) });
  const isOther = ({ key }: Prerequisite) => prerequisites.every((each) => each.key !== key);
  const added = { value: valueBy(random, type, 9), name: `variation ${random.below(1_000_000)}` };
  const order = [...variations.keys()].sort(() => random.next() - 0.5);
  const kinds: readonly (() => Toggle)[] = [
    () => withContent({ defaultServe: serve() }),
    () => withContent({ disabledServe: serve() }),
    () => replaced((rule) => ({ ...rule, serve: serve() })),
    () => replaced((rule) => ({ ...rule, serve: serve() })),
    () => replaced((rule) => ({ ...rule, name: `${idOf(rule)} renamed ${random.below(1_000_000)}` })),
    () => withContent({ rules: rules.filter((_, index) => index !== at) }),
    () => {
      const rule = { ...ruleBy(random, rules, serve, isOdd), name: `new ${random.below(1_000_000)}` };
      return withContent({ rules: [...rules.slice(0, at), rule, ...rules.slice(at)] });
    },
    () =>
      replaced((rule) => ({
        ...rule,
        conditions: rule.conditions.map((each) => (random.chance(0.5) ? withOtherObjects(random, each, isOdd) : each)),
      })),
    () => replaced((rule) => ({ ...rule, conditions: nonEmpty(random, rule.conditions.slice(1)) })),
    () => withContent({ rules: [...rules.slice(at + 1), ...rules.slice(0, at + 1)] }),
    () => ({ ...toggle, disabled: !toggle.disabled }),
    () =>
      withContent({
        variations: [...variations.slice(0, -1), { name: 'last', ...variations.at(-1), value: added.value }],
      }),
    () => withContent({ variations: [...variations, added] }),
    () => ordered(toggle, order),
    () => ordered(toggle, order.slice(order.length > 1 ? 1 : 0)),
    // Indices then mean other variations.
    () => withContent({ variations: order.flatMap((index) => variations[index] ?? []) }),
    () => withContent({ prerequisites: prerequisites.slice(1) }),
    () =>
      withContent({
        prerequisites: [...prerequisites, ...(required === undefined ? [] : [required()].filter(isOther))],
      }),
  ];
  return random.pick(kinds)();
}

export function firstRuleChanged(random: Random, { disabled, content }: Toggle): Toggle {
  const change = random.pick<(rule: Rule) => Partial<Rule>>([
    () => ({ serve: { select: random.below(content.variations.length) } }),
    ({ conditions }) => ({ conditions: conditions.map((each) => ({ ...each, objects: each.objects.slice(1) })) }),
    ({ conditions: [first, ...others] }) => {
      const added = first && objectsBy(random, first.type, first.predicate, false);
      return first === undefined
        ? {}
        : { conditions: [{ ...first, objects: [...first.objects, ...(added ?? [])] }, ...others] };
    },
    (rule) => ({ name: `${idOf(rule)} renamed ${random.below(1_000_000)}` }),
  ]);
  const rules = content.rules.map((rule, index) => (index === 0 ? { ...rule, ...change(rule) } : rule));
  return { disabled, content: { ...content, rules } };
}

/** Stays the same when a rule is renamed. */
export function idOf({ name }: Pick<Rule, 'name'>): string {
  return name.replace(/ renamed .*/, '');
}

/** Keeps these variations in this order; serves of a removed variation get the first one. */
function ordered(toggle: Toggle, order: readonly number[]): Toggle {
  const { variations, rules, disabledServe, defaultServe } = toggle.content;
  const moved = ({ select = 0, split }: Serve): Serve =>
    split === undefined
      ? { select: select >= variations.length ? select : Math.max(0, order.indexOf(select)) }
      : { split: order.map((index) => split[index] ?? 0) };
  return {
    ...toggle,
    content: {
      ...toggle.content,
      variations: order.flatMap((index) => variations[index] ?? []),
      rules: rules.map((rule) => ({ ...rule, serve: moved(rule.serve) })),
      disabledServe: moved(disabledServe),
      defaultServe: moved(defaultServe),
    },
  };
}
