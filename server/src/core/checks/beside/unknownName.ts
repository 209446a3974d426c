/**
 * # unknown-name (warning)
 * A test names something that does not exist: a user, an environment of the config, or a variation or rule of the
 * targeting file next to it; or that file is missing. The case cannot run. Or a path of `include` in the config matches
 * no code file.
 * Not reported: variations or rules of a file that leaves them to the service or has syntax errors.
 *
 * Fix: change to the name that was meant.
 *
 * # impossible-test (warning)
 * The case cannot run as it is: its date does not exist, its matrix has more than 1,000 combinations, or it expects two
 * things that are never true at once.
 * Not reported: a case that runs and fails; `toggle-targeting test` shows that.
 *
 * Fix: yours to decide.
 */
import { t } from '../../t.js';
import type { TestCase } from '../../evaluation/cases.js';
import { countOfRuns, eachCaseIn, MAX_RUNS } from '../../evaluation/cases.js';
import type { JsonDocument } from '../../json/document.js';
import type { Path } from '../../json/nodes.js';
import { asArray } from '../../json/plain.js';
import { nodeAt, textNamed } from '../../json/queries.js';
import { instantOf } from '../../targeting/values/instant.js';
import type { ObjectFinding } from '../check.js';
import { closestOf, didYouMean, replacement } from '../closest.js';
import type { RelatedFiles } from './filesBeside.js';
import { noSuchVariation } from '../serves/selectOutOfRange.js';
import { quoted } from '../words.js';

export function testFindings(document: JsonDocument, beside: RelatedFiles): readonly ObjectFinding[] {
  const [first] = eachCaseIn(document);
  const known = knownNames(beside);
  const found: ObjectFinding[] = [];
  if (beside.tested === null && first !== undefined) {
    const message = t('There is no targeting file next to these tests.');
    found.push({ code: 'unknown-name', path: ['cases'], atKey: true, message });
  }
  for (const each of eachCaseIn(document)) {
    if (found.length >= MAX_FINDINGS) break;
    found.push(...unknownIn(each, known), ...impossibleIn(document, each));
  }
  return found.slice(0, MAX_FINDINGS);
}

/** The maximum number of findings, and of names that are compared for a suggestion. */
const MAX_FINDINGS = 1_000;

/** Names that tests may use; undefined if unknown. */
type KnownNames = Readonly<Record<'users' | 'environments' | 'variations' | 'rules', Listed | undefined>>;

interface Listed {
  readonly count: number;
  readonly names: ReadonlySet<string>;
  /** The first names of the list. A suggestion is chosen from these names. */
  readonly first: readonly string[];
}

function knownNames({ users, environments, tested }: RelatedFiles): KnownNames {
  const { variations, rules, isComplete = false } = tested?.targeting ?? {};
  return {
    users: users?.areAll === true ? listed(users.all.map(({ name }) => name)) : undefined,
    environments: environments && listed(environments),
    variations: isComplete ? variations && listed(variations.map(({ name }) => name?.text)) : undefined,
    rules: isComplete ? rules && listed(rules.map(({ name }) => name?.text)) : undefined,
  };
}

function listed(all: readonly (string | undefined)[]): Listed {
  const names = all.filter((name) => name !== undefined);
  return { count: all.length, names: new Set(names), first: names.slice(0, MAX_FINDINGS) };
}

function unknownIn({ index, user, environments, expect }: TestCase, known: KnownNames): readonly ObjectFinding[] {
  const { users, variations, rules } = known;
  const inCase = (...rest: Path) => ['cases', index, ...rest];
  const found: (ObjectFinding | undefined)[] = [];
  if (typeof user === 'string' && users !== undefined) {
    const message = t('No targeting.users.json for this file has a user {0}.', quoted(user));
    found.push(unlessKnown(user, users, inCase('user'), message));
  }
  for (const [at, environment] of (environments ?? []).entries()) {
    if (known.environments === undefined) break;
    const message = t('targeting.config.json has no environment {0}.', quoted(environment));
    found.push(unlessKnown(environment.normalize(), known.environments, inCase('environments', at), message));
  }
  if (variations !== undefined) {
    const { variation } = expect;
    const path = inCase('expect', 'variation');
    if (typeof variation === 'string')
      found.push(unlessKnown(variation, variations, path, t('No variation is called {0}.', quoted(variation))));
    else if (variation !== undefined && variation >= variations.count)
      found.push({ code: 'unknown-name', path, message: noSuchVariation(variation, variations.count) });
  }
  if (rules !== undefined) {
    const { rule } = expect;
    const path = inCase('expect', 'rule');
    if (typeof rule === 'string') found.push(unlessKnown(rule, rules, path, t('No rule is called {0}.', quoted(rule))));
    else if (rule !== undefined && rule >= rules.count)
      found.push({
        code: 'unknown-name',
        path,
        message: t('Rule {0} does not exist: this toggle has {1}, counted from 0.', rule, rules.count),
      });
  }
  return found.filter((each) => each !== undefined);
}

function unlessKnown(name: string, { names, first }: Listed, path: Path, message: string): ObjectFinding | undefined {
  if (names.has(name)) return undefined;
  const closest = closestOf(name, first);
  const words = didYouMean(message, closest);
  return { code: 'unknown-name', path, message: words, fixes: replacement(closest, false) };
}

function impossibleIn(document: JsonDocument, each: TestCase): readonly ObjectFinding[] {
  const { index, now, expect } = each;
  const inCase = (...rest: Path) => ['cases', index, ...rest];
  const found: ObjectFinding[] = [];
  const date = textNamed(nodeAt(document, inCase()), 'now');
  if (now === undefined && date !== undefined && hasForm.test(date) && instantOf(date) === undefined)
    found.push({ code: 'impossible-test', path: inCase('now'), message: t('This date and time does not exist.') });
  const runs = countOfRuns(each);
  if (runs > MAX_RUNS) {
    const message = t('The matrix has {0} combinations; at most {1} are run.', runs, MAX_RUNS);
    found.push({ code: 'impossible-test', path: inCase('matrix'), atKey: true, message });
  }
  const { variation, rule, serve, codeDefault } = expect;
  if (codeDefault && variation !== undefined) {
    const message = t(
      'A case cannot expect both "codeDefault" and "variation": the default in the code is not a variation.',
    );
    found.push({ code: 'impossible-test', path: inCase('expect', 'codeDefault'), message });
  }
  if (rule !== undefined && serve !== undefined) {
    const message = t('A case cannot expect both "rule" and "serve": "serve" means that no rule decides.');
    found.push({ code: 'impossible-test', path: inCase('expect', 'serve'), message });
  }
  return found;
}

/** The form of a date and time. The schema already reports texts of another form. */
const hasForm = /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d/;

/** @param unmatched paths of `include` without code files */
export function pathsWithoutCode(include: unknown, unmatched: readonly string[]): readonly ObjectFinding[] {
  const paths = asArray(include) ?? [];
  return unmatched
    .filter((path) => paths.includes(path))
    .map((path) => {
      const message = t('No code files found in {0}.', quoted(path));
      return { code: 'unknown-name', path: ['code', 'include', paths.indexOf(path)], message };
    });
}
