/**
 * `toggle-targeting compare`: each toggle in two environments, told as if the first became the second. Files that differ are equal where
 * nobody is served differently.
 */
import { fileURLToPath } from 'node:url';
import { t } from '@vscode/l10n';
import { MAX_TEXT_LENGTH } from '../core/json/document.js';
import { targetingEnding } from '../core/targeting/fileNames.js';
import { decoded } from '../workspace/encoding.js';
import { environmentFiles } from '../workspace/environmentFiles.js';
import { boundsOf, uriOf } from './bounds.js';
import { Comparison, exitCodeOf } from './diff.js';
import type { ComparedFile, DiffFormat } from './diffReports.js';
import { diffReports } from './diffReports.js';
import type { SideText } from './diffSides.js';
import { findFiles } from './findFiles.js';
import { shownPath } from './paths.js';
import { pathForGitHub, writeReport } from './reports/annotation.js';
import { visible } from './reports/visible.js';
import type { ExitCode, World } from './world.js';

export interface CompareOptions {
  /** By their names in the config. */
  readonly environments: readonly [one: string, other: string];
  readonly places: readonly string[];
  readonly format: DiffFormat;
}

/** @returns 1 where a toggle is missing or does not arrive, 3 where it serves someone differently or it is not known */
export async function compare(
  { environments: [one, other], places, format }: CompareOptions,
  world: World,
): Promise<ExitCode> {
  const bounds = boundsOf({ places, followLinks: false }, world);
  const comparison = new Comparison(bounds, world);
  const { paths, failures } = findFiles(places, world, bounds, (name) => name.endsWith(targetingEnding));
  for (const failure of failures) world.messages.write(`${visible(failure)}\n`);
  const files: ComparedFile[] = [];
  for (const uri of paths.map(uriOf)) {
    const all = environmentFiles(uri, comparison.project);
    const counterpart = all.find(({ environment }) => environment === other);
    if (counterpart === undefined || all.find((file) => file.uri === uri)?.environment !== one) continue;
    await world.breathe();
    const [before, after] = [uri, counterpart.uri].map((each) => textOf(each, world));
    const path = shownPath(fileURLToPath(counterpart.uri), world.folder);
    const sides = {
      path,
      beforePath: shownPath(fileURLToPath(uri), world.folder),
      beforeUri: uri,
      afterUri: counterpart.uri,
    };
    files.push(
      ...(after === undefined
        ? [missing(path, other)]
        : await comparison.of([{ ...sides, before, after, areOneToggle: true, areInTwoEnvironments: true }])),
    );
  }
  if (files.length === 0) {
    world.messages.write(`${t('No targeting file of {0} has a counterpart in {1}.', visible(one), visible(other))}\n`);
    return 2;
  }
  const named = files.map((file) =>
    file.who === 'nobody' ? { ...file, summary: t('It serves everyone the same.') } : file,
  );
  const shown = named.map((file) => (format === 'github' ? { ...file, path: pathForGitHub(file.path, world) } : file));
  writeReport(format, diffReports[format](shown), world.output);
  const same = files.filter(({ who }) => who === 'nobody').length;
  if (format === 'text')
    world.output.write(
      `${t('{0} of {1} toggles serve everyone the same in {2} and {3}.', same, files.length, visible(one), visible(other))}\n`,
    );
  return failures.length > 0 ? 2 : exitCodeOf(files, undefined);
}

function textOf(uri: string, { files }: World): SideText {
  const bytes = files.read(fileURLToPath(uri), MAX_TEXT_LENGTH);
  return bytes instanceof Uint8Array ? decoded(bytes) : bytes;
}

function missing(path: string, environment: string): ComparedFile {
  return {
    ...{
      path,
      summary: t('There is no file in {0}.', environment),
      differences: [],
      came: [],
      gone: [],
      isBroken: true,
    },
    ...{ who: 'unknown', most: 10_000, changes: [], users: [], asked: 0, unknown: 0 },
  };
}
