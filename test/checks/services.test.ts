/** Tests the problems of a file whose service is known, with annotated documents as in the fixtures. */
import { describe, expect, it } from 'vitest';
import { plainRating } from '../../server/src/core/checks/rating.js';
import type { KnownService } from '../../server/src/core/checks/check.js';
import { codeActions } from '../../server/src/core/features/actions/fixes.js';
import { OpenDocument } from '../../server/src/core/features/openDocument.js';
import { annotate, open, otherToggles, withoutAnnotations } from '../support/annotated.js';
import { editsApplied, selectionIn, shownIn } from '../support/fixes.js';

function service(known: Partial<KnownService> = {}): KnownService {
  return { project: 'P', returnType: undefined, segments: undefined, hasToggle: () => undefined, ...known };
}

function check(annotated: string, ...services: readonly KnownService[]): void {
  expect(annotate(withoutAnnotations(annotated), undefined, plainRating, services)).toBe(annotated);
}

const segments = new Set(['testers', 'beta-users']);

describe('a segment', () => {
  const condition = (objects: string, rest = '') =>
    `{ "content": { "rules": [{ "serve": { "select": 0 }, "conditions": [\n` +
    `{ "type": "segment", "predicate": "is in", "objects": [${objects}] }\n${rest}] }], "variations": [{ "value": "x" }] } }`;

  it('has a problem with a similar segment as a suggestion if the project lacks the segment', () => {
    check(
      condition(
        '"testers", "tester", "nobody"',
        `                                                                  ^^^^^^^^ warning[unknown-segment]: The project P has no segment "tester". Did you mean "testers"?\n` +
          `                                                                            ^^^^^^^^ warning[unknown-segment]: The project P has no segment "nobody".\n`,
      ),
      service({ segments }),
    );
  });

  it('is reported with its correct spelling if only the case differs', () => {
    check(
      condition(
        '"Testers"',
        `                                                       ^^^^^^^^^ warning[unknown-segment]: The segment is called "testers", not "Testers".\n`,
      ),
      service({ segments }),
    );
  });

  it('has a problem if one of several projects lacks it', () => {
    check(
      condition(
        '"testers"',
        `                                                       ^^^^^^^^^ warning[unknown-segment]: The project Q has no segment "testers".\n`,
      ),
      service({ segments }),
      service({ project: 'Q', segments: new Set() }),
    );
  });

  it('has only one problem if it has no key', () => {
    check(
      condition(
        '""',
        `                                                       ^^ warning[unknown-segment]: The project P has no segment "".\n`,
      ),
      service({ segments }),
    );
    check(
      condition(
        '""',
        `                                                       ^^ information[empty-object]: The key of the segment is empty: the service would refuse it.\n`,
      ),
      service(),
    );
  });

  it('has no problem if not all segments are known, or if the condition has another type', () => {
    check(condition('"nobody"'), service());
    check(
      condition('"nobody"').replace('"segment"', '"string", "subject": "a"').replace('is in', 'is one of'),
      service({ segments }),
    );
    check(condition('"testers", 7').replace('7', '"beta-users"'), service({ segments }));
  });

  it('can be changed to a similar segment, but not by fix all', () => {
    const { text, range } = selectionIn(condition('"teste|r"'));
    const document = open(text, undefined, () => [service({ segments })]);
    const [action] = codeActions(document, range, { diagnostics: shownIn(document), only: ['quickfix'] });
    expect(action).toMatchObject({ title: 'Change to "testers"' });
    expect(action).not.toHaveProperty('isPreferred');
    const [edits = []] = Object.values(action?.edit?.changes ?? {});
    expect(editsApplied(text, edits)).toBe(condition('"testers"'));
    const all = codeActions(document, range, { diagnostics: [], only: ['source.fixAll.toggleTargeting'] });
    expect(all).toEqual([]);
  });
});

describe('a value', () => {
  const variations = (...values: readonly string[]) =>
    `{ "content": { "variations": [\n${values.map((value) => `{ "value": ${JSON.stringify(value)} }`).join(',\n')}] } }`;
  const misfits = (returnType: string, values: readonly string[]) => {
    const { problems } = open(variations(...values), undefined, () => [service({ returnType })]);
    return problems.map(({ code, message }) => `${code}: ${message}`);
  };

  it('must be a decimal number in a number toggle', () => {
    expect(misfits('number', ['1', '-5', '+5.5', '.5', '5.', '1e3', '1E+5', '1e308', '٣'])).toEqual([]);
    const wrong = ['', ' 5', '5 ', 'NaN', 'Infinity', '0x10', '5d', '1_0', '1e', '-', 'null', '1e99999999999'];
    expect(misfits('number', wrong)).toEqual(
      wrong.map(
        (value) => `value-misfit: ${JSON.stringify(value)} is not a decimal number: this toggle serves numbers.`,
      ),
    );
    const { problems } = open('{ "content": { "variations": [{}] } }', undefined, () => [
      service({ returnType: 'number' }),
    ]);
    expect(problems.map(({ code, message }) => `${code}: ${message}`)).toEqual([
      'value-misfit: "" is not a decimal number: this toggle serves numbers.',
    ]);
  });

  it('must be in the range of a double in a number toggle', () => {
    expect(misfits('number', ['1e308', '1e309', '-1e400'])).toEqual(
      ['"1e309"', '"-1e400"'].map(
        (value) =>
          `value-misfit: ${value} is outside the range of numbers that SDKs read: FeatureProbe passes on a string instead, so applications get the default of their code.`,
      ),
    );
  });

  const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
  const tooDeep = 'Objects and lists may be nested up to 123 levels.';
  const tooLong = 'A whole number cannot exceed 1.8e308.';

  it('must not prevent the server from reading the environment in a number or JSON toggle', () => {
    expect(misfits('number', ['9'.repeat(308), '9'.repeat(309), `${'9'.repeat(309)}.0`])).toEqual([
      `value-misfit: ${tooLong}`,
      expect.stringContaining('is outside the range of numbers that SDKs read'),
    ]);
    const json = [nested(123), nested(124), `{"a":${'9'.repeat(309)}}`, `{"a":${'9'.repeat(309)}.5}`];
    expect(misfits('json', json)).toEqual([`value-misfit: ${tooDeep}`, `value-misfit: ${tooLong}`]);
  });

  it('without quotes counts as the text that the service makes of it', () => {
    const text = '{ "content": { "variations": [{ "value": 5 }, { "value": 1.5 }, { "value": true }] } }';
    const { problems } = open(text, undefined, () => [service({ returnType: 'json' })]);
    expect(problems.filter(({ code }) => code === 'value-misfit')).toHaveLength(3);
  });

  it('of an unknown type is checked for mistakes that make the environment unreadable for the server', () => {
    const { problems } = open(variations(nested(123), nested(124), `{"a":${'9'.repeat(309)}}`, '9'.repeat(309)));
    const so = 'FeatureProbe cannot read the environment any more, and every toggle of it stays as it was';
    expect(problems.filter(({ code }) => code === 'value-misfit').map(({ message }) => message)).toEqual([
      `If this toggle serves JSON, ${so}: ${tooDeep}`,
      `If this toggle serves JSON, ${so}: ${tooLong}`,
      `If this toggle serves numbers, ${so}: ${tooLong}`,
    ]);
    expect(misfits('string', [nested(124)])).toEqual([]);
  });

  it('must begin with an object or null, or be blank, in a JSON toggle', () => {
    const right = ['{}', ' {"a":"}"} ', '{"a":[{}]}}', '{} x', '{"a":1}//c', 'null', ' null x', '', ' '];
    expect(misfits('json', right)).toEqual([]);
    const wrong = ['[1]', '"s"', '1', 'true', 'nul', '{"a":1', '{"a":1,}', '{a:1}', "{'a':1}", '{"a":NaN}', '\uFEFF{}'];
    expect(misfits('json', wrong)).toEqual(
      wrong.map(
        (value) => `value-misfit: ${JSON.stringify(value)} is not a JSON object: this toggle serves JSON objects.`,
      ),
    );
  });

  it('must be true or false, in upper or lower case, in a boolean toggle', () => {
    expect(misfits('boolean', ['true', 'FALSE', 'True'])).toEqual([]);
    expect(misfits('boolean', ['yes', ' true', '1', ''])).toEqual(
      ['"yes"', '" true"', '"1"', '""'].map(
        (value) => `value-misfit: ${value} is read as false: this toggle serves "true" or "false".`,
      ),
    );
  });

  it('may be any text in a string toggle', () => {
    expect(misfits('string', ['true', 'x', '1'])).toEqual([]);
  });

  it('has the problem of a guessed type only if the type is unknown', () => {
    const text = variations('true', 'fals');
    const codes = (services: readonly KnownService[]) =>
      open(text, undefined, () => services).problems.map(({ code }) => code);
    expect(codes([])).toEqual(['mixed-values']);
    expect(codes([service()])).toEqual(['mixed-values']);
    expect(codes([service({ returnType: 'boolean' })])).toEqual(['value-misfit']);
  });

  it('has its problem at the right position, and a fix if the intended value is clear', () => {
    check(
      '{ "content": { "variations": [{ "value": "fals" }] } }\n' +
        '                                         ^^^^^^ warning[value-misfit]: "fals" is read as false: this toggle serves "true" or "false".',
      service({ returnType: 'boolean' }),
    );
    const fixes = (value: string, returnType: string) =>
      open(variations(value), undefined, () => [service({ returnType })]).problems.flatMap(({ fixes = [] }) => fixes);
    expect(fixes('fals', 'boolean')).toEqual([{ kind: 'replace-value', json: '"false"', isCertain: true }]);
    expect(fixes(' 5 ', 'number')).toEqual([{ kind: 'replace-value', json: '"5"', isCertain: true }]);
    expect(fixes('yes', 'boolean')).toEqual([]);
  });
});

describe('a prerequisite', () => {
  const requires = (key: string, rest = '') =>
    `{ "content": { "prerequisites": [\n{ "key": "${key}", "value": "true", "type": "boolean" }\n${rest}] } }`;

  it('has no problem if the service has the toggle, even if there is no file', () => {
    check(requires('unheard-of'), service({ hasToggle: () => true }));
    check(
      requires(
        'unheard-of',
        '         ^^^^^^^^^^^^ hint[unknown-prerequisite]: No file of this environment describes the toggle "unheard-of".\n',
      ),
      service(),
    );
  });

  it('has a problem if the service lacks the toggle, even if there is a file', () => {
    check(
      requires(
        'other',
        '         ^^^^^^^ warning[impossible-prerequisite]: The project P has no toggle "other", or it is archived: the prerequisite is never met.\n',
      ),
      service({ hasToggle: () => false }),
    );
  });

  it('has only the problem of a cycle if it requires its own toggle, even if the service lacks it', () => {
    check(
      requires(
        'toggle',
        '         ^^^^^^^^ warning[prerequisite-cycle]: A toggle cannot be its own prerequisite: the service would refuse it.\n',
      ),
      service({ hasToggle: () => false }),
    );
  });
});

describe('new information about a service', () => {
  it('changes the problems of an unedited document', () => {
    let services: readonly KnownService[] = [];
    const text =
      '{ "content": { "rules": [{ "serve": { "select": 0 }, "conditions": [{ "type": "segment", "predicate": "is in", "objects": ["x"] }] }], "variations": [{ "value": "y" }] } }';
    const document = OpenDocument.open('file:///a.targeting.json', 'json', 1, text, {
      otherToggles: () => otherToggles,
      services: () => services,
    });
    const codes = () => document.problems.map(({ code }) => code);
    expect(codes()).toEqual([]);
    services = [service({ segments, returnType: 'boolean' })];
    expect(codes()).toEqual(['unknown-segment', 'value-misfit']);
    expect(document.problems).toBe(document.problems);
    services = [];
    expect(codes()).toEqual([]);
  });

  it('changes the problems in one segment of the text while the other segments have none', () => {
    let services: readonly KnownService[] = [];
    const rule = (object: string) => ({
      serve: { select: 0 },
      conditions: [{ type: 'segment', predicate: 'is in', objects: [object] }],
    });
    // The rules fill several segments of the text, which are alike except for one.
    const rules = Array.from({ length: 300 }, (_, index) => rule(index === 150 ? 'unknown' : 'testers'));
    const content = { rules, variations: [{ value: 'x' }] };
    const document = OpenDocument.open('file:///a.targeting.json', 'json', 1, JSON.stringify({ content }), {
      otherToggles: () => undefined,
      services: () => services,
    });
    expect(document.problems).toEqual([]);
    services = [service({ segments })];
    expect(document.problems.map(({ code }) => code)).toEqual(['unknown-segment']);
    services = [service({ segments: new Set([...segments, 'unknown']) })];
    expect(document.problems).toEqual([]);
  });

  it('does not treat select in a condition as a serve', () => {
    const content = {
      rules: [{ serve: { select: 0 }, conditions: [{ type: 'segment', objects: ['testers'], select: 1 }] }],
      ...{ disabledServe: { select: 0 }, defaultServe: { select: 0 } },
      variations: [{ value: 'x' }, { value: 'y' }],
    };
    const { problems } = open(JSON.stringify({ content }));
    expect(problems.map(({ code }) => code)).toContain('unused-variation');
  });

  it('changes the problems of a condition that is longer than a segment of the text', () => {
    const objects = Array.from({ length: 3_000 }, (_, index) => (index === 2_999 ? 'nobody' : 'testers'));
    const text = JSON.stringify({
      content: {
        rules: [{ serve: { select: 0 }, conditions: [{ type: 'segment', predicate: 'is in', objects }] }],
        variations: [{ value: 'x' }],
      },
    });
    const document = open(text, undefined, () => [service({ segments })]);
    expect(document.problems.map(({ code }) => code)).toEqual(['unknown-segment']);
    const at = document.json.positionAt(text.indexOf('nobody'));
    const edited = document.changed(
      [{ range: { start: at, end: { ...at, character: at.character + 6 } }, text: 'testers' }],
      2,
    );
    expect(edited.problems).toEqual([]);
  });
});
