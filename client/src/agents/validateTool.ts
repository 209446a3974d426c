/** The language model tool that reports problems of a targeting, users or test file, and the edits that fix them. */
import type * as vscode from 'vscode';
import { t } from '../../../server/src/core/t.js';
import type { ReportedProblem } from '../../../server/src/core/protocol.js';
import { problemReportRequest } from '../../../server/src/core/protocol.js';
import { answerOf } from '../../../server/src/service/words/answer.js';
import { isConfig, isOurs } from '../files/ours.js';
import { fileNamed } from './fileNamed.js';
import type { Tool } from './tool.js';
import { shownName } from '../files/shownName.js';

export const validate: Tool = async ({ file }, server) => {
  const { uri } = await fileNamed(file, server, hasNoAddresses);
  const report = await server.ask(problemReportRequest, { uri: uri.toString() });
  if (report === null) throw new Error(t('The file is too large.'));
  const { problems, count } = report;
  return answerOf({ file: shownName(uri), count }, { problems: problems.map(told) });
};

/** Excludes configs, because they contain addresses of services. */
function hasNoAddresses(document: Pick<vscode.TextDocument, 'uri'>): boolean {
  return isOurs(document) && !isConfig(document);
}

/** A problem may have a fix for each of many variations, so only the first few fixes are reported. */
const MAX_FIXES_SHOWN = 5;

function told({ code, severity, message, start, end, related, fixes = [] }: ReportedProblem) {
  const places = related.map((each) => ({ message: each.message, start: each.start, end: each.end }));
  const beside = places.length > 0 && { related: places };
  return { code, severity, message, start, end, ...beside, fixes: fixes.slice(0, MAX_FIXES_SHOWN) };
}
