/** Compares a rule's conditions between environments. Serves may differ: a promotion keeps the other file's serves. */
import { t } from '../../t.js';
import type { CodeAction, CodeActionContext, Range } from 'vscode-languageserver-types';
import { CodeActionKind } from 'vscode-languageserver-types';
import { spanOf } from '../../json/queries.js';
import type { CarryOverParams } from '../../protocol.js';
import { listOfFirst } from '../../targeting/joined.js';
import { listIn } from '../../targeting/model.js';
import { pairRules } from '../../targeting/state/rules.js';
import type { Plain } from '../../targeting/state/state.js';
import { asObject, listIn as itemsIn } from '../../targeting/state/state.js';
import { isWanted } from '../actions/fixes.js';
import { promoteRuleCommand } from '../commandNames.js';
import type { OpenDocument } from '../openDocument.js';
import type { CarriedOver } from './carriedOver.js';
import { carriedOver } from './carriedOver.js';
import { plainFile } from './fileIn.js';

export interface RuleThere extends CarriedOver {
  readonly isMissing: boolean;
}

/**
 * Carries a rule over to the other file, as if the rule had just been changed from the other file's version.
 * @returns undefined if the rule is missing, or it is unclear which rule of the other file it matches
 */
export function ruleCarriedOver(edited: string, rule: number, target: string): RuleThere | undefined {
  const [file, there] = [edited, target].map(plainFile);
  if (file === undefined || there === undefined) return undefined;
  const content = contentOf(file);
  const { pairs, isSure } = pairRules(contentOf(there), content, true);
  const pair = pairs.find(({ now }) => now?.index === rule);
  if (!isSure || pair?.now === undefined) return undefined;
  const { name, conditions } = pair.was?.rule ?? {};
  const instead = pair.was === undefined ? [] : [{ ...pair.now.rule, name, conditions }];
  const rules = itemsIn(content, 'rules').toSpliced(rule, 1, ...instead);
  const base = JSON.stringify({ ...file, content: { ...content, rules } });
  const carried = carriedOver(base, edited, target);
  return carried && { ...carried, isMissing: pair.was === undefined };
}

/** Offers to promote the rule at the cursor. @param others the texts of the other files, by environment */
export function carryOverActions(
  { kind, json, uri, version }: OpenDocument,
  range: Range,
  only: CodeActionContext['only'],
  others: () => ReadonlyMap<string, string>,
): CodeAction[] {
  if (kind !== 'targeting' || !isWanted(CodeActionKind.Refactor, only)) return [];
  const { start, end } = spanOf(json, range);
  const [found] = listIn(json, 'rules')?.itemsIn({ start, end: start }) ?? [];
  if (found === undefined || end > found.node.end) return [];
  const names = [...others()].flatMap(([environment, text]) => {
    const there = ruleCarriedOver(json.text, found.index, text);
    if (there === undefined || there.edits.length === 0) return [];
    return [there.isMissing ? t('{0} (missing)', environment) : t('{0} (differs)', environment)];
  });
  if (names.length === 0) return [];
  const title = t('Promote the rule to {0}…', listOfFirst(names, 3));
  const argument: CarryOverParams = { uri, version, what: { rule: found.index } };
  return [
    { title, kind: CodeActionKind.Refactor, command: { title, command: promoteRuleCommand, arguments: [argument] } },
  ];
}

function contentOf(file: Plain): Plain {
  return asObject(file['content']) ?? {};
}
