/** Tests that two files that grow together do not multiply the work: counts reads, compilations, comparisons and messages. */
import { distance } from 'fastest-levenshtein';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { schemaProblems, searchTargeting, targetingProblems } from '../../server/src/core/check-engine/problems.js';
import { Code } from '../../server/src/core/code/code.js';
import { parseWrapper } from '../../server/src/core/code/calls.js';
import type { LanguageId } from '../../server/src/core/code/lexer/languages.js';
import { resolveConstants } from '../../server/src/core/code/constantsOfAll.js';
import { placesIn } from '../../server/src/core/code/places.js';
import { readCode } from '../../server/src/core/code/readCode.js';
import { attributeAxis } from '../../server/src/core/analysis/space/attributeAxis.js';
import { Axis } from '../../server/src/core/analysis/space/axis.js';
import { noRelatedFiles } from '../../server/src/core/checks/beside/filesBeside.js';
import { nameProblems } from '../../server/src/core/checks/propertyNames.js';
import { receivedToggle } from '../../server/src/core/evaluation/environment.js';
import { joined } from '../../server/src/core/evaluation/texts/regexCharacters.js';
import { searchFor } from '../../server/src/core/evaluation/texts/regexes.js';
import { parseRegex } from '../../server/src/core/evaluation/texts/regexParser.js';
import { textCondition } from '../../server/src/core/evaluation/texts/texts.js';
import { JsonDocument, parse } from '../../server/src/core/json/document.js';
import { nodeAt } from '../../server/src/core/json/queries.js';
import { summaryOf } from '../../server/src/core/targeting/toggles.js';
import { searchDeadTargeting } from '../../server/src/core/results/deadTargetingOf.js';
import { instantOf } from '../../server/src/core/targeting/values/instant.js';
import { CodeOwners } from '../../server/src/core/targeting/rules/codeowners.js';
import { parseConfig } from '../../server/src/workspace/config/config.js';
import { identityOf } from '../../server/src/workspace/config/identity.js';
import type { ConfigFile } from '../../server/src/workspace/config/configFiles.js';
import { NearestFiles } from '../../server/src/workspace/nearestFiles.js';
import { FilePolicies } from '../../server/src/workspace/config/policies.js';

vi.mock('fastest-levenshtein', { spy: true });
vi.mock('../../server/src/core/analysis/space/attributeAxis.js', { spy: true });
vi.mock('../../server/src/core/checks/propertyNames.js', { spy: true });
vi.mock('../../server/src/core/evaluation/texts/regexes.js', { spy: true });
vi.mock('../../server/src/core/evaluation/texts/regexParser.js', { spy: true });
vi.mock('../../server/src/core/targeting/values/instant.js', { spy: true });

afterEach(() => {
  vi.clearAllMocks();
  vi.restoreAllMocks();
});

const MANY = 2_000;

describe('a file or config with thousands of entries', () => {
  it('is parsed a bounded number of times, however many of its fields are unknown', () => {
    const fields = JSON.stringify(Object.fromEntries(numbers(MANY).map((index) => [`p${index}`, 1])));
    const read = vi.spyOn(JSON, 'parse');
    const found = (['config', 'users', 'tests'] as const).map((kind) => {
      read.mockClear();
      const problems = schemaProblems(kind, parse(fields)).length;
      return {
        problems,
        timesRead: Math.ceil(read.mock.calls.reduce((sum, [text]) => sum + text.length, 0) / fields.length),
      };
    });
    for (const { problems, timesRead } of found) {
      expect(problems).toBeGreaterThan(900);
      expect(timesRead).toBeLessThan(10);
    }
  });

  it('lets the search pause after each rule', () => {
    const rules = numbers(MANY).map((index) => ({ name: `r${index}`, servr: 1 }));
    const document = parse(JSON.stringify({ content: { rules } }));
    expect([...searchTargeting(document, {}, [])].length).toBe(MANY);
  });

  it('needs only one node for a long list item', () => {
    const user = Object.fromEntries(numbers(MANY).map((index) => [`p${index}`, 1]));
    const document = parse(JSON.stringify({ users: [{ name: 'a' }, user, { name: 'b', more: [user] }] }));
    expect(nodeAt(document, ['users', 1])).toBe(nodeAt(document, ['users', 1]));
  });

  it('has at most as many environments as the schema allows', () => {
    const { policies } = parseConfig(configWith(40_000, () => undefined));
    expect(policies.of.size).toBe(200);
  });

  it('has one problem and one name search per subject, however many environments refuse it', () => {
    const policies = policiesOf(
      configWith(200, (index) => ({ attributes: { [`a${index}`]: 'string', plan: 'string' } })),
      ['a'],
    )[0];
    const conditions = numbers(50).map(() => ({
      type: 'string',
      subject: 'plam',
      predicate: 'is one of',
      objects: ['a'],
    }));
    const rules = conditions.map((condition) => ({ conditions: [condition], serve: { select: 0 } }));
    const found = targetingProblems(parse(JSON.stringify({ content: { rules } })), { policies }).filter(
      ({ code }) => code === 'unlisted-attribute',
    );
    expect(found).toHaveLength(50);
    expect(found[0]?.breaks?.environments).toHaveLength(200);
    expect(found[0]?.message).toBe(
      'In e0, e1, e2, e3, e4, e5, e6, e7, e8, e9 and 190 more: The attribute "plam" is not listed ("attributes"). Did you mean "plan"?',
    );
    expect(vi.mocked(distance).mock.calls.length).toBeLessThan(50 * 10);
  });

  it('has one problem each for a forbidden predicate, a missing name and a missing description', () => {
    const policies = policiesOf(
      configWith(200, (index) => ({
        'max-rules': index + 10,
        forbid: ['contains'],
        require: ['rule-name', 'variation-description'],
      })),
      ['a'],
    )[0];
    const condition = { type: 'string', subject: 's', predicate: 'contains', objects: ['a'] };
    const content = { variations: [{ value: 'a' }], rules: [{ conditions: [condition], serve: { select: 0 } }] };
    const codes = targetingProblems(parse(JSON.stringify({ content })), { policies }).flatMap(({ code, breaks }) =>
      breaks ? [code] : [],
    );
    expect(codes.toSorted()).toEqual(['forbidden-predicate', 'missing-description', 'missing-rule-name']);
  });

  it('needs at most about a hundred name comparisons per attribute', () => {
    const attributes = Object.fromEntries(numbers(MANY).map((index) => [`attribute-${index}`, 'string']));
    const policies = policiesOf(
      configWith(1, () => ({ attributes })),
      ['a'],
    )[0];
    const condition = { type: 'string', subject: 'atribute-0', predicate: 'is one of', objects: ['a'] };
    const rules = numbers(10).map(() => ({ conditions: [condition], serve: { select: 0 } }));
    targetingProblems(parse(JSON.stringify({ content: { rules } })), { policies });
    expect(vi.mocked(distance).mock.calls.length).toBeLessThan(1_010);
  });

  it('has each expression compiled once for all files, unless the schema refuses the expression', () => {
    const text = configWith(3, (index) => ({
      'toggle-name': index === 2 ? `${'a?'.repeat(600)}$` : `^[a-z]+${index}$`,
    }));
    const config = { uri: 'file:///p/targeting.config.json', parsed: parseConfig(text) };
    vi.mocked(searchFor).mockClear();
    const files = filePoliciesWith(config, undefined);
    for (const index of numbers(300)) files.of(`file:///p/t${index}.targeting.json`);
    expect(vi.mocked(searchFor).mock.calls.map(([form]) => form)).toEqual(['^[a-z]+0$', '^[a-z]+1$']);
  });
});

describe('a file with too many problems', () => {
  const wrong = (count: number) =>
    JSON.stringify({ content: { rules: [], variations: Array(count).fill({ value: 1 }) } });

  it('has only that problem, even after an edit, and needs no other positions', () => {
    expect(targetingProblems(parse(wrong(5_000)))).toHaveLength(5_000);
    const placed = vi.spyOn(JsonDocument.prototype, 'positionAt');
    const document = parse(wrong(5_001));
    const found = targetingProblems(document);
    expect(found).toMatchObject([
      { code: 'unreadable-file', message: 'The file cannot be read (more than 5000 problems).' },
    ]);
    const start = { line: 0, character: 40 };
    expect(targetingProblems(document.edited([{ range: { start, end: start }, text: ' ' }]))).toEqual(found);
    expect(placed).not.toHaveBeenCalled();
  });
});

describe('a targeting file with one huge part', () => {
  it.each([
    ['nested', '{"a":1,"a":'.repeat(20_000) + '1' + '}'.repeat(20_000)],
    ['beside each other', `{${'"b":{"a":1,"a":1},'.repeat(20_000)}"c":1}`],
  ])('is no longer checked for duplicate names after too many duplicates: %s', (_, text) => {
    expect(targetingProblems(parse(`{"x":${text}}`))).toMatchObject([{ code: 'unreadable-file' }]);
    expect(vi.mocked(nameProblems).mock.calls.length).toBeLessThan(6_000);
  });

  it('needs one parse per condition for a long expression, and one sort of repeated ranges', () => {
    textCondition('matches regex', [`[${'ab'.repeat(MANY)}]`]);
    expect(parseRegex).toHaveBeenCalledTimes(1);
    let reads = 0;
    const counted = (code: number): readonly [number, number] =>
      new Proxy([code, code], {
        get: (range, key) => ((reads += key === '0' ? 1 : 0), Reflect.get(range, key)) as unknown,
      });
    joined(numbers(MANY).map((at) => counted(97 + ((at * 7) % 5))));
    expect(reads).toBeLessThan(2 * MANY);
  });

  it('limits each step of the search to one attribute or about 10,000 cells', () => {
    const objects = numbers(15_000).map(String);
    const conditions = numbers(5).map((at) => ({
      type: 'string',
      subject: `s${at}`,
      predicate: 'is not any of',
      objects,
    }));
    const content = {
      variations: [{ value: 'a' }, { value: 'b' }],
      rules: [{ conditions, serve: { select: 0 } }],
      defaultServe: { select: 1 },
      disabledServe: { select: 1 },
    };
    const sources = { toggles: new Map(), otherToggles: 'unknown', segments: undefined } as const;
    const targeting = { disabled: false, content };
    const arrival = receivedToggle({ key: 't', returnType: undefined, targeting }, sources);
    const sets = vi.spyOn(Axis.prototype, 'setsInSteps');
    const done = () => {
      const axes = [...new Set(sets.mock.contexts)].filter((axis) => axis instanceof Axis);
      const cells = axes.reduce((sum, { asked }) => sum + asked, 0);
      return { cells, parts: vi.mocked(attributeAxis).mock.calls.length + sets.mock.calls.length };
    };
    const most = { cells: 0, parts: 0 };
    for (const search = searchDeadTargeting({ arrival, now: 0 }); sets.mock.calls.length < 5;) {
      const before = done();
      search.next();
      most.cells = Math.max(most.cells, done().cells - before.cells);
      most.parts = Math.max(most.parts, done().parts - before.parts);
    }
    expect(most).toEqual({ cells: 10_000, parts: 1 });
  });

  it('counts as incomplete beyond 10,000 variations', () => {
    const summary = summaryOf(parse(JSON.stringify({ content: { variations: Array(10_001).fill({ value: '' }) } })));
    expect(summary.variations).toHaveLength(10_000);
    expect(summary).toMatchObject({ values: undefined, isComplete: false });
  });

  it('needs no positions of rules if only its attributes are needed', () => {
    const placed = vi.spyOn(JsonDocument.prototype, 'positionAt');
    const rules = [
      { name: 'a', conditions: [{ type: 'string', subject: 's', predicate: 'is one of', objects: ['a'] }] },
    ];
    const { asks } = summaryOf(parse(JSON.stringify({ content: { rules } })));
    expect(asks).toEqual({ subjects: [{ type: 'string', subject: 's', objects: ['a'] }], more: false });
    expect(summaryOf(parse('{"content":{}}')).asks.more).toBe(true);
    expect(placed).not.toHaveBeenCalled();
  });
});

describe('a file with many tests', () => {
  const problemsOf = (expect: object) => {
    const tested = {
      ...{ uri: '', toggle: 't', environment: undefined, required: [] },
      targeting: summaryOf(parse(rulesAndVariations)),
    };
    const cases = numbers(MANY).map(() => ({ user: { key: 'a' }, expect }));
    const document = parse(JSON.stringify({ cases }));
    const placed = vi.spyOn(JsonDocument.prototype, 'positionAt');
    const problems = schemaProblems('tests', document, { ...noRelatedFiles, tested });
    return { problems, placed: placed.mock.calls.length, looked: vi.mocked(instantOf).mock.calls.length };
  };
  const rulesAndVariations = '{"content":{"variations":[{"name":"a","value":"a"}],"rules":[{"name":"a"}]}}';

  it('needs positions only if it has a problem', () => {
    const { problems, placed } = problemsOf({ variation: 'a', rule: 'a' });
    expect(problems).toEqual([]);
    expect(placed).toBeLessThan(20);
  });

  it('is checked until a thousand problems are found', () => {
    const { problems, looked } = problemsOf({ variation: 'b', rule: 'c' });
    expect(problems).toHaveLength(1_000);
    expect(looked).toBeLessThan(510);
  });
});

describe('a config that is read again', () => {
  it('is parsed only if its text has changed', () => {
    let text = '1';
    const parsed: unknown[] = [];
    const files = new NearestFiles({
      name: 'a.json',
      read: () => text,
      parse: (each) => parsed.push(each),
      bounds: { topOf: (uri) => uri, outside: () => undefined },
    });
    for (const next of ['1', '1', '2', '2']) {
      text = next;
      files.forget();
      files.above('file:///p/x.json');
    }
    expect(parsed).toEqual(['1', '2']);
  });
});

describe('code that is read with a config', () => {
  it('is compared with no more wrappers of a name once one matches', () => {
    const asked = vi.spyOn(Code.prototype, 'namesBefore').mockClear();
    const wrappers = numbers(50).map((index) => ({ ...wrapper('isOn(key)'), name: index }));
    const { findings } = readCode("isOn('a');".repeat(100), 'typescript', () => false, wrappers);
    expect(findings).toHaveLength(100);
    expect(asked).toHaveBeenCalledTimes(100);
  });

  it('needs steps in proportion to its messages, constants, lists or names', () => {
    const [looked, lowered] = [vi.spyOn(Code.prototype, 'textOf'), vi.spyOn(String.prototype, 'toLowerCase')];
    const stepsIn = (language: LanguageId, text: string) => {
      for (const spy of [looked, lowered]) spy.mockClear();
      resolveConstants([{ uri: 'file:///p/a', ...placesIn(`FPUser; A = "a"; ${text}`, language, () => false) }]);
      return looked.mock.calls.length + lowered.mock.calls.length;
    };
    const call = (at: number) => `const K${at}='k'; f.booleanValue(K${at}, u, false);`;
    const texts: readonly (readonly [LanguageId, (many: number) => string])[] = [
      ['objective-c', (many) => `[c ${'stringValueWithKey:@"a" '.repeat(many)}]`],
      ['objective-c', (many) => `[c ${'stringValueWithKey:@"a" '.repeat(many)}defaultValue:@"b"]`],
      ['javascript', (many) => numbers(many).map(call).join('')],
      ['javascript', (many) => `[ ${'A, [ '.repeat(many)}${']'.repeat(many + 1)}`],
      ['javascript', (many) => `${'a.'.repeat(many)}b(${'A,'.repeat(many)})`],
    ];
    const ratios = texts.map(([language, textOf]) => stepsIn(language, textOf(1_000)) / stepsIn(language, textOf(250)));
    expect(ratios.filter((ratio) => ratio > 6)).toEqual([]);
  });
});

describe('CODEOWNERS for many files', () => {
  it.each([
    ['stars', '/dev/*a*a*a*a*a*a*a*a*zz @a\n'.repeat(5_000), `dev/${'a'.repeat(200)}`],
    ['owners', `* ${'@a '.repeat(20_000)}`, 'dev/a'],
  ])('has no known owners if a search takes too many steps: %s', (_, text, path) => {
    expect(new CodeOwners(text, 'github').of(path)).toBeUndefined();
  });
});

function numbers(count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => index);
}

function configWith(count: number, rulesOf: (index: number) => unknown): string {
  const environments = Object.fromEntries(numbers(count).map((index) => [`e${index}`, { rules: rulesOf(index) }]));
  return JSON.stringify({ rules: { 'max-rules': 0 }, files: '{toggle}.targeting.json', environments });
}

function wrapper(call: string) {
  const parsed = parseWrapper(call);
  if (parsed === undefined) throw new Error(call);
  return parsed;
}

function policiesOf(text: string, toggles: readonly string[]) {
  const config = { uri: 'file:///p/targeting.config.json', parsed: parseConfig(text) };
  const files = filePoliciesWith(config, []);
  return toggles.map((toggle) => files.of(`file:///p/${toggle}.targeting.json`));
}

function filePoliciesWith(config: ConfigFile, owners: readonly string[] | undefined): FilePolicies {
  const identity = (uri: string) => identityOf(uri, config);
  return new FilePolicies({ config: () => config, identity, tests: () => undefined, owners: () => owners });
}
