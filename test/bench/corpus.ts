/** Files that are measured. All are valid, and no targeting in them is dead. */
import { write } from './measure.js';

export const listOf = <T>(length: number, make: (index: number) => T): T[] =>
  Array.from({ length }, (_, index) => make(index));

const condition = (type: string, subject: string, predicate: string, ...objects: string[]) => ({
  ...{ type, subject, predicate, objects },
});
const rule = (name: string, serve: object, ...conditions: object[]) => ({ name, serve, conditions });

function toggleOf(rules: readonly object[]) {
  const variations = ['off', 'on'].map((name) => ({ value: String(name === 'on'), name }));
  return { disabled: false, content: { rules, disabledServe: { select: 0 }, defaultServe: { select: 0 }, variations } };
}

const citiesOf = (index: number) => [`city-${index}`, `town-${index}`];
const isInCity = (...cities: string[]) => condition('string', 'city', 'is one of', ...cities);

/** Rules on one attribute, which share no object. */
export function plainToggle(rules: number): object {
  return toggleOf(listOf(rules, (index) => rule(`rule ${index}`, { select: 1 }, isInCity(...citiesOf(index)))));
}

/** A plain toggle with that many rules serves "on" to this user if the index is even. */
export function plainUser(index: number, rules: number) {
  return { key: `user-${index}`, attributes: { city: `${index % 2 === 0 ? 'city' : 'village'}-${index % rules}` } };
}

const served = (index: number) => ['on', 'off'][index % 2];

/** A rule of one of four kinds, with objects of its own. */
function mixedRule(index: number): object {
  const older = condition('number', 'age', '>', String(18 + (index % 60)));
  const newer = condition('semver', 'app_version', '>=', `2.${index % 10}.0`);
  const abroad = condition('string', 'country', 'is not any of', `country-${index % 7}`);
  const kinds = [
    [condition('string', 'email', 'ends with', `@company-${index}.example`), newer],
    [isInCity('Paris', ...citiesOf(index)), older],
    [condition('string', 'plan', 'is one of', `plan-${index}`, 'free'), abroad],
    [condition('string', 'account', 'starts with', `account-${index}-`), older],
  ];
  const serve = index % 5 === 0 ? { split: [5_000, 5_000] } : { select: 1 };
  return rule(`rule ${index}`, serve, ...(kinds[index % 4] ?? []));
}

/** Writes toggles of one to three rules with a config, and returns their paths. */
export function writeSmall(folder: string, count: number): readonly string[] {
  writeConfig(folder);
  return listOf(count, (index) => {
    const small = toggleOf(listOf(1 + (index % 3), (each) => mixedRule(index + each)));
    write(folder, `dev/t${index}.targeting.json`, JSON.stringify(small, undefined, 1));
    return `dev/t${index}.targeting.json`;
  });
}

export function writeConfig(folder: string): void {
  const files = '{environment}/{toggle}.targeting.json';
  const environments = { dev: {}, online: {} };
  write(folder, 'targeting.config.json', { baseUrl: 'https://toggles.example', project: 'P', environments, files });
}

export const withMistake = (text: string): string => text.replace('{', '{"mistake":1,');

/** Plain toggles, each with a file of tests. */
export function writeTests(folder: string, count: number, cases: number, rules: number): void {
  const asked = (index: number) => ({ user: plainUser(index, rules), expect: { variation: served(index) } });
  for (let index = 0; index < count; index += 1) {
    write(folder, `t${index}.targeting.json`, plainToggle(rules));
    write(folder, `t${index}.targeting.test.json`, { cases: listOf(cases, asked) });
  }
}

/** Writes the featurevisor project with as many flags; without cases, each has one to three rules. */
export function writeFeaturevisor(folder: string, count: number, cases: number): void {
  write(folder, 'featurevisor.config.js', 'module.exports = { environments: ["dev"], tags: ["all"], parser: "json" };');
  const description = 'Used by all flags.';
  for (const key of ['userId', 'city']) write(folder, `attributes/${key}.json`, { description, type: 'string' });
  for (const index of [0, 1, 2]) {
    const conditions = { attribute: 'city', operator: 'in', value: citiesOf(index) };
    write(folder, `segments/s${index}.json`, { description, conditions });
  }
  const flag = (key: string, segments: string, variation: string) => ({ key, segments, percentage: 100, variation });
  const variations = ['off', 'on'].map((value) => ({ value, weight: 50 }));
  const assertions = listOf(cases, (index) => {
    const context = { userId: `user-${index}`, ...plainUser(index, 3).attributes };
    return { at: 50, environment: 'dev', context, expectedToBeEnabled: true, expectedVariation: served(index) };
  });
  for (let index = 0; index < count; index += 1) {
    const own = listOf(cases === 0 ? 1 + (index % 3) : 3, (each) => flag(`r${each}`, `s${each}`, 'on'));
    const environments = { dev: { rules: [...own, flag('default', '*', 'off')] } };
    const feature = { description, tags: ['all'], bucketBy: 'userId', variations, environments };
    write(folder, `features/t${index}.json`, feature);
    if (cases > 0) write(folder, `tests/t${index}.json`, { feature: `t${index}`, assertions });
  }
}

/** A file, and twenty places in it where a letter gives one more rule a property that does not exist. Seeds make files differ. */
export function typedFile(bytes: number, seed: number) {
  const made = (index: number) => mixedRule(10_000 * seed + index);
  const written = (count: number) => JSON.stringify(toggleOf(listOf(count, made)), undefined, 2);
  const text = written(Math.max(3, Math.floor((bytes * 9_000) / written(9_000).length)));
  const lines = text.split('\n').flatMap((content, line) => (content.includes('"name": "rule') ? [line] : []));
  const [middle, character] = [Math.floor(lines.length / 2), '        "name'.length];
  const places = lines.slice(middle, middle + 20).map((line) => ({ line, character }));
  return { text, places };
}
