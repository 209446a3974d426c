/** Rows about the command line. Each command is a process of its own, timed from its start to its end. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as corpus from './corpus.js';
import type { Bench, Command, Row } from './measure.js';
import { eachBuild, inRepository, interleaved, newFolder, row, run, script, worst, write } from './measure.js';

const cli = (build: string, line: string): Command => [process.execPath, join(build, 'cli.js'), ...line.split(' ')];

/** Commands and the folders that they run in. */
type Sides = Readonly<Record<string, readonly [command: Command, cwd: string]>>;

const ours = (bench: Bench, line: string, cwd: string): Sides => eachBuild(bench, (build) => [cli(build, line), cwd]);

/** Times commands. Each that judges must end with 0, and with another status while there are mistakes in the files. */
async function race(bench: Bench, all: Sides, files: readonly string[], mistake = corpus.withMistake) {
  const texts = files.map((file) => [file, readFileSync(file, 'utf8')] as const);
  for (const change of [mistake, String]) {
    for (const [file, text] of texts) writeFileSync(file, change(text));
    for (const [name, started] of Object.entries(all).filter(([name]) => !name.startsWith('reading')))
      if ((run(...started).status === 0) !== (change === String)) throw new Error(`${name} misjudges the files.`);
  }
  const sides = Object.entries(all).map(([name, started]) => [name, () => ({ ms: run(...started).ms })] as const);
  return interleaved(bench.rounds, Object.fromEntries(sides));
}

export async function checkBesideFloor(bench: Bench): Promise<Row> {
  const [count, cwd] = [bench.size(10_000), newFolder()];
  corpus.writeSmall(cwd, count);
  const floor: Sides = { floor: [script('floor.mjs dev --validate'), cwd] };
  const sides = { ...ours(bench, 'check dev --fail-on hint', cwd), ...floor };
  const rounds = await race(bench, sides, [join(cwd, 'dev/t0.targeting.json')]);
  const peer = 'reading, JSON.parse and ajv in one process';
  return row(`\`check\` of ${count} small files`, peer, '≤ 4', { rounds, by: 'floor' });
}

export async function checkBesidePeers(bench: Bench): Promise<Row> {
  const { ajv, featurevisor, checkJsonschema } = bench.peers;
  const [count, cwd, flags] = [bench.size(1_000), newFolder(), newFolder()];
  const paths = corpus.writeSmall(cwd, count);
  corpus.writeFeaturevisor(flags, count, 0);
  const schema = inRepository('schemas/targeting.schema.json');
  const peers: Sides = {
    ...(ajv && { 'ajv-cli': [[...ajv, 'validate', '--strict=false', '-s', schema, '-d', 'dev/*.json'], cwd] }),
    ...(checkJsonschema && { 'check-jsonschema': [[...checkJsonschema, '--schemafile', schema, ...paths], cwd] }),
    ...(featurevisor && { 'featurevisor lint': [[...featurevisor, 'lint'], flags] }),
  };
  const files = [join(cwd, 'dev/t0.targeting.json'), join(flags, 'features/t0.json')];
  const rounds = await race(bench, { ...ours(bench, 'check dev --fail-on hint', cwd), ...peers }, files);
  const names = ['ajv-cli', 'check-jsonschema', 'featurevisor lint'];
  const all = names.map((name) => (name in peers ? name : `${name} (not installed)`)).join(', ');
  const work = `\`check\` of ${count} small files`;
  if (Object.keys(peers).length === 0) return row(work, all, '≤ 1.0', { rounds });
  return worst(Object.keys(peers).map((by) => row(work, `${by}, the fastest of: ${all}`, '≤ 1.0', { rounds, by })));
}

/** Times a command of ours in two folders. It must end with one of the statuses. */
function inBoth(bench: Bench, line: string, few: string, many: string, statuses: readonly number[]) {
  const timed = (build: string, cwd: string) => {
    const { ms, status, stdout } = run(cli(build, line), cwd);
    if (!statuses.includes(status)) throw new Error(`${line} ends with ${status}: ${stdout}`);
    return ms;
  };
  const sides = eachBuild(bench, (build) => () => ({ ms: timed(build, many), few: timed(build, few) }));
  return interleaved(bench.rounds, sides);
}

export async function diffInManyFiles(bench: Bench): Promise<Row> {
  const [count, few, many] = [bench.size(10_000), newFolder(), newFolder()];
  corpus.writeSmall(many, count);
  for (const folder of [few, many]) {
    corpus.writeConfig(folder);
    write(folder, 'before.targeting.json', corpus.plainToggle(2));
    write(folder, 'dev/changed.targeting.json', corpus.plainToggle(3));
  }
  const rounds = await inBoth(bench, 'diff before.targeting.json dev/changed.targeting.json', few, many, [3]);
  return row(
    `\`diff\` of one changed file in a folder of ${count} files`,
    'the same `diff` in an otherwise empty folder',
    '≤ 3',
    {
      rounds,
      by: 'few',
    },
  );
}

const verbs = {
  rules: [
    ...['check dev', 'explain dev/t0.targeting.json', 'evaluate dev/t0.targeting.json --key u --attribute city=Paris'],
    ...['diff dev/t0.targeting.json online/t0.targeting.json', 'export --env dev --out out.json'],
  ],
  files: ['check dev', 'test dev', 'compare dev online', 'export --env dev --out out.json'],
};

/** The command whose time grows most when it has twice as much to do. */
export async function doubled(bench: Bench): Promise<Row> {
  const rows: Row[] = [];
  for (const what of ['rules', 'files'] as const) {
    const count = bench.size(what === 'rules' ? 900 : 5_000);
    const [once, twice] = [folderOf(what, count), folderOf(what, 2 * count)];
    for (const line of verbs[what]) {
      const rounds = await inBoth(bench, line, once, twice, [0, 1, 3]);
      const work = `Twice the input, for the command that slows down most: \`${line.split(' ')[0]}\` of ${2 * count} ${what}`;
      rows.push(row(work, `${count} ${what}`, '≤ 2.3', { rounds, by: 'few' }));
    }
  }
  return worst(rows);
}

/** A folder with two environments, which differ. */
function folderOf(what: 'rules' | 'files', count: number): string {
  const folder = newFolder();
  corpus.writeConfig(folder);
  for (const [index, environment] of ['dev', 'online'].entries())
    if (what === 'files') corpus.writeTests(join(folder, environment), count, 1, 3 - index);
    else write(folder, `${environment}/t0.targeting.json`, corpus.plainToggle(count - index));
  return folder;
}

export async function evaluateBatch(bench: Bench): Promise<Row> {
  const [count, cwd] = [bench.size(20_000), newFolder()];
  const asked = { toggle: 't', returnType: 'boolean', targeting: corpus.plainToggle(10), now: 1_790_000_000 };
  const users = corpus.listOf(count, (index) => corpus.plainUser(index, 10));
  write(cwd, 'asked.jsonl', users.map((user) => JSON.stringify({ ...asked, user })).join('\n'));
  const expected = users.map((_, index) => 1 - (index % 2)).join();
  const answer = (command: Command) => () => {
    const { ms, stdout } = run(command, cwd, join(cwd, 'asked.jsonl'));
    const outcomes = Array.from(stdout.matchAll(/^\{"outcome":(\d+)/gm), ([, outcome]) => outcome);
    if (outcomes.join() !== expected) throw new Error(`${command[1]} decides otherwise.`);
    return { ms };
  };
  const ours = eachBuild(bench, (build) => answer(cli(build, 'evaluate --batch')));
  const rounds = await interleaved(bench.rounds, { ...ours, sdk: answer(script('sdkBatch.mjs')) });
  const work = `\`evaluate --batch\`, ${count} users of a toggle with 10 plain rules`;
  return row(work, 'a script with the SDK for Node', '≤ 1.0', { rounds, by: 'sdk' });
}

export async function testOfMany(bench: Bench): Promise<Row> {
  const { featurevisor } = bench.peers;
  const [count, cases, cwd, flags] = [bench.size(500), 10, newFolder(), newFolder()];
  corpus.writeTests(cwd, count, cases, 3);
  corpus.writeFeaturevisor(flags, count, cases);
  const by = featurevisor ? 'featurevisor test --fast' : 'reading and JSON.parse (featurevisor is not there)';
  const command: Command = featurevisor ? [...featurevisor, 'test', '--fast'] : script('floor.mjs .');
  const files = [join(cwd, 't0.targeting.test.json'), join(flags, 'tests/t0.json')];
  const sides: Sides = { ...ours(bench, 'test', cwd), [by]: [command, featurevisor ? flags : cwd] };
  const rounds = await race(bench, sides, files, (text) => text.replace('"on"', '"off"'));
  return row(`\`test\` of ${count * cases} cases`, by, featurevisor ? '≤ 1.0' : '', { rounds, by });
}
