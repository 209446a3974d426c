/** Tests `toggle-targeting plan` and `apply` in a shell, with real Git, against a service over HTTPS. */
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { startProxy } from '../push/service/proxy.js';
import { bobPushes, canary, contentOf, deployTrial, textOf } from './deployTrial.js';
import { complains, prints } from '../support/commandLine.js';

const on = textOf({ defaultServe: { select: 1 } });
const changed = { 'online/checkout.targeting.json': on };
const plan = ['plan', '--env', 'online', '--out', 'plan.json'];
const apply = ['apply', 'plan.json', '--yes-to', 'online', '--allow-share', '100'];

describe('a plan', () => {
  it('shows the effect of a push on users, and apply pushes it unchanged', async () => {
    const trial = await deployTrial({ files: changed });
    const planned = await trial.run(plan);
    expect({ ...planned, stdout: planned.stdout.replace(/\d{4}-\d\d-\d\dT[\d:]+Z/, 'TIME') }).toEqual({
      code: 0,
      stdout: [
        `checkout → online of Shop on ${new URL(trial.service.url).host} (online/checkout.targeting.json)`,
        '  Live: version 1 · seed · TIME',
        '  The default now serves "on" (before: "off").',
        '  Everyone changes from off to on.',
        '  For example: a user without attributes',
        '  Protected: apply needs --yes-to online --allow-share 100.',
        'Plan for online: 1 to push, 0 up to date',
        '',
      ].join('\n'),
      stderr: '',
    });
    expect(trial.sent()).toEqual([]);
    const text = readFileSync(trial.folder.path('plan.json'), 'utf8');
    expect(text).not.toContain(canary);
    expect(JSON.parse(text)).toMatchObject({
      plan: 1,
      environment: 'online',
      toggles: [
        { action: 'push', live: { version: 1 }, comment: 'From CI', impact: { who: 'somebody', most: 10_000 } },
      ],
    });

    expect(text.length).toBeLessThan(3_000);

    await prints(
      trial.run(apply),
      0,
      /^Sending checkout → online of Shop on \S+ …\nPushed checkout to online\..*\n1 pushed, 0 up to date\n$/,
    );
    expect(trial.serves('online', 'checkout')).toEqual({ select: 1 });
    expect(trial.service.targeting('Shop', 'online', 'checkout').comment).toBe('From CI');
    // Running apply again sends nothing, even if the first process died.
    expect(await trial.run(apply)).toMatchObject({ code: 0, stdout: '0 pushed, 1 up to date\n' });
    expect(trial.sent()).toHaveLength(1);
  });

  it('exits with 3 with --exit-code if something differs, and with 0 otherwise', async () => {
    const trial = await deployTrial({ files: changed });
    expect((await trial.run([...plan, '--exit-code'])).code).toBe(3);
    trial.folder.write('online/checkout.targeting.json', textOf());
    expect(await trial.run([...plan, '--exit-code'])).toMatchObject({
      code: 0,
      stdout: 'Up to date: checkout\nPlan for online: 0 to push, 1 up to date\n',
    });
  });

  it('is refused for a file with an error, and reports the error', async () => {
    const trial = await deployTrial({ files: { 'online/checkout.targeting.json': '{ "disabled": "yes" }' } });
    await prints(trial.run(plan), 1, '1 error in the file. Line 1: "disabled" must be a boolean');
    await complains(trial.run(apply), 1, '1 error in the file.');
    expect(trial.sent()).toEqual([]);
  });

  it('is applied despite warnings only with --allow-warnings', async () => {
    const trial = await deployTrial({
      files: { 'online/checkout.targeting.json': textOf({ defaultServe: { select: 7 } }) },
    });
    await prints(trial.run(plan), 0, 'apply needs --allow-warnings ');
    await prints(
      trial.run(apply),
      4,
      /a warning on line \d+: Variation 7 does not exist: .* or allow it with --allow-warnings\./,
    );
    expect(trial.sent()).toEqual([]);
    expect((await trial.run([...apply, '--allow-warnings'])).code).toBe(0);
    expect(trial.serves('online', 'checkout')).toEqual({ select: 7 });
  });

  it('is refused if tests fail and the environment requires tests', async () => {
    const api = 'featureprobe';
    const trial = await deployTrial({
      environments: { online: { api, requires: ['tests'] } },
      files: {
        ...changed,
        'online/checkout.targeting.test.json':
          '{ "cases": [{ "user": { "key": "a" }, "expect": { "variation": "off" } }] }',
      },
    });
    await prints(trial.run(plan), 1, 'online requires that the tests pass, and 1 fails.');
  });

  it('includes files of the given environment and skips all other files', async () => {
    const trial = await deployTrial({ files: { ...changed, 'dev/checkout.targeting.json': on } });
    const { code, stdout } = await trial.run(['plan', '--env', 'dev', '--format', 'json']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ toggles: [{ file: 'dev/checkout.targeting.json' }] });
    expect(await trial.run(['plan', '--env', 'staging'])).toMatchObject({
      code: 2,
      stderr: 'targeting.config.json has no environment "staging". It has: dev, online.\n',
    });
  });
});

describe('apply after a change since the plan', () => {
  it('exits with 4 and sends nothing if a colleague has pushed one of the toggles', async () => {
    const keys = ['checkout', 'search'];
    const files = { ...changed, 'online/search.targeting.json': on };
    const trial = await deployTrial({ keys, files });
    await trial.run(plan);
    await bobPushes(trial, 'search', contentOf({ disabledServe: { select: 1 } }));
    await prints(
      trial.run(apply),
      4,
      /^search → online .*: bob pushed version 2 at .*Z, after the plan was made\. While disabled, it serves "on" instead of "off"\. Plan again\.\nNothing was sent\.\n$/,
    );
    expect(trial.sent()).toHaveLength(1);
    expect(trial.serves('online', 'checkout')).toEqual({ select: 0 });
  });

  it('exits with 4 if the file, the config or the plan was edited', async () => {
    const trial = await deployTrial({ files: changed });
    await trial.run(plan);
    const made = readFileSync(trial.folder.path('plan.json'), 'utf8');
    trial.folder.write('plan.json', made.replace('\\"select\\": 1', '\\"select\\": 0'));
    expect((await trial.run(apply)).stdout).toContain('the plan does not match the file. Plan again.');
    trial.folder.write('plan.json', made);
    trial.folder.write('online/checkout.targeting.json', `${on}\n`);
    await prints(trial.run(apply), 4, 'the file or its config has changed since. Plan again.');
    trial.folder.write('online/checkout.targeting.json', on);
    const config = readFileSync(trial.folder.path('targeting.config.json'), 'utf8');
    trial.folder.write('targeting.config.json', `${config}\n`);
    expect((await trial.run(apply)).code).toBe(4);
    expect(trial.sent()).toEqual([]);
    // Git may check out other line ends.
    trial.folder.write('targeting.config.json', config.replaceAll('\n', '\r\n'));
    trial.folder.write('online/checkout.targeting.json', on.replaceAll('\n', '\r\n'));
    expect((await trial.run(apply)).code).toBe(0);
  });
});

it.each([
  ['is needed since', true],
  ['is needed no longer', false],
])('apply refuses a plan if an approval %s', async (_what, isNeeded) => {
  let isChanged = false;
  const trial = await deployTrial({
    ...{ files: changed, approval: isNeeded ? [] : ['online'] },
    answer: ({ method, path }) => {
      if (!isChanged || method !== 'GET' || !path.endsWith('/targeting')) return undefined;
      const stored = trial.service.targeting('Shop', 'online', 'checkout');
      const body = JSON.stringify({ ...stored, enableApproval: isNeeded, reviewers: ['rob'] });
      return { kind: 'respond', status: 200, headers: { 'content-type': 'application/json' }, body };
    },
  });
  await trial.run(plan);
  isChanged = true;
  await prints(trial.run([...apply, '--submit']), 4, 'its need for approval has changed since. Plan again.');
  expect(trial.sent()).toEqual([]);
});

describe('apply', () => {
  it.each([
    [[], 'the environment is protected: allow it with --yes-to online.'],
    [['--yes-to', 'dev'], 'the environment is protected: allow it with --yes-to online.'],
    [
      ['--yes-to', 'online'],
      'the value may change for up to 100% of the users of one rule or the default: allow it with --allow-share 100.',
    ],
    [
      ['--yes-to', 'online', '--allow-share', '99.99'],
      'the value may change for up to 100% of the users of one rule or the default: allow it',
    ],
  ])('refuses a protected environment with %j', async (args, words) => {
    const trial = await deployTrial({ files: changed });
    await trial.run(plan);
    await prints(trial.run(['apply', 'plan.json', ...args]), 4, words);
    expect(trial.sent()).toEqual([]);
  });

  it('requires --yes-to to disable a toggle in a protected environment, even if no value changes', async () => {
    const trial = await deployTrial({ files: { 'online/checkout.targeting.json': textOf({}, { disabled: true }) } });
    const planned = await trial.run(plan);
    expect(planned.stdout).toMatch(/Disables the toggle\.\n  Nobody's value changes\./);
    expect(planned.stdout).toContain('Protected: apply needs --yes-to online.');
    expect((await trial.run(['apply', 'plan.json'])).code).toBe(4);
    expect(trial.sent()).toEqual([]);
    expect((await trial.run(['apply', 'plan.json', '--yes-to', 'online'])).code).toBe(0);
    expect(trial.service.targeting('Shop', 'online', 'checkout').disabled).toBe(true);
  });

  it('requires --allow-warnings for an archived toggle, even in an unprotected environment', async () => {
    const trial = await deployTrial({ archived: ['checkout'], files: { 'dev/checkout.targeting.json': on } });
    await prints(
      trial.run(['plan', '--env', 'dev', '--out', 'plan.json']),
      0,
      /checkout is archived: .*apply needs --allow-warnings\./s,
    );
    await prints(
      trial.run(['apply', 'plan.json']),
      4,
      'until the toggle is restored. To push anyway, use --allow-warnings.',
    );
    expect(trial.sent()).toEqual([]);
    expect((await trial.run(['apply', 'plan.json', '--allow-warnings'])).code).toBe(0);
    expect(trial.serves('dev', 'checkout')).toEqual({ select: 1 });
  });

  it('submits the change for approval, instead of patching, if the environment requires approval', async () => {
    const trial = await deployTrial({ approval: ['online'], files: changed });
    const planned = await trial.run(plan);
    expect(planned.stdout).toContain('It needs approval: run apply with --submit to submit it.');
    await prints(trial.run(apply), 4, 'submit it with --submit');
    await prints(
      trial.run([...apply, '--submit', '--comment', 'Please look']),
      0,
      'Submitted for approval: checkout → online',
    );
    expect(trial.sent().map((each) => each.replace(/.*\//, ''))).toEqual(['approval']);
    expect(trial.service.targeting('Shop', 'online', 'checkout').request).toMatchObject({ comment: 'Please look' });
  });

  it('pushes to an unreadable service with --blind', async () => {
    const trial = await deployTrial({ files: changed, environments: { online: {} } });
    const planned = await trial.run(plan);
    expect(planned.stdout).toContain('The live version cannot be read, so the changes are unknown.');
    await prints(trial.run(['apply', 'plan.json']), 4, 'push anyway with --blind online');
    expect((await trial.run(['apply', 'plan.json', '--blind', 'online'])).code).toBe(0);
    expect(trial.serves('online', 'checkout')).toEqual({ select: 1 });
    expect(trial.service.requests.map(({ method }) => method)).toEqual(['PATCH']);
  });

  it('resends a push with an unreadable outcome if it is run again, as the message promises', async () => {
    let fails = true;
    const trial = await deployTrial({
      ...{ files: changed, environments: { online: {} } },
      answer: () => (fails ? { kind: 'respond', status: 502, body: '' } : undefined),
    });
    await trial.run(plan);
    const blind = ['apply', 'plan.json', '--blind', 'online'];
    const { code, stderr } = await trial.run(blind);
    const words = 'Run apply again: the live version cannot be read, so it sends the whole plan once more.\n';
    expect([code, stderr]).toEqual([5, words]);
    fails = false;
    expect((await trial.run(blind)).code).toBe(0);
    expect(trial.sent()).toHaveLength(2);
  });

  it('needs --allow-share only above the default limit', async () => {
    const split = (share: number) => ({
      'online/checkout.targeting.json': textOf({ defaultServe: { split: [10_000 - share, share] } }),
    });
    const needs = async (share: number) => {
      const trial = await deployTrial({ files: split(share) });
      const needed = /apply needs (.*)\./.exec((await trial.run(plan)).stdout)?.[1] ?? '';
      expect((await trial.run(['apply', 'plan.json', ...needed.split(' ')])).code).toBe(0);
      return needed;
    };
    expect(await needs(2_000)).toBe('--yes-to online');
    expect(await needs(2_001)).toBe('--yes-to online --allow-share 20.01');
  });
});

describe('several toggles', () => {
  const keys = ['a', 'b', 'c'];
  const files = {
    'online/a.targeting.json': textOf({
      defaultServe: { select: 1 },
      prerequisites: [{ key: 'c', value: 'true', type: 'boolean' }],
    }),
    'online/b.targeting.json': on,
    'online/c.targeting.json': on,
  };

  it('are pushed in the order of their prerequisites', async () => {
    const trial = await deployTrial({ keys, files });
    expect((await trial.run(plan)).code).toBe(0);
    expect((await trial.run(apply)).code).toBe(0);
    expect(trial.sent().map((each) => /toggles\/(\w)/.exec(each)?.[1])).toEqual(['c', 'a', 'b']);
  });

  it('are pushed up to the first unknown outcome, and the other toggles are listed as not sent', async () => {
    const trial = await deployTrial({
      ...{ keys, files },
      answer: ({ method, path }) =>
        method === 'PATCH' && path.includes('/a/') ? { kind: 'respond', status: 502, body: '' } : undefined,
    });
    await trial.run(plan);
    const { code, stdout, stderr } = await trial.run(apply);
    expect([code, stderr]).toEqual([5, 'Run apply again: applied changes are not sent twice.\n']);
    expect(stdout.split('\n').map((line) => line.replace(/ of Shop .* …$| of Shop on \S+$/, ''))).toEqual([
      'Sending c → online',
      expect.stringContaining('Pushed c to online.'),
      'Sending a → online',
      expect.stringContaining('may or may not have been applied'),
      'Not sent: b → online',
      '1 pushed, 1 unknown, 1 not pushed, 0 up to date',
      '',
    ]);
    expect(trial.serves('online', 'b')).toEqual({ select: 0 });
  });

  it('are resumed after a kill without resending applied toggles', async () => {
    let killed: ChildProcessWithoutNullStreams | undefined;
    const trial = await deployTrial({
      ...{ keys, files },
      answer: ({ method, path }) => {
        if (killed === undefined || method !== 'PATCH' || !path.includes('/b/')) return undefined;
        killed.kill('SIGKILL');
        return { kind: 'hang' };
      },
    });
    await trial.run(plan);
    killed = trial.folder.start(apply, { environment: trial.environment });
    expect(await text(killed.stdout)).toMatch(/Pushed c .*Pushed a .*Sending b → online [^\n]*…\n$/s);
    killed = undefined;
    await prints(trial.run(apply), 0, /^Sending b .*\nPushed b to online.*\n1 pushed, 2 up to date\n$/);
    expect(trial.sent().filter((each) => each.includes('/b/'))).toHaveLength(2);
  });

  describe.runIf(process.platform !== 'win32')('interrupted in the middle:', () => {
    const respond = { kind: 'respond', status: 429, headers: { 'retry-after': '200' }, body: '' } as const;
    // A signal and a response may arrive in either order, so where the order matters, no process is started.
    it.each([
      ['an interruption', 'is finished', undefined, 2, /^Pushed a /],
      ['SIGINT', 'is not answered', { kind: 'hang' }, 5, /may or may not have been applied/],
      ['SIGTERM', 'would be waited for', respond, 2, /^Not pushed: .* throttling/],
    ] as const)('after %s, the current push %s and no other is sent', async (signal, _what, answer, code, words) => {
      const started: { child?: ChildProcessWithoutNullStreams } = {};
      const interrupted = new AbortController();
      const trial = await deployTrial({
        ...{ keys, files },
        answer: ({ method, path }) => {
          if (method !== 'PATCH' || !path.includes('/a/')) return undefined;
          if (signal === 'an interruption') interrupted.abort();
          else started.child?.kill(signal);
          return answer;
        },
      });
      await trial.run(plan);
      const args = [...apply, ...(answer?.kind === 'hang' ? ['--timeout', '3'] : [])];
      const options = { environment: trial.environment };
      const ofProcess = async () => {
        const child = (started.child = trial.folder.start(args, options));
        const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
        return { code: child.exitCode, stdout, stderr };
      };
      const ended = await (signal === 'an interruption'
        ? trial.folder.run(args, { ...options, interruption: interrupted.signal })
        : ofProcess());
      expect(ended.code).toBe(code);
      const lines = ended.stdout.split('\n').filter((line) => !line.startsWith('Sending'));
      expect(lines).toEqual([
        expect.stringMatching(/^Pushed c /),
        expect.stringMatching(words),
        expect.stringMatching(/^Not sent: b → online/),
        expect.stringMatching(/^\d pushed, .*1 not pushed|^1 pushed, 2 not pushed/),
        '',
      ]);
      expect(ended.stderr).toMatch(
        code === 5
          ? /^Run apply again: applied changes are not/
          : /^(?:\S+ is throttling\. .*\n)?Interrupted\. Run apply again to send the rest\.\n$/,
      );
      expect(trial.sent().filter((each) => each.includes('/b/'))).toEqual([]);
    });
  });

  it('are retried after the delay requested by a throttling service', async () => {
    let refusals = 2;
    const trial = await deployTrial({
      ...{ keys, files },
      answer: ({ method }) =>
        method === 'PATCH' && refusals-- > 0
          ? { kind: 'respond', status: 429, headers: { 'retry-after': '0' }, body: '' }
          : undefined,
    });
    await trial.run(plan);
    expect((await trial.run(apply)).code).toBe(0);
    expect(keys.map((key) => trial.serves('online', key))).toEqual(keys.map(() => ({ select: 1 })));
  });
});

it('plan and apply use the proxy from the environment', async () => {
  const trial = await deployTrial({ files: changed, host: 'toggles.example.test' });
  const proxy = await startProxy({ to: trial.service.port });
  const throughProxy = { HTTPS_PROXY: `http://${proxy.host}` };
  expect((await trial.run(plan, throughProxy)).code).toBe(0);
  expect((await trial.run(apply, throughProxy)).code).toBe(0);
  expect(new Set(proxy.asked)).toEqual(new Set(['CONNECT toggles.example.test:443']));
  expect(trial.serves('online', 'checkout')).toEqual({ select: 1 });
});

it('plan, drift and pull do not trust a service with an unknown certificate authority', async () => {
  const trial = await deployTrial({ files: changed, isSecure: true });
  for (const args of [plan, ['drift'], ['pull', '--env', 'online', '--all']]) {
    const { code, stdout, stderr } = await trial.run(args, { NODE_EXTRA_CA_CERTS: '' });
    expect(code).toBe(2);
    expect(`${stdout}${stderr}`).toMatch(
      /certificate .* is not trusted.* environment variable NODE_EXTRA_CA_CERTS\.$/m,
    );
    // toggleTargeting.* and http.* are editor settings.
    expect(`${stdout}${stderr}`).not.toMatch(/toggleTargeting\.|http\./);
  }
  expect(trial.service.requests).toEqual([]);
});

it('apply, plan and drift name the proxy variables if a service is unreachable', async () => {
  const trial = await deployTrial({ files: changed });
  await trial.run(plan);
  await trial.service.close();
  for (const args of [apply, plan, ['drift']]) {
    const { code, stdout } = await trial.run(args);
    expect([code, stdout]).toEqual([2, expect.stringContaining('the environment variables HTTPS_PROXY and NO_PROXY.')]);
    expect(stdout).not.toContain('http.proxy');
  }
});

it('plan waits no longer than --timeout', async () => {
  const trial = await deployTrial({ files: changed, answer: () => ({ kind: 'hang' }) });
  await prints(trial.run([...plan, '--timeout', '1']), 2, 'no response within 1 s');
});

describe('formats', () => {
  const files = {
    'online/checkout.targeting.json': textOf({
      rules: [{ name: 'a|b\n::error::x', conditions: [], serve: { select: 1 } }],
    }),
    'online/same.targeting.json': textOf(),
  };

  it('for GitHub contain a notice at each changed file, and an error at each refused file', async () => {
    const trial = await deployTrial({
      keys: ['checkout', 'same'],
      files: { ...files, 'online/same.targeting.json': '{' },
    });
    const { code, stdout } = await trial.run(['plan', '--env', 'online', '--format', 'github']);
    expect(code).toBe(1);
    expect(stdout.split('\n')).toEqual([
      expect.stringMatching(/^::notice file=online\/checkout\.targeting\.json::checkout → online/),
      expect.stringMatching(/^::error file=online\/same\.targeting\.json::same → online/),
      '::notice::Plan for online: 1 to push, 0 up to date, 1 cannot be pushed',
      '',
    ]);
  });
});
