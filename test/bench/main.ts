/**
 * `npm run bench`: everything side by side in one run, ratios first, printed and written into docs/speed-figures.md; the
 * most telling into docs/speed.md. Numbers of different runs are not to be compared; the ratios of one run are. `-- --smoke` runs everything once,
 * small, without the other servers, and writes nothing: that the benchmark works is tested, not what it measures. `-- --alone` leaves
 * only the other servers out; `-- --before FOLDER` measures an earlier build, of that folder, in the same run; `-- --rounds 5` takes
 * less time.
 */
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { cpus, release, totalmem, type } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { checks } from './checks.js';
import { evaluations, tests } from './evaluation.js';
import { doubled, startAndBatch } from './commandLine.js';
import { cell, column, number, rowNamed, table } from './figures.js';
import type { Servers } from './keystrokes.js';
import { atPace, sizeName } from './keystrokes.js';
import { peersFolder, peerVersions } from './peers.js';
import type { OtherPeers, Peer } from './servers.js';
import { otherPeers, ourPeers } from './servers.js';
import type { Session } from './session.js';
import { startSession } from './session.js';
import { startAndMemory } from './startAndMemory.js';
import { together } from './together.js';
import { workspaces } from './workspaces.js';

/** By profiles of 2026-11-29. */
const whereTimeGoes = [
  'Where the time goes of what misses its goal:',
  '',
  '- **Start**: the echo alone takes 1.8 times bare Node; the rest is compiling a bundle of 800 KiB and running it once.',
  '- **`check`**: three tenths look for problems, a seventh opens and reads files, an eighth makes them ready to be evaluated, a tenth each reads JSON and looks for dead targeting.',
  '- **`test`**: three tenths evaluate, a quarter reads and parses, a tenth starts; the start alone is 1.6 times what all is compared with.',
  '- **A workspace**: files are read once to be known, and again when their problems are looked for; then as `check`. A fifth is garbage collection.',
];

const dist = join(import.meta.dirname, '..');
const isSmoke = process.argv.includes('--smoke');
const rounds = isSmoke ? 2 : Number(optionValue('--rounds') ?? 15);
const few = Math.min(rounds, 7);
const sizes = isSmoke ? [2_000, 20_000] : [2_000, 20_000, 200_000, 2 ** 20];
const largest = sizes.at(-1) ?? 0;
const modules = isSmoke || process.argv.includes('--alone') ? undefined : peersFolder();

const peers = { ...ourPeers(dist), ...(modules !== undefined && otherPeers(modules, dist)) };
const servers: Partial<Record<keyof typeof peers, Session>> = {};
for (const [name, peer] of Object.entries(peers)) servers[name as keyof typeof peers] = await startSession(peer);

const sections: [string, string][] = [];
const add = (title: string, text: string) => {
  sections.push([title, text]);
  console.log(`\n## ${title}\n\n${text}`);
  return text;
};
const { json, jsonPull } = peers as Partial<OtherPeers>;
const answers = add('All that an editor asks after a letter', await together(peers, jsonPull, sizes, isSmoke ? 2 : 40));
const paced = add(
  "At a person's pace: a letter every 150 ms",
  await atPace(servers as Servers, sizes, isSmoke ? 2 : 40),
);
for (const session of Object.values(servers)) await session.stop();
const { echo } = peers;
const rest = isSmoke ? 100 : 20_000;
const evaluated = add('Evaluation', evaluations(rounds, isSmoke));
add('Size', bundleSizes());
const before = optionValue('--before');
const earlier = before && (await figuresOf(before, [], ', the earlier build'));
const now = await figuresOf(dist, [echo, json], '');
const summary = onOneScreen();
console.log(`\n${summary}`);
if (modules !== undefined) write();

function optionValue(name: string): string | undefined {
  const at = process.argv.indexOf(name);
  return at === -1 ? undefined : process.argv[at + 1];
}

function bundleSizes(): string {
  const files = ['server.js', 'client.js', 'commands.js', 'undici.js', 'serve.js'].map((name) => join(dist, name));
  const rows = files.map((file) => [
    file.slice(dist.length + 1),
    `${number(statSync(file).size / 1024)} KiB`,
    `${number(gzipSync(readFileSync(file)).length / 1024)} KiB`,
  ]);
  return table(['bundle', 'size', 'gzipped'], rows);
}

type Figures = Awaited<ReturnType<typeof figuresOf>>;

/** What processes of a build do. */
async function figuresOf(build: string, besideIt: readonly (Peer | undefined)[], which: string) {
  const { ours } = ourPeers(build);
  const started = [ours, ...besideIt].filter((peer) => peer !== undefined);
  const times = isSmoke ? 1 : few;
  return {
    start: add(`Start and memory, times bare Node${which}`, await startAndMemory(started, isSmoke ? 1 : rounds, rest)),
    checked: add(`Check of many files${which}`, checks(build, isSmoke ? 20 : 10_000, times)),
    workspace: add(`A workspace of many files${which}`, await workspaces(ours, isSmoke ? 50 : 50_000, times)),
    tested: add(`Tests of many toggles${which}`, tests(build, isSmoke ? 5 : 500, 10, times)),
    commandLine: add(`The command line${which}`, startAndBatch(build, isSmoke ? 20 : 20_000, times)),
    twice: add(`Twice as much${which}`, doubled(build, isSmoke ? 5 : 900, isSmoke ? 5 : 5_000, Math.min(times, 3))),
  };
}

/** Each is a figure of the tables above. Without the other servers, there is none with one of them. */
function onOneScreen(): string {
  const size = sizeName(largest);
  const evaluation = 'evaluations a second, for the rules and five SDKs at once, times the SDK for Node';
  const slower = modules === undefined ? '–' : cell(paced, size, 'JSON server, no wait : ours');
  const measured = (written: string, row: string, name = 'measured') => cell(written, rowNamed(written, row), name);
  const resting = `after ${rest / 1_000} s of rest`;
  const ofBuilds: readonly (readonly [what: string, goal: string, measured: (figures: Figures) => string])[] = [
    [
      'Start until the first problems (ours : bare Node)',
      '≤ 2.2',
      ({ start }) => cell(start, 'ours', 'first problems'),
    ],
    [`Memory with 1 MiB open, ${resting} (ours : bare Node)`, '', ({ start }) => cell(start, 'ours', resting)],
    [
      'First problems in a large workspace (: in a small one)',
      '≤ 1.2',
      ({ workspace }) => measured(workspace, 'first problems'),
    ],
    [
      'Problems of all its files (ours : reading and JSON.parse)',
      '≤ 8',
      ({ workspace }) => measured(workspace, 'problems of all'),
    ],
    ['The slowest hover meanwhile, ms', '≤ 50', ({ workspace }) => measured(workspace, 'the slowest hover')],
    ['Memory then', '≤ 400 MB', ({ workspace }) => measured(workspace, 'memory')],
    ['Symbols after a tenth of its files changed, ms', '≤ 300', ({ workspace }) => measured(workspace, 'symbols')],
    [
      '`check` of many files (ours : reading and JSON.parse)',
      '≤ 5',
      ({ checked }) => measured(checked, '`check`', 'times reading and JSON.parse'),
    ],
    ['`test` of many cases (ours : reading and JSON.parse)', '≤ 2.5', ({ tested }) => measured(tested, '`test` of')],
    [
      '`evaluate --batch` (ours for all SDKs : a script with the SDK for Node)',
      '≥ 0.6',
      ({ commandLine }) => measured(commandLine, '`evaluate'),
    ],
    ['`--version` (ours : bare Node)', '≤ 1.3', ({ commandLine }) => measured(commandLine, '`--version`')],
    [
      'Twice as much work of a command (: once), the worst',
      '≤ 2.3',
      ({ twice }) => number(Math.max(...column(twice, 'time of twice as much (wanted: ≤ 2.3)').map(Number))),
    ],
  ];
  return table(
    ['What is measured', 'Goal', ...(earlier ? ['Before'] : []), 'Measured'],
    [
      ...[
        [`Problems after a letter in ${size}, a letter every 150 ms (JSON server without its delay : ours)`, slower],
        [`All that an editor asks after a letter in ${size} (ours : echo)`, cell(answers, size, 'ours : echo')],
      ].map(([what = '', figure = '']) => [what, '', ...(earlier ? [''] : []), figure]),
      [
        'Evaluations a second (ours for all SDKs : SDK for Node)',
        '≥ 8',
        ...(earlier ? [''] : []),
        measured(evaluated, evaluation),
      ],
      ...ofBuilds.map(([what, goal, of]) => [what, goal, ...(earlier ? [of(earlier)] : []), of(now)]),
    ],
  );
}

function write(): void {
  const [processor] = cpus();
  const machine = `${cpus().length} × ${processor?.model ?? 'unknown'}, ${number(totalmem() / 2 ** 30)} GiB, ${type()} ${release()}, Node ${process.version}`;
  const versions = Object.entries(peerVersions).map(([name, version]) => `${name} ${version}`);
  const run = `\`npm run bench\` on ${new Date().toISOString().slice(0, 10)}`;
  const short = [
    '# Speed',
    '',
    `Written by ${run}: medians of ${rounds} rounds of one run.`,
    '',
    summary,
    '',
    'The JSON server is that of VS Code. The echo is a server that answers without any work. Bare Node is a process without a program.',
    '',
    ...whereTimeGoes,
    '',
    'All figures are in [Speed: all figures](speed-figures.md).',
    '',
  ];
  const all = [
    '# Speed: all figures',
    '',
    `Written by ${run}: medians of ${rounds} interleaved rounds. Trust the ratios.`,
    `${machine}; ${versions.join(', ')}.`,
    ...sections.flatMap(([title, body]) => ['', `## ${title}`, '', body]),
    '',
  ];
  const docs = join(dist, '..', 'docs');
  mkdirSync(docs, { recursive: true });
  writeFileSync(join(docs, 'speed.md'), short.join('\n'));
  writeFileSync(join(docs, 'speed-figures.md'), all.join('\n'));
}
