import { describe, expect, it } from 'vitest';
import { codeActions } from '../../server/src/core/features/codeActions.js';
import { open, withoutAnnotations } from '../support/annotated.js';
import { codesIn, configUri, editsApplied, fixAll, fixesAt, selectionIn, shownIn } from '../support/fixes.js';
import type { ProblemCode } from '../../server/src/core/checks/codes.js';
import { defaultSeverities } from '../../server/src/core/checks/codes.js';
import { forAll } from '../support/forAll.js';
import { fixtures } from '../support/fixtures.js';
import { fixtureUri } from '../support/fixtureUri.js';

/** Expects that the fix with that title turns the first text into the second, which has no problems. */
function expectFixed(before: string, title: string, after: string, uri?: string): void {
  expect(fixesAt(before, uri).apply(title)).toBe(after);
  expect(codesIn(after, uri)).toEqual([]);
}

describe('a toggle that no file describes', () => {
  const text = (key: string) =>
    `{ "content": { "prerequisites": [{ "key": "other" }, { "key": "${key}", "value": "a", "type": "string" }] } }`;
  const beside = (...toggles: readonly string[]) => ({ toggles: () => toggles });
  const withoutParts = (codes: readonly string[]) => codes.filter((code) => code.startsWith('unknown'));

  it('can be changed to the one that is spelt most alike, which nothing but a person chooses', () => {
    const { titles, actions, apply } = fixesAt(text('l|ooop'), undefined, beside('lo', 'loop', 'loop-back'));
    expect(titles).toEqual(['Change to "loop"']);
    expect(actions[0]).not.toHaveProperty('isPreferred');
    expect(apply('Change to "loop"')).toBe(text('loop'));
    expect(withoutParts(codesIn(text('loop')))).toEqual([]);
    expect(fixAll(text('looop'))).toBeUndefined();
  });

  it('has no fix where none is alike, or the one that is alike is required already', () => {
    expect(fixesAt(text('l|ooop'), undefined, beside('feature')).titles).toEqual([]);
    expect(fixesAt(text('o|thr'), undefined, beside('other')).titles).toEqual([]);
    expect(fixesAt(text('l|ooop')).titles).toEqual([]);
  });

  it('is the only reason to ask for the others', () => {
    const asked = { toggles: () => expect.unreachable('Nobody needs to know.') };
    expect(fixesAt(text('loop-back').replace('"a"', '1|'), undefined, asked).titles).toEqual(['Quote the value: "1"']);
  });
});

describe('a "between" that lacks a bound', () => {
  const condition = (properties: string, type = 'number') =>
    `{ "content": { "rules": [{ "serve": { "select": 0 }, "conditions": [{ "type": "${type}", "subject": "a", "predicate": "betw|een", ${properties} }] }] } }`;
  const expectAdded = (before: string, title: string, after: string, type?: string) => {
    expectFixed(condition(before, type), title, condition(after, type).replace('|', ''));
  };

  it('gets the objects of the other one, and its predicate turned round', () => {
    expectAdded(
      '"leftPredicate": ">=", "objects": ["18", "21"]',
      'Add "rightPredicate", "rightObjects"',
      '"leftPredicate": ">=", "objects": ["18", "21"], "rightPredicate": "<=", "rightObjects": ["18", "21"]',
    );
    expectAdded(
      '"rightPredicate": "<", "leftPredicate": "<=", "rightObjects": ["65"]',
      'Add "objects"',
      '"rightPredicate": "<", "leftPredicate": "<=", "rightObjects": ["65"], "objects": ["65"]',
    );
    const week = ['2022-06-20T16:08:10+08:00', '2022-06-27T16:08:10+08:00'];
    expectAdded(
      `"objects": ["${week[0] ?? ''}"], "rightPredicate": "before", "rightObjects": ["${week[1] ?? ''}"]`,
      'Add "leftPredicate"',
      `"objects": ["${week[0] ?? ''}"], "rightPredicate": "before", "rightObjects": ["${week[1] ?? ''}"], "leftPredicate": "after"`,
      'datetime',
    );
  });

  it('gets them in the place of what is empty, laid out as what is there', () => {
    expectAdded(
      '\n\t"leftPredicate": "",\n\t"objects": ["1"],\n\t"rightObjects": [ ],\n\t"rightPredicate": "<="\n',
      'Add "leftPredicate", "rightObjects"',
      '\n\t"leftPredicate": ">=",\n\t"objects": ["1"],\n\t"rightObjects": ["1"],\n\t"rightPredicate": "<="\n',
    );
    expectAdded(
      '\n\t"leftPredicate": ">=",\n\t"objects": ["1"]\n',
      'Add "rightPredicate", "rightObjects"',
      '\n\t"leftPredicate": ">=",\n\t"objects": ["1"],\n\t"rightPredicate": "<=",\n\t"rightObjects": ["1"]\n',
    );
  });

  it('is never chosen for a person', () => {
    const text = condition('"leftPredicate": ">=", "objects": ["18"]');
    expect(fixesAt(text).actions.map(({ isPreferred }) => isPreferred)).toEqual([undefined]);
    expect(fixAll(text.replace('|', ''))).toBeUndefined();
  });

  it.each([
    '"leftPredicate": ">", "objects": ["18"]',
    '"objects": ["18"], "rightObjects": ["65"]',
    '"leftPredicate": ">=", "objects": ["many"]',
    '"leftPredicate": ">=", "rightPredicate": "<="',
    '"leftPredicate": "=", "objects": ["18"]',
  ])('has no fix where no value, or none that is known, would lie between: %s', (properties) => {
    expect(fixesAt(condition(properties)).titles).toEqual([]);
  });

  it('has no fix while the JSON is half typed', () => {
    expect(fixesAt(condition('"leftPredicate": ">=", "objects": ["18"], "rightObjects"')).titles).toEqual([]);
  });
});

describe('a value that another toggle does not have', () => {
  const text = '{ "content": { "prerequisites": [{ "key": "loop-back", "value": "tru|", "type": "boolean" }] } }';

  it('can be changed to the only value that the toggle has, but not by fixing all at once', () => {
    const [action] = fixesAt(text).actions;
    expect(action).toMatchObject({ title: 'Change to "true"' });
    expect(action).not.toHaveProperty('isPreferred');
    expect(fixAll(text.replace('|', ''))).toBeUndefined();
  });
});

describe('a value that must be a string', () => {
  it('is put in quotes as it is written', () => {
    expectFixed(
      '{ "content": { "variations": [{ "value": 1e|3 }] } }',
      'Quote the value: "1e3"',
      '{ "content": { "variations": [{ "value": "1e3" }] } }',
    );
  });

  for (const written of ['true', '-0.50', '12345678901234567890123']) {
    it(`is put in quotes without changing the spelling of ${written}`, () => {
      expectFixed(`{ "comment": |${written} }`, `Quote the value: "${written}"`, `{ "comment": "${written}" }`);
    });
  }

  it('is put in quotes inside a list, and the other items stay', () => {
    const condition = '{ "type": "string", "predicate": "is one of",';
    const before = `{ "content": { "rules": [{ "serve": { "select": 0 }, "conditions": [${condition} "objects": [1, 2|, "3"] }] }] } }`;
    const after = `{ "content": { "rules": [{ "serve": { "select": 0 }, "conditions": [${condition} "objects": [1, "2", "3"] }] }] } }`;
    expect(fixesAt(before).apply('Quote the value: "2"')).toBe(after);
    expect(codesIn(after)).toEqual(['non-string-value']);
  });

  it('has a preferred fix, since there is no other', () => {
    expect(fixesAt('{ "comment": 1| }').actions.map(({ isPreferred }) => isPreferred)).toEqual([true]);
  });

  it('has no fix if it is null or a list', () => {
    expect(fixesAt('{ "comment": nu|ll }').titles).toEqual([]);
    expect(fixesAt('{ "comment": [|] }').titles).toEqual([]);
  });
});

describe('a select of a variation that does not exist', () => {
  const text = (select: string) =>
    `{ "content": { "defaultServe": { "select": ${select} }, "variations": [{ "value": "false", "name": "off" }, { "value": "true" }, {}] } }`;

  it('can be changed to any variation that exists, and the titles name them', () => {
    expect(fixesAt(text('7|')).titles).toEqual(['Select 0 · off = "false"', 'Select 1 · "true"', 'Select 2']);
  });

  it('is changed to the variation that the user chooses', () => {
    expectFixed(text('|7'), 'Select 0 · off = "false"', text('0'));
    expectFixed(text('-1|'), 'Select 1 · "true"', text('1'));
    expectFixed(text('|3|'), 'Select 2', text('2'));
  });

  it('has no preferred fix, since only the user knows which variation is meant', () => {
    expect(fixesAt(text('7|')).actions.filter(({ isPreferred }) => isPreferred)).toEqual([]);
  });

  it('has no fix in a file without variations', () => {
    expect(fixesAt('{ "content": { "defaultServe": { "select": 0| }, "variations": [] } }').titles).toEqual([]);
  });

  it('is changed in the rule at the cursor, and only there', () => {
    const before =
      '{ "content": { "rules": [{ "serve": { "select": 5 } }, { "serve": { "select": 6| } }], "variations": [{}] } }';
    const after =
      '{ "content": { "rules": [{ "serve": { "select": 5 } }, { "serve": { "select": 0 } }], "variations": [{}] } }';
    expect(fixesAt(before).apply('Select 0')).toBe(after);
  });
});

describe('an unknown property', () => {
  it('can be renamed to the property that was probably meant', () => {
    expectFixed('{ "comm|ant": "a" }', 'Rename to "comment"', '{ "comment": "a" }');
    expectFixed('{ "DISABLED|": true }', 'Rename to "disabled"', '{ "disabled": true }');
    expectFixed('{ "content": { "varations|": [] } }', 'Rename to "variations"', '{ "content": { "variations": [] } }');
  });

  it('can always be removed, but that is never the preferred fix', () => {
    const { titles, actions } = fixesAt('{ "comm|ant": "a" }');
    expect(titles).toEqual(['Rename to "comment"', 'Remove "commant"']);
    expect(actions.map(({ isPreferred = false }) => isPreferred)).toEqual([true, false]);
    const [removal] = fixesAt('{ "q|": 1 }').actions;
    expect(removal).not.toHaveProperty('isPreferred');
  });

  it('is not renamed to a property that the object already has', () => {
    expect(fixesAt('{ "comment": "a", "comm|ant": "b" }').titles).toEqual(['Remove "commant"']);
  });

  it('is removed with its comma, wherever it stands', () => {
    expectFixed('{ "q|": 1, "comment": "a", "disabled": true }', 'Remove "q"', '{ "comment": "a", "disabled": true }');
    expectFixed('{ "comment": "a", "q|": 1, "disabled": true }', 'Remove "q"', '{ "comment": "a", "disabled": true }');
    expectFixed('{ "comment": "a", "disabled": true, "q|": 1 }', 'Remove "q"', '{ "comment": "a", "disabled": true }');
    expectFixed('{ "q|": 1 }', 'Remove "q"', '{}');
  });

  it('is removed with its lines, and the indentation of the others stays', () => {
    const first = '{\n  "q|": {\n    "a": [1, 2]\n  },\n  "comment": "a",\n  "disabled": true\n}\n';
    const middle = '{\n  "comment": "a",\n  "q|": {\n    "a": [1, 2]\n  },\n  "disabled": true\n}\n';
    const last = '{\n  "comment": "a",\n  "disabled": true,\n  "q|": {\n    "a": [1, 2]\n  }\n}\n';
    const after = '{\n  "comment": "a",\n  "disabled": true\n}\n';
    for (const before of [first, middle, last]) expectFixed(before, 'Remove "q"', after);
    expectFixed('{\n  "content": {\n    "q|": 1\n  }\n}', 'Remove "q"', '{\n  "content": {}\n}');
  });

  it('is removed in a document with CRLF', () => {
    expectFixed(
      '{\r\n  "comment": "a",\r\n  "q|": 1,\r\n  "disabled": true\r\n}',
      'Remove "q"',
      '{\r\n  "comment": "a",\r\n  "disabled": true\r\n}',
    );
  });

  it('is renamed or removed in a config, too', () => {
    expectFixed(
      '{ "environments": { "dev": { "protcted|": true } } }',
      'Rename to "protected"',
      '{ "environments": { "dev": { "protected": true } } }',
      configUri,
    );
    expectFixed(
      '{ "q|": 1, "environments": { "dev": {} } }',
      'Remove "q"',
      '{ "environments": { "dev": {} } }',
      configUri,
    );
  });

  it('with a name that JavaScript gives a meaning is removed like any other', () => {
    expectFixed('{ "__proto__|": {}, "comment": "a" }', 'Remove "__proto__"', '{ "comment": "a" }');
    expectFixed('{ "comment": "a", "constructor|": 1 }', 'Remove "constructor"', '{ "comment": "a" }');
  });

  it('is removed from half-typed text without removing a bracket', () => {
    expect(fixesAt('{ "comment": "a", "q|": 1').apply('Remove "q"')).toBe('{ "comment": "a"');
    expect(fixesAt('{ "q|": 1').apply('Remove "q"')).toBe('{');
  });
});

describe('a rule without a serve', () => {
  const variations = '"variations": [{ "name": "off", "value": "false" }, { "name": "on", "value": "true" }]';

  it('can get a serve behind its first property, in the same layout', () => {
    expectFixed(
      `{ "content": { ${variations}, "rules": [\n  {\n    "na|me": "a",\n    "conditions": []\n  }\n] } }`,
      'Serve 1 · on = "true"',
      `{ "content": { ${variations}, "rules": [\n  {\n    "name": "a",\n    "serve": { "select": 1 },\n    "conditions": []\n  }\n] } }`,
    );
    expectFixed(
      `{ "content": { "rules": [{|"conditions": []}], ${variations} } }`,
      'Serve 0 · off = "false"',
      `{ "content": { "rules": [{"conditions": [],"serve": { "select": 0 }}], ${variations} } }`,
    );
  });

  it('has no fix in a file without variations, and is not changed by fixing all at once', () => {
    expect(fixesAt('{ "content": { "rules": [{ "name|": "a", "conditions": [] }] } }').titles).toEqual([]);
    expect(
      fixAll('{ "content": { "rules": [{ "name": "a", "conditions": [] }], "variations": [{}] } }'),
    ).toBeUndefined();
  });
});

describe('a rule without conditions', () => {
  const rule = (name: string, conditions: string) =>
    `{ "name": "${name}", "serve": { "select": 0 }, "conditions": [${conditions}] }`;
  const testers = '{ "type": "segment", "predicate": "is in", "objects": ["testers"] }';
  const rules = (...texts: string[]) =>
    `{ "content": { "rules": [\n  ${texts.join(',\n  ')}\n], "variations": [{ "value": "x" }, { "value": "y" }] } }`;

  it('can be moved behind all others, which keep their order', () => {
    const others = rule('b', testers.replace('testers', 'others')).replace('"select": 0', '"select": 1');
    const [all, a, b] = [rule('all', ''), rule('a', testers), others];
    const marked = rules(all.replace('"conditions"', '"condi|tions"'), a, b);
    expectFixed(marked, 'Move the rule to the end', rules(a, b, all));
    expect(fixAll(rules(all, a, b))).toBeUndefined();
    expect(fixesAt(marked).actions[0]).not.toHaveProperty('isPreferred');
  });

  it('has no fix while another one below would come before it, or while the text is half typed', () => {
    expect(fixesAt(rules('{ "condi|tions": [] }', rule('b', ''))).titles).not.toContain('Move the rule to the end');
    expect(fixesAt(`${rules('{ "condi|tions": [] }', rule('b', testers))} }`).titles).not.toContain(
      'Move the rule to the end',
    );
  });
});

describe('a name that stands twice', () => {
  const variations = (...names: string[]) =>
    `{ "content": { "variations": [${names.map((name, index) => `{ "value": "${index}", "name": "${name}" }`).join(', ')}] } }`;

  it('gets the first number that no other has', () => {
    expectFixed(variations('on', 'o|n'), 'Change to "on 2"', variations('on', 'on 2'));
    expectFixed(variations('on', 'on 2', 'o|n'), 'Change to "on 3"', variations('on', 'on 2', 'on 3'));
    const rules = (name: string) =>
      `{ "content": { "rules": [{ "name": "a", "serve": { "select": 0 }, "conditions": [{}] }, { "name": "${name}", "serve": { "select": 0 }, "conditions": [{}] }] } }`;
    expect(fixesAt(rules('|a')).apply('Change to "a 2"')).toBe(rules('a 2'));
  });

  it('is left to the person, as is a value', () => {
    expect(fixAll(variations('on', 'on'))).toBeUndefined();
    expect(fixesAt(variations('on', 'o|n')).actions[0]).not.toHaveProperty('isPreferred');
    expect(fixesAt('{ "content": { "variations": [{ "value": "a" }, { "value": "|a" }] } }').titles).toEqual([]);
  });
});

describe('letters that changed places', () => {
  const values = (value: string) => `{ "content": { "variations": [{ "value": "true" }, { "value": "${value}" }] } }`;

  it('are put back', () => {
    expectFixed(values('fl|ase'), 'Change to "false"', values('false'));
    expectFixed('{ "tpye|": 1 }', 'Remove "tpye"', '{}');
    expect(fixesAt('{ "content": { "variations": [{ "nmae|": "a" }] } }').titles[0]).toBe('Rename to "name"');
    expect(fixesAt('{ "content": { "variations": [{ "value": "false" }, { "value": "tu|re" }] } }').titles).toEqual([
      'Change to "true"',
    ]);
  });
});

describe('in text that is no JSON', () => {
  it('a comment can be removed', () => {
    expectFixed('{ /* wh|y */"comment": "a" }', 'Remove the comment', '{ "comment": "a" }');
    expectFixed('{ "comment": "a" } // wh|y', 'Remove the comment', '{ "comment": "a" } ');
    expectFixed('// wh|y\n{ "comment": "a" }', 'Remove the comment', '\n{ "comment": "a" }');
  });

  it('a comma that nothing follows can be removed', () => {
    expectFixed('{ "comment": "a",| }', 'Remove the comma', '{ "comment": "a" }');
    expectFixed('{ "content": { "variations": [{},|] } }', 'Remove the comma', '{ "content": { "variations": [{}] } }');
  });

  it('a comment between a comma and a bracket is removed together with the comma', () => {
    expect(fixAll('{ "comment": "a", /* b */ }')).toBe('{ "comment": "a"  }');
  });

  it('a mistake that could be corrected in several ways has no fix', () => {
    for (const before of ['{ "comment": "a" "disabled"|: true }', "{ 'comment'|: 1 }", '{ "comment": tru| }', '|']) {
      expect(fixesAt(before).titles).toEqual([]);
    }
  });
});

describe('a value that must not be a string', () => {
  it('can lose its quotes', () => {
    const variations = '"variations": [{}, {}]';
    expectFixed(
      `{ "content": { "defaultServe": { "select": "1|" }, ${variations} } }`,
      'Change to 1',
      `{ "content": { "defaultServe": { "select": 1 }, ${variations} } }`,
    );
    expectFixed('{ "disabled": "|true" }', 'Change to true', '{ "disabled": true }');
    expectFixed('{ "disabled": " false |" }', 'Change to false', '{ "disabled": false }');
    expectFixed('{ "baseVersion": "-12|" }', 'Change to -12', '{ "baseVersion": -12 }');
  });

  for (const value of ['"yes|"', '"1|"', '"|"', '"TRUE|"', 'null|', '1|']) {
    it(`has no fix if it is ${value.replace('|', '')} where true or false belongs`, () => {
      expect(fixesAt(`{ "disabled": ${value} }`).titles).toEqual([]);
    });
  }

  for (const value of ['"01|"', '"1.5|"', '"1e3|"', '"one|"']) {
    it(`has no fix if it is ${value.replace('|', '')} where an integer belongs`, () => {
      expect(fixesAt(`{ "baseVersion": ${value} }`).titles).toEqual([]);
    });
  }
});

describe('fixes are offered', () => {
  it('at either end of the problem and inside, but not beside it', () => {
    for (const before of ['{ "comment": |1000 }', '{ "comment": 10|00 }', '{ "comment": 1000| }']) {
      expect(fixesAt(before).titles).toEqual(['Quote the value: "1000"']);
    }
    for (const before of ['{ "comment":| 1000 }', '{ "comment": 1000 |}', '|{ "comment": 1000 }']) {
      expect(fixesAt(before).titles).toEqual([]);
    }
  });

  it('anywhere in a rule that nobody reaches, as all of it is faded, but not beside it', () => {
    const rule = (name: string) =>
      `{ "name": "${name}", "serve": { "select": 1 }, "conditions": [{ "type": "string", "subject": "city", "predicate": "is one of", "objects": ["Paris"] }] }`;
    const file = (first: string, second: string) =>
      `{ "content": { "rules": [${first}, ${second}], "disabledServe": { "select": 0 }, "defaultServe": { "select": 0 }, "variations": [{ "name": "off", "value": "false" }, { "name": "on", "value": "true" }] } }`;
    const titles = (marked: string) => fixesAt(marked).titles;
    const removal = titles(file(rule('one'), rule('two').replace('"conditions"', '"condi|tions"')));
    expect(removal).toContain('Remove the rule');
    for (const second of [rule('t|wo'), rule('two').replace('Paris', 'Pa|ris')])
      expect(titles(file(rule('one'), second))).toEqual(removal);
    expect(titles(file(rule('o|ne'), rule('two')))).toEqual([]);
    const unconditional = '{ "name": "all", "serve": { "select": 1 }, "conditions": [] }';
    expect(titles(file(unconditional, rule('t|wo')))).toEqual(['Move the rule to the end']);
    expect(titles(file(unconditional.replace('"conditions"', '"condi|tions"'), rule('two')))).toEqual([
      'Move the rule to the end',
    ]);
    expect(titles(file(unconditional.replace('all', 'a|ll'), rule('two')))).toEqual([]);
  });

  it('for every problem that a selection touches', () => {
    const text = '{ |"comment": 1, "content": { "variations": [{ "value": true| }, { "value": 3 }] } }';
    expect(fixesAt(text).titles).toEqual(['Quote the value: "1"', 'Quote the value: "true"']);
  });

  it('each with the diagnostic that it fixes, which has the same code and range', () => {
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

describe('an editor that asks for', () => {
  const { text, range } = selectionIn('{ "comment": 1| }');
  const kinds = (only?: string[]) =>
    codeActions(open(text), range, { diagnostics: [], ...(only && { only }) }).map(({ kind }) => kind);

  it('no kind in particular gets the fixes at the cursor', () => expect(kinds()).toEqual(['quickfix']));
  it('quick fixes gets the fixes at the cursor', () => expect(kinds(['quickfix'])).toEqual(['quickfix']));
  it('source.fixAll.toggleTargeting gets the action that fixes all', () =>
    expect(kinds(['source.fixAll.toggleTargeting'])).toEqual(['source.fixAll.toggleTargeting']));
  it('source.fixAll gets the action that fixes all', () =>
    expect(kinds(['source.fixAll'])).toEqual(['source.fixAll.toggleTargeting']));
  it('source actions gets the action that fixes all', () =>
    expect(kinds(['source'])).toEqual(['source.fixAll.toggleTargeting']));
  it('quick fixes and source actions gets both', () =>
    expect(kinds(['quickfix', 'source'])).toEqual(['quickfix', 'source.fixAll.toggleTargeting']));
  it('refactorings, another tool or a kind that is only similar gets nothing', () => {
    expect(kinds(['refactor'])).toEqual([]);
    expect(kinds(['source.fixAll.eslint'])).toEqual([]);
    expect(kinds(['source.fix'])).toEqual([]);
    expect(kinds(['source.fixAll.toggle'])).toEqual([]);
    expect(kinds([])).toEqual([]);
  });
});

describe('fixing all at once', () => {
  it('fixes everything that has only one fix, and leaves what a person must decide', () => {
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

  it('does not rename, remove or select, even when there is only one variation', () => {
    for (const text of [
      '{ "commant": "a" }',
      '{ "q": 1 }',
      '{ "content": { "defaultServe": { "select": 1 }, "variations": [{}] } }',
    ]) {
      expect(fixAll(text)).toBeUndefined();
    }
  });

  it('is one edit of one document', () => {
    const { text, range } = selectionIn('|{ "comment": 1, "disabled": "true", }');
    const actions = codeActions(open(text), range, { diagnostics: [], only: ['source.fixAll'] });
    expect(actions).toHaveLength(1);
    const [{ edit } = {}] = actions;
    expect(Object.keys(edit?.changes ?? {})).toEqual(['file:///a/toggle.targeting.json']);
    expect(editsApplied(text, Object.values(edit?.changes ?? {}).flat())).toBe('{ "comment": "1", "disabled": true }');
  });

  it('has nothing to do in a document without problems', () => {
    expect(fixAll('{ "comment": "a" }')).toBeUndefined();
    expect(fixAll('')).toBeUndefined();
  });
});

describe('in every fixture', () => {
  const all = fixtures.map(({ name, annotated }) => ({
    ...{ name, text: withoutAnnotations(annotated), uri: fixtureUri(name) },
  }));

  it('each fix removes at least one problem and adds no other', () =>
    forAll(all, ({ text, uri }) => {
      const before = codesIn(text, uri);
      // A fix may reveal a problem that is less than a warning, such as a duplicate value.
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

  it('fixing all at once leaves nothing more to fix at once', () =>
    forAll(all, ({ text, uri }) => {
      const once = fixAll(text, uri);
      if (once !== undefined) expect(fixAll(once, uri)).toBeUndefined();
    }));
});

describe('a split that does not add up', () => {
  it('is scaled, and the white space between its shares stays', () => {
    expectFixed(
      '{ "content": { "defaultServe": { "sp|lit": [1,\n  1,  2] } } }',
      'Scale the split to 100%',
      '{ "content": { "defaultServe": { "split": [2500,\n  2500,  5000] } } }',
    );
  });

  it('is scaled, and what rounding leaves goes to the largest remainder', () => {
    expectFixed(
      '{ "content": { "defaultServe": { "sp|lit": [1, 2, 4] } } }',
      'Scale the split to 100%',
      '{ "content": { "defaultServe": { "split": [1429, 2857, 5714] } } }',
    );
  });

  it('is made even, also where it cannot be divided equally', () => {
    expectFixed(
      '{ "content": { "defaultServe": { "sp|lit": [0, 0, 0] } } }',
      'Split evenly',
      '{ "content": { "defaultServe": { "split": [3334, 3333, 3333] } } }',
    );
  });

  it('is scaled to have a share for each variation', () => {
    expectFixed(
      '{ "content": { "defaultServe": { "sp|lit": [ 10000 ] }, "variations": [{ "value": "a" }, { "value": "b" }] } }',
      'Scale the split to 100%',
      '{ "content": { "defaultServe": { "split": [ 10000, 0 ] }, "variations": [{ "value": "a" }, { "value": "b" }] } }',
    );
  });
});

describe('a serve', () => {
  it('that serves nothing can get a variation', () => {
    expectFixed(
      '{ "content": { "disabledServe": {|}, "variations": [{ "value": "a", "name": "off" }] } }',
      'Serve 0 · off = "a"',
      '{ "content": { "disabledServe": { "select": 0 }, "variations": [{ "value": "a", "name": "off" }] } }',
    );
  });

  it('that has select and split can lose either', () => {
    const before = '{ "content": { "defaultServe": { "sel|ect": 0, "split": [10000] } } }';
    expectFixed(before, 'Remove "split"', '{ "content": { "defaultServe": { "select": 0 } } }');
    expectFixed(before, 'Remove "select"', '{ "content": { "defaultServe": { "split": [10000] } } }');
  });
});

describe('an object of a condition', () => {
  const condition = (type: string, object: string) =>
    `{ "content": { "rules": [{ "serve": { "select": 0 }, "conditions": [{ "type": "${type}", "predicate": "${type === 'datetime' ? 'after' : '='}", "objects": ["${object}"] }] }] } }`;

  for (const [type, wrong, right] of [
    ['datetime', '2022-06-27T16:08:10Z', '2022-06-27T16:08:10+00:00'],
    ['datetime', '2022-12-31T20:08:10.25-05:00', '2023-01-01T01:08:10+00:00'],
    ['datetime', '2024-03-01T00:00:00+05:30', '2024-02-29T18:30:00+00:00'],
    ['semver', 'v1.2', '1.2.0'],
  ] as const) {
    it(`that is ${wrong} can be changed to what the service reads`, () => {
      const [before, after] = [condition(type, wrong), condition(type, right)];
      expectFixed(before.replace(wrong, `|${wrong}`), `Change to "${right}"`, after);
    });
  }
});

describe('a file with very many problems', () => {
  const condition = '{"type":"string","subject":"a","predicate":"is one of","objects":["a"],"x":1}';
  const text = `{"content":{"rules":[${Array.from({ length: 300 }, () => `{"serve":{"select":0},"conditions":[${condition}]}`).join()}]}}`;

  it('has fixes for the first hundred of what is selected', () => {
    const document = open(text);
    const end = document.json.positionAt(text.length);
    const fixes = codeActions(document, { start: { line: 0, character: 0 }, end }, { diagnostics: [] });
    const removals = fixes.filter(({ title }) => title === 'Remove "x"');
    expect(document.problems).toHaveLength(300);
    expect(removals).toHaveLength(100);
  });

  it('names a thousand keys of an object that are repeated', () => {
    const repeated = open(`{${'"a":1,'.repeat(5_000)}"a":1}`).problems.filter(({ code }) => code === 'duplicate-key');
    expect(repeated).toHaveLength(1_000);
  });
});
