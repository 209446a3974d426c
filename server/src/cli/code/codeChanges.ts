/** The effects of a code change on toggles: calls that it adds, and last calls that it removes. */
import { t } from '../../core/t.js';
import { resolveConstants } from '../../core/code/constantsOfAll.js';
import { isSearched } from '../../core/code/lexer/languages.js';
import { asArray, asObject } from '../../core/json/plain.js';
import { MAX_TEXT_LENGTH } from '../../core/json/document.js';
import { getOrCreate } from '../../core/json/madeOnce.js';
import { whole } from '../../core/targeting/values/shares.js';
import { constantOutcome } from '../../core/analysis/dead/constant.js';
import { askedBy } from '../../core/targeting/asked.js';
import { listOf, listOfFirst } from '../../core/targeting/joined.js';
import type { CodeFile, Wanted } from '../../workspace/code/codebase.js';
import { readAsCode } from '../../workspace/code/codebase.js';
import { isCodeFile } from '../../workspace/code/codeFiles.js';
import { toggleFilesOf } from '../../workspace/code/codeScopes.js';
import type { CodeToggle } from '../../workspace/code/codeToggles.js';
import { environmentsWithout } from '../../workspace/code/codeToggles.js';
import { topOfRepository } from '../../workspace/git/repository.js';
import type { Sides, SideText } from '../diff/diffSides.js';
import { sidesInGit } from '../diff/diffSides.js';
import { inOrder } from '../files/paths.js';
import type { World } from '../world.js';
import type { CodeContext, Scoped } from './codeContext.js';
import { placedIn, readCode } from './codeContext.js';
import { problemOf } from './calls.js';
import type { CodeProblemAt, CodeReport } from './reports.js';
import type { Item } from '../reports/commandReport.js';
import { reported } from './reports.js';
import type { Placed } from './codeWords.js';
import { asSentence, filesInWords, keyInWords, placeOf, unreadableInWords, unreadInWords } from './codeWords.js';

/** @returns the report, or why the code before and after the change cannot be compared */
export async function changesReport(range: string, around: CodeContext, world: World): Promise<CodeReport | string> {
  // The code may be outside the config's folder, so changes in the whole repository are read.
  const folder = topOfRepository(world.folder, world) ?? world.folder;
  const sides = sidesInGit(range, [], around.project.bounds, { ...world, folder }, isSearched);
  if (typeof sides === 'string') return sides;
  const items: Item[] = [];
  const problems: CodeProblemAt[] = [];
  const summary: string[] = [];
  const changes: object[] = [];
  const unasked: string[] = [];
  for (const scoped of around.scopes) {
    const states = await statesOf(scoped, sides, world);
    const [before, after] = [callsByKey(states.before), callsByKey(states.after)];
    for (const key of [...new Set([...before.keys(), ...after.keys()])].sort()) {
      const [were, are] = [before.get(key) ?? [], after.get(key) ?? []];
      const told =
        are.length > were.length
          ? addedCall(key, states.added(are), scoped, around)
          : are.length === 0
            ? await removedLast(key, were, states, scoped, around, world)
            : undefined;
      if (told?.places.some(({ uri }) => around.isNamed(uri)) !== true) continue;
      const { kind, words, places } = told;
      const lines = places.map((placed) => placeOf(placed, world.folder));
      items.push({ words, lines });
      changes.push({ kind, key, message: words, places: lines });
      for (const { uri, finding } of places.slice(0, 1)) {
        const start = { line: 0, character: 0 };
        const range = kind === 'last-call-removed' ? { start, end: start } : finding.range;
        problems.push({ uri, problem: reported(kind, 'warning', words, range) });
      }
    }
    const sent = unaskedAttributes(states, scoped, around);
    unasked.push(...sent);
    if (sent.length > 0) summary.push(t('The code sends {0}, which no rule of a targeting file uses.', listOf(sent)));
    const unreadable = states.after.flatMap(({ findings }) => findings.filter(({ kind }) => kind === 'unreadable'));
    const parts = [t('Changes in {0} of code', filesInWords(states.changed)), ...unreadableInWords(unreadable.length)];
    summary.push(asSentence([...parts, ...unreadInWords(states.unread)]));
  }
  return { items, summary, data: { changes, unasked }, problems, failures: [...around.failures] };
}

interface States {
  /** All files of code before the change. */
  readonly before: readonly CodeFile[];
  readonly after: readonly CodeFile[];
  /** The number of files that were not read completely. */
  readonly unread: number;
  readonly changed: number;
  /** Selects the calls in lines that did not exist before the change. */
  readonly added: (calls: readonly Placed[]) => readonly Placed[];
}

/** The files of code before and after the change. Files without a change are read from disk. */
async function statesOf(scoped: Scoped, sides: readonly Sides[], world: World): Promise<States> {
  const { scope, toggles } = scoped;
  const isOf = (uri: string) => isCodeFile(uri, scope.configUri, scope.code);
  const [were, are] = [new Map<string, string>(), new Map<string, string>()];
  const changed = sides.filter(({ beforeUri, afterUri }) => isOf(beforeUri) || isOf(afterUri));
  for (const { beforeUri, afterUri, before, after } of changed) {
    if (!isText(before) || !isText(after)) continue;
    if (isOf(beforeUri) && before !== undefined) were.set(beforeUri, before);
    if (isOf(afterUri) && after !== undefined) are.set(afterUri, after);
  }
  const gone = [...were.keys()].filter((uri) => !are.has(uri));
  const instead = new Map([...gone.map((uri) => [uri, ''] as const), ...are]);
  const { files, unread } = await readCode(scoped, world, instead);
  const wanted: Wanted = { keys: new Set(toggles.byKey.keys()), wrappers: scope.code.wrappers };
  const earlier = Array.from(were, ([uri, text]) => ({ uri, ...readAsCode(uri, text, wanted) }));
  const lines = new Map(
    changed.flatMap(({ afterUri, before }) =>
      typeof before === 'string' ? [[afterUri, new Set(linesOf(before))]] : [],
    ),
  );
  const linesNow = new Map(Array.from(are, ([uri, text]) => [uri, linesOf(text)]));
  return {
    before: resolveConstants([...files.filter(({ uri }) => !instead.has(uri)), ...earlier]),
    after: resolveConstants(files),
    unread: unread.length,
    changed: changed.length,
    added: (calls) => {
      const found = calls.filter(({ uri, finding }) => {
        const line = linesNow.get(uri)?.[finding.range.start.line];
        return line !== undefined && lines.get(uri)?.has(line) !== true;
      });
      return found.length > 0 ? found : calls.filter(({ uri }) => are.has(uri));
    },
  };
}

/** Whether a side can be read as text. NUL characters mean UTF-16 or UTF-32 without a BOM, so calls are unknown. */
function isText(side: SideText): side is string | undefined {
  return typeof side !== 'object' && side?.includes('\0') !== true;
}

function linesOf(text: string): readonly string[] {
  return text.split(/\r\n|\r|\n/).map((line) => line.trim());
}

function callsByKey(files: readonly CodeFile[]): ReadonlyMap<string, readonly Placed[]> {
  const calls = new Map<string, Placed[]>();
  for (const placed of placedIn(files))
    if (placed.finding.kind === 'call') getOrCreate(calls, placed.finding.key, () => []).push(placed);
  return calls;
}

/** The new user attributes that no rule uses; empty if a segment may use them. */
function unaskedAttributes(
  { before, after }: States,
  { scope }: Scoped,
  { project, isNamed }: CodeContext,
): readonly string[] {
  const files = toggleFilesOf(scope, project);
  const asked = askedBy(files);
  if (asked.more || files.length === 0) return [];
  const were = new Set(before.flatMap(({ attributes }) => attributes));
  const are = new Set(after.flatMap(({ uri, attributes }) => (isNamed(uri) ? attributes : [])));
  return [...are].filter((attribute) => !were.has(attribute) && !asked.attributes.has(attribute)).sort();
}

interface Told {
  readonly kind: string;
  readonly words: string;
  readonly places: readonly Placed[];
}

/** @returns a warning if an added call has a problem or its toggle lacks a targeting file; otherwise undefined */
function addedCall(key: string, places: readonly Placed[], scoped: Scoped, around: CodeContext): Told | undefined {
  const { scope, toggles } = scoped;
  for (const placed of places) {
    const found = problemOf(placed, scoped, around);
    if (found === undefined) continue;
    const { code, message } = found.problem;
    return { kind: code, words: t('Adds a call of {0}: {1}', keyInWords(key), message), places };
  }
  const kind = 'call-without-file';
  const files = toggles.byKey.get(key)?.files ?? [];
  if (files.length === 0) {
    const words =
      toggles.areAll && !toggles.byKey.has(key)
        ? t('Adds a call of {0}, which does not exist: users get the default.', keyInWords(key))
        : t('Adds a call of {0}, which has no targeting file.', keyInWords(key));
    return { kind, words, places };
  }
  const lacking = environmentsWithout(files, scope.targeting.parsed.environmentNames);
  if (lacking.length === 0) return undefined;
  const names = listOf(lacking);
  const words = scope.code.isComplete
    ? t('Adds a call of {0}, which {1} does not have: users get the default.', key, names)
    : t('Adds a call of {0}, which has no file in {1}.', key, names);
  return { kind, words, places };
}

async function removedLast(
  key: string,
  places: readonly Placed[],
  { after, unread }: States,
  { toggles }: Scoped,
  around: CodeContext,
  { folder }: World,
): Promise<Told | undefined> {
  const toggle = toggles.byKey.get(key);
  if (toggle === undefined) return undefined;
  const perhaps = contradictions(key, after, unread, folder);
  const still = [...perhaps];
  for (const file of toggle.files.toSorted((one, other) => inOrder(one.uri, other.uri)))
    still.push(...(await stillServed(file, toggle, around)));
  const words =
    perhaps.length === 0 ? t('Removes the last call of {0}', key) : t('Removes the last readable call of {0}', key);
  return { kind: 'last-call-removed', words: asSentence([words, ...still]), places };
}

/** Reasons why a toggle without calls may still be in use. */
function contradictions(key: string, files: readonly CodeFile[], unread: number, folder: string): readonly string[] {
  const named: string[] = [];
  let unreadable = 0;
  for (const placed of placedIn(files)) {
    const { finding } = placed;
    if (finding.kind === 'unreadable') unreadable += key.startsWith(finding.prefix ?? '') ? 1 : 0;
    else if (finding.key === key && (finding.kind !== 'mention' || !finding.isInComment))
      named.push(placeOf(placed, folder));
  }
  return [
    ...(named.length === 0 ? [] : [t('it is named in {0}', listOfFirst(named, 3))]),
    ...unreadableInWords(unreadable),
    ...unreadInWords(unread),
  ];
}

async function stillServed(
  { uri, environment }: CodeToggle['files'][number],
  { key, returnType }: CodeToggle,
  { project }: Pick<CodeContext, 'project'>,
): Promise<readonly string[]> {
  const json = project.document(uri, MAX_TEXT_LENGTH);
  if (json === undefined || 'unreadable' in json) return [];
  const evaluated = await project.evaluated(uri, json, { service: { returnType, segments: undefined }, toggle: key });
  const where = environment ?? key;
  const constant = constantOutcome(evaluated.arrival);
  if (constant !== undefined) return [t('{0} serves {1} to everyone', where, evaluated.words.name(constant.index))];
  const { toggle } = evaluated.arrival;
  const content = asObject(asObject(json.root?.value)?.['content']);
  const split = asArray(asObject(content?.['defaultServe'])?.['split']);
  if (toggle.isEnabled && split?.every((share) => typeof share === 'number') === true)
    return [t('{0} still splits {1}', where, split.map((share) => (share * 100) / whole).join('/'))];
  const { length } = toggle.rules;
  if (!toggle.isEnabled || length === 0) return [];
  return [length === 1 ? t('{0} still has 1 rule', where) : t('{0} still has {1} rules', where, length)];
}
