/** Refactorings of the serve at the cursor. Titles describe the effect on users; conversions do not affect users. */
import { t } from '../../t.js';
import { CodeActionKind } from 'vscode-languageserver-types';
import type { JsonDocument } from '../../json/document.js';
import type { Span } from '../../json/nodes.js';
import type { Serve, Variation } from '../../targeting/model.js';
import { listIn, targetingOf } from '../../targeting/model.js';
import { asSelect, asSplit, formOf, sharesOf, sharesOfEach, withShares } from '../../targeting/values/serveForms.js';
import { percent, whole } from '../../targeting/values/shares.js';
import { listOf } from '../../targeting/joined.js';
import { nextOf, stepped } from '../../targeting/step.js';
import type { Offer } from './offers.js';
import { indexAround } from './offers.js';
import { calledVariation } from '../variations.js';

/** The maximum number of variations offered in a menu. */
const MAX_VARIATIONS = 20;

export function serveOffers(document: JsonDocument, selection: Span): readonly Offer[] {
  const serve = serveAround(document, selection);
  const form = serve && formOf(serve);
  if (serve === undefined || form === undefined) return [];
  const { variations = [] } = targetingOf(document);
  const rewrite = (title: string, edits: Offer['edits']) => ({ title, kind: CodeActionKind.RefactorRewrite, edits });
  const shares = sharesOfEach(serve, variations.length);
  // `disabledServe` has no ramp steps, because a ramp is for users of an enabled toggle.
  const raises = shares === undefined || serve.by === 'disabled' ? [] : steps(document, serve, shares, selection);
  if (serve.split === undefined) {
    const selected = variations[serve.select?.index ?? -1];
    if (selected === undefined) return raises;
    const title = t('Convert select to split ({0} stays for everyone)', calledVariation(selected));
    return [rewrite(title, () => asSplit(document, form, shares ?? [])), ...raises];
  }
  const served = sharesOf(serve);
  if (served === undefined) return [];
  const winners = served.slice(0, MAX_VARIATIONS).flatMap(({ index, share }) => {
    const variation = variations[index];
    if (variation === undefined) return [];
    const called = calledVariation(variation);
    const title =
      share === whole
        ? t('Convert split to select ({0} stays for everyone)', called)
        : t('Serve {0} to everyone instead of {1}', called, percent(share));
    return [rewrite(title, () => asSelect(form, index))];
  });
  return [...raises, ...winners];
}

function serveAround(document: JsonDocument, selection: Span): Serve | undefined {
  const { rules, disabledServe, defaultServe } = targetingOf(document);
  const rule = indexAround(listIn(document, 'rules')?.items ?? [], selection);
  const serves = rule === undefined ? [disabledServe, defaultServe] : [rules[rule]?.serve];
  return serves.find((serve) => serve !== undefined && indexAround([serve.property], selection) !== undefined);
}

/**
 * Offers the next ramp step for the selected share, or for the largest shares. Titles name the shares that shrink.
 * @param shares the current share of each variation
 */
function steps(document: JsonDocument, serve: Serve, shares: readonly number[], selection: Span): readonly Offer[] {
  const { variations = [] } = targetingOf(document);
  const shareOf = ({ index }: Variation) => shares[index] ?? 0;
  const selected = indexAround(serve.split?.items ?? [], selection);
  const several = variations.toSorted((a, b) => shareOf(b) - shareOf(a)).slice(0, MAX_VARIATIONS);
  return (selected === undefined ? several : variations.slice(selected, selected + 1)).flatMap((variation): Offer[] => {
    const next = nextOf(shareOf(variation));
    // Serving the variation to everyone is a separate action.
    const after = next === undefined || next === whole ? undefined : stepped(shares, variation.index, next);
    if (next === undefined || after === undefined) return [];
    const givers = variations.filter(({ index }) => (after[index] ?? 0) < (shares[index] ?? 0));
    const [called, share, from] = [calledVariation(variation), percent(next), listOf(givers.map(calledVariation))];
    const title = t('Raise {0} to {1}, taken from {2}', called, share, from);
    return [{ title, kind: CodeActionKind.RefactorRewrite, edits: () => withShares(document, serve, after) }];
  });
}
