/** Edits of a toggle in one environment, each with what it touches, so that a test knows what must stay in other environments. */
import type { Random } from '../analysis/contents.js';
import { worldOf } from '../analysis/contents.js';
import { editsOfContent } from './propagatedContent.js';
import type { Edit, Touch } from './propagatedTouch.js';
import { idOf, nobody, orderOf, ruleIn, servedIn, turnedIn } from './propagatedTouch.js';
import type { File, Rule } from './propagations.js';
import { conditionBy, newRule, serveBy } from './propagations.js';

export function editOf(file: File, random: Random): Touch {
  const before = JSON.stringify(file);
  for (;;) {
    const touch = random.of(edits)(file, random);
    if (touch !== undefined && JSON.stringify(file) !== before) return touch;
  }
}

const onRule =
  (edit: (rule: Rule, random: Random, file: File) => Touch | undefined): Edit =>
  (file, random) =>
    file.content.rules.length === 0 ? undefined : edit(random.of(file.content.rules), random, file);

const serve: Edit = onRule((rule, random, { content }) => {
  const id = idOf(rule);
  rule.serve = serveBy(random, content.variations.length);
  return {
    kind: 'serve',
    touches: (leaf) => leaf.startsWith(`${id}/serve`),
    reaches: ({ decidedBy }) => decidedBy === id,
    state: (file) => servedIn(file, ruleIn(file, id)?.serve),
  };
});

const objects: Edit = onRule((rule, random) => {
  const id = idOf(rule);
  const at = random.below(rule.conditions.length);
  const condition = rule.conditions[at];
  if (condition === undefined || condition.predicate === 'between') return undefined;
  const isRemoved = random.chance(0.4) && condition.objects.length > 0;
  const others = worldOf(random).asked.content.rules.flatMap(({ conditions }) => conditions);
  const alike = others.filter(({ type, predicate }) => type === condition.type && !predicate.includes('regex'));
  const changed = isRemoved ? random.of(condition.objects) : alike[0]?.objects[0];
  if (changed === undefined) return undefined;
  if (!isRemoved && condition.objects.includes(changed)) return undefined;
  condition.objects = isRemoved
    ? condition.objects.filter((object) => object !== changed)
    : condition.objects.toSpliced(random.below(condition.objects.length + 1), 0, changed);
  const place = `${id}/conditions/${at}/objects`;
  const alone = { ...condition, objects: [changed] };
  return {
    kind: 'objects',
    touches: (leaf) => leaf === place || leaf === `${place}/${JSON.stringify(changed)}`,
    reaches: (met) => met.comesTo(id) && met.holds(alone) !== met.holds({ ...condition, objects: [] }),
    state: (file) => {
      const { type, subject, predicate, objects: values } = ruleIn(file, id)?.conditions[at] ?? {};
      return [type, subject, predicate, values?.includes(changed)];
    },
  };
});

const condition: Edit = onRule((rule, random) => {
  const id = idOf(rule);
  const at = random.below(rule.conditions.length);
  const isRemoved = random.chance(0.5) && rule.conditions.length > 1;
  const changed = (isRemoved ? rule.conditions[at] : undefined) ?? conditionBy(random);
  if (isRemoved) rule.conditions.splice(at, 1);
  else rule.conditions.push(changed);
  return {
    kind: 'condition',
    touches: (leaf) => leaf.startsWith(`${id}/conditions`),
    reaches: (met) => met.comesTo(id) && met.holds(changed) !== true,
    state: (file) => ruleIn(file, id)?.conditions,
  };
});

const add: Edit = (file, random) => {
  const rule = newRule(random, file);
  const id = idOf(rule);
  if (ruleIn(file, id) !== undefined) return undefined;
  file.content.rules.splice(random.below(file.content.rules.length + 1), 0, rule);
  return {
    kind: 'add',
    touches: (leaf) => leaf.startsWith(`${id}/`) || leaf === 'rules',
    reaches: ({ matched }, after) => matched.includes(id) || after.matched.includes(id),
    state: (each) => {
      const found = ruleIn(each, id);
      return found && [found.conditions, servedIn(each, found.serve)];
    },
  };
};

const remove: Edit = onRule((rule, _, { content }) => {
  const id = idOf(rule);
  content.rules = content.rules.filter((each) => each !== rule);
  return {
    kind: 'remove',
    touches: (leaf) => leaf.startsWith(`${id}/`) || leaf === 'rules',
    reaches: ({ decidedBy }) => decidedBy === id,
    state: (file) => ruleIn(file, id) !== undefined,
  };
});

const move: Edit = onRule((rule, random, file) => {
  const order = ({ content }: File) => content.rules.map(idOf);
  const before = order(file);
  const others = file.content.rules.filter((each) => each !== rule);
  file.content.rules = others.toSpliced(random.below(others.length + 1), 0, rule);
  const turned = turnedIn(before, order(file));
  const isTurned = (id: string) => turned.some((two) => two.includes(id));
  const isNew = (id: string) => !before.includes(id);
  const reaches = (one: string, other: string) => one !== other && isTurned(one) && (isTurned(other) || isNew(other));
  return {
    kind: 'move',
    touches: nobody,
    reaches: ({ matched }) => matched.some((one) => matched.some((other) => reaches(one, other))),
    state: (each, target) => orderOf(turned, order(each), order(target)),
  };
});

const rename: Edit = onRule((rule, random) => {
  const id = idOf(rule);
  rule.name = `${id} renamed ${random.below(9)}`;
  return {
    kind: 'rename',
    touches: (leaf) => leaf === `${id}/name`,
    reaches: nobody,
    state: (file) => ruleIn(file, id)?.name,
  };
});

const note: Edit = onRule((rule, random) => {
  const id = idOf(rule);
  rule.note = `because ${random.below(9)}`;
  return {
    kind: 'note',
    touches: (leaf) => leaf === `${id}/note`,
    reaches: nobody,
    state: (file) => ruleIn(file, id)?.note,
  };
});

const edits: readonly Edit[] = [
  ...[
    serve,
    serve,
    serve,
    objects,
    objects,
    objects,
    objects,
    objects,
    condition,
    add,
    add,
    remove,
    move,
    move,
    rename,
    note,
  ],
  ...editsOfContent,
];
