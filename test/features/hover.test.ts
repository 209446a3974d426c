/** Tests the whole Markdown of the hover at the pointer, `|`. */
import { describe, expect, it } from 'vitest';
import { hover } from '../../server/src/core/features/hover.js';
import { predicates } from '../../server/src/core/targeting/values/predicates.js';
import { open } from '../support/annotated.js';
import { cursorIn } from '../support/cursor.js';
import { configUri } from '../support/fixes.js';
import { rows } from '../support/rows.js';

/** 2026-11-21T12:00:00Z */
const now = 1_795_262_400_000;
const clock = { now, timeZone: 'Asia/Shanghai', locale: 'en-GB' };

function hoverAt(marked: string, uri?: string, known: object = {}): string | undefined {
  const { text, position } = cursorIn(marked);
  const contents = hover(open(text, uri), position, { ...clock, ...known })?.contents;
  return contents !== undefined && typeof contents === 'object' && 'value' in contents ? contents.value : undefined;
}

const variations =
  '"variations": [{ "value": "false", "name": "off", "description": "As it was" }, { "value": "true", "name": "beta" }, { "value": "x" }]';

function ruleHover(conditions: string): string | undefined {
  return hoverAt(
    `{ "content": { ${variations}, "rules": [{ "na|me": "R", "serve": { "select": 1 }, "conditions": ${conditions} }] } }`,
  );
}

function conditionWords(condition: Readonly<Record<string, unknown>>): string | undefined {
  return /^\*\*Rule 1 · R\*\*\n\nServes \*beta\* \(`true`\) when ([^]*)\.$/.exec(
    ruleHover(JSON.stringify([condition])) ?? '',
  )?.[1];
}

describe('the hover of a field', () => {
  it('explains a key with the description from the schema', () =>
    expect(hoverAt('{ "dis|abled": true }')).toMatch(/^\*\*Disabled\*\*\n\nWhether the toggle is disabled/));

  it('lists the dependent toggles at top-level keys', () => {
    const known = { requiredBy: () => ['banner', 'pay', 'search', 'a_b'] };
    const words = 'Required by 4: banner, pay, search and 1 more.';
    for (const marked of ['{ "dis|abled": true }', '{ "con|tent": {} }', '{ "content": { "prere|quisites": [] } }'])
      expect(hoverAt(marked, undefined, known)?.split('\n\n').at(-1)).toBe(words);
    for (const marked of ['{ "disabled": tr|ue }', '{ "content": { "ru|les": [] } }'])
      expect(hoverAt(marked, undefined, known)).not.toContain('Required');
    expect(hoverAt('{ "dis|abled": true }', undefined, { requiredBy: () => [] })).not.toContain('Required');
  });

  it('explains a value with the description of its key', () =>
    expect(hoverAt('{ "content": { "rules": [{ "conditions": [{ "objects": ["10|00"] }] }] } }')).toBe(
      '**Object**\n\nA value to compare with, as a string.',
    ));

  it.each(['|', '{ | }', '|{}', '{ "unknown|": 1 }', '[ 1| ]', '{ "content": | { } }', '{ "content": |{ } }'])(
    'is missing if the schema has no description: %s',
    (marked) => expect(hoverAt(marked)).toBeUndefined(),
  );

  it('explains a key of a config with the description from its schema', () =>
    expect(hoverAt('{ "pro|ject": "P", "content": {} }', configUri)).toMatch(/^\*\*Project/));
});

describe('the hover of a prerequisite', () => {
  const requiring = (disabledServe: number, marked: string) =>
    `{ "content": { "prerequisites": [${marked}], "disabledServe": { "select": ${disabledServe} }, "defaultServe": { "select": 1 }, ${variations} } }`;

  const fileOf = (targeting: object) => ({ required: () => open(JSON.stringify(targeting)).json });
  const [off, on] = [
    { name: 'off', value: 'false' },
    { name: 'on', value: 'true' },
  ];
  const others = { variations: [off, on], defaultServe: { select: 0 }, disabledServe: { select: 1 } };
  const needsOn = '"key": "other", "value": "true", "type": "boolean"';

  it.each([`{ "k|ey": "other", "value": "true" }`, `|{ ${needsOn} }`, '{ "key": "other", "value": "tr|ue" }'])(
    'shows the required value, and what all other users get: %s',
    (marked) => {
      expect(hoverAt(requiring(0, marked), undefined, fileOf({ content: others }))).toBe(
        `**Prerequisite · other**

This toggle applies its rules and default only to users who get *on* (\`true\`) from \`other\`.

Everyone else gets *off* (\`false\`), as if this toggle were disabled. With the SDKs for Node.js, Python, they get *beta* (\`true\`), the default.

\`other\` currently serves *off* (\`false\`) to everyone.`,
      );
      expect(hoverAt(requiring(1, marked))).toContain(
        'Everyone else gets *beta* (`true`), as if this toggle were disabled.\n',
      );
    },
  );

  it.each([
    [{ disabled: true, content: others }, '`other` is disabled: it serves *on* (`true`) to everyone.'],
    [
      {
        content: {
          ...others,
          rules: [{ name: 'staff', serve: { split: [2500, 7500] } }],
          prerequisites: [{ key: 'x', value: 'y' }],
        },
      },
      `\`other\` currently serves:

- Rule 1 · staff: a split of 25% *off* (\`false\`), 75% *on* (\`true\`)
- Default, when no rule matches: *off* (\`false\`)
- When one of its own prerequisites is not met: *on* (\`true\`)`,
    ],
  ])('shows what the other toggle serves now', (targeting, words) => {
    const said = hoverAt(requiring(1, `|{ ${needsOn} }`), undefined, fileOf(targeting));
    expect(said?.endsWith(`\n\n${words}`)).toBe(true);
  });

  it('says that the other toggle is unknown if it has no file', () =>
    expect(hoverAt(requiring(1, `|{ ${needsOn} }`))).toContain(
      'The value of `other` is unknown: it has no file here.',
    ));

  const atKey = (prerequisites: string) => requiring(1, prerequisites).replace('"prerequisites"', '"prere|quisites"');

  it('lists all requirements at the key of the list', () => {
    const end = 'Everyone else gets *beta* (`true`), as if this toggle were disabled.';
    expect(hoverAt(atKey(`{ ${needsOn} }`))).toBe(
      `**Prerequisites**\n\nThis toggle applies its rules and default only to users who get \`true\` from \`other\`.\n\n${end}`,
    );
    expect(hoverAt(atKey(`{ ${needsOn} }, { "key": "b", "value": "x" }`))).toBe(
      `**Prerequisites**

This toggle applies its rules and default only to users who get all of these:

- \`true\` from \`other\`
- \`x\` from \`b\`

${end}`,
    );
    expect(hoverAt(atKey(''))).toMatch(/^\*\*Prerequisites\*\*\n\nOther toggles and the values/);
  });

  it('does not mention a serve that is left to the service', () =>
    expect(hoverAt('{ "content": { "prerequisites": [{ "k|ey": "other" }] } }')).not.toContain('Everyone'));
});

describe('the hover of a rule', () => {
  const rule = (marked: string) => `{ "content": { ${variations}, "rules": [${marked}] } }`;
  const condition = '{ "type": "number", "subject": "age", "predicate": ">", "objects": ["1000", "1001"] }';

  it.each([
    '|{ "name": "R [1]", "serve": { "select": 1 }, "conditions": [$] }',
    '{| "name": "R [1]", "serve": { "select": 1 }, "conditions": [$] }',
    '{ "na|me": "R [1]", "serve": { "select": 1 }, "conditions": [$] }',
    '{ "name": "R |[1]", "serve": { "select": 1 }, "conditions": [$] }',
    '{ "name": "R [1]", "ser|ve": { "select": 1 }, "conditions": [$] }',
    '{ "name": "R [1]", "serve": { "select": 1 }, "condit|ions": [$] }',
    '{ "name": "R [1]", "serve": { "select": 1 }, "conditions": |[$] }',
  ])('describes the rule in plain words: %s', (marked) =>
    expect(hoverAt(rule(marked.replace('$', condition)))).toBe(
      '**Rule 1 · R \\[1\\]**\n\nServes *beta* (`true`) when `age` is greater than `1000` or `1001` – that is, greater than `1000`.',
    ),
  );

  it('lists the conditions if there are several', () => {
    const other = '{ "type": "segment", "predicate": "is not in", "objects": ["staff"] }';
    expect(ruleHover(`[${condition}, ${other}, {}, 1]`)).toBe(`**Rule 1 · R**

Serves *beta* (\`true\`) when all of these hold:

- \`age\` is greater than \`1000\` or \`1001\` – that is, greater than \`1000\`
- the user is not in segment \`staff\`
- … …
- …`);
  });

  it('shows the first of many conditions and counts the others', () => {
    const segment = (key: number) => ({ type: 'segment', predicate: 'is in', objects: [`s${key}`] });
    const conditions = Array.from({ length: 48 }, (_, key) => segment(key));
    const lines = ruleHover(JSON.stringify(conditions))?.split('\n') ?? [];
    expect(lines.slice(-2)).toEqual(['- the user is in segment `s9`', '- … and 38 more']);
    expect(ruleHover(JSON.stringify(conditions.slice(0, 11)))).toMatch(/\n- the user is in segment `s10`$/);
  });

  it.each(['"conditions": [], ', ''])('says that a rule without conditions is for everybody: %s', (conditions) => {
    const first = `{ "na|me": "R", ${conditions}"serve": { "select": 1 } }`;
    const everybody = '**Rule 1 · R**\n\nServes *beta* (`true`) to everyone who reaches it: it has no conditions.';
    expect(hoverAt(rule(first))).toBe(everybody);
    expect(hoverAt(rule(`${first}, {}`))).toBe(`${everybody} The rules after it are never reached.`);
  });

  it.each([
    ['"select": 0', '*off* (`false`)'],
    ['"select": 2', '`x`'],
    ['"select": 3', 'variation 3 (which does not exist)'],
    ['"select": "1"', '…'],
    ['"select": 0.5', '…'],
    ['', '…'],
    ['"split": [2500, 7500]', 'a split of 25% *off* (`false`), 75% *beta* (`true`)'],
    ['"split": [0, 9000, 500, 500]', 'a split of 90% *beta* (`true`), 5% `x`, 5% variation 3 (which does not exist)'],
    ['"split": [null, "x", 1]', 'a split of 0.01% `x`'],
    ['"split": []', '…'],
    ['"select": 0, "split": [10000]', '*off* (`false`) or a split of 100% *off* (`false`)'],
  ])('names what the rule serves: %s', (serve, words) =>
    expect(hoverAt(rule(`{ "na|me": " ", "serve": { ${serve} }, "conditions": [] }`))).toBe(
      `**Rule 1**\n\nServes ${words} to everyone who reaches it: it has no conditions.`,
    ),
  );

  it('shows the index of the variation if the file lists no variations', () =>
    expect(hoverAt('{ "content": { "rules": [|{ "serve": { "select": 7 } }] } }')).toBe(
      '**Rule 1**\n\nServes variation 7 to everyone who reaches it: it has no conditions.',
    ));

  it.each([
    ['', '…'],
    ['[', '…'],
    ['null', '…'],
    ['[{', '… …'],
    ['[{ "type": "number"', '… …'],
    ['[{ "type": "number", "subject": "age', '`age` … …'],
    ['[{ "type": "number", "predicate": ">"', '… is greater than …'],
    [
      '[{ "type": "number", "subject": "age", "predicate": ">", "objects": [',
      '`age` is greater than … (there is nothing to compare with)',
    ],
    ['[{ "type": "number", "subject": "age", "predicate": ">", "objects": ["1", ', '`age` is greater than `1`'],
    ['[{ "type": "number", "subject": "age", "predicate": ">", "objects": ["1", 2]', '`age` is greater than `1` or …'],
  ])('shows … for missing parts: %s', (conditions, words) =>
    expect(
      hoverAt(
        `{ "content": { ${variations}, "rules": [{ "na|me": "R", "serve": { "select": 1 }, "conditions": ${conditions}`,
      ),
    ).toBe(`**Rule 1 · R**\n\nServes *beta* (\`true\`) when ${words}.`),
  );
});

describe('a condition in words', () => {
  const text = (predicate: string, ...objects: string[]) => ({ type: 'string', subject: 'a', predicate, objects });
  const number = (predicate: string, ...objects: string[]) => ({ type: 'number', subject: 'a', predicate, objects });
  const time = (predicate: string, ...objects: string[]) => ({ type: 'datetime', subject: 'a', predicate, objects });
  const semver = (predicate: string, ...objects: string[]) => ({ type: 'semver', subject: 'a', predicate, objects });
  const segment = (predicate: string, ...objects: string[]) => ({ type: 'segment', predicate, objects });

  it.each([
    [text('is one of', 'x'), '`a` equals `x`'],
    [text('is one of', 'x', 'y', 'z'), '`a` equals `x`, `y` or `z`'],
    [text('is one of', '', 'a`b', ' c\nd'), '`a` equals `""`, ``a`b`` or ` c\\nd`'],
    [text('is not any of', 'x'), '`a` does not equal `x`'],
    [text('is not any of', 'x', 'y'), '`a` equals none of `x`, `y`'],
    [text('starts with', 'x', 'y'), '`a` starts with `x` or `y`'],
    [text('does not start with', 'x'), '`a` does not start with `x`'],
    [text('does not start with', 'x', 'y'), '`a` does not start with any of `x`, `y`'],
    [text('ends with', 'x'), '`a` ends with `x`'],
    [text('does not end with', 'x', 'y'), '`a` does not end with any of `x`, `y`'],
    [text('contains', 'x', 'y'), '`a` contains `x` or `y`'],
    [text('does not contain', 'x', 'y'), '`a` contains none of `x`, `y`'],
    [text('matches regex', '^\\d+$', 'x'), '`a` contains a match of `^\\d+$` or `x`'],
    [text('does not match regex', 'x'), '`a` contains no match of `x`'],
    [text('does not match regex', 'x', 'y'), '`a` contains no match of any of `x`, `y`'],
    [number('=', '1', '2'), '`a` equals `1` or `2`'],
    [number('!=', '1', '2'), '`a` equals none of `1`, `2`'],
    [number('>', '5'), '`a` is greater than `5`'],
    [number('>', '1e3', '200', '-0.5'), '`a` is greater than `1e3`, `200` or `-0.5` – that is, greater than `-0.5`'],
    [number('>=', '10', '9'), '`a` is at least `10` or `9` – that is, at least `9`'],
    [number('<', '10', '9'), '`a` is less than `10` or `9` – that is, less than `10`'],
    [number('<=', '9', '10'), '`a` is at most `9` or `10` – that is, at most `10`'],
    [number('>', '5', 'six'), '`a` is greater than `5` or `six`'],
    [number('>', '5', '0x3'), '`a` is greater than `5` or `0x3`'],
    [semver('>', '1.10.0', '1.9.0'), '`a` is greater than `1.10.0` or `1.9.0` – that is, greater than `1.9.0`'],
    [semver('<', '1.0.0', '1.0.0-rc.1'), '`a` is less than `1.0.0` or `1.0.0-rc.1`'],
    [time('after', '2022-06-27T16:08:10+08:00'), '`a` is at or after `2022-06-27T16:08:10+08:00`'],
    [
      time('after', '2022-06-27T16:00:00+08:00', '2022-06-27T09:00:00+00:00'),
      '`a` is at or after `2022-06-27T16:00:00+08:00` or `2022-06-27T09:00:00+00:00` – that is, at or after `2022-06-27T16:00:00+08:00`',
    ],
    [
      time('before', '2022-06-27T16:00:00+08:00', '2022-06-27T09:00:00+00:00'),
      '`a` is before `2022-06-27T16:00:00+08:00` or `2022-06-27T09:00:00+00:00` – that is, before `2022-06-27T09:00:00+00:00`',
    ],
    [time('before', '2022-06-27T16:00:00+08:00', 'soon'), '`a` is before `2022-06-27T16:00:00+08:00` or `soon`'],
    [segment('is in', 's', 'u'), 'the user is in segment `s` or `u`'],
    [segment('is not in', 's'), 'the user is not in segment `s`'],
    [segment('is not in', 's', 'u'), 'the user is in none of the segments `s`, `u`'],
    [text('is one of'), '`a` equals … (there is nothing to compare with)'],
    [text('is not any of'), '`a` does not equal … (there is nothing to compare with)'],
    [{ ...text('is one of', 'x'), subject: '' }, '… equals `x`'],
  ])('%j', (condition, words) => expect(conditionWords(condition)).toBe(words));

  it.each([
    [
      { leftPredicate: '>', objects: ['10'], rightPredicate: '<=', rightObjects: ['20'] },
      '`a` is greater than `10` and at most `20`',
    ],
    [
      { leftPredicate: '>', objects: ['10', '5'], rightPredicate: '<', rightObjects: ['20', 'x'] },
      '`a` is greater than `5` and less than `20` or `x`',
    ],
    [
      { leftPredicate: '~', objects: ['10'], rightPredicate: '<', rightObjects: ['20'] },
      '`a` `between` `~` `10` `<` `20`',
    ],
    [{ leftPredicate: '>', objects: ['10'] }, '`a` `between` `>` `10` … …'],
  ])('names both bounds: %j', (rest, words) =>
    expect(conditionWords({ type: 'number', subject: 'a', predicate: 'between', ...rest })).toBe(words),
  );

  it.each([
    [{ type: 'geo', subject: 'a', predicate: 'near', objects: ['x', 'y'] }, '`a` `near` `x`, `y`'],
    [{ type: 'number', subject: 'a', predicate: 'is one of', objects: ['1'] }, '`a` `is one of` `1`'],
    [{ type: 'constructor', subject: 'a', predicate: 'name', objects: [] }, '`a` `name` …'],
    [{ subject: 'a', predicate: '>', objects: ['1', '2'] }, '`a` `>` `1`, `2`'],
  ])('shows an unknown type or predicate as it is written: %j', (condition, words) =>
    expect(conditionWords(condition)).toBe(words),
  );

  it('contains no known predicate as it is written', () => {
    for (const [type, known] of Object.entries(predicates))
      for (const predicate of known) {
        const bounds = { leftPredicate: 'after', rightPredicate: 'before', rightObjects: ['y'] };
        const numbers = { leftPredicate: '>', rightPredicate: '<', rightObjects: ['y'] };
        const rest = type === 'number' ? numbers : bounds;
        expect(conditionWords({ type, subject: 'a', predicate, objects: ['x'], ...rest })).not.toContain(
          `\`${predicate}\``,
        );
      }
  });

  it('shows the first of many objects and counts the others', () => {
    const objects = Array.from({ length: 30 }, (_, index) => String(index + 1));
    expect(conditionWords(number('>', ...objects))).toBe(
      '`a` is greater than `1`, `2`, `3`, `4`, `5`, `6`, `7`, `8`, `9`, `10` or one of 20 more – that is, greater than `1`',
    );
    expect(conditionWords(text('is not any of', ...objects))).toMatch(/`10` and 20 more$/);
  });
});

describe('the hover of a condition', () => {
  const condition = (marked: string) => `{ "content": { "rules": [{ "conditions": [${marked}] }] } }`;

  it('says at the opening brace when the condition holds', () => {
    const marked = '|{ "type": "string", "subject": "a", "predicate": "ends with", "objects": ["x"] }';
    expect(hoverAt(condition(marked))).toBe('**Condition**\n\nHolds when `a` ends with `x`.');
  });

  it.each(rows`
    string → does not match regex → Holds when \`a\` contains no match of \`1\`.
      → Use \`^\` and \`$\` to anchor it to the start and the end. A condition with an invalid expression never holds. If the condition is negated, it can hold, but only in the SDKs for Rust and Go.
      → Does not hold for a user who lacks the attribute, although the predicate is negative.
    number → > → Holds when \`a\` is greater than \`1\`. → The attribute is compared as a number.
      → Does not hold for a user who lacks the attribute.
    datetime → before → Holds when \`a\` is before \`1\`. → The attribute is a time in Unix seconds.
      → For a user who lacks the attribute, the current time is compared.
    segment → is not in → Holds when the user is not in segment \`1\`. → A segment that does not exist contains nobody.
  `)('explains the predicate: %s %s', (type, predicate, ...paragraphs) => {
    const marked = `{ "type": "${type}", "subject": "a", "predi|cate": "${predicate}", "objects": ["1"] }`;
    expect(hoverAt(condition(marked))).toBe(['**Predicate**', ...paragraphs].join('\n\n'));
  });

  it('explains each predicate of each type differently, without repeating a sentence', () => {
    const said = Object.entries(predicates).flatMap(([type, known]) =>
      known.map((predicate) => hoverAt(condition(`{ "type": "${type}", "predicate": "${predicate}|" }`))),
    );
    expect(new Set(said).size).toBe(said.length);
    expect(said.filter((words) => words?.match(/Holds /g)?.length !== 1)).toEqual([]);
  });

  it('explains an unknown predicate with the description from the schema', () =>
    expect(hoverAt(condition('{ "type": "geo", "predicate": "n|ear" }'))).toMatch(
      /^\*\*Predicate\*\*\n\nThe comparison operator/,
    ));
});

describe('the hover of a time', () => {
  const at = (object: string, type = 'datetime') =>
    hoverAt(`{ "content": { "rules": [{ "conditions": [{ "type": "${type}", "objects": ["|${object}"] }] }] } }`);

  it('shows it in local time, in UTC and relative to now', () =>
    expect(at('2022-06-27T16:08:10+08:00')).toMatch(
      /^\*\*Object\*\*\n\n4 years ago: Monday,? 27 June 2022.* 16:08:10 GMT\+8\n\nUTC: 27 Jun 2022, 08:08:10$/,
    ));

  it.each([
    ['2026-11-21T12:00:30Z', 'in 30 seconds'],
    ['2026-11-21T11:00:31Z', '59 minutes ago'],
    ['2026-11-21T11:00:29Z', '1 hour ago'],
    ['2026-11-24T13:00:00+01:00', 'in 3 days'],
    ['2026-11-20T11:00:00-00:30', '1 day ago'],
    ['2027-02-21T12:00:00Z', 'in 3 months'],
    ['2028-11-21T12:00:00Z', 'in 2 years'],
    ['0000-02-29T00:00:00Z', '2,027 years ago'],
    ['9999-12-31T23:59:59.999Z', 'in 7,973 years'],
  ])('describes %s as %s', (object, relative) => expect(at(object)?.split('\n\n')[1]?.split(': ')[0]).toBe(relative));

  it.each<[string, string?]>([
    ['2022-02-29T00:00:00Z'],
    ['2022-13-01T00:00:00Z'],
    ['2022-01-01T24:00:00Z'],
    ['2022-01-01'],
    ['2022-01-01T00:00:00'],
    ['soon'],
    ['1656317290'],
    ['2022-06-27T16:08:10+08:00', 'string'],
  ])('shows only the description from the schema for an invalid time: %s', (object, type) =>
    expect(at(object, type)).toBe('**Object**\n\nA value to compare with, as a string.'),
  );

  it('uses the time zone and the language of the user', () => {
    const { text, position } = cursorIn(
      '{ "content": { "rules": [{ "conditions": [{ "type": "datetime", "rightObjects": ["2026-11-24T12:00:00Z|"] }] }] } }',
    );
    const contents = hover(open(text), position, { now, timeZone: 'Europe/Berlin', locale: 'de' })?.contents;
    expect(JSON.stringify(contents)).toMatch(/in 3 Tagen: Dienstag, 24\. November 2026 um 13:00:00 MEZ/);
  });
});

describe('the hover of a segment', () => {
  const at = (object: string, type = 'segment') => {
    const marked = `{ "content": { "rules": [{ "conditions": [{ "type": "${type}", "objects": ["|${object}"] }] }] } }`;
    const segments = new Map([['testers', 'The *testers* · in the service, read 5 minutes ago']]);
    return hoverAt(marked, undefined, { segments });
  };

  it('shows its name in the service, and the time of the last read', () =>
    expect(at('testers')).toBe('**Object**\n\nThe \\*testers\\* · in the service, read 5 minutes ago'));

  it('shows an unknown segment like any other object', () => {
    expect(at('nobody')).toBe(at('testers', 'string'));
    expect(at('nobody')).not.toContain('testers');
  });
});

describe('the hover of a serve', () => {
  const serve = (marked: string) => `{ "content": { "defaultServe": ${marked}, ${variations} } }`;
  const off = '0 = *off* (`false`) — As it was';
  const all = `- ${off}\n- 1 = *beta* (\`true\`)\n- 2 = \`x\``;

  it.each([
    ['{ "sel|ect": 0 }', `**Selected variation**\n\n${off}`],
    ['{ "select": 1| }', '**Selected variation**\n\n1 = *beta* (`true`)'],
    ['{ "select": |2 }', '**Selected variation**\n\n2 = `x`'],
    ['|{ "select": 0 }', `**Served by default**\n\n${off}`],
    ['{ "select": |3 }', `**Selected variation**\n\nVariations:\n\n${all}`],
    ['{ "select": -|1 }', `**Selected variation**\n\nVariations:\n\n${all}`],
    [
      '{ "spl|it": [2500, 7500, 0] }',
      '**Percentage split**\n\n- 25% · *off* (`false`) — As it was\n- 75% · *beta* (`true`)\n- 0% · `x`',
    ],
    ['{ "split": [2500, 75|00, 0] }', '**Share of a variation**\n\n75% · *beta* (`true`)'],
    [
      '{ "split": |[2500, 6500] }',
      '**Percentage split**\n\n- 25% · *off* (`false`) — As it was\n- 65% · *beta* (`true`)\n\nThe shares add up to 90%, not 100%: 10% of the users get no variation.',
    ],
    [
      '{| "split": [0, 8000, 0, 4000] }',
      '**Served by default**\n\n- 0% · *off* (`false`) — As it was\n- 80% · *beta* (`true`)\n- 0% · `x`\n- 40% · variation 3 (which does not exist)\n\nThe shares add up to 120%, not 100%: the part above 100% reaches nobody.',
    ],
    [
      '{ "split": [0, 8000, 4|000] }',
      '**Share of a variation**\n\n40% · `x`\n\nThe shares before this one leave only 20% for it.\n\nThe shares add up to 120%, not 100%: the part above 100% reaches nobody.',
    ],
    [
      '{ "sp|lit": [2500, "x", ] }',
      '**Percentage split**\n\n- 25% · *off* (`false`) — As it was\n- … · *beta* (`true`)',
    ],
  ])('describes what is served: %s', (marked, words) =>
    expect(hoverAt(serve(marked))).toBe(`${words}\n\nServed when no rule matches.`),
  );

  it.each(['{ "sel|ect": "0" }', '{ "sel|ect": , "x": 0 }'])(
    'shows only the description from the schema if select is not a number: %s',
    (marked) => expect(hoverAt(serve(marked))).toMatch(/^\*\*Selected variation\*\*\n\nZero-based index/),
  );

  it.each([
    ['', 'Served while the toggle is disabled.'],
    [
      '"prerequisites": [{ "key": "other" }], ',
      'Served while the toggle is disabled, and to users who do not meet its prerequisites.',
    ],
  ])('explains when the serve of a disabled toggle applies', (more, words) => {
    const marked = `{ "content": { ${more}"disabledServe": { "sel|ect": 1 }, ${variations} } }`;
    expect(hoverAt(marked)).toBe(`**Selected variation**\n\n1 = *beta* (\`true\`)\n\n${words}`);
  });

  it('says at the opening brace that the rule serves the variation', () =>
    expect(hoverAt(`{ "content": { ${variations}, "rules": [{ "serve": |{ "select": 1 } }] } }`)).toBe(
      '**Served by the rule**\n\n1 = *beta* (`true`)\n\nServed to users who match Rule 1.',
    ));

  it('shows only the description from the schema if the file has no variations', () =>
    expect(hoverAt('{ "content": { "defaultServe": { "sel|ect": 0 } } }')?.split('\n\n')).toHaveLength(2));

  it('shows the first of many shares and counts the others', () => {
    const shares = Array.from({ length: 48 }, () => 0);
    expect(hoverAt(`{ "content": { "defaultServe": { "spl|it": [${shares.join()}] } } }`)).toMatch(
      /\n- 0% · variation 9\n- … and 38 more\n\nThe shares add up to 0%/,
    );
  });

  it('does not show the serve of a duplicate key that a later key overrides', () => {
    expect(hoverAt(serve('{ "sel|ect": 0, "select": 1 }'))).toMatch(/^\*\*Selected variation\*\*\n\nZero-based index/);
    expect(hoverAt(serve('{ "select": 0 }, "defaultServe": { "sel|ect": 1 }'))).toMatch(/1 = \*beta\*/);
    expect(hoverAt(`{ "content": { "defaultServe": { "select": |0 } }, "content": { ${variations} } }`)).toMatch(
      /^\*\*Selected variation\*\*\n\nZero-based index/,
    );
  });

  it('escapes Markdown in text from the file', () => {
    const evil = JSON.stringify([
      { value: '`` ![x](y) ``\n\n# z', name: '[a](command:b)\n\n<img> https://c.d', description: '**b**' },
    ]);
    expect(hoverAt(`{ "content": { "defaultServe": { "sel|ect": 0 }, "variations": ${evil} } }`)).toBe(
      '**Selected variation**\n\n0 = *\\[a\\]\\(command\\:b\\) \\<img\\> https\\://c\\.d* (``` `` ![x](y) ``\\n\\n# z ```) — \\*\\*b\\*\\*\n\nServed when no rule matches.',
    );
  });
});

describe('an invisible character in the file', () => {
  const serve = (variation: string) =>
    hoverAt(`{ "content": { "defaultServe": { "sel|ect": 0 }, "variations": [${variation}] } }`);

  it('does not reverse adjacent text in the hover', () =>
    expect(serve('{ "value": "a\\u202Eb", "name": "c\\u2066d", "description": "e\\u200F" }')).toMatch(
      /\n\n0 = \*c d\* \(`a\\u202eb`\) — e\n/,
    ));

  it('does not count as a name in the hover', () => {
    expect(serve('{ "value": "a", "name": "\\u202E\\u0001" }')).toMatch(/\n\n0 = `a`\n/);
    expect(hoverAt('{ "content": { "rules": [{ "na|me": "\\u200E" }] } }')).toMatch(/^\*\*Rule 1\*\*\n/);
  });
});

describe('the hover of a variation', () => {
  const file = (marked: string, rest = '') => `{ "content": { "variations": [{ "value": "a" }, ${marked}]${rest} } }`;
  const served = `, "rules": [
    { "name": "R", "serve": { "select": 1 } }, { "serve": { "select": 0 } }, { "serve": { "split": [7500, 2500] } },
    { "serve": { "split": [10000, 2500] } }
  ], "defaultServe": { "split": [0, 10000] }, "disabledServe": { "select": 1 }`;

  it.each([
    '|{ "name": "beta", "value": "true", "description": "New *one*" }',
    '{ "na|me": "beta", "value": "true", "description": "New *one*" }',
    '{ "name": "beta", "value": "tr|ue", "description": "New *one*" }',
  ])('lists all serves of the variation: %s', (marked) =>
    expect(hoverAt(file(marked, served))).toBe(`**Variation 1 · beta**

\`true\` — New \\*one\\*

Served by:

- Rule 1 · R
- Rule 3: 25%
- Default, when no rule matches: 100%
- While the toggle is disabled`),
  );

  it('reports an unserved variation only if the file is valid JSON', () => {
    expect(hoverAt(file('|{ "value": "b" }'))).toBe(
      '**Variation 1**\n\n`b`\n\nNothing in this file serves this variation.',
    );
    expect(hoverAt(file('|{ "value": "b" }', ', "rules": ['))).toBe('**Variation 1**\n\n`b`');
  });

  it('shows the first of many rules and counts the others', () => {
    const rules = Array.from({ length: 48 }, () => '{ "serve": { "select": 1 } }').join();
    expect(hoverAt(file('|{ "value": "b" }', `, "rules": [${rules}]`))).toMatch(/\n- Rule 10\n- … and 38 more$/);
  });

  it('explains its description with the description from the schema', () =>
    expect(hoverAt(file('{ "descr|iption": "x" }'))).toBe('**Description**\n\nMay be empty.'));
});
