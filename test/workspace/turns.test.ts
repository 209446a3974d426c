/** Tests that long work lets requests be answered between its steps, however many works there are. */
import { expect, it } from 'vitest';
import { Turns } from '../../server/src/workspace/turns.js';

it('of works that wait, one goes on at a time, and what has come in is done before the next does', async () => {
  const done: string[] = [];
  const work = async (name: string) => {
    const turns = new Turns();
    await turns.next();
    done.push(name);
    setImmediate(() => done.push(`a message behind ${name}`));
    await turns.next();
    done.push(name);
  };
  await Promise.all([work('a'), work('b')]);
  expect(done).toEqual(['a', 'a message behind a', 'b', 'a message behind b', 'a', 'b']);
});
