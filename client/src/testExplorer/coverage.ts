/** What tests reach of a targeting file, in the terms of VS Code's test coverage. */
import * as vscode from 'vscode';
import type { Coverage, ReachedStatement } from '../../../server/src/core/protocol.js';
import { plain } from '../../../server/src/service/words/harmless.js';
import { rangeOf } from '../ranges.js';

/** Of each file that was handed over; the editor asks for them when it shows the file. */
const details = new WeakMap<vscode.FileCoverage, vscode.FileCoverageDetail[]>();

export function fileCoverage(uri: vscode.Uri, { rules, statements }: Coverage): vscode.FileCoverage {
  const all = [
    ...rules.map(({ words, count, range }) => new vscode.DeclarationCoverage(plain(words), count, rangeOf(range))),
    ...statements.map(
      ({ count, range, branches }) => new vscode.StatementCoverage(count, rangeOf(range), branches.map(branch)),
    ),
  ];
  const coverage = vscode.FileCoverage.fromDetails(uri, all);
  details.set(coverage, all);
  return coverage;
}

export function detailsOf(coverage: vscode.FileCoverage): vscode.FileCoverageDetail[] {
  return details.get(coverage) ?? [];
}

function branch({ words, count, range }: ReachedStatement['branches'][number]): vscode.BranchCoverage {
  return new vscode.BranchCoverage(count, range && rangeOf(range), plain(words));
}
