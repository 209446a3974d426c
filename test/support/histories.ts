/** Two random changes of one targeting file, for Git to merge. */
import type { Random } from '../fuzz/random.js';

export interface History {
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
}

interface Serve {
  select?: number;
  split?: number[];
}

interface Rule {
  name: string;
  comment?: string;
  conditions: object[];
  serve: Serve;
}

interface File {
  $schema?: string;
  comment?: string;
  owner?: object;
  disabled?: boolean;
  content: {
    prerequisites?: object[];
    rules?: Rule[];
    disabledServe?: Serve;
    defaultServe?: Serve;
    variations: { value: string; name?: string; description?: string }[];
  };
}

export function history(chance: Random): History {
  const base = fileBy(chance);
  const [ours, theirs] = [changed(base, chance), changed(base, chance)];
  const indent = chance.pick([2, 4, '\t', 0]);
  const otherIndent = chance.chance(0.2) ? chance.pick([2, 4]) : indent;
  return { base: text(base, indent), ours: text(ours, indent), theirs: text(theirs, otherIndent) };
}

function text(file: File, indent: number | string): string {
  return `${JSON.stringify(file, undefined, indent)}\n`;
}

function fileBy(chance: Random): File {
  const variations = Array.from({ length: 2 + chance.below(3) }, (_, index) => ({
    value: `v${index}`,
    ...(chance.chance(0.7) && { name: `n${index}` }),
  }));
  const serve = () => serveBy(chance, variations.length);
  const rules = Array.from({ length: chance.below(6) }, (_, index) => ruleBy(`r${index}`, chance, variations.length));
  if (chance.chance(0.1)) for (const rule of rules) rule.name = '';
  return {
    ...(chance.chance(0.5) && { comment: 'about it' }),
    disabled: chance.chance(0.2),
    content: {
      ...(chance.chance(0.5) && { prerequisites: [{ key: 'login', value: 'true' }] }),
      rules,
      disabledServe: serve(),
      defaultServe: serve(),
      variations,
    },
  };
}

function ruleBy(name: string, chance: Random, variations: number): Rule {
  return { name, conditions: [conditionBy(chance)], serve: serveBy(chance, variations) };
}

function conditionBy(chance: Random): object {
  const objects = Array.from({ length: 1 + chance.below(3) }, () => `c${chance.below(9)}`);
  return { type: 'string', subject: 'city', predicate: 'is one of', objects };
}

function serveBy(chance: Random, variations: number): Serve {
  if (chance.chance(0.7)) return { select: chance.below(variations) };
  const first = chance.below(10_001);
  return { split: Array.from({ length: variations }, (_, at) => [first, 10_000 - first][at] ?? 0) };
}

/** One to four changes, as people make them; indices keep their meaning. */
function changed(file: File, chance: Random): File {
  const copy = structuredClone(file);
  for (let left = 1 + chance.below(4); left > 0; left -= 1) chance.pick(changes)(copy, chance);
  return copy;
}

type Change = (file: File, chance: Random) => void;

const onRule =
  (change: (rule: Rule, chance: Random, file: File) => void): Change =>
  (file, chance) => {
    const rules = file.content.rules ?? [];
    if (rules.length > 0) change(chance.pick(rules), chance, file);
  };

const changes: readonly Change[] = [
  onRule((rule, chance, file) => (rule.serve = serveBy(chance, file.content.variations.length))),
  onRule((rule, chance, file) => (rule.serve = serveBy(chance, file.content.variations.length))),
  onRule((rule, chance) => rule.conditions.push(conditionBy(chance))),
  onRule((rule, chance) => (rule.conditions = [conditionBy(chance)])),
  onRule((rule, chance) => (rule.name = `renamed${chance.below(50)}`)),
  onRule((rule, chance) => (rule.comment = `why ${chance.below(3)}`)),
  onRule((rule, _, { content }) => (content.rules = (content.rules ?? []).filter((each) => each !== rule))),
  onRule((rule, chance, { content }) => {
    const others = content.rules?.filter((each) => each !== rule) ?? [];
    content.rules = others.toSpliced(chance.below(others.length + 1), 0, rule);
  }),
  addRule,
  addRule,
  (file, chance) => (file.content.defaultServe = serveBy(chance, file.content.variations.length)),
  (file, chance) => (file.content.disabledServe = serveBy(chance, file.content.variations.length)),
  reorder,
  reorder,
  ({ content }, chance) => {
    content.variations.push({ value: `w${chance.below(20)}` });
    for (const { split } of servesOf(content)) split?.push(0);
  },
  ({ content }) => {
    const last = content.variations.length - 1;
    if (last < 1 || servesOf(content).some(({ select, split }) => select === last || (split?.[last] ?? 0) > 0)) return;
    content.variations.pop();
    for (const { split } of servesOf(content)) split?.pop();
  },
  ({ content }, chance) => (chance.pick(content.variations).value = `x${chance.below(20)}`),
  ({ content }, chance) => (chance.pick(content.variations).name = `m${chance.below(20)}`),
  ({ content }, chance) => (chance.pick(content.variations).description = `for ${chance.below(20)}`),
  (file, chance) => (file.disabled = chance.chance(0.5)),
  (file) => delete file.disabled,
  (file, chance) => (file.comment = `note ${chance.below(3)}`),
  (file) => delete file.comment,
  (file) => (file.$schema = 'https://example.com/targeting.json'),
  (file, chance) => (file.owner = { team: chance.below(3) }),
  (file, chance) => (file.content.prerequisites = [{ key: 'login', value: `p${chance.below(3)}` }]),
  (file) => (file.content.prerequisites = []),
  (file) => delete file.content.prerequisites,
  (file) => delete file.content.disabledServe,
];

function addRule({ content }: File, chance: Random): void {
  const rules = content.rules ?? [];
  const rule = ruleBy(`new${chance.below(9)}`, chance, content.variations.length);
  content.rules = rules.toSpliced(chance.below(rules.length + 1), 0, rule);
}

function reorder({ content }: File, chance: Random): void {
  const { variations } = content;
  const order = [...variations.keys()].sort(() => chance.next() - 0.5);
  content.variations = order.flatMap((index) => variations[index] ?? []);
  for (const serve of servesOf(content)) {
    if (serve.select !== undefined) serve.select = order.indexOf(serve.select);
    if (serve.split !== undefined) serve.split = order.map((index) => serve.split?.[index] ?? 0);
  }
}

function servesOf({ rules = [], disabledServe, defaultServe }: File['content']): readonly Serve[] {
  return [...rules.map(({ serve }) => serve), disabledServe, defaultServe].flatMap((serve) => serve ?? []);
}
