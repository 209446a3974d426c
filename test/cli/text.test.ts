/** Tests the report for people, as shown in a terminal. */
import { afterAll, describe, expect, it } from 'vitest';
import { isColored } from '../../server/src/cli/colors.js';
import { codeFrame } from '../../server/src/cli/reports/codeFrame.js';
import { visible } from '../../server/src/cli/reports/visible.js';
import { commandLineTrial } from '../support/commandLine.js';

const trial = commandLineTrial({
  'dev/checkout.targeting.json': `{
  "content": {
    "defaultServe": { "select": 2 },
    "variations": [{ "value": "a" }, { "value": true }],
  }
}
`,
  'clean.targeting.json': '{}',
});
afterAll(() => trial.dispose());

describe('the report', () => {
  it('contains place, severity, code, message and code frame of each problem, and a summary', async () => {
    const { code, stdout, stderr } = await trial.run(['check']);
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
    expect(stdout)
      .toBe(`dev/checkout.targeting.json:3:33 warning[select-out-of-range] Variation 2 does not exist: this toggle has 2 variations (0 to 1).
      3 |     "defaultServe": { "select": 2 },
        |                                 ^
        = 4:5 The variations of this toggle.

dev/checkout.targeting.json:4:49 warning[non-string-value] Write the value as a string: "true".
      4 |     "variations": [{ "value": "a" }, { "value": true }],
        |                                                 ^^^^

dev/checkout.targeting.json:4:56 error[syntax] Trailing comma: nothing follows it.
      4 |     "variations": [{ "value": "a" }, { "value": true }],
        |                                                        ^

3 problems in 1 of 2 files: 1 error, 2 warnings. 2 can be fixed with --fix. Failed: 1 error, 2 warnings (--fail-on warning).
`);
  });

  it('contains the same text with and without colors', async () => {
    const [plain, colored] = await Promise.all([trial.run(['check']), trial.run(['check', '--color'])]);
    expect(plain.stdout).not.toContain('\x1b');
    expect(colored.stdout).toContain('\x1b[31merror[syntax]\x1b[0m');
    expect(colored.stdout.replace(/\x1b\[\d+m/g, '')).toBe(plain.stdout);
  });
});

describe('colors', () => {
  const terminal = { isTerminal: true, columns: 80, write: () => undefined, annotate: () => undefined };
  const file = { ...terminal, isTerminal: false };

  it('are used on terminals, unless an option or the environment overrides it', () => {
    expect(isColored(undefined, terminal, {})).toBe(true);
    expect(isColored(undefined, file, {})).toBe(false);
    expect(isColored(undefined, terminal, { TERM: 'dumb' })).toBe(false);
    expect(isColored(undefined, terminal, { NO_COLOR: '1' })).toBe(false);
    expect(isColored(undefined, terminal, { NO_COLOR: '' })).toBe(true);
    expect(isColored(undefined, file, { FORCE_COLOR: '1' })).toBe(true);
    expect(isColored(undefined, terminal, { FORCE_COLOR: '0' })).toBe(false);
    expect(isColored(undefined, file, { FORCE_COLOR: '1', NO_COLOR: '1' })).toBe(true);
    expect(isColored(true, file, { NO_COLOR: '1' })).toBe(true);
    expect(isColored(false, terminal, { FORCE_COLOR: '1' })).toBe(false);
  });

  it('of the built command line follow environment and options', async () => {
    expect((await trial.run(['check'], { environment: { FORCE_COLOR: '1' } })).stdout).toContain('\x1b[');
    expect((await trial.run(['check', '--no-color'], { environment: { FORCE_COLOR: '1' } })).stdout).not.toContain(
      '\x1b[',
    );
  });
});

/** Returns the code frame of the problem between two `|`. */
function frame(marked: string, columns = 60): string {
  const [before = '', part = '', after = ''] = marked.split('|');
  const start = { line: 1, column: before.length + 1 };
  const end = { line: 1, column: before.length + part.length + 1 };
  const { source, carets } = codeFrame(before + part + after, { start, end }, columns);
  return `${source}\n${carets}`;
}

describe('carets mark the problem', () => {
  it('in plain text', () => expect(frame('{ "a": |tru| }')).toBe('{ "a": tru }\n       ^^^'));
  it('if it is between two characters', () => expect(frame('{ "a"|| 1 }')).toBe('{ "a" 1 }\n     ^'));
  it('if it is after the last character', () => expect(frame('{ "a": 1||')).toBe('{ "a": 1\n        ^'));
  it('if it is on an empty line', () => expect(frame('||')).toBe('\n^'));
  it('if it is after tabs', () => expect(frame('\t\t"a": |1|')).toBe('    "a": 1\n         ^'));
  it('if it is after wide characters', () => expect(frame('"说明": |1|')).toBe('"说明": 1\n        ^'));
  it('if it is made of wide characters', () => expect(frame('|"开关"|: 1')).toBe('"开关": 1\n^^^^^^'));
  it('if it is after an emoji of several characters', () => expect(frame('"👩‍👩‍👧🇨🇳": |1|')).toBe('"👩‍👩‍👧🇨🇳": 1\n        ^'));
  it('if it is after a combining accent', () => expect(frame('"e\u0301": |1|')).toBe('"e\u0301": 1\n     ^'));
  it('if it is after invisible characters', () =>
    expect(frame('\u200B\u202E\x1b\uD800|1|')).toBe('\uFFFD\uFFFD\uFFFD\uFFFD1\n    ^'));

  it('up to the end of its first line if it continues below', () => {
    const place = { start: { line: 1, column: 3 }, end: { line: 9, column: 1 } };
    expect(codeFrame('a {"b"', place, 60)).toEqual({ source: 'a {"b"', carets: '  ^^^^' });
  });
});

describe('a long line is truncated', () => {
  const numbers = (count: number) => Array.from({ length: count }, (_, index) => index % 10).join('');

  it('after a problem near its start', () => expect(frame(`|x|${numbers(40)}`, 20)).toBe('x01234567890123456…\n^'));

  it('before a problem near its end', () =>
    expect(frame(`${numbers(40)}|x|`, 20)).toBe('…34567890123456789x\n                  ^'));

  it('on both sides of a problem in its middle', () =>
    expect(frame(`${numbers(40)}|x|${numbers(40)}`, 20)).toBe('…123456789x01234567…\n          ^'));

  it('inside a problem that is too long itself', () =>
    expect(frame(`ab|${numbers(40)}|c`, 20)).toBe('…012345678901234567…\n ^^^^^^^^^^^^^^^^^^'));

  it('to the available columns, without splitting a character', () => {
    const line = '开🙂e\u0301\t'.repeat(200_000);
    for (let column = 1; column < 40; column += 1) {
      const { source } = codeFrame(line, { start: { line: 1, column }, end: { line: 1, column: column + 9 } }, 40);
      expect(source.isWellFormed()).toBe(true);
      expect(source.length).toBeLessThan(80);
    }
  });
});

it('visible() escapes control characters of the terminal', () =>
  expect(visible('a\x1b[2J\u202Eb\n说')).toBe('a\\u001b[2J\\u202eb\\u000a说'));
