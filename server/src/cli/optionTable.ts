/** All options: how they are parsed, and what is said of them. Which command has which is in `commandTable.ts`. */
import { t } from '@vscode/l10n';
import { returnTypes } from '../core/evaluation/values.js';
import { severities } from '../core/checks/problem.js';
import { driftFormats, planFormats } from './deploy/options.js';
import { diffFormats } from './diffOptions.js';
import { evaluationFormats, sdks } from './evaluateOptions.js';
import { formats } from './reports/formats.js';
import { testFormats } from './testReports.js';

/** As `parseArgs` takes it, which passes over the rest. */
export interface Option {
  readonly type: 'string' | 'boolean';
  readonly multiple?: true;
  readonly short?: string;
  /** What stands for its value in the help. */
  readonly example?: string;
  readonly words: (command: string) => string;
}

export const failOnSeverities = severities.filter((severity) => severity !== 'off');

/** The first is the default. */
const formatsOf: Readonly<Record<string, readonly string[]>> = {
  ...{ check: formats, evaluate: evaluationFormats, diff: diffFormats, test: testFormats },
  ...{ plan: planFormats, drift: driftFormats },
};

export const known = {
  format: {
    ...{ type: 'string', example: 'text' },
    words: (command) => t('One of {0}.', (formatsOf[command] ?? []).join(', ')),
  },
  'fail-on': {
    ...{ type: 'string', example: 'warning' },
    words: () => t('The severity that fails: {0}.', failOnSeverities.join(', ')),
  },
  fix: { type: 'boolean', words: () => t('First fixes everything that has only one answer.') },
  check: { type: 'boolean', words: () => t('Says which files would change, and writes none.') },
  batch: { type: 'boolean', words: () => t('Evaluates each line of JSON on standard input.') },
  user: { type: 'string', example: 'ada', words: () => t('A user of the nearest targeting.users.json.') },
  key: { type: 'string', example: 'ada', words: () => t('The key of the user, by which splits go.') },
  attribute: {
    ...{ type: 'string', multiple: true, example: 'city=Paris' },
    words: () => t('An attribute of the user; there may be several.'),
  },
  segment: {
    ...{ type: 'string', multiple: true, example: 'beta' },
    words: () => t('A segment that the user is in; no others count.'),
  },
  now: {
    ...{ type: 'string', example: '2026-12-01T00:00:00Z' },
    words: () => t('Instead of the present time; Unix seconds, too.'),
  },
  bucket: {
    ...{ type: 'string', example: '2500' },
    words: () => t('Instead of the bucket that the key has; from 0 to 9999.'),
  },
  'return-type': {
    ...{ type: 'string', example: 'boolean' },
    words: () => t('What the values of the toggle are: {0}.', returnTypes.join(', ')),
  },
  sdk: { type: 'string', example: 'node', words: () => t('What that SDK gives: {0}.', sdks.join(', ')) },
  coverage: { type: 'boolean', words: () => t('Also says what of the targeting files no test reaches.') },
  mutate: { type: 'boolean', words: () => t('Also says which changes of the targeting files no test notices.') },
  git: {
    ...{ type: 'string', example: 'BASE...HEAD' },
    words: () => t('Compares two states of the repository, or one with the files on disk.'),
  },
  env: {
    ...{ type: 'string', example: 'online' },
    words: () => t('The environment, by its name in targeting.config.json.'),
  },
  base: {
    ...{ type: 'string', example: 'origin/main' },
    words: () => t('Also says what that commit protects and the config does not any more.'),
  },
  out: { type: 'string', example: 'plan.json', words: () => t('Also writes the plan that apply takes.') },
  'skip-waiting': {
    type: 'boolean',
    words: () => t('Leaves out toggles with another change that waits for approval, and exits with 6.'),
  },
  'exit-code': { type: 'boolean', words: () => t('Exits with 3 where something would be pushed.') },
  'yes-to': {
    ...{ type: 'string', multiple: true, example: 'online' },
    words: () => t('That protected environment may be pushed to, and toggles disabled there.'),
  },
  blind: {
    ...{ type: 'string', multiple: true, example: 'online' },
    words: () => t('Pushes where nobody can read what is live.'),
  },
  'allow-share': {
    ...{ type: 'string', example: '50' },
    words: () => t('So many percent may change in a protected environment; 20 by default.'),
  },
  'allow-warnings': { type: 'boolean', words: () => t('Files with warnings are pushed, too, and archived toggles.') },
  submit: { type: 'boolean', words: () => t('Submits for approval where one is required.') },
  comment: { type: 'string', example: 'TEXT', words: () => t("In place of the file's own comment.") },
  toggle: {
    ...{ type: 'string', multiple: true, example: 'KEY' },
    words: () => t('A toggle, by its key; there may be several.'),
  },
  all: { type: 'boolean', words: () => t('All toggles that the service has.') },
  online: { type: 'boolean', words: () => t('Also asks the services: for types, segments and other toggles.') },
  timeout: { type: 'string', example: '30', words: () => t('Seconds for a request.') },
  global: { type: 'boolean', words: () => t('For all of your repositories.') },
  local: { type: 'boolean', words: () => t('For this repository, as without it.') },
  'marker-size': {
    ...{ type: 'string', example: '7' },
    words: () => t('Of git merge, which Git starts: how long the conflict markers are.'),
  },
  'max-share': {
    ...{ type: 'string', example: '20' },
    words: () => t('Fails where more than so many percent get something else, and only there.'),
  },
  'follow-links': { type: 'boolean', words: () => t('Follows links that lead out of the folder, too.') },
  'stdin-file-path': {
    ...{ type: 'string', example: 'NAME' },
    words: () => t('With -, checks standard input as if it were that file; with --fix, prints it fixed.'),
  },
  'max-problems': {
    ...{ type: 'string', example: 'N' },
    words: () => t('Shows at most so many problems; all are counted.'),
  },
  quiet: { type: 'boolean', words: () => t('Shows only what fails, and no summary.') },
  color: { type: 'boolean', words: () => t('Colors, whatever the output is.') },
  'no-color': { type: 'boolean', words: () => t('No colors, whatever the output is.') },
  help: { type: 'boolean', short: 'h', words: () => t('Says this.') },
  version: { type: 'boolean', words: () => t('Says which version it is.') },
} as const satisfies Readonly<Record<string, Option>>;

export type OptionName = keyof typeof known;

export const optionNames = Object.keys(known) as readonly OptionName[];
