/** The versions of a toggle. */
import { expect } from 'vitest';
import { point } from './point.js';
import type { Reply } from '../trial.js';
import { invalid, listed, text, unreadable, wholeSecond } from './subject.js';

const numbers = (page: Reply): readonly unknown[] => listed(page).map(({ version }) => version);

export function history(): void {
  point('Every version has its content, author, time and comment', async (subject) => {
    await subject.server.nextSecond();
    await subject.patch({ comment: 'second', disabled: false });
    await subject.server.nextSecond();
    await subject.patch({ disabled: true });
    const page = await subject.versions();
    const [third] = listed(page);
    expect(listed(page)).toMatchObject([
      { version: 3, disabled: true },
      { version: 2, disabled: false, comment: 'second' },
      { version: 1, disabled: true, comment: '' },
    ]);
    expect(third).toEqual({
      ...{ projectKey: subject.server.project, environmentKey: subject.environment, toggleKey: subject.toggle },
      ...{ version: 3, disabled: true, comment: '', content: expect.any(Object) as unknown },
      ...{ createdBy: text, createdTime: wholeSecond },
    });
  });

  point('It is sorted by the second, and versions of one second come in any order', async (subject) => {
    await subject.server.nextSecond();
    for (const disabled of [false, true, false]) await subject.patch({ disabled });
    await subject.server.nextSecond();
    await subject.patch({ disabled: true });
    const page = await subject.versions('?pageIndex=0&pageSize=10');
    expect(numbers(page).toSorted()).toEqual([1, 2, 3, 4, 5]);
    const times = listed(page).map(({ createdTime }) => String(createdTime));
    expect(times).toEqual(times.toSorted().toReversed());
  });

  point('version=N asks for those below N, the highest number first, also within one second', async (subject) => {
    for (const disabled of [false, true, false]) await subject.patch({ disabled });
    expect(numbers(await subject.versions('?version=4&pageSize=2'))).toEqual([3, 2]);
    expect(numbers(await subject.versions('?version=2&pageSize=2'))).toEqual([1]);
    expect((await subject.versions('?version=1')).body).toMatchObject({ content: [], totalElements: 0 });
  });

  point('It comes a page at a time', async (subject) => {
    await subject.server.nextSecond();
    await subject.patch({ disabled: false });
    expect((await subject.versions('?pageIndex=1&pageSize=1')).body).toMatchObject({
      content: [{ version: 1 }],
      ...{ totalElements: 2, totalPages: 2, number: 1, size: 1, numberOfElements: 1 },
      ...{ first: false, last: true, empty: false },
    });
    expect((await subject.versions('?pageIndex=7')).body).toMatchObject({ content: [], totalElements: 2, empty: true });
  });

  point('Of an unknown toggle, environment or project it is empty, of a known toggle never', async (subject) => {
    const none = { status: 200, body: { content: [], totalElements: 0 } };
    expect((await subject.versions()).body).toMatchObject({ content: [{ version: 1 }], totalElements: 1 });
    expect(await subject.of('no_such_toggle').versions()).toMatchObject(none);
    expect(await subject.in('no_such_environment').versions()).toMatchObject(none);
  });

  point('A page below zero or without entries is refused, and what is not a number cannot be read', async (subject) => {
    expect(await subject.versions('?pageIndex=-1')).toMatchObject(invalid);
    expect(await subject.versions('?pageSize=0')).toMatchObject(invalid);
    expect(await subject.versions('?pageSize=ten')).toMatchObject(unreadable);
  });
}
