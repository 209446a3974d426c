/** What is stored, and how a PATCH changes it. */
import { expect } from 'vitest';
import { point } from './point.js';
import { field, invalid, rule, text, wholeSecond } from './subject.js';

export function targetings(): void {
  point('GET tells the targeting, its version and who changed it, and nothing that is not', async (subject) => {
    const { status, body } = await subject.get();
    expect(status).toBe(200);
    expect(body).toEqual({
      status: 'RELEASE',
      enableApproval: false,
      locked: false,
      disabled: expect.any(Boolean) as unknown,
      content: expect.any(Object) as unknown,
      version: expect.any(Number) as unknown,
      modifiedTime: wholeSecond,
      modifiedBy: text,
      publishTime: wholeSecond,
      trackAccessEvents: false,
      allowEnableTrackAccessEvents: false,
    });
  });

  point('A freshly made toggle is disabled, has no rules, and its default serves nothing', async (subject) => {
    expect((await subject.get()).body).toMatchObject({ version: 1, disabled: true });
    expect(field(await subject.get(), 'content')).toEqual({
      rules: [],
      disabledServe: { select: 0 },
      defaultServe: {},
      variations: [
        { value: 'false', name: 'Off', description: '' },
        { value: 'true', name: 'On', description: '' },
      ],
      prerequisites: [],
    });
  });

  point('PATCH answers with what is stored, one version further, and GET says the same', async (subject) => {
    const changed = { disabled: false, version: 2 };
    expect(await subject.patch({ comment: 'other', disabled: false })).toMatchObject({ status: 200, body: changed });
    expect((await subject.get()).body).toMatchObject(changed);
  });

  point('PATCH answers with times to the millisecond, a GET then with whole seconds', async (subject) => {
    const time = expect.stringMatching(/\.\d{3}\+08:00$/) as unknown;
    expect((await subject.patch({ disabled: false })).body).toMatchObject({ publishTime: time, modifiedTime: time });
    expect((await subject.get()).body).toMatchObject({ publishTime: wholeSecond, modifiedTime: wholeSecond });
  });

  point('PATCH keeps every field that it does not send, or sends as null', async (subject) => {
    const before = field(await subject.get(), 'content');
    await subject.patch({ content: { rules: [rule('first')] } });
    await subject.patch({ disabled: null, content: { disabledServe: { select: 1 }, variations: null, rules: null } });
    expect((await subject.get()).body).toMatchObject({
      disabled: true,
      content: { ...(before as object), rules: [rule('first')], disabledServe: { select: 1 } },
    });
  });

  point('PATCH ignores fields that it does not know, wherever they stand', async (subject) => {
    const odd = { ...rule('odd'), unheard: 1 };
    const { status } = await subject.patch({ $schema: 'x', unheard: 1, content: { unheard: 1, rules: [odd] } });
    const stored = await subject.get();
    expect([status, field(stored, 'version')]).toEqual([200, 2]);
    expect(JSON.stringify(stored.body)).not.toContain('unheard');
  });

  point('PATCH with neither disabled nor content makes no version', async (subject) => {
    const answer = await subject.patch({ comment: 'only words', trackAccessEvents: true, baseVersion: 7 });
    expect(answer).toMatchObject({ status: 200, body: { version: 1, trackAccessEvents: true } });
    expect((await subject.get()).body).toMatchObject({ version: 1, trackAccessEvents: true });
    expect((await subject.versions()).body).toMatchObject({ totalElements: 1 });
  });

  point('PATCH with the current baseVersion is taken, with a stale one it changes nothing', async (subject) => {
    expect((await subject.patch({ disabled: false, baseVersion: 1 })).body).toMatchObject({ version: 2 });
    expect(await subject.patch({ content: { rules: [rule('stale')] }, baseVersion: 1 })).toMatchObject(invalid);
    expect((await subject.get()).body).toMatchObject({ version: 2, content: { rules: [] } });
  });

  point('PATCH without baseVersion overwrites what came between', async (subject) => {
    await subject.patch({ content: { rules: [rule('theirs')] } });
    const mine = { version: 3, content: { rules: [rule('mine')] } };
    expect(await subject.patch({ content: { rules: [rule('mine')] } })).toMatchObject({ status: 200, body: mine });
  });

  point('Of PATCHes that overlap some are taken; the others get 400 or 500 and do nothing', async (subject) => {
    const comments = ['a', 'b', 'c', 'd', 'e'];
    const answers = await Promise.all(comments.map((comment) => subject.patch({ comment, disabled: false })));
    for (const { status } of answers) expect([200, 400, 500]).toContain(status);
    const taken = answers.filter(({ status }) => status === 200).length;
    expect(taken).toBeGreaterThan(0);
    expect((await subject.get()).body).toMatchObject({ version: 1 + taken });
    expect((await subject.versions()).body).toMatchObject({ totalElements: 1 + taken });
  });

  point('An archived toggle is read and changed like any other; only the toggle itself tells', async (subject) => {
    const key = await subject.server.archivedToggle();
    expect((await subject.of(key).patch({ disabled: false })).body).toMatchObject({ version: 2, disabled: false });
    expect((await subject.of(key).get()).body).toMatchObject({ version: 2, locked: false });
    expect((await subject.project(`/toggles/${key}`)).body).toMatchObject({ key, archived: true });
    expect((await subject.project(`/toggles/${subject.toggle}`)).body).toMatchObject({ archived: false });
  });
}
