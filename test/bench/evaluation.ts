/** What users get: beside the official SDK for Node, after an edit, in `test`, and with an expression that means harm. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FPUser } from 'featureprobe-server-sdk-node';
import { Repository } from 'featureprobe-server-sdk-node/dist/Evaluate.js';
import type { Arrival } from '../../server/src/core/evaluation/environment.js';
import { arrivalOf } from '../../server/src/core/evaluation/environment.js';
import { evaluate } from '../../server/src/core/evaluation/evaluate.js';
import { searchFor } from '../../server/src/core/evaluation/regexes.js';
import { User } from '../../server/src/core/evaluation/user.js';
import { Evaluated } from '../../server/src/core/results/evaluated.js';
import { whoGetsWhat } from '../../server/src/core/results/whoGetsWhat.js';
import { OpenDocument } from '../../server/src/core/features/openDocument.js';
import { repositoryJson, toggleJson } from '../../server/src/core/evaluation/sdkData.js';
import { median, milliseconds, number, table } from './figures.js';
import { attributesOf, cities, toggleOf } from './toggles.js';

export function evaluations(rounds: number, isSmoke: boolean): string {
  const people = isSmoke ? 10 : 200;
  const { ours, theirs, alone } = besideSdk(people, rounds);
  const rows = [
    [
      'evaluations a second, for the rules and five SDKs at once, times the SDK for Node',
      '≥ 5',
      number(theirs / ours),
      `${number(1_000 / ours)} k/s`,
    ],
    ['the same, times the SDK for Node without the copy of all toggles that it makes', '≥ 5', number(alone / ours), ''],
    ['20 users, 200 rules, after an edit', '≤ 2 ms', milliseconds(afterEdit(rounds)), 'ms'],
    ['the worst of hostile expressions', '≤ 10 ms', number(worstExpression()), 'ms'],
  ];
  return table(['', 'wanted', 'measured', ''], rows);
}

interface Person {
  readonly ours: User;
  readonly theirs: FPUser;
}

/** Milliseconds of a thousand evaluations: ours, for the rules and five SDKs at once, and those of the SDK. All decide the same. */
function besideSdk(people: number, rounds: number) {
  const made = Array.from({ length: 20 }, (_, index) => {
    const source = { key: `toggle_${index}`, returnType: 'boolean', targeting: toggleOf(1 + index) } as const;
    return arrivalOf(source, { toggles: new Map(), segments: new Map() });
  });
  const toggles = made.map(({ toggle }) => [toggle.key, toggleJson(toggle)] as const);
  const repository = new Repository(JSON.parse(repositoryJson(toggles, [], 1)));
  // As its own API does for each evaluation.
  const copied = repository.toggles;
  const everybody = Array.from({ length: people }, (_, index): Person => {
    const attributes = attributesOf(index);
    return {
      ours: new User(`user-${index}`, new Map(Object.entries(attributes)), 1_790_000_000),
      theirs: new FPUser(`user-${index}`).extendAttrs({ ...attributes }),
    };
  });
  const evaluated = {
    ours: ({ ours }: Person, { toggle, environment }: Arrival) => evaluate(toggle, ours, environment)[2]?.outcome,
    theirs: ({ theirs }: Person, { toggle }: Arrival) =>
      repository.getToggle(toggle.key)?.eval(theirs, repository.toggles, repository.segments, undefined).variationIndex,
    alone: ({ theirs }: Person, { toggle }: Arrival) =>
      repository.getToggle(toggle.key)?.eval(theirs, copied, repository.segments, undefined).variationIndex,
  };
  const outcomes = (who: keyof typeof evaluated) =>
    everybody.map((person) => made.map((arrival) => evaluated[who](person, arrival)));
  const decided = JSON.stringify(outcomes('ours'));
  if (decided !== JSON.stringify(outcomes('theirs')) || decided !== JSON.stringify(outcomes('alone')))
    throw new Error('They decide otherwise.');
  // Loops that keep nothing, so that little but the evaluations is measured.
  const runs = {
    ours: () => {
      let served = 0;
      for (const person of everybody)
        for (const arrival of made) if (evaluated.ours(person, arrival) === 1) served += 1;
      return served;
    },
    theirs: () => {
      let served = 0;
      for (const person of everybody)
        for (const arrival of made) if (evaluated.theirs(person, arrival) === 1) served += 1;
      return served;
    },
    alone: () => {
      let served = 0;
      for (const person of everybody)
        for (const arrival of made) if (evaluated.alone(person, arrival) === 1) served += 1;
      return served;
    },
  };
  const times = { ours: [] as number[], theirs: [] as number[], alone: [] as number[] };
  const warmUp = 30;
  for (let round = 0; round < rounds + warmUp; round += 1)
    for (const name of ['ours', 'theirs', 'alone'] as const) times[name].push(timeOf(runs[name]));
  const perThousand = (all: readonly number[]) => (median(all.slice(warmUp)) * 1_000) / (people * made.length);
  return { ours: perThousand(times.ours), theirs: perThousand(times.theirs), alone: perThousand(times.alone) };
}

/** From the changed text to what each user gets. */
function afterEdit(rounds: number): number[] {
  const text = JSON.stringify(toggleOf(200), undefined, 2);
  const people = Array.from({ length: 20 }, (_, index) => ({
    name: `u${index}`,
    key: `user-${index}`,
    attributes: new Map(Object.entries(attributesOf(index))),
    segments: [],
    isAsked: false,
  }));
  const beside = { toggle: 't', returnType: 'boolean', toggles: undefined, segments: undefined, now: 1_790_000_000 };
  let document = OpenDocument.open('file:///bench/t.targeting.json', 'json', 1, text);
  const at = document.json.positionAt(text.indexOf('"rule 100"') + 1);
  const times = Array.from({ length: rounds + 30 }, (_, round) => {
    document = document.changed([{ range: { start: at, end: at }, text: 'x' }], round + 2);
    return timeOf(() => whoGetsWhat(document, new Evaluated(document.json, beside), undefined, people));
  });
  return times.slice(30);
}

/** The command `test`. */
export function tests(dist: string, files: number, cases: number, rounds: number): string {
  const { test, node } = testsOf(dist, files, cases, rounds);
  return table(
    ['', 'wanted', 'measured', 'ms'],
    [
      [
        `\`test\` of ${files} files with ${files * cases} cases, times reading and JSON.parse of them with Node's start`,
        '≤ 2.5',
        number(median(test) / median(node)),
        milliseconds(test),
      ],
    ],
  );
}

/** Milliseconds of the command line, and of a Node that reads the same files and parses them. */
function testsOf(dist: string, files: number, cases: number, rounds: number) {
  const folder = mkdtempSync(join(tmpdir(), 'toggle-targeting-bench-'));
  try {
    mkdirSync(join(folder, '.git'));
    for (let file = 0; file < files; file += 1) {
      const asked = Array.from({ length: cases }, (_, index) => ({
        user: { key: `user-${index}`, attributes: attributesOf(file + index) },
        now: '2026-10-01T00:00:00Z',
        matrix: { city: [cities[index % cities.length]] },
        expect: { value: index % 2 === 0 ? 'true' : 'false' },
      }));
      writeFileSync(join(folder, `t${file}.targeting.json`), JSON.stringify(toggleOf(5), undefined, 2));
      writeFileSync(join(folder, `t${file}.targeting.test.json`), JSON.stringify({ cases: asked }, undefined, 2));
    }
    const read =
      'const fs = require("fs"); for (const file of fs.readdirSync(".").filter((name) => name.endsWith(".json"))) JSON.parse(fs.readFileSync(file, "utf8"));';
    const run = (...args: string[]) =>
      timeOf(() => {
        const { status, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
        if (status === null || status > 1 || stderr !== '') throw new Error(`It did not run: ${stderr}`);
      });
    const [test, node]: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      test.push(run(join(dist, 'cli.js'), 'test'));
      node.push(run('-e', read));
    }
    return { test, node };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Each makes an engine that tries all ways hang. */
function worstExpression(): number {
  const expressions = ['(a+)+$', '(a*)*b', '(a|aa)+$', '(a|a?)+$', '^(([a-z])+.)+[A-Z]([a-z])+$', '(?:a?){50}a{50}b'];
  const text = `${'a'.repeat(5_000)}!`;
  return Math.max(
    ...expressions.map((expression) =>
      median(Array.from({ length: 5 }, () => timeOf(() => searchFor(expression)(text)))),
    ),
  );
}

function timeOf(work: () => unknown): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}
