/** Creates a test case for a rule, with a user for whom the rule decides. */
import { t } from '../../t.js';
import { Budget } from '../../budget.js';
import type { CodeAction, CodeActionContext, Range } from 'vscode-languageserver-types';
import { CodeActionKind } from 'vscode-languageserver-types';
import { Analysis } from '../../analysis/analysis.js';
import { impactOf } from '../../analysis/impact/impact.js';
import type { Witness } from '../../analysis/impact/witness.js';
import { nodeAt, spanOf } from '../../json/queries.js';
import { isWellFormed } from '../../json/understood.js';
import type { AddTestArgument } from '../../protocol.js';
import { targetingEnding } from '../../targeting/fileNames.js';
import { listIn } from '../../targeting/model.js';
import { isWanted } from '../../features/actions/fixes.js';
import { addTestCommand } from '../../features/commandNames.js';
import { indexAround } from '../../features/actions/offers.js';
import type { OpenDocument } from '../../features/openDocument.js';
import type { Evaluated, Person } from '../evaluated.js';
import { testCase } from './testCase.js';

/**
 * The code actions are offered in rules, in the default serve, and everywhere while the file has unsaved changes.
 * The search for a user starts only after an action is chosen.
 */
export function addTestActions(
  open: OpenDocument,
  range: Range,
  only: CodeActionContext['only'],
  isChanged: () => boolean,
): CodeAction[] {
  const kind = CodeActionKind.RefactorRewrite;
  const isInFolder = /^[^/]+:\//.test(open.uri);
  const hasTests = isInFolder && open.uri.endsWith(targetingEnding);
  if (!hasTests || !isWanted(kind, only) || !isWellFormed(open.json)) return [];
  const selection = spanOf(open.json, range);
  const inRules = indexAround(listIn(open.json, 'rules')?.items ?? [], selection);
  const defaultServe = nodeAt(open.json, ['content', 'defaultServe']);
  const rule = inRules ?? (defaultServe && indexAround([defaultServe], selection) === 0 ? 'default' : undefined);
  const action = (title: string, about: AddTestArgument['rule']): CodeAction => {
    const argument: AddTestArgument = { uri: open.uri, version: open.version, rule: about };
    return { title, kind, command: { title, command: addTestCommand, arguments: [argument] } };
  };
  const title = rule === 'default' ? t('Add a test for the default') : t('Add a test for this rule');
  return [
    ...(rule === undefined ? [] : [action(title, rule)]),
    ...(isChanged() ? [action(t('Add a test for my last change'), 'changed')] : []),
  ];
}

/** @returns the JSON text of an item for `cases`; undefined if no user was found */
export function caseFor(evaluated: Evaluated, rule: number | 'default', budget = new Budget()): string | undefined {
  const { toggle, environment } = evaluated.arrival;
  const analysis = new Analysis({ toggle, environment, now: evaluated.now, budget });
  // The user found for the rule may have an unknown value in a split, so each variation is tried afterwards.
  for (const variation of [undefined, ...toggle.variations.keys()]) {
    const found = caseOf(evaluated, analysis.witnessOf(rule, variation));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Like `caseFor`, but with a user whose value has changed. */
export function caseForChange(before: Evaluated, after: Evaluated, budget = new Budget()): string | undefined {
  for (const { witness } of impactOf(before.arrival, after.arrival, after.now, budget).changes) {
    const found = caseOf(after, witness);
    if (found !== undefined) return found;
  }
  return undefined;
}

function caseOf(evaluated: Evaluated, witness: Witness | undefined): string | undefined {
  if (witness === undefined) return undefined;
  const person: Person = { name: '', ...witness };
  if (evaluated.decided(person).results[0]?.outcome === 'depends') return undefined;
  const { key, attributes, segments, now, bucket } = witness;
  return testCase(evaluated, person, {
    ...{ name: '', attributes: Object.fromEntries(attributes) },
    ...(key !== undefined && { key }),
    ...(segments !== undefined && { segments }),
    ...(now !== undefined && { now }),
    ...(bucket !== undefined && { bucket }),
  });
}
