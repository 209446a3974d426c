/** Edits of what a toggle serves to everyone, of its prerequisites and of its variations. */
import type { PlainServe } from '../analysis/contents.js';
import type { Edit } from './propagatedTouch.js';
import { nobody, orderOf, servedIn, turnedIn } from './propagatedTouch.js';
import type { File } from './propagations.js';
import { addVariation, reorderVariations, serveBy, servesOf } from './propagations.js';

const everyone =
  (key: 'defaultServe' | 'disabledServe', decides: 'default' | 'disabled'): Edit =>
  ({ content }, random) => {
    content[key] = serveBy(random, content.variations.length);
    return {
      kind: key,
      touches: (leaf) => leaf.startsWith(key),
      reaches: ({ decidedBy }) => decidedBy === decides,
      state: (file) => servedIn(file, file.content[key]),
    };
  };

const disabled: Edit = (file) => {
  file.disabled = !file.disabled;
  return {
    kind: 'disabled',
    touches: (leaf) => leaf === 'disabled',
    reaches: () => true,
    state: (each) => each.disabled,
  };
};

const prerequisites: Edit = ({ content }) => {
  const added = { key: 'p1', type: 'boolean', value: 'true' };
  const changed = content.prerequisites.pop() ?? added;
  if (changed === added) content.prerequisites.push(added);
  return {
    kind: 'prerequisites',
    touches: (leaf) => leaf.startsWith('prerequisites'),
    reaches: ({ meets }) => meets(changed) !== true,
    state: (file) => file.content.prerequisites,
  };
};

const isOfValue = (leaf: string, ...values: readonly string[]) =>
  leaf.includes('erve/') || values.some((value) => leaf.startsWith(`variations/${value}/`));

const addedVariation: Edit = (file) => {
  addVariation(file, 'new');
  return {
    kind: 'add variation',
    touches: (leaf) => isOfValue(leaf, 'new'),
    reaches: nobody,
    state: ({ content }) => content.variations.some(({ value }) => value === 'new'),
  };
};

const removedVariation: Edit = (file) => {
  const { variations } = file.content;
  const last = variations.length - 1;
  const isServed = servesOf(file).some(({ select, split }) => select === last || (split?.[last] ?? 0) > 0);
  const removed = variations[last]?.value;
  if (removed === undefined || last < 2 || isServed) return undefined;
  variations.pop();
  for (const { split } of servesOf(file)) split?.pop();
  return {
    kind: 'remove variation',
    touches: (leaf) => isOfValue(leaf, removed),
    reaches: nobody,
    state: ({ content }) => content.variations.some(({ value }) => value === removed),
  };
};

const otherValue: Edit = ({ content }, random) => {
  const variation = random.of(content.variations);
  const { value } = variation;
  variation.value = 'other';
  return {
    kind: 'value',
    touches: (leaf) => isOfValue(leaf, value, 'other'),
    reaches: ({ serve: served, values }) => served === undefined || sharesOf(served, values).includes(value),
    state: ({ content: { variations } }) =>
      ['other', value].map((each) => variations.some((one) => one.value === each)),
  };
};

function sharesOf({ select, split }: PlainServe, values: readonly string[]): readonly string[] {
  return values.filter((_, index) => (split === undefined ? index === select : (split[index] ?? 0) > 0));
}

const otherOrder: Edit = (file, random) => {
  const order = ({ content }: File) => content.variations.map(({ value }) => value);
  const before = order(file);
  reorderVariations(file, random);
  const turned = turnedIn(before, order(file));
  return {
    kind: 'order of variations',
    touches: (leaf) => leaf.includes('erve/') || leaf.startsWith('variations/'),
    reaches: ({ serve: served }) => served === undefined || served.split !== undefined,
    state: (each, target) => orderOf(turned, order(each), order(target)),
  };
};

const ofVariation =
  (key: 'name' | 'description'): Edit =>
  ({ content }, random) => {
    const { value } = random.of(content.variations);
    for (const variation of content.variations) if (variation.value === value) variation[key] = 'said anew';
    return {
      kind: `${key} of a variation`,
      touches: (leaf) => leaf === `variations/${value}/${key}`,
      reaches: nobody,
      state: (file) => file.content.variations.find((each) => each.value === value)?.[key],
    };
  };

export const editsOfContent: readonly Edit[] = [
  ...[everyone('defaultServe', 'default'), everyone('disabledServe', 'disabled'), disabled, prerequisites],
  ...[addedVariation, removedVariation, otherValue, otherOrder, ofVariation('name'), ofVariation('description')],
];
