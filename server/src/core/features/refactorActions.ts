/**
 * textDocument/codeAction for refactorings, and codeAction/resolve: an editor that can ask later is told the edit when
 * the person has chosen, since the edit of one keystroke's menu may touch every rule of the file. Nothing is offered
 * while the JSON is half typed, since a serve that was not understood could not follow; comments and trailing commas are
 * no obstacle.
 */
import type { CodeAction, CodeActionContext } from 'vscode-languageserver-types';
import { CodeActionKind, Range } from 'vscode-languageserver-types';
import { asObject } from '../json/plain.js';
import { spanOf } from '../json/queries.js';
import type { DeleteVariationParams } from '../protocol.js';
import { isWanted } from './codeActions.js';
import { deleteVariationCommand } from './commandNames.js';
import type { Offer, Question } from './offers.js';
import { isUnderstood } from '../json/understood.js';
import type { OpenDocument } from './openDocument.js';
import { workspaceEdit } from './openDocument.js';
import { objectOffers } from './refactorObjects.js';
import { ruleOffers } from './refactorRules.js';
import { serveOffers } from './refactorServes.js';
import { variationOffers } from './refactorVariations.js';

export const refactorKinds = [CodeActionKind.RefactorMove, CodeActionKind.RefactorRewrite];

export interface Asked {
  /** Kinds; without them, all. */
  readonly only: CodeActionContext['only'];
  /** It has the command that asks what to serve instead of a deleted variation; else every answer is an offer of its own. */
  readonly asks: boolean;
  /** It asks for the edit of an action when that is chosen. */
  readonly resolves: boolean;
}

export function refactorActions(document: OpenDocument, range: Range, { only, asks, resolves }: Asked): CodeAction[] {
  if (!refactorKinds.some((kind) => isWanted(kind, only))) return [];
  const { uri, version } = document;
  return offersAt(document, range, asks).flatMap((offer, nth): CodeAction[] => {
    const { title, kind } = offer;
    if (!isWanted(kind, only)) return [];
    if ('deletes' in offer) {
      const argument: DeleteVariationParams = { uri, version, index: offer.deletes };
      return [{ title, kind, command: { title, command: deleteVariationCommand, arguments: [argument] } }];
    }
    const later: Later = { uri, version, range, nth };
    return [{ title, kind, ...(resolves ? { data: later } : { edit: workspaceEdit(document, offer.edits()) }) }];
  });
}

function offersAt({ kind, json, others }: OpenDocument, range: Range, asks: boolean): readonly (Offer | Question)[] {
  if (kind !== 'targeting' || !isUnderstood(json)) return [];
  const selection = spanOf(json, range);
  return [
    ...objectOffers(json, selection),
    ...serveOffers(json, selection),
    ...ruleOffers(json, selection),
    ...variationOffers(json, selection, others, asks),
  ];
}

/** What comes back with an action that is to be resolved. */
interface Later {
  readonly uri: string;
  readonly version: number;
  readonly range: Range;
  /** Which of the offers of that range it was. */
  readonly nth: number;
}

export function laterOf({ data }: CodeAction): Later | undefined {
  const { uri, version, range, nth } = asObject(data) ?? {};
  const isOne = typeof uri === 'string' && typeof version === 'number' && typeof nth === 'number' && Range.is(range);
  return isOne ? { uri, version, range, nth } : undefined;
}

/** The action with its edit; without one when the document has changed since it was offered. */
export function resolvedAction(document: OpenDocument, action: CodeAction, asks: boolean): CodeAction {
  const later = laterOf(action);
  if (later?.version !== document.version) return action;
  const offer = offersAt(document, later.range, asks)[later.nth];
  return offer !== undefined && 'edits' in offer ? { ...action, edit: workspaceEdit(document, offer.edits()) } : action;
}
