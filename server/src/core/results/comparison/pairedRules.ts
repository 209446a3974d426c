/** Matches the rules of several files. Each table row is a rule, with its index in each file. */
import type { JsonDocument } from '../../json/document.js';
import { asObject } from '../../json/plain.js';
import { nameOf, pairRules } from '../../targeting/state/rules.js';
import type { Plain } from '../../targeting/state/state.js';
import { comparable, stateAfterPatch, listIn } from '../../targeting/state/state.js';

/** The index of a rule in each file; undefined if a file lacks the rule. */
export type RuleRow = (number | undefined)[];

/** Rows are in the first file's order. Other rules follow the rule that precedes them in their own file. */
export function pairedRules([first, ...others]: readonly JsonDocument[]): readonly RuleRow[] {
  if (first === undefined) return [];
  const rows: RuleRow[] = [];
  const contents = [first, ...others].map(contentOf);
  const [base = {}] = contents;
  const nameAt = (column: number, index: number | undefined) =>
    index === undefined ? undefined : nameOf(asObject(listIn(contents[column] ?? {}, 'rules')[index]) ?? {});
  for (const [at, content] of contents.entries()) {
    /** Whether the first file and this file have no rule in the row, but a third file has a rule with the same name. */
    const isLike = (row: RuleRow, rule: Plain) =>
      row[0] === undefined &&
      row[at] === undefined &&
      row.some((index, column) => nameAt(column, index) === nameOf(rule));
    let last: RuleRow | undefined;
    for (const { was, now } of pairRules(base, content).pairs) {
      if (now === undefined) continue;
      const row = rows.find((each) => (was === undefined ? isLike(each, now.rule) : each[0] === was.index));
      const added: RuleRow = row ?? [];
      if (row === undefined) rows.splice(last === undefined ? 0 : rows.indexOf(last) + 1, 0, added);
      added[at] = now.index;
      last = added;
    }
  }
  return rows;
}

function contentOf({ root }: JsonDocument) {
  const { state } = stateAfterPatch(asObject(root?.value) ?? {}, { disabled: false, content: {} });
  return comparable(state).content;
}
