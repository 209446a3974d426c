/** How large the product is. `npm test` prints it, and limits.test.ts holds it below the limits of limits.json. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { commentsOf, smellsOf } from './english.mjs';

export const root = join(import.meta.dirname, '../..');
const deleted = new Set(git('--deleted'));
const paths = git('--cached', '--others').filter((path) => !deleted.has(path));

/** @returns {Readonly<Record<string, number>>} by the names of limits.json */
export function measures() {
  const product = linesOf(productFiles());
  const comments = product.filter((line) => /^\s*(?:\/\/|\/\*|\*(?:[ /]|$)|<!--)/.test(line)).length;
  const { configuration, commands } = JSON.parse(text('package.json')).contributes;
  const settings = configuration.flatMap((/** @type {{ properties: object }} */ each) => Object.keys(each.properties));
  return {
    'lines of the product': product.length,
    'of them code': product.filter((line) => line.trim() !== '').length - comments,
    'of them comments': comments,
    'of them comments that smell': productFiles()
      .flatMap((path) => commentsOf(text(path)))
      .filter((comment) => smellsOf(comment.text).length > 0).length,
    'lines of tests': linesOf(filesLike(/^test\/.*\.(?:ts|mts|mjs)$/)).length,
    settings: settings.length,
    'commands of the editor': commands.length,
    'commands of the command line': entries('server/src/cli/commands/all.ts', 'commands'),
    'options of the command line': entries('server/src/cli/options.ts', 'known'),
    'codes of problems': entries('server/src/core/checks/codes.ts', 'defaultSeverities'),
    sentences: Object.keys(JSON.parse(text('l10n/bundle.l10n.zh-cn.json'))).length,
    'words of README and docs': filesLike(/^(?:README|docs\/.*)\.md$/)
      .filter((path) => !written.includes(path))
      .reduce((sum, path) => sum + text(path).split(/\s+/).filter(Boolean).length, 0),
  };
}

/** Pages that the checks and the bench write. */
const written = ['problems', 'problems.zh-cn', 'speed'].map((name) => `docs/${name}.md`);

/**
 * Counts the entries of an object that a file exports.
 * @param {string} path
 * @param {string} name
 */
function entries(path, name) {
  const [, table = ''] = new RegExp(`^export const ${name}\\b[^\\n]*\\{\\n([^]*?)^\\}`, 'm').exec(text(path)) ?? [];
  return (table.match(/^ {2}(?:'[\w-]+'|\w+): /gm) ?? []).length;
}

/** @returns their paths from the root */
export function productFiles() {
  return filesLike(/^(?:client|server)\/.*\.(?:ts|css|html)$/);
}

/** @param {readonly string[]} files */
function linesOf(files) {
  return files.flatMap((path) => text(path).replace(/\n$/, '').split('\n'));
}

/** @param {RegExp} pattern */
function filesLike(pattern) {
  return paths.filter((path) => pattern.test(path));
}

/** @param {string} path */
function text(path) {
  return readFileSync(join(root, path), 'utf8');
}

/** @param {string[]} which */
function git(...which) {
  const listed = execFileSync('git', ['ls-files', '-z', '--exclude-standard', ...which], { cwd: root });
  return listed.toString().split('\0').filter(Boolean);
}
