/** Reads the parts of targeting documents: variations, rules, serves and so on. Lists are built on demand. */
import type { JsonDocument } from '../json/document.js';
import type { ArrayNode, JsonNode, ObjectNode } from '../json/nodes.js';
import { child, isScalar, listNamed, nodeAt, propertyNamed, textNamed } from '../json/queries.js';

export type Targeting = ReturnType<typeof targetingOf>;
export type Variation = ReturnType<typeof variationOf>;
export type Rule = ReturnType<typeof ruleOf>;
export type Serve = NonNullable<ReturnType<typeof serveIn>>;
export type Condition = ReturnType<typeof conditionOf>;
export type Prerequisite = ReturnType<typeof prerequisiteOf>;

export function targetingOf(document: JsonDocument) {
  const content = nodeAt(document, ['content']);
  return {
    /** Undefined if the document has no list of variations; the service then keeps its variations. */
    get variations() {
      return listNamed(content, 'variations')?.items.map(variationOf);
    },
    get rules() {
      return listNamed(content, 'rules')?.items.map(ruleOf) ?? [];
    },
    get disabledServe() {
      return serveIn(content, 'disabledServe', 'disabled');
    },
    get defaultServe() {
      return serveIn(content, 'defaultServe', 'default');
    },
    get prerequisites() {
      const items = listNamed(content, 'prerequisites')?.items ?? [];
      return items.flatMap((node, index) => (node.kind === 'object' ? [prerequisiteOf(node, index)] : []));
    },
  };
}

export function listIn(document: JsonDocument, key: 'rules' | 'variations' | 'prerequisites'): ArrayNode | undefined {
  return listNamed(nodeAt(document, ['content']), key);
}

export function hasPrerequisites(document: JsonDocument): boolean {
  return (listIn(document, 'prerequisites')?.length ?? 0) > 0;
}

export function variationOf(node: JsonNode, index: number) {
  const [name, value] = [child(node, 'name'), child(node, 'value')];
  return {
    index,
    node,
    name: textNamed(node, 'name'),
    value: textNamed(node, 'value'),
    description: textNamed(node, 'description'),
    /** The node that editors navigate to: the name, or else the value, or else the whole variation. */
    anchor: [name, value].find(isScalar) ?? node,
  };
}

export function ruleOf(node: JsonNode, index: number) {
  return {
    index,
    node,
    get name() {
      return textNamed(node, 'name');
    },
    get serve() {
      return serveIn(node, 'serve', index);
    },
  };
}

/** @param by the index of the rule that has the serve; `default` or `disabled` for the other serves */
export function serveIn(container: JsonNode | undefined, key: string, by: number | 'default' | 'disabled') {
  const property = propertyNamed(container, key);
  const node = property?.node;
  if (property === undefined || node?.kind !== 'object') return undefined;
  const select = child(node, 'select');
  const split = listNamed(node, 'split');
  const isIndex = select?.kind === 'number' && Number.isInteger(select.value);
  return {
    by,
    property,
    node,
    select: isIndex ? { index: Number(select.value), node: select } : undefined,
    split,
    /** The shares of the split. A share that is not a number is undefined. */
    shares: split?.items.map(({ value }) => (typeof value === 'number' ? value : undefined)) ?? [],
  };
}

/** All serves, in the order in which the service writes them: rules, disabled, default. */
export function servesOf({ rules, disabledServe, defaultServe }: Targeting): readonly Serve[] {
  return [...rules.map((each) => each.serve), disabledServe, defaultServe].filter((each) => each !== undefined);
}

/** The `select`, and the entries of the `split` that serve a variation to someone. A share of 0 serves nobody. */
export function servedBy({ by, select, split, shares }: Serve) {
  const selected = select === undefined ? [] : [{ by, variation: select.index, node: select.node, share: undefined }];
  const entries = (split?.items ?? []).map((node, variation) => ({
    by,
    variation,
    node,
    share: shares[variation] ?? 0,
  }));
  return [...selected, ...entries.filter(({ share }) => share > 0)];
}

/** The nodes of selects and split entries that serve the variation to someone. */
export function servesOfVariation(document: JsonDocument, { index }: Variation): readonly JsonNode[] {
  const all = servesOf(targetingOf(document)).flatMap(servedBy);
  return all.filter(({ variation }) => variation === index).map(({ node }) => node);
}

export function conditionOf(node: ObjectNode) {
  return {
    node,
    type: textNamed(node, 'type'),
    subject: textNamed(node, 'subject'),
    predicate: textNamed(node, 'predicate'),
    leftPredicate: textNamed(node, 'leftPredicate'),
    rightPredicate: textNamed(node, 'rightPredicate'),
  };
}

/** The objects of a condition. An object that is not a string is undefined. */
export function objectsOf(condition: ObjectNode, key: 'objects' | 'rightObjects'): readonly (string | undefined)[] {
  const items = listNamed(condition, key)?.items ?? [];
  return items.map(({ value }) => (typeof value === 'string' ? value : undefined));
}

export function prerequisiteOf(node: JsonNode, index: number) {
  return { index, node, key: textNamed(node, 'key'), value: textNamed(node, 'value') };
}
