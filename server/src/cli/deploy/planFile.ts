/** plan.json: what `plan` found out and `apply` holds to. It has no secret. */
import { asObject, listIn } from '../../targeting/state/state.js';
import type { Impact, Target } from '../../protocol.js';

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
   * `submitted`: what the file says is submitted already, and not live yet. `refused`: the file is wrong, its tests fail, or another change
   * waits for approval. `failed`: the service could not be read.
   */
  readonly action: 'push' | 'same' | 'submitted' | 'refused' | 'failed';
  /** Why nothing is pushed, as a sentence. */
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
  /** Warnings of the file. */
  readonly problems: readonly { readonly line: number; readonly code: string; readonly message: string }[];
}

export interface Live {
  readonly version: number;
  /** Of the state as the service serves it. */
  readonly hash: string;
}

/** @returns undefined for what is no plan of this form */
export function readPlan(text: string): Plan | undefined {
  try {
    const plan = asObject(JSON.parse(text));
    const isOne = plan?.['plan'] === 1 && typeof plan['environment'] === 'string' && Array.isArray(plan['failures']);
    const areToggles = listIn(plan, 'toggles').every((toggle) => isPlanned(toggle));
    return isOne && areToggles && Array.isArray(plan['toggles']) ? (plan as unknown as Plan) : undefined;
  } catch {
    return undefined;
  }
}

function isPlanned(value: unknown): boolean {
  const toggle = asObject(value);
  const [config, target, live] = ['config', 'target', 'live'].map((key) => asObject(toggle?.[key]));
  const texts = [toggle?.['file'], toggle?.['blob'], toggle?.['action'], config?.['path'], config?.['blob']];
  return (
    [...texts, target?.['toggle'], target?.['environment']].every((text) => typeof text === 'string') &&
    (toggle?.['action'] !== 'push' || [toggle['body'], toggle['comment']].every((text) => typeof text === 'string')) &&
    (live === undefined || (typeof live['version'] === 'number' && typeof live['hash'] === 'string'))
  );
}
