/**
 * Tests that no test of `npm test` judges by the clock, by memory or by the processor: on a busy machine each of them fails
 * although nothing is broken. If a test fails here, count something instead (requests, steps of an effort, turns), or move
 * the test into a file named `*.slow.ts`, where it is compared with what is measured in the same run (`npm run test:slow`).
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

/** What says how long something took, or what it took of the machine. */
const meters =
  /\b(?:performance\.now|Date\.now|hrtime|cpuUsage|memoryUsage|resourceUsage|maxRSS|watchMemory|peakMemory|watchProcessor|processorTime)\b/;

/** Where a test subtracts what a meter said from what it says, or the other way round, in this file. */
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

/** The functions of test/support/times.ts and test/hostile/footprint.ts, which measure for others. */
function importedMeters(source: ts.SourceFile): readonly string[] {
  return nodesOf(source)
    .filter(ts.isImportDeclaration)
    .map(({ moduleSpecifier }) => moduleSpecifier.getText(source))
    .filter((from) => /\/(?:times|footprint)\.js'$/.test(from));
}

/** Time limits of tests and of waits: shorter than this, they judge the machine. */
const shortest = 30_000;

/** Limits that stand behind a test's function, in its options, or in those of a wait. */
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

describe('A test that judges by the clock', () => {
  it.each([
    ['const start = performance.now(); run(); expect(performance.now() - start).toBeLessThan(100);'],
    ['const start = Date.now(); run(); const end = Date.now(); const took = end - start;'],
    ['const took = () => { const a = process.hrtime.bigint(); run(); return process.hrtime.bigint() - a; }'],
  ])('is found: %s', (text) => {
    expect(elapsedIn(source(text))).toHaveLength(1);
  });

  it.each([['const yesterday = Date.now() - 86_400_000;'], ['const end = performance.now() + 30;']])(
    'is none where it only needs a time: %s',
    (text) => {
      expect(elapsedIn(source(text))).toEqual([]);
    },
  );

  it.each([
    ["it('a', run, 5_000);"],
    ["test('a', { timeout: 5_000 }, run);"],
    ["it.each([1])('a', run, 10_000);"],
    ['expect.poll(run, { timeout: 5_000 });'],
  ])('is found by its limit: %s', (text) => {
    expect(shortLimits(source(text))).toHaveLength(1);
  });

  it.each([["it('a', run, 60_000);"], ['pushTo(url, { timeout: 5 });']])('is none with such a limit: %s', (text) => {
    expect(shortLimits(source(text))).toEqual([]);
  });

  it('is not in `npm test`', () => {
    expect(tests.length).toBeGreaterThan(100);
    const found = tests.flatMap((name) => {
      const parsed = read(name);
      const all = [...elapsedIn(parsed), ...importedMeters(parsed), ...shortLimits(parsed)];
      return all.map((what) => `${name}: ${what}`);
    });
    expect(found).toEqual([]);
  });
});

it('The slow suite has tests, and `npm test` does not run them', () => {
  expect(names.filter((name) => name.endsWith('.slow.ts')).length).toBeGreaterThan(3);
  expect(readFileSync(join(folder, 'vitest.config.mts'), 'utf8')).not.toContain('slow');
});
