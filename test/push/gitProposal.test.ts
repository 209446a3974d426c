/** Tests the comment that git proposes; the push goes on whatever git does. */
import { expect, test } from 'vitest';
import type { Repository } from '../../server/src/service/gitProposal.js';
import { gitProposal } from '../../server/src/service/gitProposal.js';

const never = new Promise<never>(() => undefined);

const path = 'checkout.targeting.json';

function repository(
  HEAD: Repository['state']['HEAD'],
  message = '',
  more: Partial<Repository> = {},
): () => Promise<Repository> {
  return () =>
    Promise.resolve({
      state: { HEAD },
      getCommit: (ref) => (ref === 'abc' ? Promise.resolve({ message }) : Promise.reject(new Error('no commit'))),
      getObjectDetails: () => Promise.resolve({}),
      diffWithHEAD: (file) => Promise.resolve(file === path ? '' : 'diff --git'),
      ...more,
    });
}

test('The proposed comment consists of the subject of the last commit and the branch', async () => {
  const find = repository({ name: 'rollout', commit: 'abc' }, 'Ten per cent see it\r\n\nBecause.\n');
  expect(await gitProposal(path, find, never)).toBe('Ten per cent see it (rollout)');
});

test('The proposed comment is only the commit subject if no branch is checked out', async () => {
  expect(await gitProposal(path, repository({ commit: 'abc' }, 'Ten per cent see it'), never)).toBe(
    'Ten per cent see it',
  );
});

test.each([
  ['a file in no repository', () => Promise.resolve(undefined)],
  ['a repository that was not looked at yet', repository(undefined)],
  ['a branch without commits', repository({ name: 'main' })],
  ['a commit without a message', repository({ name: 'main', commit: 'abc' }, '\n')],
  [
    'a file that was changed since the commit',
    repository({ commit: 'abc' }, 'x', { diffWithHEAD: () => Promise.resolve('diff --git a b') }),
  ],
  [
    'a file that is not committed',
    repository({ commit: 'abc' }, 'x', { getObjectDetails: () => Promise.reject(new Error('no such path')) }),
  ],
  ['a commit that is gone', repository({ name: 'main', commit: 'def' })],
  ['git that fails', () => Promise.reject(new Error('git is disabled'))],
])('No comment is proposed for %s', async (_, find) => {
  expect(await gitProposal(path, find, never)).toBeUndefined();
});

test('A push does not wait for Git if Git does not respond', async () => {
  expect(await gitProposal(path, () => never, Promise.resolve())).toBeUndefined();
});
