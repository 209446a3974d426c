/** Tests `evaluate FILE` and `explain FILE`: output, exit codes, and hostile files. */
import { describe, expect, it } from 'vitest';
import { commandLineTrials, prints } from '../support/commandLine.js';
import { cityIs, condition, pretty, targetingOf } from '../support/targeting.js';

const trialWith = commandLineTrials();

const inCity = cityIs('Paris', 'Nice');
const newEnough = condition('semver', 'app_version', '>=', '2.4.0');
const fileOf = (change: object = {}, disabled = false) => pretty(targetingOf(change, { disabled }));
const ruleFor = (...conditions: object[]) => ({ rules: [{ serve: { select: 1 }, conditions }] });

const aboveLimit = ' '.repeat(21 * 2 ** 20);
const files = {
  'targeting.users.json': JSON.stringify({
    users: [{ name: 'ada', attributes: { city: 'Paris', app_version: '2.5.0' } }],
  }),
  'dev/accounts.targeting.json': fileOf({ defaultServe: { select: 1 } }),
  'dev/checkout.targeting.json': fileOf({
    prerequisites: [{ key: 'accounts', type: 'boolean', value: 'true' }],
    rules: [
      { name: 'beta', serve: { select: 1 }, conditions: [inCity, newEnough] },
      { serve: { split: [5000, 5000] }, conditions: [] },
    ],
  }),
};

const evaluated = async (text: string, ...args: string[]) =>
  trialWith({ 't.targeting.json': text }).run(['evaluate', 't.targeting.json', ...args]);

describe('evaluate FILE', () => {
  it('exits with 0 and prints the JSON fields of --batch, plus the reason', async () => {
    const { code, stdout } = await trialWith(files).run([
      ...['evaluate', 'dev/checkout.targeting.json', '--user', 'ada', '--attribute', 'city=Lyon'],
      ...['--bucket', '2500', '--format', 'json', '--return-type', 'boolean'],
    ]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      ...{ outcome: 0, value: false, rule: 1, status: 'ok', sdks: {}, toggle: 'checkout' },
      ...{ obstacles: [], leftToService: [], isRightJson: true },
      reason: {
        by: 'rule',
        index: 1,
        bucket: 2500,
        prerequisites: [{ words: '"accounts" must serve true', holds: true }],
        rules: [
          {
            words: 'Rule 1 · beta',
            holds: false,
            conditions: [
              { words: '"city" equals "Paris" or "Nice"', holds: false, why: '"Lyon" equals none of "Paris", "Nice"' },
              { words: '"app_version" is at least "2.4.0"', holds: true, why: '2.5.0' },
            ],
          },
          { words: 'Rule 2', holds: true, conditions: [] },
        ],
      },
    });
  });

  it('names the SDKs with a different result, and with --sdk shows the result of that SDK', async () => {
    const text = fileOf(ruleFor(condition('string', 'city', 'is not any of', 'Paris')));
    await prints(
      evaluated(text, '--attribute', 'city='),
      0,
      'Result: 1 (on), value "true".\nSDKs with a different result:\n    Node.js, Python: 0 (off)\n',
    );
    const node = await evaluated(text, '--attribute', 'city=', '--sdk', 'node');
    expect(node.stdout).toContain('"t", by Node.js\n');
    expect(node.stdout).toContain('not with the SDK for Node.js');
    expect(node.stdout).toContain('Result: 0 (off), value "false".\n');
    const json = JSON.parse(
      (await evaluated(text, '--attribute', 'city=', '--sdk', 'node', '--format', 'json')).stdout,
    ) as Record<string, unknown>;
    expect(json).toMatchObject({ outcome: 0, sdks: { official: 1, rust: 1, java: 1, go: 1 } });
  });

  it.each([
    ['blanks at its ends', ['Paris ', ' London'], '"Paris " or " London"'],
    ['a no-break space', ['Par\u00a0is'], '"Par\u00a0is"'],
    ['commas', ['Paris,London,Rome'], '"Paris,London,Rome"'],
    ['a quote', ['"Paris'], '""Paris"'],
  ])('shows an object with %s as written if the attribute differs from it', async (_, objects, shown) => {
    const text = fileOf(ruleFor(condition('string', 'city', 'is one of', ...objects)));
    await prints(evaluated(text, '--attribute', 'city=Paris'), 0, `✗ "city" equals ${shown}: "Paris" `);
  });

  it('accepts an empty key, and shows its bucket', () =>
    prints(
      evaluated(fileOf({ defaultServe: { split: [5000, 5000] } }), '--key', ''),
      0,
      'The user is in bucket 1381 of',
    ));

  it('explains why the default in the code is returned', async () => {
    const far = await evaluated(fileOf({ defaultServe: { select: 5 } }));
    expect(far).toMatchObject({ code: 0 });
    expect(far.stdout).toContain(
      'Result: the default in the code. Variation 5 does not exist: this toggle has 2 variations (0 to 1).\n',
    );
    const { stdout } = await evaluated(fileOf({ defaultServe: { split: [1000, 1000] } }), '--bucket', '9000');
    expect(stdout).toContain('No share contains bucket 9000.\n');
  });

  it('reports a code default, an unknown result and an incomplete file in JSON', async () => {
    const asked = async (text: string) => {
      const { code, stdout } = await evaluated(text, '--format', 'json');
      return { code, ...(JSON.parse(stdout) as object) };
    };
    expect(await asked(fileOf({ defaultServe: { select: 5 } }))).toMatchObject({ code: 0, outcome: 'code-default' });
    const inBeta = fileOf(ruleFor(condition('segment', '', 'is in', 'beta')));
    expect(await asked(inBeta)).toMatchObject({ code: 1, outcome: 'depends' });
    expect(await asked(fileOf().slice(0, -3))).toMatchObject({ code: 1, outcome: 0, isRightJson: false });
  });

  it('exits with 1 if the result depends on an unknown segment or key, or a missing file', async () => {
    const inBeta = fileOf(ruleFor(condition('segment', '', 'is in', 'beta')));
    const unknown = await evaluated(inBeta, '--key', 'ada');
    expect(unknown).toMatchObject({ code: 1 });
    expect(unknown.stdout).toContain(
      'it is unknown whether the user is in segment "beta"\nIt depends on something unknown.\n',
    );
    expect((await evaluated(inBeta, '--segment', 'beta')).stdout).toContain('Result: 1 (on)');
    expect((await evaluated(inBeta, '--segment', 'other')).stdout).toContain('the user is not in segment "beta"');

    const split = await evaluated(fileOf({ defaultServe: { split: [5000, 5000] } }));
    expect(split).toMatchObject({ code: 1 });
    expect(split.stdout).toContain('--key or --bucket');
    // No split is involved, so a key would not help.
    expect(await evaluated('{ "disabled": true }')).toMatchObject({
      code: 1,
      stdout: expect.not.stringContaining('--key or --bucket') as string,
    });

    const prerequisites = [{ key: 'gone', type: 'boolean', value: 'true' }];
    expect(await evaluated(fileOf({ prerequisites, ...ruleFor() }), '--key', 'ada')).toMatchObject({
      code: 1,
      stdout: '? "gone" must serve true: is unknown: it has no file here\n· Rule 1\nIt depends on something unknown.\n',
    });
  });

  it('exits with 1 if users would not receive the toggle, and prints the cause first', async () => {
    await prints(
      evaluated(fileOf(ruleFor({ ...inCity, predicate: 'is like' })), '--format', 'text'),
      1,
      /^t\.targeting\.json:13:26 The environment freezes: [^\n]*\nAssumed for fields not in the file: [^\n]*\n\? Rule 1\n/,
    );
    const vanishes = await evaluated(fileOf({ variations: [{ value: 'five' }] }), '--return-type', 'number');
    expect(vanishes.code).toBe(1);
    expect(vanishes.stdout).toMatch(/^t\.targeting\.json:\d+:\d+ The toggle vanishes: /);
    expect(vanishes.stdout).toContain('Otherwise: ');
    const json = await evaluated(fileOf(ruleFor({ ...inCity, predicate: 'is like' })), '--format', 'json');
    expect(json.code).toBe(1);
    expect(JSON.parse(json.stdout)).toMatchObject({
      ...{ outcome: 'depends', status: 'freezes', sdks: {} },
      obstacles: [{ status: 'freezes', file: 't.targeting.json', line: 13, column: 26 }],
    });
  });

  it('returns "depends" only for users who reach rules that are left to the service', async () => {
    expect(await evaluated(fileOf({ rules: undefined }))).toMatchObject({
      code: 1,
      stdout: 'Fields not in the file, so unknown here: rules\nIt depends on something unknown.\n',
    });
    const json = await evaluated(fileOf({ rules: undefined }), '--format', 'json');
    expect(JSON.parse(json.stdout)).toMatchObject({
      ...{ outcome: 'depends', status: 'ok', obstacles: [], leftToService: ['rules', 'prerequisites'] },
      reason: { by: 'unknown-rules' },
    });
    expect(await evaluated(fileOf({ rules: undefined }, true))).toMatchObject({ code: 0 });
    const trial = trialWith({ ...files, 'dev/accounts.targeting.json': fileOf({ rules: undefined }) });
    const required = await trial.run(['evaluate', 'dev/checkout.targeting.json', '--user', 'ada']);
    expect(required.stdout).toContain('? "accounts" must serve true: depends on something unknown\n');
  });

  it.each([
    ['"disabled": false, "prerequisites": []', '{ "content": {', { leftToService: ['disabled', 'prerequisites'] }],
    ['"disabled": false', '{ "content": { "prerequisites": [],', { leftToService: ['disabled'] }],
  ])('assumes %s if the file leaves them to the service', async (fields, begin, left) => {
    const text = fileOf().replace(/^[^]*"content": \{/, begin);
    const words = `Assumed for fields not in the file: ${fields}\n`;
    await prints(evaluated(text), 0, `${words}No rule matches`);
    expect(JSON.parse((await evaluated(text, '--format', 'json')).stdout)).toMatchObject(left);
  });

  it('uses the time of --now', async () => {
    const text = fileOf(ruleFor(condition('datetime', 'signup', 'after', '2026-12-01T00:00:00Z')));
    const early = await evaluated(text, '--now', '2026-11-30T23:59:59Z');
    expect(early.stdout).toContain('now is before 2026-12-01T00:00:00Z\n');
    expect((await evaluated(text, '--now', '1796083200')).stdout).toContain('Result: 1 (on)');
  });

  it.each([
    [['gone.targeting.json'], '"gone.targeting.json"'],
    [['.'], ''],
    [['large.targeting.json'], '"large.targeting.json" cannot be read (larger than 4 MiB).'],
    [['t.json'], "t.json must end with .targeting.json: the file name contains the toggle's key."],
    [['t.targeting.json', '--user', 'ada'], 'There is no targeting.users.json'],
    [['users/t.targeting.json', '--user', 'bob'], '"users/targeting.users.json" has no user "bob".'],
    [['large/t.targeting.json', '--user', 'bob'], '"large/targeting.users.json" cannot be read'],
    [['half/t.targeting.json', '--user', 'bob'], '"half/targeting.users.json" has no user "bob".'],
    [[], 'Specify a file: toggle-targeting evaluate FILE'],
    [['t.targeting.json', 'u.targeting.json'], 'Specify a file'],
    [['t.targeting.json', '--attribute', 'city'], '--attribute needs a name and a value, city=Paris, not city.'],
    [['t.targeting.json', '--now', 'today'], '--now must be Unix seconds'],
    [['t.targeting.json', '--bucket', '10000'], '--bucket must be a number from 0 to 9999, not 10000.'],
    [['t.targeting.json', '--sdk', 'php'], '--sdk must be one of rust, node, java, go, python, not php.'],
    [['t.targeting.json', '--return-type', 'date'], '--return-type must be one of string, boolean, number, json'],
    [['t.targeting.json', '--format', 'sarif'], '--format must be one of text, json, not sarif.'],
    [['t.targeting.json', '--batch'], '--batch cannot be combined'],
  ] as const)('exits with 2 and an explanation: %j', async (args, message) => {
    const trial = trialWith({
      ...{ 't.json': fileOf(), 't.targeting.json': fileOf(), 'u.targeting.json': fileOf() },
      'large.targeting.json': args[0] === 'large.targeting.json' ? aboveLimit : '',
      'users/t.targeting.json': fileOf(),
      'users/targeting.users.json': files['targeting.users.json'],
      'large/t.targeting.json': fileOf(),
      'large/targeting.users.json': args[0] === 'large/t.targeting.json' ? `{ "users": [] }${aboveLimit}` : '',
      'half/t.targeting.json': fileOf(),
      'half/targeting.users.json': '{ "users": [{ "name": "bo',
    });
    const { code, stdout, stderr } = await trial.run(['evaluate', ...args]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(message);
  });
});

describe('evaluate FILE with a hostile file', () => {
  it('evaluates the valid part of an incomplete file', async () => {
    const whole = fileOf(ruleFor(inCity));
    for (let end = 0; end < whole.length; end += 37) {
      expect(await evaluated(whole.slice(0, end), '--key', 'ada')).toMatchObject({ code: 1, stderr: '' });
    }
  });

  it.each([
    ['{"content":5}', 'The toggle vanishes'],
    ['[]', 'The toggle vanishes'],
    ['', 'syntax errors'],
    ['['.repeat(100_000), 'syntax errors'],
    [fileOf({ defaultServe: { select: 0, __proto__: 1 } }), 'Result: 0'],
  ])('prints a result without an exception: %.20s', async (text, words) => {
    const { stdout, stderr } = await evaluated(text, '--attribute', '__proto__=x', '--attribute', 'constructor=y');
    expect(stderr).toBe('');
    expect(stdout).toContain(words);
  });

  it('does not hang on a regular expression, and prints no control characters', async () => {
    const harm = condition('string', '__proto__', 'matches regex', '(a+)+$', '\ud800\u202e\u001b[2J');
    const { code, stdout } = await evaluated(fileOf(ruleFor(harm)), '--attribute', `__proto__=${'a'.repeat(5_000)}!`);
    expect(code).not.toBe(2);
    expect(stdout).not.toMatch(/[\u202e\u001b]/);
    const json = await evaluated(fileOf(ruleFor(harm)), '--attribute', '__proto__=\u202e', '--format', 'json');
    expect(json.stdout).not.toContain('\u202e');
  });

  it('evaluates and explains a file of 3 MB', async () => {
    const rules = Array.from({ length: 17_000 }, () => ({ serve: { select: 1 }, conditions: [inCity, newEnough] }));
    const trial = trialWith({ 't.targeting.json': targetingOf({ rules }) });
    const asked = await trial.run(['evaluate', 't.targeting.json', '--attribute', 'city=Lyon', '--format', 'json']);
    expect(asked.code).toBe(0);
    expect(JSON.parse(asked.stdout)).toMatchObject({ outcome: 0 });
    expect((await trial.run(['explain', 't.targeting.json'])).code).toBe(0);
  });
});

describe('explain FILE', () => {
  it('lists the fields that are left to the service', async () => {
    const trial = trialWith({ 't.json': '{ "disabled": true, "content": { "variations": [{ "value": 1 }] } }' });
    await prints(
      trial.run(['explain', 't.json']),
      0,
      /^The toggle is disabled: it serves the service\'s value to everyone\.\n/,
    );
  });

  it.each([
    ['[]', /^The file is not a single JSON object\.\n\[\]\n$/],
    ['', /^The file is not a single JSON object\.\n/],
    ['nonsense', /^The file is not a single JSON object\.\n/],
    ['{ "disabled": true,', /^The file has syntax errors\. The readable part:\nThe toggle is disabled/],
    ['{}}', /^The file has syntax errors\./],
  ])('exits with 1 if the file is not one JSON object: %j', async (text, words) => {
    await prints(trialWith({ 't.json': text }).run(['explain', 't.json']), 1, words);
  });

  it.each([[['gone.json']], [['large.json']], [['targeting.users.json']], [[]], [['a.json', 'b.json']]])(
    'exits with 2 for missing, oversized, unsuitable or too many files: %j',
    async (places) => {
      const trial = trialWith({
        'large.json': aboveLimit,
        'targeting.users.json': '{}',
        'a.json': '{}',
        'b.json': '{}',
      });
      expect(await trial.run(['explain', ...places])).toMatchObject({ code: 2, stdout: '' });
    },
  );
});
