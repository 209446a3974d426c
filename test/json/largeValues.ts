/** Large values before and after a change, for which a quadratic comparison would be slow. */
type Sizes = (count: number) => readonly [before: unknown, after: unknown];

export const largeValues: readonly (readonly [what: string, sizes: Sizes])[] = [
  [
    'items that are added',
    (n: number) => [{ list: numbers(n) }, { list: ['x', ...numbers(n).flatMap((i) => [i, `${i}`])] }],
  ],
  ['items that move', (n: number) => [{ list: numbers(n) }, { list: numbers(n).reverse() }]],
  ['items that are all the same', (n: number) => [{ list: numbers(n).fill(1) }, { list: numbers(n / 2).fill(1) }]],
  ['named items that all change', (n: number) => [rulesOf(n, 1), rulesOf(n, 2)]],
  [
    'unnamed items that all change',
    (n: number) => [{ list: numbers(n).map((i) => ({ i })) }, { list: numbers(n).map((i) => ({ i: -i, j: 1 })) }],
  ],
];

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}

function rulesOf(count: number, n: number): unknown {
  return { rules: numbers(count).map((index) => ({ name: `rule ${index}`, n })) };
}
