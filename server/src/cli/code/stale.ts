/** Finds stale toggles in code, which permanently give everyone the same value in every environment. */
import { t } from '../../core/t.js';
import { resolveConstants } from '../../core/code/constantsOfAll.js';
import { constantValue } from '../../workspace/code/staleToggles.js';
import type { World } from '../world.js';
import type { CodeContext } from './codeContext.js';
import { placedIn, readCode } from './codeContext.js';
import type { CodeProblemAt, CodeReport } from './reports.js';
import type { Item } from '../reports/commandReport.js';
import { reported } from './reports.js';
import type { Placed } from './codeWords.js';
import { dataOf, asSentence, filesInWords, lineOf, noCode, unreadableInWords, unreadInWords } from './codeWords.js';

export async function staleReport(around: CodeContext, world: World): Promise<CodeReport> {
  const items: Item[] = [];
  const summary: string[] = [];
  const stale: object[] = [];
  const problems: CodeProblemAt[] = [];
  for (const scoped of around.scopes) {
    const found = await readCode(scoped, world);
    const { looked, unread } = found;
    const all = placedIn(resolveConstants(found.files));
    const before = items.length;
    for (const toggle of scoped.toggles.byKey.values()) {
      const { key } = toggle;
      const places = all.filter(({ uri, finding }) => around.isNamed(uri) && keyIn(finding) === key);
      const calls = places.filter(({ finding }) => finding.kind === 'call');
      if (places.length === 0) continue;
      await world.pause();
      const kept = await constantValue(toggle, scoped.scope, around.project);
      if (kept === undefined) continue;
      const value = kept.name === undefined ? kept.value : t('{0} ({1})', kept.value, kept.name);
      const lines = places.map((placed) => lineOf(placed, world.folder));
      items.push({ words: t('{0}: keep {1}', key, value), lines });
      stale.push({ key, ...kept, places: places.map((placed) => dataOf(placed, world.folder)) });
      const message = t('{0} gives everyone {1} in every environment, forever.', JSON.stringify(key), value);
      for (const { uri, finding } of calls)
        problems.push({ uri, problem: reported('stale-toggle', 'information', message, finding.range) });
    }
    const unreadable = unreadableInWords(all.filter(({ finding }) => finding.kind === 'unreadable').length);
    const parts = [t('Stale toggles in {0}: {1}', filesInWords(looked), items.length - before), ...unreadable];
    if (looked > 0) summary.push(asSentence([...parts, ...unreadInWords(unread.length)]));
    summary.push(...noCode(scoped.scope, found, world.folder));
  }
  return { items, summary, data: { stale }, problems, failures: [...around.failures] };
}

/** @returns the key of a call or constant; undefined if the finding is a mention, which may refer to something else */
function keyIn(finding: Placed['finding']): string | undefined {
  return finding.kind === 'call' || finding.kind === 'constant' ? finding.key : undefined;
}
