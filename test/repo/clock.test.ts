/**
 * Tests that no test of `npm test` judges by time, memory or processor, which fails on a busy machine. If a test fails here, count
 * something instead (requests, steps, turns), or move it to a `*.slow.ts`, where it is compared with measurements of the same run.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { nodesOf, root } from '../support/spoken.js';

const folder = join(root, 'test');
const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => name.replaceAll('\\', '/'));
const tests = names.filter((name) => name.endsWith('.test.ts'));
const read = (name: string) =>
  ts.createSourceFile(name, readFileSync(join(folder, name), 'utf8'), ts.ScriptTarget.Latest, true);

const meters =
  /\b(?:performance\.now|Date\.now|hrtime|cpuUsage|memoryUsage|resourceUsage|maxRSS|watchMemory|peakMemory|watchProcessor|processorTime)\b/;

function elapsedIn(source: ts.SourceFile): readonly string[] {
  const nodes = nodesOf(source);
  const metered = new Set(
    nodes
      .filter(ts.isVariableDeclaration)
      .filter(({ initializer }) => initializer !== undefined && isReading(initializer))
      .flatMap(({ name }) => (ts.isIdentifier(name) ? [name.text] : [])),
  );
  const isMeasured = (node: ts.Expression) => isReading(node) || (ts.isIdentifier(node) && metered.has(node.text));
  return nodes
    .filter(ts.isBinaryExpression)
    .filter(
      ({ operatorToken: { kind }, left, right }) =>
        kind === ts.SyntaxKind.MinusToken && isMeasured(left) && isMeasured(right),
    )
    .map((node) => node.getText(source));
}

function isReading(node: ts.Node): boolean {
  return ts.isCallExpression(node) && meters.test(node.expression.getText());
}

/** Imports of test/support/times.ts and test/hostile/footprint.ts, which measure for others. */
function importedMeters(source: ts.SourceFile): readonly string[] {
  return nodesOf(source)
    .filter(ts.isImportDeclaration)
    .map(({ moduleSpecifier }) => moduleSpecifier.getText(source))
    .filter((from) => /\/(?:times|footprint)\.js'$/.test(from));
}

/** In milliseconds. Shorter limits of tests and waits judge the machine. */
const shortest = 30_000;

function shortLimits(source: ts.SourceFile): readonly string[] {
  return nodesOf(source)
    .filter(ts.isCallExpression)
    .filter(({ expression }) =>
      /^(?:it|test|describe|beforeEach|afterEach|beforeAll|afterAll|vi\.waitFor|vi\.waitUntil|expect\.poll)\b/.test(
        expression.getText(source),
      ),
    )
    .flatMap(({ arguments: given }) =>
      given.flatMap((each, index) => {
        const inOptions = ts.isObjectLiteralExpression(each)
          ? each.properties.filter(ts.isPropertyAssignment).filter(({ name }) => name.getText(source) === 'timeout')
          : [];
        return [...(index > 0 ? [each] : []), ...inOptions.map(({ initializer }) => initializer)];
      }),
    )
    .filter(ts.isNumericLiteral)
    .map((literal) => literal.getText(source))
    .filter((text) => Number(text.replaceAll('_', '')) < shortest);
}

const source = (text: string) => ts.createSourceFile('a.ts', text, ts.ScriptTarget.Latest, true);

describe('the search for tests that depend on the clock', () => {
  it.each([
    ['const start = performance.now(); run(); expect(performance.now() - start).toBeLessThan(100);'],
    ['const start = Date.now(); run(); const end = Date.now(); const took = end - start;'],
    ['const took = () => { const a = process.hrtime.bigint(); run(); return process.hrtime.bigint() - a; }'],
  ])('finds elapsed time: %s', (text) => {
    expect(elapsedIn(source(text))).toHaveLength(1);
  });

  it.each([['const yesterday = Date.now() - 86_400_000;'], ['const end = performance.now() + 30;']])(
    'ignores points in time: %s',
    (text) => {
      expect(elapsedIn(source(text))).toEqual([]);
    },
  );

  it.each([
    ["it('a', run, 5_000);"],
    ["test('a', { timeout: 5_000 }, run);"],
    ["it.each([1])('a', run, 10_000);"],
    ['expect.poll(run, { timeout: 5_000 });'],
  ])('finds a short time limit: %s', (text) => {
    expect(shortLimits(source(text))).toHaveLength(1);
  });

  it.each([["it('a', run, 60_000);"], ['pushTo(url, { timeout: 5 });']])('ignores other time limits: %s', (text) => {
    expect(shortLimits(source(text))).toEqual([]);
  });

  it('finds no such tests in `npm test`', () => {
    expect(tests.length).toBeGreaterThan(100);
    const found = tests.flatMap((name) => {
      const parsed = read(name);
      const all = [...elapsedIn(parsed), ...importedMeters(parsed), ...shortLimits(parsed)];
      return all.map((what) => `${name}: ${what}`);
    });
    expect(found).toEqual([]);
  });
});

it('slow tests exist, and `npm test` does not run them', () => {
  expect(names.filter((name) => name.endsWith('.slow.ts')).length).toBeGreaterThan(3);
  expect(readFileSync(join(folder, 'vitest.config.mts'), 'utf8')).not.toContain('slow');
});
