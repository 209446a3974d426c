/** Tests with 3,000 random files each that a refactoring changes numbers but not meanings. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CodeAction } from 'vscode-languageserver-types';
import { variationOfBucket } from '../../server/src/core/evaluation/buckets.js';
import { parse } from '../../server/src/core/json/document.js';
import { nodeAt, placeAt } from '../../server/src/core/json/queries.js';
import { codesIn } from '../support/fixes.js';
import type { Meaning, ServeMeaning } from '../support/meaning.js';
import { bucketsOf, meaningOf, tokensOf } from '../support/meaning.js';
import { refactored, refactoringsAt } from '../support/refactorings.js';
import { toggleTexts } from '../support/toggleTexts.js';
import { FEW, rounds } from '../support/rounds.js';

const runs = rounds(3_000, FEW);
const time = 300_000 + runs * 2_000;

function itAlways(name: string, holds: (text: string) => void): void {
  it(name, () => fc.assert(fc.property(toggleTexts, holds), { numRuns: runs }), time);
}

function offersAt(text: string, list: string, index: number): readonly CodeAction[] {
  const items = nodeAt(parse(text), ['content', list]);
  const item = items?.kind === 'array' ? items.items[index] : undefined;
  return item === undefined ? [] : refactoringsAt(`${text.slice(0, item.start)}|${text.slice(item.start)}`).actions;
}

const offer = (text: string, list: string, index: number, title: RegExp) =>
  offersAt(text, list, index).find((action) => title.test(action.title));

function indices(text: string, list: 'variations' | 'rules'): number[] {
  return meaningOf(text)[list].map((_, index) => index);
}

const serves = ({ rules, disabledServe, defaultServe }: Meaning) => ({ rules, disabledServe, defaultServe });

const selected = /("s(?:e|\\u0065)lect"(?:\s|:|\/\*[^*]*\*\/|\/\/[^\r\n]*[\r\n])*)(-?\d[\d.eE+-]*)/g;

/** Spells the numbers of selects plainly, as a number that changes and changes back is. */
function withPlainSelects(text: string): string {
  return text.replace(selected, (source, key: string, number: string) =>
    Number.isInteger(Number(number)) ? key + String(Number(number)) : source,
  );
}

/** Expects that none of the problems that a wrong edit of a list can cause is new or more frequent. */
function expectSound(before: string, after: string): void {
  // Other problems, such as equal names or a wrong sum, do not depend on the order of the list.
  const matters = (code: string) =>
    /^(?:syntax|duplicate-key|wrong-type|non-string-value|unknown-property|select)/.test(code);
  const left = codesIn(before);
  const more = codesIn(after)
    .filter(matters)
    .filter((code) => {
      const at = left.indexOf(code);
      if (at !== -1) left.splice(at, 1);
      return at === -1;
    });
  expect(more).toEqual([]);
}

describe('moving, sorting and inserting variations', () => {
  itAlways('does not change what anybody is served', (text) => {
    for (const index of indices(text, 'variations'))
      for (const action of offersAt(text, 'variations', index)) {
        if (!/^(?:Move|Sort|Insert) variation/.test(action.title)) continue;
        const after = refactored(text, action);
        const [was, is] = [meaningOf(text), meaningOf(after)];
        expect(serves(is)).toEqual(serves(was));
        const added = action.title.startsWith('Insert') ? [''] : [];
        expect([...is.variations].sort()).toEqual([...was.variations, ...added].sort());
        expectSound(text, after);
      }
  });

  itAlways('has a title that warns exactly when a user of a split gets another variation', (text) => {
    for (const index of indices(text, 'variations'))
      for (const action of offersAt(text, 'variations', index)) {
        if (!/^(?:Move|Sort|Insert) variation/.test(action.title)) continue;
        const isSame = String(bucketsOf(meaningOf(text))) === String(bucketsOf(meaningOf(refactored(text, action))));
        // A warning about serves that a later key overrides does no harm.
        if (!isSame) expect(action.title).toContain('some users get another variation');
        else if (!/"select"[^}]*"s(?:e|\\u0065)lect"|"split"[^}]*"split"/.test(text))
          expect(action.title).not.toContain('some users get another variation');
      }
  });

  itAlways('edits only variations, selects and splits', (text) => {
    const document = parse(text);
    for (const index of indices(text, 'variations'))
      for (const { title, edit } of offersAt(text, 'variations', index)) {
        if (!title.includes('variation')) continue;
        for (const { range } of edit?.changes?.['file:///a/toggle.targeting.json'] ?? []) {
          const { path } = placeAt(document, document.offsetAt(range.start));
          expect(path.some((step) => step === 'variations' || step === 'select' || step === 'split')).toBe(true);
        }
      }
  });

  itAlways('gives the very same text after a move up and down again', (text) => {
    for (const index of indices(text, 'variations').slice(1)) {
      const up = offer(text, 'variations', index, /^Move variation .* up/);
      if (up === undefined) throw new Error('No way up.');
      const between = refactored(text, up);
      // The move up extends a split that is too short, and the move down does not shorten it again.
      if (tokensOf(between).length !== tokensOf(text).length) continue;
      expect(tokensOf(withPlainSelects(between)).filter((token) => !/^\d$/.test(token))).toEqual(
        tokensOf(withPlainSelects(text)).filter((token) => !/^\d$/.test(token)),
      );
      const down = offer(between, 'variations', index - 1, /^Move variation .* down/);
      if (down === undefined) throw new Error('No way down.');
      expect(withPlainSelects(refactored(between, down))).toBe(withPlainSelects(text));
    }
  });

  itAlways('gives the very same text after an insertion and its deletion', (text) => {
    const count = indices(text, 'variations').length;
    // Insertion changes a select just past the end of the list, so that it does not come to mean the new variation.
    if ([...text.matchAll(selected)].some(([, , number]) => Number(number) === count)) return;
    for (const index of indices(text, 'variations'))
      for (const action of offersAt(text, 'variations', index)) {
        if (!action.title.startsWith('Insert variation')) continue;
        const at = action.title.includes('after') ? index + 1 : index;
        const between = refactored(text, action);
        const deletion = offer(between, 'variations', at, /^Delete variation(?!.* instead)/);
        if (deletion === undefined) throw new Error('It cannot be deleted.');
        expect(withPlainSelects(refactored(between, deletion))).toBe(withPlainSelects(text));
      }
  });
});

describe('deleting a variation', () => {
  itAlways(
    'serves the chosen variation to those who were served the deleted one, and changes nothing for others',
    (text) => {
      const was = meaningOf(text);
      for (const index of indices(text, 'variations')) {
        const others = indices(text, 'variations').filter((other) => other !== index);
        const deletions = offersAt(text, 'variations', index).filter(({ title }) => title.startsWith('Delete'));
        if (deletions.length > 1) expect(deletions).toHaveLength(others.length);
        deletions.forEach((action, nth) => {
          const after = refactored(text, action);
          const is = meaningOf(after);
          const gone = was.variations[index];
          expect(is.variations).toEqual(was.variations.toSpliced(index, 1));
          const instead = action.title.includes('instead') ? was.variations[others[nth] ?? -1] : undefined;
          expect(serves(is)).toEqual(serves(replacedIn(was, gone, instead)));
          expectSound(text, after);
        });
      }
    },
  );
});

function replacedIn(meaning: Meaning, gone: unknown, instead: unknown): Meaning {
  const replaced = ({ select, split, beyond }: ServeMeaning): ServeMeaning => {
    const isGone = (select as { variation?: unknown } | undefined)?.variation === gone;
    const shares = new Map(Object.entries(split ?? {}));
    const share = shares.get(String(gone));
    const sum = Number(shares.get(String(instead)) ?? 0) + Number(share);
    if (share !== undefined) shares.set(String(instead), sum);
    if (sum === 0) shares.delete(String(instead));
    shares.delete(String(gone));
    return { select: isGone ? { variation: instead } : select, split: split && Object.fromEntries(shares), beyond };
  };
  return {
    ...meaning,
    rules: meaning.rules.map(({ name, serve }) => ({ name, serve: replaced(serve) })),
    disabledServe: replaced(meaning.disabledServe),
    defaultServe: replaced(meaning.defaultServe),
  };
}

describe('moving rules', () => {
  itAlways('changes only their order, and moving back gives the very same text', (text) => {
    const was = meaningOf(text);
    for (const index of indices(text, 'rules'))
      for (const action of offersAt(text, 'rules', index).filter(({ title }) => title.startsWith('Move rule'))) {
        const after = refactored(text, action);
        const to = action.title.includes('top') ? 0 : index + (action.title.includes(' up ') ? -1 : 1);
        const [rule] = was.rules.slice(index);
        if (rule === undefined) throw new Error('No rule.');
        expect(meaningOf(after)).toEqual({ ...was, rules: was.rules.toSpliced(index, 1).toSpliced(to, 0, rule) });
        expect(tokensOf(after)).toEqual(tokensOf(text));
        expectSound(text, after);
        if (Math.abs(to - index) !== 1) continue;
        const back = offer(after, 'rules', to, to < index ? /^Move rule "rule \d+" down/ : /^Move rule "rule \d+" up/);
        if (back === undefined) throw new Error('No way back.');
        expect(refactored(after, back)).toBe(text);
      }
  });
});

describe('converting between select and split', () => {
  itAlways('does not change what anybody is served', (text) => {
    for (const { index: at } of text.matchAll(/"s(?:e|\\u0065)lect"|"split"/g))
      for (const action of refactoringsAt(`${text.slice(0, at)}|${text.slice(at)}`).actions) {
        if (!action.title.startsWith('Convert')) continue;
        const after = refactored(text, action);
        expect(inShares(meaningOf(after))).toEqual(inShares(meaningOf(text)));
        expectSound(text, after);
      }
  });
});

describe('the next step of a ramp', () => {
  itAlways('takes nothing from anybody who has the variation, and gives it to as many as the title says', (text) => {
    for (const { index: at } of text.matchAll(/"s(?:e|\\u0065)lect"|"split"/g))
      for (const action of refactoringsAt(`${text.slice(0, at)}|${text.slice(at)}`).actions) {
        const [, growing, share] = raise.exec(action.title) ?? [];
        if (growing === undefined) continue;
        const after = refactored(text, action);
        const { before: had, after: has } = changedSplit(inShares(meaningOf(text)), inShares(meaningOf(after)));
        expectSound(text, after);
        const isIts = (owner: number | undefined) => owner === Number(growing);
        expect(has.filter(isIts).length).toBe(Number(share) * 100);
        expect(had.filter((owner, bucket) => isIts(owner) && !isIts(has[bucket]))).toEqual([]);
        expect(had.filter((owner, bucket) => owner !== has[bucket] && !isIts(has[bucket]))).toEqual([]);
      }
  });
});

const raise = /^Raise (\d+).* to ([\d.]+)%, taken from /;

/** @returns the variation of each bucket, before and after, in the one split that changed */
function changedSplit(was: Meaning, is: Meaning) {
  const all = ({ rules, disabledServe, defaultServe }: Meaning) => [
    ...rules.map(({ serve }) => serve),
    disabledServe,
    defaultServe,
  ];
  const changed = all(was).flatMap((before, index) => {
    const after = all(is)[index];
    return JSON.stringify(before) === JSON.stringify(after) ? [] : [[before, after]];
  });
  expect(changed).toHaveLength(1);
  expect(is.variations).toEqual(was.variations);
  const ownersIn = (serve: ServeMeaning | undefined) => {
    let end = 0;
    const ranges = was.variations.map((value): [number, number] => {
      const start = end;
      end += Number(serve?.split?.[String(value)] ?? 0);
      return [start, end];
    });
    return Array.from({ length: 10_000 }, (_, bucket) => variationOfBucket(ranges, bucket));
  };
  return { before: ownersIn(changed[0]?.[0]), after: ownersIn(changed[0]?.[1]) };
}

/** Writes each select as the split that serves the same, and leaves out zero shares after the last variation. */
function inShares(meaning: Meaning): Meaning {
  const shared = ({ select, split, beyond }: ServeMeaning): ServeMeaning => {
    const { variation } = (select ?? {}) as { variation?: string };
    if (variation !== undefined && split === undefined)
      return { select: undefined, split: { [variation]: 10_000 }, beyond };
    return { select, split, beyond: beyond.filter((share) => share !== 0) };
  };
  return {
    ...meaning,
    rules: meaning.rules.map(({ name, serve }) => ({ name, serve: shared(serve) })),
    disabledServe: shared(meaning.disabledServe),
    defaultServe: shared(meaning.defaultServe),
  };
}
