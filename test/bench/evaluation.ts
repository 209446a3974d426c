/** What users get: beside the official SDK for Node, and in `test`. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FPUser } from 'featureprobe-server-sdk-node';
import { Repository } from 'featureprobe-server-sdk-node/dist/Evaluate.js';
import type { ReceivedToggle } from '../../server/src/core/evaluation/environment.js';
import { receivedToggle } from '../../server/src/core/evaluation/environment.js';
import { evaluate } from '../../server/src/core/evaluation/evaluate.js';
import { User } from '../../server/src/core/evaluation/user.js';
import { repositoryJson, toggleJson } from '../../server/src/core/evaluation/sdks/sdkData.js';
import { median, milliseconds, number, table } from './figures.js';
import { attributesOf, cities, toggleOf } from './toggles.js';

export function evaluations(rounds: number, isSmoke: boolean): string {
  const people = isSmoke ? 10 : 200;
  const { ours, theirs } = besideSdk(people, rounds);
  const rows = [
    [
      'evaluations a second, for the rules and five SDKs at once, times the SDK for Node',
      '≥ 5',
      number(theirs / ours),
      `${number(1_000 / ours)} k/s`,
    ],
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
    return receivedToggle(source, { toggles: new Map(), segments: new Map() });
  });
  const toggles = made.map(({ toggle }) => [toggle.key, toggleJson(toggle)] as const);
  const repository = new Repository(JSON.parse(repositoryJson(toggles, [], 1)));
  const everybody = Array.from({ length: people }, (_, index): Person => {
    const attributes = attributesOf(index);
    return {
      ours: new User(`user-${index}`, new Map(Object.entries(attributes)), 1_790_000_000),
      theirs: new FPUser(`user-${index}`).extendAttrs({ ...attributes }),
    };
  });
  const evaluated = {
    ours: ({ ours }: Person, { toggle, environment }: ReceivedToggle) =>
      evaluate(toggle, ours, environment)[2]?.outcome,
    theirs: ({ theirs }: Person, { toggle }: ReceivedToggle) =>
      repository.getToggle(toggle.key)?.eval(theirs, repository.toggles, repository.segments, undefined).variationIndex,
  };
  const outcomes = (who: keyof typeof evaluated) =>
    everybody.map((person) => made.map((arrival) => evaluated[who](person, arrival)));
  const decided = JSON.stringify(outcomes('ours'));
  if (decided !== JSON.stringify(outcomes('theirs'))) throw new Error('They decide otherwise.');
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
  };
  const times = { ours: [] as number[], theirs: [] as number[] };
  const warmUp = 30;
  for (let round = 0; round < rounds + warmUp; round += 1)
    for (const name of ['ours', 'theirs'] as const) times[name].push(timeOf(runs[name]));
  const perThousand = (all: readonly number[]) => (median(all.slice(warmUp)) * 1_000) / (people * made.length);
  return { ours: perThousand(times.ours), theirs: perThousand(times.theirs) };
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

function timeOf(work: () => unknown): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}
