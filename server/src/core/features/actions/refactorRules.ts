/** Refactorings of the rule at the cursor. The first matching rule wins, so titles state the order of evaluation. */
import { t } from '../../t.js';
import { CodeActionKind } from 'vscode-languageserver-types';
import type { JsonDocument } from '../../json/document.js';
import type { Span } from '../../json/nodes.js';
import type { Rule } from '../../targeting/model.js';
import { listIn, ruleOf } from '../../targeting/model.js';
import { moved, reorderedItems } from '../../targeting/values/variationOrder.js';
import type { Offer } from './offers.js';
import { oneLine } from '../variations.js';

export function ruleOffers(document: JsonDocument, selection: Span): readonly Offer[] {
  const list = listIn(document, 'rules');
  const [found] = list?.itemsIn({ start: selection.start, end: selection.start }) ?? [];
  if (list === undefined || found === undefined || selection.end > found.node.end) return [];
  const { index } = found;
  const ruleAt = (at: number) => {
    const node = list.items[at];
    return node && ruleOf(node, at);
  };
  const [previous, rule, next] = [ruleAt(index - 1), ruleOf(found.node, index), ruleAt(index + 1)];
  const called = calledRule(rule);
  const move = (title: string, to: number): Offer[] => {
    const edits = () => reorderedItems(document, list, moved(list.length, index, to));
    return [{ title, kind: CodeActionKind.RefactorMove, edits }];
  };
  return [
    ...(previous ? move(t('Move rule {0} up (tried before {1})', called, calledRule(previous)), index - 1) : []),
    ...(next ? move(t('Move rule {0} down (tried after {1})', called, calledRule(next)), index + 1) : []),
    ...(index > 1 ? move(t('Move rule {0} to the top (tried first)', called), 0) : []),
  ];
}

/** The rule's name in quotes; without a name, its number, counted from 1. */
export function calledRule({ index, name = '' }: Rule): string {
  const line = oneLine(name);
  return line === '' ? String(index + 1) : JSON.stringify(line);
}
