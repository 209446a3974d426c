/**
 * `npm run bench`: measures the production bundles side by side with peers, and writes docs/speed.md. `-- --rounds 9` takes more rounds than
 * five. `-- --before FOLDER` also measures the bundles of an earlier build in that folder. `-- --small` takes a tenth of each size and writes
 * nothing. `-- --smoke` takes a hundredth, one round and no peers, and writes nothing: it only finds out whether all of this runs.
 */
import { statSync, writeFileSync } from 'node:fs';
import { cpus, totalmem, type } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { checkBesideFloor, checkBesidePeers, diffInManyFiles, doubled, evaluateBatch, testOfMany } from './commands.js';
import { everything, manyOpen, start, workspace } from './editor.js';
import type { Bench } from './measure.js';
import { eachBuild, inRepository, row } from './measure.js';
import { installedPeers, peerVersions } from './peers.js';

const deadEnds = [
  '- A second thread for `check`: on two cores, it makes the command a fifth slower, because the JIT of the second thread has to warm up again.',
  '- A shortcut in `check` for files without problems: the code would then decide in two places what is wrong with a file. Finding problems and their locations takes two fifths of the time, evaluation a fifth, the search for dead rules a fifth, and everything else a fifth.',
  '- Running fewer evaluators: the results of all six are bits of one number, so this saves nothing. Without the start of a process, evaluating a toggle with ten plain rules for one user takes 0.66 µs, compared with 0.61 µs in the SDK for Node.',
  '- Lenses that do not wait for the search for dead rules: the ratio for all requests of an editor would be 0.9 at 20 KB and 0.4 at 200 KB, as before. But the lens *never matches* would come and go with each letter, and move the lines below it.',
  "- `client.js`: VS Code's language client alone takes up 400 KiB.",
];

const definitions = [
  '- Small files: one to three rules of two conditions, 0.6 to 1.5 KB. Large files: as many such rules as the size needs. Both are valid and have no dead rule; one file of the 50000 has a problem.',
  '- Commands: each is a process, timed from start to exit. `check dev --fail-on hint`. `diff before.targeting.json dev/changed.targeting.json`; the empty folder has only these two files and a config. `test`: ten cases for each toggle of three rules, and as many assertions in a featurevisor project in JSON.',
  '- "Reading, JSON.parse and ajv": a script with our schema, compiled beforehand. Without ajv, its time is taken inside the process.',
  '- `evaluate --batch`: a line of standard input has a toggle and a user, and the script gives the SDK the toggle of each line.',
  '- A letter: typed in front of the name of a rule in the middle of the file, so that there is one more problem; the median of 20 letters, each 40 ms after the answer to the last. Opening: the second half of the 20 files, until each has its problems.',
  '- All requests of an editor: problems, symbols, folding, code lenses, inlay hints of 60 lines, highlights and code actions, at once, with nine users next to the file. The JSON server is asked for the first three.',
  '- All problems: `workspace/diagnostic`, with a hover every 20 ms. Memory is resident. Symbols: from `didChangeWatchedFiles` to the answer of `workspace/symbol`.',
];

const [text, flag] = [{ type: 'string' } as const, { type: 'boolean' } as const];
const { values } = parseArgs({ options: { rounds: text, before: text, small: flag, smoke: flag } });
const { before, smoke = false, small = false, rounds = '5' } = values;
const part = smoke ? 100 : small ? 10 : 1;
const bench: Bench = {
  builds: { ours: join(import.meta.dirname, '..'), ...(before !== undefined && { before: resolve(before) }) },
  peers: smoke ? {} : installedPeers(),
  rounds: smoke ? 1 : Number(rounds),
  size: (full) => Math.ceil(full / part),
};

// From here on, processes print English. NODE_EXTRA_CA_CERTS, which npm may need, adds a fixed time to every start of Node.
delete process.env['NODE_EXTRA_CA_CERTS'];
Object.assign(process.env, { LC_ALL: 'C', NO_COLOR: '1' });

const client = eachBuild(bench, (build) => [{ size: statSync(join(build, 'client.js')).size / 1024 }]);
const clientSize = () => row('`client.js`', '', '≤ 400 KiB', { rounds: client, figure: 'size', unit: 'KiB' });

const line = (cells: readonly string[]) => {
  const shown = before === undefined ? cells.toSpliced(3, 1) : cells;
  console.log(`| ${shown.join(' | ')} |`);
  return `| ${shown.join(' | ')} |`;
};
const head = ['Work', 'Compared with', 'Goal', 'Before', 'Measured'];
const table = [line(head), line(head.map(() => '---'))];
const first = [checkBesideFloor, checkBesidePeers, diffInManyFiles, manyOpen, everything, evaluateBatch, testOfMany];
for (const measure of [...first, workspace, start, clientSize, doubled])
  for (const { cells } of [await measure(bench)].flat()) table.push(line(cells));
if (part === 1) writeFileSync(inRepository('docs/speed.md'), page());

function page(): string {
  const cores = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}`;
  const machine = `${cores}, ${Math.round(totalmem() / 2 ** 30)} GiB, ${type()}, Node ${process.version}`;
  const how = [
    `\`npm run bench\` wrote this page on ${new Date().toISOString().slice(0, 10)}, on ${machine}.`,
    `It measured the production bundles and the peers (${peerVersions.join(', ')}). There were ${bench.rounds} rounds; in each round, every program ran once.`,
    "The first figure is our time divided by the peer's time: the median of all rounds, with the lowest and the highest value in brackets. The second figure is our median time. *Before* is the edition before.",
    "A ratio below 1 means that Toggle Targeting is faster. The JSON server is VS Code's JSON language server, with pull diagnostics.",
  ];
  return [
    '# Speed',
    '',
    ...table,
    '',
    how.join(' '),
    '',
    '## What each row measures',
    '',
    ...definitions,
    '',
    '## Dead ends',
    '',
    ...deadEnds,
    '',
  ].join('\n');
}
