/**
 * Refactorings of the serve at the cursor: a select said as a split and back, which changes nothing for anybody; more of a split for one variation
 * (refactorShares.ts); and the end of a split: one variation for everyone. Those change something, and say so.
 */
import { t } from '@vscode/l10n';
import { CodeActionKind } from 'vscode-languageserver-types';
import type { JsonDocument } from '../json/document.js';
import type { Span } from '../json/nodes.js';
import type { Serve } from '../targeting/model.js';
import { listIn, targetingOf } from '../targeting/model.js';
import { asSelect, asSplit, formOf, sharesOf } from '../targeting/serveForms.js';
import { percent, whole } from '../targeting/shares.js';
import type { Offer } from './offers.js';
import { indexAround } from './offers.js';
import { shareOffers } from './refactorShares.js';
import { calledVariation } from './variations.js';

/** More than a menu can show help nobody. */
const mostVariations = 5;

export function serveOffers(document: JsonDocument, selection: Span): readonly Offer[] {
  const serve = serveAround(document, selection);
  const form = serve && formOf(serve);
  if (serve === undefined || form === undefined) return [];
  const { variations = [] } = targetingOf(document);
  const rewrite = (index: number, title: (called: string) => string, edits: Offer['edits']): Offer[] => {
    const variation = variations[index];
    if (variation === undefined) return [];
    return [{ title: title(calledVariation(variation)), kind: CodeActionKind.RefactorRewrite, edits }];
  };
  if (serve.split === undefined) {
    const index = serve.select?.index ?? -1;
    return rewrite(
      index,
      (called) => t('Convert select to split ({0} stays for everyone)', called),
      () => asSplit(document, form, { index, count: variations.length }),
    );
  }
  const served = sharesOf(serve);
  if (served === undefined) return [];
  const shares = serve.shares.map((share = 0) => share);
  const winners = served.slice(0, mostVariations).flatMap(({ index, share }) =>
    rewrite(
      index,
      (called) =>
        share === whole
          ? t('Convert split to select ({0} stays for everyone)', called)
          : t('Serve {0} to everyone instead of {1}', called, percent(share)),
      () => asSelect(form, index),
    ),
  );
  return [...shareOffers(document, serve.split, { shares, variations, most: mostVariations }), ...winners];
}

function serveAround(document: JsonDocument, selection: Span): Serve | undefined {
  const { rules, disabledServe, defaultServe } = targetingOf(document);
  const rule = indexAround(listIn(document, 'rules')?.items ?? [], selection);
  const serves = rule === undefined ? [disabledServe, defaultServe] : [rules[rule]?.serve];
  return serves.find((serve) => serve !== undefined && indexAround([serve.property], selection) !== undefined);
}
