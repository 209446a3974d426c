/** `toggle-targeting compare`: compares toggles in two environments by the values that users get. */
import { t } from '../../core/t.js';
import { targetingEnding } from '../../core/targeting/fileNames.js';
import { sentencesOf } from '../../core/targeting/joined.js';
import { compared, toggleThere } from '../../workspace/comparison.js';
import type { EnvironmentFile } from '../../workspace/environmentFiles.js';
import { filesInBoth } from '../../workspace/environmentFiles.js';
import type { Project } from '../../workspace/project.js';
import { boundsOf, projectWithMessages } from '../files/commandProject.js';
import { exitCodeOf, said } from './diff.js';
import type { ComparedFile } from './diffReports.js';
import { itemOf } from './diffReports.js';
import { findFiles } from '../files/findFiles.js';
import { shownUri } from '../files/paths.js';
import type { ToldFormat } from '../reports/commandReport.js';
import { printReport } from '../reports/commandReport.js';
import { printErrors } from '../reports/visible.js';
import type { ExitCode, World } from '../world.js';
import { uriOf } from '../../workspace/disk/paths.js';

export interface CompareOptions {
  /** The names of the two environments in the config. */
  readonly environments: readonly [one: string, other: string];
  readonly places: readonly string[];
  readonly format: ToldFormat;
}

/** @returns 1 if a toggle is missing or broken, 2 on errors, 3 if users get or may get different values */
export async function compare({ environments, places, format }: CompareOptions, world: World): Promise<ExitCode> {
  const [one, other] = environments;
  const bounds = boundsOf({ places, followLinks: false }, world);
  const project = projectWithMessages(world, bounds);
  const { paths, failures } = findFiles(places, world, bounds, (name) => name.endsWith(targetingEnding));
  const files: ComparedFile[] = [];
  for (const pair of filesInBoth(paths.map(uriOf), environments, project)) {
    await world.pause();
    files.push(await comparedFile(pair, project, world));
  }
  if (files.length === 0) {
    const none = t('No targeting file of {0} has a counterpart in {1}.', one, other);
    return printErrors(world, ...failures, none);
  }
  const same = files.filter(isSame).length;
  const count = t('{0} of {1} toggles serve everyone the same in {2} and {3}.', same, files.length, one, other);
  const direction = t('The differences are shown as changes from {0} to {1}.', one, other);
  const summary = same === files.length ? count : sentencesOf([count, direction]);
  // Toggles without differences appear only in the format `text`, so that pull requests show only the differences.
  const items = files.map((file) => ({ ...itemOf(file), ...(isSame(file) && { only: 'text' as const }) }));
  printReport(format, { items, last: summary, failures, data: { files } }, world);
  return failures.length > 0 ? 2 : exitCodeOf(files, undefined);
}

async function comparedFile(
  [one, other]: readonly [EnvironmentFile, EnvironmentFile],
  project: Project,
  world: World,
): Promise<ComparedFile> {
  const evaluated: Project['evaluated'] = (uri, json) => project.evaluated(uri, json);
  const [before, after] = [await toggleThere(one, project, evaluated), await toggleThere(other, project, evaluated)];
  const found = compared(before, after, project);
  const pathOf = (uri: string) => shownUri(uri, world.folder);
  if (found.kind === 'obstacle') return said(pathOf(found.there.uri), found.obstacle, { isBroken: true });
  const { impact, differences } = found;
  const { words, ...rest } = impact;
  const summary = impact.who === 'nobody' ? t('It serves everyone the same.') : words;
  return said(pathOf(other.uri), summary, { ...rest, differences });
}

function isSame({ who }: ComparedFile): boolean {
  return who === 'nobody';
}
