/** Tests what a comparison says about changes that others made since a file was made from the live version. */
import { expect, test } from 'vitest';
import type { Plain, State } from '../../../server/src/core/targeting/state/state.js';
import { changedSince } from '../../../server/src/service/words/changedSince.js';

const variations = [{ value: 'off' }, { value: 'on' }];
const stateOf = (content: Plain): State => ({
  disabled: false,
  content: { defaultServe: { select: 0 }, variations, ...content },
});
const base = stateOf({});
const theirs = { version: 9, modifiedBy: 'rob', state: stateOf({ defaultServe: { select: 1 } }) };
const bodyOf = ({ disabled, content }: State): Plain => ({ disabled, content });
const since = { base, made: undefined };

test("A colleague's change is described as it was made, not as a push would undo it", async () => {
  expect(await changedSince('dev', theirs, bodyOf(base), since)).toEqual({
    isBehind: true,
    sentences: [
      'rob has changed dev since the version that your file is based on:',
      'The default now serves "on" (before: "off").',
    ],
  });
});

test("The changes of the file come after the colleague's change", async () => {
  const mine = stateOf({ disabledServe: { select: 1 } });
  expect(await changedSince('dev', theirs, bodyOf(mine), since)).toEqual({
    isBehind: false,
    sentences: [
      'rob has changed dev since the version that your file is based on:',
      'The default now serves "on" (before: "off").',
      'Your file changes:',
      'While disabled, it serves "on" instead of nothing.',
    ],
  });
});

test.each([
  ['an unknown colleague', { ...theirs, modifiedBy: undefined }, undefined, 'dev has changed since'],
  ['the person themselves', theirs, 9, 'You have changed dev since'],
])('The change is attributed to %s', async (_, live, made, words) => {
  const changed = await changedSince('dev', live, bodyOf(base), { base, made });
  expect(changed?.sentences[0]).toBe(`${words} the version that your file is based on:`);
});

test('Nothing is reported if nothing has changed, or if the base is unknown', async () => {
  expect(await changedSince('dev', { ...theirs, state: base }, bodyOf(base), since)).toBeUndefined();
  expect(await changedSince('dev', theirs, bodyOf(base), { ...since, base: undefined })).toBeUndefined();
});
