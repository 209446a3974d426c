/**
 * What a targeting document says in the field's own terms, with the nodes that say it: for features that answer about one
 * version of a document. Made when it is asked for, part by part; whatever does not have its type is left out.
 */
import type { JsonDocument } from '../json/document.js';
import type { ArrayNode, JsonNode, ObjectNode, PropertyNode } from '../json/nodes.js';
import { nodeAt, propertyNamed } from '../json/queries.js';

/** An item of `content.variations`. */
export interface Variation {
  readonly index: number;
  readonly node: JsonNode;
  readonly name: string | undefined;
  readonly value: string | undefined;
  readonly description: string | undefined;
}

/** An item of `content.rules`. */
export interface Rule {
  readonly index: number;
  readonly node: JsonNode;
  readonly name: string | undefined;
  readonly serve: Serve | undefined;
  readonly conditions: readonly Condition[];
}

/** An object that says what is served. */
export interface Serve {
  /** Of which rule (its index), or of the default, or while disabled. */
  readonly by: number | 'default' | 'disabled';
  readonly property: PropertyNode;
  readonly node: ObjectNode;
  /** The value of `select`, when it is an integer. */
  readonly select: { readonly index: number; readonly node: JsonNode } | undefined;
  /** The items of `split`, in their order; a share is undefined where there is no number. */
  readonly split:
    | { readonly node: ArrayNode; readonly shares: readonly { readonly node: JsonNode; readonly share?: number }[] }
    | undefined;
}

export interface Condition {
  readonly node: ObjectNode;
  readonly type: string | undefined;
  readonly subject: string | undefined;
  readonly predicate: string | undefined;
  /** Strings alone. */
  readonly objects: readonly string[];
  readonly leftPredicate: string | undefined;
  readonly rightPredicate: string | undefined;
  readonly rightObjects: readonly string[];
}

/** An item of `content.prerequisites`. */
export interface Prerequisite {
  readonly index: number;
  readonly node: ObjectNode;
  readonly key: string | undefined;
  readonly value: string | undefined;
  readonly type: string | undefined;
}

export interface Targeting {
  readonly disabled: boolean | undefined;
  /** Undefined when the document lists none: the service then keeps those that it has. */
  readonly variations: readonly Variation[] | undefined;
  readonly rules: readonly Rule[];
  readonly disabledServe: Serve | undefined;
  readonly defaultServe: Serve | undefined;
  readonly prerequisites: readonly Prerequisite[];
}

export function targetingOf(document: JsonDocument): Targeting {
  const content = nodeAt(document, ['content']);
  return {
    get disabled() {
      const value = nodeAt(document, ['disabled'])?.value;
      return typeof value === 'boolean' ? value : undefined;
    },
    get variations() {
      const list = propertyNamed(content, 'variations')?.node;
      return list?.kind === 'array' ? list.items.map(variationOf) : undefined;
    },
    get rules() {
      return itemsOf(propertyNamed(content, 'rules')?.node).map(ruleOf);
    },
    get disabledServe() {
      return serveIn(content, 'disabledServe', 'disabled');
    },
    get defaultServe() {
      return serveIn(content, 'defaultServe', 'default');
    },
    get prerequisites() {
      return itemsOf(propertyNamed(content, 'prerequisites')?.node).flatMap((node, index) =>
        node.kind === 'object'
          ? [{ index, node, key: text(node, 'key'), value: text(node, 'value'), type: text(node, 'type') }]
          : [],
      );
    },
  };
}

/** Whether it has any, found without a look at the rest. */
export function hasPrerequisites(document: JsonDocument): boolean {
  return (listIn(document, 'prerequisites')?.length ?? 0) > 0;
}

export function listIn(document: JsonDocument, key: 'rules' | 'variations' | 'prerequisites'): ArrayNode | undefined {
  const list = nodeAt(document, ['content', key]);
  return list?.kind === 'array' ? list : undefined;
}

/** All of them in the order of a targeting file that the service writes: rules, disabled, default. */
export function servesOf({ rules, disabledServe, defaultServe }: Targeting): readonly Serve[] {
  return [...rules.map((each) => each.serve), disabledServe, defaultServe].filter((each) => each !== undefined);
}

function variationOf(node: JsonNode, index: number): Variation {
  return {
    index,
    node,
    get name() {
      return text(node, 'name');
    },
    get value() {
      return text(node, 'value');
    },
    get description() {
      return text(node, 'description');
    },
  };
}

export function ruleOf(node: JsonNode, index: number): Rule {
  return {
    index,
    node,
    get name() {
      return text(node, 'name');
    },
    get serve() {
      return serveIn(node, 'serve', index);
    },
    get conditions() {
      return itemsOf(propertyNamed(node, 'conditions')?.node).flatMap((item) =>
        item.kind === 'object' ? [conditionOf(item)] : [],
      );
    },
  };
}

export function serveIn(container: JsonNode | undefined, key: string, by: Serve['by']): Serve | undefined {
  const property = propertyNamed(container, key);
  return property?.node?.kind === 'object' ? serveOf(property, property.node, by) : undefined;
}

function serveOf(property: PropertyNode, node: ObjectNode, by: Serve['by']): Serve {
  const select = propertyNamed(node, 'select')?.node;
  const split = propertyNamed(node, 'split')?.node;
  return {
    by,
    property,
    node,
    select:
      select?.kind === 'number' && Number.isInteger(select.value)
        ? { index: Number(select.value), node: select }
        : undefined,
    split:
      split?.kind === 'array'
        ? {
            node: split,
            shares: split.items.map((item) =>
              typeof item.value === 'number' ? { node: item, share: item.value } : { node: item },
            ),
          }
        : undefined,
  };
}

export function conditionOf(node: ObjectNode): Condition {
  return {
    node,
    type: text(node, 'type'),
    subject: text(node, 'subject'),
    predicate: text(node, 'predicate'),
    get objects() {
      return strings(node, 'objects');
    },
    leftPredicate: text(node, 'leftPredicate'),
    rightPredicate: text(node, 'rightPredicate'),
    get rightObjects() {
      return strings(node, 'rightObjects');
    },
  };
}

function itemsOf(node: JsonNode | undefined): readonly JsonNode[] {
  return node?.kind === 'array' ? node.items : [];
}

function text(node: JsonNode, key: string): string | undefined {
  const value = propertyNamed(node, key)?.node?.value;
  return typeof value === 'string' ? value : undefined;
}

function strings(node: JsonNode, key: string): readonly string[] {
  return itemsOf(propertyNamed(node, key)?.node).flatMap(({ value }) => (typeof value === 'string' ? [value] : []));
}
