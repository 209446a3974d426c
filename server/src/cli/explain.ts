/** `toggle-targeting explain FILE`: the whole file in plain words. */
import { t } from '@vscode/l10n';
import { UnopenedFile } from '../core/check-engine/problems.js';
import { fileInWords } from '../core/features/fileInWords.js';
import { MAX_UNASKED_LENGTH } from '../core/json/document.js';
import { searchDeadTargeting } from '../core/results/deadTargetingOf.js';
import { kindOf } from '../core/targeting/fileNames.js';
import { hasPrerequisites } from '../core/targeting/model.js';
import { ratingOf } from '../workspace/config/rating.js';
import { checkedText } from './checkText.js';
import { oneFile } from './oneFile.js';
import { visible } from './reports/visible.js';
import type { ExitCode, World } from './world.js';

/** @returns 1 where the file is not one JSON object */
export async function explainFile(place: string, world: World): Promise<ExitCode> {
  const file = oneFile(place, world);
  if (file === undefined) return 2;
  const { uri, text, project, document } = file;
  if (kindOf(uri) !== 'targeting') {
    world.messages.write(`${visible(t('{0} is not a targeting file.', file.path))}\n`);
    return 2;
  }
  if (hasPrerequisites(document)) await project.ready(uri);
  const rating = ratingOf(uri, project.config(uri));
  const isEvaluated = document.root?.kind === 'object' && text.length <= MAX_UNASKED_LENGTH;
  const dead = isEvaluated ? [...searchDeadTargeting(await project.evaluated(uri, document))].flat() : [];
  const known = { otherToggles: project.others(uri), policies: project.policies.of(uri), dead };
  const { problems } = checkedText({ uri, file: new UnopenedFile(text), ...known }, rating, world.docs);
  const lines = [...fileInWords(document), '', problemsLine(problems.length, file.path)];
  world.output.write(`${lines.map(visible).join('\n')}\n`);
  return document.root?.kind === 'object' && document.syntaxProblems.length === 0 ? 0 : 1;
}

function problemsLine(count: number, path: string): string {
  if (count === 0) return t('It has no problems.');
  return count === 1
    ? t('It has 1 problem, which toggle-targeting check shows: {0}', path)
    : t('It has {0} problems, which toggle-targeting check shows: {1}', count, path);
}
