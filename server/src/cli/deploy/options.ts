/** What `plan`, `apply`, `drift` and `pull` are asked for. */
import { t } from '@vscode/l10n';
import type { Values } from '../evaluateOptions.js';
import { notOneOf, oneOf, shareOf, textOf, textsOf } from '../evaluateOptions.js';

export const planFormats = ['text', 'json', 'markdown', 'github'] as const;
export const driftFormats = ['text', 'json', 'markdown'] as const;

export type PlanFormat = (typeof planFormats)[number];
export type DriftFormat = (typeof driftFormats)[number];

interface Reaching {
  readonly timeoutSeconds: number;
}

export interface PlanOptions extends Reaching {
  readonly places: readonly string[];
  readonly environment: string;
  /** The file that the plan is written to. */
  readonly out: string | undefined;
  readonly format: PlanFormat;
  /** Whether differences are told by the exit code. */
  readonly exitCode: boolean;
  /** Leaves toggles out that have another change waiting for approval. */
  readonly skipsWaiting: boolean;
  readonly comment: string | undefined;
  /** The commit that knows what was protected before. */
  readonly base: string | undefined;
}

export interface ApplyOptions extends Reaching {
  readonly plan: string;
  /** Protected environments that may be pushed to. */
  readonly yesTo: readonly string[];
  /** Environments whose service cannot be read, that are pushed to all the same. */
  readonly blind: readonly string[];
  /** In ten-thousandths: so many may get something else in a protected environment. */
  readonly allowedShare: number;
  /** Files with warnings are pushed, too. */
  readonly allowsWarnings: boolean;
  /** Submits for approval where one is required. */
  readonly submit: boolean;
  readonly comment: string | undefined;
}

export interface DriftOptions extends Reaching {
  readonly places: readonly string[];
  /** Undefined for all. */
  readonly environment: string | undefined;
  readonly format: DriftFormat;
}

export interface PullOptions extends Reaching {
  readonly environment: string;
  /** Keys; undefined for all that the service has. */
  readonly toggles: readonly string[] | undefined;
}

export type DeployRequest =
  | { readonly kind: 'plan'; readonly options: PlanOptions }
  | { readonly kind: 'apply'; readonly options: ApplyOptions }
  | { readonly kind: 'drift'; readonly options: DriftOptions }
  | { readonly kind: 'pull'; readonly options: PullOptions };

const deployCommands = ['plan', 'apply', 'drift', 'pull'] as const;

export function isDeployCommand(command: string): command is DeployRequest['kind'] {
  return deployCommands.some((each) => each === command);
}

/** @returns seconds, or what is wrong with them */
export function timeoutOf(values: Values): number | string {
  const timeout = values['timeout'] ?? '30';
  return /^\d{1,3}$/.test(String(timeout)) && Number(timeout) >= 1 && Number(timeout) <= 600
    ? Number(timeout)
    : t('{0} must be a number of seconds from 1 to 600, not {1}.', '--timeout', String(timeout));
}

/** @returns what is wrong with them, where something is */
export function deployRequest(
  command: DeployRequest['kind'],
  values: Values,
  places: readonly string[],
): DeployRequest | string {
  const timeoutSeconds = timeoutOf(values);
  if (typeof timeoutSeconds === 'string') return timeoutSeconds;
  const reaching = { timeoutSeconds };
  const environment = textOf(values['env']);
  const comment = textOf(values['comment']);
  const here = places.length === 0 ? ['.'] : places;
  switch (command) {
    case 'plan': {
      const format = oneOf(planFormats, values['format'] ?? 'text');
      if (format === undefined) return notOneOf('--format', values['format'], planFormats);
      if (environment === undefined) return sayWhere('plan');
      const rest = {
        out: textOf(values['out']),
        exitCode: values['exit-code'] === true,
        base: textOf(values['base']),
        skipsWaiting: values['skip-waiting'] === true,
      };
      return { kind: 'plan', options: { ...reaching, ...rest, places: here, environment, format, comment } };
    }
    case 'apply':
      return applyRequest(values, places, { ...reaching, comment });
    case 'drift': {
      const format = oneOf(driftFormats, values['format'] ?? 'text');
      if (format === undefined) return notOneOf('--format', values['format'], driftFormats);
      return { kind: 'drift', options: { ...reaching, places: here, environment, format } };
    }
    case 'pull': {
      const toggles = textsOf(values['toggle']);
      const all = values['all'] === true;
      if (environment === undefined) return sayWhere('pull');
      if (all === toggles.length > 0 || places.length > 0)
        return t('Say which toggles: toggle-targeting pull --toggle KEY --env NAME, or --all in place of --toggle');
      return { kind: 'pull', options: { ...reaching, environment, toggles: all ? undefined : toggles } };
    }
  }
}

function applyRequest(
  values: Values,
  [plan, another]: readonly string[],
  given: Pick<ApplyOptions, 'timeoutSeconds' | 'comment'>,
): DeployRequest | string {
  if (plan === undefined || another !== undefined) return t('Say which plan: toggle-targeting apply plan.json');
  const share = values['allow-share'];
  const allowedShare = share === undefined ? allowedAnyway : shareOf(share);
  if (allowedShare === undefined)
    return t('{0} must be a number from 0 to 100, not {1}.', '--allow-share', String(share));
  const lists = { yesTo: textsOf(values['yes-to']), blind: textsOf(values['blind']) };
  const flags = { allowsWarnings: values['allow-warnings'] === true, submit: values['submit'] === true };
  return { kind: 'apply', options: { ...given, ...lists, ...flags, plan, allowedShare } };
}

/** In ten-thousandths; more than that, the editor wants a name typed for by default, too (toggleTargeting.push.typedShare). */
export const allowedAnyway = 2_000;

function sayWhere(command: string): string {
  return t('Say which environment: toggle-targeting {0} --env NAME', command);
}
