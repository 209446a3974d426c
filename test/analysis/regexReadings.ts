/** Random regular expressions, and how the engine of each SDK reads them, independent of the parser and automata of the analysis. */
import type { Random } from './contents.js';

type Token = string | readonly [source: string, byEngine: Readonly<Record<string, string>>];

const word = '[\\p{L}\\p{M}\\p{N}_]';
const unicodeBorder = `(?:(?<=${word})(?!${word})|(?<!${word})(?=${word}))`;

const tokens: readonly Token[] = [
  ...['a', 'b', 'c', 'é', '😀', '-', '_', '\\.', '0', '\\n', ' '],
  ...['[ab]', '[^a]', '[a-c]', '[^\\n]', '[é-ü]', '[一-￮]'],
  [
    '.',
    {
      node: '[^\\n\\r\\u2028\\u2029]',
      java: '[^\\n\\r\\x85\\u2028\\u2029]',
      python: '[^\\n]',
      go: '[^\\n]',
      rust: '[^\\n]',
    },
  ],
  ['\\d', { node: '[0-9]', java: '[0-9]', python: '\\p{Nd}', go: '[0-9]', rust: '\\p{Nd}' }],
  ['\\D', { node: '[^0-9]', java: '[^0-9]', python: '\\P{Nd}', go: '[^0-9]', rust: '\\P{Nd}' }],
  ['\\w', { node: '[A-Za-z0-9_]', java: '[A-Za-z0-9_]', python: word, go: '[A-Za-z0-9_]', rust: word }],
  [
    '\\s',
    { node: '\\s', java: '[\\t-\\r ]', python: '[\\s\\x1c-\\x1f\\x85]', go: '[\\t\\n\\f\\r ]', rust: '[\\s\\x85]' },
  ],
  ['\\b', { node: '\\b', java: unicodeBorder, python: unicodeBorder, go: '\\b', rust: unicodeBorder }],
];
const end: Token = [
  '$',
  { node: '$', java: '(?=(?:\\r\\n|(?<!\\r)\\n|[\\r\\x85\\u2028\\u2029])?$)', python: '(?=\\n?$)', go: '$', rust: '$' },
];
const repeats = ['', '', '', '*', '+', '?', '{2}', '{0,2}', '+?'];

export interface RegexReadings {
  readonly source: string;
  readonly engines: readonly { readonly name: string; readonly regex: RegExp }[];
}

const engines = ['node', 'java', 'python', 'go', 'rust'];

export function regexBy(random: Random): RegexReadings {
  const made = partsBy(random, 2);
  const all = [
    ...(random.chance(0.5) ? ['^'] : []),
    ...(random.chance(0.3) ? ['(', ...made, '|', ...partsBy(random, 1), ')'] : made),
    ...(random.chance(0.5) ? [end] : []),
    // Continues after the end for engines that find it before a line break.
    ...(random.chance(0.05) ? ['\\n?'] : []),
  ];
  const written = (engine?: string) =>
    all
      .map((token) => (typeof token === 'string' ? token : engine === undefined ? token[0] : (token[1][engine] ?? '')))
      .join('');
  return {
    source: written(),
    // Without the flag, characters beyond the BMP count as two, as in Node.
    engines: engines.map((name) => ({ name, regex: new RegExp(written(name), name === 'node' ? '' : 'u') })),
  };
}

function partsBy(random: Random, depth: number): readonly Token[] {
  return Array.from({ length: 1 + random.below(3) }, () => partBy(random, depth)).flat();
}

function partBy(random: Random, depth: number): readonly Token[] {
  const repeat = random.of(repeats);
  if (depth > 0 && random.chance(0.3)) return ['(?:', ...partsBy(random, depth - 1), ')', repeat];
  const token = random.of(tokens);
  const cannotRepeat = token === '😀' || (typeof token !== 'string' && token[0] === '\\b');
  return [token, cannotRepeat ? '' : repeat];
}
