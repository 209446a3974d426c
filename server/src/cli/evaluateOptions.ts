/** What `evaluate FILE` is asked for. */
import { t } from '@vscode/l10n';
import type { Evaluator } from '../core/evaluation/sdks.js';
import { evaluators } from '../core/evaluation/sdks.js';
import type { ReturnType } from '../core/evaluation/values.js';
import { returnTypes } from '../core/evaluation/values.js';
import { instantOf } from '../core/targeting/instant.js';

export interface EvaluateOptions {
  readonly file: string;
  /** The name of one in the users file. */
  readonly user: string | undefined;
  readonly key: string | undefined;
  readonly attributes: ReadonlyMap<string, string>;
  /** Undefined where none are named: then nobody knows. */
  readonly segments: readonly string[] | undefined;
  /** Unix seconds; undefined for the present. */
  readonly now: number | undefined;
  readonly bucket: number | undefined;
  readonly returnType: ReturnType | undefined;
  /** Whose answer is the main one. */
  readonly evaluator: Evaluator;
  readonly format: EvaluationFormat;
}

export const evaluationFormats = ['text', 'json'] as const;
export const sdks = evaluators.filter((each) => each !== 'official');

type EvaluationFormat = (typeof evaluationFormats)[number];

export type Values = Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>;

/** @returns what is wrong with them, where something is */
export function evaluateOptions(values: Values, places: readonly string[]): EvaluateOptions | string {
  const [file, another] = places;
  if (file === undefined || another !== undefined) return t('Say which file: toggle-targeting {0} FILE', 'evaluate');
  const [format, returnType, sdk] = [
    oneOf(evaluationFormats, values['format'] ?? 'text'),
    oneOf(returnTypes, values['return-type']),
    oneOf(sdks, values['sdk']),
  ];
  if (format === undefined) return notOneOf('--format', values['format'], evaluationFormats);
  if (returnType === undefined && values['return-type'] !== undefined)
    return notOneOf('--return-type', values['return-type'], returnTypes);
  if (sdk === undefined && values['sdk'] !== undefined) return notOneOf('--sdk', values['sdk'], sdks);
  const attributes = textsOf(values['attribute']).map((each) => /^([^=]+)=([^]*)$/.exec(each) ?? each);
  const unequal = attributes.find((each) => typeof each === 'string');
  if (unequal !== undefined) return t('--attribute needs a name and a value, {0}, not {1}.', 'city=Paris', unequal);
  const now = textOf(values['now']);
  const instant = now === undefined ? undefined : secondsOf(now);
  if (now !== undefined && instant === undefined)
    return t('--now must be Unix seconds, or a date and time such as {0}, not {1}.', '2026-12-01T00:00:00Z', now);
  const bucket = textOf(values['bucket']);
  if (bucket !== undefined && !/^\d{1,4}$/.test(bucket))
    return t('{0} must be a number from 0 to 9999, not {1}.', '--bucket', bucket);
  return {
    file,
    user: textOf(values['user']),
    key: textOf(values['key']),
    attributes: new Map(attributes.map(([, name = '', value = '']) => [name, value])),
    segments: values['segment'] === undefined ? undefined : textsOf(values['segment']),
    now: instant,
    bucket: bucket === undefined ? undefined : Number(bucket),
    returnType,
    evaluator: sdk ?? 'official',
    format,
  };
}

export function oneOf<T extends string>(values: readonly T[], value: unknown): T | undefined {
  return values.find((candidate) => candidate === value);
}

export function notOneOf(option: string, value: unknown, values: readonly string[]): string {
  return t('{0} must be one of {1}, not {2}.', option, values.join(', '), String(value));
}

function secondsOf(now: string): number | undefined {
  if (/^\d{1,12}$/.test(now)) return Number(now);
  const instant = instantOf(now);
  return instant === undefined ? undefined : Math.floor(instant / 1_000);
}

export function textOf(value: Values[string]): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

export function textsOf(value: Values[string]): readonly string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

/** A percentage with up to two decimals, in ten-thousandths; undefined where it is none. */
export function shareOf(value: Values[string]): number | undefined {
  return /^(?:100|\d{1,2}(?:\.\d{1,2})?)$/.test(String(value)) ? Math.round(Number(value) * 100) : undefined;
}
