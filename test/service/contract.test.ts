/**
 * Every point of service.md B that the extension uses, each as one test. By default they hold the embedded service to it.
 *
 * Pointed at a real server, they hold service.md itself to what that server does:
 *
 *     TARGETING_CONTRACT_URL=https://toggles.example.com TARGETING_CONTRACT_TOKEN=api-… TARGETING_CONTRACT_PROJECT=P \
 *     TARGETING_CONTRACT_ENVIRONMENT=dev TARGETING_CONTRACT_TOGGLE=contract_test \
 *     npx vitest run --config test/vitest.config.mts service/contract
 *
 * Name a toggle that nobody uses: it has afterwards what it had before, but its history is longer. Some points need more,
 * and are left out without it: TARGETING_CONTRACT_READ_ONLY_TOKEN, a token that may not push; _FRESH_TOGGLE, a toggle of the
 * same environment that nobody has touched yet, which is only read; _APPROVAL_ENVIRONMENT, where the toggle's changes need an
 * approval; _LEAVE_PENDING=yes, for a request for approval that nobody but its author can take back, on the server's own page.
 */
import { describe, expect } from 'vitest';
import type { State } from './contract.js';
import { kept, point } from './contract.js';

const rule = (name: string): object => ({
  name,
  serve: { select: 0 },
  conditions: [{ type: 'string', subject: 'user', predicate: 'is one of', objects: ['nobody'] }],
});

describe('GET', () => {
  point('tells the targeting, its version, and who changed it', async (subject) => {
    const { status, body } = await subject.get();
    expect(status).toBe(200);
    expect(body).toMatchObject({
      disabled: expect.any(Boolean) as unknown,
      content: { rules: expect.any(Array) as unknown, variations: expect.any(Array) as unknown },
      version: expect.any(Number) as unknown,
      modifiedBy: expect.any(String) as unknown,
      modifiedTime: expect.any(String) as unknown,
    });
    expect(Date.parse((body as { modifiedTime: string }).modifiedTime)).not.toBeNaN();
  });

  point(
    'of a toggle that nobody touched: disabled, without rules, its default serves nothing',
    async (subject, has) => {
      const { body } = await subject.elsewhere({ toggle: has('FRESH_TOGGLE') }).get();
      expect(body).toMatchObject({ disabled: true, content: { rules: [] } });
      expect((body as State).content['defaultServe']).toEqual({});
    },
    'FRESH_TOGGLE',
  );
});

describe('PATCH', () => {
  point('answers with what is stored, one version further, and GET says the same', async (subject) => {
    const { disabled, version } = await kept(subject);
    const { status, body } = await subject.patch({ comment: 'other', disabled: !disabled });
    expect(status).toBe(200);
    expect(body).toMatchObject({ disabled: !disabled, version: version + 1 });
    expect((await subject.get()).body).toMatchObject({ disabled: !disabled, version: version + 1 });
  });

  point('keeps every field that it does not send', async (subject) => {
    const { disabled, content } = await kept(subject);
    await subject.patch({ content: { rules: [rule('first')] } });
    await subject.patch({ content: { disabledServe: { select: 0 } } });
    expect((await subject.get()).body).toMatchObject({
      disabled,
      content: { ...content, rules: [rule('first')], disabledServe: { select: 0 } },
    });
  });

  point('ignores fields that it does not know, wherever they stand', async (subject) => {
    const { version } = await kept(subject);
    const odd = { ...rule('odd'), unheard: 1 };
    const { status } = await subject.patch({ $schema: 'x', unheard: 1, content: { unheard: 1, rules: [odd] } });
    const stored = (await subject.get()).body as State;
    expect([status, stored.version]).toEqual([200, version + 1]);
    expect(JSON.stringify(stored)).not.toContain('unheard');
  });

  point('with the current baseVersion is taken', async (subject) => {
    const { disabled, version } = await kept(subject);
    const { status, body } = await subject.patch({ disabled: !disabled, baseVersion: version });
    expect([status, (body as State).version]).toEqual([200, version + 1]);
  });

  point('with a stale baseVersion is refused with 400 invalid_request, and changes nothing', async (subject) => {
    const { disabled, version } = await kept(subject);
    await subject.patch({ disabled: !disabled });
    const stale = await subject.patch({ disabled, content: { rules: [rule('stale')] }, baseVersion: version });
    expect(stale).toMatchObject({
      status: 400,
      body: { code: 'invalid_request', message: expect.any(String) as unknown },
    });
    const stored = (await subject.get()).body as State;
    expect(stored).toMatchObject({ version: version + 1, disabled: !disabled });
    expect(JSON.stringify(stored)).not.toContain('stale');
  });

  point('without baseVersion overwrites what came between', async (subject) => {
    const { version } = await kept(subject);
    await subject.patch({ content: { rules: [rule('theirs')] } });
    expect(await subject.patch({ content: { rules: [rule('mine')] } })).toMatchObject({
      status: 200,
      body: { version: version + 2, content: { rules: [rule('mine')] } },
    });
  });

  point('of a content beyond 1 MiB is refused, and changes nothing', async (subject) => {
    const { version } = await kept(subject);
    const refused = await subject.patch({ content: { rules: [rule('x'.repeat(1_048_576))] } });
    expect(refused).toMatchObject({ status: 400, body: { message: 'Rule content length exceeded (<1M).' } });
    expect((await subject.get()).body).toMatchObject({ version });
  });
});

describe('The history', () => {
  point('has every version with comment, author and time', async (subject) => {
    const { version, disabled } = await kept(subject);
    await subject.patch({ comment: 'second', disabled: !disabled });
    await subject.patch({ comment: 'third', disabled });
    const { content } = (await subject.versions(0, 100)).body as { content: readonly State[] };
    expect(content.toSorted((a, b) => b.version - a.version)).toMatchObject([
      { version: version + 2, comment: 'third', disabled, content: {} },
      { version: version + 1, comment: 'second', disabled: !disabled, createdBy: expect.any(String) as unknown },
      { version },
    ]);
  });
});

describe('A failure', () => {
  point('of an unknown token is 403 forbidden', async (subject) => {
    for (const token of ['api-0000000000000000']) {
      const refused = { status: 403, body: { code: 'forbidden' } };
      expect(await subject.as(token).get()).toMatchObject(refused);
      expect(await subject.as(token).patch({ comment: 'nothing' })).toMatchObject(refused);
      expect(await subject.as(token).versions(0, 1)).toMatchObject(refused);
    }
  });

  point('of an environment that does not exist is 400 not_found', async (subject) => {
    const nowhere = subject.elsewhere({ environment: 'no_such_environment' });
    const message = expect.stringMatching(/^Environment .*no_such_environment not found$/) as unknown;
    const refused = { status: 400, body: { code: 'not_found', message } };
    expect(await nowhere.get()).toMatchObject(refused);
    expect(await nowhere.patch({ disabled: true })).toMatchObject(refused);
  });
});

point(
  'Where approval is required, only a GET tells, and by whom',
  async (subject, has) => {
    expect((await subject.get()).body).toMatchObject({ enableApproval: false, locked: false });
    const guarded = await subject.elsewhere({ environment: has('APPROVAL_ENVIRONMENT') }).get();
    expect(guarded.body).toMatchObject({ enableApproval: true, reviewers: expect.any(Array) as unknown });
  },
  'APPROVAL_ENVIRONMENT',
);

point(
  'Where approval is required, a plain PATCH passes the review by',
  async (subject, has) => {
    const guarded = subject.elsewhere({ environment: has('APPROVAL_ENVIRONMENT') });
    const { disabled, version } = await kept(guarded);
    const { status, body } = await guarded.patch({ disabled: !disabled });
    expect(status).toBe(200);
    expect(body).toMatchObject({ disabled: !disabled, version: version + 1 });
  },
  'APPROVAL_ENVIRONMENT',
);

point(
  'A request for approval is what GET shows, locked and one version above, but no version of the history; another is refused',
  async (subject, has) => {
    const guarded = subject.elsewhere({ environment: has('APPROVAL_ENVIRONMENT') });
    const { disabled, content, version } = await kept(guarded);
    const wanted = { comment: 'please', disabled: !disabled, content: { ...content, rules: [rule('pending')] } };
    expect((await guarded.submit({ ...wanted, reviewers: [] })).status).toBe(200);
    expect((await guarded.get()).body).toMatchObject({
      locked: true,
      version: version + 1,
      disabled: !disabled,
      content: { rules: [rule('pending')] },
      submitBy: expect.any(String) as unknown,
      lockedTime: expect.any(String) as unknown,
    });
    const history = (await guarded.versions(0, 1)).body as { content: readonly State[] };
    expect(history.content[0]).toMatchObject({ version, disabled });
    expect(await guarded.submit({ ...wanted, reviewers: [] })).toMatchObject({
      status: 400,
      body: { code: 'invalid_request' },
    });
  },
  'APPROVAL_ENVIRONMENT',
  'LEAVE_PENDING',
);
