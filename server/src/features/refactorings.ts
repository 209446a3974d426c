/**
 * What can be refactored where the cursor stands. Nothing is offered while the JSON is half typed, since a serve that was
 * not understood could not follow; comments and trailing commas are no obstacle.
 */
import type { Range } from 'vscode-languageserver-types';
import type { Offer, Question } from './offers.js';
import { isUnderstood } from './offers.js';
import type { OpenDocument } from './openDocument.js';
import { ruleOffers } from './refactorRules.js';
import { serveOffers } from './refactorServes.js';
import { variationOffers } from './refactorVariations.js';

/** @param asks whether the client can ask a person; for one that cannot, every answer is an offer of its own */
export function refactorings(document: OpenDocument, range: Range, asks: boolean): readonly (Offer | Question)[] {
  if (document.kind !== 'targeting' || !isUnderstood(document.json)) return [];
  const selection = { start: document.offsetAt(range.start), end: document.offsetAt(range.end) };
  return [
    ...serveOffers(document.json, selection),
    ...ruleOffers(document.json, selection),
    ...variationOffers(document.json, selection, asks),
  ];
}
