/** Targeting files for property tests, as people and tools write them. Variations have their own values, and rules their own names. */
import fc from 'fast-check';

type Json = string | { readonly open: '{' | '['; readonly items: readonly Property[] };
/** The key of a list item is empty. */
type Property = readonly [key: string, value: Json];

export const toggleTexts: fc.Arbitrary<string> = fc
  .integer({ min: 1, max: 5 })
  .chain((count) => fc.tuple(content(count), styles))
  .map(([items, style]) => written(object([['"content"', items]]), style));

const selects = (count: number) =>
  fc.oneof(
    { weight: 6, arbitrary: fc.nat(count - 1).map(String) },
    { weight: 2, arbitrary: fc.nat(count - 1).chain((i) => fc.constantFrom(`${i}e0`, `${i}.0`, `${i}e+0`)) },
    { weight: 2, arbitrary: fc.integer({ min: -2, max: count + 2 }).map(String) },
    { weight: 1, arbitrary: fc.constantFrom('-0', '0.5', '"0"', 'null', '1e99', '[0]') },
  );

const shares = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('0', '0', '10000', '5000', '1e4', '5E+3', '0.0', '-0', '2500') },
  { weight: 1, arbitrary: fc.constantFrom('-3', '0.5', '"5000"', 'null', '{}', '1e400') },
);

const splits = (count: number) =>
  fc.oneof(
    { weight: 3, arbitrary: fc.array(shares, { minLength: count, maxLength: count }) },
    { weight: 2, arbitrary: fc.array(shares, { maxLength: count + 2 }) },
    {
      weight: 3,
      arbitrary: fc
        .array(fc.nat(3), { minLength: count, maxLength: count })
        .map((parts) => parts.map((part) => String(part * 1000)))
        .map(([, ...rest]) => [String(10_000 - rest.reduce((sum, part) => sum + Number(part), 0)), ...rest]),
    },
  );

function serve(count: number): fc.Arbitrary<Json> {
  const select = fc
    .tuple(fc.constantFrom('"select"', '"select"', '"s\\u0065lect"'), selects(count))
    .map(([key, value]): [string, Json] => [key, value]);
  const split = splits(count).map((items): [string, Json] => ['"split"', list(items)]);
  return fc.oneof(
    { weight: 5, arbitrary: select.map((one) => object([one])) },
    { weight: 5, arbitrary: split.map((one) => object([one])) },
    { weight: 1, arbitrary: fc.tuple(split, select).map((both) => object(both)) },
    { weight: 1, arbitrary: fc.tuple(select, select).map((both) => object(both)) },
    { weight: 1, arbitrary: fc.constantFrom(object([]), '"none"') },
  );
}

const names = fc.constantFrom('"control"', '"beta"', '"v10"', '"v9"', '"\\u0061"', '"规则, {0} \\" //"', '""', '1');

function variation(index: number): fc.Arbitrary<Json> {
  const more = fc.subarray([
    fc.tuple(fc.constant('"description"'), fc.constantFrom('""', '"/* a */"')),
    fc.tuple(fc.constant('"owner"'), fc.constant('["a", { }]')),
  ]);
  const named = fc.option(fc.tuple(fc.constant('"name"'), names), { nil: undefined, freq: 5 });
  return fc
    .tuple(
      named,
      more.chain((arbitraries) => fc.tuple(...arbitraries)),
    )
    .chain(([name, rest]) => shuffled<Property>([['"value"', `"value ${index}"`], ...(name ? [name] : []), ...rest]))
    .map((items) => object(items));
}

function rule(index: number, count: number): fc.Arbitrary<Json> {
  return serve(count).chain((served) =>
    shuffled<Property>([
      ['"name"', `"rule ${index}"`],
      ['"serve"', served],
      ['"conditions"', '[{"objects":["1, 2"]}]'],
    ]).map((items) => object(items)),
  );
}

function content(count: number): fc.Arbitrary<Json> {
  const variations = fc.tuple(...Array.from({ length: count }, (_, index) => variation(index)));
  const rules = fc.nat(4).chain((length) => fc.tuple(...Array.from({ length }, (_, index) => rule(index, count))));
  return fc
    .tuple(
      variations,
      rules,
      serve(count),
      serve(count),
      fc.subarray(['"rules"', '"disabledServe"', '"defaultServe"'], { minLength: 2 }),
    )
    .chain(([listed, ruled, off, on, present]) =>
      shuffled(
        [
          ['"variations"', list(listed)] as const,
          ['"rules"', list(ruled)] as const,
          ['"disabledServe"', off] as const,
          ['"defaultServe"', on] as const,
        ].filter(([key]) => key === '"variations"' || present.includes(key)),
      ),
    )
    .map(object);
}

function shuffled<T>(items: readonly T[]): fc.Arbitrary<T[]> {
  return fc.shuffledSubarray([...items], { minLength: items.length });
}

function object(items: readonly Property[]): Json {
  return { open: '{', items };
}

function list(items: readonly Json[]): Json {
  return { open: '[', items: items.map((item) => ['', item]) };
}

interface Style {
  readonly lineBreak: string;
  /** undefined: all on one line */
  readonly indent: string | undefined;
  readonly colon: string;
  readonly trailingComma: boolean;
  /** Used in turn, one per gap. */
  readonly odd: readonly string[];
}

const styles: fc.Arbitrary<Style> = fc.record({
  lineBreak: fc.constantFrom('\n', '\r\n', '\r'),
  indent: fc.constantFrom(undefined, undefined, '  ', '\t', ''),
  colon: fc.constantFrom(':', ': ', ' : '),
  trailingComma: fc.boolean(),
  odd: fc.oneof(
    fc.constant([]),
    fc.array(fc.constantFrom('', '', ' ', '\t', '\n', '\r\n \t', '/* , */', ' // [,\n'), { maxLength: 20 }),
  ),
});

function written(root: Json, { lineBreak, indent, colon, trailingComma, odd }: Style): string {
  let gaps = 0;
  const gap = () => odd[gaps++ % odd.length] ?? '';
  const write = (json: Json, margin: string): string => {
    if (typeof json === 'string') return json;
    const close = json.open === '{' ? '}' : ']';
    if (json.items.length === 0) return json.open + gap() + close;
    const inner = indent === undefined ? '' : lineBreak + margin + indent;
    const outer = indent === undefined ? '' : lineBreak + margin;
    const items = json.items.map(([key, value]) => {
      const before = key === '' ? '' : key + gap() + colon;
      return inner + gap() + before + gap() + write(value, margin + (indent ?? '')) + gap();
    });
    return json.open + items.join(',') + (trailingComma ? ',' : '') + outer + gap() + close;
  };
  return write(root, '');
}
