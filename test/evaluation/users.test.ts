/** Tests segments in `targeting.users.json`, for local applications. */
import { expect, it } from 'vitest';
import targetingSchema from '../../schemas/targeting.schema.json' with { type: 'json' };
import usersSchema from '../../schemas/users.schema.json' with { type: 'json' };
import { userNamed, usersIn } from '../../server/src/core/evaluation/users.js';
import { parse } from '../../server/src/core/json/document.js';

it('takes the last segment of each key, and leaves out segments without a key', () => {
  const rules = [{ conditions: [{ type: 'string', subject: 'plan', predicate: 'is one of', objects: ['pro'] }] }];
  const segments = [{ key: 'staff', rules: [] }, { rules }, 'beta', { key: 'staff', rules }];
  expect(usersIn(parse(JSON.stringify({ users: [], segments }))).segments).toEqual(
    new Map([['staff', { key: 'staff', rules }]]),
  );
});

it('reads segments while the file is half typed', () => {
  const typed = '{ "segments": [{ "key": "staff", "rules": [] }], "users": [{ "name": ';
  expect([...usersIn(parse(typed)).segments.keys()]).toEqual(['staff']);
  expect(usersIn(parse('{ "users": [] }')).segments.size).toBe(0);
});

it('takes the first of two users with the same name', () => {
  const users = usersIn(parse('{ "users": [{ "name": "ada", "key": "1" }, { "name": "ada", "key": "2" }] }'));
  expect(userNamed(users, 'ada')?.key).toBe('1');
});

it('describes conditions of segments like those of targeting', () => {
  expect(usersSchema.definitions.condition).toEqual(targetingSchema.definitions.condition);
});
