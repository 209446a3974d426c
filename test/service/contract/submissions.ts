/** Submitting a change for review. */
import { expect } from 'vitest';
import { point, review } from './point.js';
import { content, reviewed, wanted } from './request.js';
import { field, invalid, text, unforeseen, wholeSecond } from './subject.js';

export function submission(): void {
  review('Only a GET tells that approval is required, and by whom; a plain PATCH passes it by', async (subject) => {
    expect((await subject.in(subject.server.environment).get()).body).toMatchObject({ enableApproval: false });
    const guarded = { status: 'RELEASE', enableApproval: true, reviewers: expect.any(Array) as unknown, locked: false };
    expect((await subject.get()).body).toMatchObject(guarded);
    const { status, body } = await subject.patch({ disabled: false });
    expect([status, body]).toMatchObject([200, { version: 2, enableApproval: false }]);
    expect(body).not.toHaveProperty('reviewers');
  });

  review('A request needs disabled, content and its rules, or it is a 500; it needs no comment', async (subject) => {
    const incomplete = [
      {},
      { ...wanted, content: undefined },
      { ...wanted, content: {} },
      { ...wanted, disabled: undefined },
    ];
    for (const body of incomplete) expect(await subject.submit(body), JSON.stringify(body)).toMatchObject(unforeseen);
    expect(await subject.submit({ ...wanted, comment: 'x'.repeat(1025) })).toMatchObject(unforeseen);
    expect(await subject.submit({ disabled: false, content: { rules: [] } })).toMatchObject({ status: 200 });
  });

  review('The answer to a request has what is stored and what is wanted as text', async (subject) => {
    const { status, body } = await subject.submit(wanted);
    expect([status, body]).toMatchObject([
      200,
      { title: 'please', toggleKey: subject.toggle, status: 'PENDING', submitBy: text },
    ]);
    expect(body).toMatchObject({ currentData: { disabled: true, content: text }, approvalData: { disabled: false } });
    expect(JSON.parse(String((body as { approvalData: { content: unknown } }).approvalData.content))).toEqual(content);
  });

  review('While it is pending GET shows it, locked and a version further; the history does not', async (subject) => {
    const reviewers = field(await subject.get(), 'reviewers');
    await subject.submit({ ...wanted, reviewers: ['nobody'] });
    const { body } = await subject.get();
    expect(body).toMatchObject({
      status: 'PENDING',
      locked: true,
      lockedTime: wholeSecond,
      version: 2,
      disabled: false,
    });
    expect(body).toMatchObject({ submitBy: text, approvalBy: '', reviewers });
    expect(body).not.toHaveProperty('approvalComment');
    expect(field(await subject.get(), 'content')).toEqual({ ...content, prerequisites: [] });
    expect((await subject.versions()).body).toMatchObject({
      totalElements: 1,
      content: [{ version: 1, disabled: true }],
    });
  });

  review('Another one is refused, until a PATCH comes between', async (subject) => {
    await subject.submit(wanted);
    expect(await subject.submit(wanted)).toMatchObject(invalid);
    await subject.server.nextSecond();
    await subject.patch({ comment: 'between', content: { defaultServe: { select: 0 } } });
    expect((await subject.get()).body).toMatchObject({
      version: 2,
      locked: true,
      content: { defaultServe: { select: 1 } },
    });
    expect(await subject.submit(wanted)).toMatchObject({ status: 200 });
    expect((await subject.get()).body).toMatchObject({ version: 3, locked: true });
  });

  review('Over one that was decided another one is accepted', async (subject) => {
    for (const status of ['REJECT', 'PASS']) {
      await subject.submit(wanted);
      await reviewed(subject, status, 'decided');
      await subject.server.nextSecond();
      expect(await subject.submit(wanted), status).toMatchObject({ status: 200 });
      expect((await subject.get()).body, status).toMatchObject({ status: 'PENDING', approvalBy: '' });
      await subject.withdraw({ comment: 'next' });
      await subject.server.nextSecond();
    }
  });

  point('Where no approval is required a request is refused', async (subject) => {
    expect(await subject.submit(wanted)).toMatchObject(invalid);
  });

  review('Submitting and deciding count as modifying', async (subject) => {
    await subject.submit(wanted);
    await reviewed(subject, 'PASS', 'fine');
    const { body } = await subject.get();
    expect(field(await subject.get(), 'modifiedBy')).toBe((body as { approvalBy: string }).approvalBy);
    expect((await subject.versions()).body).toMatchObject({ totalElements: 1 });
  });
}
