/** `toggle-targeting code`: finds calls of toggles, stale toggles, and the effects of a code change. */
import { printErrors } from '../reports/visible.js';
import { callsReport } from './calls.js';
import type { CodeContext } from './codeContext.js';
import { codeAround } from './codeContext.js';
import { changesReport } from './codeChanges.js';
import type { CodeFormat, CodeReport } from './reports.js';
import { codeReports } from './reports.js';
import { staleReport } from './stale.js';
import { pathOf } from './codeWords.js';
import { isColored } from '../colors.js';
import type { Access } from '../deploy/access.js';
import { reportRoot } from '../files/paths.js';
import { writeReport } from '../reports/annotation.js';
import type { ExitCode, World } from '../world.js';

export interface CodeOptions {
  readonly places: readonly string[];
  /** Further folders that configs may name, given with `--allow-folder`. */
  readonly allowed: readonly string[];
  readonly format: CodeFormat;
  readonly what: 'calls' | 'stale' | { readonly range: string };
}

/** @returns 1 if calls have problems, 3 if a toggle is stale or a change needs attention, 2 on errors */
export async function code(options: CodeOptions, world: World, access?: Access): Promise<ExitCode> {
  const { places, allowed, format, what } = options;
  const around = await codeAround(places, world, access, allowed);
  const report = around.scopes.length === 0 ? undefined : await reportOf(what, around, world);
  const failures = typeof report === 'string' ? [...around.failures, report] : around.failures;
  printErrors(world, ...failures);
  if (report === undefined || typeof report === 'string') return 2;
  const { folder, environment, version, homepage, docs, manual, output } = world;
  const isForGitHub = format === 'github' || format === 'sarif';
  const root = isForGitHub ? reportRoot(folder, environment['GITHUB_WORKSPACE']) : folder;
  const printed = codeReports[format](report, {
    pathOf: (uri) => pathOf(uri, root),
    ...{ version, homepage, docs, manual, quiet: false, color: isColored(false, output, environment), columns: 120 },
  });
  writeReport(format, printed, output);
  if (around.failures.size > 0) return 2;
  if (what !== 'calls') return report.problems.length > 0 ? 3 : 0;
  return report.problems.some(({ problem }) => ['error', 'warning'].includes(problem.severity)) ? 1 : 0;
}

function reportOf(what: CodeOptions['what'], around: CodeContext, world: World): Promise<CodeReport | string> {
  if (what === 'calls') return callsReport(around, world);
  return what === 'stale' ? staleReport(around, world) : changesReport(what.range, around, world);
}
