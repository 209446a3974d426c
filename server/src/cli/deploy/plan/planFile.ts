/** plan.json: what `plan` found out and `apply` holds to. It has no secret. */
import { resolve } from 'node:path';
import { t } from '@vscode/l10n';
import { asObject } from '../../../core/targeting/state/state.js';
import type { Impact, Target } from '../../../core/protocol.js';
import { textIn } from '../../../core/checks/text/encoding.js';
import { whyUnread } from '../../files/unread.js';
import type { World } from '../../world.js';

export interface Plan {
  /** Of this form. */
  readonly plan: 1;
  /** Unix seconds. */
  readonly made: number;
  readonly version: string;
  readonly environment: string;
  readonly toggles: readonly PlannedToggle[];
  /** What could not be looked at, as sentences. */
  readonly failures: readonly string[];
}

const actions = ['push', 'same', 'submitted', 'skipped', 'refused', 'failed'] as const;

/** A file, and what a push of it would do. */
export interface PlannedToggle {
  /** From the folder that the plan was made in. */
  readonly file: string;
  /** As Git names what the file says. */
  readonly blob: string;
  readonly config: { readonly path: string; readonly blob: string };
  readonly target: Target;
  readonly host: string;
  /**
   * `submitted`: what the file says is submitted already, and not live yet. `skipped`: left out, since another change waits for approval.
   * `refused`: the file is wrong, its tests fail, or another change waits for approval. `failed`: the service could not be read.
   */
  readonly action: (typeof actions)[number];
  /** Why nothing is pushed, or what waits beside a toggle that is up to date, as sentences. Empty where there is nothing to say. */
  readonly reason?: string | undefined;
  /** A file with problems, or tests that fail, and no more than that. */
  readonly isWrong?: boolean | undefined;
  readonly comment?: string | undefined;
  /** JSON text, exactly what is sent, but for the version lock. */
  readonly body?: string | undefined;
  /** Absent where the service cannot be read. */
  readonly live?: Live | undefined;
  /** What changes, a sentence each. */
  readonly changes: readonly string[];
  readonly impact?: Impact | undefined;
  /** Who reviews; absent where nobody has to. */
  readonly reviewers?: readonly string[] | undefined;
  /** Further facts to know before the push, one sentence each. */
  readonly cautions?: readonly string[] | undefined;
  /** Options that `apply` needs. */
  readonly needs?: readonly string[] | undefined;
  /** Warnings of the file. */
  readonly problems: readonly { readonly line: number; readonly code: string; readonly message: string }[];
}

export interface Live {
  readonly version: number;
  /** Of the state as the service serves it. */
  readonly hash: string;
  /** Who made it, and when, in ISO 8601, where the service tells. */
  readonly by?: string | undefined;
  readonly time?: string | undefined;
}

/** UTF-16 units: 300 toggles of the largest size. */
const MAX_PLAN_LENGTH = 2 ** 29;

/** @returns why it cannot be used, where that is so */
export function planAt(path: string, world: World): Plan | string {
  const bytes = world.files.read(resolve(world.folder, path), MAX_PLAN_LENGTH);
  const text = bytes instanceof Uint8Array ? textIn(bytes) : bytes;
  if (typeof text !== 'string') return whyUnread(path, text, world);
  return readPlan(text) ?? t('{0} is not a plan of this version of toggle-targeting.', JSON.stringify(path));
}

/** @returns undefined for what is no plan of this form: people edit it, too */
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

/** Whether it has all that `apply` reads. */
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
