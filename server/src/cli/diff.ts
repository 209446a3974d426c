/** `toggle-targeting diff`: what changes in targeting files, what that does to people, and which targeting is dead since. */
import { fileURLToPath } from 'node:url';
import { t } from '@vscode/l10n';
import { changesOfBody } from '../core/targeting/state/changes.js';
import { asObject } from '../core/targeting/state/state.js';
import { Analysis } from '../core/analysis/analysis.js';
import type { Evaluated } from '../core/results/evaluated.js';
import { impactOnDependents } from '../core/results/dependents.js';
import { impactBetween } from '../core/results/impactBetween.js';
import { dependentsOf } from '../workspace/dependents.js';
import { findingInWords } from '../core/results/impactWords.js';
import { obstacleInWords } from '../core/results/reasonWords.js';
import { parse } from '../core/json/document.js';
import { syntaxProblem } from '../core/checks/syntax.js';
import { notReadable } from '../core/checks/unreadable.js';
import { whole } from '../core/targeting/shares.js';
import type { Bounds } from '../workspace/bounds.js';
import { identityOf } from '../workspace/config/identity.js';
import { boundsOf, projectOf } from './bounds.js';
import type { Project } from '../workspace/project.js';
import type { ComparedFile, DiffFormat } from './diffReports.js';
import { diffReports } from './diffReports.js';
import type { Sides } from './diffSides.js';
import { sidesInGit, sidesOfFiles } from './diffSides.js';
import { shownPath } from './paths.js';
import { pathForGitHub, writeReport } from './reports/annotation.js';
import { visible } from './reports/visible.js';
import type { ExitCode, World } from './world.js';

export interface DiffOptions {
  readonly compared:
    | { readonly before: string; readonly after: string }
    /** A range of Git, and the places in it that are looked at. */
    | { readonly git: string; readonly places: readonly string[] };
  readonly format: DiffFormat;
  /** In ten-thousandths; undefined where any change is told by the exit code. */
  readonly maxShare: number | undefined;
}

/** Milliseconds for a file; what is not found out by then is not known. */
const ANALYSIS_BUDGET_MS = 2_000;

/** @returns 1 where a file does not arrive or too many are concerned, 3 where someone gets a different value or it is not known */
export async function diff(options: DiffOptions, world: World): Promise<ExitCode> {
  const { compared, format, maxShare } = options;
  const bounds = boundsOf({ places: ['.'], followLinks: false }, world);
  const all =
    'git' in compared
      ? sidesInGit(compared.git, compared.places, bounds, world)
      : sidesOfFiles(compared.before, compared.after, bounds, world);
  if (typeof all === 'string') {
    world.messages.write(`${visible(all)}\n`);
    return 2;
  }
  const comparison = new Comparison(bounds, world);
  const files: ComparedFile[] = [];
  for (const sides of 'path' in all ? [all] : all) files.push(...(await comparison.of(sides)));
  const named = (file: ComparedFile) =>
    format === 'github' ? { ...file, path: pathForGitHub(file.path, world) } : file;
  writeReport(format, diffReports[format](files.map(named)), world.output);
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

export class Comparison {
  readonly project: Project;

  constructor(
    bounds: Bounds,
    private readonly world: World,
  ) {
    this.project = projectOf(world, bounds, (uri, { unreadable }) => {
      const shown = JSON.stringify(shownPath(fileURLToPath(uri), world.folder));
      world.messages.write(`${visible(t('{0} cannot be read ({1}).', shown, unreadable))}\n`);
    });
  }

  async of(sides: Sides): Promise<readonly ComparedFile[]> {
    const { beforePath, before, beforeUri, afterUri, areOneToggle } = sides;
    const isRenamed = this.#toggleOf(beforeUri) !== this.#toggleOf(afterUri);
    if (!isRenamed) return [await this.#compared(sides)];
    if (areOneToggle === true) return [await this.#compared({ ...sides, beforeUri: afterUri })];
    // Under another name it is another toggle.
    const earlier = before === undefined ? [] : [gone(beforePath)];
    return [...earlier, await this.#compared({ ...sides, before: undefined })];
  }

  async #compared({ path, beforeUri, afterUri, before, after, areInTwoEnvironments }: Sides): Promise<ComparedFile> {
    if (after === undefined) return gone(path);
    if (typeof after !== 'string') return said(path, notReadable(after), { isBroken: true });
    const later = await this.project.evaluated(afterUri, parse(after));
    const broken = whatIsBroken(later);
    if (broken !== undefined) return said(path, broken, { isBroken: true });
    if (before === undefined)
      return said(path, t('The file is new: what its toggle has served so far is unknown.'), {
        came: findingsIn(later, this.#isOver()),
      });
    if (typeof before !== 'string') return said(path, t('Before: {0}', notReadable(before)));
    const earlier = await this.project.evaluated(beforeUri, parse(before));
    const wasBroken = whatIsBroken(earlier);
    if (wasBroken !== undefined) return said(path, t('Before: {0}', wasBroken));
    const { words, ...impact } = impactBetween(earlier, later, this.project.users(afterUri)?.all ?? [], this.#isOver());
    const files = areInTwoEnvironments
      ? []
      : await dependentsOf(this.project, afterUri, [before, after], (uri, json, instead) =>
          this.project.evaluated(uri, json, { instead }),
        );
    const told = {
      ...impact,
      ...impactOnDependents(earlier, later, files, this.#isOver()),
      differences: changesOf(earlier, later),
    };
    if (areInTwoEnvironments) return said(path, words, told);
    const [deadBefore, deadAfter] = [earlier, later].map((each) => findingsIn(each, this.#isOver()));
    return said(path, words, {
      ...told,
      came: (deadAfter ?? []).filter((words) => !deadBefore?.includes(words)),
      gone: (deadBefore ?? []).filter((words) => !deadAfter?.includes(words)),
    });
  }

  #toggleOf(uri: string): string {
    return identityOf(uri, this.project.config(uri)).toggle;
  }

  #isOver(): () => boolean {
    const until = this.world.now() + ANALYSIS_BUDGET_MS;
    return () => this.world.now() > until;
  }
}

function said(path: string, summary: string, rest: Partial<ComparedFile> = {}): ComparedFile {
  return {
    ...{ path, summary, differences: [], came: [], gone: [], isBroken: false },
    ...{ who: 'unknown', most: whole, changes: [], users: [], asked: 0, unknown: 0 },
    ...rest,
  };
}

function gone(path: string): ComparedFile {
  return said(path, t('The file is gone: the service keeps what it has.'), { who: 'nobody', most: 0 });
}

/** Why a file does not get to anyone. */
function whatIsBroken({ arrival, json }: Evaluated): string | undefined {
  if (arrival.obstacle !== undefined) return obstacleInWords(arrival.obstacle);
  const [first] = json.syntaxProblems;
  return first && t('Line {0}: {1}', json.positionAt(first.start).line + 1, syntaxProblem(first).message);
}

function changesOf(earlier: Evaluated, later: Evaluated): readonly string[] {
  const [before, after] = [earlier, later].map(({ json }) => asObject(json.root?.value) ?? {});
  return changesOfBody(before ?? {}, after ?? {});
}

function findingsIn({ arrival, json, now }: Evaluated, isOver: () => boolean): readonly string[] {
  const { toggle, environment } = arrival;
  return new Analysis({ toggle, environment, now, isOver }).findings().map((finding) => findingInWords(finding, json));
}
