/** Reads clones below `FOREIGN_REPOSITORIES`, at owner/name. They are fetched for the test and not kept here. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LanguageId } from '../../server/src/core/code/lexer/languages.js';
import { languageOf } from '../../server/src/core/code/lexer/languages.js';

export interface ForeignFile {
  readonly path: string;
  readonly language: LanguageId;
  readonly text: string;
}

export interface Listed {
  readonly repository: string;
  readonly commit: string;
  readonly lines: readonly string[];
}

const filesAtOnce = 500;

export function listed(name: string): readonly Listed[] {
  const text = readFileSync(join(import.meta.dirname, 'foreign', name), 'utf8');
  return text.split(/\n(?! |$)/).map((part) => {
    const [first = '', ...lines] = part.trim().split('\n');
    const [repository = '', commit = ''] = first.split(' ');
    return { repository, commit, lines: lines.map((line) => line.trim()) };
  });
}

export function* filesOf(repository: string, commit: string): Generator<ForeignFile> {
  const folder = folderOf(repository);
  const entries = git(folder, ['ls-tree', '-r', '-z', commit]).toString().split('\0').filter(Boolean);
  const files = entries.flatMap((line) => {
    const [, mode = '', id = '', path = ''] = /^(\d+) \w+ (\w+)\t(.*)$/s.exec(line) ?? [];
    const language = languageOf(path);
    return language !== undefined && mode.startsWith('100') ? [{ id, path, language }] : [];
  });
  for (let from = 0; from < files.length; from += filesAtOnce) {
    const some = files.slice(from, from + filesAtOnce);
    const answer = git(folder, ['cat-file', '--batch'], some.map(({ id }) => `${id}\n`).join(''));
    let at = 0;
    for (const { path, language } of some) {
      const end = answer.indexOf('\n', at);
      const header = answer.toString('utf8', at, end);
      const size = / blob (\d+)$/.exec(header)?.[1];
      at = end + 1;
      // A clone may lack its largest files.
      if (size === undefined) continue;
      yield { path, language, text: answer.toString('utf8', at, at + Number(size)) };
      at += Number(size) + 1;
    }
  }
}

function folderOf(repository: string): string {
  const all = process.env['FOREIGN_REPOSITORIES'];
  if (all === undefined)
    throw new Error('Set FOREIGN_REPOSITORIES to a folder with clones of the repositories, each at owner/name.');
  const folder = join(all, repository);
  if (!existsSync(folder)) throw new Error(`Clone ${repository} into FOREIGN_REPOSITORIES.`);
  return folder;
}

function git(folder: string, args: readonly string[], input = ''): Buffer {
  return execFileSync('git', ['-C', folder, ...args], { input, maxBuffer: 2 ** 30 });
}
