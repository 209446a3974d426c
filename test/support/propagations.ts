/** Random files of one toggle, in environments that differ in many ways. A rule keeps the first word of its name. */
import type { PlainCondition, PlainServe, Random, World } from '../analysis/contents.js';
import { worldOf } from '../analysis/contents.js';

export interface Rule {
  name: string;
  note?: string;
  conditions: PlainCondition[];
  serve: PlainServe;
}

export interface File {
  comment?: string;
  disabled: boolean;
  content: {
    prerequisites: { key: string; type: string; value: string }[];
    rules: Rule[];
    disabledServe: PlainServe;
    defaultServe: PlainServe;
    variations: { value: string; name?: string; description?: string }[];
  };
}

export function fileBy(random: Random, { asked }: World): File {
  const { rules, prerequisites } = asked.content;
  const variations = Array.from({ length: 2 + random.below(3) }, (_, index) => ({
    value: `v${index}`,
    ...(random.chance(0.6) && { name: `called ${index}` }),
  }));
  const serve = () => serveBy(random, variations.length);
  return {
    ...(random.chance(0.5) && { comment: 'Of the first' }),
    disabled: random.chance(0.05),
    content: {
      prerequisites,
      rules: rules.map(({ conditions }, index) => ({
        name: `r${index}`,
        ...(random.chance(0.2) && { note: 'why' }),
        conditions: conditions.map(withoutTwins),
        serve: serve(),
      })),
      disabledServe: serve(),
      defaultServe: serve(),
      variations,
    },
  };
}

function withoutTwins(condition: PlainCondition): PlainCondition {
  const { rightObjects } = condition;
  const objects = [...new Set(condition.objects)];
  return { ...condition, objects, ...(rightObjects && { rightObjects: [...new Set(rightObjects)] }) };
}

export function serveBy(random: Random, variations: number): PlainServe {
  if (random.chance(0.5)) return { select: random.below(variations) };
  const first = random.of([0, 1, 1_000, 2_500, 5_000, 10_000]);
  return { split: Array.from({ length: variations }, (_, at) => [first, 10_000 - first][at] ?? 0) };
}

export function conditionBy(random: Random): PlainCondition {
  for (;;) {
    const [rule] = worldOf(random).asked.content.rules;
    const [condition] = rule?.conditions ?? [];
    if (condition !== undefined) return withoutTwins(condition);
  }
}

/** A rule that only the file of an edit and its target may have. */
export function newRule(random: Random, { content }: File): Rule {
  const conditions = Array.from({ length: 1 + random.below(2) }, () => conditionBy(random));
  return { name: `n${random.below(6)}`, conditions, serve: serveBy(random, content.variations.length) };
}

export function servesOf({ content }: File): readonly PlainServe[] {
  return [...content.rules.map(({ serve }) => serve), content.disabledServe, content.defaultServe];
}

/** Users outside of a split are served what they were served before. */
export function reorderVariations(file: File, random: Random): void {
  const { variations } = file.content;
  const order = [...variations.keys()].sort(() => random.next() - 0.5);
  file.content.variations = order.flatMap((index) => variations[index] ?? []);
  for (const serve of servesOf(file)) {
    if (serve.select !== undefined) serve.select = order.indexOf(serve.select);
    if (serve.split !== undefined) serve.split = order.map((index) => serve.split?.[index] ?? 0);
  }
}

export function addVariation(file: File, value: string): void {
  file.content.variations.push({ value });
  for (const { split } of servesOf(file)) split?.push(0);
}

export function targetOf(file: File, random: Random): File {
  const target = structuredClone(file);
  for (let left = random.below(5); left > 0; left -= 1) random.of(differences)(target, random);
  return target;
}

const onRule =
  (change: (rule: Rule, random: Random, file: File) => void) =>
  (file: File, random: Random): void => {
    if (file.content.rules.length > 0) change(random.of(file.content.rules), random, file);
  };

const onCondition = (change: (condition: PlainCondition, random: Random) => void) =>
  onRule(({ conditions }, random) => {
    if (conditions.length > 0) change(random.of(conditions), random);
  });

const otherServe = onRule((rule, random, { content }) => {
  rule.serve = serveBy(random, content.variations.length);
});

const differences: readonly ((file: File, random: Random) => void)[] = [
  otherServe,
  otherServe,
  otherServe,
  ({ content }, random) => (content.defaultServe = serveBy(random, content.variations.length)),
  ({ content }, random) => (content.disabledServe = serveBy(random, content.variations.length)),
  onRule((rule, random, { content }) => {
    const others = content.rules.filter((each) => each !== rule);
    content.rules = others.toSpliced(random.below(others.length + 1), 0, rule);
  }),
  (file, random) => {
    const rule = newRule(random, file);
    const { rules } = file.content;
    if (!rules.some(({ name }) => name === rule.name)) rules.splice(random.below(rules.length + 1), 0, rule);
  },
  onRule((rule, _, { content }) => (content.rules = content.rules.filter((each) => each !== rule))),
  onCondition(({ objects }, random) => {
    if (!objects.includes('there')) objects.splice(random.below(objects.length + 1), 0, 'there');
  }),
  onCondition(({ objects }, random) => objects.splice(random.below(objects.length), 1)),
  onRule(({ conditions }, random) => conditions.push(conditionBy(random))),
  ...[compareOtherwise, compareOtherwise, compareOtherwise],
  onRule((rule) => (rule.name = `${rule.name.split(' ')[0] ?? ''} there`)),
  onRule((rule) => (rule.note = 'why there')),
  reorderVariations,
  (file) => {
    if (!file.content.variations.some(({ value }) => value === 'w')) addVariation(file, 'w');
  },
  ({ content }, random) => (random.of(content.variations).name = 'called otherwise'),
  (file) => (file.disabled = !file.disabled),
  (file) => (file.comment = 'Of the other'),
  ({ content }) => (content.prerequisites = content.prerequisites.slice(1)),
];

function compareOtherwise({ content }: File, random: Random): void {
  for (const condition of content.rules.flatMap(({ conditions }) => conditions)) {
    if (random.chance(0.3)) condition.predicate = opposite[condition.predicate] ?? condition.predicate;
    if (random.chance(0.3) && condition.type === 'string') condition.subject = 'mixed';
  }
}

const opposite: Readonly<Record<string, string>> = {
  'is one of': 'is not any of',
  'is not any of': 'is one of',
  'starts with': 'does not start with',
  '>': '<',
};

export function written(file: File, random: Random): string {
  const indent = random.of(['  ', '    ', '\t']);
  const lineBreak = random.of(['\n', '\n', '\r\n']);
  const [isOneLine, shuffles, escapes] = [random.chance(0.2), random.chance(0.3), random.chance(0.3)];
  const scalar = (value: unknown) =>
    JSON.stringify(value).replace(/^"[a-z]/, (start) =>
      escapes && random.chance(0.1) ? `"\\u00${start.charCodeAt(1).toString(16)}` : start,
    );
  const inRow = (members: readonly string[], [open, close]: readonly [string, string], depth: number) => {
    if (members.length === 0) return open + close;
    const isShort = isOneLine || (depth > 1 && members.join().length < 60 && random.chance(0.5));
    const pad = (deep: number) => (isShort ? ' ' : lineBreak + indent.repeat(deep));
    return open + members.map((member) => pad(depth + 1) + member).join(',') + pad(depth) + close;
  };
  const text = (value: unknown, depth: number): string => {
    if (Array.isArray(value))
      return inRow(
        value.map((item) => text(item, depth + 1)),
        ['[', ']'],
        depth,
      );
    if (typeof value !== 'object' || value === null) return scalar(value);
    const entries = Object.entries(value);
    if (shuffles) entries.sort(() => random.next() - 0.5);
    const members = entries.map(([key, inner]) => `"${key}":${isOneLine ? '' : ' '}${text(inner, depth + 1)}`);
    return inRow(members, ['{', '}'], depth);
  };
  return text(file, 0) + (random.chance(0.8) ? lineBreak : '');
}
