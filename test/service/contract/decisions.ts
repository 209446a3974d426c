/** Decisions about a submitted change. */
import { expect } from 'vitest';
import { review } from './point.js';
import { content, reviewed, wanted } from './request.js';
import { text, unforeseen } from './subject.js';

export function decisions(): void {
  for (const status of ['PASS', 'REJECT']) {
    review(`After ${status} it stays locked, with who and why, and cannot be decided again`, async (subject) => {
      await subject.submit(wanted);
      expect(await reviewed(subject, status, 'because')).toMatchObject({
        status: 200,
        body: { status, comment: 'because' },
      });
      const decided = { status, locked: true, version: 2, approvalBy: text, approvalComment: 'because' };
      expect((await subject.get()).body).toMatchObject({ ...decided, content });
      for (const again of ['PASS', 'REJECT', 'REVOKE']) {
        expect(await reviewed(subject, again)).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
      }
    });
  }

  review('Who may not decide, or when there is nothing to decide, is refused without a word', async (subject) => {
    const refused = { status: 400, body: { code: 'invalid_request' } };
    expect(await reviewed(subject, 'PASS')).toMatchObject(refused);
    await subject.submit(wanted);
    const { status, body } = await reviewed(subject, 'REVOKE', 'I own nothing');
    expect({ status, body }).toEqual(refused);
    expect(await reviewed(subject, 'PENDING')).toMatchObject(refused);
    expect(await reviewed(subject, 'MAYBE')).toMatchObject(unforeseen);
    expect((await subject.get()).body).toMatchObject({ status: 'PENDING', locked: true });
  });

  review('REVOKE of an owner unlocks, and nothing was published', async (subject) => {
    await subject.submit(wanted);
    expect(await subject.decide('REVOKE', 'no')).toMatchObject({ status: 200, body: { status: 'REVOKE' } });
    expect((await subject.get()).body).toMatchObject({ status: 'RELEASE', locked: false, version: 1, disabled: true });
  });
}
