/** A file on its way out: saved, checked, and no other by the time that it leaves. Pure of vscode. */
import { t } from '@vscode/l10n';
import { textIn } from '../../core/checks/text/encoding.js';
import { withComment } from '../../core/features/payload.js';
import type { Check, FailingTests, Target } from '../../core/protocol.js';
import type { PolicyRule } from '../../core/targeting/rules/policy.js';
import { word } from '../words/harmless.js';
import { sameBody } from './memory.js';
import { sentencesOf } from '../../core/targeting/joined.js';

/** A targeting file in the editor. */
export interface FilePorts {
  /** False when the document could not be saved. */
  readonly save: () => Promise<boolean>;
  /** The text in an editor, and the bytes on disk; undefined if these cannot be read. */
  readonly onDisk?: () => Promise<OnDisk>;
  /** The version of the document in the editor. */
  readonly version: () => number;
  /** @param environment whose rules count; by its name in the config */
  readonly check: (environment: string) => Promise<Check | null>;
  /** What the tests that an environment requires say of a body; null where none fails. */
  readonly failing: (target: Target, body: string) => Promise<FailingTests | null>;
}

interface OnDisk {
  readonly text: string;
  readonly bytes: Uint8Array | undefined;
}

/** Told as "Not pushed: …". */
export interface NotPushed {
  readonly kind: 'not-pushed';
  readonly reason: string;
  readonly step?: 'show-problems' | 'open-config' | 'manage-trust' | 'change-encoding';
  /** Of the first error, from 0. */
  readonly line?: number;
  /** The rule of the organisation that refuses, and where; an environment by its name in the config. */
  readonly rule?: { readonly rule: PolicyRule; readonly environment: string };
  /** Of tests that fail. */
  readonly failing?: FailingTests;
}

export function notPushed(reason: string, step?: NotPushed['step']): NotPushed {
  return { kind: 'not-pushed', reason, ...(step && { step }) };
}

/** Saves and checks a file: what the server knows of the text that is pushed, or what stands in the way. */
async function checkFile(ports: FilePorts, { environment }: Pick<Target, 'environment'>): Promise<Check | NotPushed> {
  if (!(await ports.save())) return notPushed(t('the file could not be saved.'));
  const check = await ports.check(environment);
  const disk = await ports.onDisk?.();
  if (check === null)
    return notPushed(t('the language server does not know the file. Is its language JSON?'), 'show-problems');
  if (check.version !== ports.version()) return changedMeanwhile();
  const errors = check.problems.filter(({ severity }) => severity === 1);
  const [first, ...others] = errors;
  if (first === undefined) return (disk && otherOnDisk(disk)) ?? check;
  const count = others.length === 0 ? t('1 error in the file.') : t('{0} errors in the file.', errors.length);
  // A config may hide it from the list of problems.
  return { ...notPushed(sentencesOf([count, lineOf(first)]), 'show-problems'), line: first.range.start.line };
}

/** Refuses a file that an editor reads in another encoding than everyone else. */
function otherOnDisk({ text, bytes }: OnDisk): NotPushed | undefined {
  const saved = bytes && textIn(bytes);
  if (typeof saved === 'object')
    return notPushed(t('the file on disk is not UTF-8. Save it with the encoding UTF-8.'), 'change-encoding');
  // Editors make all line breaks alike.
  const [shown, written] = [text, saved].map((each) => each?.replaceAll(/\r\n?/g, '\n'));
  if (shown === written) return undefined;
  const reason = t('the file on disk has another text than the editor shows. Reopen it with the encoding UTF-8.');
  return notPushed(reason, 'change-encoding');
}

/** Opens and checks a file, and checks it again if the editor has just closed it, or loaded what Git or another program wrote. */
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

/**
 * The body with its comment, as long as the file still says what was shown. The text is compared: the editor closes a document
 * that has no tab after a while.
 */
export async function bodyAsShown(
  open: () => Promise<FilePorts>,
  { target, body }: { readonly target: Target; readonly body: string },
  comment: string,
): Promise<string | NotPushed> {
  const again = await checkedBody(async () => {
    const { version, check, failing } = await open();
    // What was typed since is not saved: it was not shown.
    return { version, check, failing, save: () => Promise.resolve(true) };
  }, target);
  if ('reason' in again) return again;
  return sameBody(again.body, body) ? withComment(again.body, comment) : changedMeanwhile();
}

function changedMeanwhile(): NotPushed {
  return notPushed(t('the file changed meanwhile. Push again.'));
}

/** JSON text of the body that was checked, as long as the file is what was checked, and the tests pass that the environment requires. */
async function bodyToPush(ports: FilePorts, check: Check, target: Target): Promise<string | NotPushed> {
  const { body, version } = check;
  if (body === undefined) return notPushed(t('the file is not a single JSON object.'), 'show-problems');
  const refused = await refusedByTests(ports, target, body);
  if (refused !== undefined) return refused;
  return ports.version() === version ? body : changedMeanwhile();
}

/** What an environment says that requires tests; undefined where it requires none, or none fails. */
export async function refusedByTests(
  ports: Pick<FilePorts, 'failing'>,
  target: Target,
  body: string,
): Promise<NotPushed | undefined> {
  const { environment, requiresTests } = target;
  const failing = requiresTests === true ? await ports.failing(target, body) : null;
  if (failing === null) return undefined;
  const { name: file, failed, message, range } = failing;
  const name = word(environment);
  if (failed === 0)
    return { ...notPushed(sentencesOf([t('{0} requires tests, and they cannot be run.', name), message])), failing };
  const count =
    failed === 1
      ? t('{0} requires that the tests pass, and 1 fails.', name)
      : t('{0} requires that the tests pass, and {1} fail.', name, failed);
  const first = t('{0}, line {1}: {2}', file, (range?.start.line ?? 0) + 1, message);
  return { ...notPushed(sentencesOf([count, first, t('Fix the file or the test, then push again.')])), failing };
}

/** A problem among others. */
export function lineOf({ range, message }: Check['problems'][number]): string {
  return t('Line {0}: {1}', range.start.line + 1, typeof message === 'string' ? message : message.value);
}

export function warningsOf({ problems }: Check): Check['problems'] {
  return problems.filter(({ severity }) => severity === 2);
}
