/** Checks all findings about random contents with users of all combinations of values. */
import { Budget } from '../../server/src/core/budget.js';
import { Analysis } from '../../server/src/core/analysis/analysis.js';
import { resultOf } from '../../server/src/core/json/steps.js';
import { findingsAtOnce } from '../../server/src/core/analysis/dead/alive.js';
import type { Finding } from '../../server/src/core/analysis/dead/findings.js';
import { findingsOf, Rules } from '../../server/src/core/analysis/dead/findings.js';
import { decide } from '../../server/src/core/evaluation/evaluate.js';
import { all, eachOf, official } from '../../server/src/core/evaluation/sdks/sdks.js';
import { User } from '../../server/src/core/evaluation/user.js';
import { Given, Grid } from './bruteForce.js';
import type { Content } from './contents.js';
import { Random, arrivalIn, times, userIn, worldOf } from './contents.js';

export class Tally {
  contents = 0;
  rules = 0;
  /** Rules that no user on the grid reaches, and those of them that are reported as dead. */
  unreached = 0;
  dead = 0;
  byCode: Record<string, number> = {};
  /** Contents whose rules are all alive, and those of them that need no search. */
  simple = 0;
  foundAtOnce = 0;
  /** Rules that a user on the grid reaches now, and those of them that have a witness. */
  reached = 0;
  witnesses = 0;
}

const now = 1_717_200_000;

/** @returns false claims */
export function falseClaims(seed: number, tally: Tally): readonly string[] {
  const random = new Random(seed);
  const world = worldOf(random);
  const { toggle, environment } = arrivalIn(world);
  const analysis = new Analysis({ toggle, environment, now, budget: new Budget(Infinity) });
  const findings = analysis.findings();
  const searched = [...findingsOf(Rules.of(toggle, new Budget(Infinity)), environment)].flat();
  const grid = new Grid([toggle], random, 250);
  const decidedTo = new Map(
    eachOf(all).map((evaluator) => [evaluator, grid.points.map((point) => grid.decidedAt(point, toggle, evaluator))]),
  );
  const decided = decidedTo.get(official) ?? [];
  const wrong: string[] = [];
  const isFoundAtOnce = resultOf(findingsAtOnce(toggle)) !== undefined;
  if (isFoundAtOnce && JSON.stringify(findings) !== JSON.stringify(searched))
    wrong.push('a search finds something else');
  if (searched.every(({ code }) => code === 'never-served')) tally.simple += 1;
  if (isFoundAtOnce) tally.foundAtOnce += 1;
  // Reached in some SDK: findings must hold for users of every SDK.
  const reached = new Set([...decidedTo.values()].flat());
  const dead = new Set(findings.flatMap((each) => (isOfDead(each) ? [each.rule] : [])));
  const impossible = new Set(findings.flatMap((each) => ('prerequisite' in each ? [each.prerequisite] : [])));
  tally.contents += 1;
  tally.rules += toggle.rules.length;
  for (const rule of toggle.rules.keys()) {
    if (!reached.has(rule)) tally.unreached += 1;
    if (!dead.has(rule)) continue;
    tally.dead += 1;
    if (reached.has(rule)) wrong.push(`rule ${rule} is not dead`);
  }
  for (const finding of findings) {
    tally.byCode[finding.code] = (tally.byCode[finding.code] ?? 0) + 1;
    if (finding.code === 'never-served' && isServed(finding.variation)) wrong.push(JSON.stringify(finding));
  }
  for (const some of findings.length === 0 ? [] : [[random.of(findings)], findings]) {
    const without = removed(world.asked.content, some);
    if (!isSame(without.content, without.rules)) wrong.push(`${JSON.stringify(some)} changes something`);
  }
  wrong.push(...wrongWitnesses(), ...wrongAboutUsers());
  return wrong;

  function isSame(content: Content, kept: readonly number[]): boolean {
    const other = arrivalIn({ ...world, asked: { ...world.asked, content } });
    const [given, givenThere] = [
      new Given({ toggle, environment, obstacle: undefined, ownObstacle: undefined }),
      new Given(other),
    ];
    return [...decidedTo].every(([evaluator, decidedHere]) =>
      grid.points.every((point, at) => {
        const [before, after] = [decidedHere[at] ?? 'depends', grid.decidedAt(point, other.toggle, evaluator)];
        if (before === 'depends' || after === 'depends') return true;
        if (kept[after] === before) return true;
        const [one, two] = [given.by(before), givenThere.by(after)];
        return one !== undefined && one === two;
      }),
    );
  }

  function isServed(variation: number): boolean {
    const { rules, defaultServe, disabledServe } = toggle;
    const decided = [...reached].filter((index) => typeof index === 'number');
    const serves = [disabledServe, ...decided.map((index) => rules[index]?.serve ?? defaultServe)];
    return serves.some((serve) => {
      if (typeof serve === 'number') return serve === variation;
      const [start, end] = serve === 'unknown' ? [0, 0] : (serve[variation] ?? [0, 0]);
      return start < end && start < 10_000;
    });
  }

  function wrongWitnesses(): readonly string[] {
    const present = times.indexOf(now);
    const isPresent = (at: number) => grid.points[at]?.at(-1) === (toggle.rules.length === 0 ? 0 : present);
    const reachedNow = new Set(decided.filter((_, at) => isPresent(at)));
    const isAlone = toggle.isEnabled && toggle.prerequisites.length === 0;
    return [...toggle.rules.keys(), 'default' as const].flatMap((rule) => {
      const witness = analysis.witnessOf(rule);
      if (isAlone && reachedNow.has(rule === 'default' ? toggle.rules.length : rule)) {
        tally.reached += 1;
        if (witness !== undefined) tally.witnesses += 1;
      }
      if (witness === undefined) return [];
      const { key, attributes, segments, bucket } = witness;
      const in_ = bucket === undefined ? undefined : new Map([['asked', bucket]]);
      const user = new User(key, attributes, now, segments && new Set(segments), in_);
      const decision = decide(toggle, user, environment).of(1);
      const by =
        decision.kind === 'served' || decision.kind === 'nothing' ? (decision.rule ?? 'default') : decision.kind;
      return by === rule ? [] : [`the witness of ${rule} comes to ${by}`];
    });
  }

  function wrongAboutUsers(): readonly string[] {
    return Array.from({ length: 5 }, () => userIn(random)).flatMap((user) => {
      const decisions = decide(toggle, user, environment);
      const { kind, rule } = decisions.of(1);
      for (const [at, { met }] of decisions.prerequisites.entries())
        if ((met & 1) !== 0 && impossible.has(at)) return [`a user meets prerequisite ${at}`];
      return kind !== 'depends' && rule !== undefined && dead.has(rule) ? [`a user comes to ${rule}`] : [];
    });
  }
}

export function isOfDead(finding: Finding): finding is Finding & { readonly rule: number } {
  return finding.code === 'contradictory-conditions' || finding.code === 'shadowed-rule';
}

/** @returns the content without what the findings call needless, and the indices of the rules left, with the default last */
export function removed(
  content: Content,
  findings: readonly Finding[],
): { readonly content: Content; readonly rules: readonly number[] } {
  const gone = new Set<string>();
  for (const finding of findings) {
    if (finding.code === 'redundant-condition') gone.add(`${finding.rule} ${finding.condition}`);
    else if (finding.code === 'redundant-object')
      gone.add(`${finding.rule} ${finding.condition} ${finding.list} ${finding.object}`);
    else if ('rule' in finding) gone.add(String(finding.rule));
  }
  const isKept = (...path: readonly (string | number)[]) => !gone.has(path.join(' '));
  const rules = content.rules.map((rule, index) => ({
    ...rule,
    conditions: rule.conditions.flatMap((condition, at) => {
      const { objects, rightObjects } = condition;
      const kept = { ...condition, objects: objects.filter((_, object) => isKept(index, at, 'objects', object)) };
      const right = rightObjects?.filter((_, object) => isKept(index, at, 'rightObjects', object));
      return isKept(index, at) ? [right === undefined ? kept : { ...kept, rightObjects: right }] : [];
    }),
  }));
  return {
    content: { ...content, rules: rules.filter((_, index) => isKept(index)) },
    rules: [...rules.keys(), rules.length].filter((index) => isKept(index)),
  };
}
