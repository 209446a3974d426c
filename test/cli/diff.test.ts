/** Tests `toggle-targeting diff`: affected users, dead targeting, formats, exit codes, and Git. */
import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commandLineTrials, commitAll, complains, gitIn, prints } from '../support/commandLine.js';
import { cityIs, configOf, targetingOf, variations } from '../support/targeting.js';

const trialWith = commandLineTrials();

const paris = cityIs('Paris');
const rule = (serve: object, ...conditions: readonly object[]) => ({ name: 'beta', serve, conditions });
const targeting = (change: object = {}) =>
  targetingOf({
    ...{ rules: [rule({ select: 1 }, paris)], disabledServe: { select: 2 } },
    variations: [...variations, { name: 'maybe', value: 'maybe' }],
    ...change,
  });

const compare = async (before: string, after: string, ...args: readonly string[]) =>
  trialWith({ 'a.targeting.json': before, 'b.targeting.json': after, 'x/b.targeting.json': before }).run([
    'diff',
    'x/b.targeting.json',
    'b.targeting.json',
    ...args,
  ]);

describe('diff of a toggle that other toggles require', () => {
  const requires = (key: string, value: string, select = 1) =>
    targeting({ rules: [], defaultServe: { select }, prerequisites: [{ key, type: 'string', value }] });
  const config = JSON.stringify({ baseUrl: 'https://a.b', project: 'P', environments: { dev: {} } });
  const filesWith = (checkout: string) => ({
    'before/checkout.targeting.json': targeting({ rules: [], defaultServe: { select: 0 } }),
    'flags/targeting.config.json': config,
    'flags/checkout.targeting.json': checkout,
    'flags/pay.targeting.json': requires('checkout', 'true'),
    'flags/banner.targeting.json': requires('pay', 'true'),
    'flags/same.targeting.json': requires('checkout', 'true', 2),
    'flags/other.targeting.json': targeting(),
  });
  const quarter = filesWith(targeting({ rules: [rule({ split: [7500, 2500] }, paris)] }));
  const args = ['diff', 'before/checkout.targeting.json', 'flags/checkout.targeting.json'];

  it('counts changes of the dependent toggles towards --max-share', async () => {
    const isOn = [{ value: 'false' }, { value: 'true' }];
    const trial = trialWith({
      ...quarter,
      'before/checkout.targeting.json': targeting({ rules: [], variations: isOn }),
      'flags/checkout.targeting.json': targeting({ rules: [], variations: isOn, defaultServe: { split: [9500, 500] } }),
    });
    expect((await trial.run([...args, '--max-share', '5'])).code).toBe(0);
    expect((await trial.run([...args, '--max-share', '4'])).code).toBe(1);
  });
});

it.each([
  ['Node.js, Python', 4000, 6000, { rules: [rule({ select: 0 })], defaultServe: { select: 1 } }],
  ['Java, Go', 4000, 4000, { rules: [] }],
])('compare and diff name the SDKs for %s if only a required toggle differs', async (sdks, off, on, own) => {
  const prerequisites = [{ key: 'req', type: 'string', value: 'false' }];
  const dep = targeting({ ...own, disabledServe: { select: 0 }, prerequisites });
  const serving = (...split: readonly number[]) => targeting({ rules: [], defaultServe: { split } });
  const trial = trialWith({
    'targeting.config.json': configOf(),
    ...{ 'dev/dep.targeting.json': dep, 'online/dep.targeting.json': dep },
    ...{ 'dev/req.targeting.json': serving(off, on, 0), 'online/req.targeting.json': serving(5000, 5000, 0) },
  });
  const words = `By the rules, nobody's value changes. With the SDKs for ${sdks}, it may change for some users.`;
  await prints(trial.run(['compare', 'dev', 'online']), 3, `online/dep.targeting.json\n  ${words}`);
  commitAll(trial);
  trial.write('dev/req.targeting.json', serving(5000, 5000, 0));
  trial.write('dev/dep.targeting.json', dep.replace('"value":"true"', '"value":"true","description":"x"'));
  await prints(trial.run(['diff', '--git', 'HEAD', 'dev']), 3, words);
});

it('diff treats all changed files of one environment as one change', async () => {
  const requires = (value: string, select: number) =>
    targeting({
      ...{ rules: [], defaultServe: { select } },
      prerequisites: ['checkout', 'login'].map((key) => ({ key, type: 'string', value })),
    });
  const serving = (select: number) => targeting({ rules: [], defaultServe: { select } });
  const trial = trialWith({
    'targeting.config.json': configOf(),
    ...Object.fromEntries(
      ['dev', 'online'].flatMap((name) => [
        [`${name}/checkout.targeting.json`, serving(0)],
        [`${name}/login.targeting.json`, serving(0)],
        [`${name}/pay.targeting.json`, requires('true', 1)],
      ]),
    ),
  });
  commitAll(trial);
  trial.write('dev/checkout.targeting.json', serving(1));
  trial.write('dev/login.targeting.json', serving(1));
  trial.write('online/checkout.targeting.json', serving(1));
  const { stdout } = await trial.run(['diff', '--git', 'HEAD']);
  const told = 'Toggle "pay" changes, too: Everyone changes from maybe to on. "pay" requires "checkout", "login".';
  expect(stdout.split('\n').filter((line) => line.includes('pay'))).toEqual([`  ${told}`]);
  expect(stdout).toContain('  The result includes the change to login.\n');
});

describe('diff of two files', () => {
  it('names an unreadable config by its path', async () => {
    const trial = trialWith({ 'a.targeting.json': targeting(), 'targeting.config.json': ' '.repeat(2 ** 20 + 1) });
    const { stderr } = await trial.run(['diff', 'a.targeting.json', 'a.targeting.json']);
    expect(stderr).toMatch(/^"targeting\.config\.json" cannot be read \(/);
  });

  it('reports whose value changes, from which value to which, with an example', async () => {
    expect(await compare(targeting(), targeting({ rules: [rule({ select: 2 }, paris)] }))).toMatchObject({
      code: 3,
      stdout: [
        'b.targeting.json',
        '  Rule "beta" now serves "maybe" instead of "on".',
        '  Everyone who matches "beta" changes from on to maybe.',
        '  Rule 1 · beta',
        '    on → maybe',
        '    For example: city = "Paris"',
        '  Dead now: Nobody ever gets variation 1 · on: no user reaches a rule or default that serves it.',
        '',
      ].join('\n'),
    });
  });

  it('fails if the affected share exceeds --max-share', async () => {
    const split = (...shares: readonly number[]) => targeting({ rules: [], defaultServe: { split: shares } });
    const [before, after] = [split(1000, 9000, 0), split(1500, 8500, 0)];
    expect((await compare(before, after, '--max-share', '5')).code).toBe(0);
    expect((await compare(before, after, '--max-share', '4.99')).code).toBe(1);
  });

  it('reports targeting that has become dead or live', async () => {
    const hidden = targeting({
      rules: [rule({ select: 1 }, paris), rule({ select: 2 }, paris, { ...paris, subject: 'zip' })],
    });
    await prints(
      compare(targeting(), hidden),
      0,
      'Dead now: Rule 2 · beta: No user reaches this rule: rule 1 "beta" matches everyone who meets its conditions.',
    );
    expect((await compare(hidden, targeting())).stdout).toContain(
      'No longer true: Rule 2 · beta: No user reaches this rule',
    );
  });

  it('reports an invalid file that users would not receive', async () => {
    expect(await compare(targeting(), '{ "content": { "rules": [ }')).toMatchObject({
      code: 1,
      stdout: 'b.targeting.json\n  Line 1: "]" is missing before this.\n',
    });
  });

  it('takes missing fields of the later file from the earlier file, as the service does', async () => {
    const open = targeting({ defaultServe: { select: 1 } }).replace('"disabled":false,', '');
    const { code, stdout } = await compare(targeting(), open);
    expect(code).toBe(3);
    expect(stdout).toMatch(/^b\.targeting\.json\n {2}The default now serves "on" \(before: "off"\)\.\n/);
    expect(stdout).not.toContain('abled');
  });

  it('names the users in targeting.users.json whose value changes, if any', async () => {
    const users = (...cities: readonly string[]) =>
      JSON.stringify({ users: cities.map((city) => ({ name: `${city}ian`, key: city, attributes: { city } })) });
    const compared = (text: string) =>
      trialWith({
        'a.targeting.json': targeting(),
        'x/b.targeting.json': targeting({ rules: [rule({ select: 2 }, paris)] }),
        'targeting.users.json': text,
      }).run(['diff', 'a.targeting.json', 'x/b.targeting.json']);
    expect((await compared(users('Paris', 'Rome'))).stdout).toContain(
      '\n  1 of 2 users in targeting.users.json get another value: Parisian: on → maybe\n',
    );
    expect((await compared(users('Rome'))).stdout).toContain(
      '\n  No user in targeting.users.json gets another value.\n',
    );
  });

  it('counts users with an unknown change separately from unaffected users', async () => {
    const staff = { type: 'segment', predicate: 'is in', objects: ['staff'] };
    const said = async (...users: readonly object[]) => {
      const trial = trialWith({
        'a.targeting.json': targeting({ rules: [] }),
        'x/b.targeting.json': targeting({ rules: [rule({ select: 2 }, staff)] }),
        'targeting.users.json': JSON.stringify({ users }),
      });
      return (await trial.run(['diff', 'a.targeting.json', 'x/b.targeting.json'])).stdout;
    };
    const [ada, bob, cy] = [{ name: 'ada' }, { name: 'bob', segments: ['staff'] }, { name: 'cy', segments: [] }];
    const unknown = '\n  It is unknown whether 1 of 2 users in targeting.users.json change.\n';
    expect(await said(ada, cy)).toContain(unknown);
    expect(await said(ada, cy)).not.toContain('No user in targeting.users.json');
    expect(await said(ada, bob)).toContain(
      `1 of 2 users in targeting.users.json get another value: bob: off → maybe${unknown}`,
    );
    expect(await said(bob, cy)).not.toContain('unknown');
  });

  it('fails if a file does not exist', async () => {
    await complains(trialWith({}).run(['diff', 'a', 'b']), 2, 'cannot be read (ENOENT).');
  });

  it.each([
    [
      ['diff', 'a'],
      'Specify two files: toggle-targeting diff BEFORE AFTER, or toggle-targeting diff --git BASE...HEAD',
    ],
    [['diff', 'a', 'b', '--format', 'sarif'], '--format must be one of text, json, markdown, github, not sarif.'],
    [['diff', 'a', 'b', '--max-share', '101'], '--max-share must be a number from 0 to 100, not 101.'],
  ])('refuses %j', async (args, message) => {
    await complains(trialWith({}).run(args), 2, message);
  });
});

describe('the diff formats', () => {
  const after = targeting({
    rules: [{ ...rule({ select: 2 }, paris), name: 'a|b `c`\n::error::x' }, rule({ select: 1 })],
  });

  it('include JSON', async () => {
    const { stdout } = await compare(targeting(), after, '--format', 'json');
    expect(JSON.parse(stdout)).toMatchObject({
      files: [{ path: 'b.targeting.json', who: 'somebody', most: 10_000, isBroken: false, gone: [] }],
    });
  });

  it('include Markdown, with names from the file escaped', async () => {
    const { stdout } = await compare(targeting(), after, '--format', 'markdown');
    expect(stdout).toContain('### Changes for users');
    expect(stdout).toContain('\n- default → Rule 2 · beta\n  - off → on\n');
    expect(stdout).toContain('a\\|b');
    expect(stdout).not.toMatch(/^::/m);
  });

  it('include GitHub annotations, with names from the file escaped', async () => {
    const { stdout } = await compare(targeting(), after, '--format', 'github');
    expect(stdout.split('\n')).toHaveLength(2);
    expect(stdout).toMatch(
      /^::warning file=b\.targeting\.json::Rule .*%0AEveryone who now matches "a\|b `c` ::error::x" instead of "beta"/,
    );
  });
});

describe('diff --git', () => {
  const repository = () => {
    const trial = trialWith({
      'changed.targeting.json': targeting(),
      'moved/checkout.targeting.json': targeting(),
      'gone.targeting.json': targeting(),
      'broken.targeting.json': targeting(),
      'same.targeting.json': targeting(),
      'old_name.targeting.json': targeting({ rules: [], defaultServe: { select: 2 } }),
      'other.json': '1',
    });
    commitAll(trial);
    gitIn(trial, 'checkout', '-qb', 'change');
    trial.write('changed.targeting.json', targeting({ defaultServe: { select: 1 } }));
    mkdirSync(dirname(trial.path('elsewhere/checkout.targeting.json')), { recursive: true });
    renameSync(trial.path('moved/checkout.targeting.json'), trial.path('elsewhere/checkout.targeting.json'));
    renameSync(trial.path('old_name.targeting.json'), trial.path('other_name.targeting.json'));
    rmSync(trial.path('gone.targeting.json'));
    trial.write('broken.targeting.json', '{');
    trial.write('new.targeting.json', targeting({ rules: [] }));
    trial.write('other.json', '2');
    gitIn(trial, 'add', '-A');
    gitIn(trial, 'commit', '-qm', 'change');
    gitIn(trial, 'checkout', '-q', 'main');
    trial.write('same.targeting.json', targeting({ defaultServe: { select: 2 } }));
    gitIn(trial, 'commit', '-qam', 'meanwhile');
    gitIn(trial, 'checkout', '-q', 'change');
    return trial;
  };

  it('compares only renamed, new, deleted and broken files of the branch', async () => {
    const { code, stdout } = await repository().run(['diff', '--git', 'main...HEAD']);
    expect(code).toBe(1);
    expect(stdout.split('\n').filter((line) => /^\S|^ {2}\S/.test(line))).toEqual([
      'broken.targeting.json',
      expect.stringMatching(/^ {2}\S/),
      'changed.targeting.json',
      '  The default now serves "on" (before: "off").',
      expect.stringContaining('Everyone who matches'),
      '  default',
      '  Dead now: Rule 1 · beta: This rule changes nothing: its users get the same value without it.',
      '  Dead now: Nobody ever gets variation 0 · off: no user reaches a rule or default that serves it.',
      'elsewhere/checkout.targeting.json',
      "  Nobody's value changes.",
      'gone.targeting.json',
      '  The file was deleted. The live version stays as it is.',
      'new.targeting.json',
      '  The file is new: what its toggle served before is unknown.',
      '  Dead now: Nobody ever gets variation 1 · on: no user reaches a rule or default that serves it.',
      'old_name.targeting.json',
      '  The file was deleted. The live version stays as it is.',
      'other_name.targeting.json',
      '  The file is new: what its toggle served before is unknown.',
      '  Dead now: Nobody ever gets variation 0 · off: no user reaches a rule or default that serves it.',
      '  Dead now: Nobody ever gets variation 1 · on: no user reaches a rule or default that serves it.',
    ]);
  });

  it('filters by path, and compares a single revision with the files on disk', async () => {
    const trial = repository();
    expect(await trial.run(['diff', '--git', 'main...HEAD', 'elsewhere', 'moved'])).toMatchObject({
      code: 0,
      stdout: "elsewhere/checkout.targeting.json\n  Nobody's value changes.\n",
    });
    trial.write('changed.targeting.json', targeting());
    await prints(trial.run(['diff', '--git', 'HEAD', 'changed.targeting.json']), 3, 'on → off');
    expect((await trial.run(['diff', '--git', 'HEAD', 'same.targeting.json'])).stdout).toBe(
      'No targeting files differ.\n',
    );
  });

  it.each(['nowhere...HEAD', '--output=x', 'nowhere...', 'HEAD..nowhere'])(
    'names the unknown revision in %s',
    async (range) => {
      expect(await repository().run(['diff', `--git=${range}`])).toMatchObject({
        code: 2,
        stderr: `Git cannot find "${range.replace(/\.+(?:HEAD)?$|^HEAD\.+/, '')}" here.\n`,
      });
    },
  );

  it('reports missing history if two revisions have no common ancestor', async () => {
    const trial = repository();
    gitIn(trial, 'checkout', '-q', '--orphan', 'alone');
    commitAll(trial);
    expect(await trial.run(['diff', '--git', 'main...'])).toMatchObject({
      code: 2,
      stderr: 'Git cannot compare "main...": history is missing here. Fetch it ("fetch-depth: 0").\n',
    });
  });
});
