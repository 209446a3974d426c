/** Rows about the language server. Each round starts every side again, and checks the number of problems it finds. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import schema from '../../schemas/targeting.schema.json' with { type: 'json' };
import type { Reports } from './client.js';
import { Client } from './client.js';
import { listOf, typedFile, withMistake, writeConfig, writeSmall } from './corpus.js';
import type { Bench, Figures, Row } from './measure.js';
import { eachBuild, interleaved, median, newFolder, number, row, run, script, timeOf, write } from './measure.js';

type Measure = (client: Client, folder: string, isOurs: boolean) => Promise<Figures>;

/** Measures ours and, if it is there, VS Code's JSON server. */
async function beside(bench: Bench, path: string, measure: Measure) {
  const folder = pathToFileURL(path).href;
  const schemas = [{ fileMatch: ['*.targeting.json'], url: 'https://bench/targeting', schema }];
  const settings = { json: { validate: { enable: true }, schemas } };
  const side = (args: readonly string[], isOurs: boolean) => async () => {
    const begin = performance.now();
    const client = await Client.start(args, folder, isOurs ? {} : settings);
    const figures = await measure(client, folder, isOurs);
    const ms = performance.now() - begin;
    await client.stop();
    return { start: ms, ...figures };
  };
  const ours = eachBuild(bench, (build) => side([join(build, 'server.js')], true));
  const [, ...args] = bench.peers.json ?? [];
  const rounds = await interleaved(bench.rounds, { ...ours, ...(bench.peers.json && { json: side(args, false) }) });
  return bench.peers.json ? { peer: 'JSON server', rounds, by: 'json' } : { peer: 'JSON server (not there)', rounds };
}

export async function start(bench: Bench): Promise<Row> {
  const text = typedFile(2_000, 0).text.replace('false', '"false"');
  const measured = await beside({ ...bench, rounds: 3 * bench.rounds }, newFolder(), async (client, folder) => {
    await client.open(`${folder}/t.targeting.json`, text, 1);
    return {};
  });
  const work = 'From the start to the first problems in a file of 2 KB';
  return row(work, measured.peer, '≤ 0.7', { ...measured, figure: 'start' });
}

type Typed = ReturnType<typeof typedFile>;
type Position = Typed['places'][number];
type Asked = readonly (readonly [method: string, params?: object])[];

/** Opens files, types into the last of them, and waits for the problems and for the answers to other requests. */
function typing(files: readonly Typed[], others: (position: Position, isOurs: boolean) => Asked = () => []): Measure {
  return async (client, folder, isOurs) => {
    const [opening, letters]: [number[], number[]] = [[], []];
    const uriOf = (index: number) => `${folder}/dev/t${index}.targeting.json`;
    for (const [index, { text }] of files.entries()) {
      opening.push(await timeOf(() => client.open(uriOf(index), text, 0)));
    }
    const uri = uriOf(files.length - 1);
    for (const [index, place] of (files.at(-1)?.places ?? []).entries()) {
      const textDocument = { uri, version: index + 2 };
      const contentChanges = [{ range: { start: place, end: place }, text: 'x' }];
      const ask = async ([method, params]: Asked[number], at: number) => {
        const answer = await client.request(method, { textDocument: { uri }, ...params });
        const isEmpty = !Array.isArray(answer) || answer.length === 0;
        if (isEmpty && at < 4) throw new Error(`No answer: ${method}`);
      };
      const time = timeOf(() => {
        client.send({ method: 'textDocument/didChange', params: { textDocument, contentChanges } });
        return Promise.all([client.problems(uri, index + 1), ...others(place, isOurs).map(ask)]);
      });
      letters.push(await time);
      await setTimeout(PAUSE_AFTER_ANSWER_MS);
    }
    return { opening: median(opening.slice(opening.length / 2)), ms: median(letters) };
  };
}

export async function manyOpen(bench: Bench): Promise<Row[]> {
  const [size, count, path] = [bench.size(200_000), Math.max(2, bench.size(20)), newFolder()];
  const files = listOf(count, (index) => typedFile(size, index));
  writeConfig(path);
  for (const [index, { text }] of files.entries()) write(path, `dev/t${index}.targeting.json`, text);
  const many = await beside(bench, path, typing(files));
  const one = await beside(bench, path, typing(files.slice(0, 1)));
  const [{ peer }, file] = [many, sizeName(size)];
  return [
    row(`Problems after typing a letter, with ${count} files of ${file} just opened`, peer, '≤ 1.0', many),
    row(`Problems after typing a letter, with one file of ${file} open`, peer, '≤ 0.35', one),
    row(`Opening a file of ${file}, with up to ${count} files open`, peer, '≤ 1.5', { ...many, figure: 'opening' }),
  ];
}

/** Nine users are next to the file: without users there are few lenses. */
export async function everything(bench: Bench): Promise<Row[]> {
  const path = newFolder();
  const user = (index: number) => ({ name: `user-${index}`, attributes: { city: `city-${index}`, age: '90' } });
  write(path, 'targeting.users.json', { users: listOf(9, user) });
  const rows: Row[] = [];
  for (const [index, full] of [20_000, 200_000, 2 ** 20].entries()) {
    const measured = await beside(bench, path, typing([typedFile(bench.size(full), 0)], requests));
    const work = `All requests of an editor after typing a letter, ${sizeName(bench.size(full))}`;
    const peer = `${measured.peer}: problems, symbols, folding`;
    rows.push(row(work, peer, index === 0 ? '≤ 1.0' : '≤ 0.5', measured));
  }
  return rows;
}

/** The requests that VS Code sends to ours, except for problems. The first four must have an answer; the first two also go to the JSON server. */
function requests(position: Position, isOurs: boolean): Asked {
  const line = (distance: number) => ({ line: Math.max(0, position.line + distance), character: 0 });
  const context = { diagnostics: [], triggerKind: 2 };
  const common: Asked = [['textDocument/documentSymbol'], ['textDocument/foldingRange']];
  if (!isOurs) return common;
  return [
    ...common,
    ['textDocument/codeLens'],
    ['textDocument/inlayHint', { range: { start: line(-30), end: line(30) } }],
    ['textDocument/documentHighlight', { position }],
    ['textDocument/codeAction', { range: { start: position, end: position }, context }],
  ];
}

const PAUSE_AFTER_ANSWER_MS = 40;

const sizeName = (bytes: number) => (bytes === 2 ** 20 ? '1 MiB' : `${number(bytes / 1_000)} KB`);

/** A workspace of many small files, of which one is open, and another has a problem. */
export async function workspace(bench: Bench): Promise<Row[]> {
  const [few, many] = [bench.size(20_000), bench.size(50_000)];
  const [small = '', large = ''] = [few, many].map((count) => {
    const path = newFolder();
    const last = writeSmall(path, count).at(-1) ?? '';
    write(path, last, withMistake(readFileSync(join(path, last), 'utf8')));
    return path;
  });
  const sides = eachBuild(bench, (build) => async () => {
    const { symbols: fewer = NaN } = await session(build, small, few);
    return { ...(await session(build, large, many)), fewer };
  });
  const floor = () => JSON.parse(run(script('floor.mjs dev'), large).stdout) as Figures;
  const rounds = await interleaved(bench.rounds, { ...sides, floor });
  const work = `Finding symbols after a tenth of ${many} files have changed`;
  return [
    row(`Finding all problems in ${many} small files`, 'reading and JSON.parse', '≤ 8', { rounds, by: 'floor' }),
    row('The slowest hover while these problems are found', '', '≤ 100 ms', { rounds, figure: 'hover' }),
    row('Memory after these problems are found', '', '', { rounds, figure: 'memory', unit: 'MB' }),
    row(work, `the same with ${few} files`, '≤ 2.8', { rounds, figure: 'symbols', by: 'fewer' }),
  ];
}

async function session(build: string, path: string, count: number): Promise<Figures> {
  const folder = pathToFileURL(path).href;
  const uri = `${folder}/dev/t0.targeting.json`;
  const client = await Client.start([join(build, 'server.js')], folder, {});
  await client.open(uri, readFileSync(join(path, 'dev/t0.targeting.json'), 'utf8'), 0);
  let [problems, hover, isDone] = [0, 0, false];
  client.progress = ({ items }) => (problems += items.flatMap(({ items: own = [] }) => own).length);
  const asked = { previousResultIds: [], partialResultToken: 'all' };
  const all = timeOf(async () => client.progress((await client.request('workspace/diagnostic', asked)) as Reports));
  const done = all.finally(() => (isDone = true));
  while (!isDone) {
    const hovered = { textDocument: { uri }, position: { line: 1, character: 4 } };
    const time = timeOf(async () => {
      if ((await client.request('textDocument/hover', hovered)) === null) throw new Error('There is no hover.');
    });
    hover = Math.max(hover, await time);
    await setTimeout(20);
  }
  const ms = await done;
  if (problems !== 1) throw new Error(`The workspace has ${problems} problems.`);
  const memory = client.memory();
  const changed = listOf(Math.ceil(count / 10), (index) => `dev/t${index + 1}.targeting.json`);
  let query = '';
  for (const name of changed) {
    query = `${name} at ${Math.round(performance.now())}`;
    write(path, name, readFileSync(join(path, name), 'utf8').replace(/"name": "[^"]*"/, `"name": "${query}"`));
  }
  const symbols = await timeOf(async () => {
    const changes = changed.map((name) => ({ uri: `${folder}/${name}`, type: 2 }));
    client.send({ method: 'workspace/didChangeWatchedFiles', params: { changes } });
    const found = (await client.request('workspace/symbol', { query })) as readonly unknown[];
    if (found.length !== 1) throw new Error(`There are ${found.length} symbols with the name of the last file.`);
  });
  await client.stop();
  return { ms, hover, memory, symbols };
}
