/** What becomes different between two states of a toggle, in the words of the field, one sentence each. Pure. */
import { t } from '@vscode/l10n';
import type { Plain, State } from './state.js';
import { asObject, listIn, normalised } from './state.js';

/** @returns nothing when both states are the same to the service */
export function changes(from: State, to: State): readonly string[] {
  const [before, after] = [normalised(from), normalised(to)];
  const found: string[] = [];
  if (before.disabled !== after.disabled)
    found.push(after.disabled ? t('The toggle is disabled.') : t('The toggle is enabled.'));
  found.push(...ruleChanges(before.content, after.content));
  const serve = (key: 'defaultServe' | 'disabledServe', changed: (now: string, was: string) => string) => {
    const [was, now] = [serveText(before.content, key), serveText(after.content, key)];
    if (was !== now) found.push(changed(now, was));
  };
  serve('defaultServe', (now, was) => t('By default it serves {0} instead of {1}.', now, was));
  serve('disabledServe', (now, was) => t('While disabled it serves {0} instead of {1}.', now, was));
  found.push(...variationChanges(before.content, after.content));
  if (!same(before.content['prerequisites'], after.content['prerequisites'])) found.push(t('Prerequisites change.'));
  // Whatever is not told above.
  return found.length > 0 || same(before, after) ? found : [t('Something changes that has no name.')];
}

/** `"on"`, or `10% "off", 90% "on"`. */
function serveText(content: Plain, key: string): string {
  return textOfServe(asObject(content[key]), content);
}

function textOfServe(serve: Plain | undefined, content: Plain): string {
  const select = serve?.['select'];
  if (select !== undefined) return variationName(select, content);
  const shares = listIn(serve, 'split');
  if (shares.length === 0) return t('nothing');
  return shares
    .flatMap((share, index) => (share === 0 ? [] : [`${Number(share) / 100}% ${variationName(index, content)}`]))
    .join(', ');
}

export function variationName(index: unknown, content: Plain): string {
  const variation = asObject(listIn(content, 'variations')[Number(index)]);
  const said = [variation?.['name'], variation?.['value']].find((text) => typeof text === 'string' && text !== '');
  return typeof said === 'string' ? JSON.stringify(said) : t('variation {0}', String(index));
}

export interface NamedRule {
  readonly rule: Plain;
  /** What it is called: its name, or its place. */
  readonly name: string;
  /** The same in both lists for the same rule. */
  readonly key: string;
}

export function rulesIn(content: Plain): readonly NamedRule[] {
  const seen = new Map<string, number>();
  return listIn(content, 'rules').map((item, index) => {
    const rule = asObject(item) ?? {};
    const own = typeof rule['name'] === 'string' ? rule['name'] : '';
    const times = seen.get(own) ?? 0;
    seen.set(own, times + 1);
    return {
      rule,
      key: `${times} ${own}`,
      name: own === '' ? t('Rule {0}', index + 1) : t('Rule {0}', JSON.stringify(own)),
    };
  });
}

function ruleChanges(before: Plain, after: Plain): readonly string[] {
  const [was, now] = [rulesIn(before), rulesIn(after)];
  const old = new Map(was.map((rule) => [rule.key, rule]));
  const current = new Set(now.map(({ key }) => key));
  const gone = was.filter(({ key }) => !current.has(key)).map(({ name }) => t('{0} is removed.', name));
  const rest = now.flatMap(({ key, name, rule }) => {
    const earlier = old.get(key)?.rule;
    const serves = textOfServe(asObject(rule['serve']), after);
    if (earlier === undefined) return [t('{0} is new and serves {1}.', name, serves)];
    const served = textOfServe(asObject(earlier['serve']), before);
    return [
      ...(serves === served ? [] : [t('{0} now serves {1} instead of {2}.', name, serves, served)]),
      ...(same(earlier['conditions'], rule['conditions']) ? [] : [t('{0} has other conditions.', name)]),
    ];
  });
  const staying = (rules: readonly NamedRule[], others: (key: string) => boolean) =>
    rules.flatMap(({ key }) => (others(key) ? [key] : []));
  const moved = !same(
    staying(was, (key) => current.has(key)),
    staying(now, (key) => old.has(key)),
  );
  return [...gone, ...rest, ...(moved ? [t('The rules are tried in another order.')] : [])];
}

function variationChanges(before: Plain, after: Plain): readonly string[] {
  const [was, now] = [listIn(before, 'variations'), listIn(after, 'variations')];
  if (same(was, now)) return [];
  const sorted = (list: readonly unknown[]) => list.map((item) => JSON.stringify(item)).sort();
  if (same(sorted(was), sorted(now))) return [t('The variations stand in another order.')];
  const count = Math.max(was.length, now.length);
  return Array.from({ length: count }, (_, index) => {
    if (index >= now.length) return t('Variation {0} is removed: {1}.', index, variationName(index, before));
    if (index >= was.length) return t('Variation {0} is new: {1}.', index, variationName(index, after));
    if (same(was[index], now[index])) return '';
    const [earlier, current] = [asObject(was[index])?.['value'], asObject(now[index])?.['value']];
    return same(earlier, current)
      ? t('Variation {0} is described in another way: {1}.', index, variationName(index, after))
      : t('Variation {0} is {1} instead of {2}.', index, JSON.stringify(current), JSON.stringify(earlier));
  }).filter((sentence) => sentence !== '');
}

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
