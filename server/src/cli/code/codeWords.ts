/** Describes findings in code as text and as data. */
import { t } from '../../core/t.js';
import type { CodeFinding } from '../../core/code/places.js';
import type { CodeFound } from '../../workspace/code/codebase.js';
import type { CodeScope } from '../../workspace/code/codeScopes.js';
import { folderOf } from '../../workspace/disk/uris.js';
import { shownUri } from '../files/paths.js';
import { clausesOf, listOf } from '../../core/targeting/joined.js';

export interface Placed {
  readonly uri: string;
  readonly finding: CodeFinding;
}

const kinds: Readonly<Record<CodeFinding['kind'], () => string>> = {
  call: () => t('call'),
  constant: () => t('constant'),
  mention: () => t('mention'),
  unreadable: () => t('unreadable'),
};

export function lineOf(placed: Placed, folder: string): string {
  const { finding } = placed;
  return `${kinds[finding.kind]()} ${placeOf(placed, folder)}${detailOf(finding)}`;
}

export function placeOf({ uri, finding }: Placed, folder: string): string {
  const { line, character } = finding.range.start;
  return `${pathOf(uri, folder)}:${line + 1}:${character + 1}`;
}

export function pathOf(uri: string, folder: string): string {
  return uri.startsWith('file:') ? shownUri(uri, folder) : uri;
}

function detailOf(finding: CodeFinding): string {
  switch (finding.kind) {
    case 'call': {
      const { method, constant, isCertain } = finding;
      const called = constant === undefined ? method : `${method}(${constant})`;
      return ` ${isCertain ? called : t('{0}, not certain', called)}`;
    }
    case 'constant':
      return ` ${finding.name}`;
    case 'mention':
      return finding.isInComment ? ` ${t('in a comment')}` : '';
    case 'unreadable': {
      const { method, name, prefix } = finding;
      return ` ${method}(${prefix === undefined ? (name ?? '…') : `"${prefix}…"`})`;
    }
  }
}

export function dataOf(placed: Placed, folder: string): object {
  const { finding, uri } = placed;
  const { kind, isCertain, range } = finding;
  const place = { file: pathOf(uri, folder), line: range.start.line + 1, column: range.start.character + 1 };
  const common = { kind, ...place, isCertain };
  switch (finding.kind) {
    case 'call':
      return { ...common, key: finding.key, method: finding.method, constant: finding.constant };
    case 'constant':
      return { ...common, key: finding.key, name: finding.name };
    case 'mention':
      return { ...common, key: finding.key, isInComment: finding.isInComment };
    case 'unreadable':
      return { ...common, method: finding.method, name: finding.name, prefix: finding.prefix };
  }
}

export function keyInWords(key: string): string {
  return key === '' ? '""' : key;
}

/** @returns a sentence if paths of `include`, or all code, has no code files */
export function noCode(scope: CodeScope, found: CodeFound, folder: string): readonly string[] {
  const { include = [JSON.stringify(pathOf(scope.code.root ?? folderOf(scope.configUri), folder))] } = scope.code;
  const empty = found.looked === 0 ? include : found.unmatched;
  return empty.length === 0 ? [] : [t('No code files found in {0}.', listOf(empty))];
}

export function filesInWords(count: number): string {
  return count === 1 ? t('1 file') : t('{0} files', grouped(count));
}

/** @returns a phrase, or nothing for 0, because the code may still contain calls that were not recognized */
export function unreadableInWords(count: number): readonly string[] {
  if (count === 0) return [];
  return [
    count === 1
      ? t('1 call has a key that cannot be read')
      : t('{0} calls have keys that cannot be read', grouped(count)),
  ];
}

export function unreadInWords(count: number): readonly string[] {
  if (count === 0) return [];
  return [count === 1 ? t('1 file was not read') : t('{0} files were not read', grouped(count))];
}

export function asSentence(parts: readonly string[]): string {
  return t('{0}.', clausesOf(parts));
}

function grouped(count: number): string {
  return count.toLocaleString('en-US');
}
