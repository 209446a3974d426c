/** Tests each line of the certificates of random contents, with users made from its cells and with all users that its words describe. */
import { Budget } from '../../server/src/core/budget.js';
import { expect, it } from 'vitest';
import { Analysis } from '../../server/src/core/analysis/analysis.js';
import type { Box } from '../../server/src/core/analysis/space/boxes.js';
import type { Claim, ClassOfUsers, Decided, Entry } from '../../server/src/core/analysis/dead/certificate.js';
import { deciderOf } from '../../server/src/core/evaluation/decider.js';
import { decide } from '../../server/src/core/evaluation/evaluate.js';
import type { Environment } from '../../server/src/core/evaluation/evaluate.js';
import { official } from '../../server/src/core/evaluation/sdks/sdks.js';
import type { Condition, Toggle } from '../../server/src/core/evaluation/toggles.js';
import { conditionOf } from '../../server/src/core/evaluation/conditions.js';
import { User } from '../../server/src/core/evaluation/user.js';
import { usersInWords } from '../../server/src/core/results/usersInWords.js';
import { rounds } from '../support/rounds.js';
import { Given, Grid } from './bruteForce.js';
import { Random, arrivalIn, worldOf } from './contents.js';
import type { Someone } from './readWords.js';
import { wordsRead } from './readWords.js';
import { wrongOf } from './wrongOf.js';

class CertificateTally {
  certificates = 0;
  lines = 0;
  ofCells = 0;
  ofWords = 0;
  byCode: Record<string, number> = {};
}

const now = 1_717_200_000;
const contents = Number(process.env['CONTENTS'] ?? rounds(2_000));
const firstSeed = Number(process.env['SEED'] ?? 1);
const timeout = 300_000 + contents * 100;

it('every line of a certificate is true, and together the lines cover all users', { timeout }, () => {
  const tally = new CertificateTally();
  expect(wrongOf((seed) => falseLines(seed, tally), firstSeed, contents)).toEqual([]);
  process.stdout.write(`${JSON.stringify(tally)}\n`);
  expect(tally.ofCells).toBeGreaterThan(contents);
  expect(tally.ofWords).toBeGreaterThan(contents);
});

/** @returns false lines, and users that no line covers */
function falseLines(seed: number, tally: CertificateTally): readonly string[] {
  const random = new Random(seed);
  const world = worldOf(random);
  const { toggle, environment } = arrivalIn(world);
  const analysis = new Analysis({ toggle, environment, now, budget: new Budget(Infinity) });
  const given = new Given(arrivalIn(world));
  const conditions = toggle.rules.flatMap((rule) => rule.conditions);
  const grid = new Grid([toggle], random, 60);
  const users = grid.points.map((point) => {
    const { attributes, segments = [], now: time } = grid.profileAt(point);
    return { attributes, segments, now: time };
  });
  const unconditional = toggle.rules.findIndex((rule) => rule.conditions.length === 0);
  const claims: Claim[] = analysis.findings().filter((each) => each.code !== 'incomplete-search');
  if (unconditional !== -1) claims.push({ code: 'unconditional-rule', rule: unconditional });
  return claims.flatMap((claim) => {
    const lines = [...analysis.why(claim)];
    tally.certificates += 1;
    tally.lines += lines.length;
    tally.byCode[claim.code] = (tally.byCode[claim.code] ?? 0) + lines.length;
    if (claim.code === 'impossible-prerequisite') return lines.length === 0 ? ['nothing is said'] : [];
    let rule = 'rule' in claim ? claim.rule : -1;
    const wrong: string[] = [];
    for (const line of lines) {
      if ('unreached' in line) rule = line.unreached === 'default' ? -1 : line.unreached;
      if ('box' in line) wrong.push(...wrongIn(line, claim, rule));
    }
    const classes = lines.filter((line) => 'box' in line).map(({ box }) => wordsRead(usersInWords(box), conditions));
    const missed = users.filter((user) => isAbout(claim, user) && classes.every((isIn) => isIn(user) === false));
    return [
      ...wrong,
      ...(lines.length === 0 && claim.code !== 'never-served' ? ['no class'] : []),
      ...missed.map((user) => `nobody says it of ${shown(user)}`),
    ].map((each) => `${JSON.stringify(claim)}: ${each}`);
  });

  function wrongIn({ box, decided }: ClassOfUsers, claim: Claim, rule: number): readonly string[] {
    const words = usersInWords(box);
    const isIn = wordsRead(words, conditions);
    const ofCells = Array.from({ length: 4 }, () => someoneIn(box, random)).filter((user) => user !== undefined);
    const ofWords = users.filter((user) => isIn(user) === true);
    tally.ofCells += ofCells.length;
    tally.ofWords += ofWords.length;
    return [
      ...ofCells.filter((user) => isIn(user) === false).map((user) => `"${words}" is not ${shown(user)}`),
      ...[...ofCells, ...ofWords]
        .filter((user) => !isTrue(decided, claim, rule, user))
        .map((user) => `"${words}": ${JSON.stringify(decided)} is false of ${shown(user)}`),
    ];
  }

  function isTrue(decided: Decided, claim: Claim, rule: number, user: Someone): boolean {
    switch (decided.by) {
      case 'entry':
        return isDecidedBy(decided, decidedBy(toggle, user, environment));
      case 'entry-instead': {
        const other = { ...toggle, rules: toggle.rules.filter((_, index) => index !== rule) };
        const found = decidedBy(other, user, environment);
        const index = found === 'depends' ? found : found < rule ? found : found + 1;
        const decider = decidedBy(toggle, user, environment);
        const isSame = index === 'depends' || decider === 'depends' || given.by(index) === given.by(decider);
        return isSame && isDecidedBy(decided, index);
      }
      case 'condition': {
        const { conditions: own = [] } = toggle.rules[rule] ?? {};
        const parts = own.filter(({ index }) => index === decided.index).map((each) => holds(each, user));
        return decided.holds ? parts.every((each) => each === true) : parts.includes(false);
      }
      case 'either-way': {
        if (claim.code !== 'redundant-object') return false;
        const own = toggle.rules[claim.rule]?.conditions.filter(({ index }) => index === claim.condition) ?? [];
        const condition = own[claim.list === 'objects' ? 0 : 1];
        if (condition === undefined) return false;
        const { index, type, subject, predicate } = condition;
        const objects = condition.objects.filter((_, at) => at !== claim.object);
        const other = conditionOf(index, { type, subject, predicate, objects });
        return holds(condition, user) === decided.holds && holds(other, user) === decided.holds;
      }
    }
  }

  function isDecidedBy(
    { entry, orAbove }: { readonly entry: Entry; readonly orAbove: boolean },
    found: number | 'depends',
  ): boolean {
    const wanted = entry === 'default' ? toggle.rules.length : entry;
    return orAbove ? found === 'depends' || found <= wanted : found === wanted;
  }

  function isAbout(claim: Claim, user: Someone): boolean {
    const { conditions: own = [] } = ('rule' in claim ? toggle.rules[claim.rule] : undefined) ?? {};
    const matches = (index: number | undefined) =>
      own.every((each) => each.index === index || holds(each, user) === true);
    if (claim.code === 'shadowed-rule' || claim.code === 'rule-without-effect') return matches(undefined);
    if (claim.code === 'redundant-condition') return matches(claim.condition);
    return claim.code !== 'never-served';
  }
}

function holds(condition: Condition, user: Someone): boolean | 'depends' {
  const verdict = condition.of(userOf(user), () => 'unknown');
  if ((verdict.holds & official) !== 0) return true;
  return (verdict.depends & official) !== 0 ? 'depends' : false;
}

/** For users who meet the prerequisites, while the toggle is enabled. */
function decidedBy(toggle: Toggle, user: Someone, environment: Environment): number | 'depends' {
  const open = { ...toggle, isEnabled: true, prerequisites: [] };
  const { by, index, isKnown } = deciderOf(open, decide(open, userOf(user), environment), official);
  if (!isKnown) return 'depends';
  return by === 'default' ? toggle.rules.length : (index ?? -1);
}

function userOf({ attributes, segments, now: time }: Someone): User {
  return new User('ada', attributes, time, new Set(segments));
}

/** Someone with values from real cells, at the present time; undefined if nobody is in a cell now. */
function someoneIn(box: Box, random: Random): Someone | undefined {
  const [attributes, segments] = [new Map<string, string>(), new Set<string>()];
  for (const [axis, cells] of box) {
    const places = axis.cells
      .map((_, place) => place)
      .filter((place) => axis.rankOf(place) < 2 && isInside(cells, place));
    const present = places.filter((place) => {
      const [start, end] = axis.cells[place]?.during ?? [-Infinity, Infinity];
      return now >= start && now < end;
    });
    if (present.length === 0) return undefined;
    const holding = axis.cells[random.of(present)]?.holds;
    if (typeof holding === 'string' && axis.kind.of === 'attribute') attributes.set(axis.kind.name, holding);
    if (typeof holding === 'object') for (const key of holding) segments.add(key);
  }
  return { attributes, segments: [...segments], now };
}

function isInside(cells: readonly number[], place: number): boolean {
  return cells.filter((border) => border <= place).length % 2 === 1;
}

function shown({ attributes, segments, now: time }: Someone): string {
  return JSON.stringify({ ...Object.fromEntries(attributes), segments, time });
}
