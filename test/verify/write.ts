/** A toggle as a file with separate lines for each rule, condition and variation, and what is on each line. */
import type { Toggle } from './model.js';

export interface Written {
  readonly text: string;
  /** By one-based line. */
  readonly places: ReadonlyMap<number, Place>;
}

export type Place = { readonly rule: number; readonly condition?: number } | { readonly variation: number };

export function written({ disabled, content }: Toggle): Written {
  const lines: string[] = [];
  const places = new Map<number, Place>();
  const line = (text: string, place?: Place) => {
    lines.push(text);
    if (place !== undefined) places.set(lines.length, place);
  };
  const { rules, variations, ...others } = content;
  line(`{ "disabled": ${disabled}, "content": {`);
  for (const [key, value] of Object.entries(others)) line(`${JSON.stringify(key)}: ${JSON.stringify(value)},`);
  line('"variations": [');
  for (const [variation, each] of variations.entries())
    line(`${JSON.stringify(each)}${variation < variations.length - 1 ? ',' : ''}`, { variation });
  line('], "rules": [');
  for (const [rule, { name, serve, conditions }] of rules.entries()) {
    line(`{ "name": ${JSON.stringify(name)}, "serve": ${JSON.stringify(serve)}, "conditions": [`, { rule });
    for (const [condition, each] of conditions.entries())
      line(`${JSON.stringify(each)}${condition < conditions.length - 1 ? ',' : ''}`, { rule, condition });
    line(`] }${rule < rules.length - 1 ? ',' : ''}`, { rule });
  }
  line('] } }');
  return { text: `${lines.join('\n')}\n`, places };
}
