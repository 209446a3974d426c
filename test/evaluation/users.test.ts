/** Tests segments in `targeting.users.json`, for local applications. */
import { expect, it } from 'vitest';
import targetingSchema from '../../schemas/targeting.schema.json' with { type: 'json' };
import usersSchema from '../../schemas/users.schema.json' with { type: 'json' };
import { userNamed, usersIn } from '../../server/src/core/evaluation/users.js';
import { parse } from '../../server/src/core/json/document.js';

it('the last of several segments with a key counts, and segments without a key are ignored', () => {
  const rules = [{ conditions: [{ type: 'string', subject: 'plan', predicate: 'is one of', objects: ['pro'] }] }];
  const segments = [{ key: 'staff', rules: [] }, { rules }, 'beta', { key: 'staff', rules }];
  expect(usersIn(parse(JSON.stringify({ users: [], segments }))).segments).toEqual(
    new Map([['staff', { key: 'staff', rules }]]),
  );
});

it('segments are read even while the file is incomplete', () => {
  const typed = '{ "segments": [{ "key": "staff", "rules": [] }], "users": [{ "name": ';
  expect([...usersIn(parse(typed)).segments.keys()]).toEqual(['staff']);
  expect(usersIn(parse('{ "users": [] }')).segments.size).toBe(0);
});

it('the first of two users with the same name counts', () => {
  const users = usersIn(parse('{ "users": [{ "name": "ada", "key": "1" }, { "name": "ada", "key": "2" }] }'));
  expect(userNamed(users, 'ada')?.key).toBe('1');
});

it('conditions in segments have the same schema as conditions in targeting', () => {
  expect(usersSchema.definitions.condition).toEqual(targetingSchema.definitions.condition);
});
