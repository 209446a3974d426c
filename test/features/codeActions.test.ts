import { describe, expect, it } from 'vitest';
import { codeActions } from '../../server/src/features/codeActions.js';
import { open, withoutAnnotations } from '../support/annotated.js';
import { codesIn, configUri, editsApplied, fixAll, fixesAt, selectionIn, shownIn } from '../support/fixes.js';
import type { ProblemCode } from '../../server/src/checks/codes.js';
import { defaultSeverities } from '../../server/src/checks/codes.js';
import { fixtures } from '../support/fixtures.js';
import { fixtureUri } from '../support/fixtureUri.js';

/** The fix with that title makes the second text of the first, and nothing is wrong with it any more. */
function mends(before: string, title: string, after: string, uri?: string): void {
  expect(fixesAt(before, uri).apply(title)).toBe(after);
  expect(codesIn(after, uri)).toEqual([]);
}

describe('a value that another toggle does not have', () => {
  const text = '{ "content": { "prerequisites": [{ "key": "loop-back", "value": "tru|", "type": "boolean" }] } }';

  it('is changed to the only one that it has when a person asks for it, and not otherwise', () => {
    const [action] = fixesAt(text).actions;
    expect(action).toMatchObject({ title: 'Change to "true"' });
    expect(action).not.toHaveProperty('isPreferred');
    expect(fixAll(text.replace('|', ''))).toBeUndefined();
  });
});

describe('a value that must be a string', () => {
  it('is put in quotes as it is written', () => {
    mends(
      '{ "content": { "variations": [{ "value": 1e|3 }] } }',
      'Quote the value: "1e3"',
      '{ "content": { "variations": [{ "value": "1e3" }] } }',
    );
  });

  for (const written of ['true', '-0.50', '12345678901234567890123']) {
    it(`${written} keeps its spelling`, () => {
      mends(`{ "comment": |${written} }`, `Quote the value: "${written}"`, `{ "comment": "${written}" }`);
    });
  }

  it('is mended inside a list, and the others stay', () => {
    const condition = '{ "type": "string", "predicate": "is one of",';
    const before = `{ "content": { "rules": [{ "serve": { "select": 0 }, "conditions": [${condition} "objects": [1, 2|, "3"] }] }] } }`;
    const after = `{ "content": { "rules": [{ "serve": { "select": 0 }, "conditions": [${condition} "objects": [1, "2", "3"] }] }] } }`;
    expect(fixesAt(before).apply('Quote the value: "2"')).toBe(after);
    expect(codesIn(after)).toEqual(['non-string-value']);
  });

  it('is the preferred fix, since there is no other', () => {
    expect(fixesAt('{ "comment": 1| }').actions.map(({ isPreferred }) => isPreferred)).toEqual([true]);
  });

  it('a null or a list has no one answer, so none is offered', () => {
    expect(fixesAt('{ "comment": nu|ll }').titles).toEqual([]);
    expect(fixesAt('{ "comment": [|] }').titles).toEqual([]);
  });
});

describe('a variation that does not exist', () => {
  const text = (select: string) =>
    `{ "content": { "defaultServe": { "select": ${select} }, "variations": [{ "value": "false", "name": "off" }, { "value": "true" }, {}] } }`;

  it('can be any of those that do, called by their names', () => {
    expect(fixesAt(text('7|')).titles).toEqual(['Select 0 · off = "false"', 'Select 1 · "true"', 'Select 2']);
  });

  it('becomes the one that was chosen', () => {
    mends(text('|7'), 'Select 0 · off = "false"', text('0'));
    mends(text('-1|'), 'Select 1 · "true"', text('1'));
    mends(text('|3|'), 'Select 2', text('2'));
  });

  it('has no preferred fix, since only the person knows which one is meant', () => {
    expect(fixesAt(text('7|')).actions.filter(({ isPreferred }) => isPreferred)).toEqual([]);
  });

  it('has no fix when there is none', () => {
    expect(fixesAt('{ "content": { "defaultServe": { "select": 0| }, "variations": [] } }').titles).toEqual([]);
  });

  it('is mended in a rule, and only there', () => {
    const before =
      '{ "content": { "rules": [{ "serve": { "select": 5 } }, { "serve": { "select": 6| } }], "variations": [{}] } }';
    const after =
      '{ "content": { "rules": [{ "serve": { "select": 5 } }, { "serve": { "select": 0 } }], "variations": [{}] } }';
    expect(fixesAt(before).apply('Select 0')).toBe(after);
  });
});

describe('an unknown property', () => {
  it('is renamed to the one that was probably meant', () => {
    mends('{ "comm|ant": "a" }', 'Rename to "comment"', '{ "comment": "a" }');
    mends('{ "DISABLED|": true }', 'Rename to "disabled"', '{ "disabled": true }');
    mends('{ "content": { "varations|": [] } }', 'Rename to "variations"', '{ "content": { "variations": [] } }');
  });

  it('can always be removed, but that is never what is preferred', () => {
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
    mends('{ "q|": 1, "comment": "a", "disabled": true }', 'Remove "q"', '{ "comment": "a", "disabled": true }');
    mends('{ "comment": "a", "q|": 1, "disabled": true }', 'Remove "q"', '{ "comment": "a", "disabled": true }');
    mends('{ "comment": "a", "disabled": true, "q|": 1 }', 'Remove "q"', '{ "comment": "a", "disabled": true }');
    mends('{ "q|": 1 }', 'Remove "q"', '{}');
  });

  it('is removed with its lines, and the indentation of the others stays', () => {
    const first = '{\n  "q|": {\n    "a": [1, 2]\n  },\n  "comment": "a",\n  "disabled": true\n}\n';
    const middle = '{\n  "comment": "a",\n  "q|": {\n    "a": [1, 2]\n  },\n  "disabled": true\n}\n';
    const last = '{\n  "comment": "a",\n  "disabled": true,\n  "q|": {\n    "a": [1, 2]\n  }\n}\n';
    const after = '{\n  "comment": "a",\n  "disabled": true\n}\n';
    for (const before of [first, middle, last]) mends(before, 'Remove "q"', after);
    mends('{\n  "content": {\n    "q|": 1\n  }\n}', 'Remove "q"', '{\n  "content": {}\n}');
  });

  it('is removed in a document with CRLF', () => {
    mends(
      '{\r\n  "comment": "a",\r\n  "q|": 1,\r\n  "disabled": true\r\n}',
      'Remove "q"',
      '{\r\n  "comment": "a",\r\n  "disabled": true\r\n}',
    );
  });

  it('is removed from a config, too', () => {
    mends(
      '{ "environments": { "dev": { "protcted|": true } } }',
      'Rename to "protected"',
      '{ "environments": { "dev": { "protected": true } } }',
      configUri,
    );
    mends('{ "q|": 1, "environments": { "dev": {} } }', 'Remove "q"', '{ "environments": { "dev": {} } }', configUri);
  });

  it('called as something that JavaScript gives a meaning is removed like any other', () => {
    mends('{ "__proto__|": {}, "comment": "a" }', 'Remove "__proto__"', '{ "comment": "a" }');
    mends('{ "comment": "a", "constructor|": 1 }', 'Remove "constructor"', '{ "comment": "a" }');
  });

  it('is removed from half-typed text without a bracket too many', () => {
    expect(fixesAt('{ "comment": "a", "q|": 1').apply('Remove "q"')).toBe('{ "comment": "a"');
    expect(fixesAt('{ "q|": 1').apply('Remove "q"')).toBe('{');
  });
});

describe('a rule without a serve', () => {
  const variations = '"variations": [{ "name": "off", "value": "false" }, { "name": "on", "value": "true" }]';

  it('gets one behind its first property, laid out as that is', () => {
    mends(
      `{ "content": { ${variations}, "rules": [\n  {\n    "na|me": "a",\n    "conditions": []\n  }\n] } }`,
      'Serve 1 · on = "true"',
      `{ "content": { ${variations}, "rules": [\n  {\n    "name": "a",\n    "serve": { "select": 1 },\n    "conditions": []\n  }\n] } }`,
    );
    mends(
      `{ "content": { "rules": [{|"conditions": []}], ${variations} } }`,
      'Serve 0 · off = "false"',
      `{ "content": { "rules": [{"conditions": [],"serve": { "select": 0 }}], ${variations} } }`,
    );
  });

  it('has no fix without variations, and none that is the only answer', () => {
    expect(fixesAt('{ "content": { "rules": [{ "name|": "a", "conditions": [] }] } }').titles).toEqual([]);
    expect(
      fixAll('{ "content": { "rules": [{ "name": "a", "conditions": [] }], "variations": [{}] } }'),
    ).toBeUndefined();
  });
});

describe('what is no JSON', () => {
  it('a comment is removed', () => {
    mends('{ /* wh|y */"comment": "a" }', 'Remove the comment', '{ "comment": "a" }');
    mends('{ "comment": "a" } // wh|y', 'Remove the comment', '{ "comment": "a" } ');
    mends('// wh|y\n{ "comment": "a" }', 'Remove the comment', '\n{ "comment": "a" }');
  });

  it('a comma that nothing follows is removed', () => {
    mends('{ "comment": "a",| }', 'Remove the comma', '{ "comment": "a" }');
    mends('{ "content": { "variations": [{},|] } }', 'Remove the comma', '{ "content": { "variations": [{}] } }');
  });

  it('a comment that stands between comma and bracket hides neither', () => {
    expect(fixAll('{ "comment": "a", /* b */ }')).toBe('{ "comment": "a"  }');
  });

  it('what has more than one answer has no fix', () => {
    for (const before of ['{ "comment": "a" "disabled"|: true }', "{ 'comment'|: 1 }", '{ "comment": tru| }', '|']) {
      expect(fixesAt(before).titles).toEqual([]);
    }
  });
});

describe('a value in quotes that stands bare', () => {
  it('loses them', () => {
    const variations = '"variations": [{}, {}]';
    mends(
      `{ "content": { "defaultServe": { "select": "1|" }, ${variations} } }`,
      'Change to 1',
      `{ "content": { "defaultServe": { "select": 1 }, ${variations} } }`,
    );
    mends('{ "disabled": "|true" }', 'Change to true', '{ "disabled": true }');
    mends('{ "disabled": " false |" }', 'Change to false', '{ "disabled": false }');
    mends('{ "baseVersion": "-12|" }', 'Change to -12', '{ "baseVersion": -12 }');
  });

  for (const value of ['"yes|"', '"1|"', '"|"', '"TRUE|"', 'null|', '1|']) {
    it(`has no one answer when it is ${value.replace('|', '')} and not true or false`, () => {
      expect(fixesAt(`{ "disabled": ${value} }`).titles).toEqual([]);
    });
  }

  for (const value of ['"01|"', '"1.5|"', '"1e3|"', '"one|"']) {
    it(`has no one answer when it is ${value.replace('|', '')} and no integer`, () => {
      expect(fixesAt(`{ "baseVersion": ${value} }`).titles).toEqual([]);
    });
  }
});

describe('where fixes are offered', () => {
  it('at either end of the problem and inside, but not beside it', () => {
    for (const before of ['{ "comment": |1000 }', '{ "comment": 10|00 }', '{ "comment": 1000| }']) {
      expect(fixesAt(before).titles).toEqual(['Quote the value: "1000"']);
    }
    for (const before of ['{ "comment":| 1000 }', '{ "comment": 1000 |}', '|{ "comment": 1000 }']) {
      expect(fixesAt(before).titles).toEqual([]);
    }
  });

  it('for everything that a selection touches', () => {
    const text = '{ |"comment": 1, "content": { "variations": [{ "value": true| }, { "value": 3 }] } }';
    expect(fixesAt(text).titles).toEqual(['Quote the value: "1"', 'Quote the value: "true"']);
  });

  it('each with the diagnostic that it mends, known by code and place', () => {
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

  it('anything gets the fixes at the cursor', () => expect(kinds()).toEqual(['quickfix']));
  it('quick fixes gets them', () => expect(kinds(['quickfix'])).toEqual(['quickfix']));
  it('ours gets the one that fixes all', () =>
    expect(kinds(['source.fixAll.toggleTargeting'])).toEqual(['source.fixAll.toggleTargeting']));
  it('every tool to fix all gets ours', () =>
    expect(kinds(['source.fixAll'])).toEqual(['source.fixAll.toggleTargeting']));
  it('source actions gets it', () => expect(kinds(['source'])).toEqual(['source.fixAll.toggleTargeting']));
  it('both gets both', () =>
    expect(kinds(['quickfix', 'source'])).toEqual(['quickfix', 'source.fixAll.toggleTargeting']));
  it('refactorings, another tool or a kind that only begins alike gets nothing', () => {
    expect(kinds(['refactor'])).toEqual([]);
    expect(kinds(['source.fixAll.eslint'])).toEqual([]);
    expect(kinds(['source.fix'])).toEqual([]);
    expect(kinds(['source.fixAll.toggle'])).toEqual([]);
    expect(kinds([])).toEqual([]);
  });
});

describe('fixing all at once', () => {
  it('mends everything with one answer, and leaves what a person must decide', () => {
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

describe('every fix of every fixture', () => {
  for (const { name, annotated } of fixtures) {
    const text = withoutAnnotations(annotated);
    const uri = fixtureUri(name);

    it(`${name}: mends at least one problem and makes no other`, () => {
      const before = codesIn(text, uri);
      // A fix may bring to light what is less than a warning: a value that stands twice.
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
    });

    it(`${name}: fixing all at once leaves nothing that has one answer`, () => {
      const once = fixAll(text, uri);
      if (once !== undefined) expect(fixAll(once, uri)).toBeUndefined();
    });
  }
});

describe('a split that does not add up', () => {
  it('is scaled, with what stands between its shares kept', () => {
    mends(
      '{ "content": { "defaultServe": { "sp|lit": [1,\n  1,  2] } } }',
      'Scale the split to 100%',
      '{ "content": { "defaultServe": { "split": [2500,\n  2500,  5000] } } }',
    );
  });

  it('is scaled so that what is left over goes to the largest remainder', () => {
    mends(
      '{ "content": { "defaultServe": { "sp|lit": [1, 2, 4] } } }',
      'Scale the split to 100%',
      '{ "content": { "defaultServe": { "split": [1429, 2857, 5714] } } }',
    );
  });

  it('is made even, also where it does not come out even', () => {
    mends(
      '{ "content": { "defaultServe": { "sp|lit": [0, 0, 0] } } }',
      'Split evenly',
      '{ "content": { "defaultServe": { "split": [3334, 3333, 3333] } } }',
    );
  });

  it('gets a share for each variation', () => {
    mends(
      '{ "content": { "defaultServe": { "sp|lit": [ 10000 ] }, "variations": [{ "value": "a" }, { "value": "b" }] } }',
      'Scale the split to 100%',
      '{ "content": { "defaultServe": { "split": [ 10000, 0 ] }, "variations": [{ "value": "a" }, { "value": "b" }] } }',
    );
  });
});

describe('a serve', () => {
  it('that serves nothing gets a variation', () => {
    mends(
      '{ "content": { "disabledServe": {|}, "variations": [{ "value": "a", "name": "off" }] } }',
      'Serve 0 · off = "a"',
      '{ "content": { "disabledServe": { "select": 0 }, "variations": [{ "value": "a", "name": "off" }] } }',
    );
  });

  it('that serves both ways keeps either', () => {
    const before = '{ "content": { "defaultServe": { "sel|ect": 0, "split": [10000] } } }';
    mends(before, 'Remove "split"', '{ "content": { "defaultServe": { "select": 0 } } }');
    mends(before, 'Remove "select"', '{ "content": { "defaultServe": { "split": [10000] } } }');
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
    it(`${wrong} is spelt as the service reads it`, () => {
      const [before, after] = [condition(type, wrong), condition(type, right)];
      mends(before.replace(wrong, `|${wrong}`), `Change to "${right}"`, after);
    });
  }
});
