/** Describes the changes between two states of a toggle in short sentences. */
import { t } from '../../t.js';
import { listOf } from '../joined.js';
import { conditionChanges } from './conditionChanges.js';
import type { RulePair } from './rules.js';
import { nameOf, pairRules } from './rules.js';
import type { ServeChange } from './serves.js';
import { cut, jsonText, servedText, serveChange, variationName } from './serves.js';
import type { Plain, State } from './state.js';
import { asObject, comparable, stateAfterPatch, listIn, isEqual } from './state.js';

/** @returns an empty list if the service treats both states as the same */
export function changes(from: State, to: State): readonly string[] {
  const [before, after] = [comparable(from), comparable(to)];
  const [byDefault, whileDisabled] = ['defaultServe', 'disabledServe'].map((key) =>
    defaultChange(key, before.content, after.content),
  );
  const serving = [
    ...ruleChanges(before.content, after.content),
    ...(byDefault === undefined ? [] : [defaultSentence(byDefault)]),
  ];
  const found = [
    ...stateSentences(before.disabled, after.disabled, serving),
    ...serving,
    ...(whileDisabled === undefined ? [] : [disabledSentence(whileDisabled)]),
    ...variationChanges(before.content, after.content),
    ...prerequisiteChanges(before.content, after.content),
  ];
  // The functions above do not describe every change.
  return found.length > 0 || isEqual(before, after) ? found : [t('There are changes that only the diff shows.')];
}

/** Removes the sentence stating that the toggle stays disabled. */
export function newsOf(sentences: readonly string[]): readonly string[] {
  return sentences.filter((sentence) => sentence !== staysDisabled());
}

/** The changes if the bodies are pushed one after the other: fields that the later body lacks keep their values. */
export function changesOfBody(before: Plain, after: Plain): readonly string[] {
  const { state } = stateAfterPatch(before, { disabled: false, content: {} });
  return changes(state, stateAfterPatch(after, state).state);
}

/** @param serving sentences about rules and the default, which have no effect while the toggle is disabled */
function stateSentences(was: boolean, now: boolean, serving: readonly string[]): readonly string[] {
  if (was !== now) return [now ? t('Disables the toggle.') : t('Enables the toggle.')];
  return now && serving.length > 0 ? [staysDisabled()] : [];
}

function staysDisabled(): string {
  return t('The toggle stays disabled.');
}

function defaultChange(key: string, before: Plain, after: Plain): ServeChange | undefined {
  return serveChange({ serve: before[key], content: before }, { serve: after[key], content: after });
}

function defaultSentence({ kind, was, now }: ServeChange): string {
  return kind === 'split'
    ? t('The default split {0} becomes {1}.', was, now)
    : t('The default now serves {0} (before: {1}).', now, was);
}

function disabledSentence({ kind, was, now }: ServeChange): string {
  return kind === 'split'
    ? t('While disabled, the split {0} becomes {1}.', was, now)
    : t('While disabled, it serves {0} instead of {1}.', now, was);
}

function ruleChanges(before: Plain, after: Plain): readonly string[] {
  const { pairs } = pairRules(before, after);
  const places = pairs.flatMap(({ was, now }) => (was && now ? [was.index] : []));
  const moved = places.some((place, index) => place < (places[index - 1] ?? 0));
  const sentences = pairs.flatMap((pair) => ruleSentences(pair, before, after));
  return moved ? [...sentences, t('The rules are tried in another order.')] : sentences;
}

function ruleSentences({ was, now }: RulePair, before: Plain, after: Plain): readonly string[] {
  if (now === undefined) return was === undefined ? [] : [t('{0} is removed.', ruleName(was.rule, was.index))];
  const name = ruleName(now.rule, now.index);
  const served = { serve: now.rule['serve'], content: after };
  if (was === undefined) return [t('{0} is new and serves {1}.', name, servedText(served))];
  const change = serveChange({ serve: was.rule['serve'], content: before }, served);
  const [oldName, newName] = [nameOf(was.rule), nameOf(now.rule)];
  return [
    ...(oldName === newName ? [] : [t('{0} is called {1} now.', ruleName(was.rule, was.index), jsonText(newName))]),
    ...(change === undefined ? [] : [ruleSentence(name, change)]),
    ...(isEqual(was.rule['conditions'], now.rule['conditions'])
      ? []
      : conditionChanges(name, was.rule['conditions'], now.rule['conditions'])),
  ];
}

function ruleSentence(rule: string, { kind, was, now }: ServeChange): string {
  return kind === 'split'
    ? t('{0}: the split {1} becomes {2}.', rule, was, now)
    : t('{0} now serves {1} instead of {2}.', rule, now, was);
}

/** `Rule` followed by the rule's quoted name, or else by its number, counted from 1. */
function ruleName(rule: Plain, index: number): string {
  const name = nameOf(rule);
  return name === '' ? t('Rule {0}', index + 1) : t('Rule {0}', jsonText(name));
}

function variationChanges(before: Plain, after: Plain): readonly string[] {
  const [was, now] = [listIn(before, 'variations'), listIn(after, 'variations')];
  if (isEqual(was, now)) return [];
  const sorted = (list: readonly unknown[]) => list.map((item) => JSON.stringify(item)).sort();
  if (isEqual(sorted(was), sorted(now))) return [t('The variations are in another order.')];
  return Array.from({ length: Math.max(was.length, now.length) }, (_, index) => {
    if (index >= now.length) return t('Variation {0} is removed: {1}.', index, variationName(index, before));
    if (index >= was.length) return t('Variation {0} is new: {1}.', index, variationName(index, after));
    if (isEqual(was[index], now[index])) return '';
    const [earlier, current] = [asObject(was[index]), asObject(now[index])];
    if (!isEqual(earlier?.['value'], current?.['value']))
      return t(
        'Variation {0} changes from {2} to {1}.',
        index,
        jsonText(current?.['value']),
        jsonText(earlier?.['value']),
      );
    return isEqual(earlier?.['name'], current?.['name'])
      ? t('The description of variation {0} ({1}) changes.', index, variationName(index, after))
      : t('Variation {0} is renamed: {1} → {2}.', index, jsonText(earlier?.['name']), jsonText(current?.['name']));
  }).filter((sentence) => sentence !== '');
}

function prerequisiteChanges(before: Plain, after: Plain): readonly string[] {
  if (isEqual(before['prerequisites'], after['prerequisites'])) return [];
  const [was, now] = [prerequisitesText(before), prerequisitesText(after)];
  if (was === now) return [t('Prerequisites change.')];
  if (was === '') return [t('It now requires {0}.', now)];
  return [now === '' ? t('It no longer requires {0}.', was) : t('It requires {0} instead of {1}.', now, was)];
}

/** The prerequisites as text, for example `"login" = "true"`; '' without prerequisites. */
function prerequisitesText(content: Plain): string {
  const texts = listIn(content, 'prerequisites').map((item) => {
    const prerequisite = asObject(item);
    return `${jsonText(prerequisite?.['key'])} = ${jsonText(prerequisite?.['value'])}`;
  });
  return texts.length === 0 ? '' : cut(listOf(texts));
}
