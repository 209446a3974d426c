/** Refactorings of the rule at the cursor. The first rule that matches wins, so the titles say which one is tried when. */
import { t } from '@vscode/l10n';
import { CodeActionKind } from 'vscode-languageserver-types';
import type { JsonDocument } from '../json/document.js';
import type { ArrayNode, Span } from '../json/nodes.js';
import { nodeAt } from '../json/queries.js';
import type { Rule } from '../targeting/model.js';
import { targetingOf } from '../targeting/model.js';
import { moved, reorderedItems } from '../targeting/variationOrder.js';
import type { Offer } from './offers.js';
import { indexAround } from './offers.js';
import { oneLine } from './variations.js';

export function ruleOffers(document: JsonDocument, selection: Span): readonly Offer[] {
  const list = nodeAt(document, ['content', 'rules']);
  if (list?.kind !== 'array') return [];
  const index = indexAround(list.items, selection);
  if (index === undefined) return [];
  const { rules } = targetingOf(document);
  const [previous, rule, next] = [rules[index - 1], rules[index], rules[index + 1]];
  if (rule === undefined) return [];
  const called = calledRule(rule);
  const move = (title: string, to: number) => [moveOf(document, list, { title, from: index, to })];
  return [
    ...(previous ? move(t('Move rule {0} up (tried before {1})', called, calledRule(previous)), index - 1) : []),
    ...(next ? move(t('Move rule {0} down (tried after {1})', called, calledRule(next)), index + 1) : []),
    ...(index > 1 ? move(t('Move rule {0} to the top (tried first)', called), 0) : []),
  ];
}

interface Move {
  readonly title: string;
  readonly from: number;
  readonly to: number;
}

function moveOf(document: JsonDocument, list: ArrayNode, { title, from, to }: Move): Offer {
  return {
    title,
    kind: CodeActionKind.RefactorMove,
    edits: () => reorderedItems(document, list, moved(list.items.length, from, to)),
  };
}

/** By its name; a rule without one as people count, from 1. */
function calledRule({ index, name = '' }: Rule): string {
  const line = oneLine(name);
  return line === '' ? String(index + 1) : JSON.stringify(line);
}
