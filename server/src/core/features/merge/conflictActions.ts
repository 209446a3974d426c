/** Code actions that merge the sides at conflict markers. Without the base, each rule that differs is a conflict. */
import { t } from '../../t.js';
import type { CodeAction, CodeActionContext, Range } from 'vscode-languageserver-types';
import { CodeActionKind } from 'vscode-languageserver-types';
import type { ProblemCode } from '../../checks/codes.js';
import { readMarkers } from '../../json/read/conflictMarkers.js';
import type { Edit } from '../../json/edit/edits.js';
import { spanOf } from '../../json/queries.js';
import { isWanted } from '../actions/fixes.js';
import type { OpenDocument } from '../openDocument.js';
import { workspaceEdit } from '../openDocument.js';
import { mergedText } from './mergedText.js';

export function conflictActions(
  open: OpenDocument,
  range: Range,
  { only, diagnostics }: Pick<CodeActionContext, 'only' | 'diagnostics'>,
): CodeAction[] {
  const { kind, json } = open;
  if (kind !== 'targeting' || json.length > MAX_MERGED_LENGTH || !isWanted(CodeActionKind.QuickFix, only)) return [];
  const { start, end } = spanOf(json, range);
  const marked = json.syntaxProblems.length > 0 && readMarkers(json.text);
  if (!marked || !marked.conflicts.some((each) => each.start <= end && start <= each.end)) return [];
  const { base } = marked.sides;
  const merged = mergedText(marked.sides, marked.labels);
  if (merged === undefined || merged.text === json.text) return [];
  const title = base === undefined ? t('Mark each rule that differs as a conflict') : t('Merge rule by rule');
  const mended = diagnostics.filter(({ code }) => code === markersCode);
  const edit = workspaceEdit(open, [editTo(json.text, merged.text)]);
  return [{ title, kind: CodeActionKind.QuickFix, diagnostics: mended, edit }];
}

const markersCode: ProblemCode = 'conflict-markers';

/** The maximum length in UTF-16 units: merging a longer file would delay the menu. */
const MAX_MERGED_LENGTH = 256 * 1024;

/** The edit that turns one text into the other, without their common beginning and end. */
function editTo(before: string, after: string): Edit {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let same = 0;
  while (same < shorter - start && before.at(-1 - same) === after.at(-1 - same)) same += 1;
  return { start, end: before.length - same, newText: after.slice(start, after.length - same) };
}
