/** The reports of `toggle-targeting test`. Names of cases are sanitized for terminals, XML and workflow commands. */
import { t } from '../../core/t.js';
import type { tallyOf } from '../../core/results/tests/coverage.js';
import type { TestResult } from '../../core/results/tests/runTests.js';
import type { Reached } from '../../core/protocol.js';
import { annotation } from '../reports/annotation.js';
import { lined } from '../reports/lines.js';
import { text as asText } from '../reports/commandReport.js';
import { jsonLines, visible } from '../reports/visible.js';

export interface TestedFile {
  readonly path: string;
  readonly results: readonly TestResult[];
  /** The coverage of the targeting file. Present with `--coverage`. */
  readonly coverage?: { readonly path: string } & ReturnType<typeof tallyOf>;
}

const reports = { text, json, junit, tap, github } as const satisfies Readonly<
  Record<string, (files: readonly TestedFile[]) => string>
>;

export type TestFormat = keyof typeof reports;

/** The formats of `test`; the first format is the default. */
export const testFormats = Object.keys(reports) as readonly TestFormat[];

/** The only formats that can show coverage. */
export const coverageFormats: readonly TestFormat[] = ['text', 'json'];

export function testReport(format: TestFormat, files: readonly TestedFile[]): string {
  return reports[format](files);
}

export function hasFailed({ failures }: TestResult): boolean {
  return failures.length > 0;
}

interface Flat extends TestResult {
  readonly path: string;
}

function flat(files: readonly TestedFile[]): readonly Flat[] {
  return files.flatMap(({ path, results }) => results.map((result) => ({ ...result, path })));
}

function text(files: readonly TestedFile[]): string {
  const all = flat(files);
  const failed = all.filter(hasFailed).length;
  const items = files.map(({ path, results }) => ({
    words: path,
    lines: results.flatMap(({ name, failures }) => [
      `${failures.length === 0 ? '✓' : '✗'} ${name}`,
      ...failures.map(({ message, range }) => `    ${range.start.line + 1}: ${message}`),
    ]),
  }));
  const last = t('{0} passed, {1} failed', all.length - failed, failed);
  return asText({ items, summary: ['', ...files.flatMap(coverageLines)], last });
}

function coverageLines({ coverage }: TestedFile): readonly string[] {
  if (coverage === undefined) return [];
  const { path, reached, total, missed, runs, followed } = coverage;
  const line =
    missed.length === 0
      ? t('{0}: tests reach every outcome of its rules, conditions and serves ({1}).', path, total)
      : t('{0}: tests reach {1} of {2} outcomes. They do not reach:', path, reached, total);
  return [
    line,
    ...missed.map(({ words, range }) => `  ${range.start.line + 1}: ${words}`),
    ...(followed === runs
      ? []
      : [t('Only the first {0} of {1} runs were measured, as more would take too long.', followed, runs)]),
    '',
  ];
}

function json(files: readonly TestedFile[]): string {
  const shown = files.map(({ path, results, coverage }) => ({
    path,
    cases: results.map(({ name, range, failures }) => ({
      name,
      line: range.start.line + 1,
      passed: failures.length === 0,
      failures: failures.map(({ message, range: { start } }) => ({
        message,
        line: start.line + 1,
        column: start.character + 1,
      })),
    })),
    ...(coverage && { coverage: { ...coverage, missed: coverage.missed.map(missedPlace) } }),
  }));
  return jsonLines({ files: shown });
}

function missedPlace({ words, range: { start } }: Reached) {
  return { words, line: start.line + 1, column: start.character + 1 };
}

function junit(files: readonly TestedFile[]): string {
  const suites = files.flatMap(({ path, results }) => [
    `  <testsuite name="${xml(path)}" tests="${results.length}" failures="${results.filter(hasFailed).length}">`,
    ...results.flatMap(({ name, failures }) => {
      const start = `    <testcase classname="${xml(path)}" name="${xml(name)}"`;
      if (failures.length === 0) return [`${start}/>`];
      const messages = failures.map(
        ({ message, range }) =>
          `      <failure message="${xml(message)}">${xml(`${path}:${range.start.line + 1}`)}</failure>`,
      );
      return [`${start}>`, ...messages, '    </testcase>'];
    }),
    '  </testsuite>',
  ]);
  return lined(['<?xml version="1.0" encoding="UTF-8"?>', '<testsuites>', ...suites, '</testsuites>']);
}

/** A report in TAP 14: https://testanything.org/tap-version-14-specification.html */
function tap(files: readonly TestedFile[]): string {
  const all = flat(files);
  const lines = all.flatMap(({ path, name, failures }, index) => [
    `${failures.length === 0 ? 'ok' : 'not ok'} ${index + 1} - ${hashed(visible(`${path} · ${name}`))}`,
    ...failures.map(({ message }) => `# ${visible(message)}`),
  ]);
  return lined(['TAP version 14', `1..${all.length}`, ...lines]);
}

/** Annotations for failed cases on GitHub. */
function github(files: readonly TestedFile[]): string {
  const lines = flat(files).flatMap(({ path, name, failures }) =>
    failures.map(({ message, range }) =>
      annotation('error', message, { file: path, line: range.start.line + 1, title: name }),
    ),
  );
  return lined(lines);
}

/** Escapes `#`, which would begin a TAP directive. */
function hashed(words: string): string {
  return words.replaceAll('\\', '\\\\').replaceAll('#', '\\#');
}

/** Escapes text for XML. Characters that XML 1.0 forbids become U+FFFD: https://www.w3.org/TR/xml/#charsets */
function xml(words: string): string {
  const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  return visible(words).replace(
    /[&<>"]|[^ -\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu,
    (character) => entities[character] ?? '\uFFFD',
  );
}
