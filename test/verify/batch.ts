/** Runs all commands that claim something on some toggles and a change of each. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { everyoneOf, hold, holdConstant, holdProblems, holdStep } from './claims.js';
import { holdDependent, holdDifference } from './differences.js';
import { changed, environmentBy, firstRuleChanged, oddTexts } from './generate.js';
import { bucketOf } from './handedOn.js';
import { hasNames, holdMerge } from './merges.js';
import type { Environment, Toggle } from './model.js';
import { present } from './model.js';
import type { Side } from './outcomes.js';
import { outcomeIn } from './outcomes.js';
import type { Difference, Problem, Stale, Step } from './product.js';
import { evaluated, git, keyOf, lineOf, printed, run } from './product.js';
import type { Random } from './random.js';
import { written } from './write.js';

const config = {
  ...{ baseUrl: 'https://toggles.example.com', project: 'p', files: '{environment}/{toggle}.targeting.json' },
  ...{ environments: { dev: {}, online: {} }, code: { include: ['src'] } },
};

export function holdBatch(count: number, random: Random): void {
  const folder = mkdtempSync(join(tmpdir(), 'verify-'));
  try {
    const [before, after, elsewhere] = [
      environmentBy(random, count),
      new Map<string, Toggle>(),
      new Map<string, Toggle>(),
    ];
    for (const [key, toggle] of before) after.set(key, random.chance(0.1) ? toggle : changed(random, key, before));
    for (const [key, toggle] of before) elsewhere.set(key, random.chance(0.3) ? toggle : changed(random, key, before));
    for (const name of ['dev', 'online', 'src']) mkdirSync(join(folder, name));
    writeFileSync(join(folder, 'targeting.config.json'), JSON.stringify(config));
    const calls = [...before.keys()].map((key) => `client.stringValue("${key}", user, "");\n`);
    writeFileSync(join(folder, 'src/app.js'), `require("featureprobe-server-sdk-node");\n${calls.join('')}`);
    const files = write(folder, 'dev', before);
    write(folder, 'online', after);
    problemsOf(folder, before, files);
    holdAll('compare', run(folder, 'compare', 'dev', 'online'), before, after);
    constants(folder, before, after);
    steps(folder, before, random);
    evaluations(before, random);
    commit(folder, before, after);
    merges(folder, random, before, after, elsewhere);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function write(folder: string, name: string, toggles: Environment) {
  return new Map(
    Array.from(toggles, ([key, toggle]) => {
      const file = written(toggle);
      writeFileSync(join(folder, name, `${key}.targeting.json`), file.text);
      return [key, file] as const;
    }),
  );
}

function problemsOf(folder: string, toggles: Environment, files: ReturnType<typeof write>): void {
  const { problems } = run(folder, 'check', 'dev') as { readonly problems: readonly Problem[] };
  for (const [key, file] of files) {
    const own = problems.filter((each) => keyOf(each.file) === key);
    holdProblems(sideOf(key, toggles), file, own);
  }
}

function sideOf(key: string, environment: Environment): Side {
  const toggle = environment.get(key);
  if (toggle === undefined) throw new Error(`The product speaks of a toggle ${key} that there is not.`);
  return { key, toggle, environment };
}

function holdAll(kind: string, found: unknown, before: Environment, after: Environment): void {
  const { files } = found as { readonly files: readonly Difference[] };
  for (const file of files) {
    const key = keyOf(file.path);
    holdDifference(kind, sideOf(key, before), sideOf(key, after), file);
  }
}

function constants(folder: string, ...environments: readonly Environment[]): void {
  const { stale } = run(folder, 'code', '--stale') as { readonly stale: readonly Stale[] };
  for (const { key, value } of stale)
    for (const environment of environments) holdConstant(sideOf(key, environment), value);
}

/** A process each, so only a few. */
function steps(folder: string, toggles: Environment, random: Random): void {
  const serves = [...toggles].flatMap(([key, { content }]) =>
    [{ rule: undefined, serve: content.defaultServe }, ...content.rules.map(({ serve }, rule) => ({ rule, serve }))]
      .filter(({ serve: { split = [] } }) => split.reduce((sum, share) => sum + share, 0) === 10_000)
      .map((each) => ({ key, variations: content.variations.length, ...each })),
  );
  for (let left = Math.min(3, serves.length); left > 0; left -= 1) {
    const { key, variations, rule, serve } = random.pick(serves);
    const raised = random.below(variations);
    // There is nothing to raise, and the product says so.
    if (serve.split?.[raised] === 10_000) continue;
    const to = random.chance(0.5) ? random.below(10_001) : random.below(21) * 500;
    const place = rule === undefined ? [] : ['--rule', String(rule)];
    const options = ['--env', 'dev', ...place, '--variation', String(raised), '--to', String(to / 100)];
    const step = run(folder, 'step', `dev/${key}.targeting.json`, ...options) as Step;
    if (step.outcome === 'step') holdStep(serve, step, raised, to);
  }
}

/** Some users of each toggle, half of them with texts that SDKs read differently. */
function evaluations(toggles: Environment, random: Random): void {
  const asked = [...toggles.keys()].flatMap((key) => {
    const side = sideOf(key, toggles);
    const { users } = everyoneOf([side]);
    return random.some(users, 12).map((user, at) => {
      const isOdd = at % 2 === 1;
      const attributes = Array.from(
        user.attributes,
        ([name, text]) => [name, isOdd ? random.pick(oddTexts) : text] as const,
      );
      return {
        side,
        name: `u${random.below(1_000)}`,
        user: { now: present, ...user, attributes: new Map(attributes) },
      };
    });
  });
  const answers = evaluated(asked.map(({ side, name, user }) => lineOf(side, name, user)));
  for (const [at, { side, name, user }] of asked.entries()) {
    const { outcome, status } = answers[at] ?? {};
    // Nobody knows how all engines match an expression and text that is not ASCII.
    if (status !== 'ok' || (outcome === 'depends' && lineOf(side, name, user).includes('regex'))) continue;
    const { index = 'code-default' } = outcomeIn(side, user, (key) => bucketOf(name, key));
    hold('evaluate', outcome === index, () => `${outcome}, not ${index}: ${lineOf(side, name, user)}`);
  }
}

/** A change carried over to another environment, and two changes merged in one: a process for each merge, so only a few. */
function merges(folder: string, random: Random, before: Environment, after: Environment, elsewhere: Environment): void {
  write(folder, 'online', elsewhere);
  const { stdout } = printed(folder, ['promote', '--git', 'HEAD', '--from', 'dev', '--write']);
  const read = (path: string) => JSON.parse(readFileSync(join(folder, path), 'utf8')) as Toggle;
  const parts = new Map(stdout.split(/^(?=\S)/m).map((part) => [keyOf(part.split('\n')[0] ?? ''), part]));
  for (const key of before.keys()) {
    const [base, ours, theirs] = threeOf(key, before, elsewhere, after);
    const isTold = parts.get(key)?.includes('Not promoted') === true;
    holdMerge('promote', { base, ours, theirs }, read(`online/${key}.targeting.json`), isTold, true);
  }
  const names = ['base', 'ours', 'theirs'];
  const changing = [...before.keys()].filter((key) => hasNames(sideOf(key, before).toggle)).slice(0, 8);
  for (const [at, key] of changing.entries()) {
    const three = threeOf(key, before, elsewhere, after).map((toggle, side) =>
      at % 2 === 0 && side > 0 ? firstRuleChanged(random, sideOf(key, before).toggle) : toggle,
    ) as [Toggle, Toggle, Toggle];
    for (const [side, toggle] of three.entries()) writeFileSync(join(folder, names[side] ?? ''), written(toggle).text);
    const args = ['git', 'merge', '--marker-size=7', '--', ...names, 't.targeting.json', ...names];
    const [base, ours, theirs] = three;
    if (printed(folder, args).status === 0) holdMerge('merge', { base, ours, theirs }, read('ours'), false, false);
  }
}

function threeOf(key: string, ...all: readonly Environment[]): [Toggle, Toggle, Toggle] {
  return all.map((each) => sideOf(key, each).toggle) as [Toggle, Toggle, Toggle];
}

function commit(folder: string, before: Environment, after: Environment): void {
  git(folder, 'init', '-q');
  git(folder, 'add', 'dev', 'targeting.config.json');
  git(folder, 'commit', '-qm', 'before');
  write(folder, 'dev', after);
  const found = run(folder, 'diff', '--git', 'HEAD', 'dev') as { readonly files: readonly Difference[] };
  holdAll('diff', found, before, after);
  const changing = new Set(found.files.map(({ path }) => keyOf(path)));
  const dependents = found.files.flatMap((file) => file.dependents ?? []);
  for (const key of before.keys()) {
    const said = dependents.find(({ toggle }) => toggle === key);
    if (!changing.has(key)) holdDependent(sideOf(key, before), sideOf(key, after), said);
  }
}
