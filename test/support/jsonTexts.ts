/** Texts for property tests: JSON as people and tools write it, and half-typed JSON. */
import fc from 'fast-check';
import { spelt } from '../../server/src/core/json/edit/edits.js';

const blanks = fc.stringMatching(/^[ \t\r\n]{0,3}$/);
const keyTexts = fc.oneof(
  fc.constantFrom('"a"', '"a"', '"\\u0061"', '"__proto__"', '"constructor"', '"toString"', '""', '"0"', '"$schema"'),
  fc.string({ unit: 'binary' }).map((text) => spelt(JSON.stringify(text))),
);
const numberTexts = fc.oneof(
  fc.stringMatching(/^-?(0|[1-9][0-9]{0,25})(\.[0-9]{1,5})?([eE][+-]?[0-9]{1,3})?$/),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => JSON.stringify(value)),
);
const stringTexts = fc.oneof(
  fc.string({ unit: 'binary' }).map((text) => spelt(JSON.stringify(text))),
  fc.stringMatching(/^([ -!#-[\]-~]|\\["\\/bfnrt]|\\u[0-9a-fA-F]{4}){0,12}$/).map((inner) => `"${inner}"`),
);

/** JSON values as texts, with duplicate keys and odd white space. */
export const jsonTexts: fc.Arbitrary<string> = fc.letrec<{ value: string; object: string }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.oneof(fc.constantFrom('true', 'false', 'null'), numberTexts, stringTexts),
    fc
      .tuple(fc.array(padded(tie('value')), { maxLength: 5 }), blanks)
      .map(([items, gap]) => `[${items.join(',') || gap}]`),
    tie('object'),
  ),
  object: fc
    .tuple(fc.array(fc.tuple(padded(keyTexts), padded(tie('value'))), { maxLength: 5 }), blanks)
    .map(([properties, gap]) => `{${properties.map(([key, value]) => `${key}:${value}`).join(',') || gap}}`),
})).value;

/** Objects as texts, with keys that matter to a push. */
export const objectTexts: fc.Arbitrary<string> = fc
  .tuple(
    fc.array(
      fc.tuple(
        padded(fc.oneof(keyTexts, fc.constantFrom('"$schema"', '"comment"', '"c\\u006fmment"', '"disabled"'))),
        padded(jsonTexts),
      ),
      { maxLength: 6 },
    ),
    blanks,
  )
  .map(([properties, gap]) => `{${properties.map(([key, value]) => `${key}:${value}`).join(',') || gap}}`);

/** Any text, mostly of characters of JSON. */
export const anyTexts: fc.Arbitrary<string> = fc.oneof(
  fc.string({
    unit: fc.constantFrom(...Array.from('{}[]:,"\'\\/*-+.eE01truefalsn \t\r\n\u0000\uFEFF\u00A0ü\uD83D')),
    maxLength: 40,
  }),
  fc.string({ unit: 'binary' }),
);

/** JSON in the middle of an edit: pieces are removed, doubled and inserted. */
export const typedTexts: fc.Arbitrary<string> = fc
  .tuple(
    jsonTexts,
    fc.array(fc.tuple(fc.nat(), fc.nat({ max: 4 }), fc.oneof(fc.constant(''), anyTexts)), { maxLength: 3 }),
  )
  .map(([text, changes]) =>
    changes.reduce((current, [place, removed, added]) => {
      const at = place % (current.length + 1);
      return current.slice(0, at) + added.slice(0, 6) + current.slice(at + removed);
    }, text),
  );

function padded(texts: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.tuple(blanks, texts, blanks).map((parts) => parts.join(''));
}
