/** Changes of a targeting such as someone may make by mistake, the same in each run. Tests that are worth something notice them. */
import { t } from '@vscode/l10n';
import type { JsonDocument } from '../json/document.js';
import { removalOf, withItems } from '../json/edits.js';
import type { ArrayNode, Span } from '../json/nodes.js';
import { nodeAt } from '../json/queries.js';
import type { Rule, Serve, Variation } from '../targeting/model.js';
import { listIn, targetingOf } from '../targeting/model.js';
import { isShare } from '../targeting/shares.js';
import { moved, reorderedItems } from '../targeting/variationOrder.js';
import { quoted } from './attributeWords.js';
import { conditionMutants } from './conditionMutants.js';
import type { Mutant } from './mutant.js';
import { OutcomeWords } from './words.js';

/** What serves as before is left out: nobody could notice it. */
export function* mutants(document: JsonDocument): Generator<Mutant> {
  const disabled = nodeAt(document, ['disabled']);
  if (disabled?.kind === 'boolean')
    yield {
      edits: [{ ...spanOf(disabled), newText: String(disabled.value !== true) }],
      span: disabled,
      words: () => (disabled.value === true ? t('The toggle is enabled.') : t('The toggle is disabled.')),
    };
  const words = new OutcomeWords(document);
  // Its lists are made each time that it is asked for them.
  const { rules, variations = [], prerequisites, disabledServe, defaultServe } = targetingOf(document);
  const [requiredList, rulesList] = [listIn(document, 'prerequisites'), listIn(document, 'rules')];
  for (const { index, node, key = '' } of prerequisites)
    yield {
      edits: requiredList === undefined ? [] : removalOf(document, requiredList, index),
      span: node,
      words: () => t('It does not require {0}.', quoted(key)),
    };
  for (const rule of rules) {
    const { index, serve } = rule;
    const called = words.rule(index);
    if (rulesList !== undefined) yield* placeMutants(document, rulesList, { rules, index, defaultServe, words });
    yield* serveMutants(document, serve, { called, words, variations });
    yield* conditionMutants(document, rule, called);
  }
  yield* serveMutants(document, disabledServe, { called: t('The disabled toggle'), words, variations });
  yield* serveMutants(document, defaultServe, { called: t('The default'), words, variations });
}

interface Place {
  readonly rules: readonly Rule[];
  readonly index: number;
  readonly defaultServe: Serve | undefined;
  readonly words: OutcomeWords;
}

/** A rule that is missing, or comes too late. */
function* placeMutants(
  document: JsonDocument,
  list: ArrayNode,
  { rules, index, defaultServe, words }: Place,
): Generator<Mutant> {
  const [rule, next] = rules.slice(index, index + 2);
  if (rule === undefined) return;
  const { node: span, serve } = rule;
  if (next !== undefined || !areSame(serve, defaultServe))
    yield {
      edits: removalOf(document, list, index),
      span,
      words: () => t('{0} is removed.', words.rule(index)),
    };
  if (next !== undefined && !areSame(serve, next.serve))
    yield {
      edits: reorderedItems(document, list, moved(rules.length, index, index + 1)),
      span,
      words: () => t('{0} is tried after {1}.', words.rule(index), words.rule(index + 1)),
    };
}

interface Server {
  /** What serves. */
  readonly called: string;
  readonly words: OutcomeWords;
  readonly variations: readonly Variation[];
}

function* serveMutants(document: JsonDocument, serve: Serve | undefined, server: Server): Generator<Mutant> {
  if (serve === undefined) return;
  const { select, shares } = serve;
  if (shares.length > 0) yield* splitMutants(document, serve, server);
  else if (select !== undefined) {
    const { called, words, variations } = server;
    const { index } = select;
    const [other] = others(variations, [...variations.keys()], index);
    if (other === undefined) return;
    yield {
      edits: [{ ...spanOf(select.node), newText: String(other) }],
      span: select.node,
      words: () => t('{0} serves {1} instead of {2}.', called, words.outcome(other), words.outcome(index)),
    };
  }
}

/** A share that goes to the variation beside it, and a bucket between two shares that goes to the other. */
function* splitMutants(document: JsonDocument, { split, shares }: Serve, server: Server): Generator<Mutant> {
  const { called, words, variations } = server;
  if (split === undefined || !shares.every(isShare)) return;
  let bucket = -1;
  for (const [index, share] of shares.entries()) {
    if (share === 0) continue;
    bucket += share;
    const last = bucket;
    const [old, span] = [words.outcome(index), split.items[index] ?? split];
    const [beside] = others(variations, [index + 1, index - 1], index);
    if (beside !== undefined)
      yield {
        edits: withItems(document, split, movedShare(shares, share, index, beside)),
        span,
        words: () => t('{0} serves {1} to those who get {2}.', called, words.outcome(beside), old),
      };
    const [next] = others(variations, [shares.findIndex((each, at) => at > index && each > 0)], index);
    if (next !== undefined)
      yield {
        edits: withItems(document, split, movedShare(shares, 1, index, next)),
        span,
        words: () => t('{0} serves {1} instead of {2} in bucket {3}.', called, words.outcome(next), old, last),
      };
  }
}

/** Those of the candidates that are variations, and not of the same value. */
function others(variations: readonly Variation[], candidates: readonly number[], index: number): readonly number[] {
  const value = variations[index]?.value;
  return candidates.filter(
    (each) => each !== index && variations[each] !== undefined && variations[each].value !== value,
  );
}

/** The split is as long as it must be. */
function movedShare(shares: readonly number[], share: number, from: number, to: number): readonly string[] {
  const changed = Array.from({ length: Math.max(shares.length, to + 1) }, (_, index) => shares[index] ?? 0);
  changed[from] = (changed[from] ?? 0) - share;
  changed[to] = (changed[to] ?? 0) + share;
  return changed.map(String);
}

function areSame(one: Serve | undefined, other: Serve | undefined): boolean {
  return one !== undefined && other !== undefined && told(one) === told(other);
}

/** Shares come before a select. */
function told({ select, shares }: Serve): string | undefined {
  return JSON.stringify(shares.length > 0 ? shares : select?.index);
}

function spanOf({ start, end }: Span): Span {
  return { start, end };
}
