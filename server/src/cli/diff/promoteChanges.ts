/** `toggle-targeting promote`: applies the changes in one environment's files to the same toggles in others. */
import { t } from '../../core/t.js';
import { notReadable } from '../../core/checks/text/unreadable.js';
import { carriedOver } from '../../core/features/merge/carriedOver.js';
import type { PolicyGate } from '../../service/push/gatesOfRules.js';
import { policyGates } from '../../service/push/gatesOfRules.js';
import { impactInShort } from '../../service/push/risk.js';
import type { Carried } from '../../workspace/carryOver.js';
import { carryOver } from '../../workspace/carryOver.js';
import { targetsOf } from '../../workspace/config/targets.js';
import { environmentFiles } from '../../workspace/environmentFiles.js';
import type { Project } from '../../workspace/project.js';
import { withRule } from '../../workspace/config/ruleOfFile.js';
import { boundsOf, projectWithMessages } from '../files/commandProject.js';
import type { Sides } from './diffSides.js';
import { sidesInGit } from './diffSides.js';
import { shownUri } from '../files/paths.js';
import { replaceText } from '../files/replaceText.js';
import { printErrors, visible } from '../reports/visible.js';
import type { ExitCode, World } from '../world.js';
import { pathOf } from '../../workspace/disk/paths.js';

export interface PromoteOptions {
  readonly git: string;
  readonly from: string;
  /** The environments to change; undefined for all other environments of the config. */
  readonly to: readonly string[] | undefined;
  readonly write: boolean;
  readonly places: readonly string[];
}

export async function promoteChanges(options: PromoteOptions, world: World): Promise<ExitCode> {
  const bounds = boundsOf({ places: ['.'], followLinks: false }, world);
  const changed = sidesInGit(options.git, options.places, bounds, world);
  if (typeof changed === 'string') return printErrors(world, changed);
  const project = projectWithMessages(world, bounds);
  const tally = { toApply: 0, leftOut: 0, failed: 0 };
  const sides = changed.filter(({ afterUri }) =>
    environmentFiles(afterUri, project).some((file) => file.uri === afterUri && file.environment === options.from),
  );
  if (sides.length === 0) world.output.write(`${t('No file of {0} has changed.', visible(options.from))}\n`);
  const changes = sides.map(({ before, after, afterUri: uri }) => {
    const isChange = typeof before === 'string' && typeof after === 'string';
    return { uri, made: isChange ? (target: string) => carriedOver(before, after, target) : undefined };
  });
  for (const { uri } of changes) await project.ready(uri);
  const all = await carryOver(project, changes, (uri, json, known) => project.evaluated(uri, json, known));
  for (const [index, side] of sides.entries()) promoteFile(side, all[index], options, { world, project, tally });
  if (tally.failed > 0) return 2;
  if (tally.leftOut > 0) return 1;
  return tally.toApply > 0 && !options.write ? 3 : 0;
}

interface Context {
  readonly world: World;
  readonly project: Project;
  readonly tally: { toApply: number; leftOut: number; failed: number };
}

function promoteFile(
  { path, before, after }: Sides,
  carried: readonly Carried[] | undefined,
  { to, write }: PromoteOptions,
  { world, project, tally }: Context,
): void {
  const say = (line: string, depth = 0) => world.output.write(`${'  '.repeat(depth)}${visible(line)}\n`);
  say(path);
  const fails = (line: string, depth: number) => {
    tally.failed += 1;
    say(line, depth);
  };
  if (carried === undefined) {
    const unread = [before, after].find((side) => typeof side === 'object');
    if (unread !== undefined) fails(notReadable(unread), 1);
    else say(t('Not promoted: the file is new or deleted.'), 1);
    tally.leftOut += 1;
    return;
  }
  for (const each of carried) {
    if (to !== undefined && !to.includes(each.environment)) continue;
    if (each.kind !== 'carried') {
      const reason = each.kind === 'unreadable' ? each.reason : t('The files are not valid JSON.');
      if (each.kind === 'missing') say(t('{0}: there is no file.', each.environment), 1);
      else fails(t('{0}: {1}', each.environment, reason), 1);
      continue;
    }
    say(t('{0}: {1}', each.environment, shownUri(each.uri, world.folder)), 1);
    const gates = gatesOf(each, project);
    for (const line of [...linesOf(each), ...rulesOf(each, gates, project)]) say(line, 2);
    const refuses = each.changes.length > 0 && [...each.broken, ...gates].some(({ severity }) => severity === 'error');
    tally.leftOut += each.leftOut.length + (refuses ? 1 : 0);
    if (each.changes.length === 0 || refuses) continue;
    tally.toApply += 1;
    const error = write ? replaceText(pathOf(each.uri), each.document.text, each.text, world) : undefined;
    if (error !== undefined) fails(t('The file could not be written ({0}).', error), 2);
  }
}

type CarriedThere = Extract<Carried, { readonly kind: 'carried' }>;

function linesOf({ changes, leftOut, impact }: CarriedThere): readonly string[] {
  const isDone = changes.length === 0 && leftOut.length === 0;
  return [
    ...(isDone ? [t('Already has the change.')] : changes),
    ...(changes.length === 0 ? [] : impactInShort(impact)),
    ...leftOut.map((words) => t('Not promoted, as the file changed the same part differently: {0}', words)),
  ];
}

/** The gates that the organization's rules would set for a push of the promoted file. */
function gatesOf({ uri, environment, impact, disables }: CarriedThere, project: Project): readonly PolicyGate[] {
  const found = project.config(uri);
  const targets = found && targetsOf(found.parsed, found.uri, uri);
  const target = targets?.kind === 'found' ? targets.targets.find((one) => one.environment === environment) : undefined;
  return target === undefined ? [] : policyGates(target, { impact, disables });
}

function rulesOf(each: CarriedThere, gates: readonly PolicyGate[], project: Project): readonly string[] {
  const { uri, environment, changes, broken } = each;
  if (changes.length === 0) return [];
  return [
    ...broken.map(({ severity, line, message, breaks }) => {
      const said = withRule(project, uri, message, breaks);
      return severity === 'error'
        ? t('Not promoted: line {0} would break a rule of the organization: {1}', line, said)
        : t('Line {0}: {1}', line, said);
    }),
    ...gates.map(({ rule, severity, message }) => {
      const said = withRule(project, uri, message, { rule, environments: [environment] });
      return severity === 'error' ? t('Not changed: {0}', said) : said;
    }),
  ];
}
