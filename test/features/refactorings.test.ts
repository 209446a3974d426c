/** Tests which refactorings are offered at the cursor, `|`, and what each does. refactorProperties.test.ts tests random files. */
import { describe, expect, it } from 'vitest';
import { refactorActions } from '../../server/src/core/features/actions/refactorActions.js';
import { open } from '../support/annotated.js';
import { configUri, selectionIn } from '../support/fixes.js';
import { refactoringsAt } from '../support/refactorings.js';

function expectRefactored(before: string, title: string, after: string): void {
  expect(refactoringsAt(before).apply(title)).toBe(after);
}

/** A toggle whose three variations are served in every way; a name may contain the cursor, `|`. */
const toggle = (names: readonly string[], { rule = '0', split = '[2000, 0, 8000]', off = '1', on = '2' } = {}) => `{
  "comment": "why",
  "content": {
    "variations": [
      { "value": "a", "name": "${names[0] ?? ''}" },
      { "name": "${names[1] ?? ''}", "value": "b" },
      { "value": "c", "name": "${names[2] ?? ''}" }
    ],
    "rules": [
      { "serve": { "select": ${rule} } },
      { "serve": { "split": ${split} } }
    ],
    "disabledServe": { "select": ${off} },
    "defaultServe": { "select": ${on} }
  }
}
`;

describe('a variation', () => {
  it('moves up, and all its serves follow', () => {
    const before = toggle(['control', 'beta', 'ga|mma']);
    const after = `{
  "comment": "why",
  "content": {
    "variations": [
      { "value": "a", "name": "control" },
      { "value": "c", "name": "gamma" },
      { "name": "beta", "value": "b" }
    ],
    "rules": [
      { "serve": { "select": 0 } },
      { "serve": { "split": [2000, 8000, 0] } }
    ],
    "disabledServe": { "select": 2 },
    "defaultServe": { "select": 1 }
  }
}
`;
    expectRefactored(before, 'Move variation 2 · gamma up', after);
    expectRefactored(after.replace('gamma', 'gam|ma'), 'Move variation 1 · gamma down', before.replace('|', ''));
  });

  it('moves with its line breaks, while commas, comments and blank lines between items stay', () => {
    const before = [
      '{ "content": { // c',
      '  "variations": [ // the first',
      '    { "value": "a",',
      '      "name": "|x" }, /* , */',
      '',
      '    { "value": "b" },',
      '  ],',
      '  "rules": [ ], "disabledServe": {"select":0 , }, "defaultServe": { "split" : [ 1e4 ,0 ], }',
      '} }',
    ].join('\r\n');
    expectRefactored(
      before,
      'Move variation 0 · x down',
      [
        '{ "content": { // c',
        '  "variations": [ // the first',
        '    { "value": "b" }, /* , */',
        '',
        '    { "value": "a",',
        '      "name": "x" },',
        '  ],',
        '  "rules": [ ], "disabledServe": {"select":1 , }, "defaultServe": { "split" : [ 0 ,1e4 ], }',
        '} }',
      ].join('\r\n'),
    );
  });

  it('is shown in titles with its name, its value, or only its number', () => {
    const list = (item: string) =>
      `{ "content": { "variations": [{}, ${item}], "rules": [], "disabledServe": {}, "defaultServe": {} } }`;
    expect(refactoringsAt(list('{ |"value": "b", "name": "beta\\n {0}" }')).titles[0]).toBe(
      'Move variation 1 · beta {0} up',
    );
    expect(refactoringsAt(list('{ |"value": "b", "name": "" }')).titles[0]).toBe('Move variation 1 · "b" up');
    expect(refactoringsAt(list('{| }')).titles[0]).toBe('Move variation 1 up');
    expect(refactoringsAt(list('nul|l')).titles[0]).toBe('Move variation 1 up');
  });

  it('cannot move past either end of the list', () => {
    const moves = (names: string[]) => refactoringsAt(toggle(names)).titles.filter((title) => title.startsWith('Move'));
    expect(moves(['|a', 'b', 'c'])).toEqual(['Move variation 0 · a down']);
    expect(moves(['a', 'b', '|c'])).toEqual(['Move variation 2 · c up']);
  });

  it('keeps the spelling of its shares and of other selects when it moves', () => {
    const numbers = { rule: '0.0', split: '[ 2e3,0.0 , 8000 ]', off: '1e0', on: '2' };
    expect(refactoringsAt(toggle(['a', 'b', '|c'], numbers)).apply('Move variation 2 · c up')).toContain(`
      { "serve": { "select": 0.0 } },
      { "serve": { "split": [ 2e3,8000 , 0.0 ] } }
    ],
    "disabledServe": { "select": 2 },
    "defaultServe": { "select": 1 }`);
  });

  it('extends a short split when it moves past the end, unless its share is zero', () => {
    const apply = (split: string) =>
      refactoringsAt(toggle(['a', '|b', 'c'], { split })).apply('Move variation 1 · b down');
    expect(apply('[2000, 8000]')).toContain('"split": [2000, 0, 8000]');
    expect(apply('[10000,0.0]')).toContain('"split": [10000,0.0]');
    expect(apply('[10000]')).toContain('"split": [10000]');
    expect(apply('[]')).toContain('"split": []');
  });

  it('has titles with a warning if serves outside of the file cannot follow', () => {
    const part = '{ "content": { "defaultServe": { "select": 0 }, "variations": [{|}, {}] } }';
    expect(refactoringsAt(part).titles).toEqual([
      'Move variation 0 down (serves outside this file are not updated)',
      'Insert variation before 0 (serves outside this file are not updated)',
      'Delete variation 0, serve 1 instead (serves outside this file are not updated)',
    ]);
    const split = part.replace('"select": 0', '"split": [5000, 5000]');
    expect(refactoringsAt(split).titles[0]).toBe(
      'Move variation 0 down (in a split, some users get another variation; serves outside this file are not updated)',
    );
  });

  it('has no refactorings in a list that a later duplicate key overrides', () => {
    expect(refactoringsAt('{ "content": { "variations": [{|}, {}], "variations": [{}, {}] } }').titles).toEqual([]);
    expect(
      refactoringsAt('{ "content": { "variations": [{|}, {}] }, "content": { "variations": [{}, {}] } }').titles,
    ).toEqual([]);
  });
});

describe('inserting a variation', () => {
  it('adds an empty variation in the layout of its neighbour, and every serve follows', () =>
    expectRefactored(
      toggle(['a', 'b|', 'c']),
      'Insert variation before 1 · b',
      `{
  "comment": "why",
  "content": {
    "variations": [
      { "value": "a", "name": "a" },
      { "name": "", "value": "" },
      { "name": "b", "value": "b" },
      { "value": "c", "name": "c" }
    ],
    "rules": [
      { "serve": { "select": 0 } },
      { "serve": { "split": [2000, 0, 0, 8000] } }
    ],
    "disabledServe": { "select": 2 },
    "defaultServe": { "select": 3 }
  }
}
`,
    ));

  it('at the end adds a zero share to a complete split', () => {
    const after = refactoringsAt(toggle(['a', 'b', '|c'])).apply('Insert variation after 2 · c');
    expect(after).toContain('{ "value": "c", "name": "c" },\n      { "value": "", "name": "" }\n    ]');
    expect(after).toContain('"split": [2000, 0, 8000, 0]');
    expect(after).toContain('"disabledServe": { "select": 1 },\n    "defaultServe": { "select": 2 }');
  });

  it.each([
    ['{ "value": [1] }', '{ "value": "" }'],
    ['{ "name": "a" }', '{ "value": "", "name": "" }'],
    ['{ "value": "a", "owner": "b" }', '{ "value": "", "name": "" }'],
    ['{ "value": "a", "value": "b" }', '{ "value": "", "name": "" }'],
    ['{ /* a */ "value": "a" }', '{ "value": "", "name": "" }'],
    ['{ "value": "a", }', '{ "value": "", "name": "" }'],
    ['{"value":"/*","description":"\\""}', '{"value":"","description":""}'],
  ])('next to %s adds %s', (neighbour, made) => {
    const text = (items: string) => `{ "content": { "variations": [${items}] } }`;
    const { actions, apply } = refactoringsAt(text(`|${neighbour}`));
    const [before] = actions.filter(({ title }) => title.startsWith('Insert variation before'));
    expect(apply(before?.title ?? '')).toBe(text(`${made}, ${neighbour}`));
  });
});

describe('deleting a variation', () => {
  it('offers every other variation as a replacement if it is served, and moves its share', () => {
    const before = toggle(['|a', 'b', 'c']);
    expect(refactoringsAt(before).titles.filter((title) => title.startsWith('Delete'))).toEqual([
      'Delete variation 0 · a, serve 1 · b instead',
      'Delete variation 0 · a, serve 2 · c instead',
    ]);
    const serves = (rule: number, split: string, off: number, on: number) => `    "variations": [
      { "name": "b", "value": "b" },
      { "value": "c", "name": "c" }
    ],
    "rules": [
      { "serve": { "select": ${rule} } },
      { "serve": { "split": ${split} } }
    ],
    "disabledServe": { "select": ${off} },
    "defaultServe": { "select": ${on} }`;
    const { apply } = refactoringsAt(before);
    expect(apply('Delete variation 0 · a, serve 1 · b instead')).toContain(serves(0, '[2000, 8000]', 0, 1));
    expect(apply('Delete variation 0 · a, serve 2 · c instead')).toContain(serves(1, '[0, 10000]', 0, 1));
  });

  it('has a title with a warning if users of other variations in a split also change', () => {
    const { titles } = refactoringsAt(toggle(['|a', 'b', 'c'], { split: '[1000, 4000, 5000]' }));
    expect(titles.slice(-2)).toEqual([
      'Delete variation 0 · a, serve 1 · b instead',
      'Delete variation 0 · a, serve 2 · c instead (in a split, users of other variations change, too)',
    ]);
  });

  it('extends a split that is too short for the replacement', () => {
    const apply = (split: string) => {
      const { actions, apply: refactored } = refactoringsAt(toggle(['|a', 'b', 'c'], { split }));
      return refactored(actions.at(-1)?.title ?? '');
    };
    expect(apply('[ 1e4 ]')).toContain('"split": [ 0, 10000 ]');
    expect(apply('[3000,7000]')).toContain('"split": [7000,3000]');
  });

  it('is not offered if no other variation exists, or a share is not a whole number', () => {
    const deletes = (marked: string) => refactoringsAt(marked).titles.filter((title) => title.startsWith('Delete'));
    expect(deletes('{ "content": { "defaultServe": { "select": 0 }, "variations": [{|}] } }')).toEqual([]);
    for (const split of ['["a", 0, 0]', '[1, 0.5, 0]', '[1, null, 0]', '[1, 1e400, 0]'])
      expect(deletes(toggle(['|a', 'b', 'c'], { split }))).toEqual([]);
    expect(deletes(toggle(['a', '|b', 'c'], { split: '["a", 0, 0]', off: '0' }))).toEqual(['Delete variation 1 · b']);
  });

  it.each([
    ['[{ | }]', '[]'],
    ['[\n  {|},\n]', '[]'],
    ['[{|} // a\n]', '[ // a\n]'],
    ['[{|} /* a */,]', '[ /* a */]'],
    ['[{|}, // a\n{"value":""}]', '[ // a\n{"value":""}]'],
    ['[{|} /* , */ , {"value":""}]', '[ /* , */  {"value":""}]'],
    ['[{"value":""}, /* , */ {|} ]', '[{"value":""} /* , */  ]'],
    ['[\r\n\t{"value":""},\r\n\t{|},\r\n]', '[\r\n\t{"value":""},\r\n]'],
    ['[{"value":""},{|},{"value":"a"}]', '[{"value":""},{"value":"a"}]'],
  ])('turns %j into %j', (before, after) => {
    const text = (list: string) =>
      `{ "content": { "variations": ${list}, "rules": [], "disabledServe": {}, "defaultServe": {} } }`;
    const { actions, apply } = refactoringsAt(text(before));
    expect(apply(actions.at(-1)?.title ?? '')).toBe(text(after));
  });
});

describe('a rule', () => {
  const rules = (...items: string[]) => `{ "content": { "rules": [${items.join(' ,\n\n')}], "defaultServe": {} } }`;
  const [a, b, c] = ['{ "name": "a" }', '{"name":"b\\"b","serve":{"select":1}}', '{ "conditions": [ ] }'];

  const at = (item: string) => item.replace(' ', ' |');

  it('moves up, down and to the top, and the titles describe the new order', () => {
    expect(refactoringsAt(rules(at(a), b, c)).titles).toEqual(['Move rule "a" down (tried after "b\\"b")']);
    expect(refactoringsAt(rules(a, b, at(c))).titles).toEqual([
      'Move rule 3 up (tried before "b\\"b")',
      'Move rule 3 to the top (tried first)',
    ]);
    expect(refactoringsAt(rules(a, `|${b}`, c)).titles).toEqual([
      'Move rule "b\\"b" up (tried before "a")',
      'Move rule "b\\"b" down (tried after 3)',
    ]);
    expectRefactored(rules(at(a), b, c), 'Move rule "a" down (tried after "b\\"b")', rules(b, a, c));
    expectRefactored(rules(a, b, at(c)), 'Move rule 3 up (tried before "b\\"b")', rules(a, c, b));
    expectRefactored(rules(a, b, at(c)), 'Move rule 3 to the top (tried first)', rules(c, a, b));
  });

  it('with a long name is shortened in titles, on one line and at a character boundary', () => {
    const long = `{ "name": "\\u202Ea\\n${'x'.repeat(37)}\u{1F600}b" }`;
    expect(refactoringsAt(rules(at(long), b)).titles).toEqual([
      `Move rule "a ${'x'.repeat(37)}…" down (tried after "b\\"b")`,
    ]);
  });

  it('cannot move if it is the only rule', () => expect(refactoringsAt(rules('{ | }')).titles).toEqual([]));
});

describe('a serve', () => {
  const variations = '"variations": [{ "name": "off" }, { "name": "on" }, {}]';
  const text = (serve: string) => `{ "content": { "rules": [{ "serve": ${serve} }], ${variations} } }`;

  it('with a select can become a split that serves everyone the same, and back', () => {
    const before = text('{ "sel|ect": 1 }');
    const after = text('{ "split": [0, 10000, 0] }');
    expectRefactored(before, 'Convert select to split (1 · on stays for everyone)', after);
    expectRefactored(
      after.replace('0,', '|0,'),
      'Convert split to select (1 · on stays for everyone)',
      before.replace('|', ''),
    );
  });

  it('keeps the white space and comments around its key and value when it becomes a split', () => {
    expectRefactored(
      text('{|"select":/* a */01e0 ,}').replace('01e0', '1e0'),
      'Convert select to split (1 · on stays for everyone)',
      text('{"split":/* a */[0, 10000, 0] ,}'),
    );
    expectRefactored(
      text('{|"select":1}'),
      'Convert select to split (1 · on stays for everyone)',
      text('{"split":[0,10000,0]}'),
    );
  });

  it('with a split can become a select of each variation, and the titles describe the change', () => {
    const before = text('{ "split": [|2500, 7500] }');
    expect(refactoringsAt(before).titles.filter((title) => title.startsWith('Serve'))).toEqual([
      'Serve 1 · on to everyone instead of 75%',
      'Serve 0 · off to everyone instead of 25%',
    ]);
    expectRefactored(before, 'Serve 0 · off to everyone instead of 25%', text('{ "select": 0 }'));
  });

  const raises = (serve: string) => refactoringsAt(text(serve)).titles.filter((title) => title.startsWith('Raise'));

  it('with a split can take the next step of a ramp, and the titles name the reduced variations', () => {
    expect(raises('{ "spl|it": [2500, 7500] }')).toEqual([
      'Raise 0 · off to 50%, taken from 1 · on',
      'Raise 2 to 1%, taken from 1 · on',
    ]);
    expect(raises('{ "spl|it": [6000, 500, 3500] }')).toEqual([
      'Raise 0 · off to 75%, taken from 1 · on, 2',
      'Raise 2 to 50%, taken from 0 · off, 1 · on',
      'Raise 1 · on to 10%, taken from 0 · off',
    ]);
    for (const split of ['[5000, 4000]', '[-1, 10001]', '["5000", 5000]', '[5000, 0, 0, 5000]'])
      expect(raises(`{ "spl|it": ${split} }`)).toEqual([]);
  });

  it('with a split between many variations offers a step for each variation', () => {
    const variation = (index: number) => `{ "value": "v${index}", "name": "v${index}" }`;
    const variationsOf = (count: number) => Array.from({ length: count }, (_, index) => variation(index)).join();
    const serve = `{ "spl|it": [2000, 2000, 2000, 1500, 1500, 500, 300, 200] }`;
    const titles = refactoringsAt(
      `{ "content": { "defaultServe": ${serve}, "variations": [${variationsOf(8)}] } }`,
    ).titles.filter((title) => title.startsWith('Raise'));
    expect(titles.map((title) => /^Raise (\d)/.exec(title)?.[1]).sort()).toEqual('0 1 2 3 4 5 6 7'.split(' '));
  });

  it('takes the step of the variation whose share is at the cursor', () => {
    expect(raises('{ "split": [|9000, 1000] }')).toEqual([]);
    expect(raises('{ "split": [9000, |1000] }')).toEqual(['Raise 1 · on to 25%, taken from 0 · off']);
  });

  it('with a select can begin a ramp', () => {
    const before = '{ "select|": 0 }';
    expect(raises(before)).toEqual(['Raise 1 · on to 1%, taken from 0 · off', 'Raise 2 to 1%, taken from 0 · off']);
    expectRefactored(text(before), 'Raise 1 · on to 1%, taken from 0 · off', text('{ "split": [9900, 100, 0] }'));
  });

  it('keeps the spelling of other shares when it takes a step, and is extended if needed', () => {
    expectRefactored(
      text('{ "split": [ 7e3,|1000 /* b */, 2E3 ] }'),
      'Raise 1 · on to 25%, taken from 0 · off',
      text('{ "split": [ 5500,2500 /* b */, 2E3 ] }'),
    );
    expectRefactored(
      text('{ "split|": [ 1e4 ] }'),
      'Raise 2 to 1%, taken from 0 · off',
      text('{ "split": [ 9900, 0, 100 ] }'),
    );
  });

  it.each([
    '{| }',
    '{ "select": |3 }',
    '{ "select": -1| }',
    '{ "select": 1.5| }',
    '{ "select": 1|, "split": [10000] }',
    '{ "select": 1|, "select": 0 }',
    '{ "split": [|5000, 4000] }',
    '{ "split": [|-5000, 15000] }',
    '{ "split": [|2500.5, 7499.5] }',
    '{ "split": [|"5000", 5000] }',
    '{ "split": [0, 0, 0, 10000|] }',
    '{ "split": [|] }',
    '{ "split": |10000 }',
    '"select|"',
  ])('%s cannot be converted', (serve) => expect(refactoringsAt(text(serve)).titles).toEqual([]));

  it('cannot become a split in a file without variations', () => {
    expect(refactoringsAt('{ "content": { "defaultServe": { "select": 0| } } }').titles).toEqual([]);
    expect(refactoringsAt('{ "content": { "defaultServe": { "select": 0| }, "variations": [] } }').titles).toEqual([]);
  });

  it('can be converted in defaultServe and disabledServe, and alongside refactorings of a rule', () => {
    const steps = ['Raise 1 · on to 1%, taken from 0 · off', 'Raise 2 to 1%, taken from 0 · off'];
    for (const key of ['defaultServe', 'disabledServe'])
      expect(refactoringsAt(`{ "content": { "|${key}": { "select": 0 }, ${variations} } }`).titles).toEqual([
        'Convert select to split (0 · off stays for everyone)',
        ...(key === 'defaultServe' ? steps : []),
      ]);
    const marked = `{ "content": { "rules": [{ "serve": { "select": 0| } }, {}], ${variations} } }`;
    expect(refactoringsAt(marked).titles).toEqual([
      'Convert select to split (0 · off stays for everyone)',
      ...steps,
      'Move rule 1 down (tried after 2)',
    ]);
  });
});

describe('no refactoring is offered', () => {
  it.each([
    ['for a cursor beside the items', '{ "content": { "variations": [| {}, {} ] } }'],
    ['for a selection across two items', '{ "content": { "variations": [{|}, {|}] } }'],
    ['for a cursor in another property', '{ "comm|ent": "a", "content": { "variations": [{}, {}] } }'],
    ['in a file without content', '[{|}]'],
    ['in an empty file', '|'],
  ])('%s', (_where, marked) => expect(refactoringsAt(marked).titles).toEqual([]));

  it.each([
    ['{ "content": { "variations": [{|} {}] } }'],
    ['{ "content": { "variations": [{|}, {}'],
    ['{ "content": { "variations": [{|}, {"value":"a",}'],
    ['{ "content": { "variations": [{|}, {"value":"a",} // why'],
    ['{ "content": { "variations": [{|}, {},, {}] } }'],
    ['{ "content": { "variations": [{ "value": | }, {}] } }'],
    ['{ "content": { "variations": [{ "value": "|a }, {}] } }'],
    ['{ "content": { "defaultServe": { "select": 1x }, "variations": [{|}, {}] } }'],
    ['{ "content": { "defaultServe": { "select" }, "variations": [{|}, {}] } }'],
    ['{ "content": { "defaultServe": { select: 0 }, "variations": [{|}, {}] } }'],
    ['{ "content": { "rules": [{ "serve": { "select": 1 } ], "variations": [{|}, {}] } }'],
    ['{ "content": { "variations": [{|}, {}] } } /*'],
    ['{ "content": { "variations": [{|}, {}] } } }'],
  ])('while the text is incomplete: %s', (marked) => expect(refactoringsAt(marked).titles).toEqual([]));

  it('in a config', () =>
    expect(refactoringsAt('{ "content": { "variations": [{|}, {}] } }', configUri).titles).toEqual([]));
});

describe('an editor that requests', () => {
  const { text, range } = selectionIn(
    '{ "content": { "rules": [], "disabledServe": {}, "defaultServe": {}, "variations": [{|}, {}] } }',
  );
  const ask = (only: string[] | undefined) =>
    refactorActions(open(text), range, { only, asks: false, resolves: false }).map(({ title, kind }) => [title, kind]);
  const move = ['Move variation 0 down', 'refactor.move'];
  const others = [
    ['Insert variation before 0', 'refactor.rewrite'],
    ['Delete variation 0', 'refactor.rewrite'],
  ];

  it('no specific kind, or refactorings, gets all of them', () => {
    expect(ask(undefined)).toEqual([move, ...others]);
    expect(ask(['refactor'])).toEqual([move, ...others]);
  });

  it('one kind of refactoring gets only that kind', () => {
    expect(ask(['refactor.move'])).toEqual([move]);
    expect(ask(['refactor.rewrite'])).toEqual(others);
  });

  it('other kinds of actions gets no refactorings', () =>
    expect(ask(['quickfix', 'source', 'refactor.extract', 'ref'])).toEqual([]));
});

describe('the values of a condition', () => {
  const condition = (objects: string, predicate = 'is one of') =>
    `{ "content": { "rules": [ { "conditions": [ { "type": "string", "subject": "city", "predicate": "${predicate}", "objects": ${objects} } ] } ] } }`;
  const titles = (objects: string, predicate?: string) =>
    refactoringsAt(condition(objects, predicate)).titles.filter((title) => title.includes('value'));

  it('are sorted in natural order, whether escaped or not', () =>
    expectRefactored(
      condition('["user-10", |"\\u0061", "user-9"]'),
      'Sort 3 values',
      condition('["\\u0061", "user-9", "user-10"]'),
    ));

  it('lose their duplicates, except the first of each value', () => {
    expectRefactored(
      condition('[\n  "a",|\n  "b",\n  "a",\n  "\\u0062"\n]'),
      'Remove 2 duplicate values',
      condition('[\n  "a",\n  "b"\n]'),
    );
    expectRefactored(condition('["b", "b|", "a"]'), 'Remove 1 duplicate value', condition('["b", "a"]'));
  });

  it('have no refactoring if nothing would change, or if their order or a comment matters', () => {
    expect(titles('["a", |"b"]')).toEqual([]);
    expect(titles('["|a"]')).toEqual([]);
    expect(titles('["b", |"a"]', 'matches regex')).toEqual([]);
    expect(titles('["b", /* why */ |"a"]')).toEqual([]);
    expect(titles('["b", |1, "a"]')).toEqual([]);
    expect(titles('["b", "a|", "b"]')).toEqual(['Sort 3 values', 'Remove 1 duplicate value']);
  });
});
