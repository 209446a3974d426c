/** Tests quick fixes at the cursor, `|`, and "fix all", with the text before and after. */
import { describe, expect, it } from 'vitest';
import { codeActions } from '../../server/src/core/features/actions/fixes.js';
import { open, withoutAnnotations } from '../support/annotated.js';
import { codesIn, configUri, editsApplied, fixAll, fixesAt, selectionIn, shownIn } from '../support/fixes.js';
import type { ProblemCode } from '../../server/src/core/checks/codes.js';
import { defaultSeverities } from '../../server/src/core/checks/codes.js';
import { forAll } from '../support/forAll.js';
import { fixtures } from '../support/fixtures.js';
import { fixtureUri } from '../support/fixtureUri.js';
import { rows } from '../support/rows.js';

/** Each row has the text before, the title of a fix and the text after, in which `…` is the text before; all inside `around`, at `$`. */
function itFixes(what: string, table: readonly (readonly string[])[], around = '$', uri?: string): void {
  it(what, () =>
    forAll(table, ([before = '', title = '', after = '']) => {
      const fixed = around.replace('$', () => after.replace('…', () => before)).replaceAll('|', '');
      expect(
        fixesAt(
          around.replace('$', () => before),
          uri,
        ).apply(title),
      ).toBe(fixed);
      expect(codesIn(fixed, uri)).toEqual([]);
    }),
  );
}

function itOffersNothing(where: string, marked: readonly string[], around = '$'): void {
  it(`has no fix ${where}`, () =>
    forAll(marked, (each) => expect(fixesAt(around.replace('$', () => each)).titles).toEqual([])));
}

describe('a toggle that no file describes', () => {
  const text = (key: string) =>
    `{ "content": { "prerequisites": [{ "key": "other" }, { "key": "${key}", "value": "a", "type": "string" }] } }`;
  const beside = (...toggles: readonly string[]) => ({ toggles: () => toggles });

  it('can be changed to the toggle with the most similar spelling, but not by fix all', () => {
    const { titles, actions, apply } = fixesAt(text('l|ooop'), undefined, beside('lo', 'loop', 'loop-back'));
    expect(titles).toEqual(['Change to "loop"']);
    expect(actions[0]).not.toHaveProperty('isPreferred');
    expect(apply('Change to "loop"')).toBe(text('loop'));
    expect(codesIn(text('loop')).filter((code) => code.startsWith('unknown'))).toEqual([]);
    expect(fixAll(text('looop'))).toBeUndefined();
  });

  it('has no fix if no toggle is similar, or the similar toggle is already required', () => {
    expect(fixesAt(text('l|ooop'), undefined, beside('feature')).titles).toEqual([]);
    expect(fixesAt(text('o|thr'), undefined, beside('other')).titles).toEqual([]);
    expect(fixesAt(text('l|ooop')).titles).toEqual([]);
  });

  it('is the only problem whose fixes look up other toggles', () => {
    const asked = { toggles: () => expect.unreachable('Nobody needs to know.') };
    expect(fixesAt(text('loop-back').replace('"a"', '1|'), undefined, asked).titles).toEqual(['Quote the value: "1"']);
  });
});

const inCondition = (condition: string) =>
  `{ "content": { "rules": [{ "serve": { "select": 0 }, "conditions": [{ ${condition} }] }] } }`;

describe('a "between" without a bound', () => {
  const between = (type: string) => inCondition(`"type": "${type}", "subject": "a", "predicate": "betw|een", $`);

  itFixes(
    'gets the objects of the other one, and its predicate turned round',
    rows`
      "leftPredicate": ">=", "objects": ["18", "21"]
        → Add "rightPredicate", "rightObjects" → …, "rightPredicate": "<=", "rightObjects": ["18", "21"]
      "rightPredicate": "<", "leftPredicate": "<=", "rightObjects": ["65"] → Add "objects" → …, "objects": ["65"]
    `,
    between('number'),
  );

  itFixes(
    'gets a predicate for times',
    rows`
      "objects": ["2022-06-20T16:08:10+08:00"], "rightPredicate": "before", "rightObjects": ["2022-06-27T16:08:10+08:00"]
        → Add "leftPredicate" → …, "leftPredicate": "after"
    `,
    between('datetime'),
  );

  itFixes(
    'gets them in the place of what is empty, laid out as what is there',
    rows`
      \n\t"leftPredicate": "",\n\t"objects": ["1"],\n\t"rightObjects": [ ],\n\t"rightPredicate": "<="\n
        → Add "leftPredicate", "rightObjects"
        → \n\t"leftPredicate": ">=",\n\t"objects": ["1"],\n\t"rightObjects": ["1"],\n\t"rightPredicate": "<="\n
      \n\t"leftPredicate": ">=",\n\t"objects": ["1"]\n
        → Add "rightPredicate", "rightObjects"
        → \n\t"leftPredicate": ">=",\n\t"objects": ["1"],\n\t"rightPredicate": "<=",\n\t"rightObjects": ["1"]\n
    `,
    between('number'),
  );

  it('has no preferred fix, and is not part of fix all', () => {
    const text = between('number').replace('$', '"leftPredicate": ">=", "objects": ["18"]');
    expect(fixesAt(text).actions.map(({ isPreferred }) => isPreferred)).toEqual([undefined]);
    expect(fixAll(text.replace('|', ''))).toBeUndefined();
  });

  itOffersNothing(
    'where no value, or none that is known, would lie between, or while the JSON is half typed',
    [
      '"leftPredicate": ">", "objects": ["18"]',
      '"objects": ["18"], "rightObjects": ["65"]',
      '"leftPredicate": ">=", "objects": ["many"]',
      '"leftPredicate": ">=", "rightPredicate": "<="',
      '"leftPredicate": "=", "objects": ["18"]',
      '"leftPredicate": ">=", "objects": ["18"], "rightObjects"',
    ],
    between('number'),
  );
});

it('a value that the required toggle lacks can be changed to its only value, but not by fix all', () => {
  const text = '{ "content": { "prerequisites": [{ "key": "loop-back", "value": "tru|", "type": "boolean" }] } }';
  const [action] = fixesAt(text).actions;
  expect(action).toMatchObject({ title: 'Change to "true"' });
  expect(action).not.toHaveProperty('isPreferred');
  expect(fixAll(text.replace('|', ''))).toBeUndefined();
});

describe('a value that must be a string', () => {
  itFixes(
    'is put in quotes as it is written',
    rows`
      { "content": { "variations": [{ "value": 1e|3 }] } }
        → Quote the value: "1e3" → { "content": { "variations": [{ "value": "1e3" }] } }
      { "comment": |true } → Quote the value: "true" → { "comment": "true" }
      { "comment": |-0.50 } → Quote the value: "-0.50" → { "comment": "-0.50" }
      { "comment": |12345678901234567890123 }
        → Quote the value: "12345678901234567890123" → { "comment": "12345678901234567890123" }
    `,
  );

  it('is quoted inside a list, and the other items stay unchanged', () => {
    const text = (objects: string) => inCondition(`"type": "string", "predicate": "is one of", "objects": ${objects}`);
    expect(fixesAt(text('[1, 2|, "3"]')).apply('Quote the value: "2"')).toBe(text('[1, "2", "3"]'));
    expect(codesIn(text('[1, "2", "3"]'))).toEqual(['non-string-value']);
  });

  it('has a preferred fix, because it is the only fix', () => {
    expect(fixesAt('{ "comment": 1| }').actions.map(({ isPreferred }) => isPreferred)).toEqual([true]);
  });

  itOffersNothing('if it is null or a list', ['{ "comment": nu|ll }', '{ "comment": [|] }']);
});

describe('a select of a variation that does not exist', () => {
  const around =
    '{ "content": { "defaultServe": { "select": $ }, "variations": [{ "value": "false", "name": "off" }, { "value": "true" }, {}] } }';
  const { titles, actions } = fixesAt(around.replace('$', '7|'));

  it('can be changed to any existing variation, and the titles name these variations', () =>
    expect(titles).toEqual(['Select 0 · off = "false"', 'Select 1 · "true"', 'Select 2']));

  itFixes(
    'is changed to the variation that the user chooses',
    rows`
      |7 → Select 0 · off = "false" → 0
      -1| → Select 1 · "true" → 1
      |3| → Select 2 → 2
    `,
    around,
  );

  it('has no preferred fix if several variations are not served, because only the user can choose', () =>
    expect(actions.filter(({ isPreferred }) => isPreferred)).toEqual([]));

  it('is preferably changed to the only variation that is not served', () => {
    const others = '"rules": [{ "serve": { "select": 0 } }, { "serve": { "split": [0, 0, 10000] } }], "variations"';
    const fixes = fixesAt(around.replace('$', '7|').replace('"variations"', others));
    expect(fixes.titles).toEqual(['Select 1 · "true"', 'Select 0 · off = "false"', 'Select 2']);
    expect(fixes.actions.map(({ isPreferred = false }) => isPreferred)).toEqual([true, false, false]);
  });

  itOffersNothing('in a file without variations', [
    '{ "content": { "defaultServe": { "select": 0| }, "variations": [] } }',
  ]);

  it('is changed only in the rule at the cursor', () => {
    const text = (select: string) =>
      `{ "content": { "rules": [{ "serve": { "select": 5 } }, { "serve": { "select": ${select} } }], "variations": [{}] } }`;
    expect(fixesAt(text('6|')).apply('Select 0')).toBe(text('0'));
  });
});

describe('an unknown property', () => {
  itFixes(
    'can be renamed to the property that was probably meant',
    rows`
      { "comm|ant": "a" } → Rename to "comment" → { "comment": "a" }
      { "DISABLED|": true } → Rename to "disabled" → { "disabled": true }
      { "content": { "varations|": [] } } → Rename to "variations" → { "content": { "variations": [] } }
    `,
  );

  it('can be removed, but removal is not the preferred fix', () => {
    const { titles, actions } = fixesAt('{ "comm|ant": "a" }');
    expect(titles).toEqual(['Rename to "comment"', 'Remove "commant"']);
    expect(actions.map(({ isPreferred = false }) => isPreferred)).toEqual([true, false]);
    expect(fixesAt('{ "q|": 1 }').actions[0]).not.toHaveProperty('isPreferred');
  });

  it('is not renamed to a property that the object already has', () => {
    expect(fixesAt('{ "comment": "a", "comm|ant": "b" }').titles).toEqual(['Remove "commant"']);
  });

  itFixes(
    'is removed with its comma and its lines, wherever it is, and the layout of the others stays',
    rows`
      { "q|": 1, "comment": "a", "disabled": true } → Remove "q" → { "comment": "a", "disabled": true }
      { "comment": "a", "q|": 1, "disabled": true } → Remove "q" → { "comment": "a", "disabled": true }
      { "comment": "a", "disabled": true, "q|": 1 } → Remove "q" → { "comment": "a", "disabled": true }
      { "q|": 1 } → Remove "q" → {}
      {\n  "q|": {\n    "a": [1, 2]\n  },\n  "comment": "a",\n  "disabled": true\n}\n
        → Remove "q" → {\n  "comment": "a",\n  "disabled": true\n}\n
      {\n  "comment": "a",\n  "q|": {\n    "a": [1, 2]\n  },\n  "disabled": true\n}\n
        → Remove "q" → {\n  "comment": "a",\n  "disabled": true\n}\n
      {\n  "comment": "a",\n  "disabled": true,\n  "q|": {\n    "a": [1, 2]\n  }\n}\n
        → Remove "q" → {\n  "comment": "a",\n  "disabled": true\n}\n
      {\n  "content": {\n    "q|": 1\n  }\n} → Remove "q" → {\n  "content": {}\n}
      {\r\n  "comment": "a",\r\n  "q|": 1,\r\n  "disabled": true\r\n}
        → Remove "q" → {\r\n  "comment": "a",\r\n  "disabled": true\r\n}
      { "__proto__|": {}, "comment": "a" } → Remove "__proto__" → { "comment": "a" }
      { "comment": "a", "constructor|": 1 } → Remove "constructor" → { "comment": "a" }
    `,
  );

  itFixes(
    'is renamed or removed in a config, too',
    rows`
      { "environments": { "dev": { "protcted|": true } } }
        → Rename to "protected" → { "environments": { "dev": { "protected": true } } }
      { "q|": 1, "environments": { "dev": {} } } → Remove "q" → { "environments": { "dev": {} } }
    `,
    '$',
    configUri,
  );

  it('is removed from incomplete text without removing a bracket', () => {
    expect(fixesAt('{ "comment": "a", "q|": 1').apply('Remove "q"')).toBe('{ "comment": "a"');
    expect(fixesAt('{ "q|": 1').apply('Remove "q"')).toBe('{');
  });
});

describe('a rule without a serve', () => {
  const rest = '"variations": [{ "name": "off", "value": "false" }, { "name": "on", "value": "true" }]';

  itFixes(
    'can get a serve behind its first property, in the same layout',
    rows`
      \n  {\n    "na|me": "a",\n    "conditions": []\n  }\n
        → Serve 1 · on = "true"
        → \n  {\n    "name": "a",\n    "serve": { "select": 1 },\n    "conditions": []\n  }\n
      {|"conditions": []} → Serve 0 · off = "false" → {"conditions": [],"serve": { "select": 0 }}
    `,
    `{ "content": { ${rest}, "rules": [$] } }`,
  );

  itOffersNothing('in a file without variations', ['{ "content": { "rules": [{ "name|": "a", "conditions": [] }] } }']);
});

describe('a rule without conditions', () => {
  const rule = (name: string, conditions: string) =>
    `{ "name": "${name}", "serve": { "select": 0 }, "conditions": [${conditions}] }`;
  const testers = '{ "type": "segment", "predicate": "is in", "objects": ["testers"] }';
  const rules = (...texts: string[]) =>
    `{ "content": { "rules": [\n  ${texts.join(',\n  ')}\n], "variations": [{ "value": "x" }, { "value": "y" }] } }`;
  const title = 'Move the rule to the end';

  it('can be moved after all other rules, which keep their order', () => {
    const others = rule('b', testers.replace('testers', 'others')).replace('"select": 0', '"select": 1');
    const [all, a, b] = [rule('all', ''), rule('a', testers), others];
    const { actions, apply } = fixesAt(rules(all.replace('"conditions"', '"condi|tions"'), a, b));
    expect(apply(title)).toBe(rules(a, b, all));
    expect(codesIn(rules(a, b, all))).toEqual([]);
    expect(fixAll(rules(all, a, b))).toBeUndefined();
    expect(actions[0]).not.toHaveProperty('isPreferred');
  });

  it('has no fix if another rule without conditions follows, or if the text is incomplete', () => {
    expect(fixesAt(rules('{ "condi|tions": [] }', rule('b', ''))).titles).not.toContain(title);
    expect(fixesAt(`${rules('{ "condi|tions": [] }', rule('b', testers))} }`).titles).not.toContain(title);
  });
});

describe('a duplicate name', () => {
  const variations = (...names: string[]) =>
    `{ "content": { "variations": [${names.map((name, index) => `{ "value": "${index}", "name": "${name}" }`).join(', ')}] } }`;

  it('gets the first free number', () => {
    const rules = (name: string) =>
      `{ "content": { "rules": [{ "name": "a", "serve": { "select": 0 }, "conditions": [{}] }, { "name": "${name}", "serve": { "select": 0 }, "conditions": [{}] }] } }`;
    expect(fixesAt(variations('on', 'o|n')).apply('Change to "on 2"')).toBe(variations('on', 'on 2'));
    expect(fixesAt(variations('on', 'on 2', 'o|n')).apply('Change to "on 3"')).toBe(variations('on', 'on 2', 'on 3'));
    expect(fixesAt(rules('|a')).apply('Change to "a 2"')).toBe(rules('a 2'));
  });

  it('is left to the user, like a duplicate value', () => {
    expect(fixAll(variations('on', 'on'))).toBeUndefined();
    expect(fixesAt(variations('on', 'o|n')).actions[0]).not.toHaveProperty('isPreferred');
    expect(fixesAt('{ "content": { "variations": [{ "value": "a" }, { "value": "|a" }] } }').titles).toEqual([]);
  });
});

describe('swapped letters', () => {
  itFixes(
    'are put back',
    rows`
      "value": "true" }, { "value": "fl|ase" → Change to "false" → "value": "true" }, { "value": "false"
      "value": "false" }, { "value": "tu|re" → Change to "true" → "value": "false" }, { "value": "true"
    `,
    '{ "content": { "variations": [{ $ }] } }',
  );

  it('do not suggest a property of another object', () => {
    expect(fixesAt('{ "tpye|": 1 }').titles).toEqual(['Remove "tpye"']);
    expect(fixesAt('{ "content": { "variations": [{ "nmae|": "a" }] } }').titles[0]).toBe('Rename to "name"');
  });
});

describe('text that is not JSON', () => {
  itFixes(
    'can lose a comment, and a comma that nothing follows',
    rows`
      { /* wh|y */"comment": "a" } → Remove the comment → { "comment": "a" }
      { "comment": "a" } // wh|y\n → Remove the comment → { "comment": "a" } \n
      // wh|y\n{ "comment": "a" } → Remove the comment → \n{ "comment": "a" }
      { "comment": "a",| } → Remove the comma → { "comment": "a" }
      { "content": { "variations": [{},|] } } → Remove the comma → { "content": { "variations": [{}] } }
    `,
  );

  it('loses a comment together with the comma before it', () => {
    expect(fixAll('{ "comment": "a", /* b */ }')).toBe('{ "comment": "a"  }');
  });

  itOffersNothing('where a mistake could be corrected in several ways', [
    ...['{ "comment": "a" "disabled"|: true }', "{ 'comment'|: 1 }", '{ "comment": tru| }', '|'],
  ]);
});

describe('a value that must not be a string', () => {
  itFixes(
    'can lose its quotes',
    rows`
      { "content": { "defaultServe": { "select": "1|" }, "variations": [{}, {}] } }
        → Change to 1 → { "content": { "defaultServe": { "select": 1 }, "variations": [{}, {}] } }
      { "disabled": "|true" } → Change to true → { "disabled": true }
      { "disabled": " false |" } → Change to false → { "disabled": false }
      { "baseVersion": "-12|" } → Change to -12 → { "baseVersion": -12 }
    `,
  );

  const [booleans, integers] = [
    ['null|', '1|', '[|]'],
    ['"01|"', '"1.5|"', '"1e3|"', '"one|"'],
  ];
  it('can become true or false, as the user decides, if it is any other string', () => {
    for (const value of ['"yes|"', '"1|"', '"|"', '"TRUE|"'])
      expect(fixesAt(`{ "disabled": ${value} }`).titles, value).toEqual(['Change to true', 'Change to false']);
  });
  itOffersNothing('if it is neither true nor false', booleans, '{ "disabled": $ }');
  itOffersNothing('if it is no integer', integers, '{ "baseVersion": $ }');
});

describe('fixes are offered', () => {
  it('at both ends of the problem and inside it, but not next to it', () => {
    for (const before of ['{ "comment": |1000 }', '{ "comment": 10|00 }', '{ "comment": 1000| }'])
      expect(fixesAt(before).titles).toEqual(['Quote the value: "1000"']);
    for (const before of ['{ "comment":| 1000 }', '{ "comment": 1000 |}', '|{ "comment": 1000 }'])
      expect(fixesAt(before).titles).toEqual([]);
  });

  it('anywhere in an unreachable rule, because the whole rule is faded, but not next to it', () => {
    const rule = (name: string) =>
      `{ "name": "${name}", "serve": { "select": 1 }, "conditions": [{ "type": "string", "subject": "city", "predicate": "is one of", "objects": ["Paris"] }] }`;
    const titles = (first: string, second: string) =>
      fixesAt(
        `{ "content": { "rules": [${first}, ${second}], "disabledServe": { "select": 0 }, "defaultServe": { "select": 0 }, "variations": [{ "name": "off", "value": "false" }, { "name": "on", "value": "true" }] } }`,
      ).titles;
    const removal = titles(rule('one'), rule('two').replace('"conditions"', '"condi|tions"'));
    expect(removal).toContain('Remove the rule');
    for (const second of [rule('t|wo'), rule('two').replace('Paris', 'Pa|ris')])
      expect(titles(rule('one'), second)).toEqual(removal);
    expect(titles(rule('o|ne'), rule('two'))).toEqual([]);
    const unconditional = '{ "name": "all", "serve": { "select": 1 }, "conditions": [] }';
    const move = ['Move the rule to the end'];
    expect(titles(unconditional, rule('t|wo'))).toEqual(move);
    expect(titles(unconditional.replace('"conditions"', '"condi|tions"'), rule('two'))).toEqual(move);
    expect(titles(unconditional.replace('all', 'a|ll'), rule('two'))).toEqual([]);
  });

  it('for every problem that the selection touches', () => {
    const text = '{ |"comment": 1, "content": { "variations": [{ "value": true| }, { "value": 3 }] } }';
    expect(fixesAt(text).titles).toEqual(['Quote the value: "1"', 'Quote the value: "true"']);
  });

  it('with the diagnostic of the same code and range', () => {
    const { text, range } = selectionIn('|{ "comment": 1, "content": { "defaultServe": { "select": "0" } }, }|');
    const document = open(text);
    const shown = shownIn(document);
    const actions = codeActions(document, range, { diagnostics: shown });
    expect(actions.map(({ diagnostics = [] }) => diagnostics)).toEqual(shown.map((diagnostic) => [diagnostic]));
    const moved = shown.map((diagnostic) => ({ ...diagnostic, range: { ...diagnostic.range, start: range.start } }));
    const renamed = shown.map((diagnostic) => ({ ...diagnostic, code: 'other' }));
    for (const diagnostics of [moved, renamed, []]) {
      const alone = codeActions(document, range, { diagnostics });
      expect(alone).toHaveLength(3);
      expect(alone.every((action) => !('diagnostics' in action))).toBe(true);
    }
  });
});

it('an editor gets fixes of the requested kinds', () => {
  const { text, range } = selectionIn('{ "comment": 1| }');
  const all = 'source.fixAll.toggleTargeting';
  return forAll(
    [
      [undefined, ['quickfix']],
      [['quickfix'], ['quickfix']],
      [[all], [all]],
      [['source.fixAll'], [all]],
      [['source'], [all]],
      [
        ['quickfix', 'source'],
        ['quickfix', all],
      ],
      [['refactor'], []],
      [['source.fixAll.eslint'], []],
      [['source.fix'], []],
      [['source.fixAll.toggle'], []],
      [[], []],
    ],
    ([only, kinds = []]) => {
      const actions = codeActions(open(text), range, { diagnostics: [], ...(only && { only }) });
      expect(actions.map(({ kind }) => kind)).toEqual(kinds);
    },
  );
});

describe('fix all', () => {
  it('applies unambiguous fixes, and leaves all other problems to the user', () => {
    const before = `{
  // why
  "comment": 1,
  "disabled": "false",
  "commant": "b",
  "content": {
    "rules": [{ "serve": { "select": "0" }, "conditions": [{ "objects": [1, true, "a"], }] }],
    "defaultServe": { "select": 9 },
    "variations": [{ "value": 1e3 }],
  },
}`;
    expect(fixAll(before)).toBe(`{
  
  "comment": "1",
  "disabled": false,
  "commant": "b",
  "content": {
    "rules": [{ "serve": { "select": 0 }, "conditions": [{ "objects": ["1", "true", "a"] }] }],
    "defaultServe": { "select": 9 },
    "variations": [{ "value": "1e3" }]
  }
}`);
  });

  it('does not rename, remove, select or serve, and does not edit text without problems', () =>
    forAll(
      [
        '{ "commant": "a" }',
        '{ "q": 1 }',
        '{ "content": { "defaultServe": { "select": 1 }, "variations": [{}] } }',
        '{ "content": { "rules": [{ "name": "a", "conditions": [] }], "variations": [{}] } }',
        '{ "comment": "a" }',
        '',
      ],
      (text) => expect(fixAll(text)).toBeUndefined(),
    ));

  it('is a single edit of a single document', () => {
    const { text, range } = selectionIn('|{ "comment": 1, "disabled": "true", }');
    const actions = codeActions(open(text), range, { diagnostics: [], only: ['source.fixAll'] });
    expect(actions).toHaveLength(1);
    const changes = actions[0]?.edit?.changes ?? {};
    expect(Object.keys(changes)).toEqual(['file:///a/toggle.targeting.json']);
    expect(editsApplied(text, Object.values(changes).flat())).toBe('{ "comment": "1", "disabled": true }');
  });
});

describe('in every fixture', () => {
  const all = fixtures.map(({ name, annotated }) => ({
    ...{ name, text: withoutAnnotations(annotated), uri: fixtureUri(name) },
  }));

  it('each fix removes at least one problem and adds no new problem', () =>
    forAll(all, ({ text, uri }) => {
      const before = codesIn(text, uri);
      // A fix may reveal a problem below a warning, such as a duplicate value.
      const matters = (code: string) =>
        before.includes(code) || ['error', 'warning'].includes(defaultSeverities[code as ProblemCode]);
      for (const action of fixesAt(`|${text}|`, uri).actions) {
        const after = codesIn(editsApplied(text, action.edit?.changes?.[uri] ?? []), uri).filter(matters);
        expect(after.length, action.title).toBeLessThan(before.length);
        for (const code of new Set(after)) {
          const count = (codes: readonly string[]) => codes.filter((other) => other === code).length;
          expect(count(after), `${action.title} and ${code}`).toBeLessThanOrEqual(count(before));
        }
      }
    }));

  it('a second fix all changes nothing', () =>
    forAll(all, ({ text, uri }) => {
      const once = fixAll(text, uri);
      if (once !== undefined) expect(fixAll(once, uri)).toBeUndefined();
    }));
});

describe('a serve', () => {
  itFixes(
    'whose split does not add up is scaled or made even, and its white space stays',
    rows`
      "sp|lit": [1,\n  1,  2] → Scale the split to 100% → "split": [2500,\n  2500,  5000]
      "sp|lit": [1, 2, 4] → Scale the split to 100% → "split": [1429, 2857, 5714]
      "sp|lit": [0, 0, 0] → Split evenly → "split": [3334, 3333, 3333]
      "sel|ect": 0, "split": [10000] → Remove "split" → "select": 0
      "sel|ect": 0, "split": [10000] → Remove "select" → "split": [10000]
    `,
    '{ "content": { "defaultServe": { $ } } }',
  );

  itFixes(
    'gets a share for each variation',
    rows`
      "sp|lit": [ 10000 ] → Scale the split to 100% → "split": [ 10000, 0 ]
    `,
    '{ "content": { "defaultServe": { $ }, "variations": [{ "value": "a", "name": "off" }, { "value": "b" }] } }',
  );
});

itFixes(
  'a serve that serves nothing can get a variation',
  rows`
    {|} → Serve 0 · off = "a" → { "select": 0 }
  `,
  '{ "content": { "disabledServe": $, "variations": [{ "value": "a", "name": "off" }] } }',
);

describe('an object of a condition', () => {
  itFixes(
    'that the service does not read can be changed to what it reads',
    rows`
      datetime", "predicate": "after", "objects": ["|2022-06-27T16:08:10Z
        → Change to "2022-06-27T16:08:10+00:00"
        → datetime", "predicate": "after", "objects": ["2022-06-27T16:08:10+00:00
      datetime", "predicate": "after", "objects": ["|2022-12-31T20:08:10.25-05:00
        → Change to "2023-01-01T01:08:10+00:00"
        → datetime", "predicate": "after", "objects": ["2023-01-01T01:08:10+00:00
      datetime", "predicate": "after", "objects": ["|2024-03-01T00:00:00+05:30
        → Change to "2024-02-29T18:30:00+00:00"
        → datetime", "predicate": "after", "objects": ["2024-02-29T18:30:00+00:00
      semver", "predicate": "=", "objects": ["|v1.2
        → Change to "1.2.0" → semver", "predicate": "=", "objects": ["1.2.0
    `,
    inCondition('"type": "$"]'),
  );
});

describe('a file with many problems', () => {
  const condition = '{"type":"string","subject":"a","predicate":"is one of","objects":["a"],"x":1}';
  const text = `{"content":{"rules":[${Array.from({ length: 300 }, () => `{"serve":{"select":0},"conditions":[${condition}]}`).join()}]}}`;

  it('has fixes for the first hundred selected problems', () => {
    const document = open(text);
    const fixes = codeActions(document, selectionIn(`|${text}|`).range, { diagnostics: [] });
    expect(document.problems).toHaveLength(300);
    expect(fixes.filter(({ title }) => title === 'Remove "x"')).toHaveLength(100);
  });

  it('reports at most a thousand duplicate keys of an object', () => {
    const repeated = open(`{${'"a":1,'.repeat(5_000)}"a":1}`).problems.filter(({ code }) => code === 'duplicate-key');
    expect(repeated).toHaveLength(1_000);
  });
});
