/** Inputs for each row of the table in docs/evaluation.md 8. The page has the outcomes. */
import type { Ask } from './asks.js';
import { ask, asks, chain, gives, member, needs, requires, select, serving, toggle, when } from './asks.js';

export interface Row {
  readonly name: string;
  /** What words at the beginning of a cell mean: one outcome for all asks, or one for each. */
  readonly words: Readonly<Record<string, string | readonly string[]>>;
  /** The asks for each part of a cell: "F / T" has two parts. A cell with one part applies to all asks. */
  readonly parts: readonly (readonly Ask[])[];
}

const row = (name: string, words: Row['words'], ...parts: Row['parts']): Row => ({ name, words, parts });

/** `p` serves its disabledServe, because `q` gives another value. */
const unmetBelow = [
  toggle('p', 'string', '', { ...serving('on', 'off'), disabledServe: select(1), ...requires('q', 'string', 'x') }),
  toggle('q', 'string', 'y'),
];
const servesNothing = toggle('p', 'string', 'x', { defaultServe: select(9) });
const requiring = ['met', 'defaultServe', 'disabledServe'];
const comparing = ['equal', 'differ', 'differ'];
const bounds = { ...when('number between 4'), leftPredicate: '>', rightPredicate: '<', rightObjects: ['5'] };
const reached = 'datetime after 2023-11-14T22:13:20Z';
const ignored = ['T', 'F', 'T'];
const epoch = '1970-01-01T00:00:00Z';
const blanks = ['\u00A0', '\u2007', '\u202F', '\uFEFF'];
export const versionOrder = (object: string, less: string, equal: string, greater: string) => ({
  ...{ [less]: `semver < ${object}`, [equal]: `semver = ${object}`, [greater]: `semver > ${object}` },
});

export const rowsAsked = [
  row(
    '1',
    {},
    [[toggle('p', 'string', 'y')], [], chain(false)].map((others) => needs('string', 'x', others, requiring)),
  ),
  row(
    '2',
    {
      'its disabledServe': ['met', 'disabledServe'],
      'its defaultServe': ['defaultServe', 'met'],
      whole: 'defaultServe',
    },
    ['off', 'on'].map((value) => needs('string', value, unmetBelow, requiring)),
  ),
  row('3', { any: 'T', all: 'F' }, [member('5', 'number = 5', 'number = 6'), member('5', bounds)]),
  row('4', { everybody: 'T', nobody: 'F' }, [member('')]),
  row('5', { 'present time': 'T' }, [member(undefined, reached)]),
  // The API cannot build this segment, so SDKs do not receive it.
  row('6', { 'contains nobody': 'F', nobody: 'F' }, [member('', 'datetime after x')]),
  row('7', { 'F, negative too': 'F', ordinary: 'T' }, [
    ...asks('string starts with ', '', ' '),
    ...asks('string is not any of x', '', ' '),
  ]),
  row('8', {}, asks('string does not match regex (', 'x'), asks('string matches regex (|x', 'x')),
  row('9', {}, asks('number = 123456790', '123456789')),
  row('10', {}, asks('number = 5', ' 5', '5 ')),
  row('11', { reads: 'T' }, [ask('5abc', 'number = 5'), ask('0x5', 'number = 0'), ask('1,000', 'number = 1')]),
  row('12', {}, asks({ T: 'number = 50', 'reads 5': 'number = 5' }, '5_0')),
  row('13', {}, asks({ 5: 'number = 5' }, '5d', '5f'), asks({ 0: 'number = 0', 4: 'number = 4' }, '0x1p2')),
  row(
    '14',
    { read: 'T', 'only so spelt': ['F', 'F', 'F', 'T', 'T'], '`Infinity` only': ['F', 'F', 'F', 'T', 'F'], rare: 'T' },
    asks('number != 5', 'inf', 'nan', 'NAN'),
    asks('number != 5', 'Infinity', 'NaN'),
  ),
  row(
    '15',
    { object: ignored, 'read as NaN': ignored, cannot: ignored, condition: 'F', search: ['T', 'T', 'F'] },
    ['!= x', '!= x|5', '= x|5'].map((each) => ask('5', `number ${each}`)),
  ),
  row('16', { read: 'T' }, asks(reached, '1700000000.5', '1.7e9', '1700000000abc')),
  row(
    '17',
    {},
    asks(reached, ' 1700000000'),
    asks({ T: reached, 'prefix 1': `datetime after ${epoch}` }, '1_700_000_000'),
  ),
  row('18', {}, ...[[''], ['  '], ['\u001C'], blanks].map((texts) => asks({ now: reached }, ...texts))),
  row('19', { unreadable: 'F' }, [
    ask('-5', `datetime before ${epoch}`),
    ask('5', 'datetime after 1969-01-01T00:00:00Z'),
  ]),
  row('20', { 'F (`>`)': '>' }, asks(versionOrder('1.0.0', '<', 'T', '>'), '1.0.0+a')),
  row('21', { 'F: above': '>' }, asks(versionOrder('1.0.0', 'T', '=', '>'), '1.0.0-dev')),
  row('22', {}, asks(versionOrder('1.0.0', 'as text', 'T', '>'), 'v1.0.0')),
  row('23', { read: 'T' }, asks('semver = 1.0.0', '1.0', '1', '01.0.0')),
  row('24', { blanks: ['F', 'F', 'T'], always: 'T' }, asks('semver != 2.0.0', 'abc', '1.0.0.0', ' 1.0.0 ')),
  row('24a', {}, asks({ T: 'semver = 1.0.0', 'as text': 'semver != 1.0.0' }, '1.0.0\n')),
  row(
    '24b',
    {},
    asks(versionOrder('1.0.0-100000000000000000000', 'number', 'as a double', 'word'), '1.0.0-99999999999999999999'),
    asks(versionOrder('1.0.0-0', 'number', '=', 'word'), '1.0.0--5'),
  ),
  row('24c', { read: 'T' }, asks(reached, '99999999999999999999')),
  row(
    '24d',
    { object: ['T', 'F', 'F'], condition: 'F', 'a version to it': ['T', 'F', 'T'], search: ['T', 'T', 'F'] },
    ['!= ', '!= |1.0.0', '> '].map((each) => member('1.0.0', `semver ${each}`)),
  ),
  row('25', {}, [gives({ defaultServe: select(9) }, 'x')]),
  row('26', { always: 'CD' }, [gives({ disabledServe: select(9) }, 'no harm')]),
  row('27', {}, [gives({ defaultServe: { split: [1, 1] } }, 'x', 'last variation')]),
  row('28', {}, [needs('number', '10.0', [toggle('p', 'number', '10')], comparing)]),
  row('29', { deep: 'equal', 'as text': 'equal', never: 'differ' }, [
    needs('json', '{"a":1,"b":{}}', [toggle('p', 'json', '{ "b": {}, "a": 1 }')], comparing),
  ]),
  row('30', { equal: 'equal', 'differ (numbers equal as text)': ['differ', 'equal'] }, [
    needs('string', 'true', [toggle('p', 'boolean', 'true')], comparing),
    needs('string', '10', [toggle('p', 'number', '10')], comparing),
  ]),
  row('31', {}, [needs('string', 'x', [servesNothing], ['met', 'unmet', 'unmet'])]),
  row('32', {}, [needs('string', 'x', chain(true), ['met', 'overflow', 'overflow'])]),
  row('33', { served: '2147483648' }, [{ ...gives({}, '2147483648'), returnType: 'number' }]),
  // The bucket of the user without a key is 1381.
  row('34', { 'a random key': 'depends' }, [
    { ...gives({ defaultServe: { split: [1_381, 1, 8_618] } }, 'a', 'hashed', 'b'), user: '' },
  ]),
  row(
    '35',
    { throws: 'F' },
    ['constructor', 'toString', '__proto__'].map((subject) =>
      ask(undefined, { x: when('string is one of x', subject), ordinary: reached }),
    ),
  ),
  row('36', { nobody: 'F' }, [member('', 'segment is in project$s')]),
  row('37', { None: 'null' }, [gives({ variations: [{ value: undefined }] })]),
  row('38', { served: ' ', rule: '{}' }, [
    { ...gives({ rules: [{ conditions: [], serve: select(1) }] }, '{}', ' '), returnType: 'json' },
  ]),
];

/** Cells for which the evaluator answers "depends" on purpose: a segment within itself (4.7). */
export const unsure = new Set(['36 official', '36 node', '36 java', '36 python']);
