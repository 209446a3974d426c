/** Which values of JSON texts are the same, whatever their spelling and the order of their keys: each has a number. */
import type { JsonNode, ObjectNode } from './nodes.js';

/** Whether a property does not count. */
export type LeavesOut = (key: string, object: ObjectNode) => boolean;

export class Sameness {
  readonly #numbers = new Map<JsonNode, number>();
  /** By what the value is made of, in which its parts are numbers. */
  readonly #known = new Map<string, number>();

  /** Of a value and of all that is in it. */
  learn(root: JsonNode | undefined, leavesOut: LeavesOut): void {
    // Those that are in others behind them; no recursion, as no depth may overflow the stack.
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

  /** Undefined of what was not learnt. */
  numberOf(node: JsonNode): number | undefined {
    return this.#numbers.get(node);
  }

  are(a: JsonNode, b: JsonNode): boolean {
    return this.numberOf(a) === this.numberOf(b);
  }

  #madeOf(node: JsonNode, leavesOut: LeavesOut): string {
    if (node.kind === 'array') return `[${node.items.map((item) => this.numberOf(item)).join()}]`;
    // What is too large to be a number is Infinity, for which JSON has no word.
    if (node.kind !== 'object') return node.kind === 'string' ? JSON.stringify(node.value) : String(node.value);
    const properties = [...node.byKey.values()].filter(({ key }) => !leavesOut(key.value, node));
    const made = properties.map(
      ({ key, node: value }) => `${JSON.stringify(key.value)}:${value && this.numberOf(value)}`,
    );
    return `{${made.sort().join()}}`;
  }
}
