/**
 * `toggle-targeting git textconv FILE`: a file in words, as `git diff` and `git log -p` show it. Each rule, condition and
 * variation has a line of its own, which changes with nothing else; whatever words leave out stands below them as JSON.
 */
import { resolve } from 'node:path';
import { t } from '@vscode/l10n';
import { conditionInWords } from '../../core/features/hover/condition.js';
import { untold } from '../../core/features/hover/markdown.js';
import { withoutMarkdown } from '../../core/features/hover/plainWords.js';
import { served } from '../../core/features/hover/serve.js';
import { describedInWords } from '../../core/features/hover/variation.js';
import { fileIn } from '../../core/features/merge/fileIn.js';
import { MAX_TEXT_LENGTH, parse } from '../../core/json/document.js';
import { asObject } from '../../core/json/plain.js';
import { listNamed, textNamed } from '../../core/json/queries.js';
import type { Rule, Serve, Targeting } from '../../core/targeting/model.js';
import { targetingOf } from '../../core/targeting/model.js';
import { decoded } from '../../core/checks/encoding.js';
import { visible } from '../reports/visible.js';
import { whyUnread } from '../unread.js';
import type { ExitCode, World } from '../world.js';

export function textconv(file: string, world: World): ExitCode {
  const { files, folder, output, messages } = world;
  const bytes = files.read(resolve(folder, file), MAX_TEXT_LENGTH);
  if (!(bytes instanceof Uint8Array)) {
    messages.write(`${visible(whyUnread(file, bytes, world))}\n`);
    return 2;
  }
  const text = decoded(bytes);
  output.write(wordsOf(text) ?? text);
  return 0;
}

/** Undefined where it is none that can be told. */
export function wordsOf(text: string): string | undefined {
  const file = fileIn(text);
  return (
    file &&
    linesOf(file, targetingOf(parse(text)))
      .map((line) => `${visible(line)}\n`)
      .join('')
  );
}

function linesOf(file: Readonly<Record<string, unknown>>, targeting: Targeting): readonly string[] {
  const { rules, prerequisites, variations, disabledServe, defaultServe } = targeting;
  const content = asObject(file['content']);
  const flag = { true: t('The toggle is disabled.'), false: t('The toggle is enabled.') };
  return [
    ...(typeof file['disabled'] === 'boolean' ? [flag[`${file['disabled']}`]] : []),
    ...beyond('', file, { disabled: isFlag, content: isAnything }),
    t('While it is disabled, it serves {0} to everyone.', inWords(disabledServe, targeting)),
    ...beyond('  ', content?.['disabledServe'], ofServe),
    ...prerequisites.flatMap(({ node, key, value }) => [
      t(
        'It requires that {0} serves {1}; otherwise, it serves what it serves while disabled.',
        JSON.stringify(key ?? untold),
        JSON.stringify(value ?? untold),
      ),
      ...beyond('  ', node.value, { key: isText, value: isText }),
    ]),
    ...rules.flatMap((rule) => linesOfRule(rule, targeting)),
    t('By default, it serves {0}.', inWords(defaultServe, targeting)),
    ...beyond('  ', content?.['defaultServe'], ofServe),
    ...(variations === undefined ? [] : [t('Variations:')]),
    ...(variations ?? []).flatMap((each) => [
      `  ${each.index}: ${withoutMarkdown(describedInWords(each) ?? '')}`,
      ...beyond('    ', each.node.value, { value: isShort, name: isShort, description: isShort }),
    ]),
    ...beyond('', content, ofContent),
  ];
}

function linesOfRule(rule: Rule, targeting: Targeting): readonly string[] {
  const conditions = listNamed(rule.node, 'conditions')?.items ?? [];
  const what = inWords(rule.serve, targeting);
  return [
    // No number where there is a name: a new rule would change all that come after it.
    t('Rule {0}', rule.name === undefined || rule.name === '' ? rule.index + 1 : JSON.stringify(rule.name)),
    `  ${conditions.length === 0 ? t('Serves {0} to everyone who reaches it: it has no conditions.', what) : t('Serves {0} when all of these hold:', what)}`,
    ...beyond('    ', rule.serve?.node.value, ofServe),
    ...conditions.flatMap((node) => [
      `  - ${withoutMarkdown(conditionInWords(node))} (${textNamed(node, 'type') ?? untold})`,
      ...beyond('    ', node.value, ofCondition),
    ]),
    ...beyond('  ', rule.node.value, { name: isText, serve: isObject, conditions: Array.isArray }),
  ];
}

function inWords(serve: Serve | undefined, { variations }: Targeting): string {
  return serve === undefined ? t('what the service has') : withoutMarkdown(served(serve, variations));
}

/** Which values of a key words say wholly. */
type Told = Readonly<Record<string, (value: unknown) => boolean>>;

const isAnything = () => true;
const isFlag = (value: unknown) => typeof value === 'boolean';
const isText = (value: unknown) => typeof value === 'string';
const isObject = (value: unknown) => asObject(value) !== undefined;
/** Where there are none, words do not tell an empty list from none. */
const areObjects = (value: unknown) => Array.isArray(value) && value.length > 0 && value.every(isObject);
/** Words cut what is longer. */
const isShort = (value: unknown) => typeof value === 'string' && value.length <= 60;
const areFew = (value: unknown) => Array.isArray(value) && value.length <= 10;
const areShort = (value: unknown) => areFew(value) && (value as unknown[]).every(isShort);
const areShares = (value: unknown) => areFew(value) && (value as unknown[]).every((share) => typeof share === 'number');

const ofServe: Told = { select: Number.isInteger, split: areShares };
const ofCondition: Told = {
  ...{ type: isText, subject: isShort, predicate: isShort, objects: areShort },
  ...{ leftPredicate: isShort, rightPredicate: isShort, rightObjects: areShort },
};
const ofContent: Told = {
  ...{ rules: areObjects, prerequisites: areObjects, variations: areObjects },
  ...{ disabledServe: isObject, defaultServe: isObject },
};

/** What words do not say of an object, as JSON. */
function beyond(indentation: string, value: unknown, told: Told): readonly string[] {
  return Object.entries(asObject(value) ?? {}).flatMap(([key, inner]) => {
    if (Object.hasOwn(told, key) && told[key]?.(inner) === true) return [];
    const lines = `${JSON.stringify(key)}: ${JSON.stringify(inner, undefined, 2)}`.split('\n');
    return lines.map((line) => indentation + line);
  });
}
