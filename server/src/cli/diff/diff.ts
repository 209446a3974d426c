/** `toggle-targeting diff`: shows the changes of targeting files, their impact on users, and new dead targeting. */
import { t } from '../../core/t.js';
import { obstacleOf } from '../../core/results/tests/broken.js';
import { changesBetween } from '../../core/results/impact/changesBetween.js';
import type { Evaluated } from '../../core/results/evaluated.js';
import { searchDeadTargeting } from '../../core/results/deadTargetingOf.js';
import type { Changing } from '../../core/results/impact/impactTogether.js';
import { combinedImpact } from '../../core/results/impact/impactTogether.js';
import { changingTogether } from '../../workspace/dependents.js';
import { findingInWords } from '../../core/results/impact/impactWords.js';
import { parse } from '../../core/json/document.js';
import { notReadable } from '../../core/checks/text/unreadable.js';
import { whole } from '../../core/targeting/values/shares.js';
import type { Bounds } from '../../workspace/disk/bounds.js';
import type { ToggleChange } from '../../core/protocol.js';
import type { Identity } from '../../workspace/config/identity.js';
import { identityOf, isSamePlace } from '../../workspace/config/identity.js';
import { boundsOf, projectWithMessages } from '../files/commandProject.js';
import type { Project } from '../../workspace/project.js';
import type { ComparedFile } from './diffReports.js';
import { itemOf } from './diffReports.js';
import type { Sides } from './diffSides.js';
import { sidesInGit, sidesOfFiles } from './diffSides.js';
import type { ToldFormat } from '../reports/commandReport.js';
import { printReport } from '../reports/commandReport.js';
import { printErrors } from '../reports/visible.js';
import type { ExitCode, World } from '../world.js';

export interface DiffOptions {
  readonly compared:
    | { readonly before: string; readonly after: string }
    /** A Git range, with the places to compare. */
    | { readonly git: string; readonly places: readonly string[] };
  readonly format: ToldFormat;
  /** The allowed share of affected users in ten-thousandths. If undefined, the exit code reports every change. */
  readonly maxShare: number | undefined;
}

/** @returns 1 if a file is broken or affects too many users, 2 on errors, 3 if users get or may get different values */
export async function diff(options: DiffOptions, world: World): Promise<ExitCode> {
  const { compared, format, maxShare } = options;
  const bounds = boundsOf({ places: ['.'], followLinks: false }, world);
  const all =
    'git' in compared
      ? sidesInGit(compared.git, compared.places, bounds, world)
      : sidesOfFiles(compared.before, compared.after, bounds, world);
  if (typeof all === 'string') return printErrors(world, all);
  const comparison = new Comparison(bounds, world);
  const files = await comparison.of('path' in all ? [all] : all);
  const title = files.length === 0 ? t('No targeting files differ.') : undefined;
  const told = { items: files.map(itemOf), last: title, data: { files } };
  printReport(format, { ...told, title: title ?? t('Changes for users') }, world);
  return exitCodeOf(files, maxShare);
}

export function exitCodeOf(files: readonly ComparedFile[], maxShare: number | undefined): ExitCode {
  if (files.some(({ isBroken }) => isBroken)) return 1;
  const changed = files.filter(({ who, dependents = [] }) => who !== 'nobody' || dependents.length > 0);
  if (changed.length === 0) return 0;
  if (maxShare === undefined) return 3;
  const shares = changed.flatMap(({ most, dependents = [] }) => [most, ...dependents.map((each) => each.most)]);
  return shares.every((share) => share <= maxShare) ? 0 : 1;
}

type Together = Changing & { readonly keys: readonly string[] };

export class Comparison {
  readonly #project: Project;

  constructor(bounds: Bounds, world: World) {
    this.#project = projectWithMessages(world, bounds);
  }

  /** Evaluates all changes that affect the same environment together. */
  async of(all: readonly Sides[]): Promise<readonly ComparedFile[]> {
    const sides = all.flatMap((each) => this.#ofOneToggle(each));
    const together = await this.#together(sides.flatMap((each) => ('summary' in each ? [] : [each])));
    const files: ComparedFile[] = [];
    for (const each of sides) files.push('summary' in each ? each : await this.#compared(each, together.get(each)));
    return files;
  }

  #ofOneToggle(sides: Sides): readonly (Sides | ComparedFile)[] {
    const { beforePath, before, beforeUri, afterUri, areOneToggle } = sides;
    const isRenamed = this.#toggleOf(beforeUri) !== this.#toggleOf(afterUri);
    if (!isRenamed) return [sides];
    if (areOneToggle === true) return [{ ...sides, beforeUri: afterUri }];
    // A renamed file belongs to another toggle, so it is compared as a deleted and a new file.
    const earlier = before === undefined ? [] : [gone(beforePath)];
    return [...earlier, { ...sides, before: undefined }];
  }

  async #together(all: readonly Sides[]): Promise<ReadonlyMap<Sides, Together>> {
    const groups: { readonly identity: Identity; readonly changes: Map<string, ToggleChange & { sides: Sides }> }[] =
      [];
    for (const sides of all) {
      const { afterUri: uri, before, after } = sides;
      if (typeof before !== 'string' || typeof after !== 'string') continue;
      const identity = identityOf(uri, this.#project.config(uri));
      const { toggle } = identity;
      const group = groups.find((each) => isSamePlace(each.identity, identity) && !each.changes.has(toggle));
      const { changes } = group ?? { changes: new Map<string, ToggleChange & { sides: Sides }>() };
      if (group === undefined) groups.push({ identity, changes });
      changes.set(toggle, { uri, toggle, before, after, sides });
    }
    const found = new Map<Sides, Together>();
    for (const { changes } of groups) {
      const list = [...changes.values()];
      const made = await changingTogether(this.#project, list, [], (uri, json, known) =>
        this.#project.evaluated(uri, json, known),
      );
      for (const [index, { sides }] of list.entries())
        if (made[index] !== undefined) found.set(sides, { ...made[index], keys: [...changes.keys()] });
    }
    return found;
  }

  async #compared(
    { path, beforeUri, afterUri, before, after }: Sides,
    together: Together | undefined,
  ): Promise<ComparedFile> {
    if (after === undefined) return gone(path);
    if (typeof after !== 'string') return said(path, notReadable(after), { isBroken: true });
    const later = together?.after ?? (await this.#project.evaluated(afterUri, parse(after)));
    const broken = obstacleOf(later);
    if (broken !== undefined) return said(path, broken, { isBroken: true });
    if (before === undefined)
      return said(path, t('The file is new: what its toggle served before is unknown.'), {
        came: findingsIn(later),
      });
    if (typeof before !== 'string') return said(path, t('Before: {0}', notReadable(before)));
    const earlier = together?.before ?? (await this.#project.evaluated(beforeUri, parse(before)));
    const wasBroken = obstacleOf(earlier);
    if (wasBroken !== undefined) return said(path, t('Before: {0}', wasBroken));
    const changing = together ?? { before: earlier, after: later, dependents: [], keys: [] };
    const users = this.#project.users(afterUri)?.all ?? [];
    const { words, ...impact } = combinedImpact(changing, changing.keys, users);
    const [deadBefore, deadAfter] = [findingsIn(earlier), findingsIn(later)];
    return said(path, words, {
      ...impact,
      differences: changesBetween(earlier.json, later.json),
      came: without(deadAfter, deadBefore),
      gone: without(deadBefore, deadAfter),
    });
  }

  #toggleOf(uri: string): string {
    return identityOf(uri, this.#project.config(uri)).toggle;
  }
}

export function said(path: string, summary: string, rest: Partial<ComparedFile> = {}): ComparedFile {
  return {
    ...{ path, summary, differences: [], came: [], gone: [], isBroken: false },
    ...{ who: 'unknown', most: whole, changes: [], users: [], asked: 0, unknown: 0 },
    ...rest,
  };
}

function gone(path: string): ComparedFile {
  return said(path, t('The file was deleted. The live version stays as it is.'), { who: 'nobody', most: 0 });
}

function findingsIn(evaluated: Evaluated): readonly string[] {
  return [...searchDeadTargeting(evaluated)].flat().map((finding) => findingInWords(finding, evaluated.words));
}

function without(sentences: readonly string[], others: readonly string[]): readonly string[] {
  const known = new Set(others);
  return sentences.filter((each) => !known.has(each));
}
