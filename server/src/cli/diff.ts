/** `toggle-targeting diff`: what a change of targeting files does to people, and which targeting is dead since. */
import { t } from '@vscode/l10n';
import { Analysis } from '../analysis/analysis.js';
import { impactOf } from '../analysis/impact.js';
import type { Evaluated } from '../features/evaluation/evaluated.js';
import { changesInWords, findingInWords, impactInWords } from '../features/evaluation/impactWords.js';
import { parse } from '../json/document.js';
import { largestBeside } from '../checks/unreadable.js';
import { ConfigFiles } from '../workspace/configFiles.js';
import { identityOf } from '../workspace/config/identity.js';
import { boundsOf } from './bounds.js';
import type { DiffOptions } from './diffOptions.js';
import type { ComparedFile } from './diffReports.js';
import { diffReports } from './diffReports.js';
import type { Sides } from './diffSides.js';
import { sidesInGit, sidesOfFiles } from './diffSides.js';
import type { FilesAround } from './otherFiles.js';
import { filesAround } from './otherFiles.js';
import { visible } from './reports/visible.js';
import type { ExitCode, World } from './world.js';

/** Milliseconds for a file; what is not found out by then is not known. */
const patience = 2_000;

/** @returns 1 where a file does not arrive or too many are concerned, 3 where somebody gets something else or it is not known */
export async function diff(options: DiffOptions, world: World): Promise<ExitCode> {
  const { compared, format, maxShare } = options;
  const all =
    'git' in compared
      ? sidesInGit(compared.git, compared.places, world)
      : sidesOfFiles(compared.before, compared.after, world);
  if (typeof all === 'string') {
    world.messages.write(`${visible(all)}\n`);
    return 2;
  }
  const comparison = new Comparison(world);
  const files: ComparedFile[] = [];
  for (const sides of 'path' in all ? [all] : all) files.push(await comparison.of(sides));
  world.output.write(diffReports[format](files));
  return exitCodeOf(files, maxShare);
}

function exitCodeOf(files: readonly ComparedFile[], maxShare: number | undefined): ExitCode {
  if (files.some(({ isBroken }) => isBroken)) return 1;
  const changed = files.filter(({ who }) => who !== 'nobody');
  if (changed.length === 0) return 0;
  if (maxShare === undefined) return 3;
  return changed.every(({ most }) => most <= maxShare) ? 0 : 1;
}

class Comparison {
  readonly #configs: ConfigFiles;
  readonly #around: FilesAround;

  constructor(private readonly world: World) {
    const bounds = boundsOf({ places: ['.'], followLinks: false }, world);
    this.#configs = new ConfigFiles(
      (uri) => world.disk.read(uri, largestBeside),
      bounds,
      (uri, { unreadable }) => {
        world.messages.write(`${visible(t('{0} cannot be read ({1}).', uri, unreadable))}\n`);
      },
    );
    this.#around = filesAround(world, bounds, this.#configs);
  }

  async of({ path, beforeUri, afterUri, before, after }: Sides): Promise<ComparedFile> {
    const said = (summary: string, rest: Partial<ComparedFile> = {}): ComparedFile => ({
      ...{ path, summary, who: 'unknown', most: 10_000, changes: [], came: [], gone: [], isBroken: false },
      ...rest,
    });
    if (after === undefined)
      return said(t('The file is gone: the service keeps what it has.'), { who: 'nobody', most: 0 });
    const later = await this.#around.evaluated(afterUri, parse(after));
    if (later.notice !== undefined) return said(later.notice.words, { isBroken: true });
    const toggles = await Promise.all([beforeUri, afterUri].map((uri) => this.#toggleOf(uri)));
    if (before === undefined || toggles[0] !== toggles[1])
      return said(t('The file is new: what its toggle served until now is not known.'), {
        came: findingsIn(later, this.#isOver()),
      });
    const earlier = await this.#around.evaluated(beforeUri, parse(before));
    if (earlier.notice !== undefined) return said(t('Before: {0}', earlier.notice.words));
    const impact = impactOf(earlier.arrival, later.arrival, this.world.time(), this.#isOver());
    const [deadBefore, deadAfter] = [earlier, later].map((each) => findingsIn(each, this.#isOver()));
    return said(impactInWords(impact), {
      who: impact.who,
      most: impact.most,
      changes: changesInWords(impact.changes, earlier.json, later.json),
      came: (deadAfter ?? []).filter((words) => !deadBefore?.includes(words)),
      gone: (deadBefore ?? []).filter((words) => !deadAfter?.includes(words)),
    });
  }

  async #toggleOf(uri: string): Promise<string> {
    return identityOf(uri, await this.#configs.nearest(uri)).toggle;
  }

  #isOver(): () => boolean {
    const until = this.world.now() + patience;
    return () => this.world.now() > until;
  }
}

function findingsIn({ arrival, json, now }: Evaluated, isOver: () => boolean): readonly string[] {
  const { toggle, environment } = arrival;
  return new Analysis({ toggle, environment, now, isOver }).findings().map((finding) => findingInWords(finding, json));
}
