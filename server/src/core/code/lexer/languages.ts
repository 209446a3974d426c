/** The strings and comments of each language, by the language's identifier in editors. */

export interface StringRules {
  readonly kind: 'string' | 'character' | 'name' | 'regexp';
  readonly close: string;
  /** Matches an escape at a backslash or `$`; the string does not end inside an escape. */
  readonly escape?: RegExp;
  /** Whether the string may span lines. */
  readonly lines?: true;
  /** Whether a doubled `close` or a doubled `hole` is text. */
  readonly doubled?: true;
  /** Whether the last quotes close the string if more quotes follow than `close` needs. */
  readonly greedy?: true;
  readonly hole?: string;
  readonly holeEnd?: string;
  /** Whether `:` in a hole starts a format specifier, which is text rather than code. */
  readonly format?: true;
  /** Whether `$name` is replaced by a value. */
  readonly names?: true;
}

export interface StringForm {
  readonly first: string;
  readonly open: RegExp;
  readonly rules: (opened: string) => StringRules;
}

export interface Language {
  readonly extensions: readonly string[];
  readonly strings: readonly StringForm[];
  readonly lineComments: readonly string[];
  readonly blockComments?: true;
  /** Whether block comments can be nested. */
  readonly nested?: true;
  /** `told`: tokens before a `/` usually show whether the `/` begins a regular expression. `guessed`: they do not. */
  readonly regexps?: 'told' | 'guessed';
  readonly jsx?: true;
  readonly directives?: RegExp;
  /** Separates the name of an argument from its value. */
  readonly naming?: ':' | '=';
}

export type LanguageId = keyof typeof languages;

const inLine = /\\[^\n\r]/y;
const acrossLines = /\\(?:\r\n|[^])/y;

type Rules = Omit<StringRules, 'kind' | 'close'>;

function quoted(quotes: readonly string[], rules: Rules, kind: StringRules['kind'] = 'string'): readonly StringForm[] {
  return quotes.map((quote) => prefixed('', quote, rules, kind));
}

function prefixed(prefix: string, close: string, rules: Rules, kind: StringRules['kind'] = 'string'): StringForm {
  const open = prefix + close;
  const all = { kind, close, ...rules };
  return { first: open.charAt(0), open: new RegExp(open.replace(/[$`]/g, '\\$&'), 'y'), rules: () => all };
}

const plain = quoted(['"'], { escape: inLine });
const character = quoted(["'"], { escape: inLine }, 'character');
/** Names that would be invalid without backticks, such as test names that are whole sentences. */
const quotedNames = quoted(['`'], {}, 'name');
const dollars: Rules = { hole: '${', holeEnd: '}', names: true };

const typescript: Language = {
  extensions: ['ts', 'cts', 'mts'],
  lineComments: ['//'],
  blockComments: true,
  regexps: 'told',
  strings: [
    ...quoted(['"', "'"], { escape: acrossLines }),
    ...quoted(['`'], { escape: acrossLines, lines: true, hole: '${', holeEnd: '}' }),
  ],
};

const javascript: Language = { ...typescript, extensions: ['js', 'cjs', 'mjs', 'jsx'], jsx: true };

const objectiveC: Language = {
  extensions: ['m'],
  lineComments: ['//'],
  blockComments: true,
  directives: /#[ \t]*(?:error|warning|pragma)\b/y,
  strings: [
    ...quoted(['"'], { escape: acrossLines }),
    prefixed('@', '"', { escape: acrossLines }),
    prefixed('L', '"', { escape: acrossLines }),
    ...character,
  ],
};

export const languages = {
  javascript,
  javascriptreact: javascript,
  typescript,
  typescriptreact: { ...javascript, extensions: ['tsx'] },
  java: {
    extensions: ['java'],
    lineComments: ['//'],
    blockComments: true,
    strings: [...quoted(['"""'], { escape: acrossLines, lines: true }), ...plain, ...character],
  },
  kotlin: {
    extensions: ['kt', 'kts'],
    lineComments: ['//'],
    blockComments: true,
    nested: true,
    naming: '=',
    strings: [
      ...quoted(['"""'], { lines: true, greedy: true, ...dollars }),
      ...quoted(['"'], { escape: inLine, ...dollars }),
      ...character,
      ...quotedNames,
    ],
  },
  groovy: {
    extensions: ['groovy', 'gradle'],
    lineComments: ['//'],
    blockComments: true,
    regexps: 'told',
    strings: [
      ...quoted(["'''"], { escape: acrossLines, lines: true }),
      ...quoted(['"""'], { escape: acrossLines, lines: true, ...dollars }),
      ...quoted(["'"], { escape: acrossLines }),
      ...quoted(['"'], { escape: acrossLines, ...dollars }),
      {
        first: '$',
        open: /\$\//y,
        rules: () => ({ kind: 'regexp', close: '/$', escape: /\$[$/]/y, lines: true, ...dollars }),
      },
    ],
  },
  go: {
    extensions: ['go'],
    lineComments: ['//'],
    blockComments: true,
    strings: [...plain, ...quoted(['`'], { lines: true }), ...character],
  },
  python: {
    extensions: ['py', 'pyi'],
    lineComments: ['#'],
    naming: '=',
    strings: [{ first: '\'"rRbBuUfFtT', open: /[rRbBuUfFtT]{0,2}(?:"""|'''|"|')/y, rules: pythonString }],
  },
  rust: {
    extensions: ['rs'],
    lineComments: ['//'],
    blockComments: true,
    nested: true,
    strings: [
      {
        first: 'bcr',
        open: /[bc]?r#{0,255}"/y,
        rules: (opened) => ({ kind: 'string', close: `"${'#'.repeat(count(opened, '#'))}`, lines: true }),
      },
      ...['', 'b', 'c'].map((prefix) => prefixed(prefix, '"', { escape: acrossLines, lines: true })),
      // Any other single quote begins a lifetime.
      {
        first: "b'",
        open: /b?'(?=\\|[^\\'\n\r]')/uy,
        rules: () => ({ kind: 'character', close: "'", escape: inLine }),
      },
    ],
  },
  csharp: {
    extensions: ['cs', 'csx'],
    lineComments: ['//'],
    blockComments: true,
    naming: ':',
    directives: /#[ \t]*(?:region|endregion|error|warning|pragma)\b/y,
    strings: [
      { first: '"$', open: /\$*"{3,255}/y, rules: rawString },
      ...['@$', '$@'].map((prefix) =>
        prefixed(prefix, '"', { lines: true, doubled: true, hole: '{', holeEnd: '}', format: true }),
      ),
      prefixed('@', '"', { lines: true, doubled: true }),
      // Quotes are escaped with a backslash; only braces are doubled.
      prefixed('$', '"', { escape: inLine, doubled: true, hole: '{', holeEnd: '}', format: true }),
      ...plain,
      ...character,
    ],
  },
  swift: {
    extensions: ['swift'],
    lineComments: ['//'],
    blockComments: true,
    nested: true,
    regexps: 'guessed',
    naming: ':',
    directives: /#[ \t]*(?:error|warning)\b/y,
    strings: [
      { first: '"#', open: /#{0,255}(?:"""(?=[\r\n])|")/y, rules: swiftString },
      {
        first: '#',
        open: /#{1,255}\//y,
        rules: (opened) => ({ kind: 'regexp', close: `/${opened.slice(0, -1)}`, escape: acrossLines, lines: true }),
      },
      ...quotedNames,
    ],
  },
  'objective-c': objectiveC,
  'objective-cpp': {
    ...objectiveC,
    extensions: ['mm'],
    strings: [
      {
        first: 'R',
        open: /R"[^\s()\\"]{0,16}\(/y,
        rules: (opened) => ({ kind: 'string', close: `)${opened.slice(2, -1)}"`, lines: true }),
      },
      ...objectiveC.strings,
    ],
  },
  dart: {
    extensions: ['dart'],
    lineComments: ['//'],
    blockComments: true,
    nested: true,
    naming: ':',
    strings: [
      ...["'''", '"""'].map((quotes) => prefixed('r', quotes, { lines: true })),
      ...["'", '"'].map((quote) => prefixed('r', quote, {})),
      ...quoted(["'''", '"""'], { escape: acrossLines, lines: true, ...dollars }),
      ...quoted(["'", '"'], { escape: inLine, ...dollars }),
    ],
  },
} satisfies Readonly<Record<string, Language>>;

export function languageOf(fileName: string): LanguageId | undefined {
  const extension = fileName.slice(fileName.lastIndexOf('.') + 1).toLowerCase();
  return byExtension.get(extension);
}

/** Whether a file may ask for toggles: its language is supported, or the file is searched only for quoted keys. */
export function isSearched(fileName: string): boolean {
  return (
    languageOf(fileName) !== undefined ||
    /\.(?:vue|svelte|astro|html?|mdx|scala|rb|exs?|c|cc|cpp|h|hpp)$/i.test(fileName)
  );
}

export function rulesOf(language: LanguageId): Language {
  return languages[language];
}

const byExtension: ReadonlyMap<string, LanguageId> = new Map(
  (Object.keys(languages) as LanguageId[])
    .toReversed()
    .flatMap((id) => languages[id].extensions.map((extension) => [extension, id])),
);

/** Even in a raw string, a quote after a backslash does not close the string. */
function pythonString(opened: string): StringRules {
  const prefix = /^\w*/.exec(opened)?.[0] ?? '';
  const close = opened.slice(prefix.length);
  const lines = close.length === 3 ? ({ lines: true } as const) : {};
  if (!/[ft]/i.test(prefix)) return { kind: 'string', close, escape: acrossLines, ...lines };
  const escape = /r/i.test(prefix) ? /\\(?:\r\n|[^{])/y : /\\(?:N\{[\w -]{1,100}\}|\r\n|[^{])/y;
  return { kind: 'string', close, escape, ...lines, hole: '{', holeEnd: '}', doubled: true, format: true };
}

function rawString(opened: string): StringRules {
  const braces = count(opened, '$');
  const rules = { kind: 'string', close: opened.slice(braces), lines: true } as const;
  return braces === 0 ? rules : { ...rules, hole: '{'.repeat(braces), holeEnd: '}', format: true };
}

function swiftString(opened: string): StringRules {
  const hashes = count(opened, '#');
  const escape = new RegExp(`\\\\#{${hashes}}[^(]`, 'y');
  const lines = opened.endsWith('"""') ? ({ lines: true } as const) : {};
  const close = opened.slice(hashes) + opened.slice(0, hashes);
  return { kind: 'string', close, escape, ...lines, hole: `\\${opened.slice(0, hashes)}(`, holeEnd: ')' };
}

function count(text: string, character: string): number {
  return text.split(character).length - 1;
}
