/** What the configs of an earlier commit say, so that a plan can say what is not protected any more, and which rules are looser. */
import { posix } from 'node:path';
import { t } from '@vscode/l10n';
import { configFileName } from '../../core/targeting/fileNames.js';
import type { ParsedConfig } from '../../workspace/config/config.js';
import { parseConfig, placeKeyOf } from '../../workspace/config/config.js';
import type { RulesOfFile } from '../../workspace/config/loosened.js';
import { rulesOfFile } from '../../workspace/config/loosened.js';
import { decoded } from '../../core/checks/encoding.js';
import { revisionOf } from '../diffSides.js';
import { gitIn } from '../../workspace/repository.js';
import type { World } from '../world.js';
import type { TargetedFile } from './files.js';

export interface ConfigsBefore {
  /** Keys of places (config.ts) that any of them protects. */
  readonly protectedPlaces: ReadonlySet<string>;
  /** What was asked of a push of the file to that place; undefined where no config had the place. */
  readonly rulesFor: (file: Pick<TargetedFile, 'path' | 'target'>) => RulesOfFile | undefined;
}

/** @returns a sentence where they cannot be told */
export function configsBefore(base: string, world: World): ConfigsBefore | string {
  const git = gitIn(world.folder, world);
  if (typeof git === 'string') return git;
  const unknown = t('Git does not know {0} here.', JSON.stringify(base));
  const commit = revisionOf(base, git);
  const listed = commit === undefined ? undefined : git(['ls-tree', '-r', '-z', '--full-tree', commit]);
  const prefix = git(['rev-parse', '--show-prefix']);
  if (listed === undefined || prefix === undefined) return unknown;
  const configs: ConfigAt[] = [];
  for (const entry of decoded(listed).split('\0')) {
    const [, blob, path] = /^\d+ blob (\w+)\t([^]*)$/.exec(entry) ?? [];
    if (blob === undefined || path?.split('/').at(-1) !== configFileName) continue;
    const text = git(['cat-file', 'blob', blob]);
    if (text === undefined) return unknown;
    configs.push({ folder: path.slice(0, -configFileName.length), parsed: parseConfig(decoded(text)) });
  }
  const below = decoded(prefix).replace(/\r?\n$/, '');
  const environments = configs.flatMap(({ parsed }) => parsed.config?.environments ?? []);
  return {
    protectedPlaces: new Set(environments.filter((each) => each.protected).map(placeKeyOf)),
    rulesFor: ({ path, target }) => rulesIn(configs, posix.join(below, path), target),
  };
}

interface ConfigAt {
  /** From the top of the repository, with a slash at its end; empty for the top itself. */
  readonly folder: string;
  readonly parsed: ParsedConfig;
}

/** The nearest config above the file comes first: one that was moved or renamed is known by its place. */
function rulesIn(configs: readonly ConfigAt[], path: string, target: TargetedFile['target']): RulesOfFile | undefined {
  const above = configs.filter(({ folder }) => path.startsWith(folder)).toSorted(byDepth);
  for (const { folder, parsed } of [...above.slice(0, 1), ...configs.filter((each) => each !== above[0])]) {
    const isAbove = folder === above[0]?.folder;
    const name = nameIn(parsed, target, isAbove);
    if (name !== undefined)
      return rulesOfFile(parsed, isAbove ? path.slice(folder.length) : posix.basename(path), name);
  }
  return undefined;
}

function byDepth(a: ConfigAt, b: ConfigAt): number {
  return b.folder.length - a.folder.length;
}

/** How a config calls the place of a target; of one with a problem, only the names are known. */
function nameIn(
  { config, policies }: ParsedConfig,
  target: TargetedFile['target'],
  isAbove: boolean,
): string | undefined {
  const place = placeKeyOf({ ...target, key: target.environmentKey });
  const there = config?.environments.find((each) => placeKeyOf(each) === place)?.name;
  return there ?? (isAbove && policies.of.has(target.environment) ? target.environment : undefined);
}
