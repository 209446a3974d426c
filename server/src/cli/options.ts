/** Defines all options: how to parse them, describe them in the help, and read their values. */
import { t } from '../core/t.js';
import { evaluators } from '../core/evaluation/sdks/sdks.js';
import { returnTypes } from '../core/evaluation/values/values.js';
import { severities } from '../core/checks/problem.js';
import { listOf } from '../core/targeting/joined.js';
/** An option as `parseArgs` expects it, with further fields of our own. */
export interface Option {
  readonly type: 'string' | 'boolean';
  readonly multiple?: true;
  readonly short?: string;
  /** The placeholder for the option's value in the help. */
  readonly example?: string;
  /** @param formats the output formats of the command */
  readonly words: (formats: readonly string[]) => string;
}

export const sdks = evaluators.filter((each) => each !== 'official');
export const failOnSeverities = severities.filter((severity) => severity !== 'off');

export const known = {
  format: {
    ...{ type: 'string', example: 'text' },
    words: (formats) => t('One of {0}.', listOf(formats)),
  },
  'fail-on': {
    ...{ type: 'string', example: 'warning' },
    words: () => t('The lowest severity that fails the check: {0}.', listOf(failOnSeverities)),
  },
  fix: { type: 'boolean', words: () => t('First applies all automatic fixes.') },
  batch: { type: 'boolean', words: () => t('Evaluates each line of JSON on standard input.') },
  user: { type: 'string', example: 'ada', words: () => t('A user of the nearest targeting.users.json.') },
  key: { type: 'string', example: 'ada', words: () => t("The user's key, which determines splits.") },
  attribute: {
    ...{ type: 'string', multiple: true, example: 'city=Paris' },
    words: () => t('An attribute of the user; can be repeated.'),
  },
  segment: {
    ...{ type: 'string', multiple: true, example: 'beta' },
    words: () => t('A segment that contains the user; segments not listed do not.'),
  },
  now: {
    ...{ type: 'string', example: '2026-12-01T00:00:00Z' },
    words: () => t('Uses this date and time, or Unix seconds, instead of the current time.'),
  },
  bucket: {
    ...{ type: 'string', example: '2500' },
    words: () => t('Uses this bucket, from 0 to 9999, instead of the bucket of the key.'),
  },
  'return-type': {
    ...{ type: 'string', example: 'boolean' },
    words: () => t('The return type of the toggle: {0}.', listOf(returnTypes)),
  },
  sdk: { type: 'string', example: 'node', words: () => t('Evaluates as this SDK does: {0}.', listOf(sdks)) },
  coverage: { type: 'boolean', words: () => t('Also lists the parts of targeting files that no test reaches.') },
  git: {
    ...{ type: 'string', example: 'BASE...HEAD' },
    words: () => t('Compares two revisions of the repository, or one with the files on disk.'),
  },
  stale: {
    type: 'boolean',
    words: () => t('Lists toggles that give everyone the same value forever and are still called.'),
  },
  'allow-folder': {
    ...{ type: 'string', multiple: true, example: '../shop' },
    words: () => t('Lets "code" and "toggles" of configs name this folder, too; can be repeated.'),
  },
  from: {
    ...{ type: 'string', example: 'dev' },
    words: () => t('The environment whose changes are promoted to others.'),
  },
  to: {
    ...{ type: 'string', example: 'staging,online' },
    words: () => t('promote: environments (default: all others). step: the percentage, or several to ramp.'),
  },
  rule: {
    ...{ type: 'string', example: 'beta' },
    words: () => t('A rule, by its name or its index from 0; without it, the default.'),
  },
  variation: {
    ...{ type: 'string', example: 'on' },
    words: () => t('A variation, by its name or its index from 0.'),
  },
  write: { type: 'boolean', words: () => t('Writes the files.') },
  env: {
    ...{ type: 'string', example: 'online' },
    words: () => t('The environment, by its name in targeting.config.json.'),
  },
  out: {
    ...{ type: 'string', example: 'FILE' },
    words: () => t('The output file of plan (for apply) and of export (for SDKs).'),
  },
  force: { type: 'boolean', words: () => t('Replaces the file named by --out, whatever its content.') },
  'skip-waiting': {
    type: 'boolean',
    words: () => t('Leaves out toggles with another change that is waiting for approval, and exits with 6.'),
  },
  'exit-code': { type: 'boolean', words: () => t('Exits with 3 if something would be pushed.') },
  'yes-to': {
    ...{ type: 'string', multiple: true, example: 'online' },
    words: () => t('Allows pushes to this protected environment, and disabling toggles there.'),
  },
  blind: {
    ...{ type: 'string', multiple: true, example: 'online' },
    words: () => t('Pushes to this environment even if the live version cannot be read.'),
  },
  'allow-share': {
    ...{ type: 'string', example: '50' },
    words: () => t('Percentage of users whose value may change in a protected environment; 20 by default.'),
  },
  'allow-warnings': { type: 'boolean', words: () => t('Also pushes files with warnings and archived toggles.') },
  submit: { type: 'boolean', words: () => t('Submits the change for approval where required.') },
  comment: { type: 'string', example: 'TEXT', words: () => t("Replaces the file's own comment.") },
  toggle: {
    ...{ type: 'string', multiple: true, example: 'KEY' },
    words: () => t('The key of a toggle; can be repeated.'),
  },
  all: { type: 'boolean', words: () => t('All toggles of the service.') },
  online: { type: 'boolean', words: () => t('Also reads from the services in the config.') },
  timeout: {
    type: 'string',
    example: '30',
    words: () => t('Maximum seconds per request, and for waiting if the service throttles.'),
  },
  port: { type: 'string', example: '4007', words: () => t('The port to listen on; 0 for any free port.') },
  'sdk-key': {
    ...{ type: 'string', example: 'KEY' },
    words: () => t('Accepts only this SDK key; by default, any key.'),
  },
  'allow-origin': {
    ...{ type: 'string', multiple: true, example: 'http://localhost:3000' },
    words: () => t('Allows requests from web pages of this origin; can be repeated.'),
  },
  global: { type: 'boolean', words: () => t('For all of your repositories.') },
  local: { type: 'boolean', words: () => t('For this repository (the default).') },
  'marker-size': {
    ...{ type: 'string', example: '7' },
    words: () => t('The length of conflict markers, which Git passes to git merge.'),
  },
  'max-share': {
    ...{ type: 'string', example: '20' },
    words: () => t('Fails only if the value changes for more than this percentage of users.'),
  },
  explain: {
    ...{ type: 'string', example: 'CODE' },
    words: () => t('Explains each problem with this code: which users are affected, and what decides.'),
  },
  'follow-links': { type: 'boolean', words: () => t('Also follows links.') },
  'stdin-file-path': {
    ...{ type: 'string', example: 'NAME' },
    words: () => t('With -, treats standard input as this file; with --fix, prints the fixed text.'),
  },
  'max-problems': {
    ...{ type: 'string', example: 'N' },
    words: () => t('Shows at most this many problems; all are counted.'),
  },
  quiet: { type: 'boolean', words: () => t('Shows only failures, without a summary.') },
  color: { type: 'boolean', words: () => t('Always uses colors.') },
  'no-color': { type: 'boolean', words: () => t('Never uses colors.') },
  help: { type: 'boolean', short: 'h', words: () => t('Shows this help.') },
  version: { type: 'boolean', words: () => t('Shows the version.') },
} as const satisfies Readonly<Record<string, Option>>;

export type OptionName = keyof typeof known;

export const optionNames = Object.keys(known) as readonly OptionName[];

type Known = typeof known;

/** The values, by the option's name: a text, several texts, or whether the option is given. */
export type Values = {
  readonly [Name in OptionName]?: Known[Name] extends { readonly type: 'boolean' }
    ? boolean
    : Known[Name] extends { readonly multiple: true }
      ? readonly string[]
      : string;
};

/** A mistake in the command line, with a message for the person. */
export class Mistake extends Error {}

/** Returns the first possible value by default. @throws Mistake if the value is not a possible value */
export function oneOf<T extends string>(option: OptionName, value: string | undefined, possible: readonly T[]): T {
  const found = value === undefined ? possible[0] : possible.find((each) => each === value);
  if (found !== undefined) return found;
  throw new Mistake(t('{0} must be one of {1}, not {2}.', `--${option}`, listOf(possible), String(value)));
}

export function oneOfOrNone<T extends string>(option: OptionName, value: string | undefined, possible: readonly T[]) {
  return value === undefined ? undefined : oneOf(option, value, possible);
}

/** Converts a percentage with up to two decimals to ten-thousandths. @throws Mistake for any other text */
export function share(option: OptionName, value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  if (/^(?:100|\d{1,2}(?:\.\d{1,2})?)$/.test(value)) return Math.round(Number(value) * 100);
  throw rangeMistake(100, option, value);
}

export interface Timeout {
  /** The timeout of each request. */
  readonly seconds: number;
  /** Whether the person chose the timeout, which then also limits the wait for a service that throttles requests. */
  readonly isChosen: boolean;
}

/** @throws Mistake if the value is invalid */
export function timeout({ timeout: chosen }: Values): Timeout {
  const value = chosen ?? '30';
  const isChosen = chosen !== undefined;
  if (/^\d{1,3}$/.test(value) && Number(value) >= 1 && Number(value) <= 600)
    return { seconds: Number(value), isChosen };
  throw new Mistake(t('{0} must be a number of seconds from 1 to 600, not {1}.', '--timeout', value));
}

export function placesOrCurrentFolder(places: readonly string[]): readonly string[] {
  return places.length === 0 ? ['.'] : places;
}

/** @throws Mistake if no environment is given */
export function environment(command: string, { env }: Values): string {
  if (env !== undefined) return env;
  throw new Mistake(t('Specify an environment: toggle-targeting {0} --env NAME', command));
}

/** @throws Mistake unless exactly one file is given */
export function onlyFile(command: string, [file, another]: readonly string[]): string {
  if (file !== undefined && another === undefined) return file;
  throw new Mistake(t('Specify a file: toggle-targeting {0} FILE', command));
}

export function rangeMistake(most: number, option: OptionName, value: string): Mistake {
  return new Mistake(t('{0} must be a number from 0 to {1}, not {2}.', `--${option}`, most, value));
}
