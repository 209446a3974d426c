/** Fixes for targeting that has no effect: remove a list item, or move a rule up. */
import { t } from '../../t.js';
import type { Fix } from '../../checks/problem.js';
import type { JsonDocument } from '../../json/document.js';
import type { Edit } from '../../json/edit/edits.js';
import { removalOf } from '../../json/edit/edits.js';
import type { Path } from '../../json/nodes.js';
import { nodeAt } from '../../json/queries.js';
import { isWellFormed } from '../../json/understood.js';
import { listIn, targetingOf } from '../../targeting/model.js';
import { moved, reorderedItems } from '../../targeting/values/variationOrder.js';
import { servedInWords } from '../layout/documentSymbol.js';
import { calledRule } from './refactorRules.js';
import { shortVariation } from '../variations.js';

/** A fix of a problem, as shown to the person. */
export interface Answer {
  readonly title: string;
  readonly edits: readonly Edit[];
  readonly isPreferred?: boolean;
}

type Removal = Extract<Fix, { kind: 'remove-item' }>['what'];

/** The length of the path to each kind of item, such as `content`, `rules`, 0, `conditions`, 1, `objects`, 2. */
const depths: Readonly<Record<Removal, number>> = { rule: 3, condition: 5, object: 7 };

/** @param path the path of the item, or of a value inside it */
export function removalOfItem(json: JsonDocument, what: Removal, path: Path): readonly Answer[] {
  const place = path.slice(0, depths[what]);
  const [list, index] = [nodeAt(json, place.slice(0, -1)), place.at(-1)];
  if (list?.kind !== 'array' || typeof index !== 'number' || !isWellFormed(json)) return [];
  const titles = { rule: t('Remove the rule'), condition: t('Remove the condition'), object: t('Remove the object') };
  return [{ title: titles[what], edits: removalOf(json, list, index) }];
}

/** @param other the index of the rule to move above @param path a path inside the rule that moves */
export function moveAbove(json: JsonDocument, other: number, path: Path): readonly Answer[] {
  const list = listIn(json, 'rules');
  const [, , index] = path;
  const { rules, variations = [] } = targetingOf(json);
  const above = rules[other];
  if (list === undefined || above === undefined || typeof index !== 'number' || !isWellFormed(json)) return [];
  const names = variations.map(({ node }) => shortVariation(node));
  const served = servedInWords(rules[index]?.serve, names);
  const title = t('Move the rule above rule {0}: users who reach it then get {1}', calledRule(above), served);
  return [{ title, edits: reorderedItems(json, list, moved(list.items.length, index, other)) }];
}
