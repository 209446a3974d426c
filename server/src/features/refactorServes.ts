/**
 * Refactorings of the serve at the cursor: a select said as a split and back, which changes nothing for anybody; and the
 * end of a split, which does, and says so: one variation for everyone.
 */
import { t } from '@vscode/l10n';
import { CodeActionKind } from 'vscode-languageserver-types';
import type { JsonDocument } from '../json/document.js';
import type { PropertyNode, Span } from '../json/nodes.js';
import { nodeAt, propertyNamed } from '../json/queries.js';
import type { Serve, Targeting } from '../targeting/model.js';
import { targetingOf } from '../targeting/model.js';
import { asSelect, asSplit, formOf, sharesOf } from '../targeting/serveForms.js';
import { percent, whole } from '../targeting/shares.js';
import type { Offer } from './offers.js';
import { indexAround } from './offers.js';
import { calledVariation } from './variations.js';

/** More winners than a menu can show help nobody. */
const mostWinners = 5;

export function serveOffers(document: JsonDocument, selection: Span): readonly Offer[] {
  const targeting = targetingOf(document);
  const serve = serveAround(document, targeting, selection);
  const form = serve && formOf(serve);
  if (serve === undefined || form === undefined) return [];
  const called = (targeting.variations ?? []).map((variation) => () => calledVariation(variation));
  return serve.split === undefined
    ? splitOffers(document, { serve, form, called })
    : selectOffers({ serve, form, called });
}

interface Formed {
  readonly serve: Serve;
  readonly form: PropertyNode;
  /** Of each variation what it is called. */
  readonly called: readonly (() => string)[];
}

function splitOffers(document: JsonDocument, { serve: { select }, form, called }: Formed): readonly Offer[] {
  if (select === undefined) return [];
  const { index } = select;
  const name = called[index];
  if (name === undefined) return [];
  const title = t('Convert select to split ({0} stays for everyone)', name());
  return [rewrite(title, () => asSplit(document, form, { index, count: called.length }))];
}

function selectOffers({ serve, form, called }: Formed): readonly Offer[] {
  return (sharesOf(serve) ?? []).slice(0, mostWinners).flatMap(({ index, share }) => {
    const name = called[index];
    if (name === undefined) return [];
    const title =
      share === whole
        ? t('Convert split to select ({0} stays for everyone)', name())
        : t('Serve {0} to everyone instead of {1}', name(), percent(share));
    return [rewrite(title, () => asSelect(form, index))];
  });
}

function serveAround(document: JsonDocument, targeting: Targeting, selection: Span): Serve | undefined {
  const rules = propertyNamed(nodeAt(document, ['content']), 'rules')?.node;
  const rule = rules?.kind === 'array' ? indexAround(rules.items, selection) : undefined;
  const serves =
    rule === undefined ? [targeting.disabledServe, targeting.defaultServe] : [targeting.rules[rule]?.serve];
  return serves.find((serve) => serve !== undefined && indexAround([serve.property], selection) !== undefined);
}

function rewrite(title: string, edits: Offer['edits']): Offer {
  return { title, kind: CodeActionKind.RefactorRewrite, edits };
}
