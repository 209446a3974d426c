/** Tests how answers of a service are read, including those that do not belong to its interface. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readTargeting, readPage } from '../../../server/src/service/http/answers/answers.js';
import { anyTexts, jsonTexts } from '../../support/jsonTexts.js';

const content = { rules: [], defaultServe: { select: 1 } };
const plain = {
  disabled: false,
  content,
  version: 7,
  enableApproval: false,
  reviewers: null,
  locked: false,
  lockedTime: null,
  submitBy: null,
  modifiedBy: 'anna',
  modifiedTime: '2026-11-21T16:00:00Z',
};

describe('The response to a GET of a toggle', () => {
  const read = (changes: object) => readTargeting(JSON.stringify({ ...plain, ...changes }));

  test('is read as state, version and author', () => {
    expect(read({})).toEqual({
      state: { disabled: false, content },
      version: 7,
      modifiedBy: 'anna',
      modifiedTime: '2026-11-21T16:00:00Z',
      reviewers: undefined,
      pending: undefined,
    });
  });

  test('is read even if it has only state and version', () => {
    expect(readTargeting('{"disabled":true,"content":{},"version":1}')).toEqual({
      state: { disabled: true, content: {} },
      version: 1,
      modifiedBy: undefined,
      modifiedTime: undefined,
      reviewers: undefined,
      pending: undefined,
    });
  });

  test.each([
    [{ enableApproval: true, reviewers: ['rob', 'eve'] }, ['rob', 'eve']],
    [{ enableApproval: true, reviewers: null }, []],
    [{ enableApproval: true, reviewers: ['rob', null, { toString: 1 }] }, ['rob']],
    [{ enableApproval: 'true', reviewers: ['rob'] }, undefined],
    [{ enableApproval: false, reviewers: ['rob'] }, undefined],
  ])('with %j has the reviewers %j', (changes, reviewers) => {
    expect(read(changes)?.reviewers).toEqual(reviewers);
  });

  test('contains the change that waits for approval or was decided', () => {
    const pending = { locked: true, submitBy: 'anna', lockedTime: '2026-11-21T15:00:00Z', reviewers: ['bob', 1] };
    const told = { kind: 'pending', by: 'anna', since: '2026-11-21T15:00:00Z', reviewers: ['bob'] };
    expect(read(pending)?.pending).toEqual(told);
    expect(read({ ...pending, status: 'PENDING', approvalBy: '' })?.pending).toEqual(told);
    const nothing = { kind: 'pending', by: undefined, since: undefined, reviewers: [] };
    expect(read({ locked: true })?.pending).toEqual(nothing);
    expect(read({ locked: true, submitBy: '', lockedTime: 7 })?.pending).toEqual(nothing);
    const decided = { ...pending, approvalBy: 'bob', approvalComment: 'fine' };
    const decision = { reviewer: 'bob', comment: 'fine' };
    expect(read({ ...decided, status: 'PASS' })?.pending).toEqual({ ...told, kind: 'approved', ...decision });
    expect(read({ ...decided, status: 'REJECT' })?.pending).toEqual({ ...told, kind: 'rejected', ...decision });
    expect(read({ ...decided, status: 'PASS', locked: false })?.pending).toBeUndefined();
  });

  test.each([
    ['a web page', '<!doctype html><title>Sign in</title>'],
    ['an answer that broke off', JSON.stringify(plain).slice(0, -1)],
    ['nothing', ''],
    ['another answer', '{"ok":true}'],
    ['an error', '{"code":"not_found","message":"m"}'],
    ['a list', JSON.stringify([plain])],
    ['null', 'null'],
    ['one without a version', JSON.stringify({ ...plain, version: undefined })],
    ['one with half a version', JSON.stringify({ ...plain, version: 1.5 })],
    ['one with its version as text', JSON.stringify({ ...plain, version: '7' })],
    ['one that does not say whether it is disabled', JSON.stringify({ ...plain, disabled: null })],
    ['one without content', JSON.stringify({ ...plain, content: null })],
    ['one whose content is a list', JSON.stringify({ ...plain, content: [] })],
  ])('is rejected if it is %s', (_, text) => {
    expect(readTargeting(text)).toBeUndefined();
  });
});

describe('A page of the history', () => {
  const version = { ...plain, comment: 'c', createdBy: 'anna', createdTime: '2026-11-21T16:00:00Z' };
  const state = { disabled: false, content };

  test('has versions with comment, author and time', () => {
    expect(readPage(JSON.stringify({ content: [version], totalElements: 12 }))).toEqual({
      versions: [{ version: 7, comment: 'c', by: 'anna', time: '2026-11-21T16:00:00Z', state }],
      total: 12,
    });
  });

  test('is read without its invalid versions', () => {
    const bare = { version: 3, disabled: false, content, comment: null };
    const page = readPage(JSON.stringify({ content: [null, {}, { ...version, version: 'x' }, bare] }));
    expect(page).toEqual({
      versions: [{ version: 3, comment: '', by: undefined, time: undefined, state }],
      total: 1,
    });
  });

  test.each([['{}'], ['[]'], ['{"content":{}}'], ['null'], ['<html>']])('is rejected if it is %s', (text) => {
    expect(readPage(text)).toBeUndefined();
  });
});

test('Reading a response does not throw, whatever its text', () => {
  fc.assert(
    fc.property(fc.oneof(jsonTexts, anyTexts), (text) => {
      const wrapped = `{"disabled":true,"content":${text},"version":1,"locked":true,"reviewers":${text},"enableApproval":true}`;
      for (const one of [text, wrapped]) expect(() => [readTargeting(one), readPage(one)]).not.toThrow();
    }),
  );
});
