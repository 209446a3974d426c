/**
 * `npm test`: everything that finds a mistake within minutes, in order; with `--all` (`npm run test:all`), everything that says whether
 * this checkout may be published. Stops at the first part that cannot even start, and prints as its last line how many tests passed and
 * failed, summed over all suites.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import limits from './repo/limits.json' with { type: 'json' };
import { measures } from './repo/measures.mjs';

/** KiB, minified, as published. A bundle that outgrows this drags something in that nobody looked at. */
const bundleLimits = {
  'dist/server.js': 805,
  'dist/client.js': 720,
  'dist/cli.js': 1,
  'dist/commands.js': 735,
  'dist/undici.js': 235,
  'dist/serve.js': 170,
};
/** KiB that an editor in a browser downloads, compressed as servers send it. */
const downloadLimit = 440;

const isAll = process.argv.includes('--all');
if (isAll) process.env['ALL_TESTS'] = 'yes';
const folder = mkdtempSync(join(tmpdir(), 'targeting-test-'));
const total = { passed: 0, failed: 0 };
/** @type {string[]} What failed, for who reads the end of a long log alone. */
const failures = [];

process.on('exit', () => {
  rmSync(folder, { recursive: true, force: true });
  for (const failure of failures) console.log(`FAILED: ${failure}`);
  console.log(`\n${total.passed} passed, ${total.failed} failed`);
});

const measured = measures();
for (const [name, limit] of Object.entries(limits)) console.log(`${name}: ${measured[name]}, at most ${limit}`);

// It wants one processor for longer than what comes first wants the other.
const lint = check('lint', 'npx', ['--no-install', 'eslint', '--max-warnings', '0', '.']);
await check('types', 'npm', ['run', '--silent', 'types']);
await builds();
await vitest('pure, protocol, push and service suites', 'test/vitest.config.mts');
await lint;
if (isAll) await vitest('slow suites', 'test/slow.config.mts');
// Each waits more than it works.
const hosts = suitesInVsCode();
if (process.platform === 'linux') await vitest('suites at the window of VS Code', 'test/vscode/vitest.config.mts');
await hosts;
process.exitCode = total.failed === 0 ? 0 : 1;

async function builds() {
  await check('format', 'npx', ['--no-install', 'oxfmt', '--check']);
  // Builds as it is published, too.
  if (isAll) await check('the release, short of uploading', 'npm', ['run', '--silent', 'release', '--', '--dry-run']);
  else await check('build, as it is published', 'npm', ['run', '--silent', 'build', '--', '--production']);
  for (const [file, limit] of Object.entries(bundleLimits)) {
    const size = Math.ceil(statSync(file).size / 1024);
    count(`${file} is ${size} KiB, at most ${limit}`, size <= limit);
  }
  const downloaded = ['dist/server.js', 'dist/client.js'].map((file) => gzipSync(readFileSync(file)).length);
  const download = Math.ceil(downloaded.reduce((all, size) => all + size) / 1024);
  count(`a browser downloads ${download} KiB, at most ${downloadLimit}`, download <= downloadLimit);
  await check('build', 'npm', ['run', '--silent', 'build']);
  await check('15 cases of the second program', process.execPath, ['dist/tools/verify.mjs', '--cases', '15']);
  if (!isAll) return;
  await check('the benchmark, once and small', process.execPath, ['dist/tools/bench.mjs', '--smoke']);
  const fuzz = ['--expose-gc', 'dist/tools/fuzz.mjs', '--seconds', '10', '--seed', '1'];
  await check('ten seconds of fuzz', process.execPath, fuzz);
}

/**
 * Nothing follows a check that fails.
 * @param {string} name
 * @param {string} command
 * @param {string[]} args
 */
async function check(name, command, args) {
  count(name, (await run(name, command, args, {}, true)) === 0);
  if (total.failed > 0) process.exit(1);
}

/**
 * @param {string} name
 * @param {string} config
 */
async function vitest(name, config) {
  const results = join(folder, `${total.passed}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${results}`];
  const code = await run(name, 'npx', ['--no-install', 'vitest', 'run', '--config', config, ...reporters]);
  /** @type {{ testResults: { assertionResults: { status: string, fullName: string, failureMessages: string[] }[] }[] }} */
  const { testResults } = read(results, { testResults: [] });
  const tests = testResults.flatMap((file) => file.assertionResults);
  const passed = tests.filter(({ status }) => status === 'passed').length;
  const failed = tests
    .filter(({ status }) => status === 'failed')
    .map(({ fullName, failureMessages }) => `${fullName}: ${failureMessages[0]}`);
  add(name, passed, failed, code);
}

async function suitesInVsCode() {
  await suiteInVsCode('suites inside VS Code', 'suite');
  // As it is in vscode.dev. Nothing but Linux has the workbench from npm.
  if (process.platform === 'linux') await suiteInVsCode('suites inside VS Code in a browser', 'suiteInBrowser');
}

/**
 * @param {string} name
 * @param {string} tool
 */
async function suiteInVsCode(name, tool) {
  const results = join(folder, `${tool}.json`);
  const code = await run(name, process.execPath, [`dist/tools/${tool}.mjs`], { TEST_RESULTS: results }, true);
  /** @type {{ passed: number, failed: string[] }} */
  const { passed, failed } = read(results, { passed: 0, failed: [] });
  add(name, passed, failed, code);
}

/**
 * A run that failed without a failed test (a file that does not load, a host that does not start) counts as one.
 * @param {string} name
 * @param {number} passed
 * @param {string[]} failed the names of its tests, and why
 * @param {number} code
 */
function add(name, passed, failed, code) {
  const couldNotRun = failed.length === 0 && (code !== 0 || passed === 0);
  const all = couldNotRun ? [name] : failed;
  total.passed += passed;
  total.failed += all.length;
  failures.push(...all.map((failure) => failure.replaceAll(/\s+/g, ' ').slice(0, 400)));
}

/**
 * @param {string} name
 * @param {boolean} good
 */
function count(name, good) {
  total[good ? 'passed' : 'failed'] += 1;
  if (good) console.log(`ok: ${name}`);
  else failures.push(name);
}

/**
 * @param {string} name
 * @param {string} command
 * @param {string[]} args
 * @param {Record<string, string>} env
 * @param {boolean} isBeside others run at the same time, so it prints what the program said once it has ended
 */
async function run(name, command, args, env = {}, isBeside = false) {
  if (!isBeside) console.log(`\n== ${name}`);
  const child = started(command, args, { stdio: isBeside ? 'pipe' : 'inherit', env: { ...process.env, ...env } });
  child.stdin?.end();
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part) => (said += part));
  const [code] = await once(child, 'close');
  if (isBeside) console.log(`\n== ${name}\n${said}`);
  return code ?? 1;
}

/**
 * It ends with this process, which a check that failed may end.
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} options
 */
function started(command, args, options) {
  const child = spawn(command, args, { shell: process.platform === 'win32', ...options });
  process.once('exit', () => child.kill());
  return child;
}

/**
 * @template T
 * @param {string} file
 * @param {T} otherwise
 * @returns {T}
 */
function read(file, otherwise) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    // The suite ended before it could write: counted as a failure by its exit code.
    return otherwise;
  }
}
