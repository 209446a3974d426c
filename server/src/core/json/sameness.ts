/** Assigns a number to each JSON value. Equal values get the same number, regardless of spelling and key order. */
import type { JsonNode, ObjectNode } from './nodes.js';

/** Whether to ignore a property in comparisons. */
export type LeavesOut = (key: string, object: ObjectNode) => boolean;

export class Sameness {
  readonly #numbers = new Map<JsonNode, number>();
  /** The number of each value, by a text of the value in which nested values are replaced by their numbers. */
  readonly #known = new Map<string, number>();

  learn(root: JsonNode | undefined, leavesOut: LeavesOut): void {
    // Nested values follow the values that contain them. Not recursive, because deep nesting could overflow the stack.
    const nodes = root === undefined ? [] : [root];
    for (const node of nodes) {
      if (node.kind === 'array') for (const item of node.items) nodes.push(item);
      if (node.kind === 'object') for (const { node: value } of node.byKey.values()) if (value) nodes.push(value);
    }
    for (const node of nodes.reverse()) {
      const made = this.#madeOf(node, leavesOut);
      const number = this.#known.get(made) ?? this.#known.size;
      this.#known.set(made, number);
      this.#numbers.set(node, number);
    }
  }

  /** @returns undefined if `learn` has not processed the value */
  numberOf(node: JsonNode): number | undefined {
    return this.#numbers.get(node);
  }

  are(a: JsonNode, b: JsonNode): boolean {
    return this.numberOf(a) === this.numberOf(b);
  }

  #madeOf(node: JsonNode, leavesOut: LeavesOut): string {
    if (node.kind === 'array') return `[${node.items.map((item) => this.numberOf(item)).join()}]`;
    // Numbers that are too large are parsed as Infinity, which JSON.stringify would turn into null.
    if (node.kind !== 'object') return node.kind === 'string' ? JSON.stringify(node.value) : String(node.value);
    const properties = [...node.byKey.values()].filter(({ key }) => !leavesOut(key.value, node));
    const made = properties.map(
      ({ key, node: value }) => `${JSON.stringify(key.value)}:${value && this.numberOf(value)}`,
    );
    return `{${made.sort().join()}}`;
  }
}
