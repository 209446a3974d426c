/**
 * `npm run bench`: everything side by side in one run, ratios first, printed and written into docs/speed-figures.md; six of the ratios
 * into docs/speed.md. Numbers of different runs are not to be compared; the ratios of one run are. `-- --smoke` runs everything once,
 * small, without the other servers, and writes nothing: that the benchmark works is tested, not what it measures. `-- --alone` leaves
 * only the other servers out.
 */
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { cpus, release, totalmem, type } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { analyses } from './analysis.js';
import { evaluations } from './evaluation.js';
import { exports } from './exports.js';
import { code } from './code.js';
import { cell, number, table } from './figures.js';
import { inProcess } from './inProcess.js';
import type { Servers } from './keystrokes.js';
import { atPace, bursts, keystrokes, mistakes, sizeName } from './keystrokes.js';
import { peersFolder, peerVersions } from './peers.js';
import { keystrokesWithRules } from './policies.js';
import { polls } from './polls.js';
import { scan } from './scan.js';
import type { OtherPeers } from './servers.js';
import { otherPeers, ourPeers } from './servers.js';
import type { Session } from './session.js';
import { startSession } from './session.js';
import { startAndMemory } from './startAndMemory.js';
import { together } from './together.js';

const dist = join(import.meta.dirname, '..');
const isSmoke = process.argv.includes('--smoke');
const rounds = isSmoke ? 2 : 15;
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
const { jsonPull } = peers as Partial<OtherPeers>;
const answers = add('All that an editor asks after a letter', await together(peers, jsonPull, sizes, isSmoke ? 2 : 40));
const paced = add(
  "At a person's pace: a letter every 150 ms",
  await atPace(servers as Servers, sizes, isSmoke ? 2 : 40),
);
add('Keystroke to problems through LSP', await keystrokes(servers as Servers, sizes, rounds));
add('A mistake and its mending, sent by the server', await mistakes(servers as Servers, sizes, rounds));
add('Typing without a pause', await bursts(servers as Servers, largest, isSmoke ? 1 : rounds));
for (const session of Object.values(servers)) await session.stop();
add('Without LSP, times JSON.parse of the text', inProcess(sizes, rounds));
add('A letter with rules of the organisation', keystrokesWithRules(isSmoke ? [1, 20] : [1, 100, 1_000, 3_000], rounds));
const { ours, echo, ...others } = peers;
const { jsonAsShipped, yaml } = others as Partial<OtherPeers>;
const started = [ours, echo, jsonAsShipped, yaml].filter((peer) => peer !== undefined);
const rest = isSmoke ? 100 : 20_000;
const startAndMemoryOf = add(
  'Start and memory, times bare Node',
  await startAndMemory(started, isSmoke ? 1 : rounds, rest),
);
const scanned = isSmoke ? 100 : 10_000;
const closed = add('Files that nobody has open', await scan(scanned, isSmoke ? 1 : rounds, modules));
const evaluated = add('Evaluation', evaluations(dist, rounds, isSmoke));
add('Dead targeting and the effect of a change', analyses(rounds, isSmoke));
add('Toggles in code', await code(dist, isSmoke ? 200 : 20_000, isSmoke ? 1 : rounds));
add('Export for local applications', exports(dist, isSmoke ? 20 : 2_000, isSmoke ? 1 : rounds));
add('Polls of local applications', await polls(join(dist, '..'), isSmoke ? 100 : 20_000, isSmoke ? 1 : 5));
add('Size', bundleSizes());
const summary = inSixRows();
console.log(`\n${summary}`);
if (modules !== undefined) write();

function bundleSizes(): string {
  const files = ['server.js', 'client.js', 'serve.js'].map((name) => join(dist, name));
  const rows = files.map((file) => [
    file.slice(dist.length + 1),
    `${number(statSync(file).size / 1024)} KiB`,
    `${number(gzipSync(readFileSync(file)).length / 1024)} KiB`,
  ]);
  return table(['bundle', 'size', 'gzipped'], rows);
}

/** Each is a ratio of the tables above. Without the other servers, there is none with one of them. */
function inSixRows(): string {
  const size = sizeName(largest);
  return table(
    ['What is measured', 'Ratio'],
    [
      [
        `Problems after a letter in ${size}, a letter every 150 ms (JSON server without its delay : ours)`,
        modules === undefined ? '–' : cell(paced, size, 'JSON server, no wait : ours'),
      ],
      [`Everything that an editor asks after a letter in ${size} (ours : echo)`, cell(answers, size, 'ours : echo')],
      ['Start until the first problems (ours : bare Node)', cell(startAndMemoryOf, 'ours', 'first problems')],
      [
        `Memory with 1 MiB open, after ${rest / 1_000} s of rest (ours : bare Node)`,
        cell(startAndMemoryOf, 'ours', `after ${rest / 1_000} s of rest`),
      ],
      [`Problems of ${scanned} files that are not open (ours : reading them)`, cell(closed, 'ours', 'times reading')],
      [
        'Evaluations a second, for the rules and five SDKs at once (ours : SDK for Node)',
        cell(
          evaluated,
          'evaluations a second, for the rules and five SDKs at once, times the SDK for Node',
          'measured',
        ),
      ],
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
    `Written by ${run}: medians of one run on one machine.`,
    '',
    summary,
    '',
    'The JSON server is that of VS Code. The echo is a server that answers without any work. Bare Node is a process without a program.',
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
