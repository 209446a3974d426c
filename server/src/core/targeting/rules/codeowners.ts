/**
 * Finds the owners of a file. GitHub reads patterns like .gitignore, with documented exceptions; GitLab reads them like
 * `fnmatch`, so the same line may match different files. Forges ignore lines that they cannot read.
 * https://docs.github.com/en/repositories/managing-your-repositorys-settings-and-features/customizing-your-repository/about-code-owners
 * https://docs.gitlab.com/user/project/codeowners/reference/
 */
import { Budget } from '../../budget.js';
import type { Name } from './fileGlob.js';
import { fitsPath, givenNames, globOf } from './fileGlob.js';
import { listOfFirst } from '../joined.js';
import { cut } from '../state/serves.js';

export type Forge = 'github' | 'gitlab';

interface Line {
  readonly section: string;
  /** The pattern, split at slashes and beginning at the root of the repository. */
  readonly names: readonly Name[];
  readonly owners: readonly string[];
  readonly excludes: boolean;
}

export class CodeOwners {
  /** The lines in reverse order, because the last match counts; undefined if there are too many lines. */
  readonly #lines: readonly Line[] | undefined;

  constructor(text: string, forge: Forge) {
    const lines = text
      .replace(/^\uFEFF/, '')
      .normalize()
      .split(/\r\n|\n|\r/)
      .map((line) => line.trim())
      .filter((line) => line !== '' && !line.startsWith('#'));
    if (lines.length > MAX_LINES) return;
    const read = forge === 'github' ? readAsGitHub(lines) : readAsGitLab(lines);
    this.#lines = read.map((line) => ({ ...line, names: line.names.filter(isNoRepeat) })).reverse();
  }

  /** @param path from the root, without a slash at either end @returns undefined if the search would take too long */
  of(path: string): readonly string[] | undefined {
    if (this.#lines === undefined) return undefined;
    const names = givenNames(path.normalize());
    const budget = new Budget(MAX_STEPS);
    const found = new Map<string, readonly string[]>();
    const excluded = new Set<string>();
    for (const { section, names: pattern, owners, excludes } of this.#lines) {
      if (excludes ? excluded.has(section) : found.has(section)) continue;
      const isNamed = fitsPath(pattern, names, budget);
      if (isNamed) budget.spend(STEPS_FOR_AN_OWNER * owners.length);
      if (budget.isSpent) return undefined;
      if (!isNamed) continue;
      if (excludes) excluded.add(section);
      else found.set(section, owners);
    }
    const kept = Array.from(found).filter(([section]) => !excluded.has(section));
    return [...new Set(kept.reverse().flatMap(([, owners]) => owners))];
  }
}

/** Maximum number of lines, because all lines are parsed without yielding. */
const MAX_LINES = 20_000;

/** Maximum character comparisons per file. 20,000 lines with two folders and a name need about 40% of the maximum. */
const MAX_STEPS = 100_000;
/** The cost of adding an owner to a list, in comparisons. */
const STEPS_FOR_AN_OWNER = 100;

/** False for a repeated `**`, because several in a row match the same paths as a single `**`. */
function isNoRepeat(name: Name, index: number, names: readonly Name[]): boolean {
  return name !== 'any' || names[index - 1] !== 'any';
}

export function namesOfOwners(owners: readonly string[]): string {
  return listOfFirst(owners.map(cut));
}

/** Whether the text contains a GitLab section heading, which GitHub ignores. */
export function hasSections(text: string): boolean {
  return /^\^?\[[^\]\r\n]+\](?:\[\d*\])?(?:\s|$)/m.test(text);
}

function readAsGitHub(lines: readonly string[]): Line[] {
  return lines.flatMap((line) => {
    const words = wordsIn(line);
    const comment = words.findIndex((word) => word.startsWith('#'));
    const [pattern = '', ...owners] = comment === -1 ? words : words.slice(0, comment);
    const isUnsupported = /^(?:!|\\#)|[[\]]/.test(pattern);
    if (isUnsupported || !owners.every(isOwner)) return [];
    const isDirectory = pattern.endsWith('/');
    const path = pattern.replace(/^\/|\/$/g, '');
    if (path === '') return [];
    const isAtRoot = pattern.slice(0, -1).includes('/');
    const parts = path.split('/');
    const last = parts.at(-1);
    const named = last === '**' ? [...parts, '*'] : parts;
    // A named folder includes everything below it; `folder/*` includes only its direct content.
    const below = isDirectory ? ['**', '*'] : last === '*' || last === '**' ? [] : ['**'];
    const names = [...(isAtRoot ? [] : ['**']), ...named, ...below];
    return [{ section: '', names: names.map((name) => globOf(name, false)), owners, excludes: false }];
  });
}

function readAsGitLab(lines: readonly string[]): Line[] {
  let section = '';
  let defaults: readonly string[] = [];
  return lines.flatMap((line) => {
    const heading = /^\^?\[(?<name>[^\]]+)\](?:\[\d*\])?(?<owners>$|\s.*)/.exec(line)?.groups;
    if (heading !== undefined) {
      section = `[${(heading['name'] ?? '').toLowerCase()}]`;
      defaults = wordsIn(heading['owners'] ?? '').filter(isOwner);
      return [];
    }
    const [pattern = '', ...words] = wordsIn(line);
    const excludes = pattern.startsWith('!');
    const path = excludes ? pattern.slice(1) : pattern;
    const parts = path.replace(/^\/|\/$/g, '').split('/');
    const last = parts.at(-1) === '**' ? ['*'] : parts.slice(-1);
    const names = [
      ...(path.startsWith('/') ? [] : ['**']),
      ...(path.endsWith('/') ? [...parts.filter((part) => part !== ''), '**', '*'] : [...parts.slice(0, -1), ...last]),
    ];
    const named = words.filter(isOwner);
    const owners = named.length === 0 ? defaults : named;
    return [{ section, names: names.map((name) => globOf(name, true)), owners, excludes }];
  });
}

/** Splits a line into words; an escaped space does not separate words. */
function wordsIn(line: string): readonly string[] {
  return line.match(/(?:\\.?|[^\s\\])+/gu) ?? [];
}

/** Whether a word is an owner: a name with `@`, or an e-mail address. */
function isOwner(word: string): boolean {
  return word.includes('@');
}
