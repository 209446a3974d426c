/** What the person asked for, from the arguments. */
import { parseArgs } from 'node:util';
import { t } from '@vscode/l10n';
import { closest, distance } from 'fastest-levenshtein';
import type { ShownSeverity } from '../core/features/reportedProblem.js';
import { listOf } from '../core/targeting/joined.js';
import type { DeployRequest } from './deploy/options.js';
import { deployRequest, isDeployCommand, timeoutOf } from './deploy/options.js';
import { commands } from './commandTable.js';
import { failOnSeverities, known, optionNames } from './optionTable.js';
import type { DiffOptions } from './diffOptions.js';
import { diffOptions } from './diffOptions.js';
import type { EvaluateOptions, Values } from './evaluateOptions.js';
import { evaluateOptions, notOneOf, oneOf } from './evaluateOptions.js';
import type { GitOptions } from './git/gitOptions.js';
import { gitOptions } from './git/gitOptions.js';
import type { TestFormat } from './testReports.js';
import { detailFormats, testFormats } from './testReports.js';
import type { Format } from './reports/formats.js';
import { formats } from './reports/formats.js';

export type Request =
  /** Of that command, or of all. */
  | { readonly kind: 'help'; readonly command: string | undefined }
  | { readonly kind: 'version' }
  | { readonly kind: 'check'; readonly options: CheckOptions }
  | { readonly kind: 'format'; readonly options: FormatOptions }
  | { readonly kind: 'batch' }
  | { readonly kind: 'evaluate'; readonly options: EvaluateOptions }
  | { readonly kind: 'explain'; readonly file: string }
  | { readonly kind: 'diff'; readonly options: DiffOptions }
  | { readonly kind: 'git'; readonly options: GitOptions }
  | { readonly kind: 'test'; readonly options: TestOptions }
  | DeployRequest
  /** What cannot be done, and why. */
  | { readonly kind: 'mistake'; readonly message: string };

export interface CheckOptions {
  /** Files, folders and globs, as they were written. */
  readonly places: readonly string[];
  /** The name of the file whose text comes on standard input; then there are no places. */
  readonly standardInput: string | undefined;
  readonly format: Format;
  readonly failOn: ShownSeverity;
  readonly fix: boolean;
  /** Also out of the folder that is checked. */
  readonly followLinks: boolean;
  readonly quiet: boolean;
  /** Services are asked, too. */
  readonly online: boolean;
  /** For a request. */
  readonly timeoutSeconds: number;
  /** How many problems are shown of all files together. */
  readonly maxProblems: number;
  /** Undefined where the output is to decide. */
  readonly color: boolean | undefined;
}

export interface FormatOptions extends Pick<CheckOptions, 'places' | 'followLinks'> {
  /** Says which files would change, and writes none. */
  readonly check: boolean;
}

export interface TestOptions extends Pick<CheckOptions, 'places' | 'followLinks'> {
  readonly format: TestFormat;
  /** Also says what of the targeting files no test reaches. */
  readonly coverage: boolean;
  /** Also says which changes of the targeting files no test notices. */
  readonly mutate: boolean;
}

export function requestOf(args: readonly string[]): Request {
  // Not strict: what is wrong is said in our words, and in the person's language.
  const { values, positionals, tokens } = parseArgs({ args: [...args], options: known, strict: false, tokens: true });
  const given = tokens.filter((token) => token.kind === 'option');
  for (const [index, token] of given.entries()) {
    const message = mistakeIn(token, given.slice(0, index));
    if (message !== undefined) return { kind: 'mistake', message };
  }
  if (values.version === true) return { kind: 'version' };
  const [command, ...places] = positionals;
  if (values.help === true && command === undefined) return { kind: 'help', command };
  const found = command !== undefined && Object.hasOwn(commands, command) ? commands[command] : undefined;
  if (command === undefined || found === undefined) return mistake(unknownCommand(command));
  if (values.help === true) return { kind: 'help', command };
  for (const token of given) {
    const has = ({ options }: { readonly options: readonly string[] }) => options.includes(token.name);
    if (has(found)) continue;
    const others = Object.entries(commands).flatMap(([name, each]) => (has(each) ? [name] : []));
    return mistake(t('The option {0} belongs to {1}, not to {2}.', token.rawName, listOf(others), command));
  }
  if (command === 'evaluate') return evaluateRequest(values, places);
  if (command === 'explain') return explainRequest(places);
  if (command === 'diff') return diffRequest(values, places);
  if (isDeployCommand(command)) {
    const request = deployRequest(command, values, places);
    return typeof request === 'string' ? mistake(request) : request;
  }
  if (command === 'git') return gitRequest(values, places);
  if (command === 'test') return testRequest(values, places);
  if (command === 'check') return checkRequest(values, places);
  return { kind: 'format', options: { ...placesOf(values, places), check: values.check === true } };
}

function evaluateRequest(values: Values, places: readonly string[]): Request {
  if (values['batch'] !== true) {
    const options = evaluateOptions(values, places);
    return typeof options === 'string' ? mistake(options) : { kind: 'evaluate', options };
  }
  const isAlone = places.length === 0 && Object.keys(values).length === 1;
  if (isAlone) return { kind: 'batch' };
  return mistake(t('--batch stands alone: it reads a line of JSON for each evaluation.'));
}

function testRequest(values: Values, places: readonly string[]): Request {
  const format = oneOf(testFormats, values['format'] ?? 'text');
  if (format === undefined) return mistake(notOneOf('--format', values['format'], testFormats));
  const [coverage, mutate] = [values['coverage'] === true, values['mutate'] === true];
  if ((coverage || mutate) && !detailFormats.includes(format)) {
    const option = coverage ? '--coverage' : '--mutate';
    return mistake(t('With {0}, --format must be one of {1}.', option, detailFormats.join(', ')));
  }
  return { kind: 'test', options: { ...placesOf(values, places), format, coverage, mutate } };
}

function diffRequest(values: Values, places: readonly string[]): Request {
  const options = diffOptions(values, places);
  return typeof options === 'string' ? mistake(options) : { kind: 'diff', options };
}

function gitRequest(values: Values, places: readonly string[]): Request {
  const options = gitOptions(values, places);
  return typeof options === 'string' ? mistake(options) : { kind: 'git', options };
}

function explainRequest([file, another]: readonly string[]): Request {
  if (file !== undefined && another === undefined) return { kind: 'explain', file };
  return mistake(t('Say which file: toggle-targeting {0} FILE', 'explain'));
}

interface OptionToken {
  readonly name: string;
  readonly rawName: string;
  readonly value?: string | undefined;
}

function mistakeIn({ name, rawName, value }: OptionToken, earlier: readonly OptionToken[]): string | undefined {
  const option = optionNames.find((candidate) => candidate === name);
  if (option === undefined) {
    const near = closest(
      rawName,
      optionNames.map((candidate) => `--${candidate}`),
    );
    return distance(rawName, near) > 3
      ? t('There is no option {0}.', rawName)
      : t('There is no option {0}. Did you mean {1}?', rawName, near);
  }
  if (known[option].type === 'boolean') {
    return value === undefined ? undefined : t('The option {0} takes no value.', rawName);
  }
  if (value === undefined || value === '') return t('The option {0} needs a value.', rawName);
  const isTwice = !('multiple' in known[option]) && earlier.some((each) => each.name === name);
  return isTwice ? t('The option {0} takes one value. Give it once.', rawName) : undefined;
}

function unknownCommand(command: string | undefined): string {
  if (command === undefined) return t('Say what to do: toggle-targeting check [files, folders, globs]');
  return t(
    'There is no command {0}. Did you mean {1}?',
    JSON.stringify(command),
    closest(command, Object.keys(commands)),
  );
}

function checkRequest(values: Values, places: readonly string[]): Request {
  const format = oneOf(formats, values['format'] ?? 'text');
  if (format === undefined) return mistake(notOneOf('--format', values['format'], formats));
  const failOn = oneOf(failOnSeverities, values['fail-on'] ?? 'warning');
  if (failOn === undefined) return mistake(notOneOf('--fail-on', values['fail-on'], failOnSeverities));
  const limit = values['max-problems'];
  if (limit !== undefined && !/^\d{1,9}$/.test(String(limit))) {
    return mistake(t('{0} must be a number, not {1}.', '--max-problems', String(limit)));
  }
  const name = values['stdin-file-path'];
  const message = mistakeWithStandardInput(places, typeof name === 'string');
  if (message !== undefined) return { kind: 'mistake', message };
  const timeoutSeconds = timeoutOf(values);
  if (typeof timeoutSeconds === 'string') return mistake(timeoutSeconds);
  if (values['timeout'] !== undefined && values['online'] !== true)
    return mistake(t('{0} goes with {1}.', '--timeout', '--online'));
  const options = {
    ...{ online: values['online'] === true, timeoutSeconds },
    ...placesOf(values, places),
    standardInput: typeof name === 'string' ? name : undefined,
    format,
    failOn,
    fix: values['fix'] === true,
    quiet: values['quiet'] === true,
    maxProblems: limit === undefined ? Infinity : Number(limit),
    color: values['no-color'] === true ? false : values['color'] === true ? true : undefined,
  };
  return { kind: 'check', options };
}

function placesOf(values: Values, places: readonly string[]): Pick<CheckOptions, 'places' | 'followLinks'> {
  return { places: places.length === 0 ? ['.'] : places, followLinks: values['follow-links'] === true };
}

/** The name says which config counts, and whether the text is one itself. */
function mistakeWithStandardInput(places: readonly string[], hasName: boolean): string | undefined {
  const wanted = places.includes('-');
  if (wanted && !hasName) return t('With - for standard input, say the name of the file: --stdin-file-path NAME');
  if (wanted && places.length > 1) return t('Standard input is checked alone, without other files.');
  if (hasName && !wanted) return t('--stdin-file-path says the name of what comes on standard input: add -');
  return undefined;
}

function mistake(message: string): Request {
  return { kind: 'mistake', message };
}
