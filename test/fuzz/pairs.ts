/**
 * Two files that grow together, each of an allowed size or nearly: while both are open in the built server, a hover in a third file must
 * not wait for them. `check` of 300 files is compared with a pair whose hostile file is ordinary.
 */
import type { Random } from './random.js';

export interface Pair {
  readonly name: string;
  /** By path; the first one is opened last and gets the requests. */
  readonly files: Readonly<Record<string, string>>;
  /** An ordinary file instead of the hostile one; undefined if the pair is only about the editor. */
  readonly ordinary: Readonly<Record<string, string>> | undefined;
}

/** @returns the pairs of one round, with random sizes */
export function pairs(random: Random): readonly Pair[] {
  const much = random.pick([1_000, 8_000, 20_000, 40_000]);
  const rules = random.pick([100, 1_000, 3_000]);
  const fields = (count: number, value: unknown) => Object.fromEntries(numbers(count).map((at) => [`p${at}`, value]));
  const beside = (
    name: string,
    path: string,
    hostile: string,
    ordinary: string,
    targeting = targetingWith(rules),
  ): Pair => ({
    name,
    files: {
      'dev/t.targeting.json': targeting,
      ...(path !== 'targeting.config.json' && withConfig()),
      [path]: hostile,
    },
    ordinary: { ...withConfig(), [path]: ordinary },
  });
  const config = (name: string, more: object, environments: object = { dev: {} }) =>
    beside(`config × file: ${name}`, 'targeting.config.json', configWith(more, environments), configWith({}));
  const each = (count: number, rulesOf: (at: number) => object) =>
    Object.fromEntries(numbers(count).map((at) => [`e${at}`, { rules: rulesOf(at) }]));
  const perEnvironment = (name: string, rulesOf: (at: number) => object) => ({
    ...config(name, {}, each(200, rulesOf)),
    name: `rules × environments: ${name}`,
  });
  const owners = (name: string, text: string): Pair => ({
    ...beside(`CODEOWNERS × files: ${name}`, 'CODEOWNERS', text, '* @a'),
    files: { 'dev/t.targeting.json': targetingWith(2), ...withOwners(), CODEOWNERS: text },
    ordinary: { ...withOwners(), CODEOWNERS: '* @a' },
  });
  const code = (name: string, calls: readonly string[], file: string, text: string): Pair => ({
    name: `code × config: ${name}`,
    files: { 'dev/t.targeting.json': '{"disabled":false}', ...withConfig({ code: { calls } }), [file]: text },
    ordinary: undefined,
  });
  const users = (
    name: string,
    attributes: (at: number) => object,
    objects: readonly string[],
    predicate = 'is one of',
  ) =>
    beside(
      `users × file: ${name}`,
      'targeting.users.json',
      JSON.stringify({
        users: numbers(Math.min(much, random.pick([900, 2_000]))).map((at) => ({
          name: `u${at}`,
          attributes: attributes(at),
        })),
      }),
      JSON.stringify({ users: [] }),
      targetingWith(100, 's', objects, predicate),
    );
  const cases = (name: string, caseOf: (at: number) => object) =>
    beside(
      `tests × file: ${name}`,
      'dev/t.targeting.test.json',
      JSON.stringify({ cases: numbers(Math.min(much, random.pick([4_000, 8_000]))).map(caseOf) }),
      JSON.stringify({ cases: [] }),
    );
  return [
    config('unknown fields', fields(much, 1)),
    config('unknown problems', { problems: fields(much, 'off') }),
    config('environments', { rules: { 'max-rules': 0 } }, fields(much, {})),
    config('overrides', { overrides: numbers(much).map(() => ({ files: '*a*a*a', problems: { syntax: 'error' } })) }),
    config('a long expression', { rules: { 'toggle-name': `${'([a-z]?)'.repeat(much)}$` } }),
    config('attributes', {
      rules: { attributes: Object.fromEntries(numbers(10_000).map((at) => [`subject-${at}x`, 'string'])) },
    }),
    perEnvironment('attributes', (at) => ({ attributes: { [`a${at}`]: 'string' } })),
    perEnvironment('close attributes', (at) => ({ attributes: { [`subject-${at}x`]: 'string' } })),
    perEnvironment('predicates', () => ({
      forbid: ['is one of', 'contains'],
      require: ['rule-name', 'variation-description'],
    })),
    perEnvironment('expressions', (at) => ({ 'toggle-name': `(a?[b-z]{0,200}){1,9}${at}$` })),
    owners('stars', '/dev/*a*a*a*a*a*a*a*a*zz @a\n'.repeat(much)),
    owners('folders', '**/**/**/**/x @a\n'.repeat(much)),
    owners('one line', `* ${'@a '.repeat(much * 5)}`),
    owners(
      'sections',
      numbers(much)
        .map((at) => `[${at}] @a\n*`)
        .join('\n'),
    ),
    users('long texts', () => ({ s: 'ab'.repeat(random.pick([100, 250])) }), numbers(1_000).map(String), 'contains'),
    users('unknown attributes', (at) => ({ [`sybject-${at}`]: 'a' }), ['a']),
    users('a set', () => ({ s: 'ab'.repeat(250) }), [`[${'ab'.repeat(5_000)}]+c`], 'matches regex'),
    cases('unknown names', (at) => ({ user: `u${at}`, expect: { variation: `variation ${at}`, rule: `rule ${at}` } })),
    cases('users', (at) => ({ user: { key: `k${at}`, attributes: { s: 'a' } }, expect: { variation: 0 } })),
    beside(
      'tests × file: unknown fields',
      'dev/t.targeting.test.json',
      JSON.stringify(fields(much, 1)),
      '{"cases":[]}',
    ),
    beside('users × file: unknown fields', 'targeting.users.json', JSON.stringify(fields(much, 1)), '{"users":[]}'),
    code('Objective-C', [], 'a.m', `// FeatureProbe\n[c ${'stringValueWithKey:'.repeat(much)}]`),
    code(
      'wrappers',
      numbers(60).map((at) => `isOn(${'_, '.repeat(at)}key)`),
      'a.ts',
      `isOn(${'1, '.repeat(5)}'a');\n`.repeat(much),
    ),
  ];

  function withOwners() {
    return withConfig({ rules: { require: ['owner'] } });
  }
}

function numbers(count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => index);
}

function withConfig(more: object = {}) {
  return { 'targeting.config.json': configWith(more) };
}

function configWith(more: object, environments: object = { dev: {} }): string {
  return JSON.stringify({ files: 'dev/{toggle}.targeting.json', ...more, environments });
}

export function targetingWith(
  count: number,
  subject = '',
  objects: readonly string[] = ['a'],
  predicate = 'is one of',
): string {
  const rules = numbers(count).map((at) => ({
    name: `rule-${at}`,
    conditions: [{ type: 'string', subject: subject || `subject-${at}`, predicate, objects }],
    serve: { select: at % 2 },
  }));
  const variations = ['a', 'b'].map((value) => ({ name: value, value }));
  const content = { variations, rules, defaultServe: { select: 0 }, disabledServe: { select: 0 } };
  return JSON.stringify({ disabled: false, content });
}
