/** Problems of calls, where they are certain. */
import { t } from '@vscode/l10n';
import type { Range } from 'vscode-languageserver-types';
import { closestOf } from '../../core/checks/closest.js';
import { typeWords } from '../../core/checks/valueType.js';
import { quoted } from '../../core/checks/words.js';
import type { CodeFinding } from '../../core/code/places.js';
import type { Call } from '../../core/code/readCode.js';
import { givesDefaultOnly } from '../../core/evaluation/typedCall.js';
import type { CodeToggle, CodeToggles } from './codeToggles.js';

export type CodeProblemCode = 'unknown-key' | 'wrong-method' | 'default-of-wrong-type';

export interface CodeProblem {
  readonly code: CodeProblemCode;
  readonly message: string;
  readonly range: Range;
}

/** A missing toggle is one only while there are no others than those that are known. */
export function codeProblem(finding: CodeFinding, { byKey, areAll }: CodeToggles): CodeProblem | undefined {
  if (finding.kind !== 'call' || !finding.isCertain) return undefined;
  const { key, range } = finding;
  const toggle = byKey.get(key);
  if (toggle !== undefined) {
    const found = wrongMethod(finding, toggle) ?? wrongDefault(finding, toggle);
    return found && { ...found, range };
  }
  if (!areAll) return undefined;
  const closest = closestOf(key, [...byKey.keys()]);
  const message =
    closest === undefined
      ? t('There is no toggle {0}.', quoted(key))
      : t('There is no toggle {0}. Did you mean {1}?', quoted(key), quoted(closest));
  return { code: 'unknown-key', message, range };
}

type Found = Omit<CodeProblem, 'range'>;

/** In every environment. */
function wrongMethod({ asks, method }: Call, { key, files, returnType }: CodeToggle): Found | undefined {
  if (asks === returnType) return undefined;
  const valuesOf = ({ targeting: { isWhole, variations } }: CodeToggle['files'][number]) =>
    isWhole ? variations?.map(({ value }) => value?.text) : undefined;
  const all = files.length === 0 ? [undefined] : files.map(valuesOf);
  if (!all.every((variations) => givesDefaultOnly(asks, variations, returnType))) return undefined;
  const message =
    returnType === undefined
      ? t('{0} always gets the default: no variation of {1} is {2}.', method, quoted(key), wordOf(asks))
      : t('{0} always gets the default: {1} returns {2}.', method, quoted(key), wordOf(returnType));
  return { code: 'wrong-method', message };
}

function wrongDefault({ asks, method, default: byDefault }: Call, toggle: CodeToggle): Found | undefined {
  const wanted = asks === 'any' ? toggle.returnType : asks;
  if (byDefault === undefined || wanted === undefined || wanted === 'json' || typeof byDefault === wanted)
    return undefined;
  const subject = asks === 'any' ? quoted(toggle.key) : method;
  const message = t('{0} returns {1}, but the default is {2}.', subject, wordOf(wanted), JSON.stringify(byDefault));
  return { code: 'default-of-wrong-type', message };
}

function wordOf(type: string): string {
  return type === 'json' ? 'JSON' : (typeWords[type]?.() ?? type);
}
