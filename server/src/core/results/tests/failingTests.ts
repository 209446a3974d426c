/** Runs the tests that an environment requires against the state after a push, for the editor and the command line. */
import { t } from '../../t.js';
import type { Unreadable } from '../../checks/text/unreadable.js';
import { notReadable } from '../../checks/text/unreadable.js';
import { casesFor, casesIn } from '../../evaluation/cases.js';
import type { Users } from '../../evaluation/users.js';
import type { JsonDocument } from '../../json/document.js';
import { isWellFormed } from '../../json/understood.js';
import type { FailingTests } from '../../protocol.js';
import type { Evaluated } from '../evaluated.js';
import { runTests } from './runTests.js';

export interface RequiredTests extends Pick<FailingTests, 'uri' | 'name'> {
  readonly tests: JsonDocument | Unreadable;
  readonly environment: string;
  readonly users: Users;
}

/** @returns undefined if all tests pass */
export function failingTests(
  { uri, name, tests, environment, users }: RequiredTests,
  pushed: Evaluated,
): FailingTests | undefined {
  if ('unreadable' in tests) return { uri, name, failed: 0, message: notReadable(tests) };
  if (!isWellFormed(tests)) return { uri, name, failed: 0, message: notRun(name) };
  const results = runTests(casesFor(casesIn(tests), environment), pushed, users);
  const failed = results.filter(({ failures }) => failures.length > 0);
  const [first] = failed.flatMap(({ failures }) => failures);
  return first && { uri, name, failed: failed.length, message: first.message, range: first.range };
}

export function notRun(name: string): string {
  return t('{0} is not valid JSON, so its tests were not run.', JSON.stringify(name));
}
