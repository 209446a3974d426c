/**
 * # unknown-key (warning)
 * Code asks for a toggle that does not exist, so it always gets its own default. All toggles are known if the config
 * has `"complete": true` below `code`, or the services that it names were read.
 * Not reported: a key built at run time, or any key unless all toggles are known.
 * ```js
 * const isOn = client.boolValue("new_iu", false); // the toggle is called new_ui
 * ```
 * Fix: change to the key that was meant, or create the toggle.
 *
 * # wrong-method (warning)
 * Code asks for a type that the toggle has in no environment, so it always gets its own default.
 * Not reported: a method for JSON, because some SDKs return any value as JSON.
 * ```js
 * const limit = client.numberValue("new_ui", 10); // new_ui returns a boolean
 * ```
 * Fix: call the method for the type that the toggle returns.
 *
 * # default-of-wrong-type (warning)
 * The default in the code has a different type from the values that the call returns.
 * Not reported: a default that is not a literal, or of a call for JSON.
 * ```js
 * const isOn = client.boolValue("new_ui", "false"); // a string, which is true
 * ```
 * Fix: write the default as a value of that type.
 * ---
 * Checks only source code. Calls that may belong to another library are not reported.
 */
import { t } from '../../t.js';
import type { LanguageId } from '../../code/lexer/languages.js';
import type { Call, Finding as CodeFinding } from '../../code/readCode.js';
import { givesDefaultOnly } from '../../evaluation/sdks/typedCall.js';
import type { ReturnType } from '../../evaluation/values/values.js';
import { closestOf, didYouMean } from '../closest.js';
import type { Finding } from '../problem.js';
import { quoted } from '../words.js';

export interface ToggleForCode {
  readonly returnType: ReturnType | undefined;
  /** The values of the toggle's variations in each environment; undefined if not all values are known. */
  readonly variations: readonly (readonly string[] | undefined)[];
}

export interface TogglesForCode {
  readonly toggle: (key: string) => ToggleForCode | undefined;
  readonly keys: () => readonly string[];
  /** Whether all toggles are known. */
  readonly areAll: boolean;
}

export interface CallProblem extends Finding {
  readonly from: number;
  readonly to: number;
}

export function callProblems(
  findings: readonly CodeFinding[],
  language: LanguageId,
  toggles: TogglesForCode,
): readonly CallProblem[] {
  return findings.flatMap((finding) =>
    finding.kind === 'call' && finding.isCertain ? problemsOf(finding, language, toggles) : [],
  );
}

export function meantKey(key: string, { keys }: Pick<TogglesForCode, 'keys'>): string | undefined {
  return closestOf(key, keys());
}

function problemsOf(call: Call, language: LanguageId, toggles: TogglesForCode): readonly CallProblem[] {
  const toggle = toggles.toggle(call.key);
  const isMissing = toggle === undefined && toggles.areAll && call.key !== '';
  if (isMissing) return [unknownKey(call, toggles)];
  const method = toggle === undefined ? [] : wrongMethod(call, toggle);
  // Report a wrong method first, because the method decides the type of the default.
  return method.length > 0 ? method : wrongDefault(call, language, toggle?.returnType);
}

function unknownKey({ key, from, to }: Call, toggles: TogglesForCode): CallProblem {
  const meant = meantKey(key, toggles);
  const missing = t('There is no toggle {0}, so this call always returns its own default.', quoted(key));
  const message = didYouMean(missing, meant);
  return { code: 'unknown-key', message, from, to };
}

function wrongMethod(
  { key, asks, method, methodFrom }: Call,
  { returnType, variations }: ToggleForCode,
): readonly CallProblem[] {
  const known = variations.length === 0 ? [undefined] : variations;
  if (asks === 'any' || !known.every((values) => givesDefaultOnly(asks, values, returnType))) return [];
  const message =
    returnType === undefined
      ? t('{0} always returns its own default: no variation of {1} is a {2}.', method, quoted(key), nameOf(asks))
      : t('{0} always returns its own default: {1} returns a {2}.', method, quoted(key), nameOf(returnType));
  return [{ code: 'wrong-method', message, from: methodFrom, to: methodFrom + method.length }];
}

function wrongDefault(call: Call, language: LanguageId, returnType: ReturnType | undefined): readonly CallProblem[] {
  const { asks, method, key, default: given, defaultSpan } = call;
  const wanted = asks === 'any' ? returnType : asks;
  // If the call returns JSON, its default may have any type.
  if (given === undefined || defaultSpan === undefined || wanted === undefined || wanted === 'json') return [];
  const type = typeof given;
  if (type === wanted || (wanted === 'boolean' && isTruth(given, language))) return [];
  const message = t(
    'The default {0} is a {1}, but {2} returns a {3}.',
    typeof given === 'string' ? quoted(given) : String(given),
    nameOf(type),
    asks === 'any' ? quoted(key) : method,
    nameOf(wanted),
  );
  return [{ code: 'default-of-wrong-type', message, ...defaultSpan }];
}

/** In Objective-C, 0 and 1 are booleans, too. */
function isTruth(given: boolean | number | string, language: LanguageId): boolean {
  return (language === 'objective-c' || language === 'objective-cpp') && (given === 0 || given === 1);
}

function nameOf(type: string): string {
  switch (type) {
    case 'boolean':
      return t('boolean');
    case 'number':
      return t('number');
    case 'string':
      return t('string');
    default:
      return t('JSON value');
  }
}
