/** The tests that an environment requires, run on what a push would leave (lsp/testRuns.ts does it in the editor). */
import { t } from '@vscode/l10n';
import { largestBeside, notReadable } from '../../checks/unreadable.js';
import { casesFor, casesIn } from '../../evaluation/cases.js';
import type { Users } from '../../evaluation/users.js';
import type { Evaluated } from '../../features/evaluation/evaluated.js';
import { runTests } from '../../features/evaluation/runTests.js';
import { parse } from '../../json/document.js';
import { isUnderstood } from '../../json/understood.js';
import type { FailingTests } from '../../protocol.js';
import { testsOf } from '../../targeting/fileNames.js';
import type { Disk } from '../../workspace/disk.js';

/** @returns undefined where none fails; a toggle need not have tests */
export function failingTests(
  uri: string,
  pushed: Evaluated,
  environment: string,
  users: Users,
  disk: Disk,
): FailingTests | undefined {
  const testsUri = testsOf(uri);
  const name = decodeURIComponent(testsUri.slice(testsUri.lastIndexOf('/') + 1));
  const file = { uri: testsUri, name };
  const text = disk.read(testsUri, largestBeside);
  if (text === undefined) return undefined;
  if (typeof text !== 'string') return { ...file, failed: 0, message: notReadable(text) };
  const tests = parse(text);
  if (!isUnderstood(tests)) {
    const message = t('{0} is no right JSON, so its tests were not run.', JSON.stringify(name));
    return { ...file, failed: 0, message };
  }
  const results = runTests(casesFor(casesIn(tests), environment), pushed, users);
  const failed = results.filter(({ failures }) => failures.length > 0);
  const [first] = failed.flatMap(({ failures }) => failures);
  return first && { ...file, failed: failed.length, message: first.message, range: first.range };
}
