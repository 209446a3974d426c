/**
 * # unknown-name (warning)
 * A test names something that does not exist: a user, an environment of the config, or a variation or rule of the
 * targeting file beside it; or that file is missing. The case cannot be run.
 *
 * Fix: change to the name that was meant.
 *
 * # impossible-test (warning)
 * A case that cannot be run as it stands: its date does not exist, its matrix has more than 1,000 combinations, or it
 * expects two things that are never true at once.
 *
 * Fix: yours to decide.
 */
import { t } from '@vscode/l10n';
import type { TestCase } from '../evaluation/cases.js';
import { casesIn, countOfRuns, mostRuns } from '../evaluation/cases.js';
import type { JsonDocument } from '../json/document.js';
import type { Path } from '../json/nodes.js';
import { nodeAt, textNamed } from '../json/queries.js';
import { instantOf } from '../targeting/instant.js';
import type { ObjectFinding } from './check.js';
import { closestOf, replacement } from './closest.js';
import type { FilesBeside } from './filesBeside.js';
import { noSuchVariation } from './selectOutOfRange.js';
import { quoted } from './words.js';

/** Their paths begin at the body. */
export function testFindings(document: JsonDocument, beside: FilesBeside): readonly ObjectFinding[] {
  const cases = casesIn(document);
  const missing = beside.tested === null && cases.length > 0;
  const noFile = t('There is no targeting file beside these tests that they could be of.');
  return [
    ...(missing ? [{ code: 'unknown-name', path: ['cases'], atKey: true, message: noFile } as const] : []),
    ...cases.flatMap((each) => [...unknownIn(each, beside), ...impossibleIn(document, each)]),
  ].slice(0, most);
}

/** Nobody reads more. */
const most = 1_000;

function unknownIn({ index, user, environments, expect }: TestCase, beside: FilesBeside): readonly ObjectFinding[] {
  const { users, environments: known, tested } = beside;
  const { variations, rules, isWhole = false } = tested?.targeting ?? {};
  const inCase = (...rest: Path) => ['cases', index, ...rest];
  const found: (ObjectFinding | undefined)[] = [];
  if (typeof user === 'string' && users?.areAll === true) {
    const names = users.all.map(({ name }) => name);
    const message = t('No targeting.users.json for this file has a user {0}.', quoted(user));
    found.push(unlessKnown(user, names, inCase('user'), message));
  }
  for (const [at, environment] of known === undefined ? [] : (environments ?? []).entries()) {
    const message = t('targeting.config.json has no environment {0}.', quoted(environment));
    found.push(unlessKnown(environment.normalize(), known ?? [], inCase('environments', at), message));
  }
  if (isWhole && variations !== undefined) {
    const { variation } = expect;
    const path = inCase('expect', 'variation');
    const names = variations.flatMap(({ name }) => name?.text ?? []);
    if (typeof variation === 'string')
      found.push(unlessKnown(variation, names, path, t('No variation is called {0}.', quoted(variation))));
    else if (variation !== undefined && variation >= variations.length)
      found.push({ code: 'unknown-name', path, message: noSuchVariation(variation, variations.length) });
  }
  if (isWhole && rules !== undefined) {
    const { rule } = expect;
    const path = inCase('expect', 'rule');
    const names = rules.flatMap(({ name }) => name?.text ?? []);
    if (typeof rule === 'string') found.push(unlessKnown(rule, names, path, t('No rule is called {0}.', quoted(rule))));
    else if (rule !== undefined && rule >= rules.length)
      found.push({
        code: 'unknown-name',
        path,
        message: t('Rule {0} does not exist, counted from 0: this toggle has {1}.', rule, rules.length),
      });
  }
  return found.filter((each) => each !== undefined);
}

function unlessKnown(name: string, known: readonly string[], path: Path, message: string): ObjectFinding | undefined {
  if (known.includes(name)) return undefined;
  const closest = closestOf(name, known);
  const words = closest === undefined ? message : t('{0} Did you mean {1}?', message, quoted(closest));
  return { code: 'unknown-name', path, message: words, fixes: replacement(closest) };
}

function impossibleIn(document: JsonDocument, each: TestCase): readonly ObjectFinding[] {
  const { index, now, expect } = each;
  const inCase = (...rest: Path) => ['cases', index, ...rest];
  const found: ObjectFinding[] = [];
  const date = textNamed(nodeAt(document, inCase()), 'now');
  if (now === undefined && date !== undefined && hasForm.test(date) && instantOf(date) === undefined)
    found.push({ code: 'impossible-test', path: inCase('now'), message: t('This date and time does not exist.') });
  const runs = countOfRuns(each);
  if (runs > mostRuns) {
    const message = t('The matrix has {0} combinations; at most {1} are run.', runs, mostRuns);
    found.push({ code: 'impossible-test', path: inCase('matrix'), atKey: true, message });
  }
  const { variation, rule, serve, codeDefault } = expect;
  if (codeDefault && variation !== undefined) {
    const message = t('Where the default of the code is what the application gets, there is no variation.');
    found.push({ code: 'impossible-test', path: inCase('expect', 'codeDefault'), message });
  }
  if (rule !== undefined && serve !== undefined) {
    const message = t('Where a rule decides, neither default nor disabled serve does.');
    found.push({ code: 'impossible-test', path: inCase('expect', 'serve'), message });
  }
  return found;
}

/** What has another form, the schema reports. */
const hasForm = /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d/;
