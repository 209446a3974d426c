/** textDocument/codeAction in code: what mends an unknown key, and what there is to be done about any problem. */
import { t } from '@vscode/l10n';
import type { CodeAction, CodeActionContext, Range } from 'vscode-languageserver-types';
import { CodeActionKind } from 'vscode-languageserver-types';
import { meantKey } from '../../checks/callsInCode.js';
import type { Rating } from '../../checks/rating.js';
import { shownAs } from '../../checks/rating.js';
import { quoted } from '../../checks/words.js';
import { sameRange } from '../../json/text.js';
import type { AboutProblems } from '../aboutProblems.js';
import { aboutProblems } from '../aboutProblems.js';
import { isWanted, touches } from '../codeActions.js';
import { newFileCommand } from '../commandNames.js';
import type { CodeText, KeyFinding } from './codeText.js';
import { insideQuotes } from './codeText.js';
import { problemsInCode } from './problems.js';
import type { TogglesInCode } from './toggles.js';

export interface CodeActionsBeside extends AboutProblems {
  readonly rating: Rating;
  /** The client has the command that makes a targeting file. */
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
    const finding = code.findings.find((each) => sameRange(each.range, problem.range));
    if (problem.code !== 'unknown-key' || finding?.kind !== 'call') return [];
    const reported = diagnostics.filter(
      ({ code: of, range: at }) => of === problem.code && sameRange(at, problem.range),
    );
    const common = { kind: CodeActionKind.QuickFix, ...(reported.length > 0 && { diagnostics: reported }) };
    const newFile = t('New Targeting File for {0}', quoted(finding.key));
    return [
      ...changes(code, finding, toggles).map((action) => ({ ...common, ...action })),
      ...(makesFiles
        ? [
            {
              ...common,
              title: newFile,
              command: { title: newFile, command: newFileCommand, arguments: [finding.key] },
            },
          ]
        : []),
    ];
  });
  return [
    ...fixes,
    ...aboutProblems(
      problems.map(({ code: of }) => of),
      diagnostics,
      about,
    ),
  ];
}

/** Of a constant, where it is defined. */
function changes(
  code: CodeText,
  call: KeyFinding,
  toggles: TogglesInCode,
): readonly Pick<CodeAction, 'title' | 'edit'>[] {
  const meant = meantKey(call.key, toggles);
  const constants = code.findings.filter((each) => each.kind === 'constant' && each.key === call.key);
  const [place] = [call, ...constants].flatMap((each) => insideQuotes(code.text, each) ?? []);
  if (meant === undefined || place === undefined) return [];
  const edit = { changes: { [code.uri]: [{ range: code.rangeOf(place), newText: meant }] } };
  return [{ title: t('Change to {0}', JSON.stringify(meant)), edit }];
}
