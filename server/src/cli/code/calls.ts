/** Lists the calls of each toggle in the code, with the problems that are certain. */
import { t } from '../../core/t.js';
import { resolveConstants } from '../../core/code/constantsOfAll.js';
import { callProblems } from '../../core/checks/beside/callsInCode.js';
import { shownAs } from '../../core/checks/rating.js';
import { languageOf } from '../../core/code/lexer/languages.js';
import { getOrCreate } from '../../core/json/madeOnce.js';
import type { CodeToggles } from '../../workspace/code/codeToggles.js';
import { togglesInCode } from '../../workspace/code/toggleFacts.js';
import { ratingOf } from '../../workspace/config/rating.js';
import { nameOf } from '../../workspace/disk/uris.js';
import type { World } from '../world.js';
import type { CodeContext, Scoped } from './codeContext.js';
import { placedIn, readCode } from './codeContext.js';
import type { CodeProblemAt, CodeReport } from './reports.js';
import type { Item } from '../reports/commandReport.js';
import { reported } from './reports.js';
import type { Placed } from './codeWords.js';
import {
  asSentence,
  dataOf,
  filesInWords,
  keyInWords,
  lineOf,
  noCode,
  pathOf,
  unreadableInWords,
} from './codeWords.js';
import { listOf } from '../../core/targeting/joined.js';

export async function callsReport(around: CodeContext, world: World): Promise<CodeReport> {
  const reports: CodeReport[] = [];
  for (const scoped of around.scopes) reports.push(await reportOf(scoped, around, world));
  return {
    items: reports.flatMap(({ items }) => items),
    summary: reports.flatMap(({ summary }) => summary),
    problems: reports.flatMap(({ problems }) => problems),
    data: { configs: reports.map(({ data }) => data) },
    failures: [...around.failures],
  };
}

async function reportOf(scoped: Scoped, around: CodeContext, world: World): Promise<CodeReport> {
  const { scope, toggles } = scoped;
  const { folder } = world;
  const found = await readCode(scoped, world);
  const all = placedIn(resolveConstants(found.files));
  const named = all.filter(({ uri }) => around.isNamed(uri));
  const problems = named.flatMap((placed) => problemOf(placed, scoped, around) ?? []);
  const byPlace = new Map(problems.map(({ of, problem }) => [of, problem]));
  const linesOf = (placed: Placed) => {
    const problem = byPlace.get(placed);
    const line = lineOf(placed, folder);
    return problem === undefined ? [line] : [line, `  ${problem.severity}[${problem.code}] ${problem.message}`];
  };
  const keys = new Set([...toggles.byKey.keys(), ...named.flatMap(({ finding }) => keyOf(finding) ?? [])]);
  const byKey = new Map<string | undefined, Placed[]>();
  for (const placed of named) getOrCreate(byKey, keyOf(placed.finding), () => []).push(placed);
  const items = [...keys].sort().flatMap((key): readonly Item[] => {
    const places = byKey.get(key) ?? [];
    return places.length === 0 ? [] : [{ words: keyInWords(key), lines: places.flatMap(linesOf) }];
  });
  const unreadable = byKey.get(undefined) ?? [];
  if (unreadable.length > 0) items.push({ words: t('Keys that cannot be read'), lines: unreadable.flatMap(linesOf) });
  const called = new Set(all.flatMap(({ finding }) => (finding.kind === 'call' ? [finding.key] : [])));
  const notCalled = [...toggles.byKey.keys()].filter((key) => !called.has(key)).sort();
  const unread = found.unread.map((uri) => pathOf(uri, folder));
  return {
    items,
    summary: [
      ...(found.looked === 0 ? [] : [summaryOf(all, toggles, notCalled, found.looked)]),
      ...noCode(scope, found, folder),
      ...(unread.length === 0 ? [] : [t('Not read: {0}', listOf(unread))]),
    ],
    data: {
      config: pathOf(scope.configUri, folder),
      files: found.looked,
      unread,
      hasAllKeys: toggles.areAll,
      notCalled,
      found: named.map((placed) => dataOf(placed, folder)),
      problems: problems.map(({ uri, problem }) => ({ file: pathOf(uri, folder), ...problem })),
    },
    problems,
    failures: [],
  };
}

function summaryOf(
  all: readonly Placed[],
  { byKey }: CodeToggles,
  notCalled: readonly string[],
  looked: number,
): string {
  const called = byKey.size - notCalled.length;
  const unknown = all.filter(({ finding }) => finding.kind === 'call' && !byKey.has(finding.key)).length;
  const unreadable = unreadableInWords(all.filter(({ finding }) => finding.kind === 'unreadable').length);
  const ofUnknown = unknown === 1 ? t('1 call with an unknown key') : t('{0} calls with unknown keys', unknown);
  const files = filesInWords(looked);
  const keys = new Set(all.map(({ finding }) => keyOf(finding)));
  const named = notCalled.filter((key) => keys.has(key));
  const silent = notCalled.filter((key) => !keys.has(key));
  return asSentence([
    silent.length > 0
      ? t('Found no call of {0} in {1}', listOf(silent), files)
      : called === 1
        ? t('Calls of 1 toggle in {0}', files)
        : t('Calls of {0} toggles in {1}', called, files),
    ...(named.length === 0 ? [] : [t('mentioned, but in no readable call: {0}', listOf(named))]),
    ...(unknown === 0 ? [] : [ofUnknown]),
    ...unreadable,
  ]);
}

function keyOf(finding: Placed['finding']): string | undefined {
  return finding.kind === 'unreadable' ? undefined : finding.key;
}

/** @returns the problem of a call; undefined if the call has no problem, or the config turns the problem off */
export function problemOf(
  placed: Placed,
  { scope, toggles }: Scoped,
  { project }: CodeContext,
): (CodeProblemAt & { readonly of: Placed }) | undefined {
  const { uri, finding } = placed;
  const language = languageOf(nameOf(uri));
  const known = togglesInCode(scope, toggles, project);
  const [found] = language === undefined ? [] : callProblems([finding], language, known);
  const shown = found && shownAs(found, ratingOf(uri, project.config(scope.configUri)));
  return shown && { of: placed, uri, problem: reported(shown.code, shown.severity, shown.message, finding.range) };
}
