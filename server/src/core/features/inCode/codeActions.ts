/** textDocument/codeAction in code: fixes for unknown keys and wrong methods, and actions for every problem. */
import { t } from '../../t.js';
import type { CodeAction, CodeActionContext, Range } from 'vscode-languageserver-types';
import { CodeActionKind } from 'vscode-languageserver-types';
import { methodFor } from '../../code/calls.js';
import type { Call } from '../../code/readCode.js';
import { meantKey } from '../../checks/beside/callsInCode.js';
import type { Problem } from '../../checks/problem.js';
import type { Rating } from '../../checks/rating.js';
import { shownAs } from '../../checks/rating.js';
import { quoted } from '../../checks/words.js';
import { sameRange, touches } from '../../json/text.js';
import type { AboutProblems } from '../actions/aboutProblems.js';
import { aboutProblems, quickFixOf } from '../actions/aboutProblems.js';
import { isWanted } from '../actions/fixes.js';
import { newFileCommand } from '../commandNames.js';
import type { CodeText } from './codeText.js';
import { insideQuotes } from './codeText.js';
import { problemsInCode } from './problems.js';
import type { TogglesInCode } from './togglesInCode.js';

export interface CodeActionsBeside extends AboutProblems {
  readonly rating: Rating;
  /** Whether the client has the command that creates a targeting file. */
  readonly makesFiles: boolean;
}

export function codeActionsInCode(
  code: CodeText,
  range: Range,
  { diagnostics, only }: CodeActionContext,
  toggles: TogglesInCode,
  { rating, makesFiles, ...about }: CodeActionsBeside,
): CodeAction[] {
  if (!isWanted(CodeActionKind.QuickFix, only)) return [];
  const problems = problemsInCode(code, toggles).filter(
    (problem) => touches(problem.range, range) && shownAs(problem, rating) !== undefined,
  );
  const fixes = problems.flatMap((problem): CodeAction[] => {
    const reported = diagnostics.filter(
      ({ code: of, range: at }) => of === problem.code && sameRange(at, problem.range),
    );
    return fixesOf(problem, code, toggles, makesFiles).map((action) => ({ ...quickFixOf(reported), ...action }));
  });
  const codes = problems.map(({ code: of }) => of);
  return [...fixes, ...aboutProblems(codes, diagnostics, about)];
}

type Fix = Pick<CodeAction, 'title' | 'edit' | 'command'>;

function fixesOf(problem: Problem, code: CodeText, toggles: TogglesInCode, makesFiles: boolean): readonly Fix[] {
  const place = code.offsetAt(problem.range.start);
  const call = code.findings.find((each) => each.kind === 'call' && [each.from, each.methodFrom].includes(place));
  if (call?.kind !== 'call') return [];
  if (problem.code === 'wrong-method') return otherMethod(code, call, toggles);
  if (problem.code !== 'unknown-key') return [];
  const newFile = t('New Targeting File for {0}', quoted(call.key));
  const making = { title: newFile, command: { title: newFile, command: newFileCommand, arguments: [call.key] } };
  return [...otherKey(code, call, toggles), ...(makesFiles ? [making] : [])];
}

/** Replaces the key with the key that was probably meant, in the call or in the constant that contains the key. */
function otherKey(code: CodeText, call: Call, toggles: TogglesInCode): readonly Fix[] {
  const meant = meantKey(call.key, toggles);
  const constants = code.findings.filter((each) => each.kind === 'constant' && each.key === call.key);
  const [place] = [call, ...constants].flatMap((each) => insideQuotes(code.text, each) ?? []);
  return meant === undefined || place === undefined ? [] : [change(code, place, JSON.stringify(meant), meant)];
}

function otherMethod(code: CodeText, { key, method, methodFrom: from, count }: Call, toggles: TogglesInCode) {
  const returnType = toggles.toggle(key)?.returnType;
  const right = returnType && methodFor(returnType, { language: code.language, method, count });
  return right === undefined ? [] : [change(code, { from, to: from + method.length }, right, right)];
}

function change(
  { uri, rangeOf }: CodeText,
  place: Parameters<CodeText['rangeOf']>[0],
  shown: string,
  newText: string,
): Fix {
  return { title: t('Change to {0}', shown), edit: { changes: { [uri]: [{ range: rangeOf(place), newText }] } } };
}
