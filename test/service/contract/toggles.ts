/** The toggles of a project, as a list and one by one. */
import { expect } from 'vitest';
import { point, review } from './point.js';
import { invalid, listed, missing, rule, text, wholeSecond } from './subject.js';

export function toggles(): void {
  point('The list of toggles is found by a part of the key, in any letter case', async (subject) => {
    const query = `?environmentKey=${subject.environment}&pageIndex=0&pageSize=100&keyword=${subject.toggle.toLowerCase()}`;
    const page = await subject.project(`/toggles${query}`);
    const item = listed(page).find(({ key }) => key === subject.toggle);
    expect(item).toEqual({
      ...{ name: text, key: subject.toggle, permanent: false, returnType: 'boolean', desc: '' },
      ...{ disabled: true, modifiedTime: wholeSecond, modifiedBy: text, locked: false, releaseStatus: 'RELEASE' },
    });
    const none = await subject.project(`/toggles?environmentKey=${subject.environment}&keyword=no_such_toggle`);
    expect(none.body).toMatchObject({ content: [], totalElements: 0, totalPages: 0, first: true, last: true });
  });

  point('Archived toggles are in a list of their own', async (subject) => {
    const archived = await subject.server.archivedToggle();
    const keys = async (more: string): Promise<readonly unknown[]> => {
      const query = `?environmentKey=${subject.environment}&pageSize=1000${more}`;
      return listed(await subject.project(`/toggles${query}`)).map(({ key }) => key);
    };
    expect(await keys('')).toContain(subject.toggle);
    expect(await keys('')).not.toContain(archived);
    expect(await keys('&archived=true')).toContain(archived);
    expect(await keys('&archived=true')).not.toContain(subject.toggle);
  });

  point('The list needs a known environment and a page; without environment it tells less', async (subject) => {
    const toggles = (query: string) => subject.project(`/toggles${query}`);
    expect(await toggles('?environmentKey=nowhere')).toMatchObject(missing('Environment nowhere not found'));
    expect(await toggles(`?environmentKey=${subject.environment}&pageSize=0`)).toMatchObject(invalid);
    const [first] = listed(await toggles('?pageSize=1'));
    expect(first).toMatchObject({ key: text, returnType: text, locked: false });
    expect(first).not.toHaveProperty('releaseStatus');
  });

  review('The list tells which toggle waits, by whom, and how its release stands', async (subject) => {
    const item = async (): Promise<unknown> => {
      const query = `?environmentKey=${subject.environment}&keyword=${subject.toggle}`;
      return listed(await subject.project(`/toggles${query}`)).find(({ key }) => key === subject.toggle);
    };
    await subject.submit({ comment: 'please', disabled: false, content: { rules: [rule('pending')] } });
    const locked = { locked: true, lockedBy: text, lockedTime: wholeSecond, disabled: true };
    expect(await item()).toMatchObject({ ...locked, releaseStatus: 'PENDING_APPROVAL' });
    await subject.as(subject.server.colleague).decide('PASS');
    expect(await item()).toMatchObject({ ...locked, releaseStatus: 'PENDING_RELEASE' });
    await subject.publish();
    expect(await item()).toMatchObject({ locked: false, disabled: false, releaseStatus: 'RELEASE' });
  });

  point('A toggle tells its return type and variations; an unknown one is 400 not_found', async (subject) => {
    const { body } = await subject.project(`/toggles/${subject.toggle}`);
    expect(body).toMatchObject({
      key: subject.toggle,
      returnType: 'boolean',
      archived: false,
      disabledServe: 0,
      tags: [],
    });
    expect(body).toMatchObject({ variations: [{ value: 'false' }, { value: 'true' }], clientAvailability: true });
    expect(await subject.project('/toggles/no_such_toggle')).toMatchObject(missing('Toggle no_such_toggle not found'));
  });
}
