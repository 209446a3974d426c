/** Tests the answers of `evaluate --batch` to lines of JSON, with the built command line. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commandLineTrials } from '../support/commandLine.js';
import { condition, contentOf } from '../support/targeting.js';

const trialWith = commandLineTrials();
const evaluate = async (lines: readonly string[]) => {
  const { code, stdout, stderr } = await trialWith({}).run(['evaluate', '--batch'], { input: lines.join('\n') });
  expect(stderr).toBe('');
  const answers = stdout.trimEnd().split('\n');
  return { code, answers: answers.map((line) => JSON.parse(line) as Record<string, unknown>) };
};

const examples = readFileSync(join(import.meta.dirname, '../evaluation/examples.jsonl'), 'utf8')
  .trimEnd()
  .split('\n');

describe('evaluate --batch', () => {
  it('returns the results that the service and all SDKs returned for the examples', async () => {
    const { code, answers } = await evaluate(examples);
    expect(code).toBe(0);
    const seen = examples.map((line) => {
      const {
        reference,
        results = {},
        api,
        server,
      } = JSON.parse(line) as {
        reference?: number | string;
        results?: Record<string, { outcome: number | string }>;
        api: string;
        server: string;
      };
      if (server.startsWith('rejected')) return { outcome: 'depends', status: 'freezes', sdks: {} };
      if (api.startsWith('dropped')) return { outcome: 'code-default', status: 'vanishes', sdks: {} };
      // Without a reference, engines read the expression differently; only engines that cannot compile it have a known result.
      if (reference === undefined) {
        const sdks = { rust: results['rust']?.outcome, go: results['go']?.outcome };
        return { outcome: 'depends', status: 'ok', sdks };
      }
      const differing = Object.entries(results).filter(([, { outcome }]) => outcome !== reference);
      const sdks = Object.fromEntries(differing.map(([sdk, { outcome }]) => [sdk, outcome]));
      return { outcome: reference, status: 'ok', sdks };
    });
    expect(answers.map(({ outcome, status, sdks }) => ({ outcome, status, sdks }))).toEqual(seen);
  });

  it('reports an error for an oversized line, and answers the following lines', async () => {
    const example = examples[0] ?? '';
    const [alone] = (await evaluate([example])).answers;
    const { code, answers } = await evaluate([example, 'x'.repeat(64 * 1024 * 1024 + 1), example]);
    expect(code).toBe(2);
    expect(answers).toEqual([alone, { error: 'The line cannot be read (larger than 64 MiB).' }, alone]);
  });

  it('splits lines only at line feeds, and reads a last line without a line break', async () => {
    const [first = '', second = ''] = examples;
    const named = JSON.stringify({ ...(JSON.parse(first) as object), note: 'a\u2028b\u0085c' });
    const { code, answers } = await evaluate([`${named.replace(',', ',\r')}\r`, '', second]);
    expect([code, answers]).toEqual([0, (await evaluate([first, second])).answers]);
  });

  it('passes on numbers beyond a double and lone surrogates as the service does', async () => {
    const given = (returnType: string, value: string) => {
      const content = contentOf({ variations: [{ value }] });
      return JSON.stringify({ toggle: 't', returnType, targeting: { content }, user: { key: 'u' } });
    };
    const { code, answers } = await evaluate([
      given('json', '{"a":1e400,"b":[-1e400,1e-400]}'),
      given('json', '{"\\ud800":"\\ud83d\\ude00\\ude00"}'),
      given('json', '{"a":null,"b":[null,{"a":null}],"c":1,"c":null}'),
      given('string', 'a\ud800b'),
      given('number', '1e400'),
      given('number', '٣'),
      given('number', '9'.repeat(400)),
    ]);
    expect([code, answers]).toEqual([
      0,
      [
        { outcome: 0, value: { a: 'Infinity', b: ['-Infinity', 0] }, status: 'ok', sdks: {} },
        { outcome: 0, value: { '?': '😀?' }, status: 'ok', sdks: {} },
        { outcome: 0, value: { b: [null, {}] }, status: 'ok', sdks: {} },
        { outcome: 0, value: 'a?b', status: 'ok', sdks: {} },
        // Only Python passes on a text if a number is expected.
        { outcome: 'code-default', status: 'ok', sdks: { python: 0 } },
        { outcome: 0, value: 3, status: 'ok', sdks: {} },
        { outcome: 'depends', status: 'freezes', path: ['content', 'variations', 0, 'value'], sdks: {} },
      ],
    ]);
  });

  it('prints the result in docs/command-line.md for the example there', async () => {
    const page = readFileSync(join(import.meta.dirname, '../../docs/command-line.md'), 'utf8');
    const [, line = '', answer = ''] = /```json\n(\{"toggle".*)\n```\n\n```json\n(.*)\n```/.exec(page) ?? [];
    expect((await evaluate([line])).answers).toEqual([JSON.parse(answer)]);
  });

  it('accepts Windows line endings and a byte order mark', async () => {
    const { code, answers } = await evaluate([`\uFEFF${examples[0] ?? ''}\r`, '\r', `${examples[1] ?? ''}\r`]);
    expect([code, answers.map(({ outcome }) => outcome)]).toEqual([0, [0, 1]]);
  });

  it('reports an invalid line, continues with the next line, and exits with 2', async () => {
    const [good = ''] = examples;
    const { targeting, ...rest } = JSON.parse(good) as Record<string, unknown>;
    const wrong = [
      '{',
      '[]',
      JSON.stringify(rest),
      JSON.stringify({ ...rest, targeting, user: 'ada' }),
      JSON.stringify({ ...rest, targeting, returnType: 'date' }),
      JSON.stringify({ ...rest, targeting, now: 'tomorrow' }),
      JSON.stringify({ ...rest, targeting, segments: [] }),
      JSON.stringify({ ...rest, targeting, user: { key: 'a', attributes: { city: null } } }),
    ];
    const { code, answers } = await evaluate([...wrong, '', good]);
    expect(code).toBe(2);
    expect(answers.slice(0, -1).map(({ error }) => String(error).split(':')[0])).toEqual([
      'The line is not JSON',
      'The line is not a JSON object.',
      '"targeting" of new_checkout must be an object.',
      '"user" must be an object with "key" and "attributes".',
      '"returnType" must be one of string, boolean, number, json.',
      '"now" must be Unix seconds, or a date and time such as 2026-12-01T00',
      '"segments" must be a JSON object.',
      'The attribute "city" must be a string.',
    ]);
    expect(answers.at(-1)).toMatchObject({ outcome: 0 });
  });

  it('uses the given time, or the current time without one', async () => {
    const at = (now: unknown) => {
      const conditions = [condition('datetime', 'signup', 'after', '2026-01-01T00:00:00+00:00')];
      const variations = [{ value: 'old' }, { value: 'new' }];
      const content = contentOf({ rules: [{ serve: { select: 1 }, conditions }], variations });
      return JSON.stringify({ toggle: 't', targeting: { content }, user: { key: 'u', attributes: {} }, now });
    };
    const { answers } = await evaluate([at('2025-12-31T23:59:59Z'), at('2026-01-01T00:00:00Z'), at(0), at(undefined)]);
    expect(answers.map(({ value }) => value)).toEqual(['old', 'new', 'old', 'new']);
  });

  it('returns "depends" if segments, other toggles or the key for a split are unknown', async () => {
    const [segment, prerequisite, split] = [examples[32], examples[35], examples[25]].map((line) => {
      const { toggle, targeting, user } = JSON.parse(line ?? '') as Record<string, unknown>;
      return { toggle, targeting, user };
    });
    const lines = [segment, prerequisite, { ...split, user: { attributes: {} } }];
    const { answers } = await evaluate(lines.map((line) => JSON.stringify(line)));
    expect(answers.map(({ outcome }) => outcome)).toEqual(['depends', 'depends', 'depends']);
  });

  it('accepts no files and no other options', async () => {
    const trial = trialWith({});
    for (const args of [['evaluate'], ['evaluate', '--batch', 'a.json'], ['evaluate', '--batch', '--fix']])
      expect(await trial.run(args)).toMatchObject({ code: 2, stdout: '' });
  });
});
