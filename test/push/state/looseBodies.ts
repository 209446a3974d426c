/**
 * Bodies whose values are of other types than their fields, as texts: numbers keep the spelling that they have there. Every
 * one of them is taken by the open-source service.
 */
import fc from 'fast-check';

const texts = fc.constantFrom(
  ...['"x"', '""', '"\\u00e9 1.0"', '"a \\" 1e3"', '1', '0', '1.0', '1e3', '1E400', '-0', '1.50', '0.1e-2'],
  ...['12345678901234567890123', 'true', 'false', 'null'],
);
const integers = fc.constantFrom(
  ...['0', '1', '1.9', '-1.9', '1.0', '1e0', '2147483647', '"1"', '" 1 "', '"+1"', '"-1"', '"01"', '""', 'null'],
);
const flags = fc.constantFrom(
  ...['true', 'false', '"true"', '"false"', '"True"', '"FALSE"', '" true "', '1', '0', '-1', '2', '""', 'null'],
);

function list(items: fc.Arbitrary<string>, maxLength = 3): fc.Arbitrary<string> {
  return fc.array(items, { maxLength }).map((all) => `[${all.join(', ')}]`);
}

type Fields = Readonly<Record<string, fc.Arbitrary<string>>>;

/** Any of the fields, and one that nobody knows. */
function object(fields: Fields, always: Fields = {}): fc.Arbitrary<string> {
  const some = fc.record({ ...fields, unknown: texts }, { requiredKeys: [] });
  return fc.tuple(some, fc.record(always)).map(([one, other]) => {
    const members = Object.entries({ ...one, ...other }).map(([key, value]) => `${JSON.stringify(key)}: ${value}`);
    return `{${members.join(', ')}}`;
  });
}

const serve = object({ select: integers, split: list(integers) });
const condition = object(
  {
    ...{ subject: texts, predicate: texts },
    ...{ leftPredicate: texts, rightPredicate: texts, rightObjects: list(texts) },
  },
  { type: fc.constant('"string"'), objects: list(texts) },
);
const rule = object({ name: texts, serve }, { conditions: list(condition, 2) });
const variation = object({ value: texts, name: texts, description: texts });

export const looseBodies = object(
  { disabled: flags },
  {
    content: object({
      ...{ rules: list(rule, 2), variations: list(variation) },
      ...{ disabledServe: serve, defaultServe: serve },
    }),
  },
);
