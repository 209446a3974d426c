/**
 * Tests that regular expressions take linear time on hostile text. Each one of client and server gets texts that make slow expressions
 * retry the same characters. ESLint finds most slow expressions, but not `<title[^>]*>`, which is quadratic if `<title` is repeated.
 * If a new expression fails, find out where it starts and how far it reads: usually two of its parts match the same characters.
 */
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { outcomeOf } from '../../server/src/service/http/answers/outcome.js';
import { redactToken } from '../../server/src/service/http/token.js';
import { readBody } from '../../server/src/core/targeting/state/state.js';
import configSchema from '../../schemas/config.schema.json' with { type: 'json' };
import targetingSchema from '../../schemas/targeting.schema.json' with { type: 'json' };
import testsSchema from '../../schemas/tests.schema.json' with { type: 'json' };
import usersSchema from '../../schemas/users.schema.json' with { type: 'json' };
import { Attribute } from '../../server/src/core/evaluation/values/attribute.js';
import { matchFiles } from '../../server/src/workspace/config/targets.js';
import { unixSeconds } from '../../server/src/core/evaluation/values/instants.js';
import { parseRegex } from '../../server/src/core/evaluation/texts/regexParser.js';
import { searchFor } from '../../server/src/core/evaluation/texts/regexes.js';
import { targetingProblems } from '../../server/src/core/check-engine/problems.js';
import { parse } from '../../server/src/core/json/document.js';
import { nodesOf, sources } from '../support/spoken.js';
import { milliseconds } from '../support/times.js';

/** A text of this length takes quadratic expressions at least half a second, and linear ones less than a millisecond. */
const length = 32_000;

/** Prefixes that make some expressions read the repeated text. */
const beginnings = ['', '1', '1.2.3-', '"', '<html><title', '${1|', '{', '`', 'Toggle ', '/*'];

const repeated = [
  ...[
    ' ',
    '\t',
    '\n',
    '\r',
    '\u00a0',
    '\u2028',
    '/',
    '0',
    '1',
    '9.',
    '.',
    '-',
    '+',
    'a',
    'a ',
    'A',
    '\\',
    '\\\\',
    '\\"',
  ],
  ...[
    '"',
    '""',
    '"\\',
    "'",
    '`',
    '{',
    '{}',
    '{ ',
    '}',
    '[',
    '[ ',
    ', ',
    ':',
    '<',
    '<title',
    '<title>',
    '(',
    '(?',
    '(?i',
  ],
  ...['$(', '$(a', '$(a~', '${1|', '${1:', '|', '\\Q', '\\u0', '*', '#', ' not found', '{toggle}', '.targeting.json'],
  ...['\ud800', '\udc00', '中', '١', '⟨', '-----BEGIN CERTIFICATE-----', 'http://', '@', '::', '1e', '0x.', 'v '],
];

const hostile = beginnings.flatMap((beginning) =>
  repeated.map((each) => `${beginning}${each.repeat(length / each.length)}\u0000!`),
);

/** A time of which linear expressions take a fraction, and quadratic ones a hundredfold. */
const timeLimit = (text: string) => milliseconds(() => text.replace(/[^]/g, (character) => character)) * 20;

/** Measures up to three times, since a busy machine may be slow once. */
function isLinear(run: () => unknown, text: string): boolean {
  return [1, 2, 3].some(() => milliseconds(run) < 200 || milliseconds(run) < timeLimit(text));
}

function expressionsOf(folder: string): readonly (readonly [string, RegExp])[] {
  return sources(folder).flatMap((source) =>
    nodesOf(source)
      .filter((node) => ts.isRegularExpressionLiteral(node))
      .map(({ text }): [string, RegExp] => {
        const end = text.lastIndexOf('/');
        return [`${source.fileName} ${text}`, new RegExp(text.slice(1, end), text.slice(end + 1))];
      }),
  );
}

function patternsOf(schema: unknown): readonly string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const inner = Object.values(schema).flatMap(patternsOf);
  return 'pattern' in schema && typeof schema.pattern === 'string' ? [schema.pattern, ...inner] : inner;
}

const patterns = [configSchema, targetingSchema, testsSchema, usersSchema].flatMap(patternsOf);

describe('A regular expression matches in linear time', () => {
  it.each([
    ...expressionsOf('client/src'),
    ...expressionsOf('server/src'),
    ...patterns.map((pattern): [string, RegExp] => [pattern, new RegExp(pattern, 'u')]),
  ])('%s', (_name, expression) => {
    const slow = hostile.find((text) => !isLinear(() => text.replace(expression, ''), text));
    expect(slow?.slice(0, 40)).toBeUndefined();
  });
});

describe('Hostile text is read in linear time', () => {
  const object = (type: string, predicate: string) => (text: string) =>
    targetingProblems(
      parse(
        JSON.stringify({
          content: { rules: [{ conditions: [{ type, subject: 'a', predicate, objects: [text] }] }] },
        }),
      ),
    );
  it.each<[string, (text: string) => unknown]>([
    ['the title of a web page', (body) => outcomeOf({ status: 502, headers: { 'content-type': 'text/html' }, body })],
    ['an answer without the token', (text) => redactToken(text, 'api-\\\\\\\\\\\\\\\\-0123456789')],
    ['a body that is no JSON', (text) => expect(() => readBody(`{ ${text}`)).toThrow()],
    ['a path', (text) => matchFiles('{environment}-{toggle}.targeting.json', text.slice(0, 4_096))],
    ['a date of Java', unixSeconds],
    ['a regular expression', parseRegex],
    ['a regular expression that is searched for', (text) => searchFor(text)('a')],
    ['a text that is searched', searchFor('^(?:a+b?)*$')],
    ['an attribute that is a number', (text) => new Attribute(true, text, 0).number],
    ['an attribute that is an instant', (text) => new Attribute(true, text, 0).instant],
    ['an attribute that is a version', (text) => new Attribute(true, text, 0).version],
    ['a number', object('number', '>')],
    ['a date', object('datetime', 'after')],
    ['a version', object('semver', '>')],
    ['a regular expression of a condition', object('string', 'matches regex')],
  ])('as %s', (_name, run) => {
    const slow = hostile.find((text) => !isLinear(() => run(text), text));
    expect(slow?.slice(0, 40)).toBeUndefined();
  });
});
