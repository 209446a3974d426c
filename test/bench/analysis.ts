/** Dead targeting and the effect of a change, of many rules over five subjects. */
import { arrivalOf } from '../../server/src/core/evaluation/environment.js';
import { Analysis } from '../../server/src/core/analysis/analysis.js';
import { impactOf } from '../../server/src/core/analysis/impact.js';
import { parse } from '../../server/src/core/json/document.js';
import { Evaluated } from '../../server/src/core/results/evaluated.js';
import { differenceBetween } from '../../server/src/core/results/impactBetween.js';
import { median, milliseconds, number, table } from './figures.js';

const now = 1_790_000_000;
const never = () => false;

export function analyses(rounds: number, isSmoke: boolean): string {
  const [some, many] = isSmoke ? [20, 100] : [1_000, 8_000];
  const rows = [
    findings(some, rounds, '≤ 100 ms'),
    findings(many, rounds, '≤ 500 ms'),
    environments(isSmoke ? 20 : 1_000, rounds),
    ['the effect of another split in the default, 100 rules', '', milliseconds(effect(100, rounds)), 'ms'],
  ];
  return table(['', 'wanted', 'measured', ''], rows);
}

function findings(rules: number, rounds: number, wanted: string): string[] {
  let found = 0;
  const times = Array.from({ length: rounds }, (_, round) => {
    const { toggle, environment } = arrivalWith(rules, round, 5_000);
    const start = performance.now();
    found = new Analysis({ toggle, environment, now, isOver: never }).findings().length;
    return performance.now() - start;
  });
  return [
    `all dead targeting of ${rules} rules`,
    wanted,
    number(median(times)),
    `ms; ${found} findings, the longest step ${number(longestStep(rules))} ms`,
  ];
}

/** Milliseconds for which nothing else has its turn. */
function longestStep(rules: number): number {
  const { toggle, environment } = arrivalWith(rules, 0, 5_000);
  const search = new Analysis({ toggle, environment, now, isOver: never });
  const ends = [performance.now()];
  for (const { length } of search.search()) if (length >= 0) ends.push(performance.now());
  return Math.max(...ends.map((end, index) => end - (ends[index - 1] ?? end)));
}

function effect(rules: number, rounds: number): number[] {
  return Array.from({ length: rounds }, (_, round) => {
    const [before, after] = [5_000, 6_000].map((share) => arrivalWith(rules, round, share));
    if (before === undefined || after === undefined) throw new Error('There are two.');
    const start = performance.now();
    const { who } = impactOf(before, after, now, never);
    if (who !== 'somebody') throw new Error(`Somebody gets something else, not ${who}.`);
    return performance.now() - start;
  });
}

/** A toggle is the same in three environments, or differs in a share, a rule or words alone in the third. */
function environments(toggles: number, rounds: number): string[] {
  const texts = Array.from({ length: toggles }, (_, index) => {
    const rules = rulesOf(1 + (index % 5), index);
    const other = [[...rules, ...rules.slice(0, 1)], rules.slice(1), rules][index % 8] ?? rules;
    const online = targetingOf(other, index % 8 === 2 ? 5_100 : 5_000);
    return [targetingOf(rules, 5_000), targetingOf(rules, 5_000), online].map((each) => JSON.stringify(each, null, 2));
  });
  const [reading, comparing]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    const start = performance.now();
    const files = texts.map((each) => each.map((text) => new Evaluated(parse(text), beside)));
    const read = performance.now();
    let same = 0;
    for (const [dev, ...others] of files)
      for (const other of others) if (dev && differenceBetween(dev, other, [], true, never).who === 'nobody') same += 1;
    comparing.push(performance.now() - read);
    reading.push(read - start);
    if (same < toggles || same === 2 * toggles) throw new Error(`${same} of ${2 * toggles} are the same.`);
  }
  return [
    `${toggles} toggles of one environment compared with two others, times reading the texts`,
    '≤ 1000 ms',
    number(median(comparing) / median(reading)),
    `${milliseconds(comparing)} ms`,
  ];
}

const beside = {
  toggle: 't',
  returnType: 'boolean',
  toggles: new Map(),
  otherToggles: 'unknown',
  segments: undefined,
  now,
} as const;

function arrivalWith(rules: number, seed: number, share: number) {
  const targeting = targetingOf(rulesOf(rules, seed), share);
  return arrivalOf({ key: 't', returnType: 'boolean', targeting }, { toggles: new Map(), segments: new Map() });
}

function targetingOf(rules: readonly object[], share: number) {
  return {
    disabled: false,
    content: {
      rules,
      disabledServe: { select: 0 },
      defaultServe: { split: [share, 10_000 - share] },
      variations: [{ value: 'false' }, { value: 'true' }],
      prerequisites: [],
    },
  };
}

/** Two conditions each, made up with a seed. */
function rulesOf(count: number, seed: number) {
  let state = seed + 1;
  const random = (below: number) => {
    state = (state * 1_103_515_245 + 12_345) & 0x7f_ff_ff_ff;
    return (state >> 8) % below;
  };
  const text = (subject: string, predicate: string, ...objects: string[]) => ({
    ...{ type: 'string', subject, predicate, objects },
  });
  const kinds = [
    () => text('city', 'is one of', `city${random(40)}`, `city${random(40)}`),
    () => ({ type: 'number', subject: 'age', predicate: random(2) ? '>' : '<', objects: [String(random(100))] }),
    () => ({ type: 'semver', subject: 'version', predicate: '>=', objects: [`${random(9)}.${random(9)}.0`] }),
    () => text('email', 'ends with', `@e${random(60)}.example`),
    () => text('plan', 'is not any of', `plan${random(6)}`),
  ];
  return Array.from({ length: count }, (_, index) => ({
    name: `rule ${index}`,
    serve: { select: index % 2 },
    conditions: [kinds[random(5)]?.(), kinds[random(5)]?.()],
  }));
}
