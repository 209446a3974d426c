/** Saves and checks a file before a push, and verifies before sending that it is unchanged. Does not import vscode. */
import { t } from '../../core/t.js';
import { textIn } from '../../core/checks/text/encoding.js';
import { withComment } from '../../core/features/payload.js';
import type { Check, FailingTests, Target } from '../../core/protocol.js';
import type { PolicyRule } from '../../core/targeting/rules/policy.js';
import { word } from '../words/harmless.js';
import { sameBody } from './memory.js';
import { sentencesOf } from '../../core/targeting/joined.js';

export interface FilePorts {
  readonly save: () => Promise<boolean>;
  /** The text in the editor and the bytes on disk; `bytes` is undefined if the file is unreadable. */
  readonly onDisk?: () => Promise<OnDisk>;
  readonly version: () => number;
  /** @param environment the name, in the config, of the environment whose rules apply */
  readonly check: (environment: string) => Promise<Check | null>;
  /** Failures among the tests that the environment requires; null if no test fails. */
  readonly failing: (target: Target, body: string) => Promise<FailingTests | null>;
}

interface OnDisk {
  readonly text: string;
  readonly bytes: Uint8Array | undefined;
}

/** A refusal, shown as "Not pushed: …". */
export interface NotPushed {
  readonly kind: 'not-pushed';
  readonly reason: string;
  readonly step?: 'show-problems' | 'open-config' | 'change-encoding';
  /** Zero-based line of the first error. */
  readonly line?: number;
  /** The organization's rule that refuses the push, and the environment's name in the config. */
  readonly rule?: { readonly rule: PolicyRule; readonly environment: string };
  readonly failing?: FailingTests;
  readonly smaller?: SmallerStep | undefined;
}

/** The largest change of shares that the rule `max-step` allows. */
export interface SmallerStep {
  /** The body of the file for which the step was computed. */
  readonly of: string;
  /** The body of the file, but with the shares after the step. */
  readonly body: string;
  readonly title: string;
}

export function notPushed(reason: string, step?: NotPushed['step']): NotPushed {
  return { kind: 'not-pushed', reason, ...(step && { step }) };
}

async function checkFile(ports: FilePorts, { environment }: Pick<Target, 'environment'>): Promise<Check | NotPushed> {
  if (!(await ports.save())) return notPushed(t('the file could not be saved.'));
  const check = await ports.check(environment);
  const disk = await ports.onDisk?.();
  if (check === null)
    return notPushed(t('the language server does not know the file. Is its language JSON?'), 'show-problems');
  if (check.version !== ports.version()) return changedMeanwhile();
  const errors = check.problems.filter(({ severity }) => severity === 1);
  const [first, ...others] = errors;
  if (first === undefined) return (disk && encodingRefusal(disk)) ?? check;
  const count = others.length === 0 ? t('1 error in the file.') : t('{0} errors in the file.', errors.length);
  // The reason names the error, since a config may hide it from the list of problems.
  return { ...notPushed(sentencesOf([count, lineOf(first)]), 'show-problems'), line: first.range.start.line };
}

/** Refuses a file that the editor reads in an encoding other than UTF-8. */
function encodingRefusal({ text, bytes }: OnDisk): NotPushed | undefined {
  if (bytes === undefined) return notPushed(t('the file could not be read from disk. If it is gone, save it first.'));
  const saved = textIn(bytes);
  if (typeof saved === 'object')
    return notPushed(t('the file on disk is not UTF-8. Save it with UTF-8 encoding.'), 'change-encoding');
  // Editors normalize line breaks.
  const [shown, written] = [text, saved].map((each) => each.replaceAll(/\r\n?/g, '\n'));
  if (shown === written) return undefined;
  const reason = t('the file on disk differs from the text in the editor. Reopen it with UTF-8 encoding.');
  return notPushed(reason, 'change-encoding');
}

/** Opens and checks a file, and checks it again if the document was closed or reloaded in the meantime. */
export async function checkedBody(
  open: () => Promise<FilePorts>,
  target: Target,
): Promise<(Check & { readonly body: string }) | NotPushed> {
  const document = await open();
  const version = document.version();
  const refused = (why: NotPushed) => (document.version() === version ? why : checkedBody(open, target));
  const check = await checkFile(document, target);
  if ('reason' in check) return refused(check);
  const body = await bodyToPush(document, check, target);
  return typeof body === 'string' ? { ...check, body } : refused(body);
}

/** Refuses a file whose body has changed. Compares bodies, since a reopened document restarts its version count. */
export async function bodyAsShown(
  open: () => Promise<FilePorts>,
  { target, body }: { readonly target: Target; readonly body: string },
  comment: string,
): Promise<string | NotPushed> {
  const again = await checkedBody(async () => {
    const { version, check, failing } = await open();
    // Later edits are not saved, since they were not shown.
    return { version, check, failing, save: () => Promise.resolve(true) };
  }, target);
  if ('reason' in again) return again;
  return sameBody(again.body, body) ? withComment(again.body, comment) : changedMeanwhile();
}

function changedMeanwhile(): NotPushed {
  return notPushed(t('the file changed in the meantime. Push again.'));
}

async function bodyToPush(ports: FilePorts, check: Check, target: Target): Promise<string | NotPushed> {
  const { body, version } = check;
  if (body === undefined) return notPushed(t('the file is not a single JSON object.'), 'show-problems');
  const refused = await testRefusal(ports, target, body);
  if (refused !== undefined) return refused;
  return ports.version() === version ? body : changedMeanwhile();
}

/** The refusal if a required test fails or cannot be run; otherwise undefined. */
export async function testRefusal(
  ports: Pick<FilePorts, 'failing'>,
  target: Target,
  body: string,
): Promise<NotPushed | undefined> {
  const { environment, requiresTests } = target;
  const failing = requiresTests === true ? await ports.failing(target, body) : null;
  if (failing === null) return undefined;
  const { name: file, failed, message, range } = failing;
  const name = word(environment);
  const refused = (...sentences: readonly string[]) => ({ ...notPushed(sentencesOf(sentences)), failing });
  if (failed === 0) return refused(t('{0} requires tests, but they cannot run.', name), message);
  const count =
    failed === 1
      ? t('{0} requires that the tests pass, and 1 fails.', name)
      : t('{0} requires that the tests pass, and {1} fail.', name, failed);
  const first = t('{0}, line {1}: {2}', file, (range?.start.line ?? 0) + 1, message);
  return refused(count, first, t('Fix the file or the test, then push again.'));
}

export function lineOf({ range, message }: Check['problems'][number]): string {
  return t('Line {0}: {1}', range.start.line + 1, typeof message === 'string' ? message : message.value);
}

export function warningsOf({ problems }: Check): Check['problems'] {
  return problems.filter(({ severity }) => severity === 2);
}
