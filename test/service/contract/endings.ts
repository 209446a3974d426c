/** The end of a request: publishing or withdrawing. */
import { expect } from 'vitest';
import { review } from './point.js';
import { content, reviewed, wanted } from './request.js';
import { listed, nothing, text, unforeseen, unreadable, wholeSecond } from './subject.js';

export function publication(): void {
  review('A passed request is published over pushes meanwhile, and the history says by whom', async (subject) => {
    await subject.submit(wanted);
    await subject.server.nextSecond();
    const meanwhile = { variations: [{ value: 'meanwhile' }], defaultServe: { select: 0 } };
    await subject.patch({ comment: 'meanwhile', content: meanwhile });
    await reviewed(subject, 'PASS', 'fine');
    await subject.server.nextSecond();
    const published = { version: 3, disabled: false, content: { ...content, variations: meanwhile.variations } };
    expect(await subject.publish()).toMatchObject({ status: 200, body: { ...published, status: 'RELEASE' } });
    const { body } = await subject.get();
    expect(body).toMatchObject({ ...published, status: 'RELEASE', locked: false });
    for (const name of ['approvalBy', 'approvalComment', 'submitBy', 'lockedTime'])
      expect(body).not.toHaveProperty(name);
    const approval = { approvalStatus: 'PASS', approvalBy: text, approvalTime: wholeSecond, approvalComment: 'fine' };
    expect(listed(await subject.versions())).toMatchObject([
      { version: 3, comment: 'please', createdBy: text, ...approval },
      { version: 2, comment: 'meanwhile' },
      { version: 1 },
    ]);
    expect(listed(await subject.versions('?version=3'))[0]).not.toHaveProperty('approvalBy');
  });

  review('What is not passed is not published, and the answer is 200 without a word', async (subject) => {
    expect(await subject.publish()).toMatchObject(nothing);
    await subject.submit(wanted);
    expect(await subject.publish()).toMatchObject(nothing);
    await reviewed(subject, 'REJECT');
    expect(await subject.publish()).toMatchObject(nothing);
    expect((await subject.get()).body).toMatchObject({ status: 'REJECT', locked: true });
  });

  review('What cannot be stored is found out when it is published', async (subject) => {
    await subject.submit({ ...wanted, content: { rules: [{ name: 'no conditions' }] } });
    await reviewed(subject, 'PASS');
    expect(await subject.publish()).toMatchObject(unforeseen);
    expect((await subject.get()).body).toMatchObject({ status: 'PASS', locked: true });
  });

  review('Publishing once more makes one more version', async (subject) => {
    await subject.submit(wanted);
    await reviewed(subject, 'PASS');
    await subject.publish();
    expect((await subject.publish()).body).toMatchObject({ version: 3 });
  });
}

export function withdrawal(): void {
  review('Anybody may withdraw, pending or decided; then it is as if nobody had asked', async (subject) => {
    for (const status of [undefined, 'REJECT', 'PASS']) {
      await subject.submit(wanted);
      if (status !== undefined) await reviewed(subject, status, 'decided');
      const answer = await subject.as(subject.server.colleague).withdraw({ comment: 'changed my mind' });
      expect(answer, status).toMatchObject({ status: 200, body: { version: 1, disabled: true, locked: false } });
      const { body } = await subject.get();
      expect(body, status).toMatchObject({ status: 'RELEASE', locked: false, version: 1, disabled: true });
      expect(body, status).not.toHaveProperty('approvalComment');
      await subject.server.nextSecond();
    }
    expect((await subject.versions()).body).toMatchObject({ totalElements: 1 });
  });

  review('Withdrawing needs a comment; without any request nothing is done', async (subject) => {
    expect(await subject.withdraw({ comment: 'what?' })).toMatchObject(nothing);
    await subject.submit(wanted);
    expect(await subject.withdraw(undefined)).toMatchObject(unreadable);
    expect(await subject.withdraw({})).toMatchObject(unforeseen);
    expect((await subject.get()).body).toMatchObject({ status: 'PENDING', locked: true });
  });

  review('What was withdrawn can still be passed and published, with the words of the withdrawal', async (subject) => {
    await subject.submit(wanted);
    await subject.withdraw({ comment: 'never mind' });
    expect(await reviewed(subject, 'PASS', 'late')).toMatchObject({ status: 200 });
    expect((await subject.get()).body).toMatchObject({ status: 'RELEASE', locked: false, version: 1 });
    expect((await subject.publish()).body).toMatchObject({ version: 2, content });
    const [newest] = listed(await subject.versions('?version=3'));
    expect(newest).toMatchObject({ comment: 'never mind', approvalComment: 'late' });
  });
}
