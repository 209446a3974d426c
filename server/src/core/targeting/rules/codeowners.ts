/**
 * Who owns a file by CODEOWNERS. GitHub reads patterns as .gitignore has them, but for what it says it does not support, and GitLab as
 * `fnmatch` does; so the same line may name other files there. What a forge cannot read is no line to it.
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
  /** Folders and file, from the root on. */
  readonly names: readonly Name[];
  readonly owners: readonly string[];
  readonly excludes: boolean;
}

export class CodeOwners {
  /** The last one first, as it counts; undefined if they are too many. */
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

  /**
   * @param path from the root on, without a slash at either end
   * @returns undefined where it takes too long to find out
   */
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

/** All are read in one step. */
const MAX_LINES = 20_000;

/** Comparisons of characters, for each file. As many lines of a folder, a folder and a name take about two fifths of them. */
const MAX_STEPS = 100_000;
/** An owner is written into a list, which takes as long as so many comparisons. */
const STEPS_FOR_AN_OWNER = 100;

/** `**` twice in a row is as good as once. */
function isNoRepeat(name: Name, index: number, names: readonly Name[]): boolean {
  return name !== 'any' || names[index - 1] !== 'any';
}

export function namesOfOwners(owners: readonly string[]): string {
  return listOfFirst(owners.map(cut));
}

/** Whether it has a heading of GitLab, which means nothing to GitHub. */
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
    // What is named may be a folder with all that is in it; `folder/*` is what lies in it itself.
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

/** A backslash takes its meaning from a blank. */
function wordsIn(line: string): readonly string[] {
  return line.match(/(?:\\.?|[^\s\\])+/gu) ?? [];
}

/** A name with `@`, or an e-mail address. */
function isOwner(word: string): boolean {
  return word.includes('@');
}
