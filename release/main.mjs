/** `npm run release -- --dry-run` only checks a release. The workflow .github/workflows/release.yml publishes it. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { listFiles } from '@vscode/vsce';
import { packages } from './contents.mjs';
import { isPreRelease, pack } from './pack.mjs';

/** The largest allowed size of the extension, in KiB. */
const largestVsix = 735;

if (!process.argv.includes('--dry-run')) {
  console.error(
    'Releases are made by the workflow "Release", when a tag is pushed. Say --dry-run to check what it would publish.',
  );
  process.exit(2);
}

const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const { vsix, tarball } = await pack();
const kilobytes = Math.ceil(statSync(vsix).size / 1024);
const files = await listFiles({ cwd: packages.extension.folder, dependencies: false });

/** @type {readonly (readonly [boolean, string])[]} */
const checks = [
  [
    isReleased(version),
    `CHANGELOG.md begins with "## ${version}", or with "## Unreleased" before it on a commit without a tag`,
  ],
  [lockedVersion() === version, `package-lock.json says ${version}`],
  [fitsTag(version), `the tag of this commit, if it has one, is v${version}`],
  [kilobytes <= largestVsix, `the extension has ${kilobytes} KiB, at most ${largestVsix}`],
  [
    linksOf(packages.extension.readme).every(isReachable),
    'links and pictures of the page are https, or files of the repository',
  ],
  [files.every((file) => !/\.(?:ts|map)$|cli\.js$/.test(file)), 'the extension holds no source, map or command line'],
];
console.log(`\n${files.map((file) => `  ${file}`).join('\n')}\n\n${vsix}\n${tarball}\n`);
for (const [holds, what] of checks) console.log(`${holds ? '✓' : '✗'} ${what}`);
console.log(`\nWould be published as a ${isPreRelease(version) ? 'pre-release' : 'release'}.`);
process.exitCode = checks.every(([holds]) => holds) ? 0 : 1;

/** @param {string} markdown */
function linksOf(markdown) {
  return [...markdown.matchAll(/\]\(([^)]*)\)/g)].map(([, link = '']) => link);
}

/** @param {string} link a relative link must name a file of the repository, since vsce prepends the repository's URL */
function isReachable(link) {
  const [path = ''] = link.split('#');
  return /^https:/.test(link) || path === '' || existsSync(path);
}

/** @param {string} wanted */
function isReleased(wanted) {
  const [first, second] = [...readFileSync('CHANGELOG.md', 'utf8').matchAll(/^## (\S+)/gm)].map(
    ([, heading]) => heading,
  );
  return first === wanted || (first === 'Unreleased' && second === wanted && tagsHere().length === 0);
}

function tagsHere() {
  return execFileSync('git', ['tag', '--points-at', 'HEAD'], { encoding: 'utf8' }).split('\n').filter(Boolean);
}

function lockedVersion() {
  return JSON.parse(readFileSync('package-lock.json', 'utf8')).version;
}

/** @param {string} wanted */
function fitsTag(wanted) {
  const tags = tagsHere();
  return tags.length === 0 || tags.includes(`v${wanted}`);
}
