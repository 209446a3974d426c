/** Converts problems to LSP diagnostics (textDocument/publishDiagnostics). */
import { t } from '../t.js';
import type { Diagnostic, DiagnosticRelatedInformation, Range } from 'vscode-languageserver-types';
import { DiagnosticSeverity, DiagnosticTag } from 'vscode-languageserver-types';
import type { ProblemCode } from '../checks/codes.js';
import { defaultSeverities } from '../checks/codes.js';
import codesInChinese from '../checks/codesInChinese.json' with { type: 'json' };
import type { BrokenRule, Problem } from '../checks/problem.js';
import type { Rating, Shown } from '../checks/rating.js';
import { shownAs } from '../checks/rating.js';
import { tooManyProblems } from '../checks/text/tooManyProblems.js';
import { nodeAt, placeAt, rangeIn } from '../json/queries.js';
import { sameRange, touches } from '../json/text.js';
import type { OpenDocument } from './openDocument.js';

export interface DiagnosticOptions {
  readonly rating: Rating;
  readonly reportedByEditor: (problem: Problem) => boolean;
  /** The address of the page that documents the codes; a code is appended as the fragment. */
  readonly docs: string;
  /** The name of the environment whose organization rules apply; if undefined, rules of all environments apply. */
  readonly environment?: string;
  readonly ruleAt?: FindRule;
  readonly limit?: number;
}

/** Finds the config rule that a file breaks, and returns the location and text of the rule. */
export type FindRule = (broken: BrokenRule) => DiagnosticRelatedInformation | undefined;

/**
 * Fades each unreachable rule as a whole, so that its message appears wherever the pointer is in the rule. Editors do
 * not list such hints, so only the problem itself, with its smaller range, is listed.
 */
export function fadedRules(
  { uri, json, problems }: Pick<OpenDocument, 'uri' | 'json' | 'problems'>,
  { rating }: Pick<DiagnosticOptions, 'rating'>,
): Diagnostic[] {
  return problems.flatMap((problem) => {
    const [whole, shown] = [fadedRange({ json }, problem), shownAs(problem, rating)];
    if (whole === undefined || shown === undefined) return [];
    const tags = [DiagnosticTag.Unnecessary];
    const { message } = shown;
    const relatedInformation = relatedTo(uri, problem);
    const ranges = touches(problem.range, whole)
      ? [
          { start: whole.start, end: problem.range.start },
          { start: problem.range.end, end: whole.end },
        ]
      : [whole];
    return ranges.map((range) => ({
      ...{ range, severity: DiagnosticSeverity.Hint, source, message, tags },
      ...(relatedInformation && { relatedInformation }),
    }));
  });
}

/** The range of the unreachable rules that a problem reports; undefined if the problem is of another kind. */
export function fadedRange({ json }: Pick<OpenDocument, 'json'>, { code, range }: Problem): Range | undefined {
  if (code !== 'contradictory-conditions' && code !== 'shadowed-rule' && code !== 'unconditional-rule')
    return undefined;
  const { path } = placeAt(json, json.offsetAt(range.start) + 1);
  const rule = nodeAt(json, path.slice(0, ruleDepth));
  if (code !== 'unconditional-rule') return rule && rangeIn(json, rule);
  const rules = nodeAt(json, path.slice(0, ruleDepth - 1));
  const last = rules?.kind === 'array' ? rules.items.at(-1) : undefined;
  const next = nodeAt(json, [...path.slice(0, ruleDepth - 1), Number(path[ruleDepth - 1]) + 1]);
  return next && last && rangeIn(json, { start: next.start, end: last.end });
}

/** The length of a rule's path: `content`, `rules`, index. */
const ruleDepth = 3;

export const source = 'toggle-targeting';

/** Codes of problems about text that has no effect. Editors show such text faded. */
const faded: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
  'unused-variation',
  'redundant-condition',
  'redundant-object',
  'rule-without-effect',
]);

const lspSeverity: Readonly<Record<Shown['severity'], DiagnosticSeverity>> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  information: DiagnosticSeverity.Information,
  hint: DiagnosticSeverity.Hint,
};

/** @returns at most `limit` diagnostics; if there are more problems, the last diagnostic reports the limit */
export function diagnostics(
  { uri, problems }: Pick<OpenDocument, 'uri' | 'problems'>,
  { rating, reportedByEditor, docs, environment, ruleAt, limit = Infinity }: DiagnosticOptions,
): Diagnostic[] {
  const all: Diagnostic[] = [];
  for (const problem of problems) {
    const shown = shownAs(problem, rating);
    if (shown === undefined || reportedByEditor(problem) || belongsToOtherEnvironments(problem, environment)) continue;
    if (all.length < limit) all.push(withRule(diagnostic(uri, problem, shown, docs), problem, ruleAt));
    else {
      const { start } = all.pop()?.range ?? problem.range;
      const last = tooManyProblems(all.length);
      const shownLast = { ...last, severity: defaultSeverities[last.code] };
      all.push(diagnostic(uri, { range: { start, end: start } }, shownLast, docs));
      break;
    }
  }
  return all;
}

function withRule(diagnostic: Diagnostic, { breaks }: Problem, ruleAt: DiagnosticOptions['ruleAt']): Diagnostic {
  const rule = breaks && ruleAt?.(breaks);
  const { relatedInformation = [] } = diagnostic;
  return rule === undefined ? diagnostic : { ...diagnostic, relatedInformation: [...relatedInformation, rule] };
}

/** Whether the problem is about a rule that only other environments have. */
export function belongsToOtherEnvironments({ breaks }: Problem, environment: string | undefined): boolean {
  return environment !== undefined && breaks?.environments?.includes(environment) === false;
}

/** The number of errors, including errors that the editor reports itself. */
export function errorCount({ problems }: Pick<OpenDocument, 'problems'>, rating: Rating): number {
  return problems.filter((problem) => shownAs(problem, rating)?.severity === 'error').length;
}

/** @param docs the English page; if messages are Chinese, codes on the Chinese page link to the Chinese page instead */
export function pageOf(code: ProblemCode, docs: string): string {
  const isInChinese = t('en') !== 'en' && codesInChinese.includes(code);
  return `${isInChinese ? docs.replace(/\.md$/, '.zh-cn.md') : docs}#${code}`;
}

/** Whether two versions of a document have the same problems. Unchanged rules share their problem objects. */
export function sameProblems(a: readonly Problem[], b: readonly Problem[]): boolean {
  return a === b || (a.length === b.length && a.every((problem, index) => isSame(problem, b[index])));
}

function isSame(a: Problem, b: Problem | undefined): boolean {
  if (a === b) return true;
  if (a.code !== b?.code || a.message !== b.message || a.syntax !== b.syntax) return false;
  if (a.consequence?.message !== b.consequence?.message) return false;
  return sameRange(a.range, b.range) && isSameRelated(a.related ?? [], b.related ?? []);
}

type Related = NonNullable<Problem['related']>;

function isSameRelated(a: Related, b: Related): boolean {
  return (
    a.length === b.length &&
    a.every(({ range, message }, index) => {
      const other = b[index];
      return other?.message === message && sameRange(range, other.range);
    })
  );
}

function diagnostic(
  uri: string,
  problem: Pick<Problem, 'range' | 'related'>,
  { code, message, severity }: Shown,
  docs: string,
): Diagnostic {
  const relatedInformation = relatedTo(uri, problem);
  return {
    range: problem.range,
    severity: lspSeverity[severity],
    code,
    codeDescription: { href: pageOf(code, docs) },
    source,
    message,
    ...(relatedInformation && { relatedInformation }),
    ...(faded.has(code) && { tags: [DiagnosticTag.Unnecessary] }),
  };
}

function relatedTo(uri: string, { related }: Pick<Problem, 'related'>): Diagnostic['relatedInformation'] {
  return related?.map(({ range, message }) => ({ location: { uri, range }, message }));
}
