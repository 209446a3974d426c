/** Tests that `check --explain CODE` adds the reasons below each problem with this code only. */
import { afterAll, expect, it } from 'vitest';
import { commandLineTrial } from '../support/commandLine.js';
import { cityIs, condition, targetingOf } from '../support/targeting.js';

const rule = (name: string, select: number, ...conditions: readonly object[]) => ({
  name,
  serve: { select },
  conditions,
});
const age = (predicate: string, object: string) => condition('number', 'age', predicate, object);
const file = (rules: readonly object[], other: object = {}) => targetingOf({ rules, ...other });

const trial = commandLineTrial({
  'ages.targeting.json': file([
    rule('adults', 1, age('>=', '18')),
    rule('minors', 0, age('<', '18')),
    rule('Paris', 1, age('<=', '65'), cityIs('Paris')),
    rule('none', 1, age('<', '3'), age('>', '7')),
  ]),
  'all/open.targeting.json': file([rule('a', 1, cityIs('Oslo')), rule('all', 0), rule('b', 1, cityIs('Rome'))]),
  'cities/many.targeting.json': file([
    ...Array.from({ length: 50 }, (_, index) => rule(`r${index}`, index % 2, cityIs(`c${index}`))),
    rule('again', 1, cityIs(...Array.from({ length: 50 }, (_, index) => `c${index}`))),
  ]),
  'required/other.targeting.json': file([rule('x', 0, cityIs('Rome'))]),
  'required/own.targeting.json': file([], { prerequisites: [{ key: 'other', type: 'boolean', value: 'true' }] }),
  'required/targeting.config.json': JSON.stringify({ baseUrl: 'https://a.b', project: 'P', environments: { dev: {} } }),
});
afterAll(() => trial.dispose());

async function whyIn(path: string, code: string): Promise<readonly (readonly string[])[]> {
  const { stdout } = await trial.run(['check', path, '--explain', code, '--format', 'json']);
  const { problems } = JSON.parse(stdout) as {
    readonly problems: readonly { readonly code: string; readonly why?: readonly string[] }[];
  };
  expect(problems.filter((each) => each.why !== undefined && each.code !== code)).toEqual([]);
  return problems.flatMap(({ why }) => (why === undefined ? [] : [why]));
}

it('check --explain prints the reasons below the problem', async () => {
  const { stdout } = await trial.run(['check', 'ages.targeting.json', '--explain', 'shadowed-rule', '--quiet']);
  expect(stdout).toContain(`= 18 <= age <= 65 and city equals "Paris": rule 1 "adults" decides
        = age < 18 and city equals "Paris": rule 2 "minors" decides

`);
  expect(stdout).not.toContain('does not hold');
});

it('check --explain lists the reasons in JSON', async () => {
  expect(await whyIn('ages.targeting.json', 'contradictory-conditions')).toEqual([
    [
      'age is absent, age is not a number, age equals NaN or age >= 3: condition 1 does not hold',
      'age < 3: condition 2 does not hold',
    ],
  ]);
  expect(await whyIn('all', 'unconditional-rule')).toEqual([['every user: rule 2 "all" or a rule above it decides']]);
  expect(await whyIn('required/own.targeting.json', 'impossible-prerequisite')).toEqual([
    ['Toggle "other" serves:', 'rule 1 serves false', 'the default serves false'],
  ]);
});

it('check --explain prints at most 40 lines and the number of omitted lines', async () => {
  const [why = []] = await whyIn('cities', 'shadowed-rule');
  expect(why).toHaveLength(41);
  expect(why.slice(-2)).toEqual(['city equals "c39": rule 40 "r39" decides', '… and 10 more']);
});

it('check --explain refuses a code without reasons, and a format that cannot show reasons', async () => {
  const refused = async (...args: readonly string[]) => {
    const { code, stderr } = await trial.run(['check', ...args]);
    return { code, stderr: stderr.split('\n')[0] };
  };
  expect(await refused('--explain', 'syntax')).toEqual({
    code: 2,
    stderr:
      '--explain must be one of contradictory-conditions, shadowed-rule, unconditional-rule, rule-without-effect, redundant-condition, redundant-object, never-served, impossible-prerequisite, not syntax.',
  });
  expect(await refused('--explain', 'shadowed-rule', '--format', 'sarif')).toEqual({
    code: 2,
    stderr: '--explain works only with --format text or json.',
  });
});
