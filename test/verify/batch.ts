/** Some toggles and a change of each, on which the product is run with all its commands that claim something. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { holdConstant, holdDependent, holdDifference, holdProblems, holdStep } from './claims.js';
import { changed, toggleBy } from './generate.js';
import type { Environment, Toggle } from './model.js';
import type { Side } from './outcomes.js';
import type { Difference, Problem, Stale, Step } from './product.js';
import { git, run } from './product.js';
import type { Random } from './random.js';
import { written } from './write.js';

const config = {
  ...{ baseUrl: 'https://toggles.example.com', project: 'p', files: '{environment}/{toggle}.targeting.json' },
  ...{ environments: { dev: {}, online: {} }, code: { include: ['src'] } },
};

export function holdBatch(count: number, random: Random): void {
  const folder = mkdtempSync(join(tmpdir(), 'verify-'));
  try {
    const [before, after] = [environmentBy(count, random), new Map<string, Toggle>()];
    for (const [key, toggle] of before) after.set(key, random.chance(0.1) ? toggle : changed(random, toggle));
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
    commit(folder, before, after);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function environmentBy(count: number, random: Random): Environment {
  const toggles = new Map<string, Toggle>();
  for (let index = 0; index < count; index += 1) {
    const toggle = toggleBy(random);
    const required = random.pick(['none', ...toggles.keys()]);
    const other = toggles.get(required);
    const canRequire = other !== undefined && other.content.prerequisites === undefined && random.chance(0.15);
    const value = canRequire ? random.pick(other.content.variations).value : '';
    const prerequisites = [{ key: required, type: 'string', value }];
    toggles.set(`t${index}`, canRequire ? { ...toggle, content: { ...toggle.content, prerequisites } } : toggle);
  }
  return toggles;
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
  return { toggle, environment };
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

/** A process each, so of a few alone. */
function steps(folder: string, toggles: Environment, random: Random): void {
  const split = [...toggles].filter(([, { content }]) => content.defaultServe.split !== undefined);
  for (const [key, toggle] of split.slice(0, 5)) {
    const raised = random.below(toggle.content.variations.length);
    // There is nothing to raise, and the product says so.
    if (toggle.content.defaultServe.split?.[raised] === 10_000) continue;
    const to = random.below(21) * 5;
    const options = ['--env', 'dev', '--variation', String(raised), '--to', String(to)];
    const step = run(folder, 'step', `dev/${key}.targeting.json`, ...options) as Step;
    if (step.outcome === 'step') holdStep(toggle, step, raised, to * 100);
  }
}

/** The same changes as a commit has them, with the toggles that change along. */
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

function keyOf(path: string): string {
  return path.replace(/^.*\//, '').replace('.targeting.json', '');
}
