/** Changes as people make them: one or two small ones, or entirely different content. */
import type { Content, Made, PlainServe, World } from './contents.js';
import type { Random } from './contents.js';
import { worldOf } from './contents.js';

export function changed(world: World, random: Random): World {
  const copy = structuredClone(world);
  const other = worldOf(random);
  if (random.chance(0.1) && other.returnType === world.returnType) return { ...copy, asked: other.asked };
  const toggles = [copy.asked, copy.asked, copy.asked, ...Object.values(copy.required)];
  for (let left = 1 + random.below(2); left > 0; left -= 1)
    random.of(kinds)(random.of(toggles), random, other.asked.content);
  return copy;
}

const kinds: readonly ((made: Made, random: Random, other: Content) => void)[] = [
  (made, random) => {
    if (random.chance(0.3)) made.disabled = !made.disabled;
  },
  ({ content: { rules } }, random) => {
    rules.splice(random.below(rules.length + 1), 1);
  },
  ({ content: { rules } }, random, other) => {
    const rule = other.rules[0];
    if (rule !== undefined) rules.splice(random.below(rules.length + 1), 0, rule);
  },
  ({ content: { rules } }, random) => {
    const at = random.below(rules.length);
    rules.splice(random.below(rules.length + 1), 0, ...rules.splice(at, 1));
  },
  ({ content: { rules, variations } }, random) => {
    const [rule] = rules.slice(random.below(rules.length + 1));
    if (rule !== undefined) rule.serve = { select: random.below(variations.length) };
  },
  ({ content }, random) => {
    content.defaultServe = { split: content.variations.map(() => random.of([0, 1_000, 5_000, 10_000])) };
  },
  ({ content: { rules } }, random) => {
    const objects = random.of([...rules.flatMap(({ conditions }) => conditions.map((each) => each.objects)), []]);
    objects.splice(random.below(objects.length + 1), 1);
  },
  ({ content: { rules } }, random) => {
    const conditions = random.of([...rules.map((rule) => rule.conditions), []]);
    conditions.splice(random.below(conditions.length + 1), 1);
  },
  ({ content: { prerequisites } }, random) => {
    prerequisites.splice(random.below(prerequisites.length + 1), 1);
  },
  // Results stay the same: the first two variations are swapped, and so are their selects.
  ({ content }) => {
    const [first, second] = content.variations;
    if (first === undefined || second === undefined) return;
    content.variations.splice(0, 2, second, first);
    for (const serve of [content.disabledServe, content.defaultServe, ...content.rules.map((rule) => rule.serve)])
      swapFirst(serve);
  },
];

/** Leaves splits as they are: their buckets follow the order of the variations. */
function swapFirst(serve: PlainServe): void {
  if (serve.select === 0) serve.select = 1;
  else if (serve.select === 1) serve.select = 0;
}
