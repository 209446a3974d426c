/** The plan file, which `plan` writes and `apply` executes. It contains no token. */
import { resolve } from 'node:path';
import { t } from '../../../core/t.js';
import { asObject } from '../../../core/targeting/state/state.js';
import type { Impact, Target } from '../../../core/protocol.js';
import { textIn } from '../../../core/checks/text/encoding.js';
import { readError } from '../../files/unread.js';
import type { World } from '../../world.js';

export interface Plan {
  /** The version of the plan format. */
  readonly plan: 1;
  /** The time at which the plan was made, in Unix seconds. */
  readonly made: number;
  readonly version: string;
  readonly environment: string;
  readonly toggles: readonly PlannedToggle[];
  /** Error messages, one sentence each. */
  readonly failures: readonly string[];
}

const actions = ['push', 'same', 'submitted', 'skipped', 'refused', 'failed'] as const;

/** A file and the effect of its push. */
export interface PlannedToggle {
  /** The file's path relative to the folder of the plan. */
  readonly file: string;
  /** Git's object name for the file's text. */
  readonly blob: string;
  readonly config: { readonly path: string; readonly blob: string };
  readonly target: Target;
  readonly host: string;
  /**
   * `submitted`: submitted, but not live. `skipped`: left out, as another change waits for approval. `refused`: the
   * file has problems or failing tests, or another change waits. `failed`: the service could not be read.
   */
  readonly action: (typeof actions)[number];
  /** Why nothing is pushed, or notes on an up-to-date toggle, as sentences; may be empty. */
  readonly reason?: string | undefined;
  /** True if only problems or failing tests of the file prevent the push. */
  readonly isWrong?: boolean | undefined;
  readonly comment?: string | undefined;
  /** The JSON text to send, without the version lock. */
  readonly body?: string | undefined;
  /** The live version; absent if the service cannot be read. */
  readonly live?: Live | undefined;
  /** The changes of the push, one sentence each. */
  readonly changes: readonly string[];
  readonly impact?: Impact | undefined;
  /** The reviewers of the change; absent if no review is required. */
  readonly reviewers?: readonly string[] | undefined;
  /** Further notes to read before the push, one sentence each. */
  readonly cautions?: readonly string[] | undefined;
  readonly needs?: readonly string[] | undefined;
  readonly problems: readonly { readonly line: number; readonly code: string; readonly message: string }[];
}

export interface Live {
  readonly version: number;
  /** A hash of the state that the service returned. */
  readonly hash: string;
  /** The author of the version, and its time in ISO 8601, if known. */
  readonly by?: string | undefined;
  readonly time?: string | undefined;
}

/** The maximum length of the file, in bytes: about 300 toggles of the largest size. */
const MAX_PLAN_LENGTH = 2 ** 29;

export function planAt(path: string, world: World): Plan | string {
  const bytes = world.files.read(resolve(world.folder, path), MAX_PLAN_LENGTH);
  const text = bytes instanceof Uint8Array ? textIn(bytes) : bytes;
  if (typeof text !== 'string') return readError(path, text, world);
  return readPlan(text) ?? t('{0} is not a plan of this version of toggle-targeting.', JSON.stringify(path));
}

/** Reads a plan, which people may have edited. @returns undefined if the text is not a valid plan */
export function readPlan(text: string): Plan | undefined {
  try {
    const plan = asObject(JSON.parse(text));
    const { toggles, failures } = plan ?? {};
    const areListed = Array.isArray(toggles) && toggles.every(isPlanned) && Array.isArray(failures);
    return plan?.['plan'] === 1 && hasTexts(plan, 'environment') && areListed && failures.every(isText)
      ? (plan as unknown as Plan)
      : undefined;
  } catch {
    return undefined;
  }
}

/** Whether the value has all fields that `apply` reads. */
function isPlanned(value: unknown): boolean {
  const toggle = asObject(value);
  return (
    toggle !== undefined &&
    hasTexts(toggle, 'file', 'blob') &&
    hasTexts(toggle['config'], 'path', 'blob') &&
    hasTexts(toggle['target'], 'environment', 'environmentKey', 'baseUrl', 'project', 'toggle') &&
    actions.some((action) => action === toggle['action']) &&
    (toggle['action'] !== 'push' || hasTexts(toggle, 'body', 'comment')) &&
    (toggle['reason'] === undefined || hasTexts(toggle, 'reason')) &&
    (toggle['live'] === undefined || isLive(toggle['live']))
  );
}

function isLive(value: unknown): boolean {
  return hasTexts(value, 'hash') && typeof asObject(value)?.['version'] === 'number';
}

function hasTexts(value: unknown, ...keys: readonly string[]): boolean {
  return keys.every((key) => isText(asObject(value)?.[key]));
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}
