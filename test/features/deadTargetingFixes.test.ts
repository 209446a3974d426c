/** Tests with made-up contents that each removal which a fix offers leaves everyone what they got. */
import { expect, it } from 'vitest';
import { codeActions } from '../../server/src/core/features/codeActions.js';
import { applyEdits } from '../../server/src/core/json/edits.js';
import { spanOf } from '../../server/src/core/json/queries.js';
import type { World } from '../analysis/contents.js';
import { arrivalIn, Random, userIn, worldOf } from '../analysis/contents.js';
import { textFor } from '../analysis/impact.property.js';
import { open } from '../support/annotated.js';

const contents = 500;
const users = 100;

it('a rule, condition or object that a fix removes makes no difference to anyone', { timeout: 60_000 }, () => {
  const random = new Random(11);
  let removals = 0;
  for (let made = 0; made < contents; made += 1) {
    const world = worldOf(random);
    const document = open(JSON.stringify({ content: world.asked.content }, undefined, 2));
    for (const { range } of document.problems) {
      const context = { diagnostics: [], only: ['quickfix'] };
      for (const { title, edit } of codeActions(document, range, context)) {
        if (!/^Remove the (?:rule|condition|object)$/.test(title)) continue;
        const edits = Object.values(edit?.changes ?? {}).flat();
        const spans = edits.map(({ newText, range: at }) => ({ newText, ...spanOf(document.json, at) }));
        const { content } = JSON.parse(applyEdits(document.json.text, spans)) as World['asked'];
        const without = { ...world, asked: { ...world.asked, content } };
        removals += 1;
        expect(changedBy(world, without, random), `${title} in ${document.json.text}`).toEqual([]);
      }
    }
  }
  expect(removals).toBeGreaterThan(contents / 2);
});

/** Users who surely get a different value. */
function changedBy(before: World, after: World, random: Random): readonly unknown[] {
  const [one, other] = [arrivalIn(before), arrivalIn(after)];
  return Array.from({ length: users }, () => userIn(random)).filter((user) => {
    const [got, gets] = [textFor(user, one), textFor(user, other)];
    return got !== undefined && gets !== undefined && got !== gets;
  });
}
